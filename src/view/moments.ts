/**
 * What happened between the words: cuts, interjections, failures, what was agreed on; each with the turn that it is
 * found at.
 */
import type {MessageOf} from '../debate/formats/builder-reviewer.ts';
import {emptyCodeDebate} from '../debate/formats/code-debate.ts';
import {incrementalFold, countWhile, memoizeRecent, append} from '../debate/fold.ts';
import type {DebateState, Turn} from '../debate/state.ts';
import type {SpecConsensus} from '../debate/formats/adversarial-spec.ts';
import {marginText, pointFate} from '../debate/views/motion.ts';
import {humanize, interruptionNames, plural, violationNames} from '../languages/wording.ts';
import {displayOf} from './participants.ts';
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

const LEVELS = {info: 'dim', warning: 'warning', error: 'error'} as const;

type Seats = DebateState['seats'];

const nameIn =
	(seats: Seats) =>
	(id: string): Span =>
		span(displayOf({seats}, id).shortName, displayOf({seats}, id).tone);

/** The latest `count` moments, the latest first. */
export const latestMoments = (state: DebateState, count: number): readonly Moment[] =>
	count > 0
		? recorded(state, count)
				.sort((a, b) => b.at - a.at)
				.slice(0, count)
		: [];

/** What the state lists by itself; of each kind the last `count`. */
const recorded = (
	{seats, start, interruptions, interjections, swayAttempts, notices, actions, records, formats}: DebateState,
	count: number,
): Moment[] => [
	...interruptions.slice(-count).map(cut => cutOf(cut, seats)),
	...interjections.slice(-count).map(call => callOf(call, seats)),
	...swayAttempts.slice(-count).map(attempt => swayOf(attempt, seats)),
	...notices.slice(-count).map(notice => noticeOf(notice)),
	...changesOfSeats(start, actions)
		.slice(-count)
		.flatMap(action => changeOf(action, seats) ?? []),
	...notable(start, records)
		.slice(-count)
		.flatMap(record => recordOf(record, seats, formats.codeDebate) ?? []),
];

const cutOf = memoizeRecent(
	({at, turnId, interrupter, interrupted, reason}: DebateState['interruptions'][number], seats: Seats): Moment => ({
		at,
		turnId,
		ends: true,
		sign: span(signs.cut, 'cut'),
		who: [nameIn(seats)(interrupter), span(' → ', 'dim'), nameIn(seats)(interrupted)],
		what: interruptionNames[reason],
		tone: 'dim',
	}),
);

