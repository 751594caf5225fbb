import {cpSync, mkdtempSync, readFileSync, readdirSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {expect, test} from 'vitest';
import {stageRecorder} from '../../../src/ui/recording/recorder.ts';
import {exportsOf} from '../../../src/app/session/session.ts';
import {loadSettings} from '../../../src/settings/settings.ts';

function copied() {
	const folder = mkdtempSync(path.join(tmpdir(), 'rostrum-watched-export-'));
	const journal = path.join(folder, 'debate.jsonl');
	cpSync('transcripts/sample-four-day-week/debate.jsonl', journal);
	return {
		folder,
		exports: exportsOf(journal, 'motion', {
			configure: () => loadSettings({}, {env: {ROSTRUM_HOME: folder}}),
			recorder: stageRecorder,
		}),
	};
}

test('an export tells its progress, in order and to the end', async () => {
	const {exports} = copied();
	const shares: number[] = [];
	const {path: file} = await exports.write('html', {progress: share => void shares.push(share)});
	expect(shares).toEqual(shares.toSorted((one, other) => one - other));
	expect([shares[0], shares.at(-1)]).toEqual([expect.closeTo(0, 1), expect.closeTo(1, 1)]);
	expect(readFileSync(file, 'utf8')).toBe(await exports.preview('html'));
});

test('an export never takes the place of an earlier file that differs', async () => {
	const {folder, exports} = copied();
	const page = path.join(folder, 'debate.html');
	expect(await exports.write('html')).toEqual({path: page});
	const before = readdirSync(folder);
	expect(await exports.write('html')).toEqual({path: page, note: 'where it stood already'});
	expect(readdirSync(folder)).toEqual(before);
	writeFileSync(page, 'edited by hand');
	const second = path.join(folder, 'debate-2.html');
	expect(await exports.write('html')).toEqual({path: second, note: 'beside the earlier file'});
	expect(readFileSync(page, 'utf8')).toBe('edited by hand');
	expect(readFileSync(second, 'utf8')).toBe(await exports.preview('html'));
});

test('one that is stopped leaves what was there, and nothing beside it', async () => {
	const {folder, exports} = copied();
	writeFileSync(path.join(folder, 'debate.html'), 'an older page');
	const before = readdirSync(folder);
	const stop = new AbortController();
	const done = exports.write('html', {signal: stop.signal, progress: share => void (share > 0.8 && stop.abort())});
	await expect(done).rejects.toThrow();
	expect(readFileSync(path.join(folder, 'debate.html'), 'utf8')).toBe('an older page');
	expect(readdirSync(folder)).toEqual(before);
});

test('a recording is shown small before it is drawn, and is not there where it is stopped', async () => {
	const {folder, exports} = copied();
	const preview = await exports.preview('cast');
	expect(preview).toContain('at 100 columns and 30 rows');
	expect(preview).toContain(' ROSTRUM ');
	expect(preview).toContain('▸ watching');
	expect(preview).not.toContain('\u001B');
	const before = readdirSync(folder);
	const stop = new AbortController();
	const shares: number[] = [];
	const progress = (share: number): void => {
		shares.push(share);
		if (share > 0.2) stop.abort();
	};
	await expect(exports.write('cast', {signal: stop.signal, progress})).rejects.toThrow();
	expect(shares).toEqual(shares.toSorted((one, other) => one - other));
	expect(readdirSync(folder)).toEqual(before);
});
