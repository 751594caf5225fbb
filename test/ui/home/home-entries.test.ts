/** What the home screen offers first, and what Enter does there. */
import {expect, test} from 'vitest';
import {entersTo, firstMarked, homeEntries} from '../../../src/ui/home/home-entries.ts';
import {sampleDebates, type RecentDebate} from '../../../src/app/setup/recent-debates.ts';

const held = (title: string, more: Partial<RecentDebate> = {}): RecentDebate => ({
	title,
	path: `/debates/${title}`,
	finished: false,
	when: 'today',
	...more,
});
const offer = (...recent: RecentDebate[]) => ({presets: [], recent, samples: sampleDebates(), repository: false});

test('the mark stands on what is unfinished, not on what another program still holds', () => {
	const unfinished = offer(held('running', {running: true}), held('broken off'), held('over', {finished: true}));
	const entries = homeEntries(unfinished, false);
	expect(entries[firstMarked(entries, unfinished)]?.label).toBe('broken off');
	expect(entries.map(({label, group}) => `${group}: ${label}`)).toEqual(
		expect.arrayContaining(['Unfinished: broken off', 'Running: running']),
	);
});

test('a debate that runs elsewhere is watched, one that is broken off resumed, one that is over replayed', () => {
	expect([{running: true as const}, {}, {finished: true}].map(more => entersTo(held('it', more)))).toEqual([
		'watch',
		'resume',
		'replay',
	]);
});

test('all recordings that come with Rostrum are in the list of all', () => {
	const recorded = homeEntries(offer(), true).filter(({note}) => ['sample', 'recording'].includes(note));
	expect(recorded).toHaveLength(8);
});
