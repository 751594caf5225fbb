import {appendFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {inboxTasks, readInboxLine} from '../../../../src/formats/model-duel/host/duel-inbox.ts';
import {folder} from '../../../engine/toy.ts';

const line = (taskId: string, more: object = {}) =>
	JSON.stringify({taskId, ackId: `ack-${taskId}`, text: `Do ${taskId}.`, duelMode: true, ...more});

describe('a line of the queue', () => {
	it('is a task where its duel mode is on, however that is said', () => {
		for (const duelMode of [true, 1, 'on', 'TRUE', 'duel'])
			expect(readInboxLine(line('a', {duelMode}))).toEqual({task: {taskId: 'a', ackId: 'ack-a', text: 'Do a.'}});
		for (const duelMode of [false, 'off', null, undefined, 0])
			expect(readInboxLine(line('a', {duelMode}))).toEqual({skip: 'a'});
	});

	it('may call its text otherwise, and is passed over with a reason where there is none, or no id', () => {
		expect(readInboxLine(line('a', {text: undefined, task: 'Other.'}))).toMatchObject({task: {text: 'Other.'}});
		expect(readInboxLine(line('a', {text: undefined}))).toEqual({problem: 'task a has no text'});
		expect(readInboxLine('{"text": "x", "duelMode": true}')).toMatchObject({
			problem: expect.stringContaining('taskId'),
		});
		expect(readInboxLine('not json')).toMatchObject({problem: expect.stringContaining('the line')});
	});

	it('is freed of secrets and of what a terminal would obey', () => {
		const read = readInboxLine(line('a', {text: `Use ghp_${'a1B2c3D4'.repeat(5)} \u001B[2J now`}));
		expect(JSON.stringify(read)).not.toMatch(/ghp_|\\u001b/u);
	});
});

describe('the queue', () => {
	it('gives each task once, those that come while it works too, and waits for a line that is being written', async () => {
		const file = path.join(folder(), 'inbox.jsonl');
		writeFileSync(
			file,
			`${line('a')}\n${line('off', {duelMode: false})}\n${line('a')}\nrubbish\n\n${line('b')}\n${line('c').slice(0, 20)}`,
		);
		const complaints: string[] = [];
		const seen: string[] = [];
		for await (const {taskId} of inboxTasks({
			file,
			signal: new AbortController().signal,
			idleMs: 400,
			complain: problem => complaints.push(problem),
		})) {
			seen.push(taskId);
			// What was read before ends in the middle of a line.
			if (taskId === 'b') appendFileSync(file, `${line('c').slice(20)}\n${line('d')}\n`);
		}
		expect(seen).toEqual(['a', 'b', 'c', 'd']);
		expect(complaints).toHaveLength(1);
		expect(complaints[0]).toContain('line 4 is passed over');
	});

	it('stops at once when it is told to', async () => {
		const file = path.join(folder(), 'inbox.jsonl');
		writeFileSync(file, '');
		const stop = new AbortController();
		setTimeout(() => stop.abort(), 50);
		for await (const task of inboxTasks({file, signal: stop.signal, idleMs: 0, complain: () => undefined}))
			throw new Error(task.taskId);
		expect(stop.signal.aborted).toBe(true);
	});
});
