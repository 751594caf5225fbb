/** Effects of a run of builder and reviewer: its folder, its mailbox, its worktree, the user's check. */
import {existsSync, readdirSync} from 'node:fs';
import {basename, join} from 'node:path';
import type {CheckResult} from '../../../debate/formats/builder-reviewer/events.ts';
import {cleanCode} from '../../../debate/text/intake.ts';
import type {BuilderReviewerConfig} from '../config.ts';
import {
	Apply,
	Check,
	Copy,
	buildEffects as names,
	HandIn,
	HandOver,
	Listen,
	Look,
	OpenRun,
	PersonQuestion,
	Post,
	Take,
	type OpenedRun,
	type StepResult,
} from '../effects.ts';
import {filesOf, logOf, patchOf} from '../mailbox/run-files.ts';
import {otherSide, runIdOf, type BuildSide} from '../mailbox/message.ts';
import type {AcceptedMessage} from '../mailbox/receive-message.ts';
import type {z} from 'zod';
import {askPerson, type PersonPort} from './ask-person.ts';
import {checkLaunch, type CheckSurroundings} from './check-sandbox.ts';
import {runCheck} from './check.ts';
import {copiesIn, copyForReview, removeCopies} from './review-copy.ts';
import type {Effects} from '../../../engine/floor/floor-context.ts';
import {handOver} from './hand-over.ts';
import {mailbox, type Mailbox} from './mailbox.ts';
import {endingInWords, inWords, RepositoryChanged} from './repository-guard.ts';
import {readRecord, type WorkRecord} from './work-record.ts';
import {assertUnchanged, closeWorktree, headOf, openWorktree, restore, type Worktree} from './worktree.ts';
import {prepare} from './setup.ts';
import {writeBaseTests} from './touched-files.ts';
import {listFiles, readFiles} from './worktree-files.ts';
import {applyStep, changesOf, takeStep} from './worktree-steps.ts';
import {makeFolder, writeWhole} from '../../../engine/host/write-whole.ts';

export type BuildEffects = {
	readonly effects: Effects;
	/**
	 * Removes the worktree where the script did not come to that; gives why it was left, if it was. Only for a run that
	 * has ended for good, however it did.
	 */
	readonly close: () => Promise<string | undefined>;
};

type BuildEffectOptions = {
	readonly config: BuilderReviewerConfig;
	/** Holds `runs/`; the config's own `runFolder` takes precedence over it. */
	readonly debateFolder: string;
	readonly resumed: boolean;
	/** Without it, the check runs in no sandbox. */
	readonly around?: CheckSurroundings;
	/** Without it, nobody is there to be asked. */
	readonly person?: PersonPort;
};

/** A run's folder, mailbox and worktree, each opened when it is first needed. */
type OpenedRunFiles = Omit<BuildEffectOptions, 'resumed' | 'around' | 'person'> & {
	readonly person: PersonPort;
	readonly around: CheckSurroundings;
	readonly played: readonly BuildSide[];
	folder: string | undefined;
	mailbox: Mailbox | undefined;
	work: Worktree | undefined;
	/** The commit that the check has run on last, whose files it may have changed. */
	checked: string | undefined;
};

/** How many paths of a repository the script knows; prompts show fewer. */
const mostFiles = 3000;

/**
 * Effects are done once, whatever crash comes between them; what one left half done in the worktree is undone where a
 * run is `resumed`.
 */
export async function openBuildEffects({
	config,
	debateFolder,
	resumed,
	around,
	person,
}: BuildEffectOptions): Promise<BuildEffects> {
	const run: OpenedRunFiles = {
		config,
		debateFolder,
		person: person ?? {isThere: false, given: undefined},
		around: around ?? {choice: 'off', programs: [], handedOn: () => ({})},
		played: config.side === 'both' ? ['builder', 'reviewer'] : [config.side],
		folder: config.runFolder,
		mailbox: undefined,
		work: undefined,
		checked: undefined,
	};
	if (resumed) await undoUnfinished(run);
	return {
		effects: endingInWords(effectsOf(run)),
		close: async () => (hasRun(run) ? closeAll(run) : undefined),
	};
}

