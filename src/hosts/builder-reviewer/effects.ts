/**
 * What a run of builder and reviewer asks of the world: its folder, its mailbox, its place of work, the user's check.
 */
import {existsSync, mkdirSync, readdirSync} from 'node:fs';
import {basename, join} from 'node:path';
import type {CheckResult} from '../../debate/formats/builder-reviewer/events.ts';
import {cleanCode} from '../../debate/text/intake.ts';
import type {BuilderReviewerConfig} from '../../protocols/builder-reviewer/config.ts';
import {
	Apply,
	buildEffects as names,
	HandIn,
	HandOver,
	Listen,
	Look,
	OpenRun,
	Post,
	Take,
	type OpenedRun,
	type StepResult,
} from '../../protocols/builder-reviewer/effects.ts';
import {filesOf, logOf, patchOf} from '../../protocols/builder-reviewer/mailbox/run-files.ts';
import {otherSide, runIdOf, type BuildSide} from '../../protocols/builder-reviewer/mailbox/message.ts';
import type {ReceivedRun, AcceptedMessage} from '../../protocols/builder-reviewer/mailbox/receive-message.ts';
import {runCheck} from './check.ts';
import type {Effects} from '../../engine/floor/floor-context.ts';
import {handOver} from './hand-over.ts';
import {mailbox, type Mailbox} from './mailbox.ts';
import {
	applyStep,
	changesOf,
	closeWorktree,
	openWorktree,
	placeOf,
	restore,
	takeStep,
	type Worktree,
} from './worktree.ts';
import {listFiles, readFiles} from './worktree-files.ts';
import {writeWhole} from '../../engine/host/write-whole.ts';

export type BuildDesk = {
	readonly effects: Effects;
	/**
	 * To be called when the run has ended for good, however it did: takes the worktree away where the script did not come
	 * to that.
	 */
	readonly close: () => Promise<void>;
};

/** How many paths of a repository are shown. */
const mostFiles = 600;

/**
 * `debateFolder` holds `runs/`; the config's own `runFolder` goes before it. Effects are done once, whatever crash
 * comes between them; what one left half done in the worktree is undone where a run is `resumed`.
 */
