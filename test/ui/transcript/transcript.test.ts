import {describe, expect, test} from 'vitest';
import type {RunEvent} from '../../../src/debate/events.ts';
import {fold} from '../../../src/debate/reduce.ts';
import {readJournal} from '../../../src/engine/journal/journal.ts';
import type {DebateState, Turn} from '../../../src/debate/state.ts';
import {markWords, transcriptRows} from '../../../src/ui/transcript/transcript-pane.ts';
import type {Row} from '../../../src/view/rows.ts';
import {DebateStore} from '../../../src/ui/stage/debate-store.ts';
import {Transcript} from '../../../src/ui/transcript/transcript.ts';
import {TurnIndex} from '../../../src/view/turn-index.ts';
import {thorough} from '../../hunt/every.ts';
import {sampleDebate} from '../support/sample-debate.ts';
import {sampleSession} from '../support/sample-port.ts';

/** Counts how many turns a drawing looks at. */
class CountingIndex extends TurnIndex {
	looks = 0;

	override get(id: string): Turn | undefined {
		this.looks += 1;
		return super.get(id);
	}
}

function opened(events: Iterable<RunEvent>): {
	readonly state: DebateState;
	readonly index: CountingIndex;
	readonly transcript: Transcript;
} {
	const state = fold(events);
	const index = new CountingIndex();
	index.update(state.turns);
	return {state, index, transcript: new Transcript(index, state)};
}

const textOf = (row: Row | undefined): string => row?.spans.map(({text}) => text).join('') ?? '';
const texts = (rows: readonly Row[]): readonly string[] => rows.map(textOf);

const sample = sampleDebate({rounds: 5});

test('it follows the end until one scrolls up, and again when one has come down', () => {
	const {state, transcript} = opened(sample);
	const end = transcript.view(state, 80, 20);
	transcript.scroll(-3);
	expect(transcript.following).toBe(false);
	expect(texts(transcript.view(state, 80, 20)).slice(3)).toEqual(texts(end).slice(0, 17));
	transcript.scroll(3);
	expect(transcript.following).toBe(true);
	expect(texts(transcript.view(state, 80, 20))).toEqual(texts(end));
});

test('walking up by lines from the end shows every line once, up to the beginning', () => {
	const {state, transcript} = opened(sample);
	const lines = [...texts(transcript.view(state, 80, 10))];
	for (let n = 0; n < 2000 && !(transcript.position.turn === 1 && lines[0] === '⚖ GPT-4o · arbiter'); n++) {
		transcript.scroll(-1);
		lines.unshift(textOf(transcript.view(state, 80, 10)[0]));
	}
	transcript.toStart();
	expect(texts(transcript.view(state, 80, 10_000))).toEqual(lines);
});

test('what is added below does not move what one reads', () => {
	const {state: early, index, transcript} = opened(sample.slice(0, Math.floor(sample.length / 2)));
	transcript.view(early, 80, 15);
	transcript.page(-2);
	const before = texts(transcript.view(early, 80, 15));
	const later = fold(sample);
	index.update(later.turns);
	expect(texts(transcript.view(later, 80, 15))).toEqual(before);
});

test('another width keeps the words at the top of the window', () => {
	const {state, transcript} = opened(sample);
	transcript.view(state, 90, 12);
	transcript.page(-4);
	transcript.scroll(-2);
	const words = textOf(transcript.view(state, 90, 12).find(row => textOf(row).startsWith('  ')))
		.trim()
		.split(' ')
		.slice(0, 3)
		.join(' ');
	for (const width of [60, 43, 71, 90]) {
		expect(
			texts(transcript.view(state, width, 12))
				.slice(0, 4)
				.join(' ')
				.replaceAll(/\s+/gu, ' '),
		).toContain(words);
	}
});

test('a turn heard amid another parts it at the sentence, and its speaker goes on below', () => {
	const {state, transcript} = opened(sample);
	const inner = state.turns.find(turn => turn.amid);
	const host = state.turns.find(turn => turn.id === inner?.amid?.turnId);
	transcript.toStart();
	const all = texts(transcript.view(state, 200, 10_000)).join('\n');
	const [before, after] = [host?.text.slice(0, inner?.amid?.offset) ?? '', host?.text.slice(inner?.amid?.offset) ?? ''];
	const places = [before.trim().slice(-20), inner?.text.slice(0, 20) ?? '', ' goes on', after.trim().slice(0, 20)];
	let from = all.indexOf(before.trim().slice(0, 20));
	for (const place of places) {
		const found = all.indexOf(place, from);
		expect(found, place).toBeGreaterThanOrEqual(from);
		from = found;
	}
});

test('a cut turn ends with a dash, and who cuts in is named with the reason', () => {
	const {state, transcript} = opened(sample);
	expect(state.turns.some(turn => turn.finish === 'interrupted' && turn.text.endsWith('—'))).toBe(false);
	transcript.toStart();
	const all = texts(transcript.view(state, 80, 10_000));
	const cut = all.findIndex(text => text.includes('cuts in'));
	expect(all[cut]).toContain('↯ ');
	expect(all[cut]).toContain('challenges directly');
	expect(all[cut - 2]).toMatch(/ —$/u);
});

const pointed = (rows: readonly Row[]): readonly string[] => texts(rows).filter(text => text.startsWith('❯ '));