function effectsOf(run: OpenedRunFiles): Effects {
	const {config, played} = run;
	return {
		[names.open](input, signal, waitFor) {
			if (config.setup !== undefined) waitFor('builder', 'set-up');
			else if (config.check !== undefined) waitFor('builder', 'check');
			return open(run, OpenRun.parse(input), signal);
		},
		async [names.post](input) {
			const {runId, taken, draft, key} = Post.parse(input);
			const posted = mailboxOf(run).post(draft, key, {runId, taken, played});
			writeRunFiles(run, [...taken, posted]);
			return posted;
		},
		async [names.listen](input, signal, waitFor) {
			const {runId, taken, withinMs} = Listen.parse(input);
			if (withinMs > 0 && config.side !== 'both') waitFor(otherSide(config.side), 'message');
			const found = await mailboxOf(run).listen({runId, taken, played}, withinMs, signal);
			if (found.taken.length > 0) writeRunFiles(run, [...taken, ...found.taken]);
			return found;
		},
		[names.apply]: async input => readable(await applyStep(await worktreeOf(run), Apply.parse(input))),
		[names.take]: async input => readable(await takeStep(await worktreeOf(run), Take.parse(input))),
		async [names.undo]() {
			await restore(await worktreeOf(run));
			return null;
		},
		[names.check](input, signal, waitFor) {
			if (config.check !== undefined) waitFor('builder', 'check');
			return check(run, signal, Check.parse(input));
		},
		[names.handIn]: input => handIn(run, HandIn.parse(input).cycle),
		async [names.look](input) {
			const {paths, room} = Look.parse(input);
			return {files: await readFiles(await worktreeOf(run), paths, room)};
		},
		async [names.copy](input) {
			const {seat} = Copy.parse(input);
			return copyForReview(await worktreeOf(run), seat);
		},
		[names.askPerson]: (input, _signal, _waitFor, type) =>
			askPerson(folderOf(run), run.person, PersonQuestion.parse(input), type),
		[names.handOver]: input =>
			handOver(folderOf(run), recordOf(run), {...HandOver.parse(input), runId: basename(folderOf(run))}),
		async [names.close]() {
			// What was left, and why, is told when the debate is closed.
			await closeWorktree(recordOf(run));
			removeCopies(folderOf(run));
			return null;
		},
	};
}

/** Gives what was left, if anything was. */
async function closeAll(run: OpenedRunFiles): Promise<string | undefined> {
	const left = [await closeWorktree(recordOf(run)), removeCopies(folderOf(run))];
	return left.every(each => each === undefined) ? undefined : left.filter(each => each !== undefined).join('; ');
}

const hasRun = ({folder, debateFolder}: OpenedRunFiles): boolean =>
	folder !== undefined || existsSync(join(debateFolder, 'runs'));

/** After a crash the run is found again: its opening was recorded, and is not asked for any more. */
const folderOf = (run: OpenedRunFiles): string => (run.folder ??= onlyRun(run.debateFolder));
const mailboxOf = (run: OpenedRunFiles): Mailbox => (run.mailbox ??= mailbox(join(folderOf(run), 'mailbox')));
/** What was opened here goes before its record on disk, which a builder could have changed. */
const recordOf = (run: OpenedRunFiles): WorkRecord | undefined =>
	run.work ? {...run.work.record, steps: run.work.steps} : readRecord(folderOf(run));

async function worktreeOf(run: OpenedRunFiles): Promise<Worktree> {
	if (run.work) return run.work;
	const found = await openWorktree(folderOf(run), run.config.repo);
	if ('problem' in found) throw new RepositoryChanged(found.problem);
	return (run.work = {...found, check: run.config.check});
}

/** A worktree that was changed is left to the next effect, which says so. */
async function undoUnfinished(run: OpenedRunFiles): Promise<void> {
	if (!hasRun(run) || !existsSync(recordOf(run)?.path ?? '')) return;
	try {
		const work = await worktreeOf(run);
		await restore(work);
		for (const seat of copiesIn(folderOf(run))) await copyForReview(work, seat);
	} catch (error) {
		if (inWords(error) === undefined) throw error;
	}
}

