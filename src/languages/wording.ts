/** English wording of figures, names and labels, as transcripts and screens write them. */
import type {Swing} from '../debate/audience.ts';
import {holderAt} from '../debate/attribution.ts';
import type {EvaluationEvent, ScoreTerm, Violation} from '../debate/evaluation.ts';
import type {InterruptionEvent, Participant, PriceSource, Subject} from '../debate/events.ts';
import {isOwnServer, isPerson, isRehearsal, personLabel} from '../debate/seats.ts';
import type {DebateState, Turn} from '../debate/state.ts';
import {fillSlots} from './language.ts';

/** Milliseconds as `m:ss`, or `h:mm:ss` from an hour on. */
export function clock(ms: number): string {
	const seconds = Math.max(0, Math.floor(ms / 1000));
	const two = (value: number) => String(value).padStart(2, '0');
	const hours = Math.floor(seconds / 3600);
	const minutes = Math.floor(seconds / 60) % 60;
	return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** A count in full, with thousands set apart. */
export const formatCount = (count: number): string => Math.round(count).toLocaleString('en-US');

/** A text for one or for several, with its count. */
export const counted = ([one, more]: readonly [string, string], count: number): string =>
	fillSlots(count === 1 ? one : more, {count: formatCount(count)});

/** US dollars; small sums keep the digits that say something; unknown is said. */
export const money = (dollars: number | null): string =>
	dollars === null ? 'unknown' : dollars > 0 && dollars < 0.01 ? `$${dollars.toFixed(4)}` : `$${dollars.toFixed(2)}`;

/** What was spent, in US dollars. */
export const spentText = (dollars: number): string => (dollars === 0 ? 'free' : money(dollars));

/** Whose prices the costs go by, such as `models.dev, 2026-11-10`; empty where they come from the servers' bills. */
export const pricesText = (priced: readonly {readonly prices?: PriceSource | undefined}[]): string =>
	[...new Set(priced.flatMap(({prices}) => (prices ? [`${prices.source}, ${prices.date}`] : [])))].join('; ');

/** The same of a debate, whoever left a seat included. */
export const pricesOf = ({start, seats}: Pick<DebateState, 'start' | 'seats'>): string =>
	pricesText([...(start?.participants ?? []), ...seats]);

/** What a debate cost, and by whose prices: `$0.38 (models.dev, 2026-11-10)`. */
export function costAtPrices(cost: number | null, state: Pick<DebateState, 'start' | 'seats'>): string {
	const prices = pricesOf(state);
	return cost === null || cost === 0 || prices === '' ? money(cost) : `${money(cost)} (${prices})`;
}

/** A share of 0 to 1 in whole percent, or a dash where nothing was counted. */
export const percent = (share: number | undefined, none = '–'): string =>
	share === undefined ? none : `${Math.round(share * 100)} %`;

/** A stance from −3 to +3, or how far it moved; a dash where there is none. */
export const stanceText = (stance: number | undefined): string =>
	stance === undefined ? '–' : stance > 0 ? `+${stance}` : String(stance).replace('-', '−');

/** What `git` takes for the commit that is checked out, or one before it: it is another one tomorrow. */
const moving = /^(?<kind>commit )(?:HEAD|@)(?:[~^]\d*|[~^@]?\{[^}]*\})*(?=\s|$)/u;

/** What a debate is about, in its words; a commit that was called `HEAD` by its short hash, where that was kept. */
export const namedSubject = ({text, commit}: Pick<Subject, 'text' | 'commit'>): string =>
	commit === undefined ? text : text.replace(moving, `$<kind>${commit.slice(0, 7)}`);

/** An id such as `straw_man_detected` in words. */
export const humanize = (id: string): string => id.replaceAll(/[_-]+/gu, ' ');

/** What an arbiter calls out, in words. */
export const violationNames: Readonly<Record<Violation, string>> = {
	straw_manning: 'straw man',
	missing_steel_man: 'missing steel-man',
	missing_self_critique: 'missing self-critique',
	framework_inconsistency: 'left its framework',
	rhetorical_evasion: 'evasion',
	false_quotation: 'false quotation',
	false_citation: 'untrue to a document',
	misstatement: 'bent a claim',
	unsound_argument: 'unsound argument',
};

/** Why a chair cuts in, as what it does. */
export const interruptionNames: Readonly<Record<InterruptionEvent['reason'], string>> = {
	straw_man_detected: 'calls out a straw man',
	factual_correction: 'corrects a fact',
	direct_challenge: 'challenges directly',
	pivotal_point: 'presses the pivotal point',
	clarification_needed: 'asks what is meant',
	strong_agreement: 'strongly agrees',
	point_of_information: 'rises with a point of information',
};