test('searching goes from match to match, points at each, and says when there are no more', () => {
	const {state, transcript} = opened(sample);
	const look = () => transcript.view(state, 80, 12);
	look();
	let matches = 0;
	while (transcript.find('ARITHMETIC', -1)) {
		matches += 1;
		expect(pointed(look())).toEqual([expect.stringMatching(/./u)]);
		expect(texts(look()).join(' ')).toContain('arithmetic');
	}
	expect(matches).toBeGreaterThan(2);
	expect(transcript.tally('ARITHMETIC').at).toBe(1);
	expect(transcript.tally('ARITHMETIC').of).toBeGreaterThan(1);
	expect(transcript.tally('no such words')).toEqual({at: undefined, of: 0});
	expect(transcript.find('ARITHMETIC', 1)).toBe(true);
	expect(transcript.find('no such words', 1)).toBe(false);
	transcript.forgetFound();
	expect(pointed(look())).toEqual([]);
});

test('a search begins with what is in sight, which then stays where it is', () => {
	const {state, transcript} = opened(sample);
	transcript.view(state, 80, 12);
	transcript.toStart();
	const before = transcript.view(state, 80, 12);
	const last =
		texts(before)
			.findLast(text => /^ {2}\w/u.test(text))
			?.trim() ?? 'nothing';
	expect(transcript.find(last, -1)).toBe(true);
	const after = transcript.view(state, 80, 12);
	expect(pointed(after)).toEqual([`❯ ${last}`]);
	expect(texts(after).map(text => text.slice(2))).toEqual(texts(before).map(text => text.slice(2)));
	expect(transcript.find(last, -1)).toBe(false);
	for (const [width, height] of [
		[43, 12],
		[90, 6],
		[60, 9],
	] as const)
		expect(pointed(transcript.view(state, width, height))).toHaveLength(1);
});

test('words that only a muted speaker says are not found', () => {
	const {state, transcript} = opened(sample);
	transcript.view(state, 80, 12);
	transcript.muted = new Set(state.seats.map(({id}) => id));
	expect([transcript.find('arithmetic', -1), transcript.tally('arithmetic').of]).toEqual([false, 0]);
});

test('drawing and scrolling look at a window of turns, not at thousands', () => {
	const {state, index, transcript} = opened(sampleDebate({rounds: thorough ? 2800 : 560, ending: false}));
	const looks = (act: () => void) => {
		index.looks = 0;
		act();
		transcript.view(state, 80, 30);
		return index.looks;
	};
	const each = [
		looks(() => {}),
		looks(() => transcript.scroll(-5)),
		looks(() => transcript.page(-1)),
		looks(() => transcript.toStart()),
		looks(() => transcript.scroll(3)),
		looks(() => transcript.toEnd()),
	];
	expect(state.turns.length).toBeGreaterThan(thorough ? 10_000 : 2_000);
	// A window of 30 rows shows at most ten turns, each looked at to be measured and to be drawn.
	expect(Math.max(...each)).toBeLessThanOrEqual(60);
});

test('a growing turn is shown as far as it has come, with a mark at its end', () => {
	const events = sampleDebate({rounds: 1, ending: false, words: true});
	const upTo = events.findIndex((event, index) => index > 60 && event.type === 'turn-token');
	const {state, transcript} = opened(events.slice(0, upTo + 1));
	expect(textOf(transcript.view(state, 80, 10).at(-1))).toMatch(/▍$/u);
});

test('words that go over the end of a line are marked in both lines', () => {
	const store = new DebateStore(sampleSession(sample));
	store.state = opened(sample).state;
	store.redraw();
	store.transcript.toStart();
	const rows = () => transcriptRows(store, 60, 40);
	const at = texts(rows()).findIndex(
		(text, place) => /\w$/u.test(text) && /^ {2}\w/u.test(texts(rows())[place + 1] ?? ''),
	);
	const words = [texts(rows())[at]?.split(' ').at(-1), texts(rows())[at + 1]?.trim().split(' ')[0]];
	const marked = transcriptRows(store, 60, 40, words.join(' ').toUpperCase()).flatMap(({spans}) =>
		spans.filter(({tone}) => tone === 'found').map(({text}) => text),
	);
	store.close();
	expect(marked).toEqual(words);
});

describe('what is found in a line', () => {
	test.each([
		['One two, ONE three.', 'one', '[One] two, [ONE] three.'],
		['İİ 👩‍🚀 says: no. And (no).', 'no', 'İİ 👩‍🚀 says: [no]. And ([no]).'],
		['What? (a+b) costs $1.', '(a+b)', 'What? [(a+b)] costs $1.'],
	])('%s, %s', (text, words, expected) => {
		const spans = markWords([{spans: [{text, tone: 'plain'}]}], words).flatMap(row => row.spans);
		expect(spans.map(span => (span.tone === 'found' ? `[${span.text}]` : span.text)).join('')).toBe(expected);
		expect(spans.every(span => span.text.isWellFormed())).toBe(true);
	});
});

test('a point of information is told from the speech of the one who rises', () => {
	const raised = sample.map(event =>
		event.type === 'turn-start' && event.kind === 'interruption' ? {...event, kind: 'point'} : event,
	);
	const {state, transcript} = opened(raised);
	const heads = texts(transcript.view(state, 80, 10_000));
	expect(heads.filter(text => text.endsWith(' · on a point of information')).length).toBe(
		state.turns.filter(({kind}) => kind === 'point').length,
	);
	expect(state.turns.some(({kind}) => kind === 'point')).toBe(true);
});

test('the host’s introduction is seen whole while it is said, and folds once it was heard', () => {
	const {events} = readJournal('transcripts/sample-private-cars/debate.jsonl');
	const begun = events.findIndex(event => event.type === 'turn-start' && event.kind === 'introduction');
	const end = events.findIndex(({type}) => type === 'turn-end');
	const shown = (count: number) => {
		const {state, transcript} = opened(events.slice(0, count));
		return texts(transcript.view(state, 78, 60)).join('\n');
	};
	expect(begun).toBeGreaterThan(0);
	expect(shown(end)).not.toContain('w opens the turn');
	expect(shown(end + 1)).toContain('w opens the turn');
});
