import {cpSync, mkdirSync, mkdtempSync, readFileSync, utimesSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {expect, test} from 'vitest';
import {runningDebates} from '../../../src/app/setup/debate-look.ts';
import {waitingMark} from '../../../src/app/files/beside-journal.ts';
import type {JournalEvent} from '../../../src/debate/events.ts';
import {takeJournalLock} from '../../../src/engine/replay/resume.ts';

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
	const lock = await takeJournalLock(journal);
	expect(runningDebates([folder, folder])).toEqual([
		{...about, running: true, state: 'running', spoken: expect.stringMatching(/^\d+:\d\d aloud$/u)},
	]);
	const mark = waitingMark(journal);
	mark.follow({type: 'question', id: 'seat chair_2 40', seat: 'chair_2', text: 'Who?', options: ['try again']});
	expect(runningDebates([folder])).toMatchObject([{running: true, state: 'waiting for an answer'}]);
	const answer = (seq: number, question: string): JournalEvent => ({
		type: 'user-action',
		seq,
		at: 0,
		hash: '',
		data: {action: 'choose', question, choice: 'try again'},
	});
	mark.follow(answer(40, 'seat chair_1 7'));
	expect(runningDebates([folder])).toMatchObject([{state: 'waiting for an answer'}]);
	mark.follow(answer(41, 'seat chair_2 40'));
	expect(runningDebates([folder])).toMatchObject([{state: 'running'}]);
	// A killed writer leaves its mark, which the next takes away.
	mark.follow({type: 'question', id: 'seat chair_2 40', seat: 'chair_2', text: 'Who?', options: ['try again']});
	waitingMark(journal);
	expect(runningDebates([folder])).toMatchObject([{state: 'running'}]);
	mark.follow({type: 'question', id: 'seat chair_2 40', seat: 'chair_2', text: 'Who?', options: ['try again']});
	lock.release();
	expect(runningDebates([folder])).toMatchObject([{...about, running: false, state: 'stopped: its program has ended'}]);
	expect(runningDebates([path.join(folder, 'nowhere')])).toEqual([]);
});
