/** What the results card tells of a debate’s course: an editor’s moments, or what was granted or given up, and cuts. */
import {hasFallen} from '../debate/attribution.ts';
import {concessionsIn, type Concession} from '../debate/claims.ts';
import type {DebateState} from '../debate/state.ts';
import {fillSlots, type EpisodeWords} from '../languages/language.ts';
import {humanize, interruptionNames, speakerAt, speakerIn} from '../languages/wording.ts';
import {editedMoments} from './edition.ts';
import {callTold, changeTold} from './segments.ts';

/** `at` is milliseconds of the debate; a cut is where its turn ends, a call where it begins. */
export type CardMoment = {
	readonly at: number;
	readonly turnId: string;
	readonly kind: 'cut' | 'call' | 'change' | 'told';
	readonly text: string;
};

/** As many as a card has room for. */
const mostMoments = 3;

/** A longer sentence would be cut off. */
const longestTrigger = 110;

/** What was granted, given up or narrowed: of each who did it one, before a second of anybody. */
function changesIn(state: DebateState, words: EpisodeWords): CardMoment[] {
	// A point that was in dispute says more than one that both held.
	const rank = ({kind, claim}: Concession): number => (kind !== 'granted' ? 0 : claim.against === undefined ? 2 : 1);
	const all = concessionsIn(state.formats.ledger).toSorted((one, other) => rank(one) - rank(other));
	const firsts = all.filter(({by}, place) => all.findIndex(other => other.by === by) === place);
	return [...firsts, ...all.filter(one => !firsts.includes(one))].map(change => ({
		at: state.turns.find(({id}) => id === change.turnId)?.endedAt ?? 0,
		turnId: change.turnId,
		kind: 'change',
		text: changeTold(state, change, words, '').trim(),
	}));
}

export function cardMoments(state: DebateState, words: EpisodeWords): CardMoment[] {
	const chosen = editedMoments(state).map(({turn, says, isChange}): CardMoment => ({
		at: turn.endedAt ?? turn.startedAt,
		turnId: turn.id,
		kind: isChange ? 'change' : 'told',
		text: says,
	}));
	if (chosen.length > 0) return chosen;
	const {code, page: texts, quotes} = words;
	const isEnglish = code === 'en';
	const name = (id: string | undefined, at: number) => (id === undefined ? texts.everyone : speakerAt(state, id, at));
	const cuts = state.interruptions
		.filter(({fallen}) => !fallen)
		.toSorted((one, other) => other.urgency - one.urgency)
		.map(({at, turnId, interrupter, reason, trigger}): CardMoment => {
			const [cutter, other] = [name(interrupter, at), speakerIn(state, turnId)];
			const fell = hasFallen(state, {id: turnId}, trigger) || trigger.length > longestTrigger;
			const text =
				isEnglish && fell
					? `${cutter} cuts in on ${other} and ${interruptionNames[reason]}`
					: isEnglish
						? `${cutter} cuts in on ${other}, who said “${trigger}”, and ${interruptionNames[reason]}`
						: fillSlots(fell ? texts.cutFell : texts.cutIn, {
								name: cutter,
								other,
								reason: texts.reasons[reason] ?? humanize(reason),
								quote: `${quotes[0]}${trigger}${quotes[1]}`,
							});
			return {at, turnId, kind: 'cut', text};
		});
	const calls = state.interjections.map((call): CardMoment => ({
		at: call.at,
		turnId: call.turnId,
		kind: 'call',
		text: callTold(state, call, words),
	}));
	const told = [...changesIn(state, words), ...cuts];
	return (told.length > 0 ? told : calls).slice(0, mostMoments).toSorted((one, other) => one.at - other.at);
}
