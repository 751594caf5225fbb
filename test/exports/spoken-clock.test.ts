import path from 'node:path';
import {expect, test} from 'vitest';
import {findFormat} from '../../src/app/files/export-formats.ts';
import {fold, reduce} from '../../src/debate/reduce.ts';
import {emptyState} from '../../src/debate/state.ts';
import {episodeFrom} from '../../src/exports/episode.ts';
import {cutTime, momentsOf} from '../../src/exports/segments.ts';
import {SpokenClock, spokenLength} from '../../src/exports/spoken-clock.ts';
import {factsOf} from '../../src/exports/facts.ts';
import {clock as clockText} from '../../src/languages/wording.ts';
import {latestMoments} from '../../src/view/moments.ts';
import {sampleDebate} from '../ui/support/sample-debate.ts';
import {journalAt, recordedJournals} from './recorded.ts';
import {shownEvents} from '../../src/formats/index.ts';

const events = sampleDebate({rounds: 4});

test('screens, figures and exports tell the same time of every turn', () => {
	const state = fold(events);
	const {segments, length} = episodeFrom(state);
	const clock = new SpokenClock().update(state);
	for (const turn of state.turns) {
		const own = segments.filter(segment => segment.turn.id === turn.id);
		expect(clock.of(turn.id)?.start).toBe(own[0]?.start);
		expect(clock.of(turn.id)?.end).toBe(own.at(-1)?.end);
	}
	expect([clock.lengthOf(state), spokenLength(state), factsOf(state, undefined).length]).toEqual([
		length,
		length,
		length,
	]);
	const cut = momentsOf(state, segments).find(({text}) => text.includes('cut in'));
	const shown = latestMoments(state, 99, shownEvents).find(({ends}) => ends);
	expect(cutTime(clock.of(shown?.turnId ?? '')?.end ?? 0)).toBe(cut?.at);
});

test('the clock never goes back or ahead while a debate is heard, and what it said of a turn stands', () => {
	const clock = new SpokenClock();
	let state = emptyState;
	let before = 0;
	const ended = new Map<string, unknown>();
	for (const event of events) {
		state = reduce(state, event);
		clock.update(state);
		const now = clock.lengthOf(state);
		expect(now).toBeGreaterThanOrEqual(before);
		before = now;
		for (const {id, at, turnId, ends} of latestMoments(state, 9, shownEvents).map(moment => ({
			...moment,
			id: moment.what,
		}))) {
			const time = turnId === undefined ? undefined : clock.of(turnId);
			expect(time === undefined ? clock.at(at) : ends ? time.end : time.last, id).toBeLessThanOrEqual(now);
		}
		for (const turn of state.turns.filter(({endedAt, amid}) => endedAt !== undefined && !amid)) {
			const time = clock.of(turn.id);
			if (ended.has(turn.id)) expect(time).toEqual(ended.get(turn.id));
			ended.set(turn.id, time);
		}
	}
	expect(before).toBe(spokenLength(state));
});

test('what belongs to no turn is where the turn begins that was heard then', () => {
	const state = fold(events);
	const clock = new SpokenClock().update(state);
	const turn = state.turns[3];
	if (turn?.endedAt === undefined) throw new Error('no turn');
	expect(clock.at(turn.startedAt + 1)).toBe(clock.of(turn.id)?.start);
	expect(clock.at(-1)).toBe(0);
});

test.each([...recordedJournals, {name: 'strong models', journal: path.resolve('test/fixtures/by-hand/bedside.jsonl')}])(
	'no export of $name contradicts another about how long it is',
	({journal}) => {
		const state = fold(journalAt(journal));
		const written = (id: string): string => findFormat(id, 'a test').write(state);
		const length = clockText(episodeFrom(state).length);
		const script = written('podcast');
		expect(/words?, ([\d:]+) at 150 words a minute/u.exec(written('md'))?.[1]).toBe(length);
		expect(/<span id="time">0:00 \/ ([\d:]+)</u.exec(written('html'))?.[1]).toBe(length);
		expect(/([\d:]+) aloud/u.exec(written('svg'))?.[1]).toBe(length);
		expect(/\*[^\d\n]*([\d:]+)[^\d\n]*150/u.exec(script)?.[1]).toBe(length);
		expect(/The cold open adds ([\d:]+);/u.test(script)).toBe(script.includes('### Cold open'));
	},
);
