/** The best minute of a debate. */
import {readdirSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {highlightsIn} from '../../src/app/session/debate-session.ts';
import {eventsIn} from '../../src/app/files/read-debate.ts';
import {fold} from '../../src/debate/reduce.ts';
import {splitSentences} from '../../src/debate/text/sentences.ts';
import {countWords} from '../../src/debate/text/words.ts';
import {packageRoot} from '../../src/engine/host/package-root.ts';
import {readRecording, replay} from '../../src/engine/replay/replay.ts';
import {highlightsOf, partsOf} from '../../src/exports/highlights.ts';

const shipped = join(packageRoot, 'transcripts');
const journalOf = (name: string) => join(shipped, name, 'debate.jsonl');
const calm = ['sample-objection-deadline', 'sample-failing-test'];
const samples = readdirSync(shipped).filter(name => name.startsWith('sample-') && !calm.includes(name));

test.each(samples)('%s: its hook, then moments in their order, a minute at most', name => {
	const state = fold(eventsIn(journalOf(name)));
	const highlights = highlightsOf(state);
	const textOf = (turn: string) => state.turns.find(({id}) => id === turn)?.text ?? '';
	const sentencesOf = (turn: string) => splitSentences(textOf(turn));
	const parts = highlights.flatMap(each => partsOf(each, sentencesOf));
	const words = parts.map(({turn, from, to}) => countWords(sentencesOf(turn).slice(from, to).join('')));
	expect(highlights[0]?.kind).toBe('hook');
	expect(words.every(count => count > 0)).toBe(true);
	expect(words.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(250);
	const places = highlights.slice(1).map(({turn}) => state.turns.findIndex(({id}) => id === turn));
	expect(places).toEqual(places.toSorted((one, other) => one - other));
});

test('they are played one after the other, and behind them stands the end of the debate', async () => {
	const {recording} = readRecording(journalOf('sample-flood-wall'));
	const opening = highlightsIn(recording);
	const player = replay(recording, {rhythm: {speed: Infinity}, signal: new AbortController().signal, opening});
	const seen = [];
	const places = [];
	for await (const event of player.events) {
		seen.push(event);
		places.push(player.place().opening?.part);
	}
	const jumps = seen.flatMap(event => (event.type === 'jump' ? [event.state] : []));
	expect(opening.parts.length).toBeGreaterThan(2);
	expect(jumps).toHaveLength(opening.parts.length + 1);
	expect(jumps.at(-1)?.outcome).toBe('completed');
	expect(seen.filter(({type}) => type === 'turn-delta').length).toBeLessThan(60);
	expect([...new Set(places)]).toEqual([...opening.parts.map((_, place) => place + 1), undefined]);
});
