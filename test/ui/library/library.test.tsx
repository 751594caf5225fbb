import {describe, expect, test} from 'vitest';
import {changeView, newView} from '../../../src/ui/library/library-view.ts';
import {markedLines} from '../../../src/view/rows.ts';
import type {Session} from '../../../src/app/session/session.ts';
import {sampleDebate} from '../support/sample-debate.ts';
import {sampleEntries, sampleLibrary, type SampleLibrary} from '../support/sample-library.ts';
import {samplePort, sampleSession} from '../support/sample-port.ts';
import {expectToFit} from '../support/expect-to-fit.ts';
import {show} from '../support/show.tsx';

const [enter, escape, down, left, right] = ['\r', '\u001B', '\u001B[B', '\u001B[D', '\u001B[C'] as const;
const ended = (rest: Partial<Session> = {}) => sampleSession(sampleDebate(), {live: false, ...rest});

type Opened = {readonly how: string; readonly path: string; readonly at?: Session['startAt']};

/** The library’s screen, by its key on the home screen. */
async function visit(library: SampleLibrary, size: {columns?: number; rows?: number} = {}, count = ' debates ──') {
	const opened: Opened[] = [];
	const opening = (how: string) => async (path: string, at?: Session['startAt']) => {
		opened.push({how, path, ...(at && {at})});
		return ended(at ? {startAt: at} : {});
	};
	const app = show({
		...size,
		port: samplePort(ended, {
			library: async () => library,
			read: opening('read'),
			replay: opening('replay'),
			resume: path => opening('resume')(path),
		}),
	});
	await app.sees('m more');
	await app.press('l');
	await app.sees(count);
	return {...app, opened};
}

const screens = {
	'all debates': [],
	'an unfinished one': [down],
	'a damaged one': [down, down, down],
	'what is no debate': [down, down, down, down],
	'words are looked for': ['/', 'duty'],
	'the next turn that was found': ['/', 'duty', escape, right],
	'nothing found': ['/', 'unicorn'],
	filters: ['f'],
	'one filter of many values': ['f', '3', down, down],
	'a filter is set': ['f', '5'],
	'an unfinished one is opened': [down, enter],
	delete: ['d'],
	deleted: ['d', down, enter],
	'not to be deleted': [down, 'd', down, enter],
	export: ['e'],
	help: ['?'],
} as const;

describe.each([
	[60, 20],
	[80, 24],
	[120, 40],
	[200, 60],
] as const)('the library at %i columns and %i rows', (columns, rows) => {
	test.concurrent.for(Object.entries(screens))('%s', async ([, keys], {expect}) => {
		const library = sampleLibrary();
		const app = await visit(library, {columns, rows});
		for (const key of keys) await app.press(key);
		// A search begins a moment after the last letter.
		const [first, words] = keys;
		if (first === '/') await expect.poll(() => library.asked.map(({text}) => text)).toContain(words);
		await app.settle();
		const text = app.text();
		app.close();
		expectToFit(text, columns, rows);
		expect(text).toMatchSnapshot();
	});
});

test.concurrent('15 rows are enough', async () => {
	const app = await visit(sampleLibrary(), {columns: 60, rows: 15});
	await app.press('/');
	await app.press('duty');
	await app.sees('Claude Sonnet 4 · opening');
	expect(app.text().split('\n').length).toBeLessThanOrEqual(15);
	app.close();
});

test.concurrent('an answer to what was asked before never takes the place of a newer one', async () => {
	const library = sampleLibrary(sampleEntries, {du: 400, duty: 10});
	const app = await visit(library);
	await app.press('/');
	await app.press('du');
	await expect.poll(() => library.asked.map(({text}) => text)).toContain('du');
	await app.press('ty');
	await expect.poll(() => library.asked.map(({text}) => text)).toContain('duty');
	await app.sees('3 ×');
	await app.press('zzz');
	await app.sees('Nothing was found.');
	await new Promise(resolve => setTimeout(resolve, 450));
	expect(app.text()).toContain('Nothing was found.');
	expect(library.asked.map(({text}) => text)).toEqual(expect.arrayContaining(['du', 'duty', 'dutyzzz']));
	app.close();
});

test.concurrent('typing is searched for to its last letter', async () => {
	const library = sampleLibrary();
	const app = await visit(library);
	await app.press('/');
	for (const letter of 'duty') void app.press(letter);
	await app.sees('3 ×');
	expect(library.asked.at(-1)?.text).toBe('duty');
	app.close();
});

test.concurrent(
	'Enter in one chunk with what was typed opens what that finds, at the turn that was found; q comes back to it',
	async () => {
		const app = await visit(sampleLibrary());
		await app.press('/');
		await app.press(`fine${enter}`);
		await app.sees('over');
		expect(app.opened).toEqual([{how: 'read', path: '/debates/voting/debate.jsonl', at: {turn: 't4', words: 'fine'}}]);
		await app.press('q');
		await app.sees('/ fine');
		await app.sees('❯ Voting should be');
		await app.press(escape);
		await app.sees('m more');
		app.close();
	},
);

test.concurrent('the turn that is opened is the one that was gone to', async () => {
	const app = await visit(sampleLibrary());
	await app.press('/');
	await app.press('duty');
	await app.sees('3 ×');
	await app.press(escape);
	await app.press(right);
	await app.press(right);
	await app.press(left);
	await app.press(enter);
	await app.sees('over');
	expect(app.opened[0]?.at).toEqual({turn: 't3', words: 'duty'});
	app.close();
});

