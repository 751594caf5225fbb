/**
 * `rostrum run model-duel --inbox FILE`: a duel for each task of a queue, one after the other, as plain text. What was
 * done
 * is known from the duels' own journals, so that no task is done twice and none is left out, whatever is killed when.
 */
import {existsSync, mkdirSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {endingIn} from '../../debate/ending.ts';
import {LockHeld, lockFile} from '../../engine/host/append-lock.ts';
import {sha256} from '../../engine/host/hash.ts';
import {readJournal} from '../../engine/journal/journal.ts';
import {modelDuelConfig} from '../../protocols/model-duel/config.ts';
import {loadSettings, type Configuration} from '../../settings/settings.ts';
import {exitCodes, type CliContext, type Input, type Run} from '../../commands/cli/command.ts';
import {inboxTasks, type InboxTask} from '../../hosts/model-duel/duel-inbox.ts';
import {logEvents} from '../../hosts/model-duel/duel-log.ts';
import {journalsUnder} from '../files/find-debate.ts';
import {startSession, type RunningSession} from './start-session.ts';
import {flagOption, listOption, numberOption, settingFlags, textOption} from '../../hosts/contract/options.ts';
import {planWithVoices, type Plan} from '../plan/attach-voices.ts';
import {renderSession} from './render-session.ts';
import {goOn} from './resume.ts';
import {debateOptions} from '../../commands/registry.ts';
import {UsageError} from '../../debate/usage-error.ts';

const usualIdleMs = 10_000;

export const run: Run = async (input, around) => {
	const file = resolve(around.cwd, textOption(input.options, 'inbox') ?? '');
	if (!existsSync(file))
		throw new UsageError({
			what: 'There is no such queue',
			value: file,
			from: '--inbox',
			todo: 'Name a file that holds one task a line.',
		});
	const idleMs = numberOption(input.options, 'inboxIdle', {flag: '--inbox-idle'}) ?? usualIdleMs;
	const configuration = loadSettings(settingFlags(input.options, debateOptions()));
	// Whatever is wrong with the command line shows before the first task comes.
	const plan = planFor({taskId: 'none', ackId: 'none', text: 'none'}, input, configuration, around);
	const giveBack = await claim(plan.folder, file);
	try {
		const complain = (problem: string): void => void around.stderr.write(`${problem}\n`);
		const tasks = inboxTasks({file, signal: around.signal, idleMs, complain});
		return await workThrough(tasks, await known(plan), {input, configuration, around, folder: plan.folder});
	} finally {
		giveBack();
	}
};

type Work = {
	readonly input: Input;
	readonly configuration: Configuration;
	readonly around: CliContext;
	readonly folder: string;
};

/** Gives the exit code of the worst of them, or that of an interruption. */
async function workThrough(
	tasks: AsyncIterable<InboxTask>,
	done: ReadonlyMap<string, Known>,
	work: Work,
): Promise<number> {
	const {
		around: {signal, stderr},
		input,
		configuration,
	} = work;
	let worst: number = exitCodes.ok;
	for await (const task of tasks) {
		const before = done.get(task.taskId);
		if (before === 'done') continue;
		stderr.write(`${before === undefined ? 'Task' : 'Going on with task'} ${task.taskId}\n`);
		const {held, notices} =
			before === undefined
				? await begin(task, work)
				: await goOn(before.journal, configuration, {folder: work.folder, headless: true, signal});
		const code = await renderSession(held, work.around, {
			headless: true,
			json: flagOption(input.options, 'json'),
			notices,
			settings: configuration.settings,
		});
		if (code === exitCodes.interrupted) return code;
		worst = Math.max(worst, code);
	}
	return signal.aborted ? exitCodes.interrupted : worst;
}

async function begin(
	task: InboxTask,
	{input, configuration, around}: Work,
): Promise<{held: RunningSession; notices: readonly string[]}> {
	const plan = planFor(task, input, configuration, around);
	return {
		held: await startSession(plan, {
			signal: around.signal,
			headless: true,
			notice: text => void around.stderr.write(`${text}\n`),
		}),
		notices: plan.notices,
	};
}

/** Every duel has a topic and ids of its own; all else is as it was given for all. */
function planFor(
	{taskId, ackId, text}: InboxTask,
	{args, options}: Input,
	configuration: Configuration,
	{cwd}: CliContext,
): Plan {
	const set = [...listOption(options, 'set'), `taskId=${JSON.stringify(taskId)}`, `ackId=${JSON.stringify(ackId)}`];
	return planWithVoices({args, options: {...options, topic: text, set}}, configuration, {cwd, interactive: false});
}

/** Two processes at one queue would do its tasks twice. */
async function claim(folder: string, file: string): Promise<() => void> {
	mkdirSync(folder, {recursive: true});
	const lock = join(folder, `.inbox-${sha256(file).slice(0, 12)}.lock`);
	try {
		return await lockFile(lock, {waitMs: 0, deadAfterMs: Infinity});
	} catch (error) {
		if (!(error instanceof LockHeld)) throw error;
		throw new UsageError(
			{
				what: `Another process works through this queue (${error.message})`,
				value: file,
				from: '--inbox',
				todo: 'Let it, or end it.',
			},
			{cause: error},
		);
	}
}

/** What has become of a task before: it is done, or its duel was cut off. */
type Known = 'done' | {readonly journal: string};

/**
 * The tasks that were begun: by the duels kept in the folder, and by the log, where that was kept and they were not.
 */
async function known({folder, config}: Plan): Promise<Map<string, Known>> {
	const tasks = new Map<string, Known>();
	const {log} = modelDuelConfig.parse(config);
	if (log !== undefined)
		for await (const {type, taskId} of logEvents(log)) if (type === 'final') tasks.set(taskId, 'done');
	for (const journal of journalsUnder(folder)) {
		const {events} = readJournal(journal);
		const [start] = events;
		const own =
			start?.type === 'debate-start' && start.protocol === 'model-duel'
				? modelDuelConfig.safeParse(start.config).data
				: undefined;
		if (own?.taskId === undefined) continue;
		tasks.set(own.taskId, endingIn(events) ? 'done' : {journal});
	}
	return tasks;
}
