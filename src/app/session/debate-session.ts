/**
 * Sessions for the screens, with what can follow when a debate is over: the same debate again, its setup, or its
 * replay.
 */
import {dirname} from 'node:path';
import type {CommandContext} from '../context.ts';
import {type Session, exportsOf} from './session.ts';
import type {ReadyPlan} from '../plan/attach-voices.ts';
import {checkedPlan, seatedAs, type StartDialog} from '../plan/start-check.ts';
import {resumeSession, type ResumeOptions} from './resume.ts';
import {withSources} from '../plan/open-sources.ts';
import {startSession, type RunningSession, type SessionOptions} from './start-session.ts';
import type {SetupContext} from '../setup/setup-port.ts';
import {heldPort} from '../setup/held-port.ts';
import {UsageError} from '../../debate/usage-error.ts';
import {languageOfPlan} from '../../languages/find.ts';
import type {OpenSpeech, AudibleSpeech} from '../sound/live-speech.ts';
import {eventsIn, openRecording} from '../files/read-debate.ts';
import type {EventOf, JournalEvent} from '../../debate/events.ts';
import {fold} from '../../debate/reduce.ts';
import {endingIn, unheard, type Turn} from '../../debate/state.ts';
import {highlightsOf, hookOf, partsOf, type Highlight} from '../../exports/highlights.ts';
import {outsideVoice} from '../../debate/seats.ts';
import {countWords, shellQuote} from '../../debate/text/words.ts';
import {concessionsIn} from '../../debate/claims.ts';
import {hookIn} from '../../exports/edition.ts';
import {type Recording, replay, type ReplayOpening, type Rhythm} from '../../engine/replay/replay.ts';
import {writeSetting, type Configure} from '../../settings/settings.ts';
import {wordsAMinute, type HintName} from '../../settings/schema.ts';
import {assertTrusted} from './trust.ts';
import type {StageRecorder} from '../files/exports.ts';
import {turnCalls} from './turn-calls.ts';
import {editionKeeper, withEdition} from '../judging/edition-beside.ts';

/** What is needed to start another debate. */
type FollowUpContext = Pick<CommandContext, 'cwd' | 'signal' | 'recorder' | 'configure'>;

export async function startDebate(plan: ReadyPlan, options: SessionOptions & FollowUpContext): Promise<RunningSession> {
	const {openSpeech, notices} = await speechOf(
		{seats: plan.participants, config: plan.config, text: plan.subject.text},
		options,
	);
	const told = {...plan, notices: [...plan.notices, ...notices]};
	const opened = await withSources(told, options);
	const {sources: _opened, ...again} = told;
	return withFollowUps(await startSession(opened, {...options, openSpeech}), again, options);
}

/** Who speaks the debate, where it is to be spoken; a setting that cannot be followed here is only told of. */
async function speechOf(
	{seats, config, text}: {readonly seats: ReadyPlan['participants']; readonly config: unknown; readonly text: string},
	{configuration, headless}: Pick<SessionOptions, 'configuration' | 'headless'>,
): Promise<{readonly openSpeech?: OpenSpeech; readonly notices: readonly string[]}> {
	const isAsked = configuration.given.some(({name, kind}) => name === 'live' && kind === 'flag');
	if (!configuration.settings.live || (headless && !isAsked)) return {notices: []};
	try {
		// Most debates are silent, and start without what speaks.
		const {findSpeech} = await import('../sound/live-speech.ts');
		const ear = {language: languageOfPlan({config, text})};
		return {openSpeech: await findSpeech({seats, ear}, configuration), notices: []};
	} catch (error) {
		if (isAsked || !(error instanceof UsageError)) throw error;
		return {notices: [`It is not spoken: ${error.message}`]};
	}
}

