/** The article of a debate that strong models held: the talk, and nothing that accuses anybody falsely. */
import {expect, it} from 'vitest';
import {unmetClaims} from '../../src/debate/ledger.ts';
import {fold} from '../../src/debate/reduce.ts';
import {countWords} from '../../src/debate/text/words.ts';
import {readJournal} from '../../src/engine/journal/journal.ts';
import {bestExchange} from '../../src/exports/best-exchange.ts';
import {episodeFrom} from '../../src/exports/episode.ts';
import {heardOf, sectionOf} from '../../src/exports/segments.ts';
import {exportKinds} from '../../src/app/files/export-formats.ts';
import {clock} from '../../src/languages/wording.ts';
import {journalAt} from './recorded.ts';
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

it('names its chapters by claims made and met there, with both sides, or by the segment alone', () => {
	const {claims} = state.formats.ledger;
	const {chapters} = episodeFrom(state, {format: {traits: {numbersRounds: true}}});
	const named = chapters.flatMap(
		({title}) => / \((?:Libby; Connie|Connie; Libby) replies\)$/u.exec(title)?.input ?? [],
	);
	expect(named).toHaveLength(3);
	for (const title of named) {
		const claim = claims.find(one => title.includes(one.claim.replace(/\.$/u, '')));
		const turn = state.turns.find(({id}) => id === claim?.turnId);
		const chapter = chapters.find(one => one.title === title);
		expect(chapter?.section).toBe(turn && sectionOf(turn));
		expect(claim?.status).not.toBe('withdrawn');
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
	expect(detailed(state)).toContain('15 claims, 2 of them with no answer on record');
});

it('says of a claim that another stands against it, and never beside it that nobody answered', () => {
	const page = exportKinds['html']?.write(state) ?? '';
	const [told = ''] = /<li id="claim-A1">.*?<\/li>/su.exec(page) ?? [];
	expect(told).toContain('B2 against it by Connie');
	expect(told).toContain('unsettled');
	expect(told).not.toContain('no answer');
});

it('tells of what was given up no more than that a part of it was', () => {
	expect(article).toContain('Libby took back, at least in part: A let agreed');
	expect(article).not.toMatch(/changes? of mind/u);
	expect(article).toContain('1 granted, 1 given up at least in part, 0 narrowed');
});

it('has no sentence on lists that are empty', () => {
	const turns = state.turns.filter(({kind}) => kind !== 'synthesis').map(turn => ({...turn, evaluation: undefined}));
	const bare = {...state, turns};
	const {ledger} = state.formats;
	const answered = {...ledger, claims: ledger.claims.filter(({id}) => id === 'B2')};
	const told = markdown({...bare, formats: {...bare.formats, ledger: answered}});
	expect(told).not.toContain('ledger of claims: those that were given up');
});

it('puts no words of the host on a cover, and beside those of a chair its name', () => {
	for (const kind of ['cover', 'social']) {
		const said = (exportKinds[kind]?.write(state) ?? '').replaceAll(/<[^>]*>\s*/gu, ' ');
		expect(said).not.toContain('in your opening');
		expect(said).toMatch(/“Seven innocent .*” – Libby|planning office.” – Libby/u);
	}
});

it('shows of a quotation what its turn was charged with, and of a point the sentence that shows it', () => {
	const wall = fold(journalAt('transcripts/sample-flood-wall'));
	expect(markdown(wall)).toContain(
		'✗ Rufus; “We shall see to the valves when somebody has drowned.”; these words stand in',
	);
	const cars = fold(journalAt('transcripts/sample-private-cars'));
	const turn = cars.turns.findLast(({kind}) => kind === 'reply');
	const edition = {
		type: 'edition' as const,
		editor: 'editor',
		by: {name: 'Ed', voice: 'ed'},
		settled: [{says: 'A hearing is worth having.', shows: [{turn: turn?.id ?? '', sentence: 12}]}],
	};
	const page = exportKinds['html']?.write({...cars, edition}) ?? '';
	const [told = ''] = /<li><span dir="auto">A hearing is worth having.*?<\/li>/su.exec(page) ?? [];
	const start = episodeFrom(cars).segments.find(segment => segment.turn === turn)?.start ?? 0;
	expect(told).toMatch(/Mara, \d+:\d\d/u);
	expect(told).not.toContain(`Mara, ${clock(start)}`);
});
