/** Runs a check: a shell command of the user's, in a process group that outlives neither the command nor us. */
import {homedir} from 'node:os';
import {join} from 'node:path';
import {type CheckResult, describeCheck} from '../../../debate/formats/builder-reviewer.ts';
import {withDependencies} from '../../../engine/host/dependencies.ts';
import {runCommand, type CommandRequest} from '../../../engine/host/run-command.ts';
import {failuresIn, checkExcerpt, isOfTests} from '../check-output.ts';
import type {Launch, Confinement, Sandbox} from '../../../voices/sandbox/launch.ts';
import type {BuilderReviewerConfig} from '../config.ts';
import {findSandbox} from '../../../voices/sandbox/sandbox.ts';
import type {SandboxChoice} from '../../contract.ts';
import {type WorkRecord, writeRecord} from './repository.ts';
import {fillSubmodules, submoduleAddresses} from './submodules.ts';
import {restore, type Worktree} from './worktree.ts';

/** Resolves whatever the command does, with what failed in its output; rejects only with the signal's reason. */
export const runCheck = (request: CommandRequest): Promise<CheckResult> => runCommand(request, failuresIn);

/**
 * Runs a check in the sandbox. Where no set-up command brings dependencies, those of the user's repository are lent to
 * it, and can be read and not written there; `start` is given their folders.
 */
const runLent = (
	{record: {top, path}}: Worktree,
	{setup}: BuilderReviewerConfig,
	request: CommandRequest,
	start: (readable: readonly string[]) => {readonly within?: (launch: Launch) => Launch},
): Promise<CheckResult> =>
	top === undefined || setup !== undefined
		? runCheck({...request, ...start([])})
		: withDependencies(top, path, readable => runCheck({...request, ...start(readable)}));

// Whether the check runs in the system's sandbox: tried with the check itself, on the code as it was before the builder
// came. A check that fails there may need what the sandbox does not have, or its code may only want to be let out: it
// runs outside where the user said so with `--sandbox off`, or says so when they are asked.

export type CheckSurroundings = {
	readonly choice: SandboxChoice;
	readonly programs: readonly string[];
	readonly handedOn: (names: readonly string[]) => Readonly<Record<string, string>>;
};

/** Asks the person at the keyboard; false where nobody is there. */
export type AskConsent = (question: string) => Promise<boolean>;

type Way = NonNullable<WorkRecord['check']>;

/** How the check is started, and what to tell the user of it. */
export async function tryCheck(
	work: Worktree,
	config: BuilderReviewerConfig,
	{choice, programs, handedOn}: CheckSurroundings,
	signal: AbortSignal,
	ask: AskConsent = async () => false,
): Promise<{readonly way: Way; readonly note?: string}> {
	if (config.check === undefined || choice === 'off') return {way: 'open'};
	const search = findSandbox(programs);
	// Said before the start.
	if ('problem' in search) return {way: 'open'};
	const {sandbox} = search;
	const request = {
		command: config.check,
		cwd: work.record.path,
		timeoutMs: config.checkTimeoutMs,
		signal,
		env: handedOn(config.checkEnv ?? []),
	};
	const tried = await runLent(work, config, request, readable =>
		startedBy('confined', sandbox, work, {...config, readable}, programs),
	);
	await restore(work);
	// What is to be mended fails there as anywhere.
	if (tried.ok || isOfTests(tried.output)) return {way: 'confined'};
	const failed = `The check fails in ${sandbox.name} before the builder has changed anything: ${describeCheck(tried)}.`;
	const said = checkExcerpt(tried.output, 600);
	if (await ask(`${failed} ${said} ${outsideQuestion}`)) return {way: sandbox.isolate ? 'isolated' : 'open'};
	return {way: 'confined', note: `${failed} It stays there. ${ifNeeded}`};
}

const outsideQuestion = 'Let it run outside, with your files and the network?';
const ifNeeded =
	'If it needs the network, use --check-network; if it needs your files, --sandbox off lets it run outside.';

/**
 * The launch of a check that was tried before. A record says how it ran then, and lets nothing out: `allowed` is what
 * the person at the keyboard said in this process.
 */
function checkLaunch(
	work: Worktree,
	config: BuilderReviewerConfig,
	{choice, programs}: CheckSurroundings,
	allowed: boolean,
	readable: readonly string[] = [],
): {readonly within?: (launch: Launch) => Launch} {
	if (choice === 'off') return {};
	const search = findSandbox(programs);
	if ('sandbox' in search) {
		const {sandbox} = search;
		const way = !allowed ? 'confined' : sandbox.isolate ? 'isolated' : 'open';
		return startedBy(way, sandbox, work, {...config, readable}, programs);
	}
	// Without one from the beginning, that was said before the start.
	if (work.record.check === 'open' || work.record.check === undefined) return {};
	throw new Error(`the sandbox that this run began with is gone: ${search.problem}`);
}

/** Runs the check as it was tried before. What runs outside could write in what it is lent, and is lent nothing. */
export async function runAsTried(
	work: Worktree,
	config: BuilderReviewerConfig,
	around: CheckSurroundings,
	allowed: boolean,
	request: CommandRequest,
): Promise<CheckResult> {
	const launch = (readable: readonly string[] = []) => checkLaunch(work, config, around, allowed, readable);
	return allowed || launch().within === undefined
		? runCheck({...request, ...launch()})
		: runLent(work, config, request, launch);
}

