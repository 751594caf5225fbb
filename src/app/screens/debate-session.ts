/**
 * Sessions for the screens, with what can follow when a debate is over: the same debate again, its setup, or its
 * replay.
 */
import type {Session} from '../../ui/ports/port.ts';
import type {ReadyPlan} from '../plan/attach-voices.ts';
import {replaySession, type ReplayOptions} from '../session/replay-session.ts';
import {resumeSession, type ResumeOptions} from '../session/resume.ts';
import {startSession, type RunningSession, type SessionOptions} from '../session/start-session.ts';
import type {Configure} from '../../settings/settings.ts';
import type {SetupContext} from './setup/setup-port.ts';

/** What is needed to start another debate. */
type FollowUpContext = {readonly cwd: string; readonly signal: AbortSignal; readonly configure: Configure};

export const startDebate = async (
	plan: ReadyPlan,
	options: SessionOptions & FollowUpContext,
): Promise<RunningSession> => withFollowUps(await startSession(plan, options), plan, options);

/** Resumes a debate. Throws `UsageError` if it is over, or its files have changed. */
export async function resumeDebate(
	journal: string,
	options: ResumeOptions & FollowUpContext,
): Promise<{readonly running: RunningSession; readonly notices: readonly string[]}> {
	const {running, plan} = await resumeSession(journal, options);
	return {running: withFollowUps(running, plan, options), notices: plan.notices};
}

export function replayDebate(journal: string, options: ReplayOptions & FollowUpContext): Session {
	const {start, ...session} = replaySession(journal, options);
	return {
		...session,
		again: async () => replayDebate(journal, {...options, speed: 1}),
		...(start?.config !== undefined && {
			setup: async () => (await import('./setup/setup-port.ts')).setupFromJournal(start, setupContext(options)),
		}),
	};
}

function withFollowUps(
	running: RunningSession,
	plan: ReadyPlan,
	options: SessionOptions & FollowUpContext,
): RunningSession {
	const {cwd, signal, headless, configuration, configure, notice} = options;
	const next = {cwd, signal, headless, configuration, configure, ...(notice && {notice})};
	return {
		...running,
		session: {
			...running.session,
			setup: async () => (await import('./setup/setup-port.ts')).setupAgain(plan, setupContext(next)),
			again: async () => (await startDebate(plan, next)).session,
			replay: async () => replayDebate(running.journal, {cwd, signal, configure, speed: 1}),
		},
	};
}

/** The context of a setup screen; `start` runs the debate. */
export function setupContext({cwd, signal, configure}: FollowUpContext): SetupContext {
	return {
		cwd,
		signal,
		configure,
		start: async (plan, configuration) =>
			(await startDebate(plan, {cwd, signal, configure, configuration, headless: false})).session,
	};
}
