/** What happened between the words: cuts, interjections, failures; each with the turn that it is found at. */
import {incrementalFold, countWhile, memoizeRecent, append} from '../debate/fold.ts';
import type {FormatEvent} from '../debate/slices.ts';
import {emptyState, unsaidReason, type DebateState, type EventView, type Turn} from '../debate/state.ts';
import {interruptionNames, violationNames} from '../languages/wording.ts';
import {displayOf, speakerDisplay} from './participants.ts';
import {span, type Span} from './rows.ts';
import {signs, type Tone} from './theme.ts';
import type {TurnIndex} from './turn-index.ts';

/**
 * Who it is about, and what it was; one of them may be empty. `turnId` is the turn that shows it, where one does by
 * itself.
 */
export type Moment = {
	readonly at: number;
	readonly sign: Span;
	readonly who: readonly Span[];
	readonly what: string;
	readonly tone: Tone;
	readonly turnId?: string;
	/** It is where that turn ends, and not where it begins. */
	readonly ends?: true;
};

/**
 * What recorded events are as moments, by their types; null where a kind is deliberately none. Whether a record is one
 * goes by the record alone, what it says by the state too.
 */
type MomentEvents = Readonly<
	Record<FormatEvent['type'], {readonly moment: EventView<FormatEvent, Moment | undefined> | null}>
>;

const LEVELS = {info: 'dim', warning: 'warning', error: 'error'} as const;

type Seats = DebateState['seats'];

/** The name of whoever had a seat at a time of the debate, in the seat's colour. */
export const nameIn =
	(seats: Seats, at: number) =>
	(id: string): Span => {
		const {shortName, tone} = displayOf({seats}, id, at);
		return span(shortName, tone);
	};

/** The name of who spoke a turn. */
function speakerName(seats: Seats, {speaker, by}: Pick<Turn, 'speaker' | 'by'>): Span {
	const {shortName, tone} = speakerDisplay({seats}, {speaker, by});
	return span(shortName, tone);
}

/** The latest `count` moments, the latest first. */
export const latestMoments = (state: DebateState, count: number, events: MomentEvents): readonly Moment[] =>
	count > 0
		? recorded(state, count, events)
				.sort((a, b) => b.at - a.at)
				.slice(0, count)
		: [];

/** What the state lists by itself; of each kind the last `count`. */
function recorded(state: DebateState, count: number, events: MomentEvents): Moment[] {
	const {seats, start, interruptions, interjections, swayAttempts, notices, actions, records} = state;
	return [
		...latestOf(interruptions, count, ({fallen}) => !fallen).map(cut => cutOf(cut, seats)),
		...interjections.slice(-count).map(call => callOf(call, seats)),
		...swayAttempts.slice(-count).map(attempt => swayOf(attempt, seats)),
		...notices.slice(-count).map(notice => noticeOf(notice)),
		...changesOfSeats(start, actions)
			.slice(-count)
			.flatMap(action => changeOf(action, seats) ?? []),
		...notableIn(events)(start, records)
			.slice(-count)
			.flatMap(record => events[record.type].moment?.(record, state) ?? []),
	];
}

/** The last `count` that are wanted; none before them is looked at. */
function latestOf<T>(items: readonly T[], count: number, wanted: (item: T) => boolean): readonly T[] {
	const latest: T[] = [];
	for (let at = items.length - 1; at >= 0 && latest.length < count; at--)
		latest.unshift(...items.slice(at, at + 1).filter(wanted));
	return latest;
}

const cutOf = memoizeRecent(
	({at, turnId, interrupter, interrupted, reason}: DebateState['interruptions'][number], seats: Seats): Moment => ({
		at,
		turnId,
		ends: true,
		sign: span(signs.cut, 'cut'),
		who: [nameIn(seats, at)(interrupter), span(' → ', 'dim'), nameIn(seats, at)(interrupted)],
		what: interruptionNames[reason],
		tone: 'dim',
	}),
);

const callOf = memoizeRecent(
	({at, turnId, target, violation, reason, by}: DebateState['interjections'][number], seats: Seats): Moment => ({
		at,
		turnId,
		sign: span(signs.arbiter, 'arbiter'),
		who: target === undefined ? [] : [span('→ ', 'dim'), nameIn(seats, at)(target)],
		what: `${violation ? violationNames[violation] : (reason ?? '')}${by === 'user' ? ' (you asked)' : ''}`,
		tone: 'dim',
	}),
);