/** Resumes a debate. Throws `UsageError` if it is over, or its files have changed. */
export async function resumeDebate(
	journal: string,
	options: ResumeOptions & FollowUpContext,
): Promise<{readonly running: RunningSession; readonly notices: readonly string[]}> {
	const accepted = options.accepted ?? (await assertTrusted(journal, options));
	const start = eventsIn(journal).find(({type}) => type === 'debate-start');
	const {openSpeech, notices} =
		start?.type === 'debate-start'
			? await speechOf({seats: start.participants, config: start.config, text: start.subject.text}, options)
			: {notices: []};
	const {running, plan} = await resumeSession(journal, {...options, accepted, openSpeech});
	return {running: withFollowUps(running, plan, options), notices: [...plan.notices, ...notices]};
}

export function replayDebate(journal: string, options: ReplayOptions & FollowUpContext): Session {
	const {start, ...session} = replaySession(journal, options);
	return {
		...session,
		hints: hintsFrom(options.hints ?? options.configure().settings.hints, options),
		again: async () =>
			replayDebate(journal, {...options, opening: undefined, rhythm: listeningPace(options.configure)}),
		...heldWith(journal, options),
		...(start?.config !== undefined && {
			setup: async () => (await import('../setup/setup-port.ts')).setupFromJournal(start, setupContext(options)),
		}),
	};
}

function withFollowUps(
	running: RunningSession,
	plan: ReadyPlan,
	options: SessionOptions & FollowUpContext,
): RunningSession {
	const {cwd, signal, recorder, headless, configuration, configure, notice} = options;
	const next = {cwd, signal, recorder, headless, configuration, configure, ...(notice && {notice})};
	return {
		...running,
		session: {
			...running.session,
			hints: hintsFrom(configuration.settings.hints, options),
			setup: async () => (await import('../setup/setup-port.ts')).setupAgain(plan, setupContext(next)),
			...heldWith(running.journal, options),
			again: async dialog => (await startDebate(await reached(plan, {...next, dialog}), next)).session,
			replay: async () =>
				replayDebate(running.journal, {cwd, signal, recorder, configure, rhythm: listeningPace(configure)}),
		},
	};
}

const hintsFrom = (
	left: readonly HintName[],
	{configure}: Pick<FollowUpContext, 'configure'>,
): NonNullable<Session['hints']> => ({
	left,
	keep: async rest => writeSetting('hints', rest.length === 0 ? 'off' : rest, configure()),
});

/** What can follow with its journal, once it is over. */
const heldWith = (
	journal: string,
	{cwd, signal, recorder, configure}: FollowUpContext,
): Required<Pick<Session, 'highlights' | 'held'>> => ({
	highlights: async () => highlightsSession(journal, {cwd, signal, recorder, configure}),
	held: heldPort(configure(), cwd),
});

/** The best minute of a debate as a session. Throws `UsageError` where it has none. */
export const highlightsSession = (journal: string, context: FollowUpContext): Session =>
	replayDebate(journal, {...context, rhythm: listeningPace(context.configure), opening: 'highlights'});

/** The pace at which a recording is watched: the one that is set, or where that is at once, one to read at. */
export function listeningPace(configure: Configure): Rhythm {
	const pace = wordsAMinute(configure().settings.pace, true);
	return {pace: pace === 0 ? wordsAMinute('reading', true) : pace};
}

/** The same debate again is checked as it was the first time; one that was resumed is seated as it began. */
async function reached(
	plan: ReadyPlan,
	{
		configuration,
		signal,
		dialog,
	}: Pick<SessionOptions, 'configuration' | 'signal'> & {
		readonly dialog: StartDialog | undefined;
	},
): Promise<ReadyPlan> {
	const ours = plan.participants.filter(({voice}) => voice !== outsideVoice);
	const seated = plan.seated ?? seatedAs(plan, ours, configuration).seated;
	return checkedPlan({...plan, seated}, configuration, {signal, dialog});
}

