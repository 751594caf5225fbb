/** A bridge's queue of tasks, `inbox.jsonl`: read as it grows, never changed. */
import {existsSync} from 'node:fs';
import {resolve} from 'node:path';
import {z} from 'zod';
import {UsageError} from '../../../debate/usage-error.ts';
import {modelDuelConfig} from '../config.ts';
import type {QueuedTask, TaskQueue} from '../../contract.ts';
import {listOption, numberOption, textOption, type Input} from '../../options.ts';
import {logEvents} from './duel-log.ts';
import {cleanText} from '../../../debate/text/intake.ts';
import {parseJsonIfValid} from '../../../debate/text/json.ts';
import {tailLines} from '../../../engine/host/tail-lines.ts';

export type InboxTask = {readonly taskId: string; readonly ackId: string; readonly text: string};

/** What a line of the queue comes to: a task for a duel, one that is not for us, or no task at all. */
export type InboxLine = {readonly task: InboxTask} | {readonly skip: string} | {readonly problem: string};

const Text = z
	.string()
	.transform(text => cleanText(text).trim())
	.refine(text => text !== '');
const Id = z.union([Text, z.int().transform(String)]);
/** Bridges say it in different ways that a task is meant for a duel. */
const on = new Set<unknown>([true, 1, 'on', 'true', 'yes', 'duel']);
const Line = z.looseObject({
	taskId: Id,
	ackId: Id,
	duelMode: z.unknown().optional(),
	text: Text.optional(),
	task: Text.optional(),
	content: Text.optional(),
	message: Text.optional(),
});

export function readInboxLine(line: string): InboxLine {
	const read = Line.safeParse(parseJsonIfValid(line));
	if (!read.success)
		return {
			problem: read.error.issues.map(({path, message}) => `${path.join('.') || 'the line'}: ${message}`).join('; '),
		};
	const {taskId, ackId, duelMode, text, task, content, message} = read.data;
	if (!on.has(typeof duelMode === 'string' ? duelMode.toLowerCase() : duelMode)) return {skip: taskId};
	const said = text ?? task ?? content ?? message;
	return said === undefined ? {problem: `task ${taskId} has no text`} : {task: {taskId, ackId, text: said}};
}

type InboxOptions = {
	readonly file: string;
	readonly signal: AbortSignal;
	/** Ends when no line has come for so long since the last was dealt with; 0 never. */
	readonly idleMs: number;
	/** Called with each line that is no task, and why. */
	readonly complain: (problem: string) => void;
};

/** The tasks meant for a duel, in order, each id once, as they come. */
export async function* inboxTasks({file, signal, idleMs, complain}: InboxOptions): AsyncGenerator<InboxTask> {
	const seen = new Set<string>();
	let number = 0;
	let busyAt = performance.now();
	for await (const lines of tailLines(file, signal)) {
		for (const line of lines) {
			number++;
			if (signal.aborted) return;
			if (line.trim() === '') continue;
			const read = readInboxLine(line);
			if ('problem' in read) complain(`${file}: line ${number} is passed over: ${read.problem}`);
			if (!('task' in read) || seen.has(read.task.taskId)) continue;
			seen.add(read.task.taskId);
			yield read.task;
		}
		if (lines.length > 0) busyAt = performance.now();
		else if (idleMs > 0 && performance.now() - busyAt > idleMs) return;
	}
}

const defaultIdleMs = 10_000;

/** The queue that `--inbox` names. Throws `UsageError` if there is no such file. */
export function openInbox(input: Input, cwd: string): TaskQueue {
	const file = resolve(cwd, textOption(input.options, 'inbox') ?? '');
	if (!existsSync(file))
		throw new UsageError({
			what: 'There is no such queue',
			value: file,
			from: '--inbox',
			todo: 'Name a file that holds one task a line.',
		});
	const idleMs = numberOption(input.options, 'inboxIdle', {flag: '--inbox-idle'}) ?? defaultIdleMs;
	return {
		file,
		from: '--inbox',
		sample: inputFor({taskId: 'none', ackId: 'none', text: 'none'}, input),
		async *tasks(signal, complain): AsyncGenerator<QueuedTask> {
			for await (const task of inboxTasks({file, signal, idleMs, complain}))
				yield {id: task.taskId, input: inputFor(task, input)};
		},
		finished: finishedTasks,
		taskIn: config => modelDuelConfig.safeParse(config).data?.taskId,
	};
}

/** Every duel has a topic and ids of its own; the rest is the same for all. */
const inputFor = ({taskId, ackId, text}: InboxTask, {args, options}: Input): Input => ({
	args,
	options: {
		...options,
		topic: text,
		set: [...listOption(options, 'set'), `taskId=${JSON.stringify(taskId)}`, `ackId=${JSON.stringify(ackId)}`],
	},
});

/** By the log that `--log` names, which may know more duels than the folder of debates does. */
async function finishedTasks(config: unknown): Promise<string[]> {
	const {log} = modelDuelConfig.parse(config);
	const ids: string[] = [];
	if (log !== undefined) for await (const {type, taskId} of logEvents(log)) if (type === 'final') ids.push(taskId);
	return ids;
}
