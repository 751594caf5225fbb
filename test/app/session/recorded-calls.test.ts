import {mkdtempSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {expect, test} from 'vitest';
import {recordedCalls} from '../../../src/app/session/turn-calls.ts';
import {openJournal} from '../../../src/engine/journal/journal.ts';
import {journalAt} from '../../exports/recorded.ts';

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

type Appended = Parameters<ReturnType<typeof openJournal>['append']>[0];

/** A journal in which one turn was asked for ahead of its time, judged, and watched. */
function debate(answers: readonly string[], more: readonly Appended[] = []): string {
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
	for (const event of more) journal.append(event);
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

test('a turn that was asked for as a whole before it was said has its speaker’s requests since the turn before', () => {
	const turn = {type: 'turn-start' as const, kind: 'reply', segment: 'review', at: 0};
	const file = debate(
		[],
		[
			{...callOf('answer'), participant: 'chair_2', seq: 7, at: 0},
			{...turn, turnId: 't5', speaker: 'chair_2', step: 'script/12 say chair_2', seq: 8},
			{...turn, turnId: 't6', speaker: 'chair_2', step: 'script/13 say chair_2', seq: 9},
		],
	);
	expect(recordedCalls(file, 't5').map(({step}) => step)).toEqual(['answer']);
	expect(recordedCalls(file, 't6')).toEqual([]);
});
