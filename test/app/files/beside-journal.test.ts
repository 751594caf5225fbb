import {existsSync, mkdtempSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {draftKeeper} from '../../../src/app/files/beside-journal.ts';

const temporaryFolder = (): string => mkdtempSync(join(tmpdir(), 'rostrum-draft-'));
const journalIn = (folder: string): string => join(folder, 'debate.jsonl');

test('what is typed is on the disk soon, for its owner alone, and there again afterwards', async () => {
	const folder = temporaryFolder();
	const keeper = draftKeeper(journalIn(folder));
	const given = {'issue 1': 'It repeats.'};
	for (const text of ['I', 'I say', 'I say no']) keeper.keep({call: 'turn/3', texts: {'turn/3': text}, given});
	await expect.poll(() => existsSync(join(folder, 'draft.json'))).toBe(true);
	expect(statSync(join(folder, 'draft.json')).mode & 0o777).toBe(0o600);
	// As after a kill: nothing was flushed.
	expect(draftKeeper(journalIn(folder)).left).toEqual({call: 'turn/3', texts: {'turn/3': 'I say no'}, given});
	writeFileSync(join(folder, 'draft.json'), '{"call": "turn/3", "texts": {}}');
	expect(draftKeeper(journalIn(folder)).left).toEqual({call: 'turn/3', texts: {}, given: {}});
});

test('nothing is left once it is said, or the debate is over', () => {
	const folder = temporaryFolder();
	const keeper = draftKeeper(journalIn(folder));
	for (const texts of [{}, {part: ''}]) {
		keeper.keep({call: 'turn/3', texts: {part: 'half a thought'}});
		keeper.flush();
		expect(existsSync(join(folder, 'draft.json'))).toBe(true);
		keeper.keep({call: 'turn/3', texts});
		keeper.flush();
		expect(existsSync(join(folder, 'draft.json'))).toBe(false);
	}
	keeper.keep({call: 'turn/4', texts: {part: 'never said'}});
	keeper.flush();
	keeper.remove();
	expect(existsSync(join(folder, 'draft.json'))).toBe(false);
});

test('a file that is no draft is none, and what a stranger wrote into one is cleaned', () => {
	const folder = temporaryFolder();
	const file = join(folder, 'draft.json');
	for (const text of ['', '{"call": 3}', '[', '{"call": "t", "texts": {"a": 1}}']) {
		writeFileSync(file, text);
		expect(draftKeeper(journalIn(folder)).left).toBeUndefined();
		expect(readFileSync(file, 'utf8')).toBe(text);
	}
	writeFileSync(file, JSON.stringify({call: 't', texts: {a: 'red \u001B[31m\u001B]52;c;eA==\u0007'}}));
	expect(JSON.stringify(draftKeeper(journalIn(folder)).left)).not.toContain('\\u001b');
});

test('a folder that cannot be written to is told once, and typing goes on', () => {
	const told: string[] = [];
	const file = join(temporaryFolder(), 'a file');
	writeFileSync(file, '');
	const keeper = draftKeeper(journalIn(file), text => told.push(text));
	for (const text of ['a', 'ab']) {
		keeper.keep({call: 't', texts: {t: text}});
		keeper.flush();
	}
	expect(told).toEqual([expect.stringMatching(/cannot be kept in .*draft\.json: E/u)]);
});