export async function buildDesk({
	config,
	debateFolder,
	resumed,
}: {
	config: BuilderReviewerConfig;
	debateFolder: string;
	resumed: boolean;
}): Promise<BuildDesk> {
	const played: readonly BuildSide[] = config.side === 'both' ? ['builder', 'reviewer'] : [config.side];
	let folder = config.runFolder;
	let box: Mailbox | undefined;
	let work: Worktree | undefined;

	/** Finds the run again after a crash, when its opening is not asked for any more. */
	const begun = (): {folder: string; box: Mailbox} => {
		folder ??= onlyRun(debateFolder);
		box ??= mailbox(join(folder, 'mailbox'));
		return {folder, box};
	};
	const workplace = async (): Promise<Worktree> => {
		if (work) return work;
		const found = await openWorktree(begun().folder, config.repo);
		if ('problem' in found) throw new Error(found.problem);
		return (work = found);
	};
	const keep = (taken: readonly AcceptedMessage[]): void => {
		const at = (path: string): string => join(begun().folder, path);
		for (const [path, text] of Object.entries(filesOf(taken, played))) writeWhole(at(path), text);
		if (config.side === 'both' || taken.at(-1)?.message.message_type !== 'session.end') return;
		// Both logs are kept: another program's is its own, where it writes one.
		const other = logOf(otherSide(config.side));
		if (!existsSync(at(other))) writeWhole(at(other), filesOf(taken, [otherSide(config.side)])[other] ?? '');
	};
	const soFar = (runId: string, taken: readonly AcceptedMessage[]): ReceivedRun => ({runId, taken, played});

	async function open({
		title,
		startedAt,
		works,
	}: {
		title: string;
		startedAt: string;
		works: boolean;
	}): Promise<OpenedRun> {
		folder ??= join(debateFolder, 'runs', runIdOf(startedAt, title));
		mkdirSync(folder, {recursive: true});
		const opened = {
			runId: basename(folder),
			folder,
			mailbox: join(folder, 'mailbox'),
			workplace: join(folder, 'work'),
			uncommitted: 0,
			files: [],
		};
		begun();
		if (!works) return opened;
		const found = await openWorktree(folder, config.repo);
		if ('problem' in found) return {...opened, problem: found.problem};
		work = found;
		const {base, uncommitted, top} = found.place;
		return {
			...opened,
			uncommitted,
			files: (await listFiles(found)).slice(0, mostFiles),
			...(top === undefined ? {} : {base}),
		};
	}

	async function check(signal: AbortSignal): Promise<CheckResult | null> {
		if (config.check === undefined) return null;
		const place = await workplace();
		return runCheck({command: config.check, cwd: place.place.path, timeoutMs: config.checkTimeoutMs, signal});
	}

	async function handIn(cycle: number): Promise<StepResult> {
		const place = await workplace();
		await restore(place);
		const changes = await changesOf(place, place.place.base, 'HEAD');
		writeWhole(join(begun().folder, patchOf(cycle)), changes.diff);
		return readable(changes);
	}

	const effects: Effects = {
		[names.open]: input => open(OpenRun.parse(input)),
		async [names.post](input) {
			const {runId, taken, draft, key} = Post.parse(input);
			const posted = begun().box.post(draft, key, soFar(runId, taken));
			keep([...taken, posted]);
			return posted;
		},
		async [names.listen](input, signal, waitFor) {
			const {runId, taken, withinMs} = Listen.parse(input);
			if (withinMs > 0 && config.side !== 'both') waitFor(otherSide(config.side), 'message');
			const found = await begun().box.listen(soFar(runId, taken), withinMs, signal);
			if (found.taken.length > 0) keep([...taken, ...found.taken]);
			return found;
		},
		[names.apply]: async input => readable(await applyStep(await workplace(), Apply.parse(input))),
		[names.take]: async input => readable(await takeStep(await workplace(), Take.parse(input))),
		async [names.undo]() {
			await restore(await workplace());
			return null;
		},
		[names.check](_, signal, waitFor) {
			if (config.check !== undefined) waitFor('builder', 'check');
			return check(signal);
		},
		[names.handIn]: input => handIn(HandIn.parse(input).cycle),
		[names.look]: async input => ({files: await readFiles(await workplace(), Look.parse(input).paths)}),
		[names.handOver]: input => handOver(begun().folder, {...HandOver.parse(input), runId: basename(begun().folder)}),
		async [names.close]() {
			await closeWorktree(begun().folder);
			return null;
		},
	};
	const hasRun = (): boolean => folder !== undefined || existsSync(join(debateFolder, 'runs'));
	if (resumed && hasRun() && existsSync(placeOf(begun().folder)?.path ?? '')) await restore(await workplace());
	return {
		effects,
		async close() {
			if (hasRun()) await closeWorktree(begun().folder);
		},
	};
}

/** The one run of a debate that is gone on with. */
function onlyRun(debateFolder: string): string {
	const [name] = readdirSync(join(debateFolder, 'runs'));
	if (name === undefined) throw new Error(`there is no run in ${debateFolder}`);
	return join(debateFolder, 'runs', name);
}

/** As everything that comes in: for eyes and models. The patch itself is kept byte for byte beside it. */
const readable = (worked: StepResult): StepResult =>
	worked.ok ? {...worked, diff: bounded(cleanCode(worked.diff))} : {...worked, reason: cleanCode(worked.reason)};

const longestDiff = 200_000;
const bounded = (diff: string): string =>
	diff.length <= longestDiff
		? diff
		: `${diff.slice(0, longestDiff)}\n… ${diff.length - longestDiff} more characters; the patch beside has all of it\n`;
