/**
 * Starts or resumes a debate and exposes it as a session: its folder, journal and lock, the running engine, exports.
 */
import {randomUUID} from 'node:crypto';
import {dirname, join} from 'node:path';
import type {AudienceEvent} from '../../debate/audience.ts';
import type {JournalEvent, UserAction} from '../../debate/events.ts';
import type {PageFinder, SourceDesk} from '../../debate/sources.ts';
import type {SessionEvent} from '../../debate/state.ts';
import {cleanText} from '../../debate/text/intake.ts';
import type {VoiceLimiter} from '../../engine/calls/voice-limiter.ts';
import {realClock} from '../../engine/clock.ts';
import {takeFreeLock, type FileLock} from '../../engine/host/append-lock.ts';
import {writeWhole} from '../../engine/host/write-whole.ts';
import {readingReport} from '../../exports/references.ts';
import {packageVersion} from '../../engine/host/package-root.ts';
import {shellQuote} from '../../debate/text/words.ts';
import {openJournal} from '../../engine/journal/journal.ts';
import {appendLate, takeJournalLock, type Resumed} from '../../engine/replay/resume.ts';
import type {JournaledEvents} from '../../engine/replay/history.ts';
import {answersFileOf, answerStore} from '../../engine/replay/kept-answers.ts';
import type {DebatePlan} from '../../engine/lifecycle.ts';
import {runDebate, type RunEnding, type RunningDebate, type RunOptions} from '../../engine/run.ts';
import type {EffectContext, HaltDecision, EffectHandlers} from '../../formats/contract.ts';
import {openEffects} from '../../formats/index.ts';
import {homeFiles} from '../../settings/home.ts';
import type {Configuration} from '../../settings/settings.ts';
import {withAudience} from '../audience/with-audience.ts';
import {type Session, exportsOf} from './session.ts';
import {makeDebateFolder, journalName, rememberFolder, soundOf, soundsBeside} from '../files/debate-folders.ts';
import type {AudibleSpeech, OpenSpeech} from '../sound/live-speech.ts';
import {spokenPace} from '../../settings/schema.ts';
import {castFormat, pictureFormat} from '../../exports/export-names.ts';
import {documentsFolder} from '../files/documents-folder.ts';
import {editText} from '../files/edit-text.ts';
import {draftKeeper, type DraftKeeper, waitingMark, type WaitingMark} from '../files/beside-journal.ts';
import {refreshExports, writeExports, writePicture, type StageRecorder} from '../files/exports.ts';
import {openSeal, sealFor, type OriginSeal} from '../files/origin.ts';
import {signJournal} from '../files/sign-journal.ts';
import type {ReadyPlan} from '../plan/attach-voices.ts';
import {seatingFor} from '../plan/voice-options.ts';
import {withSources} from '../plan/open-sources.ts';
import {turnCalls} from './turn-calls.ts';

export type RunningSession = {
	/** Its events begin with those of the journal so far. */
	readonly session: Session;
	/** The path of its journal. */
	readonly journal: string;
	/** What the journal held before. */
	readonly past: JournaledEvents;
	/** Without an outcome if the debate was suspended and can be resumed; with the folder that it had to go on in. */
	readonly done: Promise<RunEnding & {readonly movedTo?: string}>;
};

export type SessionOptions = {
	readonly cwd: string;
	readonly signal: AbortSignal;
	/** Nobody is there to answer questions. */
	readonly headless: boolean;
	readonly configuration: Configuration;
	/** The path of the journal if it is not in a folder of its own. */
	readonly journalFile?: string;
	/** Records the stage, where that is asked for. */
	readonly recorder?: StageRecorder | undefined;
	/** Shared by debates that run at once. */
	readonly limiter?: VoiceLimiter;
	/** How a halted debate goes on. */
	readonly decision?: HaltDecision;
	/** Speaks the debate; the folder keeps what was paid for. */
	readonly openSpeech?: OpenSpeech | undefined;
	/** Called with what the user should know besides the debate. */
	readonly notice?: (text: string) => void;
};

/** What was fetched, and what was read of the documents, in the folder of the debate. */
function keepSources(folder: string, sources: SourceDesk): void {
	sources.keep?.(folder);
	if (sources.documents.length > 0) writeWhole(join(folder, 'sources.md'), readingReport(sources));
}

/** With the folder that its agents read in, and each page that is found kept before anybody is shown it. */
function withPlaces(plan: ReadyPlan, journal: string, documents: DocumentsFolder | undefined): PlacedPlan {
	const {sources} = plan;
	const placed = documents ? {...plan, documentsFolder: documents.folder} : plan;
	if (!sources?.pages) return placed;
	const {most, find: findPages} = sources.pages;
	const find: PageFinder = async (query, signal) => {
		const found = await findPages(query, signal);
		if (found) keepSources(dirname(journal), sources);
		documents?.write();
		return found;
	};
	return {...placed, sources: {...sources, pages: {most, find}}};
}
type DocumentsFolder = ReturnType<typeof documentsFolder>;
type PlacedPlan = ReadyPlan & Pick<RunOptions, 'documentsFolder'>;

