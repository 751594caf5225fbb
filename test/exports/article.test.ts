/** The article of a debate that strong models held: the talk, and nothing that accuses anybody falsely. */
import {expect, it} from 'vitest';
import {unmetClaims} from '../../src/debate/ledger.ts';
import {fold} from '../../src/debate/reduce.ts';
import {countWords} from '../../src/debate/text/words.ts';
import {readJournal} from '../../src/engine/journal/journal.ts';
import {bestExchange} from '../../src/exports/best-exchange.ts';
import {episodeFrom} from '../../src/exports/episode.ts';
import {heardOf} from '../../src/exports/segments.ts';
import {detailed, markdown} from './written.ts';

const state = fold(readJournal('test/fixtures/strong-models/holiday-lets.jsonl').events);
const article = markdown(state);
const spoken = state.turns.reduce((sum, {text}) => sum + countWords(text), 0);

it('has at most a third more words than were spoken; with the working, twice as many', () => {
	expect(countWords(article)).toBeLessThan(1.34 * spoken);
	expect(countWords(detailed(state))).toBeGreaterThan(2 * spoken);
	expect(article).toContain('| Libby | 66.7 |');
});

it('opens an episode with a question and its own answer', () => {
	const [question, answer] = bestExchange(state, heardOf(state), 'en');
	expect(question?.text).toMatch(/^Libby, in your opening .* where do you put them now\?$/u);
	expect(answer?.text).toMatch(/^I put them at the planning office\./u);
});

it('asks no question that quotes the other’s own', () => {
	const told = state.turns.filter(({kind}) => kind !== 'question');
	const [first] = bestExchange({...state, turns: told}, heardOf({...state, turns: told}), 'en');
	expect(first?.text).not.toContain('your question first');
});

it('opens in mid-air nowhere: without a cut, or a question that needs nothing said before, there is no cold open', () => {
	expect(episodeFrom(state, {coldOpen: true}).segments.filter(({id}) => id.endsWith('-open'))).toEqual([]);
});

it('leaves no evaded question open where a later answer was not asked if it came back to it', () => {
	expect(article).not.toContain('passed over it');
});

it('names its chapters by whole sentences of the debate, or by the segment alone', () => {
	const said = state.turns.map(({text}) => text.replaceAll(/\s+/gu, ' ').toLowerCase());
	for (const {title} of episodeFrom(state, {format: {traits: {numbersRounds: true}}}).chapters) {
		expect(title).not.toMatch(/…$/u);
		const sentence = title
			.replaceAll(/^(?:Opening|Synthesis|Introduction)(?:: )?| \((?:Libby|Connie)\)$/gu, '')
			.toLowerCase();
		expect(said.some(text => text.includes(sentence))).toBe(true);
	}
	expect(article).toContain('### Synthesis: Can you owe something to neighbours who have not moved in yet?');
});

it('calls nothing “never answered” that was said when nobody had a turn left, and nothing taken back', () => {
	const last = state.turns.findLast(({kind}) => kind === 'reply');
	const late = state.formats.ledger.claims.filter(({turnId}) => turnId === last?.id);
	expect(late.length).toBeGreaterThan(0);
	for (const {claim} of late) expect(article).not.toContain(claim);
	expect(unmetClaims(state).every(({status}) => status === 'open')).toBe(true);
	expect(detailed(state)).toMatch(/- B8 A fee cannot replace a resident.*\(made too late for an answer\)/u);
	expect(detailed(state)).toContain('15 claims, 4 of them not answered');
});
