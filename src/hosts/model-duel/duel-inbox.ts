/** A bridge's queue of tasks, `inbox.jsonl`: read as it grows, never changed. */
import {z} from 'zod';
import {cleanText} from '../../debate/text/intake.ts';
import {jsonIfAny} from '../../debate/text/json-if-any.ts';
import {tailLines} from '../../app/files/tail-lines.ts';

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
	const read = Line.safeParse(jsonIfAny(line));
	if (!read.success)
		return {
			problem: read.error.issues.map(({path, message}) => `${path.join('.') || 'the line'}: ${message}`).join('; '),
		};
	const {taskId, ackId, duelMode, text, task, content, message} = read.data;
	if (!on.has(typeof duelMode === 'string' ? duelMode.toLowerCase() : duelMode)) return {skip: taskId};
	const said = text ?? task ?? content ?? message;
	return said === undefined ? {problem: `task ${taskId} has no text`} : {task: {taskId, ackId, text: said}};
}

type Queue = {
	readonly file: string;
	readonly signal: AbortSignal;
	/** Ends when no line has come for so long since the last was dealt with; 0 never. */
	readonly idleMs: number;
	/** Called with each line that is no task, and why. */
	readonly complain: (problem: string) => void;
};

/** The tasks meant for a duel, in order, each id once, as they come. */
export async function* inboxTasks({file, signal, idleMs, complain}: Queue): AsyncGenerator<InboxTask> {
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
