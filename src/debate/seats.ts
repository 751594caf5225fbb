/** The seats of a debate: their roles, who holds them, and who held them before. Holders may change during a debate. */
import type {Participant, UserAction} from './events.ts';

/** Whoever speaks for a seat. */
export type Holder = {
	readonly name: string;
	readonly voice: string;
	readonly model: string | undefined;
	readonly provider: string | undefined;
};

/** One who has left a seat; `until` is when, in milliseconds of the debate's clock. */
type FormerHolder = Holder & {readonly until: number};

/**
 * `out` says why nobody speaks here. `formerly` lists earlier holders, the latest last; `since` is when the present one
 * came, in milliseconds of the debate's clock.
 */
export type Seat = Participant & {
	readonly out: string | undefined;
	readonly formerly: readonly FormerHolder[];
	readonly since: number;
};

/** Shown instead of a provider. */
export const personLabel = 'a person';

/** A voice as written that stands for a person at the keyboard: `human`, or `human:` and a name. */
export const isPerson = ({voice}: Pick<Participant, 'voice'>): boolean => /^human(?::|$)/u.test(voice);

/** Whether it is the built-in speaker without a model, here or behind an address. */
export const isRehearsal = ({voice, model}: {readonly voice: string; readonly model?: string | undefined}): boolean =>
	[voice, model ?? ''].some(id => /^rehearsal\b/u.test(id));

/** Whether a strong model was asked by hand: a recording has its part, and no command can ask it again. */
export const isPlayed = ({voice}: Pick<Participant, 'voice'>): boolean => voice.startsWith('played:');

/** The voice of a participant that other programs speak for. */
export const outsideVoice = 'outside';

export const personVoice = (name: string): string => `human:${name}`;

export const personHolder = (name: string): Holder => ({
	name,
	voice: personVoice(name),
	model: undefined,
	provider: personLabel,
});

/** Who gets the seat when a person gives it back: the latest holder that was not a person. */
export const holderToRestore = ({voice, formerly}: Seat): Holder | undefined =>
	isPerson({voice}) ? formerly.findLast(holder => !isPerson(holder)) : undefined;

/** The seat with its new holder. */
export function reseat(
	seat: Seat,
	action: Extract<UserAction, {action: 'take' | 'give-back' | 'replace'}>,
	at: number,
): Seat {
	const holder = holderAfter(seat, action);
	if (!holder) return seat;
	const {name, voice, model, provider} = seat;
	const {model: _model, provider: _provider, prices: _prices, ...rest} = seat;
	return {
		...rest,
		out: undefined,
		since: at,
		formerly: [...seat.formerly, {name, voice, model, provider, until: at}],
		name: holder.name,
		voice: holder.voice,
		...(holder.model !== undefined && {model: holder.model}),
		...(holder.provider !== undefined && {provider: holder.provider}),
		...(action.action === 'replace' && action.prices && {prices: action.prices}),
	};
}

function holderAfter(
	seat: Seat,
	action: Extract<UserAction, {action: 'take' | 'give-back' | 'replace'}>,
): Holder | undefined {
	if (action.action === 'give-back') return holderToRestore(seat);
	if (action.action === 'replace')
		return {name: action.name ?? action.voice, voice: action.voice, model: action.model, provider: action.provider};
	const {name = seat.name} = action;
	return personHolder(name);
}

/** The seat of whoever keeps the ledger in the host’s place, where the user named a voice for it. */
export const keeperSeat = 'keeper';
export const keeperRole = 'keeper';

/** Who keeps the ledger of claims: the keeper, or else the host. */
export const keeperOf = <S extends Pick<Seat, 'role'>>(seats: readonly S[], host: S): S =>
	seats.find(({role}) => role === keeperRole) ?? host;

/** The seat of whoever edits the debate in the host's place; there only where the user named a voice for it. */
export const editorSeat = 'editor';

/** Whose voice edits a debate: the editor's, or else the host's; nobody where that is a rehearsal or a person. */
export function editorOf(seats: readonly Participant[]): string | undefined {
	const seat =
		seats.find(({role}) => role === editorSeat) ?? seats.find(({role}) => role === 'arbiter' || role === 'moderator');
	return seat && !isRehearsal(seat) && !isPerson(seat) && !isPlayed(seat) ? seat.id : undefined;
}

/** The signs of those who argue, in the order of their seats; a seventh begins again. */
export const seatSigns = ['●', '◆', '▲', '■', '★', '✚'] as const;

const notArguing = new Set(['judge', keeperRole, editorSeat, 'synthesis']);

/** Who sits in a seat, by its id. Throws where nobody does (a caller's bug). */
export const castOf =
	(participants: readonly Participant[]) =>
	(id: string): Participant => {
		const seat = participants.find(participant => participant.id === id);
		if (!seat) throw new Error(`nobody was cast as ${id}`);
		return seat;
	};

/** Those who argue: everyone but hosts, judges and the keeper of the ledger. */
export const arguingSeats = <S extends Pick<Seat, 'role'>>(seats: readonly S[]): readonly S[] =>
	seats.filter(({role}) => !notArguing.has(role) && role !== 'arbiter');

/** Whether a provider is known by nothing but an address, or its user’s own id for it, as in `mine:some-model`. */
export const isOwnServer = ({
	provider,
	voice,
}: {
	readonly provider?: string | undefined;
	readonly voice?: string | undefined;
}): boolean =>
	provider !== undefined && (provider.toLowerCase() === 'custom' || voice?.startsWith(`${provider}:`) === true);
