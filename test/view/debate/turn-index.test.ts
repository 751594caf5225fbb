import {expect, test} from 'vitest';
import {countWords} from '../../../src/debate/text/words.ts';
import {emptyState} from '../../../src/debate/state.ts';
import {fold, reduce} from '../../../src/debate/reduce.ts';
import {TurnIndex} from '../../../src/view/turn-index.ts';
import {sampleDebate} from '../../ui/support/sample-debate.ts';

test('kept up event by event, it knows what it would know from the whole', () => {
	const index = new TurnIndex();
	let state = emptyState;
	for (const event of sampleDebate({rounds: 4})) {
		state = reduce(state, event);
		index.update(state.turns);
	}
	const roots = state.turns.filter(turn => !turn.amid).map(turn => turn.id);
	expect(Array.from({length: index.length}, (_, place) => index.idAt(place))).toEqual(roots);
	expect(index.words).toBe(state.turns.reduce((sum, turn) => sum + countWords(turn.text), 0));
	for (const seat of state.seats) {
		const judged = state.turns.filter(turn => turn.speaker === seat.id && turn.evaluation);
		expect(index.judged(seat).turns).toEqual(judged);
		const scores = judged.flatMap(turn => turn.evaluation?.adherenceScore ?? []);
		expect(index.judged(seat).mean).toBe(
			scores.length === 0 ? undefined : Math.round(scores.reduce((sum, score) => sum + score, 0) / scores.length),
		);
	}
});

test('a turn that takes the place of one that failed is known by its own id', () => {
	const {turns} = fold(sampleDebate({rounds: 2}));
	const index = new TurnIndex();
	index.update(turns);
	const replaced = turns.map((turn, position) => (position === 3 ? {...turn, id: 'again', text: 'two words'} : turn));
	index.update(replaced);
	expect(index.idAt(3)).toBe('again');
	expect(index.get(turns[3]?.id ?? '')).toBeUndefined();
	expect(index.words).toBe(replaced.reduce((sum, turn) => sum + countWords(turn.text), 0));
});