/** The context of a setup screen; `start` runs the debate. */
export function setupContext(
	{cwd, signal, recorder, configure}: FollowUpContext,
	found?: SetupContext['found'],
): SetupContext {
	return {
		cwd,
		signal,
		configure,
		found,
		start: async (plan, configuration) =>
			(await startDebate(plan, {cwd, signal, recorder, configure, configuration, headless: false})).session,
	};
}

// A recorded debate as a session that plays again.

type ReplayOptions = {
	readonly rhythm: Rhythm;
	readonly signal: AbortSignal;
	readonly configure: Configure;
	/** What is still to be explained; as set, unless given. */
	readonly hints?: readonly HintName[];
	/** It opens with its hook, where it has one; or it is its highlights alone. */
	readonly opening?: 'hook' | 'highlights' | undefined;
	/** The recording of the journal, if it was opened before. */
	readonly recording?: Recording;
	readonly recorder?: StageRecorder | undefined;
	/** Speaks the debate aloud. */
	readonly speech?: AudibleSpeech | undefined;
};

/** `start` is the first event, if the journal begins as it should. */
export function replaySession(
	file: string,
	{rhythm, signal, configure, speech, recorder, opening, recording = openRecording(file).recording}: ReplayOptions,
): Session & {readonly start: EventOf<'debate-start'> | undefined} {
	const leaving = new AbortController();
	const start = recording.at(0);
	const player = replay(recording, {
		rhythm,
		signal: AbortSignal.any([signal, leaving.signal]),
		speech,
		opening: opening && openings[opening](recording, file),
	});
	return {
		start: start?.type === 'debate-start' ? start : undefined,
		events: player.events,
		live: false,
		recorded: true,
		...('pace' in rhythm ? {initialPace: rhythm.pace} : {initialPace: 0, initialSpeed: rhythm.speed}),
		folder: dirname(file),
		replayWith: `rostrum replay ${shellQuote(dirname(file))}`,
		act({action}) {
			if (action === 'pause') player.pause();
			if (action === 'resume') player.resume();
			if (action === 'step') player.step();
		},
		...('pace' in rhythm ? {setPace: player.setPace} : {setSpeed: player.setSpeed}),
		edited: editionKeeper(file),
		seek: (by, unit) => player.seek({by, unit}),
		place: player.place,
		...(speech && {speech}),
		leave: async () => leaving.abort(),
		calls: turnId => turnCalls(file, turnId),
		exports: exportsOf(file, start?.type === 'debate-start' ? start.protocol : undefined, {
			configure: () => configure(),
			recorder,
		}),
	};
}

// What a recording opens with: the sharpest seconds of the debate, before its beginning; or its best minute alone.

const openings = {
	hook: (recording: Recording, file: string) => editedOpening(recording, file) ?? openingOf(recording),
	highlights: (recording: Recording) => highlightsIn(recording),
};

/** Words of the introduction that are heard behind it. */
const introduction = 60;

/** How a recording opens, if anybody meets anybody in it; one that was broken off simply begins. */
export function openingOf(recording: Recording): ReplayOpening | undefined {
	const events = eventsOf(recording);
	if (endingIn(events) === undefined) return undefined;
	const hook = hookOf(fold(events));
	const parts = hook ? stretchesOf(events, hook) : [];
	return parts.length === 1 ? {parts, introduction} : undefined;
}

/** The best minute, played alone. Throws `UsageError` where nobody met anybody. */
export function highlightsIn(recording: Recording): ReplayOpening {
	const events = eventsOf(recording);
	const parts = highlightsOf(fold(events)).flatMap(one => stretchesOf(events, one));
	if (parts.length > 0) return {parts, introduction: Infinity, alone: true};
	throw new UsageError({
		what: 'It has no highlights: nobody cut in, answered anybody, gave anything up or was called out',
		todo: 'Replay it whole.',
	});
}

/** Words in which a recording comes to its first cut or change of mind: twenty seconds at the pace of reading. */
const soonest = 83;

