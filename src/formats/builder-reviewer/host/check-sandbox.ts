/**
 * Whether the check runs in the system's sandbox: tried with the check itself, on the code as it was before the builder
 * came. A check that fails there and passes outside needs what the sandbox does not have.
 */
import {homedir} from 'node:os';
import {join} from 'node:path';
import type {BuilderReviewerConfig} from '../config.ts';
import type {Confinement, Launch, Sandbox} from '../../../voices/sandbox/launch.ts';
import {findSandbox} from '../../../voices/sandbox/sandbox.ts';
import type {SandboxChoice} from '../../contract/effects.ts';
import {runCheck} from './check.ts';
import type {WorkRecord} from './work-record.ts';
import {restore, type Worktree} from './worktree.ts';

export type CheckSurroundings = {
	readonly choice: SandboxChoice;
	readonly programs: readonly string[];
	readonly handedOn: (names: readonly string[]) => Readonly<Record<string, string>>;
};

type Way = NonNullable<WorkRecord['check']>;

/** How the check is started, and what to tell the user of it. */
export async function tryCheck(
	work: Worktree,
	config: BuilderReviewerConfig,
	{choice, programs, handedOn}: CheckSurroundings,
	signal: AbortSignal,
): Promise<{readonly way: Way; readonly note?: string}> {
	if (config.check === undefined || choice === 'off') return {way: 'open'};
	const search = findSandbox(programs);
	// Said before the start.
	if ('problem' in search) return {way: 'open'};
	const {sandbox} = search;
	const outside: Way = sandbox.isolate ? 'isolated' : 'open';
	const passes = async (way: Way): Promise<boolean> => {
		const {ok} = await runCheck({
			command: config.check ?? '',
			cwd: work.record.path,
			timeoutMs: config.checkTimeoutMs,
			signal,
			env: handedOn(config.checkEnv ?? []),
			...startedBy(way, sandbox, work, config, programs),
		});
		await restore(work);
		return ok;
	};
	if ((await passes('confined')) || !(await passes(outside))) return {way: 'confined'};
	return {
		way: outside,
		note: `The check fails in ${sandbox.name} and passes outside, before the builder has changed anything: it runs outside, with your files and the network. If it only wants the network, use --check-network.`,
	};
}

/** The launch of a check that was tried before. */
export function checkLaunch(
	work: Worktree,
	config: BuilderReviewerConfig,
	{programs}: CheckSurroundings,
): {readonly within?: (launch: Launch) => Launch} {
	const {check: way = 'open'} = work.record;
	if (way === 'open') return {};
	const search = findSandbox(programs);
	if ('problem' in search) throw new Error(`the sandbox that this run began with is gone: ${search.problem}`);
	return startedBy(way, search.sandbox, work, config, programs);
}

/** How a check is started in one of the ways that were tried. */
export function startedBy(
	way: Way,
	sandbox: Sandbox,
	{record}: Worktree,
	{checkNetwork}: BuilderReviewerConfig,
	programs: readonly string[],
): {readonly within?: (launch: Launch) => Launch} {
	const confinement: Confinement = {
		folder: record.work.workTree,
		// Git in the worktree reads its own directory and the user's objects, and can write neither.
		readable: repositoriesOf(record),
		network: checkNetwork ?? false,
		programs,
		home: homedir(),
	};
	if (way === 'confined') return {within: launch => sandbox.confine(launch, confinement)};
	const {isolate} = sandbox;
	return way === 'isolated' && isolate ? {within: isolate} : {};
}

/** What lies outside the worktree of what git reads there. */
function repositoriesOf({work, user}: Worktree['record']): string[] {
	if (work.gitDir !== work.commonDir) return [work.commonDir];
	return user === undefined ? [] : [work.gitDir, join(user.commonDir, 'objects')];
}