/** A debate that is resumed, whose lock is taken already. */
export type LockedDebate = Resumed & {readonly lock: FileLock};

/** Starts the planned debate, or resumes it. If it cannot begin, its lock is released again. */
export async function startSession(
	planned: ReadyPlan,
	options: SessionOptions,
	resumed?: LockedDebate,
): Promise<RunningSession> {
	const {signal, headless, notice, openSpeech} = options;
	const plan = await readyToRun(planned, options, resumed !== undefined);
	const now = new Date();
	const past: JournaledEvents = resumed?.past ?? [];
	const journal =
		resumed?.journal.file ??
		options.journalFile ??
		join(makeDebateFolder(plan.folder, plan.subject.text, now), journalName);
	const problem = plan.remembered === undefined ? undefined : rememberFolder(plan.remembered, plan.folder, journal);
	if (problem !== undefined) notice?.(problem);
	if (plan.sources && !resumed) keepSources(dirname(journal), plan.sources);
	const lock = resumed?.lock ?? (await takeJournalLock(journal));
	const leaving = new AbortController();
	const speech = openSpeech?.(soundsBeside(soundOf(journal)));
	const mark = headless ? undefined : waitingMark(journal, notice);
	const documents = plan.sources && hasAgent(plan) ? documentsFolder(journal, plan.sources) : undefined;
	const refuge = refugeOf(journal, plan, options);
	const release = (): void => releaseAll(plan, {lock, speech, mark, documents, refuge});
	const place = {journal, lock, resumed, now, leaving, speech, seal: sealed(options), elsewhere: refuge.open};
	const {handlers, debate} = await begin(withPlaces(plan, journal, documents), {...options, ...place}).catch(
		(error: unknown) => {
			release();
			throw error;
		},
	);
	const draft = headless ? undefined : draftKeeper(journal, notice);
	const done = finish(plan, {...options, debate, handlers, draft, refuge}).finally(release);

	async function* untilWritten(): AsyncGenerator<SessionEvent> {
		yield* headless ? past : shown(past);
		yield* mark ? mark.through(debate.events) : debate.events;
		const {outcome} = await done;
		// A signal to the program ends the screens too.
		if (outcome === undefined) signal.throwIfAborted();
	}

	const late = lateFacts({...options, journal, done});
	const running = {
		...sessionOf(plan, debate, {...options, journal, draft, speech, late}),
		events: untilWritten(),
		async leave() {
			leaving.abort();
			await done;
		},
	};
	const hear = hearing(debate, late);
	return {
		session: withAudience(running, {journal: refuge.journal, folder: dirname(journal), notice, hear}),
		get journal() {
			return refuge.journal();
		},
		past,
		done,
	};
}

/** Closes what it used in the world; one that has ended is completed. Tells the folder that it had to go on in. */
async function finish(
	plan: ReadyPlan,
	{debate, handlers, draft, refuge, ...options}: SessionOptions & Finishing,
): RunningSession['done'] {
	const ending = await debate.done.catch(async (error: unknown) => {
		await handlers.close({});
		throw error;
	});
	const trouble = await handlers.close(ending);
	if (trouble !== undefined) options.notice?.(trouble);
	if (ending.outcome === undefined) draft?.flush();
	else await complete(refuge.journal(), plan, {...options, draft});
	return {...ending, ...(refuge.isUsed() && {movedTo: dirname(refuge.journal())})};
}

type Finishing = {
	readonly debate: RunningDebate;
	readonly handlers: EffectHandlers;
	readonly draft: DraftKeeper | undefined;
	readonly refuge: Refuge;
};

type Refuge = ReturnType<typeof refugeOf>;

/** Where a debate goes on whose journal is deleted while it runs: in ROSTRUM_HOME. */
function refugeOf(first: string, {subject}: ReadyPlan, {configuration}: SessionOptions) {
	let journal = first;
	let lock: FileLock | undefined;
	return {
		open(): string {
			const folder = makeDebateFolder(homeFiles(configuration.home).transcripts, subject.text, new Date());
			journal = join(folder, journalName);
			// Nobody can hold it yet.
			lock = takeFreeLock(`${journal}.lock`, 0o600);
			return journal;
		},
		journal: () => journal,
		isUsed: () => journal !== first,
		release: () => lock?.release(),
	};
}

/** What marks the debate as this user's; where there is none, that is told, and it is held all the same. */
function sealed({configuration, notice}: SessionOptions): OriginSeal | undefined {
	const seal = openSeal(configuration.home);
	if (!('problem' in seal)) return seal;
	notice?.(seal.problem);
	return undefined;
}

