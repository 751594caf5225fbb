/** The life of a debate around its script: the first and last events, the plan, and what the user does meanwhile. */
import type {AudienceEvent} from '../debate/audience.ts';
import type {Budget, Participant, Subject, Outcome, DebateEvent, JournalEvent, UserAction} from '../debate/events.ts';
import type {Protocol, Ending} from '../debate/protocol.ts';
import {isSpokenBy} from '../debate/attribution.ts';
import {turnName} from '../debate/prompt.ts';
import {suspectedSecrets} from '../debate/text/redact.ts';
import {sha256} from './host/hash.ts';
import {closeLostTurns, statsOf, type Recorder} from './journal/recorder.ts';
import type {JournaledEvents} from './replay/history.ts';
import {isOut, validateSeatAction, type FindVoice} from './turns/seats.ts';
import type {TurnContext} from './turns/turn-context.ts';
import type {SourceDesk} from '../debate/sources.ts';
import {editorOf, isPerson} from '../debate/seats.ts';
import type {DebateState} from '../debate/state.ts';
import {DebateOver} from './context.ts';
import type {FloorContext} from './floor.ts';
import {hearPerson, passAll} from './turns/people.ts';

/**
 * Everything about a debate that is decided before a voice is asked. It goes from the command line to the engine as it
 * is; what is found out on the way (voices, files) is added to it.
 */
export type DebatePlan = {
	readonly protocol: Protocol;
	readonly config: unknown;
	readonly subject: Subject;
	readonly title: string;
	/** The id of the preset that it was made from. */
	readonly preset?: string;
	/** What gives the config again: a preset of the package, and assignments of `--set`. */
	readonly setup?: {
		readonly preset?: string | undefined;
		readonly set: readonly string[];
		readonly exports?: readonly string[] | undefined;
	};
	readonly participants: readonly Participant[];
	readonly seed: number;
	/** Words a minute; 0 for as fast as they come. */
	readonly pace: number;
	/** The deadline of a call, in milliseconds. */
	readonly timeoutMs: number;
	/** How long a server that is away is waited for, in milliseconds, where nobody is there to ask. */
	readonly waitForMs?: number;
	/** The limit on what it may spend; of a resumed debate, with everything that was added to it. */
	readonly budget?: Budget;
	/** Holds back some of the budget for a closing. */
	readonly keepsClosing?: boolean;
	/** Milliseconds that a person has for a turn; without it, as long as they want. */
	readonly turnTimeMs?: number;
	/** The documents that it stands on, opened. */
	readonly sources?: SourceDesk;
	/** Whether it is edited when it has ended, where its format has that. */
	readonly edited?: boolean;
};

type DebateHeader = Pick<
	DebatePlan,
	| 'protocol'
	| 'config'
	| 'subject'
	| 'title'
	| 'participants'
	| 'seed'
	| 'preset'
	| 'setup'
	| 'budget'
	| 'sources'
	| 'edited'
> & {
	readonly appVersion: string;
	readonly debateId: string;
	readonly startedAt: string;
};

/** Records the start of a new debate; of a resumed one, ends the turns that were running when it was cut off. */
export function openDebate(
	{log}: TurnContext,
	recorder: Recorder,
	{protocol, config, subject, title, participants, seed, ...header}: DebateHeader,
	past: JournaledEvents,
): void {
	const editor = header.edited && protocol.edit ? editorOf(participants) : undefined;
	const start = past.at(0);
	if (start) {
		// The script has not met these turns: they are recorded, and not part of what it hears.
		closeLostTurns(recorder, 'the debate was cut off here; the turn is said again');
		log.apply(start);
		return;
	}
	log.emit({
		type: 'debate-start',
		v: 1,
		debateId: header.debateId,
		startedAt: header.startedAt,
		protocol: protocol.id,
		title,
		subject,
		config,
		participants: [...participants],
		seed,
		...(header.preset !== undefined && {preset: header.preset}),
		...(header.setup && {setup: copyOf(header.setup)}),
		...(editor !== undefined && {editor}),
		...(header.budget && {budget: header.budget}),
		app: {name: 'rostrum', version: header.appVersion, protocolVersion: protocol.version},
	});
	// Where they are listed as they are cited, there are none yet.
	if (header.sources && header.sources.documents.length > 0) tellSources(log, header.sources);
	const suspected = suspectedSecrets(`${subject.text}\n${subject.context ?? ''}`);
	if (suspected.length > 0)
		log.emit({
			type: 'notice',
			level: 'warning',
			text: `What is debated may hold a key that was not recognised as one (${suspected.join(', ')}); models are sent it as it is. Stop and take it out if it is one.`,
		});
}

