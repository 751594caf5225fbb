/** The worktree made ready once, before the check runs in it: dependencies, and whatever else git ignores. */
import type {CheckResult} from '../../../debate/formats/builder-reviewer/events.ts';
import {describeCheck} from '../../../debate/formats/builder-reviewer/state.ts';
import type {BuilderReviewerConfig} from '../config.ts';
import {checkExcerpt} from '../evidence/check-output.ts';
import {findSandbox} from '../../../voices/sandbox/sandbox.ts';
import {startedBy, tryCheck, type CheckSurroundings} from './check-sandbox.ts';
import {runCheck} from './check.ts';
import {writeRecord, type WorkRecord} from './work-record.ts';
import {restore, type Worktree} from './worktree.ts';

/**
 * Sets the worktree up and tries how its check is started, each once: it is kept with the worktree, in which a resumed
 * run goes on. Gives what to tell the user, or the problem.
 */
export async function prepare(
	work: Worktree,
	config: BuilderReviewerConfig,
	around: CheckSurroundings,
	signal: AbortSignal,
): Promise<{readonly work: Worktree; readonly notes: string[]} | {readonly problem: string}> {
	let now = work;
	const notes: string[] = [];
	const keep = (part: Pick<WorkRecord, 'setUp' | 'check'>, note: string | undefined): void => {
		now = {...now, record: {...now.record, ...part}};
		writeRecord(now.folder, {...now.record, steps: now.steps});
		if (note !== undefined) notes.push(note);
	};
	if (config.setup !== undefined && !now.record.setUp) {
		const done = await setUp(now, config, around, signal);
		if ('problem' in done) return done;
		keep({setUp: true}, done.note);
	}
	if (now.record.check === undefined) {
		const {way, note} = await tryCheck(now, config, around, signal);
		keep({check: way}, note);
	}
	return {work: now, notes};
}

/**
 * Runs the set-up command, in the sandbox with the network where there is one, else, or where it fails there, outside:
 * it is the user's own command on the code of their own commit.
 */
async function setUp(
	work: Worktree,
	config: BuilderReviewerConfig,
	{choice, programs, handedOn}: CheckSurroundings,
	signal: AbortSignal,
): Promise<{readonly note?: string} | {readonly problem: string}> {
	const {setup: command, setupTimeoutMs: timeoutMs, checkEnv} = config;
	if (command === undefined) return {};
	const env = handedOn(checkEnv ?? []);
	const search = choice === 'off' ? undefined : findSandbox(programs);
	const sandbox = search && 'sandbox' in search ? search.sandbox : undefined;
	const run = (way: 'confined' | 'open'): Promise<CheckResult> =>
		runCheck({
			command,
			cwd: work.record.path,
			timeoutMs,
			signal,
			env,
			...(sandbox ? startedBy(way, sandbox, work, {...config, checkNetwork: true}, programs) : {}),
		});
	const confined = sandbox ? await run('confined') : undefined;
	const result = confined?.ok ? confined : await run('open');
	// Tracked files stay as they were committed; what git ignores stays as it was made.
	await restore(work);
	if (!result.ok)
		return {
			problem: `the set-up command, ${command}, ${describeCheck(result)}: ${checkExcerpt(result.output, 1500)}`,
		};
	return confined && !confined.ok
		? {note: `The set-up command fails in ${sandbox?.name ?? 'the sandbox'} and ran outside, before the builder began.`}
		: {};
}