async function open(
	run: OpenedRunFiles,
	{title, startedAt, works}: {title: string; startedAt: string; works: boolean},
	signal: AbortSignal,
): Promise<OpenedRun> {
	const folder = (run.folder ??= join(run.debateFolder, 'runs', runIdOf(startedAt, title)));
	makeFolder(folder);
	const opened = {
		runId: basename(folder),
		folder,
		mailbox: join(folder, 'mailbox'),
		workplace: join(folder, 'work'),
		uncommitted: 0,
		files: [],
		notes: [],
	};
	mailboxOf(run);
	if (!works) return opened;
	try {
		const ready = await prepare(await worktreeOf(run), run.config, run.around, signal);
		if ('problem' in ready) return {...opened, problem: ready.problem};
		const {work, notes} = ready;
		run.work = work;
		const {base, uncommitted, top} = work.record;
		return {
			...opened,
			uncommitted,
			notes,
			files: (await listFiles(work)).slice(0, mostFiles),
			...(top === undefined ? {} : {base}),
		};
	} catch (error) {
		const problem = error instanceof RepositoryChanged ? error.message : inWords(error);
		if (problem === undefined) throw error;
		return {...opened, problem};
	}
}

async function check(
	run: OpenedRunFiles,
	signal: AbortSignal,
	{baseTests}: z.infer<typeof Check>,
): Promise<CheckResult | null> {
	const {check: command, checkTimeoutMs: timeoutMs, checkEnv} = run.config;
	if (command === undefined) return null;
	const work = await worktreeOf(run);
	// The check may use git itself.
	assertUnchanged(work);
	const launch = checkLaunch(work, run.config, run.around);
	if (baseTests || run.checked === headOf(work)) await restore(work);
	run.checked = headOf(work);
	if (baseTests) {
		if ((await writeBaseTests(work, command)).length === 0) return null;
	}
	const result = await runCheck({
		command,
		cwd: work.record.path,
		timeoutMs,
		signal,
		env: run.around.handedOn(checkEnv ?? []),
		...launch,
	});
	if (baseTests) await restore(work);
	return result;
}

async function handIn(run: OpenedRunFiles, cycle: number): Promise<StepResult> {
	const work = await worktreeOf(run);
	assertUnchanged(work);
	const changes = await changesOf(work, work.record.base, headOf(work));
	writeWhole(join(folderOf(run), patchOf(cycle)), changes.diff);
	return readable(changes);
}

/** The files beside the mailbox that follow from its messages: those of the sides that are played here. */
function writeRunFiles(run: OpenedRunFiles, taken: readonly AcceptedMessage[]): void {
	const {side} = run.config;
	const at = (path: string): string => join(folderOf(run), path);
	for (const [path, text] of Object.entries(filesOf(taken, run.played)))
		// A patch that another program's builder has kept is its own.
		if (!path.startsWith('diffs/') || !existsSync(at(path))) writeWhole(at(path), text);
	if (side === 'both' || taken.at(-1)?.message.message_type !== 'session.end') return;
	// The other program writes its own log, if it writes one.
	const other = logOf(otherSide(side));
	if (!existsSync(at(other))) writeWhole(at(other), filesOf(taken, [otherSide(side)])[other] ?? '');
}

/** A debate has one run. */
function onlyRun(debateFolder: string): string {
	const [name] = readdirSync(join(debateFolder, 'runs'));
	if (name === undefined) throw new Error(`there is no run in ${debateFolder}`);
	return join(debateFolder, 'runs', name);
}

/** Cleaned for readers and models, as everything that comes in; the patch file has the bytes. */
const readable = (worked: StepResult): StepResult =>
	worked.ok ? {...worked, diff: bounded(cleanCode(worked.diff))} : {...worked, reason: cleanCode(worked.reason)};

const longestDiff = 200_000;
const bounded = (diff: string): string =>
	diff.length <= longestDiff
		? diff
		: `${diff.slice(0, longestDiff)}\n… ${diff.length - longestDiff} more characters; the patch beside has all of it\n`;
