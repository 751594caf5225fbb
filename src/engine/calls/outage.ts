/**
 * A server that is away while nobody is there to ask: it is waited for, and after that the debate is left unfinished.
 * So it is at once where a login or money is missing, which no waiting brings.
 */
import {VoiceError, type VoiceErrorKind} from '../../voices/voice.ts';
import {DebateUnfinished, type DebateContext} from '../context.ts';

/** What is known of servers that are away, for all requests of a debate; times are on its clock, in milliseconds. */
export type Outages = {
	/** How long a server is waited for. */
	readonly limitMs: number;
	/** Whether an answer that failed after it had begun is asked for again from its beginning. */
	readonly asksAgain: (error: VoiceError) => boolean;
	/** When each voice was first found away, and last spoken of, by the voice's id. */
	readonly away: Map<string, {readonly since: number; readonly told: number}>;
	/** How long voices have been waited for in all, those that came back. */
	waitedMs: number;
};

export const outages = (limitMs: number): Outages => ({
	limitMs,
	asksAgain: ({kind}) => limitMs > 0 && outageKinds.has(kind),
	away: new Map(),
	waitedMs: 0,
});

/** A voice that is away is asked again at least so often, and spoken of once a minute. */
const [longestWait, tellEvery] = [20_000, 60_000];

/** Failures of the way to a model, not of what it says. A server that goes away in an answer may just fall silent. */
const outageKinds: ReadonlySet<VoiceErrorKind> = new Set(['network', 'server', 'rate-limit', 'timeout', 'stalled']);

type AwayCall = {
	readonly context: DebateContext & {readonly outages: Outages | undefined};
	readonly voice: {readonly id: string; readonly name: string};
	readonly participant: string;
	readonly signal: AbortSignal;
};

/**
 * Waits for the next try of a request that failed. Returns false where the failure is none that passes; throws
 * `DebateUnfinished` where it was waited for long enough.
 */
export async function waitOut(
	{context, voice, participant, signal}: AwayCall,
	error: VoiceError,
	delayMs: number,
): Promise<boolean> {
	const {clock, log, outages: known} = context;
	if (!known || known.limitMs === 0 || !outageKinds.has(error.kind)) return false;
	const now = clock.now();
	const {since = now, told = -Infinity} = known.away.get(voice.id) ?? {};
	const left = since + known.limitMs - now;
	if (left <= 0) leave(context, `${voice.name} was away for ${minutes(now - since)}: ${error.message}`);
	if (now - told >= tellEvery) {
		const text = `${error.message} It is waited for, ${minutes(left)} at most; then the debate is left unfinished, to be resumed.`;
		log.emit({type: 'notice', level: 'warning', participant, text});
	}
	known.away.set(voice.id, {since, told: now - told >= tellEvery ? now : told});
	await clock.sleep(Math.min(left, Math.max(delayMs, error.retryAfterMs ?? 0), longestWait), signal);
	return true;
}

/** A voice has answered: whatever was away is back. */
export function cameBack({clock, outages: known}: AwayCall['context'], voice: string): void {
	const away = known?.away.get(voice);
	if (!known || !away) return;
	known.waitedMs += clock.now() - away.since;
	known.away.delete(voice);
}

/** How long voices have been waited for until now: no time limit of the model's counts it. */
export const waitedFor = ({clock, outages: known}: AwayCall['context']): number =>
	!known || known.away.size === 0
		? (known?.waitedMs ?? 0)
		: known.waitedMs + clock.now() - Math.min(...[...known.away.values()].map(({since}) => since));

/** Leaves the debate unfinished where a voice lacks what its user alone can bring. */
export function leaveIfOwed(context: AwayCall['context'], error: unknown): void {
	if (context.outages && error instanceof VoiceError && error.owed !== undefined) leave(context, error.message);
}

function leave({over}: DebateContext, reason: string): never {
	const unfinished = new DebateUnfinished(reason);
	over.abort(unfinished);
	throw unfinished;
}

const minutes = (ms: number): string => (ms < 90_000 ? `${Math.round(ms / 1000)} s` : `${Math.round(ms / 60_000)} min`);
