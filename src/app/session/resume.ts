/** Resumes a debate that was cut off from its journal alone, or discards it. */
import {dirname} from 'node:path';
import {readText} from '../../engine/host/read-text.ts';
import {endingIn, totalSpending} from '../../debate/state.ts';
import type {Budget, Outcome} from '../../debate/events.ts';
import {added} from '../../engine/calls/budget.ts';
import {
	discard,
	isBeingWritten,
	takeJournalLock,
	NotResumable,
	resume,
	type Resumed,
} from '../../engine/replay/resume.ts';
import {gitIn} from '../../engine/host/git.ts';
import type {FileLock} from '../../engine/host/append-lock.ts';
import {sha256} from '../../engine/host/hash.ts';
import {fileLines} from '../../engine/journal/journal.ts';
import type {Configuration} from '../../settings/settings.ts';
import {homeFiles} from '../../settings/home.ts';
import {wordsAMinute} from '../../settings/schema.ts';
import {reopenSources} from '../plan/open-sources.ts';
import {hostNotices, meansOf, refusePeople} from '../plan/resolve-plan.ts';
import {journalsUnder} from '../files/debate-folders.ts';
import {outsideVoice} from '../../debate/seats.ts';
import {findProtocol} from '../plan/debate-config.ts';
import {type ReadyPlan, checkBudget, withinBudget} from '../plan/attach-voices.ts';
import {agreeOnRest, checkSeats, type CheckedSeat, type StartDialog} from '../plan/start-check.ts';
import {
	signed,
	startSession,
	writeAll,
	type LockedDebate,
	type RunningSession,
	type SessionOptions,
} from './start-session.ts';
import {eventsIn} from '../files/read-debate.ts';
import {errorCode, UsageError} from '../../debate/usage-error.ts';
import type {Voice} from '../../voices/voice.ts';
import {voiceFactory} from '../voices/create-voices.ts';
import {missingExports} from '../files/exports.ts';
import {isOwn, openSeal, sealFor} from '../files/origin.ts';
import type {MarkLine} from '../../engine/journal/journal.ts';
import {assertTrusted, refuseLink, type TrustCheck, type Trusted} from './trust.ts';
import {signatureFile} from '../files/sign-journal.ts';
import {existsSync} from 'node:fs';

/**
 * Ends an unfinished debate for good. Throws `UsageError` where it is over, it is a link, or another process holds it.
 */
export async function discardDebate(file: string, home: string): Promise<void> {
	refuseLink(file);
	// A crash came before the first line: there is nothing to end, and nothing is offered to be resumed.
	if (fileLines(file).every(isBlank)) return;
	const resumed = await open(file, sealFor(file, home));
	try {
		discard(resumed);
	} finally {
		resumed.lock.release();
	}
}

/** Disks leave zeros where what was written never reached them. */
const isBlank = (line: string): boolean => /^[\s\0]*$/u.test(line);

/** The newest debate of the folder that this user's Rostrum wrote and that has not ended. Throws `UsageError`. */
export function newestUnfinished(folder: string, home: string): string {
	const unfinished = journalsUnder(folder).filter(isUnfinished);
	const found = unfinished.find(file => isOwn(file, home));
	if (found !== undefined) return found;
	const [other] = unfinished;
	throw new UsageError({
		what: other === undefined ? 'No unfinished debate was found' : 'No unfinished debate of yours was found',
		value: folder,
		from: 'the folder of debates',
		todo:
			other === undefined
				? 'Name one, or another folder with --out.'
				: `An earlier version or somebody else wrote ${dirname(other)}: name it to go on with it.`,
	});
}

/** Whether a debate was begun here and not ended; a journal that nobody can read or that holds nothing is none. */
function isUnfinished(file: string): boolean {
	try {
		const events = [...eventsIn(file)];
		return events.length > 0 && !endingIn(events);
	} catch (error) {
		if (error instanceof UsageError || errorCode(error) !== undefined) return false;
		throw error;
	}
}