/** With its documents opened, and at the pace of whoever speaks it. */
async function readyToRun(planned: ReadyPlan, options: SessionOptions, isResumed: boolean): Promise<ReadyPlan> {
	const opened = isResumed ? planned : await withSources(planned, options);
	const {pace} = options.configuration.settings;
	return options.openSpeech ? {...opened, pace: spokenPace(pace, opened.pace)} : opened;
}

/** Signs the journal of a debate that has ended, and writes its exports: they say whose signature stands beside it. */
async function complete(
	journal: string,
	plan: ReadyPlan,
	options: SessionOptions & {readonly draft: DraftKeeper | undefined},
): Promise<void> {
	options.draft?.remove();
	await signed(journal, options.configuration, options.notice);
	await writeAll(journal, {exports: plan.exports, protocol: plan.protocol.id}, options);
}

/** Writes the exports asked for, and tells of what cannot be written here. Rejects with the signal's reason. */
export async function writeAll(
	journal: string,
	{exports, protocol}: {readonly exports: readonly string[]; readonly protocol: string},
	{recorder, notice, signal}: Pick<SessionOptions, 'recorder' | 'notice'> & {readonly signal?: AbortSignal},
): Promise<void> {
	await writeExports(journal, exports, {protocol, signal});
	if (exports.includes(castFormat)) {
		if (recorder) await recorder.write(journal, {...(signal && {signal})});
		else notice?.('debate.cast was not written: nothing here records the stage.');
	}
	const missing = exports.includes(pictureFormat) ? await writePicture(journal, signal) : undefined;
	if (missing !== undefined) notice?.(missing);
}

const hasAgent = ({participants}: ReadyPlan): boolean => participants.some(({voice}) => voice.startsWith('agent:'));

type HeldOpen = {
	readonly lock: FileLock;
	readonly speech: AudibleSpeech | undefined;
	readonly mark: WaitingMark | undefined;
	readonly documents: DocumentsFolder | undefined;
	readonly refuge: Refuge;
};

function releaseAll({sources}: ReadyPlan, {lock, speech, mark, documents, refuge}: HeldOpen): void {
	sources?.close();
	documents?.remove();
	speech?.close();
	mark?.close();
	lock.release();
	refuge.release();
}

type Beginning = SessionOptions & {
	readonly journal: string;
	readonly lock: FileLock;
	readonly resumed: LockedDebate | undefined;
	readonly now: Date;
	readonly leaving: AbortController;
	readonly speech: AudibleSpeech | undefined;
	readonly seal: OriginSeal | undefined;
	/** Makes another file for its journal, where that is deleted while it runs. */
	readonly elsewhere: () => string;
};

/** Opens the format's effects and runs the engine. */
async function begin(
	plan: PlacedPlan,
	beginning: Beginning,
): Promise<{readonly handlers: EffectHandlers; readonly debate: RunningDebate}> {
	const {resumed, now} = beginning;
	const {debateId, startedAt} = resumed?.start ?? {debateId: randomUUID(), startedAt: now.toISOString()};
	const handlers = await openEffects(plan.protocol.id, {...plan, ...inTheWorld(beginning, debateId)});
	try {
		const debate = runDebate({
			...plan,
			...broughtBy(handlers, plan),
			...onDisk(beginning),
			...withinTheRun(beginning, handlers),
			effects: handlers.effects,
			appVersion: packageVersion(),
			debateId,
			startedAt,
		});
		return {handlers, debate};
	} catch (error) {
		await handlers.close({});
		throw error;
	}
}

/** What a format's host is told of this machine, the user's settings, and where the debate lies. */
function inTheWorld(
	{cwd, headless, configuration, journal, resumed, decision, seal}: Beginning,
	debateId: string,
): Omit<EffectContext, keyof DebatePlan> {
	const {redisUrl, collector, hiddenVariables, handedOn, programs, settings, home} = configuration;
	return {
		cwd,
		journal,
		folder: dirname(journal),
		debateId,
		resumed: resumed !== undefined,
		answersFile: homeFiles(home).answers,
		hiddenVariables,
		handedOn,
		sealRecord: seal?.record(debateId),
		programs,
		sandbox: settings.sandbox,
		interactive: !headless,
		...(decision && {decision}),
		...(redisUrl !== undefined && {redisUrl}),
		...(collector && {collector}),
	};
}

/** Journal and answers, written only while the lock is ours; and what the journal held before. */
function onDisk({
	journal,
	lock,
	resumed,
	seal,
	elsewhere,
}: Beginning): Pick<RunOptions, 'journal' | 'answers' | 'past'> {
	const writing = resumed?.journal ?? openJournal(journal, '', lock.isOurs, seal?.line);
	writing.onDeleted?.(elsewhere);
	const answersNow = (): string => answersFileOf(writing.file);
	return {
		journal: writing,
		answers: answerStore(answersFileOf(journal), resumed?.past.checkpoint, lock.isOurs, answersNow),
		past: resumed?.past ?? [],
	};
}