const swayOf = memoizeRecent(
	({at, turnId, speaker, text}: DebateState['swayAttempts'][number], seats: Seats): Moment => ({
		at,
		turnId,
		ends: true,
		sign: span(signs.notice, 'warning'),
		who: [nameIn(seats, at)(speaker)],
		what: `tried to sway the judge: “${text}”`,
		tone: 'warning',
	}),
);

const noticeOf = memoizeRecent(({at, level, text}: DebateState['notices'][number]): Moment => ({
	at,
	sign: span(level === 'info' ? signs.separator : signs.notice, LEVELS[level]),
	who: [],
	what: text,
	tone: LEVELS[level],
}));

type RecordedAction = DebateState['actions'][number];
type Recorded = DebateState['records'][number];

/** Whether something is a moment does not go by who sits where. */
const changesOfSeats = incrementalFold<RecordedAction, readonly RecordedAction[]>([], (found, action, own) =>
	changeOf(action, []) ? append(found, action, own) : found,
);
const notableIn = memoizeRecent((events: MomentEvents) =>
	incrementalFold<Recorded, readonly Recorded[]>([], (found, record, own) =>
		events[record.type].moment?.(record, emptyState) ? append(found, record, own) : found,
	),
);

/** Who has sat down where. */
function changeOf(action: RecordedAction, seats: Seats): Moment | undefined {
	const made = (participant: string, who: string | undefined, what: string): Moment => {
		const {shortName, tone} = displayOf({seats}, participant);
		return {at: action.at, sign: span(signs.user, 'user'), who: [span(who ?? shortName, tone)], what, tone: 'dim'};
	};
	if (action.action === 'take') return made(action.participant, action.name, 'takes the seat');
	if (action.action === 'give-back') return made(action.participant, undefined, 'has the seat back');
	return action.action === 'replace'
		? made(
				action.participant,
				action.name ?? action.voice,
				`takes the seat${action.because === undefined ? '' : `: ${action.because}`}`,
			)
		: undefined;
}

/** Where a debate came to something, in a sentence. */
export const agreedMoment = (at: number, what: string, turnId?: string): Moment => ({
	at,
	sign: span(signs.agreed, 'good'),
	who: [],
	what,
	tone: 'plain',
	...(turnId !== undefined && {turnId}),
});

/** A moment as the transcript has it: the turn at whose head it is found, and where that stands. */
export type LocatedMoment = Moment & {readonly turnId: string; readonly place: number};

/** Every moment in the order of the transcript, with turns that failed and what listeners called out. */
export function momentsIn(state: DebateState, index: TurnIndex, events: MomentEvents): readonly LocatedMoment[] {
	const breakingIn = new Map(
		state.turns.flatMap(({kind, replyTo, id}, index) =>
			kind === 'interruption' ? [[replyTo ?? state.turns[index - 1]?.id, id] as const] : [],
		),
	);
	const all = [
		...recorded(state, Number.POSITIVE_INFINITY, events),
		...state.turns.flatMap(turn => inItself(state, turn)),
	];
	return all
		.flatMap(moment => {
			const turnId =
				moment.sign.text === signs.cut
					? (breakingIn.get(moment.turnId ?? '') ?? moment.turnId)
					: (moment.turnId ?? turnAt(state.turns, moment.at));
			const place = turnId === undefined ? undefined : index.placeOf(turnId);
			return turnId === undefined || place === undefined ? [] : [{...moment, turnId, place}];
		})
		.sort((a, b) => a.place - b.place || a.at - b.at);
}

function inItself(state: DebateState, turn: Turn): readonly Moment[] {
	const made = (sign: Span, what: string): readonly Moment[] => [
		{
			at: turn.endedAt ?? turn.startedAt,
			turnId: turn.id,
			sign,
			who: [speakerName(state.seats, turn)],
			what,
			tone: 'dim',
		},
	];
	if (turn.reason === unsaidReason) return made(span(signs.user, 'user'), 'took the turn back');
	if (turn.finish === 'failed') return made(span(signs.out, 'warning'), turn.text === '' ? 'no answer' : 'broke off');
	return turn.kind === 'barge-in' ? made(span(signs.user, 'user'), 'from the floor') : [];
}

/** The turn that was being heard at a time: the last that had begun. */
function turnAt(turns: readonly Turn[], at: number): string | undefined {
	const begun = countWhile(turns, ({startedAt}) => startedAt <= at);
	return (turns[begun - 1] ?? turns[0])?.id;
}