/** What the debate stands on; the text of the documents where all of it stands in every prompt. */
function tellSources({emit}: TurnContext['log'], {documents, whole, left, pages}: SourceDesk): void {
	emit({
		type: 'sources',
		documents: documents.map(each => ({...each})),
		whole: whole !== undefined,
		...(left.length > 0 && {left: [...left]}),
		...(pages && {pages: pages.most}),
	});
	if (whole) emit({type: 'passages', passages: whole.map(each => ({...each}))});
}

const copyOf = ({preset, set, exports}: NonNullable<DebatePlan['setup']>) => ({
	...(preset !== undefined && {preset}),
	set: [...set],
	...(exports && {exports: [...exports]}),
});

/** How a debate ends whose script is done: one that was brought to its closing ends for the reason of that. */
export function endingOf({control}: TurnContext, ending: Ending): Ending {
	if (control.overBudget !== undefined)
		return {outcome: 'budget', reason: `${control.overBudget}; it was closed with what was left`};
	return control.stopping ? {outcome: 'stopped', reason: 'stopped by the user, with a closing'} : ending;
}

/** Ends the turns that are open and records the end. A debate that lost a seat or a turn on the way is `degraded`. */
export function endDebate(context: TurnContext, ending: Ending): {outcome: Outcome; reason?: string} {
	const {log, clock} = context;
	endOpenTurns(context, ending.reason ?? 'the debate ended');
	const missing = log.state.seats.flatMap(seat => {
		if (isOut(context, seat.id) !== undefined) return `${seat.name} is out: ${seat.out ?? ''}`;
		const why = isPerson(seat) ? undefined : silenceOf(log.state, seat.id);
		return why === undefined ? [] : `${seat.name} said nothing: ${why}`;
	});
	if (missing.length === 0) missing.push(...lostTurns(log.state));
	const {outcome, reason} =
		ending.outcome === 'completed' && missing.length > 0
			? {outcome: 'degraded' as const, reason: missing.join('; ')}
			: ending;
	const result = {outcome, ...(reason === undefined ? {} : {reason})};
	log.emit({type: 'debate-end', ...result, stats: statsOf(log.state, clock.now())});
	return result;
}

/**
 * Turns of voices that failed in each of their tries, and turns that no judge gave a usable answer on. People may let
 * theirs pass, and what was before a seat was given to another voice is mended.
 */
function lostTurns({turns, seats}: DebateState): readonly string[] {
	const voiced = turns.filter(turn => seats.some(seat => isSpokenBy(turn, seat) && !isPerson(seat)));
	const tries = [...Map.groupBy(voiced, ({id}) => turnName(id)).values()];
	const failed = tries.filter(each => each.every(({finish}) => finish === 'failed')).length;
	const unjudged = turns.filter(({evaluation}) => evaluation?.verdicts?.every(({score}) => score === null)).length;
	return [
		...(failed === 0 ? [] : [`${failed} ${failed === 1 ? 'turn' : 'turns'} failed`]),
		...(unjudged === 0 ? [] : [`${unjudged} not scored, for no judge gave a usable answer`]),
	];
}

/** Why a seat that had turns was heard in none of them: what the last one failed of. */
function silenceOf({turns}: DebateState, seat: string): string | undefined {
	const own = turns.filter(({speaker}) => speaker === seat);
	return own.every(({finish, text}) => finish === 'failed' && text === '') ? own.at(-1)?.reason : undefined;
}

