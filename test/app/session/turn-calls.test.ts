/** What `r` shows in an opened turn: each request as it was sent, though only its hash is kept. */
import {readdirSync, readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {beforeAll, expect, test} from 'vitest';
import {eventsIn} from '../../../src/app/files/read-debate.ts';
import {turnCalls, type RecordedCall} from '../../../src/app/session/turn-calls.ts';
import {fold} from '../../../src/debate/reduce.ts';
import {freshFolder, rostrum} from '../../run-in-process.ts';

let journal: string;
let turns: readonly string[];
beforeAll(async () => {
	const out = freshFolder();
	const {code, stderr} = await rostrum(['run', 'motion', '--headless', '--seed', '3', '--out', out]);
	expect(code, stderr).toBe(0);
	journal = path.join(out, readdirSync(out)[0] ?? '', 'debate.jsonl');
	turns = fold(eventsIn(journal)).turns.map(({id}) => id);
});

const callsOf = async (some: readonly string[]): Promise<readonly RecordedCall[]> =>
	(await Promise.all(some.map(id => turnCalls(journal, id)))).flatMap(({calls}) => calls);

test('prompts are made again from the journal, and their hashes are those of what was sent', async () => {
	const calls = (await callsOf(turns)).filter(({answer, prompt}) => answer !== undefined && prompt);
	expect(calls.length).toBeGreaterThan(40);
	expect(new Set(calls.map(({prompt}) => prompt?.check))).toEqual(new Set(['same']));
	expect(new Set(calls.map(({purpose}) => purpose)).size).toBeGreaterThan(3);
	const later = calls.find(({purpose}) => purpose === 'rebuttal')?.prompt?.messages ?? [];
	expect(later.map(({role}) => role)).toContain('system');
	expect(later.map(({text}) => text).join('\n')).toContain(fold(eventsIn(journal)).turns[1]?.text.slice(0, 60));
});

test('a prompt that is not what was sent is told as such, and one without a hash', async () => {
	const file = path.join(path.dirname(journal), 'answers.jsonl');
	const kept = readFileSync(file, 'utf8');
	// A look that led to a point has no prompt: it cannot be made again.
	const checks = async () =>
		new Set((await callsOf(turns.slice(1, 4))).flatMap(({prompt}) => (prompt ? [prompt.check] : [])));
	writeFileSync(file, kept.replaceAll(/"asked":"\w{8}/gu, '"asked":"00000000'));
	expect(await checks()).toContain('other');
	expect(await checks()).not.toContain('same');
	writeFileSync(file, '');
	expect(await checks()).toEqual(new Set(['unchecked']));
	writeFileSync(file, kept);
});

test('a debate by another version of its format has no prompts, and says why', async () => {
	const {calls, missing} = await turnCalls('transcripts/sample-three-way-ethics/debate.jsonl', 't5');
	expect(calls.length).toBeGreaterThan(0);
	expect(calls.filter(({prompt}) => prompt)).toEqual([]);
	expect(missing).toMatch(/held by version 1 of Duelogic, and this Rostrum has version \d/u);
});