/** What an editor chose, between its lines for the host; undefined where that comes to the point too late. */
export function editedOpening(recording: Recording, file: string): ReplayOpening | undefined {
	const events = eventsOf(recording);
	const state = withEdition(fold(events), file);
	const hook = hookIn(state);
	const host = state.seats.find(({role}) => role === 'arbiter' || role === 'moderator');
	if (!hook || !host || state.outcome === undefined) return undefined;
	const stretches = hook.quotes.flatMap(({turn, text}) => stretchIn(events, turn, text));
	const parts = joined(events, stretches);
	const changes = concessionsIn(state.formats.ledger).map(({sentence}) => sentence.trim());
	const isPoint = (event: JournalEvent): boolean =>
		event.type === 'interruption' || (event.type === 'turn-delta' && changes.includes(event.text.trim()));
	const played = parts.flatMap(({from, to}) => events.slice(from, to));
	const until = played.findIndex(isPoint);
	const words = played
		.slice(0, until + 1)
		.reduce((sum, event) => sum + (event.type === 'turn-delta' ? countWords(event.text) : 0), countWords(hook.before));
	const isInTime = until < 0 ? !events.some(isPoint) : words <= soonest;
	if (stretches.length < hook.quotes.length || !isInTime) return undefined;
	const {name, voice, model, provider} = host;
	const line = (id: string, text: string): Turn => ({
		...unheard,
		id,
		text,
		speaker: host.id,
		by: {name, voice, model, provider},
		kind: 'cold-open',
		segment: 'cold_open',
		finish: 'complete',
		step: undefined,
		round: undefined,
		replyTo: undefined,
		amid: undefined,
		startedAt: 0,
	});
	return {parts, introduction, lines: {before: line('hook', hook.before), after: line('hook-2', hook.after)}};
}

/** The events of a passage of a turn; with the cut, where the turn that makes it is heard from its beginning. */
function stretchIn(events: readonly JournalEvent[], {id, replyTo}: Turn, text: string): ReplayOpening['parts'] {
	const said = events.flatMap((event, place) =>
		event.type === 'turn-delta' && event.turnId === id ? [{place, text: event.text.trim()}] : [],
	);
	const quoted = said.filter(sentence => text.includes(sentence.text));
	const [first, last] = [quoted[0], quoted.at(-1)];
	if (!first || !last) return [];
	const cut = events.findLastIndex(event => event.type === 'interruption' && event.turnId === replyTo);
	return [{from: first === said[0] && cut >= 0 ? cut : first.place, to: last.place + 1}];
}

const eventsOf = (recording: Recording): readonly JournalEvent[] =>
	Array.from({length: recording.length}, (_, place) => recording.at(place)).filter(event => event !== undefined);

/** The events in which a highlight is heard: one stretch, where nobody else speaks between its two voices. */
function stretchesOf(events: readonly JournalEvent[], highlight: Highlight): ReplayOpening['parts'] {
	const deltas = Map.groupBy(
		events.flatMap((event, place) => (event.type === 'turn-delta' ? [{...event, place}] : [])),
		({turnId}) => turnId,
	);
	const parts = partsOf(highlight, turn => (deltas.get(turn) ?? []).map(({text}) => text));
	const stretches = parts.flatMap(({turn, from, to}) => {
		const said = (deltas.get(turn) ?? []).slice(from, to);
		const [first, last] = [said[0], said.at(-1)];
		return first && last ? [{from: first.place, to: last.place + 1}] : [];
	});
	return joined(events, stretches);
}

/** One stretch, where nobody else speaks between two. */
function joined(events: readonly JournalEvent[], stretches: ReplayOpening['parts']): ReplayOpening['parts'] {
	const [first, second] = stretches;
	if (!first || !second || first.to > second.from) return stretches;
	const between = events.slice(first.to, second.from);
	return between.some(({type}) => type === 'turn-delta') ? stretches : [{from: first.from, to: second.to}];
}
