/** What happened between the words: cuts, interjections, failures, what was agreed on; each with the turn that it is found at. */
import type {DebateState, Turn} from '../debate/state.ts';
import {inWords, violations} from '../transcripts/wording.ts';
import {lookOf} from './looks.ts';
import {span, type Span} from './rows.ts';
import {signs, type Tone} from './theme.ts';
import type {TurnIndex} from './turn-index.ts';

/** Who it is about, and what it was; one of them may be empty. `turnId` is the turn that shows it, where one does by itself. */
export type Moment = {readonly at: number; readonly sign: Span; readonly who: readonly Span[]; readonly what: string; readonly tone: Tone; readonly turnId?: string};

const LEVELS = {info: 'dim', warning: 'warning', error: 'error'} as const;

const nameIn = (state: DebateState) => (id: string): Span => span(lookOf(state, id).shortName, lookOf(state, id).tone);

/** The latest `count` moments, the latest first. */
export const latestMoments = (state: DebateState, count: number): readonly Moment[] => recorded(state, -count).sort((a, b) => b.at - a.at).slice(0, count);

/** What the state lists by itself; of each kind those from `from` on. */
function recorded(state: DebateState, from: number): Moment[] {
	const name = nameIn(state);
	const cuts = state.interruptions.slice(from).map(({at, turnId, interrupter, interrupted, reason, urgency}): Moment => (
		{at, turnId, sign: span(signs.cut, 'cut'), who: [name(interrupter), span(' → ', 'dim'), name(interrupted)], what: `${inWords(reason)} ${urgency.toFixed(2)}`, tone: 'dim'}
	));
	const calls = state.interjections.slice(from).map(({at, turnId, target, violation, reason, by}): Moment => (
		{at, turnId, sign: span(signs.arbiter, 'arbiter'), who: target === undefined ? [] : [span('→ ', 'dim'), name(target)], what: `${violation ? violations[violation] : (reason ?? '')}${by === 'user' ? ' (you asked)' : ''}`, tone: 'dim'}
	));
	const notices = state.notices.slice(from).map(({at, level, text}): Moment => (
		{at, sign: span(level === 'info' ? signs.separator : signs.notice, LEVELS[level]), who: [], what: text, tone: LEVELS[level]}
	));
	return [...cuts, ...calls, ...notices, ...changesOfSeats(state), ...agreements(state), ...alarms(state)];
}

/** Who has sat down where: rare as well. */
const changesOfSeats = (state: DebateState): readonly Moment[] => state.actions.flatMap((action): readonly Moment[] => {
	const made = (participant: string, who: string | undefined, what: string): readonly Moment[] => {
		const {shortName, tone} = lookOf(state, participant);
		return [{at: action.at, sign: span(signs.user, 'user'), who: [span(who ?? shortName, tone)], what, tone: 'dim'}];
	};
	if (action.action === 'take') return made(action.participant, action.name, 'takes the seat');
	if (action.action === 'give-back') return made(action.participant, undefined, 'has the seat back');
	return action.action === 'replace' ? made(action.participant, action.name ?? action.voice, `takes the seat${action.because === undefined ? '' : `: ${action.because}`}`) : [];
});

/** Where a debate comes to something: rare, so that all of them are looked at. */
const agreements = ({records}: DebateState): readonly Moment[] => records.flatMap((record): readonly Moment[] => {
	const made = (what: string, turnId?: string): Moment => ({at: record.at, sign: span(signs.agreed, 'good'), who: [], what, tone: 'plain', ...(turnId !== undefined && {turnId})});
	if (record.type === 'section') return /consensus/iu.test(record.heading) ? [made('consensus', record.turnId)] : [];
	if (record.type === 'spec-consensus') return [made(`round ${record.round}: ${record.groups.filter(({standing}) => standing === 'agreed').length} of ${record.groups.length} issues agreed`)];
	if (record.type === 'hand-over') return [made(record.note)];
	return record.type === 'revision' ? [made(`critique ${inWords(record.decision)}`)] : [];
});

const SEVERITIES = {info: 'dim', warning: 'warning', critical: 'error'} as const;

/** What a reviewer warned of, and what a mailbox would not take. */
const alarms = (state: DebateState): readonly Moment[] => state.records.flatMap((record): readonly Moment[] => {
	if (record.type === 'message-refused') return [{at: record.at, sign: span(signs.out, 'warning'), who: [], what: `refused ${record.file}: ${record.reason}`, tone: 'warning'}];
	if (record.type !== 'message' || record.message.message_type !== 'execution.alert') return [];
	const {severity, step, reason} = record.message.body;
	const tone = SEVERITIES[severity];
	return [{at: record.at, sign: span(severity === 'info' ? signs.separator : signs.notice, tone), who: [nameIn(state)(record.message.sender)], what: `${severity}${step === undefined ? '' : ` ${step}`}: ${reason}`, tone}];
});

/** A moment as the transcript has it: the turn at whose head it is found, and where that stands. */
export type Found = Moment & {readonly turnId: string; readonly place: number};

/** Every moment in the order of the transcript, with turns that failed and what listeners called out. */
export function momentsIn(state: DebateState, index: TurnIndex): readonly Found[] {
	const breakingIn = new Map(state.turns.flatMap(({kind, replyTo, id}, index) => (kind === 'interruption' ? [[replyTo ?? state.turns[index - 1]?.id, id] as const] : [])));
	const all = [...recorded(state, 0), ...state.turns.flatMap(turn => inItself(state, turn))];
	return all.flatMap(moment => {
		const turnId = moment.sign.text === signs.cut ? breakingIn.get(moment.turnId ?? '') ?? moment.turnId : moment.turnId ?? turnAt(state.turns, moment.at);
		const place = turnId === undefined ? undefined : index.placeOf(turnId);
		return turnId === undefined || place === undefined ? [] : [{...moment, turnId, place}];
	}).sort((a, b) => a.place - b.place || a.at - b.at);
}

function inItself(state: DebateState, turn: Turn): readonly Moment[] {
	const made = (sign: Span, what: string): readonly Moment[] => [{at: turn.endedAt ?? turn.startedAt, turnId: turn.id, sign, who: [nameIn(state)(turn.speaker)], what, tone: 'dim'}];
	if (turn.finish === 'failed') return made(span(signs.out, 'warning'), turn.text === '' ? 'no answer' : 'broke off');
	return turn.kind === 'barge-in' ? made(span(signs.user, 'user'), 'from the floor') : [];
}

/** The turn that was being heard at a time: the last that had begun. */
function turnAt(turns: readonly Turn[], at: number): string | undefined {
	let [low, high] = [0, turns.length];
	while (low < high) {
		const middle = (low + high) >> 1;
		if ((turns[middle]?.startedAt ?? 0) <= at) low = middle + 1;
		else high = middle;
	}
	return (turns[low - 1] ?? turns[0])?.id;
}