export type ResumeOptions = SessionOptions &
	Pick<TrustCheck, 'trusted' | 'askTrust'> & {
		/** What was accepted already. */
		readonly accepted?: Trusted | undefined;
		/** The folder of debates. */
		readonly folder: string;
		/** Whether people can be asked to type; by default, if there is a screen. */
		readonly people?: boolean;
		/** Asked about voices that do not answer. */
		readonly dialog?: StartDialog | undefined;
		/** Whether voices that are away are waited for, though the user did not ask for that. */
		readonly waits?: boolean;
		/** The documents that it stands on, as the user names them now; and whether changed ones will do. */
		readonly sourcesNamed?: readonly string[];
		readonly changedSources?: boolean;
		/** The model of a connected MCP client. */
		readonly client?: Voice | undefined;
		/** What it may spend in all, by its voices and what it has spent, instead of what was set at its start. */
		readonly grant?: (voices: Iterable<Voice>, spent: SpentSoFar) => Promise<Budget | undefined>;
	};

/** Tokens and US dollars that a debate has used. */
type SpentSoFar = {readonly tokens: number; readonly usd: number};

/** Resumes a debate from its journal. Throws `UsageError` if it is over, or its files have changed. */
export async function resumeSession(
	file: string,
	options: ResumeOptions,
): Promise<{readonly running: RunningSession; readonly plan: ReadyPlan}> {
	const {configuration, folder, headless, people = !headless} = options;
	const {settings} = configuration;
	const findVoice = voiceFactory(configuration, undefined, options.client);
	const {accepted, resumed} = await openTrusted(file, options);
	const {start, past, protocol, torn, lock} = resumed;
	const {sources, notices: sourceNotices} = await reopen(resumed, options);
	const {seats} = past.checkpoint.state;
	const told = torn === undefined ? [] : [`The last line had been cut short; it was put aside as ${torn}.`];
	const {changes, notices: slow} = await orRelease(lock, async () => {
		await refuseChangedSource(start.subject, options.cwd);
		refusePeople({participants: seats}, {protocol, config: start.config, interactive: people, from: file});
		return checkedSeats(resumed, options);
	});
	const plan = await orRelease(lock, async (): Promise<ReadyPlan> => {
		const voices = new Map(
			seats
				.filter(({voice}) => voice !== outsideVoice)
				.map(({id, voice, name, provider = ''}) => [id, findVoice(voice, {name, provider})]),
		);
		const set = accepted.own || !settings.budget ? budgetOf(start, past) : {budget: settings.budget};
		const {input, output, cost} = totalSpending(past.checkpoint.state);
		const granted = await options.grant?.(voices.values(), {tokens: input + output, usd: cost});
		const budget = granted ? {budget: least(set.budget, granted)} : set;
		const warned = [...slow, ...checkBudget(budget.budget, voices.values())];
		return {
			protocol,
			config: start.config,
			subject: start.subject,
			title: start.title,
			...(start.preset !== undefined && {preset: start.preset}),
			participants: start.participants,
			findVoice: withinBudget(findVoice, budget.budget),
			voices,
			...meansOf(settings, !headless),
			...budget,
			seed: start.seed,
			...(sources && {sources}),
			pace: wordsAMinute(settings.pace, !headless),
			timeoutMs: settings.timeout,
			exports: askedExports(start, configuration),
			folder,
			remembered: homeFiles(configuration.home).folders,
			notices: [
				...configuration.notices,
				...told,
				...sourceNotices,
				...warned,
				...hostNotices(protocol, start.config, configuration, start.participants),
			],
		};
	});
	const running = await startSession(plan, options, resumed);
	for (const [participant, voice] of Object.entries(changes))
		running.session.act({action: 'replace', participant, voice});
	return {running, plan};
}