const callOf = memoizeRecent(
	({at, turnId, target, violation, reason, by}: DebateState['interjections'][number], seats: Seats): Moment => ({
		at,
		turnId,
		sign: span(signs.arbiter, 'arbiter'),
		who: target === undefined ? [] : [span('→ ', 'dim'), nameIn(seats)(target)],
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
		who: [nameIn(seats)(speaker)],
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
const notable = incrementalFold<Recorded, readonly Recorded[]>([], (found, record, own) =>
	recordOf(record, [], emptyCodeDebate) ? append(found, record, own) : found,
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

const SEVERITIES = {info: 'dim', warning: 'warning', critical: 'error'} as const;

/** Where a debate comes to something, what a reviewer warned of, and what a mailbox would not take. */
function recordOf(record: Recorded, seats: Seats, ledger: DebateState['formats']['codeDebate']): Moment | undefined {
	const agreed = (what: string, turnId?: string): Moment => ({
		at: record.at,
		sign: span(signs.agreed, 'good'),
		who: [],
		what,
		tone: 'plain',
		...(turnId !== undefined && {turnId}),
	});
	switch (record.type) {
		case 'section':
			return /consensus/iu.test(record.heading) ? closeOf(record, ledger, agreed) : undefined;
		case 'spec-consensus':
			return agreed(`round ${record.round}: ${agreementText(record)}`);
		case 'hand-over':
			return agreed(record.note);
		case 'revision':
			return agreed(`critique ${humanize(record.decision)}`);
		case 'verdict-panel':
			return agreed(
				`verdict: ${record.winner ?? 'none'}${record.winner === null || record.winner === 'tie' ? '' : ` the motion, ${marginText(record.margin)}`}`,
			);
		case 'verdict':
			return record.flipped ? flip(record, seats) : undefined;
		case 'point':
			return pointOf(record, seats);
		case 'message-refused':
			return {
				at: record.at,
				sign: span(signs.out, 'warning'),
				who: [],
				what: `refused ${record.file}: ${record.reason}`,
				tone: 'warning',
			};
		case 'message':
			return record.message.message_type === 'execution.alert' ? alarmOf(record.at, record.message, seats) : undefined;
		default:
			return undefined;
	}
}

/** A Code Debate’s last section: it is a consensus only where every point is settled. */
function closeOf(
	{at, turnId}: {readonly at: number; readonly turnId: string},
	{ledger: {length}, resolved}: DebateState['formats']['codeDebate'],
	agreed: (what: string, turnId: string) => Moment,
): Moment {
	if (length === resolved) return agreed('consensus', turnId);
	const what = `no consensus: ${length - resolved} of ${length} points not settled`;
	return {at, sign: span(signs.drift, 'warning'), who: [], what, tone: 'warning', turnId};
}
type RecordOf<T extends Recorded['type']> = Extract<Recorded, {readonly type: T}>;

const flip = ({at, judge}: RecordOf<'verdict'>, seats: Seats): Moment => ({
	at,
	sign: span(signs.notice, 'warning'),
	who: [nameIn(seats)(judge)],
	what: 'named the other side once the labels were swapped: a tie',
	tone: 'warning',
});

const pointOf = (event: RecordOf<'point'>, seats: Seats): Moment => ({
	at: event.at,
	turnId: event.turnId,
	sign: span(event.taken ? signs.yes : signs.no, event.taken ? 'good' : 'dim'),
	who: [nameIn(seats)(event.by)],
	what: `point ${pointFate(event)}: ${event.point}`,
	tone: 'plain',
});

function alarmOf(
	at: number,
	{sender, body: {severity, step, reason}}: MessageOf<'execution.alert'>,
	seats: Seats,
): Moment {
	const tone = SEVERITIES[severity];
	return {
		at,
		sign: span(severity === 'info' ? signs.separator : signs.notice, tone),
		who: [nameIn(seats)(sender)],
		what: `${severity}${step === undefined ? '' : ` ${step}`}: ${reason}`,
		tone,
	};
}

/** A moment as the transcript has it: the turn at whose head it is found, and where that stands. */
export type LocatedMoment = Moment & {readonly turnId: string; readonly place: number};

/** Every moment in the order of the transcript, with turns that failed and what listeners called out. */
export function momentsIn(state: DebateState, index: TurnIndex): readonly LocatedMoment[] {
	const breakingIn = new Map(
		state.turns.flatMap(({kind, replyTo, id}, index) =>
			kind === 'interruption' ? [[replyTo ?? state.turns[index - 1]?.id, id] as const] : [],
		),
	);
	const all = [...recorded(state, Number.POSITIVE_INFINITY), ...state.turns.flatMap(turn => inItself(state, turn))];
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
			who: [nameIn(state.seats)(turn.speaker)],
			what,
			tone: 'dim',
		},
	];
	if (turn.finish === 'failed') return made(span(signs.out, 'warning'), turn.text === '' ? 'no answer' : 'broke off');
	return turn.kind === 'barge-in' ? made(span(signs.user, 'user'), 'from the floor') : [];
}

/** The turn that was being heard at a time: the last that had begun. */
function turnAt(turns: readonly Turn[], at: number): string | undefined {
	const begun = countWhile(turns, ({startedAt}) => startedAt <= at);
	return (turns[begun - 1] ?? turns[0])?.id;
}

function agreementText({groups}: SpecConsensus): string {
	if (groups.length === 0) return 'nothing is in dispute';
	return `${groups.filter(({standing}) => standing === 'agreed').length} of ${plural(groups.length, 'issue')} agreed`;
}