/** Who may end it, who limits and hears it, and whose clock it keeps to. */
function withinTheRun(
	{signal, leaving, headless, limiter, speech, resumed}: Beginning,
	{realTime}: EffectHandlers,
): Pick<RunOptions, 'headless' | 'signal' | 'limiter' | 'speech' | 'clock'> {
	const past: JournaledEvents = resumed?.past ?? [];
	return {
		headless,
		signal: AbortSignal.any([signal, leaving.signal]),
		...(limiter && {limiter}),
		...(speech && {speech}),
		...(realTime && {clock: realClock(past.at(past.length - 1)?.at ?? 0)}),
	};
}

/** What a format’s host has of the subject, and holds quotations against. */
const broughtBy = ({code, sources}: EffectHandlers, {subject, title}: ReadyPlan) => ({
	...(code !== undefined && {subject: {...subject, ...code}}),
	...(code?.text !== undefined && title === subject.text && {title: code.text}),
	...(sources && {sources}),
});

type Running = SessionOptions & {
	readonly journal: string;
	readonly draft: DraftKeeper | undefined;
	readonly speech: AudibleSpeech | undefined;
	readonly late: ReturnType<typeof lateFacts>;
};

/** Writes what comes behind the end: facts that come in one burst one after another, and the exports anew. */
function lateFacts({
	journal,
	done,
	configuration,
	notice,
}: SessionOptions & {readonly journal: string; readonly done: RunningSession['done']}) {
	let before: Promise<unknown> = Promise.resolve();
	return async (fact: Parameters<typeof appendLate>[1], {refresh = true} = {}) => {
		await done;
		const write = async () => {
			const event = await appendLate(journal, fact, sealFor(journal, configuration.home));
			await signed(journal, configuration, notice);
			if (refresh) await refreshExports(journal);
			return event;
		};
		const written = before.then(write, write);
		before = written;
		return written;
	};
}

/** Records what listeners do, in the debate or behind its end; exports are made anew once the last vote is closed. */
const hearing =
	(debate: RunningDebate, late: Running['late']) =>
	async (said: AudienceEvent): Promise<JournalEvent | undefined> =>
		debate.hear(said) ? undefined : late(said, {refresh: said.closes !== undefined});

/** What a screen can see and do besides the events. */
function sessionOf(
	plan: ReadyPlan,
	debate: RunningDebate,
	{headless, configuration, signal, journal, draft, speech, recorder, late}: Running,
): Omit<Session, 'events' | 'leave'> {
	const folder = dirname(journal);
	return {
		act: action => void debate.act(cleaned(action)),
		notices: plan.notices,
		live: true,
		initialPace: plan.pace,
		folder,
		resumeWith: `rostrum resume ${shellQuote(folder)}`,
		replayWith: `rostrum replay ${shellQuote(folder)}`,
		async vote(vote) {
			const clean = {...vote, listener: cleanText(vote.listener)};
			return debate.act(clean) ? undefined : late({type: 'user-action', data: clean});
		},
		edit: text => editText(text, join(folder, 'edited.md'), configuration.editor),
		exports: exportsOf(journal, plan.protocol.id, {configure: () => configuration, recorder}),
		calls: turnId => turnCalls(journal, turnId),
		...(draft && {draft}),
		...(speech && {speech}),
		...(headless ? {} : {seating: seatingFor(plan, {configuration, signal})}),
	};
}

/** Signs a journal as the settings say, and tells of what hinders that. */
export async function signed(
	journal: string,
	{settings, home}: Configuration,
	notice: SessionOptions['notice'],
): Promise<void> {
	const trouble = await signJournal(journal, settings.sign, home);
	if (trouble !== undefined) notice?.(trouble);
}

/** A past of more events than any format produces is shown as its result at once. */
const longPast = 20_000;

/** The past as screens get it. Of a long one, only the start and the state at its end, so that it is in memory once. */
export function* shown(past: JournaledEvents): Generator<SessionEvent> {
	const start = past.at(0);
	if (past.length > longPast && past.checkpoint && start) {
		yield start;
		yield {type: 'jump', state: past.checkpoint.state};
	} else yield* past;
}

/** Sanitizes what a user says, as everything that comes in. */
function cleaned(action: UserAction): UserAction {
	if (action.action === 'interject') return {...action, reason: cleanText(action.reason)};
	if (action.action === 'vote') return {...action, listener: cleanText(action.listener)};
	return action.action === 'barge-in' || action.action === 'say' ? {...action, text: cleanText(action.text)} : action;
}