/** Reaches the voices of seats that are to be heard again, and asks what it costs where others speak now. */
async function checkedSeats(
	{start: {config, subject}, past, protocol}: LockedDebate,
	{configuration, ...options}: ResumeOptions,
): ReturnType<typeof checkSeats> {
	const {seats} = past.checkpoint.state;
	const checked = await checkSeats({protocol, config, seats: seatsToAsk(seats)}, configuration, options);
	if (Object.keys(checked.changes).length === 0) return checked;
	const participants = seats.map(seat => ({...seat, voice: checked.changes[seat.id] ?? seat.voice}));
	const pace = wordsAMinute(configuration.settings.pace, !options.headless);
	await agreeOnRest({protocol, config, subject, participants, pace}, configuration, options.dialog);
	return checked;
}

/** Those that are to be heard again: a seat that is out is asked for nothing. */
const seatsToAsk = (seats: Resumed['past']['checkpoint']['state']['seats']): CheckedSeat[] =>
	seats.filter(({voice, out}) => voice !== outsideVoice && out === undefined);

/** Those that were asked for at its start, and with it those that a flag asks for now. */
function askedExports({setup}: Resumed['start'], {settings, given}: Configuration): readonly string[] {
	if (!setup?.exports) return settings.export;
	const isAsked = given.some(({name, kind}) => name === 'export' && kind === 'flag');
	return [...new Set([...setup.exports, ...(isAsked ? settings.export : [])])];
}

/** The documents that it stands on. Gives the journal back where they are refused. */
async function reopen(
	{past, lock, start, journal: {file: journal}}: LockedDebate,
	{sourcesNamed: named = [], changedSources: changed = false, cwd, signal}: ResumeOptions,
): ReturnType<typeof reopenSources> {
	try {
		const protocol = {id: start.protocol};
		return await reopenSources(past.checkpoint.state.sources, {protocol, named, cwd, signal, journal, changed});
	} catch (error) {
		lock.release();
		throw error;
	}
}

type CompleteOptions = Pick<SessionOptions, 'configuration' | 'recorder' | 'notice'>;

/**
 * Signs a debate that has ended and writes its exports, where a crash came between its end and those. Undefined where
 * nothing is missing, or it has not ended. Throws `UsageError` where another process holds it.
 */
export async function completeDebate(
	file: string,
	{configuration, recorder, notice}: CompleteOptions,
): Promise<{readonly outcome: Outcome; readonly written: readonly string[]} | undefined> {
	const [start] = eventsIn(file);
	// Nobody's signature stands beside what somebody else wrote.
	if (start?.type !== 'debate-start' || !isOwn(file, configuration.home)) return undefined;
	const exports = missingExports(file, start, askedExports(start, configuration));
	const isUnsigned = configuration.settings.sign !== 'off' && !existsSync(signatureFile(file));
	if (exports.length === 0 && !isUnsigned) return undefined;
	const ending = endingIn([...eventsIn(file)]);
	if (!ending) return undefined;
	const lock = await takeJournalLock(file).catch(asUsageError);
	try {
		if (isUnsigned) await signed(file, configuration, notice);
		await writeAll(file, {exports, protocol: start.protocol}, {recorder, ...(notice && {notice})});
		return {outcome: ending.outcome, written: [...(isUnsigned ? ['signature'] : []), ...exports]};
	} finally {
		lock.release();
	}
}

/**
 * The same for debates of which some may owe nothing, such as those of a batch, and says of each what was written. One
 * that another process holds is left to that.
 */
export async function completeDebates(files: readonly string[], options: CompleteOptions): Promise<void> {
	for (const file of files) {
		if (isBeingWritten(file)) continue;
		const completed = await completeDebate(file, options);
		if (completed) options.notice?.(completedText(file, completed));
	}
}

