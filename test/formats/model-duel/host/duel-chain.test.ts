import {expect, it} from 'vitest';
import type {DebateState} from '../../../../src/debate/state.ts';
import {duelOf} from '../../../../src/formats/model-duel/view.ts';
import type {QueuedTask, TaskQueue} from '../../../../src/formats/contract.ts';
import {listOption} from '../../../../src/formats/options.ts';
import {openChain} from '../../../../src/formats/model-duel/host/effects.ts';
import {duelInput} from '../../../../src/formats/model-duel/options.ts';
import {critique, issues, revision, runDuel, scripted} from '../duel.ts';

type Severity = 'blocker' | 'minor' | 'note';
const input = {args: ['model-duel'], options: {topic: 'Write a retry policy.'}};

const configOf = ({input: {options}}: QueuedTask): Record<string, unknown> =>
	Object.fromEntries(
		listOption(options, 'set').map(text => {
			const at = text.indexOf('=');
			return [text.slice(0, at), JSON.parse(text.slice(at + 1)) as unknown];
		}),
	);

/** Holds the duels of a chain, whose critics find issues of these severities in turn. `cut` are left to be begun. */
async function work(queue: TaskQueue, severities: readonly Severity[], states = new Map<string, DebateState>()) {
	const held: Record<string, unknown>[] = [];
	const signal = new AbortController().signal;
	for await (const task of queue.tasks(
		signal,
		() => undefined,
		id => states.get(id),
	)) {
		if (states.has(task.id)) continue;
		const severity = severities[held.length];
		if (severity === undefined) break;
		const config = configOf(task);
		const {state} = await runDuel({
			config,
			antigravity: scripted({critique: () => ({...critique, issues: issues.map(issue => ({...issue, severity}))})}),
			codex: scripted({revision: () => ({...revision, content: `Text ${held.length + 1}.`})}),
		});
		states.set(task.id, state);
		held.push({...config, draft: duelOf(state)?.draft?.text});
	}
	return {held, states};
}

it('goes on with the last text until nothing above a note is found', async () => {
	const queue = openChain(input, 5);
	const {held} = await work(queue, ['blocker', 'minor', 'note', 'note']);
	expect(held.map(({previous}) => previous)).toEqual([undefined, 'Text 1.', 'Text 2.']);
	expect(held[2]).toMatchObject({draft: 'Text 2.'});
	expect(queue.result?.()).toEqual({text: 'Approved in duel 3: nothing graver than a note was found.', code: 0});
});

it('ends after as many duels as it may hold, with an exit code of its own', async () => {
	const queue = openChain(input, 2);
	const {held} = await work(queue, ['blocker', 'blocker', 'note']);
	expect(held).toHaveLength(2);
	expect(queue.result?.()).toMatchObject({code: 6});
	expect(queue.result?.()?.text).toContain('Not approved in 2 duels: the last critique has 2 issues above a note');
});

it('goes on where it was cut off, and begins anew when it has ended', async () => {
	const {states} = await work(openChain(input, 3), ['blocker']);
	const {held} = await work(openChain(input, 3), ['note'], states);
	expect(held).toEqual([expect.objectContaining({previous: 'Text 1.'})]);
	const anew = await work(openChain(input, 3), ['note'], states);
	expect(anew.held).toEqual([expect.not.objectContaining({previous: expect.anything()})]);
	expect(states.size).toBe(3);
});

it('is refused beside a queue, and with more critics than seats', () => {
	const given = (options: object) => () => duelInput({args: ['model-duel'], options: {...options}}, '.');
	expect(given({inbox: 'x.jsonl', untilApproved: '2'})).toThrow('A queue has one duel a task');
	expect(given({critiqueVoice: ['a', 'b', 'c', 'd']})).toThrow('A duel has at most 3 critics');
});
