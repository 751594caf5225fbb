/** Who is who on screen: name, sign and tone of everyone in a debate. */
import {holderAt} from '../debate/attribution.ts';
import {arguingSeats, type Holder, type Seat, isRehearsal} from '../debate/seats.ts';
import type {DebateState, Turn} from '../debate/state.ts';
import {humanize, clock} from '../languages/wording.ts';
import {seatStyle, signs, type Tone, movingSigns} from './theme.ts';
import {compact} from './format.ts';
import {blank, row, span, type Row} from './rows.ts';

export type ParticipantDisplay = {
	readonly name: string;
	/** Its first word, where nobody else's name begins with it. */
	readonly shortName: string;
	readonly sign: string;
	readonly tone: Tone;
	/** What it argues from, or its persona, or its part where it has neither. */
	readonly part: string;
	readonly rehearsal: boolean;
};

const USER: ParticipantDisplay = {
	name: 'You',
	shortName: 'You',
	sign: signs.user,
	tone: 'user',
	part: '',
	rehearsal: false,
};

const known = new WeakMap<readonly Seat[], ReadonlyMap<string, ParticipantDisplay>>();

function displaysOf(seats: readonly Seat[]): ReadonlyMap<string, ParticipantDisplay> {
	const before = known.get(seats);
	if (before) return before;
	const speakers = arguingSeats(seats);
	const displays = new Map(
		seats.map(seat => {
			const place = speakers.indexOf(seat);
			const display = place < 0 ? {sign: signs.arbiter, tone: 'arbiter' as const} : seatStyle(place);
			return [
				seat.id,
				{
					...display,
					name: seat.name,
					shortName: shortNameOf(seat, seats),
					part: partOf(seat),
					rehearsal: isRehearsal(seat),
				},
			];
		}),
	);
	known.set(seats, displays);
	return displays;
}

/** Several agents of one role are told apart by the personas that they are called by. */
const partOf = ({id, framework, persona, role}: Seat): string =>
	humanize(framework ?? (role === 'agent' && persona !== undefined ? id : role));

function shortNameOf({id, name}: Seat, seats: readonly Seat[]): string {
	const [first = name] = name.split(' ');
	return seats.some(other => other.id !== id && other.name.startsWith(first)) ? name : first;
}

/**
 * How a participant looks; one who has no seat is the user, or is called by its id. With a time of the debate, in
 * milliseconds: whoever had the seat then.
 */
export function displayOf(state: Pick<DebateState, 'seats'>, id: string, at?: number): ParticipantDisplay {
	if (at !== undefined) return speakerDisplay(state, {speaker: id, by: holderAt(state, id, at)});
	return (
		displaysOf(state.seats).get(id) ?? (id === 'user' || id === 'human' ? USER : {...USER, name: id, shortName: id})
	);
}

/** The same for who spoke a turn: whoever sat in the seat then. */
export function speakerDisplay(
	state: Pick<DebateState, 'seats'>,
	{speaker, by}: Pick<Turn, 'speaker'> & {readonly by: Pick<Holder, 'name' | 'voice'> | undefined},
): ParticipantDisplay {
	const look = displayOf(state, speaker);
	return by && by.name !== look.name ? {...look, name: by.name, shortName: by.name, rehearsal: isRehearsal(by)} : look;
}

/** A decision on a run, which is the user's own and no seat's. */
export const approvalKind = 'approval';

// Whom a debate waits for, and how long its thinking has become.

/** Who it is, what with, how much thinking has come of it (in tokens, roughly), and for how many milliseconds. */
export type WaitingFor = {
	readonly participant: string;
	readonly purpose: string;
	readonly thinking: number;
	readonly for: number;
};

/** How long a debate has been waiting, on the screen's own clock, in milliseconds. */
export class WaitClock {
	#key = '';
	#since = 0;

	/** Counts from now where it is another wait than before; tells whether there is one. */
	watch({waiting}: DebateState, now: number): boolean {
		const key = waiting ? `${waiting.participant} ${waiting.purpose} ${waiting.since}` : '';
		if (key !== this.#key) this.#since = now;
		this.#key = key;
		return key !== '';
	}

	of({waiting}: DebateState, now: number): WaitingFor | undefined {
		return (
			waiting && {
				participant: waiting.participant,
				purpose: waiting.purpose,
				thinking: waiting.thinking,
				for: now - this.#since,
			}
		);
	}
}

/** A sign that moves once a second, after so many milliseconds. */
export const movingSign = (ms: number): string =>
	movingSigns[Math.floor(ms / 1000) % movingSigns.length] ?? movingSigns[0];

/** What is known of a model's thinking, as the end of a line; nothing where it does not tell. */
export const thinkingText = (waiting: WaitingFor | undefined): string =>
	waiting && waiting.thinking > 0 ? ` · thinking ${compact(waiting.thinking)}` : '';

/**
 * Whom a pane of a protocol's own waits for, for how long and what with, as one dim line of which the last may be cut;
 * nothing while somebody is heard.
 */
export function awaitedRows(state: DebateState, waiting: WaitingFor | undefined): readonly Row[] {
	if (!waiting || state.outcome !== undefined || state.open.length > 0) return [];
	const {sign, tone, name} = displayOf(state, waiting.participant);
	return [
		blank,
		row(
			span(`${sign} `, tone),
			span(`waiting for ${name} · ${clock(waiting.for)}${thinkingText(waiting)} · ${humanize(waiting.purpose)}`, 'dim'),
		),
	];
}
