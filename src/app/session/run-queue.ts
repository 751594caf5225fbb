/**
 * Holds a debate on each task of a queue, one after the other, as plain text. Which tasks are done is known from the
 * journals of their debates, so that none is done twice or left out, whenever the process is killed.
 */
import {mkdirSync} from 'node:fs';
import {join} from 'node:path';
import {endingIn} from '../../debate/state.ts';
import {fold} from '../../debate/reduce.ts';
import {UsageError} from '../../debate/usage-error.ts';
import {LockHeld, takeLock, type FileLock} from '../../engine/host/append-lock.ts';
import {sha256} from '../../engine/host/hash.ts';
import {readJournal} from '../../engine/journal/journal.ts';
import {exitCodes, type DebateOfTask, type QueuedTask, type TaskQueue} from '../../formats/contract.ts';
import {flagOption, type Input} from '../../formats/options.ts';
import type {Configuration} from '../../settings/settings.ts';
import type {CliContext} from '../context.ts';
import {journalsUnder} from '../files/debate-folders.ts';
import {planWithVoices, type ReadyPlan} from '../plan/attach-voices.ts';
import {checkOnce} from '../plan/start-check.ts';
import {completeDebates, resumeSession} from './resume.ts';
import {startSession, type RunningSession, type SessionOptions} from './start-session.ts';

/** Shows a debate as plain text or as JSON lines while it is held, and gives the exit code of its outcome. */
type Render = (
	running: RunningSession,
	context: CliContext,
	manner: {headless: true; json: boolean; notices: readonly string[]; settings: Configuration['settings']},
) => Promise<number>;

type QueueRun = {
	readonly configuration: Configuration;
	readonly context: CliContext;
	readonly render: Render;
	readonly json: boolean;
	/** The folder of debates. */
	readonly folder: string;
	/** The journals of tasks by their id, added to as they are begun. */
	readonly journals: Map<string, string>;
};

/** Returns the worst exit code of the debates, or that of an interruption. Throws `UsageError`. */
export async function runQueue(
	queue: TaskQueue,
	configuration: Configuration,
	context: CliContext,
	render: Render,
): Promise<number> {
	// Errors in the command line are reported before the first task comes.
	const plan = planFor(queue.sample, configuration, context);
	for (const notice of await checkOnce([plan], configuration, context.signal)) context.stderr.write(`${notice}\n`);
	const lock = await takeQueueLock(plan.folder, queue);
	try {
		const complain = (problem: string): void => void context.stderr.write(`${problem}\n`);
		const journals = new Map<string, string>();
		const held: DebateOfTask = id => {
			const journal = journals.get(id);
			return journal === undefined ? undefined : fold(readJournal(journal).events);
		};
		const started = await startedTasks(queue, plan, journals);
		const ended = [...journals].filter(([id]) => started.get(id) === 'done').map(([, journal]) => journal);
		await completeDebates(ended, {configuration, recorder: context.recorder, notice: complain});
		const tasks = queue.tasks(context.signal, complain, held);
		const json = flagOption(queue.sample.options, 'json');
		const run = {configuration, context, render, json, folder: plan.folder, journals};
		const code = await runTasks(tasks, started, run);
		const result = code === exitCodes.interrupted ? undefined : queue.result?.();
		if (result) context.stderr.write(`${result.text}\n`);
		return Math.max(code, result?.code ?? 0);
	} finally {
		lock.release();
	}
}

async function runTasks(
	tasks: AsyncIterable<QueuedTask>,
	started: ReadonlyMap<string, TaskStatus>,
	run: QueueRun,
): Promise<number> {
	const {configuration, context, render, json, folder, journals} = run;
	const {signal, stderr} = context;
	let worst: number = exitCodes.ok;
	for await (const {id, input} of tasks) {
		const before = started.get(id);
		if (before === 'done') continue;
		stderr.write(`${before === undefined ? 'Task' : 'Going on with task'} ${id}\n`);
		const {running, plan} =
			before === undefined
				? await begin(input, run)
				: await resumeSession(before.journal, {...sessionOptions(run), folder, waits: true});
		journals.set(id, running.journal);
		const code = await render(running, context, {
			headless: true,
			json,
			notices: plan.notices,
			settings: configuration.settings,
		});
		if (code === exitCodes.interrupted) return code;
		worst = Math.max(worst, code);
	}
	return signal.aborted ? exitCodes.interrupted : worst;
}

async function begin(
	input: Input,
	run: QueueRun,
): Promise<{readonly running: RunningSession; readonly plan: ReadyPlan}> {
	const plan = planFor(input, run.configuration, run.context);
	return {running: await startSession(plan, sessionOptions(run)), plan};
}

const sessionOptions = ({configuration, context: {cwd, signal, recorder, stderr}}: QueueRun): SessionOptions => ({
	cwd,
	signal,
	recorder,
	configuration,
	headless: true,
	notice: text => void stderr.write(`${text}\n`),
});

const planFor = (input: Input, configuration: Configuration, {cwd}: CliContext): ReadyPlan =>
	planWithVoices(input, configuration, {cwd, interactive: false});

/** Two processes working on one queue would do its tasks twice. */
async function takeQueueLock(folder: string, {file, from}: TaskQueue): Promise<FileLock> {
	mkdirSync(folder, {recursive: true, mode: 0o700});
	try {
		return await takeLock(join(folder, `.inbox-${sha256(file).slice(0, 12)}.lock`), {waitMs: 0});
	} catch (error) {
		if (!(error instanceof LockHeld)) throw error;
		throw new UsageError(
			{
				what: `Another process works through this queue (${error.message})`,
				value: file,
				from,
				todo: 'Let it, or end it.',
			},
			{cause: error},
		);
	}
}

/** A task that was started before: it is done, or its debate was cut off. */
type TaskStatus = 'done' | {readonly journal: string};

/** From the format's own files, and from the journals in the folder of debates. */
async function startedTasks(
	queue: TaskQueue,
	{folder, config, protocol}: ReadyPlan,
	journals: Map<string, string>,
): Promise<Map<string, TaskStatus>> {
	const tasks = new Map<string, TaskStatus>((await queue.finished(config)).map(id => [id, 'done']));
	for (const journal of journalsUnder(folder)) {
		const {events} = readJournal(journal);
		const [start] = events;
		const id =
			start?.type === 'debate-start' && start.protocol === protocol.id ? queue.taskIn(start.config) : undefined;
		if (id === undefined) continue;
		journals.set(id, journal);
		tasks.set(id, endingIn(events) ? 'done' : {journal});
	}
	return tasks;
}