/** What was shown of a sentence is part of what was heard. */
function endOpenTurns({log}: TurnContext, reason: string): void {
	for (const id of log.state.open) {
		const shown = log.shown(id);
		if (shown.trim() !== '') log.emit({type: 'turn-delta', turnId: id, text: shown});
		const text = log.state.speech[id]?.sentences ?? '';
		log.emit(
			{
				type: 'turn-end',
				turnId: id,
				text,
				finish: 'interrupted',
				reason,
				contentHash: sha256(text),
				totalMs: 0,
			},
			log.state.turns.find(turn => turn.id === id)?.step,
		);
	}
}

// What user actions do to a running debate. Protocols handle the others through `floor.on`.

/** What is asked ahead rests on who sits where, and on what was said. */
const changesPrompts: ReadonlySet<UserAction['action']> = new Set(['take', 'give-back', 'replace', 'unsay']);

/** Records and applies what the user does now. Returns false if the debate is over. */
export function takeAction(
	context: FloorContext,
	requested: UserAction,
	humanSeats: readonly string[],
	findVoice: FindVoice | undefined,
): boolean {
	const {log, over, prefetch, budget, questions, handlers} = context;
	if (over.signal.aborted || log.state.outcome) return false;
	const action = validateSeatAction(context, requested, humanSeats, findVoice);
	if (!action) return true;
	const cameBack = backAfter(log.state, action);
	log.emit({type: 'user-action', data: action});
	if (cameBack) log.emit(cameBack);
	if (changesPrompts.has(action.action)) prefetch.withdraw();
	if (action.action === 'raise') budget.account.raise(action);
	questions?.answerWith(action);
	hearPerson(context, action);
	obey(context, action);
	context.pace.touch();
	handlers.get(action.action)?.(action);
	return true;
}

/** Records what the audience did: it changes nothing of the debate. Returns false if that is over. */
export function hearAudience({log, over}: TurnContext, said: AudienceEvent): boolean {
	if (over.signal.aborted || log.state.outcome) return false;
	log.emit(said);
	return true;
}

/** Applies a journaled event to a resumed debate that catches up. */
export function applyPast(context: FloorContext, event: JournalEvent): void {
	context.log.apply(event);
	if (event.type !== 'user-action') return;
	const {data} = event;
	// Pauses, paces and skips of the past do not hold for the debate as it goes on.
	if (data.action === 'resume') context.pace.resume();
	if (data.action === 'stop') stop(context, data.closing);
	context.handlers.get(data.action)?.(data);
}

/** A seat that was out is back once somebody else sits there. */
function backAfter({seats}: DebateState, action: UserAction): DebateEvent | undefined {
	if (action.action !== 'take' && action.action !== 'replace') return undefined;
	if (seats.find(({id}) => id === action.participant)?.out === undefined) return undefined;
	return {
		type: 'participant-back',
		participant: action.participant,
		reason: `${action.name ?? action.participant} sits there now`,
	};
}

/** What an action does to the engine itself. */
function obey(context: TurnContext, action: UserAction): void {
	const {pace, speech} = context;
	switch (action.action) {
		case 'pause':
			speech?.pause();
			return pace.pause();
		case 'resume':
			speech?.resume();
			return pace.resume();
		case 'step':
			speech?.resume();
			return pace.step();
		case 'pace':
			if (action.pace === 0) speech?.silence();
			pace.wordsAMinute = action.pace;
			return hurryAtInstant(context);
		case 'unsay':
			speech?.silence();
			return pace.step();
		case 'skip':
			if (context.log.heard().open.length === 0) return passAll(context, 'skipped by the user');
			context.control.cutShort = 'skipped by the user';
			return undefined;
		case 'stop':
			stop(context, action.closing);
			if (action.closing) endCurrentTurn(context, 'stopped by the user');
			return undefined;
		default:
			return undefined;
	}
}

/** At full speed nobody waits for the rhythm of deterministic voices; the past is never waited for. */
export function hurryAtInstant({clock, pace, history}: TurnContext): void {
	if (!history.catchingUp) clock.hurry = pace.wordsAMinute === 0;
}

function stop({pace, over, control}: TurnContext, closing: boolean): void {
	pace.resume();
	if (closing) control.stopping = true;
	else over.abort(new DebateOver('stopped', 'stopped by the user'));
}

function endCurrentTurn(context: TurnContext, reason: string): void {
	if (context.log.heard().open.length > 0) context.control.cutShort = reason;
	passAll(context, reason);
}