/** What a chair is scored on, in words. */
export const dimensionNames: Readonly<Record<ScoreTerm['dimension'], string>> = {
	steelManning: 'steel-man',
	selfCritique: 'self-critique',
	frameworkConsistency: 'framework',
	intellectualHonesty: 'honesty',
};

export const plural = (count: number, noun: string): string => `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;

/** Said wherever rehearsal voices are named. */
export const rehearsalLabel = 'rehearsal, no model';
/** Of a seat of a recording that comes with the program. */
export const playedLabel = 'played by a strong model, by hand';

/**
 * Who made the voice in a seat; where only a server's address or its user's own id for it tells that, the model. No
 * address of a server.
 */
export function makerOf({
	name,
	model,
	provider,
	voice,
}: Pick<Participant, 'name' | 'model' | 'provider'> & Partial<Pick<Participant, 'voice'>>): string | undefined {
	const isAddress = (text: string): boolean => /:\/\/|:\d+|^localhost\b|^\d+(?:\.\d+){3}/u.test(text);
	if (provider !== undefined && !isOwnServer({provider, voice}) && !isAddress(provider)) return provider;
	const id = model?.split('/').at(-1) ?? '';
	return id === '' || id.toLowerCase() === name.toLowerCase() || isAddress(model ?? '') ? undefined : id;
}

/** Who speaks a turn, by the name that is theirs in this debate; a listener who barged in is called one. */
export const speakerOf = (state: DebateState, id: string): string =>
	state.seats.find(seat => seat.id === id)?.name ?? (id === 'user' ? 'A listener' : id);

/** Who spoke a turn: whoever sat there then. */
export const speakerOfTurn = (state: DebateState, turn: Turn): string =>
	turn.by?.name ?? speakerOf(state, turn.speaker);

/** Who had a seat at a time of the debate, in milliseconds. */
export const speakerAt = (state: DebateState, id: string, at: number): string =>
	holderAt(state, id, at)?.name ?? speakerOf(state, id);

/** Who spoke the turn with this id. */
export const speakerIn = (state: DebateState, turnId: string): string => {
	const turn = state.turns.findLast(({id}) => id === turnId);
	return turn ? speakerOfTurn(state, turn) : turnId;
};

/** What has to be said of who spoke a turn: that it was no model. */
export function voiceNote({by}: Turn): string | undefined {
	if (!by) return undefined;
	return isPerson(by) ? personLabel : isRehearsal(by) ? rehearsalLabel : undefined;
}

/** Whether any of those who speak is a rehearsal voice. */
export const hasRehearsal = ({seats}: DebateState): boolean =>
	seats.some(seat => isRehearsal(seat) || seat.formerly.some(isRehearsal));

/** A score that a ceiling was applied to, and what it would have been. */
export const heldDown = '{score}, held down from {from}';

/**
 * How a score comes about: `88 = 19 + 19 + 25 + 25`, or `55, held down from 100 = 50 + 50` where a ceiling was applied.
 */
export function scoreWorking(
	{adherenceScore, working, cap}: Pick<EvaluationEvent, 'adherenceScore' | 'working' | 'cap'>,
	lowered = heldDown,
): string {
	const terms = working.length === 0 ? '' : ` = ${working.map(({points}) => Math.round(points)).join(' + ')}`;
	const score = String(adherenceScore ?? 'not scored');
	if (!cap) return `${score}${terms}`;
	const from = String(Math.round(working.reduce((sum, {points}) => sum + points, 0)));
	return `${fillSlots(lowered, {score, from})}${terms}`;
}

/** What kind of turn it was, where that is worth saying: nothing for a chair's own case. */
export function turnKindLabel(turn: Turn): string | undefined {
	switch (turn.kind) {
		case 'interruption':
			return 'cuts in';
		case 'resumption':
			return 'takes the floor back';
		case 'interjection':
		case 'insistence':
		case 'ruling':
			return 'steps in';
		case 'point':
			return 'on a point of information';
		case 'announcement':
			return 'announcement, said in the arbiter’s place';
		case 'barge-in':
			return 'from the floor';
		case 'cold-open':
			return 'written by the editor';
		default:
			return undefined;
	}
}

/** How an audience moved, in a sentence: all flows, and out of how many. */
export function swingText({both, flows}: Swing): string {
	if (both === 0) return 'nobody voted both before and after';
	const told = flows.map(({from, to, count}) =>
		from === to ? `${formatCount(count)} stayed ${to}` : `${formatCount(count)} went from ${from} to ${to}`,
	);
	return `${plural(both, 'listener')} voted both times: ${told.join(', ')}`;
}
