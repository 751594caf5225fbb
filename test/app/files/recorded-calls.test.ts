import {mkdtempSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {expect, test} from 'vitest';
import {recordedCalls} from '../../../src/app/files/recorded-calls.ts';
import {openJournal} from '../../../src/engine/journal/journal.ts';
import {journalAt} from '../../transcripts/recorded.ts';

const sample = 'transcripts/sample-three-way-ethics';

const callOf = (call: string, answer?: number) => ({
	type: 'voice-call' as const,
	call,
	participant: 'chair_1',
	voice: 'ollama:qwen3',
	purpose: call.includes('judge') ? 'judge' : 'reply',
	tries: 1,
	ms: 1200,
	usage: {input: 800, output: 120},
	...(answer !== undefined && {answer}),
});

const kept = (answer: number, step: string, text: string) =>
	JSON.stringify({
		answer,
		asked: `hash-${answer}`,
		step,
		participant: 'chair_1',
		voice: 'v',
		purpose: 'p',
		text,
		finish: 'stop',
		ms: 1,
	});

/** A journal in which one turn was asked for ahead of its time, judged, and watched. */
function debate(answers: readonly string[]): string {
	const folder = mkdtempSync(path.join(tmpdir(), 'rostrum-calls-'));
	const file = path.join(folder, 'debate.jsonl');
	const journal = openJournal(file);
	const [start] = journalAt(sample);
	if (start?.type !== 'debate-start') throw new Error('no start');
	const {hash: _hash, ...first} = start;
	const turn = {type: 'turn-start' as const, turnId: 't4', speaker: 'chair_1', kind: 'reply', segment: 'exchange'};
	journal.append(first);
	journal.append({...turn, step: 'script/8 speak chair_1', seq: 2, at: 0});
	const calls = [
		callOf('ahead', 1),
		callOf('ahead', 2),
		callOf('script/judge-t4/judge/1 ask judge', 3),
		callOf('script/judge-t40/judge/1 ask judge', 4),
	];
	for (const [index, call] of calls.entries()) journal.append({...call, seq: index + 3, at: 0});
	journal.close();
	if (answers.length > 0) writeFileSync(path.join(folder, 'answers.jsonl'), `${answers.join('\n')}\n`);
	return file;
}

test('a turn’s requests are its own, made ahead or not, and those about it, each with its answer as received', () => {
	const file = debate([
		kept(1, 'ahead', 'Not this one.'),
		kept(2, 'ahead', '**Said**\u001B[31m as received.'),
		JSON.stringify({claimed: 'hash-2', step: 'script/8 speak chair_1'}),
		kept(3, 'script/judge-t4/judge/1 ask judge', '{"S1":true}'),
		'torn {',
	]);
	expect(recordedCalls(file, 't4')).toMatchObject([
		{purpose: 'reply', answer: '**Said** as received.', hash: 'hash-2', tokens: {input: 800, output: 120}},
		{purpose: 'judge', answer: '{"S1":true}'},
	]);
});

test('without kept answers there are the requests alone', () => {
	expect(recordedCalls(debate([]), 't4').map(({purpose, answer}) => [purpose, answer])).toEqual([['judge', undefined]]);
	expect(recordedCalls(debate([]), 't99')).toEqual([]);
});
