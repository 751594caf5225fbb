/**
 * What a listener’s page is sent of each event: an allow-list. An event that has no entry here, and a field that no
 * entry names, never leaves the machine: prompts, keys, paths, drafts, costs and single votes among them.
 */
import {swingOf, type Flow} from '../../debate/audience.ts';
import type {JournalEvent, Outcome} from '../../debate/events.ts';
import type {DebateState} from '../../debate/state.ts';
import {arguingSeats} from '../../debate/seats.ts';
import {sanitize} from '../../debate/text/intake.ts';
import {titleOf} from '../../exports/facts.ts';
import {seatMark} from '../../exports/page/turn.ts';
import {formatName, paneOf} from '../../formats/index.ts';
import {languageOf} from '../../languages/find.ts';
import {humanize, speakerOf, speakerOfTurn, turnKindLabel} from '../../languages/wording.ts';

/** `seat` is its class on the page, which gives its colour; `sign` is empty for whoever does not argue. */
type ShownChair = {readonly name: string; readonly part: string; readonly seat: string; readonly sign: string};

type AudienceItem =
	| {
			readonly type: 'start';
			readonly title: string;
			readonly format: string;
			readonly language: string;
			readonly chairs: readonly ShownChair[];
			/** Whether there is something to be for or against, and whether questions can be put. */
			readonly votes: boolean;
			readonly asks: boolean;
	  }
	| {readonly type: 'part'; readonly name: string}
	| (ShownChair & {readonly type: 'turn'; readonly turn: string; readonly kind: string})
	/** A sentence as it was heard: `offset` is its first character in the turn. */
	| {readonly type: 'said'; readonly turn: string; readonly offset: number; readonly text: string}
	| {readonly type: 'cut'; readonly turn: string; readonly by: string}
	/** `lost` where the turn failed, and is said again. */
	| {readonly type: 'end'; readonly turn: string; readonly how: 'whole' | 'cut' | 'lost'}
	| {readonly type: 'paused'; readonly paused: boolean}
	| {readonly type: 'heat'; readonly turn: string; readonly offset: number; readonly count: number}
	| {readonly type: 'swing'; readonly both: number; readonly flows: readonly Flow[]}
	| {readonly type: 'over'; readonly outcome: Outcome};

/** It has a method's type, so that those of one kind of event can stand in a table of all kinds. */
type Tell<E extends JournalEvent> = {tell(event: E, state: DebateState): readonly AudienceItem[]}['tell'];

type AllowList = {readonly [T in JournalEvent['type']]?: Tell<Extract<JournalEvent, {type: T}>>};

const told: AllowList = {
	'debate-start': (event, state) => [
		{
			type: 'start',
			title: sanitize(titleOf(state)),
			format: formatName(event.protocol),
			language: languageOf(state),
			chairs: arguingSeats(state.seats).map(({id}) => chairOf(state, id)),
			votes: hasVotes(state),
			asks: takesQuestions(state),
		},
	],
	'segment-start': ({segment, round}) => [
		{type: 'part', name: `${humanize(sanitize(segment))}${round === undefined ? '' : ` ${round}`}`},
	],
	'turn-start': ({turnId, speaker}, state) => {
		const turn = state.turns.findLast(({id}) => id === turnId);
		if (!turn) return [];
		const name = sanitize(speakerOfTurn(state, turn));
		return [{type: 'turn', turn: turnId, ...chairOf(state, speaker), name, kind: turnKindLabel(turn) ?? ''}];
	},
	'turn-delta': ({turnId, text}, state) => {
		const whole = state.speech[turnId]?.sentences ?? text;
		return [{type: 'said', turn: turnId, offset: whole.length - text.length, text: sanitize(text)}];
	},
	interruption: ({turnId, interrupter}, state) => [
		{type: 'cut', turn: turnId, by: sanitize(speakerOf(state, interrupter))},
	],
	'turn-end': ({turnId, finish}) => [
		{
			type: 'end',
			turn: turnId,
			how: finish === 'failed' ? 'lost' : finish === 'interrupted' ? 'cut' : 'whole',
		},
	],
	'user-action': ({data: {action}}) =>
		action === 'pause' || action === 'resume' ? [{type: 'paused', paused: action === 'pause'}] : [],
	audience({closes, objections = []}, state) {
		const swing = closes === 'after' ? swingOf(state.audience) : undefined;
		return [
			...objections.map(({turnId, offset, count}) => ({type: 'heat' as const, turn: turnId, offset, count})),
			...(swing ? [{type: 'swing' as const, both: swing.both, flows: swing.flows}] : []),
		];
	},
	'debate-end': ({outcome}) => [{type: 'over', outcome}],
};

/** What the page is sent of an event; `state` is the debate’s with it. */
export function itemsOf(event: JournalEvent, state: DebateState): readonly AudienceItem[] {
	const tell: Tell<JournalEvent> | undefined = told[event.type];
	return tell?.(event, state) ?? [];
}

function chairOf(state: DebateState, id: string): ShownChair {
	const {kind, sign} = seatMark(state, id);
	const seat = state.seats.find(each => each.id === id);
	return {
		name: sanitize(speakerOf(state, id)),
		part: sanitize(humanize(seat?.framework ?? seat?.role ?? '')),
		seat: kind,
		sign,
	};
}

/** Whether there is a proposition that one can be for or against. */
export function hasVotes(state: DebateState): boolean {
	const pane = paneOf(state);
	return !pane || pane.votes === true;
}

/** Whether what comes from the floor is put to those who speak. */
export const takesQuestions = (state: DebateState): boolean => paneOf(state)?.unavailable.includes('barge-in') !== true;
