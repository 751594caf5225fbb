/** What the closing is told of a debate played by strong models: who evaded, misquoted, conceded, and what stays open. */
import {expect, it} from 'vitest';
import {openClaimsOf} from '../../../src/debate/claims.ts';
import {reduce} from '../../../src/debate/reduce.ts';
import {emptyState, type DebateState} from '../../../src/debate/state.ts';
import {readJournal} from '../../../src/engine/journal/journal.ts';
import {arbiterPrompt} from '../../../src/formats/duelogic/arbiter-prompts.ts';
import {duelogicConfig} from '../../../src/formats/duelogic/config.ts';
import {createDebate, questionsByName} from '../../../src/formats/duelogic/seats.ts';
import {englishDebateWords} from '../../../src/languages/find.ts';
import {hasForm} from '../../../src/languages/language.ts';

const {events} = readJournal('test/fixtures/strong-models/holiday-lets.jsonl');
const [start] = events.flatMap(event => (event.type === 'debate-start' ? [event] : []));
const closing = events.findIndex(event => event.type === 'segment-start' && event.segment === 'synthesis');
const heard = events.slice(0, closing).reduce<DebateState>(reduce, emptyState);
const debate = createDebate({
	config: duelogicConfig.parse(start?.config),
	subject: start?.subject ?? {text: ''},
	participants: start?.participants ?? [],
});
const record = arbiterPrompt(debate, heard, 'synthesis').messages.at(-1)?.content ?? '';

const cameBackTo = (sentence: string, affirms: boolean) => ({
	id: 'came_back',
	sentence,
	from: ['arbiter'],
	answers: [{judge: 'arbiter', affirms, toTheScorer: false}],
});

it('calls no question evaded but the one that the judge named, and that one not where judges find it answered later', () => {
	const questions = questionsByName(debate, heard);
	expect(questions.some(({sentence}) => sentence.includes('if a person may leave'))).toBe(false);
	const asked = {turnId: 't5', to: 'chair_1', sentence: 'What would you have her owe them, Libby: nothing?'};
	// Two of its longer words in a later turn are no answer: judges say whether one is.
	expect(questions.filter(({state}) => state === 'evaded')).toMatchObject([asked]);
	const looked = (affirms: boolean) => ({
		...heard,
		turns: heard.turns.map(turn =>
			turn.id === 't11' && turn.evaluation
				? {...turn, evaluation: {...turn.evaluation, crossChecks: [cameBackTo(asked.sentence, affirms)]}}
				: turn,
		),
	});
	const evadedIn = (state: typeof heard) => questionsByName(debate, state).filter(({state: now}) => now === 'evaded');
	expect(evadedIn(looked(true))).toEqual([]);
	expect(evadedIn(looked(false))).toMatchObject([asked]);
	const before = {
		...heard,
		turns: heard.turns.slice(
			0,
			heard.turns.findIndex(({id}) => id === 't11'),
		),
	};
	expect(questionsByName(debate, before).filter(({state}) => state === 'evaded')).toMatchObject([
		{turnId: 't5', to: 'chair_1', sentence: 'What would you have her owe them, Libby: nothing?'},
	]);
});

it('holds straw men with both sentences', () => {
	expect(record).toMatch(
		/^chair_2 ascribed to an opponent what was not said: “[^”]*borne without complaint.”; Libby had said: “[^”]*real injuries/mu,
	);
});

it('calls no claim unanswered before the other side had a turn', () => {
	const last = heard.turns.findLast(({kind}) => kind === 'reply');
	const late = openClaimsOf(heard.formats.ledger, last?.speaker ?? '').filter(({turnId}) => turnId === last?.id);
	for (const {claim} of late) expect(record).not.toContain(`nobody answered: “${claim}`);
});

it('knows the words that take something back', () => {
	expect(hasForm(englishDebateWords.takesBack, 'I take that sentence back.')).toBe(true);
	expect(hasForm(englishDebateWords.takesBack, 'They take nothing back from it.')).toBe(false);
	expect(hasForm(englishDebateWords.ascribes, 'You, on the other hand, have told us that every guest is one.')).toBe(
		true,
	);
	expect(hasForm(englishDebateWords.ascribes, 'You have told us that every guest is a parasite.')).toBe(true);
});
