/** The seats of a debate, and the turns heard in the order in which they ended. */
import {newReading, type LedgerReading} from '../../../debate/claims/keep-ledger.ts';
import type {Participant, Subject} from '../../../debate/events.ts';
import type {Setup} from '../../../debate/protocol.ts';
import type {Seat} from '../../../debate/seats.ts';
import {countWords, speechPace} from '../../../debate/text/words.ts';
import type {DebateState, Turn} from '../../../debate/state.ts';
import {frameworkOf, type DuelogicConfig} from '../config/config.ts';
import {spokenLanguage, type SpokenLanguage} from '../config/language.ts';
import type {Framework} from '../config/frameworks.ts';

/** A chair: `id` is its position, `name` the speaking model's name, `framework` the framework's id. */
export type ChairSeat = Participant & {readonly framework: string; readonly frameworkProfile: Framework};

/** Replaces the turns up to `upto` (a turn's name in prompts) once they are no longer sent verbatim. */
type TranscriptDigest = {readonly upto: string; readonly text: string};

/** What all parts of the script share. */
export type DuelogicDebate = {
	readonly config: DuelogicConfig;
	readonly subject: Subject;
	readonly chairs: readonly ChairSeat[];
	readonly arbiter: Participant;
	readonly language: SpokenLanguage;
	/** Those who were seated to judge; the arbiter judges where there are none. */
	readonly judges: readonly Participant[];
	/** What a cached prompt token costs of a fresh one, by participant, where that is known. */
	readonly cachedShares: Readonly<Record<string, number>>;
	/** Appended to at the end of an exchange when the transcript is too long. */
	readonly digests: TranscriptDigest[];
	readonly ledger: LedgerReading;
};

/** Builds the debate from its setup. Throws if a chair or the arbiter has no participant (a caller's bug). */
export function createDebate({
	config,
	subject,
	participants,
	cachedShares = {},
}: Setup<DuelogicConfig>): DuelogicDebate {
	const seatOf = (id: string): Participant => {
		const seat = participants.find(participant => participant.id === id);
		if (!seat) throw new Error(`nobody was cast as ${id}`);
		return seat;
	};
	const chairs = config.chairs.map(({position, framework, persona}): ChairSeat => {
		const seat = seatOf(position);
		return {
			...seat,
			framework,
			frameworkProfile: frameworkOf(config, framework),
			...(persona === undefined ? {} : {persona}),
		};
	});
	const judges = participants.filter(({role}) => role === 'judge');
	const arbiter = seatOf('arbiter');
	return {
		config,
		subject,
		chairs,
		arbiter,
		language: spokenLanguage(config, subject.text),
		judges,
		cachedShares,
		digests: [],
		ledger: newReading(),
	};
}

export const chairOf = (debate: DuelogicDebate, id: string): ChairSeat => {
	const seat = debate.chairs.find(chair => chair.id === id);
	if (!seat) throw new Error(`"${id}" is not a chair of this debate`);
	return seat;
};

/**
 * The debate with the names of the current voices: seats can change hands. The chair elements of the system message
 * keep the original names, so that prompts keep sharing their prefix.
 */
export const withCurrentNames = (debate: DuelogicDebate, {seats}: DebateState): DuelogicDebate => {
	const nameNow = (id: string, before: string): string => seats.find(seat => seat.id === id)?.name ?? before;
	return {
		...debate,
		chairs: debate.chairs.map(chair => ({...chair, name: nameNow(chair.id, chair.name)})),
		arbiter: {...debate.arbiter, name: nameNow(debate.arbiter.id, debate.arbiter.name)},
	};
};

export const seatIn = (heard: DebateState, id: string): Seat | undefined => heard.seats.find(seat => seat.id === id);
export const isOut = (heard: DebateState, id: string): boolean => seatIn(heard, id)?.out !== undefined;

/** Chairs that are not out, in seat order. */
export const activeChairs = (debate: DuelogicDebate, heard: DebateState): readonly ChairSeat[] =>
	debate.chairs.filter(({id}) => !isOut(heard, id));

/** Whether a chair makes its own case in this turn. Its last word is not one: that closes the debate. */
export const isCaseTurn = ({kind}: Turn): boolean => kind === 'opening' || kind === 'reply' || kind === 'resumption';

/** Providers that are named for us alone: an address that the user gave has no name on air. */
const unnamed: ReadonlySet<string> = new Set(['custom']);

/** A seat's provider as it is said, if it is. */
export const spokenProvider = ({provider}: {readonly provider?: string | undefined}): string | undefined =>
	provider === undefined || unnamed.has(provider.trim().toLowerCase()) ? undefined : provider;

/**
 * Non-empty turns in the order in which they ended; a turn heard within another comes before it. The list only grows at
 * its end, so prompts built from it share their prefix.
 */
export function turnsByEnd(turns: readonly Turn[]): Turn[] {
	const ids = new Set(turns.map(({id}) => id));
	const hostOf = (turn: Turn) => (turn.amid && ids.has(turn.amid.turnId) ? turn.amid.turnId : undefined);
	const within = Map.groupBy(turns, hostOf);
	const settled = (turn: Turn): Turn[] => [
		...(within.get(turn.id) ?? []).flatMap(settled),
		...(turn.finish === undefined ? [] : [turn]),
	];
	return (within.get(undefined) ?? []).flatMap(settled).filter(({text}) => text.trim() !== '');
}

/** Speaking time of these turns in minutes; `running` adds words of the turn in progress. */
export const spokenMinutes = (turns: readonly Turn[], running = 0): number =>
	(turns.reduce((sum, {text}) => sum + countWords(text), 0) + running) / speechPace;