test.concurrent(
	'an unfinished debate is gone on with or read, as the user says; a finished one is replayed by its key',
	async () => {
		const app = await visit(sampleLibrary());
		await app.press(down);
		await app.press(enter);
		await app.sees('resume it');
		await app.press(enter);
		await app.sees('over');
		await app.press('q');
		await app.sees('❯ People should be');
		await app.press(enter);
		await app.press(down + enter);
		await app.sees('over');
		await app.press('q');
		await app.sees('❯ People should be');
		await app.press('c');
		await app.sees('over');
		await app.press('q');
		await app.sees('❯ People should be');
		await app.press('\u001B[A');
		await app.press('c');
		await app.press('p');
		await app.sees('over');
		expect(app.opened.map(({how, path}) => `${how} ${path.split('/')[2] ?? ''}`)).toEqual([
			'resume kidney',
			'read kidney',
			'resume kidney',
			'replay voting',
		]);
		app.close();
	},
);

test.concurrent('deleting asks first, and keeping is what Enter does', async () => {
	const library = sampleLibrary();
	const app = await visit(library);
	await app.press(`d${enter}`);
	await app.press('d');
	await app.press(escape);
	expect(library.removed).toEqual([]);
	await app.press('d');
	await app.press(down + enter);
	await app.sees('Moved to /home/ada/.rostrum/trash/voting');
	expect(library.removed).toEqual(['/debates/voting/debate.jsonl']);
	expect(app.text()).toContain('❯ People should be allowed');
	app.close();
});

test.concurrent('what is no debate is not opened, and why is said', async () => {
	const app = await visit(sampleLibrary());
	await app.press('G');
	await app.press(enter);
	await app.sees('is no debate of ours: line 1 has no hash');
	expect(app.opened).toEqual([]);
	app.close();
});

test.concurrent('thousands of debates are a window of some rows', async () => {
	const [one] = sampleEntries;
	const many = one
		? Array.from({length: 5000}, (_, place) => ({
				...one,
				path: `/debates/${place}/debate.jsonl`,
				topic: `Topic ${place}`,
			}))
		: [];
	const app = await visit(sampleLibrary([...(one ? [one] : []), ...many]), {columns: 80, rows: 24});
	await app.press('G');
	await app.sees('❯ Topic 4999');
	await app.press('\u001B[5~');
	await app.sees('❯ Topic 4989');
	await app.press('g');
	await app.sees('❯ Voting');
	expect(app.text().split('\n').length).toBeLessThanOrEqual(24);
	app.close();
});

test.concurrent('where there is nothing yet, nothing is offered to search or filter', async () => {
	const app = await visit(sampleLibrary([]));
	await app.sees('No debates yet');
	expect(app.text()).not.toMatch(/search|filter/u);
	app.close();
	const other = await visit(sampleLibrary(sampleEntries.slice(0, 1)), {}, ' 1 debate ──');
	expect(other.text()).toMatch(/search[\s\S]*filter/u);
	other.close();
});

test.concurrent('it is closed when it is left, and opened anew', async () => {
	const library = sampleLibrary();
	const app = await visit(library);
	await app.press(escape);
	await app.sees('m more');
	expect(library.closed).toBe(1);
	app.close();
});

test.concurrent('a resize keeps what is chosen', async () => {
	const app = await visit(sampleLibrary());
	await app.press(down);
	for (const [columns, rows] of [
		[60, 15],
		[140, 50],
		[80, 24],
	] as const) {
		await app.resize(columns, rows);
		await app.sees('❯ People should');
		expect(app.text().split('\n').length).toBeLessThanOrEqual(rows);
	}
	app.close();
});

test.concurrent('a debate that was removed is gone from what was found meanwhile, and nothing else is', () => {
	const found = changeView(newView(undefined), {
		entries: sampleEntries,
		of: 5,
		foundFor: 'duty',
		text: 'duty',
		chosen: 2,
	});
	const left = changeView(found, {removed: sampleEntries[0]?.path ?? ''});
	expect(left).toEqual({...found, entries: sampleEntries.slice(1), of: 4});
	expect(changeView(left, {removed: '/debates/elsewhere/debate.jsonl'}).entries).toEqual(left.entries);
});

describe('lines with marks', () => {
	test.each([
		['one two three', [[4, 7]], 8, ['one [two]', 'three']],
		['one two three', [[4, 13]], 8, ['one [two]', '[three]']],
		['a\n\nbee', [[3, 6]], 10, ['a', '', '[bee]']],
		['投票は義務である', [[3, 5]], 8, ['投票は[義]', '[務]である']],
		['none', [], 10, ['none']],
	] as const)('%j, %j in %i columns', (text, marks, width, expected) => {
		expect(
			markedLines(text, marks, width).map(({spans}) =>
				spans.map(span => (span.tone === 'found' ? `[${span.text}]` : span.text)).join(''),
			),
		).toEqual(expected);
	});
});

test('a list that is still being read begins with its newest debate, one that was read keeps the chosen one', () => {
	const [newest, ...older] = sampleEntries;
	const found = {of: sampleEntries.length, foundFor: ''};
	const first = changeView(newView(undefined), {...found, entries: older});
	const all = {...found, entries: newest ? [newest, ...older] : older};
	expect(changeView(first, all).chosen).toBe(0);
	expect(changeView(changeView(first, {brought: true}), all).chosen).toBe(1);
});