/** What is told of a debate that got what a crash had left out. */
export const completedText = (
	file: string,
	{outcome, written}: NonNullable<Awaited<ReturnType<typeof completeDebate>>>,
): string => `${dirname(file)} is finished (${outcome}). Written now: ${written.join(', ')}.`;

/** Opens what may act, as it was when that was found or accepted. */
async function openTrusted(
	file: string,
	options: ResumeOptions,
): Promise<{readonly accepted: Trusted; readonly resumed: LockedDebate}> {
	const accepted = options.accepted ?? (await assertTrusted(file, options));
	const seal = openSeal(options.configuration.home);
	const resumed = await open(file, 'line' in seal ? seal.line : undefined);
	const {past, lock} = resumed;
	if (past.at(past.length - 1)?.hash === accepted.head) return {accepted, resumed};
	lock.release();
	throw changedMeanwhile(file);
}

const changedMeanwhile = (file: string): UsageError =>
	new UsageError({
		what: 'The debate was changed while it was looked at',
		value: file,
		from: 'its journal',
		todo: 'Ask for it again.',
	});

/** The cap that was set at the start, with all that was added. */
const budgetOf = ({budget}: Resumed['start'], past: Resumed['past']): {budget?: Budget} =>
	budget
		? {
				budget: past.checkpoint.state.actions.reduce(
					(sum, action) => (action.action === 'raise' ? added(sum, action) : sum),
					budget,
				),
			}
		: {};

const least = (one: Budget = {}, other: Budget): Budget => {
	const [tokens, usd] = [leastOf(one.tokens, other.tokens), leastOf(one.usd, other.usd)];
	return {...(tokens !== undefined && {tokens}), ...(usd !== undefined && {usd})};
};

const leastOf = (one: number | undefined, other: number | undefined): number | undefined =>
	one === undefined || other === undefined ? (one ?? other) : Math.min(one, other);

/** Releases the lock where something is refused: what is wrong may be put right, and the debate taken up then. */
async function orRelease<T>(lock: FileLock, plan: () => Promise<T>): Promise<T> {
	try {
		return await plan();
	} catch (error) {
		lock.release();
		throw error;
	}
}

/** Takes the journal’s lock, and opens it. */
async function open(file: string, mark: MarkLine | undefined): Promise<LockedDebate> {
	let lock: FileLock | undefined;
	try {
		lock = await takeJournalLock(file);
		return {...resume(file, findProtocol, lock.isOurs, mark), lock};
	} catch (error) {
		lock?.release();
		return asUsageError(error);
	}
}

function asUsageError(error: unknown): never {
	throw error instanceof NotResumable ? new UsageError(error.message, {cause: error}) : error;
}

/** What was read from a file must still be in it, or its turns would speak of something else. */
async function refuseChangedSource(subject: Resumed['start']['subject'], cwd: string): Promise<void> {
	await refuseElsewhere(subject, cwd);
	const {source, hash} = subject;
	if (source === undefined || hash === undefined) return;
	const now = sha256(readText(source, 'the journal'));
	if (now !== hash)
		throw new UsageError({
			what: `The context has changed since the debate began: its SHA-256 was ${hash} and is ${now}`,
			from: source,
			todo: 'Put the old text back, or start the debate anew with "rostrum run".',
		});
}

/** Sides of a review read its code once more: where that is not at hand, the debate would end as failed. */
async function refuseElsewhere({commit, base = commit}: Resumed['start']['subject'], cwd: string): Promise<void> {
	if (base === undefined) return;
	const git = gitIn(cwd);
	// The base of a pull request is a branch, which may not be here.
	const asked = /^[\da-f]{40,}$/u.test(base) ? ['cat-file', '-e', base] : ['rev-parse', '--git-dir'];
	if ((await git(asked)).ok) return;
	throw new UsageError({
		what: 'The code that this debate is about is not in this folder',
		value: cwd,
		from: 'the journal',
		todo: `Go into the repository that has ${base}, and resume it there; nothing was changed.`,
	});
}
