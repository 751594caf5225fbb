import {cpSync, mkdirSync, mkdtempSync, readFileSync, utimesSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {expect, test} from 'vitest';
import {runningDebates} from '../../../src/app/screens/running-debates.ts';
import {lockJournal} from '../../../src/engine/replay/journal-lock.ts';

/** A folder with a finished debate, and with two that are not: `old` was last written a month ago. */
function folderOfDebates(): string {
	const folder = mkdtempSync(path.join(tmpdir(), 'rostrum-running-'));
	cpSync('transcripts/sample-three-way-ethics', path.join(folder, 'done'), {recursive: true});
	const lines = readFileSync('transcripts/sample-three-way-ethics/debate.jsonl', 'utf8').split('\n');
	for (const name of ['open', 'old']) {
		mkdirSync(path.join(folder, name));
		writeFileSync(path.join(folder, name, 'debate.jsonl'), `${lines.slice(0, 40).join('\n')}\n`);
	}
	utimesSync(path.join(folder, 'old', 'debate.jsonl'), new Date(0), new Date(0));
	return folder;
}

test('what runs is told from what has lost its writer; what is over, or long silent, is no news', async () => {
	const folder = folderOfDebates();
	const journal = path.join(folder, 'open', 'debate.jsonl');
	const title = 'A self-driving car should always minimise total deaths, even at its passenger’s expense.';
	const about = {title, format: 'duelogic', path: path.dirname(journal)};
	const lock = await lockJournal(journal);
	expect(runningDebates([folder, folder])).toEqual([
		{...about, running: true, state: 'running', spoken: expect.stringMatching(/^\d+:\d\d spoken$/u)},
	]);
	lock.release();
	expect(runningDebates([folder])).toMatchObject([{...about, running: false, state: 'writer gone'}]);
	expect(runningDebates([path.join(folder, 'nowhere')])).toEqual([]);
});