export const isOutside = ({check}: WorkRecord): boolean => check === 'open' || check === 'isolated';

/** Whether the check may run outside, where it did before the run was resumed: that is asked anew. */
export const mayRunOutside = async ({record}: Worktree, {choice, programs}: CheckSurroundings, ask: AskConsent) =>
	choice !== 'off' &&
	isOutside(record) &&
	'sandbox' in findSandbox(programs) &&
	ask(`The check ran outside of the sandbox before this run was resumed. ${outsideQuestion}`);

/** How a check is started in one of the ways that were tried. */
function startedBy(
	way: Way,
	sandbox: Sandbox,
	{record}: Worktree,
	{
		checkNetwork,
		writesGit = false,
		readable = [],
	}: BuilderReviewerConfig & {readonly writesGit?: boolean; readonly readable?: readonly string[]},
	programs: readonly string[],
): {readonly within?: (launch: Launch) => Launch} {
	const confinement: Confinement = {
		folder: record.work.workTree,
		// Git in the worktree reads its own directory and the user's objects, and can write neither.
		readable: [...repositoriesOf(record), ...readable],
		...(writesGit && {writable: [record.work.gitDir]}),
		network: checkNetwork ?? false,
		programs,
		home: homedir(),
	};
	if (way === 'confined') return {within: launch => sandbox.confine(launch, confinement)};
	const {isolate} = sandbox;
	return way === 'isolated' && isolate ? {within: isolate} : {};
}

/** What lies outside the worktree of what git reads there. */
function repositoriesOf({work, user}: WorkRecord): string[] {
	return user === undefined ? [] : [work.gitDir, join(user.commonDir, 'objects')];
}

// The worktree made ready once, before the check runs in it: dependencies, and whatever else git ignores.

/**
 * Sets the worktree up and tries how its check is started, each once: it is kept with the worktree, in which a resumed
 * run goes on. Gives what to tell the user, or the problem.
 */
export async function prepare(
	work: Worktree,
	config: BuilderReviewerConfig,
	around: CheckSurroundings,
	signal: AbortSignal,
	ask?: AskConsent,
): Promise<{readonly work: Worktree; readonly notes: string[]} | {readonly problem: string}> {
	let now = work;
	const notes: string[] = [];
	const keep = (part: Pick<WorkRecord, 'setUp' | 'filled' | 'check'>, said: readonly string[]): void => {
		now = {...now, record: {...now.record, ...part}};
		writeRecord(now.folder, {...now.record, steps: now.steps}, now.seal);
		notes.push(...said);
	};
	const fill = async (): Promise<void> => keep({filled: true}, now.record.filled ? [] : await fillSubmodules(now));
	// Git clones a submodule into an empty folder only.
	if (!/\bsubmodule\b/u.test(config.setup ?? '')) await fill();
	if (config.setup !== undefined && !now.record.setUp) {
		const done = await setUp(now, config, around, signal, ask);
		if ('problem' in done) return done;
		keep({setUp: true}, done.note === undefined ? [] : [done.note]);
	}
	await fill();
	if (now.record.check === undefined) {
		const {way, note} = await tryCheck(now, config, around, signal, ask);
		keep({check: way}, note === undefined ? [] : [note]);
	}
	return {work: now, notes};
}

/**
 * Runs the set-up command, in the sandbox with the network where there is one. Where it fails there, it runs outside
 * only with the person's yes: it is the user's own command, but what it runs came with the repository.
 */
async function setUp(
	work: Worktree,
	config: BuilderReviewerConfig,
	{choice, programs, handedOn}: CheckSurroundings,
	signal: AbortSignal,
	ask: AskConsent = async () => false,
): Promise<{readonly note?: string} | {readonly problem: string}> {
	const {setup: command, setupTimeoutMs: timeoutMs, checkEnv} = config;
	if (command === undefined) return {};
	const env = {...handedOn(checkEnv ?? []), ...(await submoduleAddresses(work.record))};
	const search = choice === 'off' ? undefined : findSandbox(programs);
	const sandbox = search && 'sandbox' in search ? search.sandbox : undefined;
	// Git registers submodules, and LFS keeps contents, in the worktree's own git directory.
	const writesGit = /\b(?:submodule|lfs)\b/u.test(command);
	const run = (way: 'confined' | 'open'): Promise<CheckResult> =>
		runCheck({
			command,
			cwd: work.record.path,
			timeoutMs,
			signal,
			env,
			...(sandbox ? startedBy(way, sandbox, work, {...config, checkNetwork: true, writesGit}, programs) : {}),
		});
	const confined = sandbox ? await run('confined') : undefined;
	const failed = (result: CheckResult): string =>
		`the set-up command, ${command}, ${describeCheck(result)}: ${checkExcerpt(result.output, 1500)}`;
	const isAllowed = confined?.ok === false && (await ask(`In the sandbox, ${failed(confined)} ${outsideQuestion}`));
	const result = confined && !isAllowed ? confined : await run('open');
	// Tracked files stay as they were committed; what git ignores stays as it was made.
	await restore(work);
	if (!result.ok)
		return {
			problem: `${failed(result)}${confined ? ` (in ${sandbox?.name ?? 'the sandbox'}; --sandbox off runs it outside)` : ''}`,
		};
	return isAllowed ? {note: 'The set-up command ran outside of the sandbox, as you allowed.'} : {};
}
