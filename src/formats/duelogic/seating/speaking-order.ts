/**
 * The speaking order, computed from the debate as heard. Pure, so that the next speaker can be predicted while the
 * current one is still being heard.
 */
import type {DebateState, Turn} from '../../../debate/state.ts';
import {speechPace} from '../../../debate/text/words.ts';
import {
	turnsByEnd,
	isCaseTurn,
	isOut,
	activeChairs,
	withCurrentNames,
	spokenMinutes,
	type ChairSeat,
	type DuelogicDebate,
} from './seating.ts';

/** At least this many exchanges take place, however long they take. */
export const minExchanges = 3;

/** Whether an exchange (from 1) may begin: within `maxExchanges`, and after the third within the target duration. */
export const mayBeginExchange = ({config}: DuelogicDebate, exchange: number, heard: DebateState): boolean =>
	exchange <= config.flow.maxExchanges &&
	(exchange <= minExchanges || spokenMinutes(heard.turns) <= config.flow.targetDurationMinutes);

/** Whether another exchange follows this one (0 before the first): not where it was announced as the last. */
export const goesOn = (debate: DuelogicDebate, exchange: number, heard: DebateState): boolean =>
	!(exchange > 0 && isLastExchange(debate, exchange, heard)) && mayBeginExchange(debate, exchange + 1, heard);

/** Words of a reply before any was heard. */
const usualReply = 225;

/**
 * Whether an exchange is the last: by number, or since the target duration will have passed at its end. Known when it
 * begins, and the same for all of its turns.
 */
export function isLastExchange({config, chairs}: DuelogicDebate, exchange: number, {turns}: DebateState): boolean {
	const {maxExchanges, targetDurationMinutes} = config.flow;
	if (exchange >= maxExchanges || exchange < minExchanges) return exchange >= maxExchanges;
	const before = turns.filter(({segment, round = 0}) => segment !== 'exchange' || round < exchange);
	const replies = before.filter(({kind}) => kind === 'reply');
	const each = replies.length === 0 ? usualReply : (spokenMinutes(replies) * speechPace) / replies.length;
	return spokenMinutes(before) + (chairs.length * each) / speechPace > targetDurationMinutes;
}

/** The chair that the host asks before this exchange: in every second one, each chair in turn; nobody if it is out. */
export function questionTarget(debate: DuelogicDebate, heard: DebateState, exchange: number): string | undefined {
	if (exchange % 2 !== 0 || isOut(heard, debate.arbiter.id)) return undefined;
	const chairs = activeChairs(debate, heard);
	return chairs[(exchange / 2 - 1) % Math.max(1, chairs.length)]?.id;
}

/**
 * The next chair of an exchange, or undefined at its end: in seat order, or in conversational style whoever was last
 * challenged, interrupted or named.
 */
export function nextSpeaker(
	debate: DuelogicDebate,
	heard: DebateState,
	spoken: ReadonlySet<string>,
): ChairSeat | undefined {
	const left = activeChairs(debate, heard).filter(({id}) => !spoken.has(id));
	if (debate.config.flow.style === 'structured') return left[0];
	return addressedChair(withCurrentNames(debate, heard), heard, left) ?? nextInSeatOrder(debate, heard, left);
}

function addressedChair(debate: DuelogicDebate, heard: DebateState, left: readonly ChairSeat[]): ChairSeat | undefined {
	const recent = sinceLastCase(heard);
	const ids = [
		...challenged(heard, recent),
		...recent.flatMap(({cut}) => (cut ? [cut.interrupted] : [])),
		...recent.toReversed().flatMap(({text, speaker}) => chairsNamedIn(debate, text, speaker)),
	];
	const id = ids.find(each => left.some(chair => chair.id === each));
	return left.find(chair => chair.id === id);
}

/** The last chair's turn with everything said during and after it. */
function sinceLastCase(heard: DebateState): Turn[] {
	const turns = turnsByEnd(heard.turns);
	const last = turns.findLastIndex(turn => isCaseTurn(turn) && turn.kind !== 'resumption');
	const host = turns[last];
	return turns.filter((turn, index) => index >= last || (host && turn.amid?.turnId === host.id));
}

/** Chairs that the arbiter or a listener has just addressed, or asked. */
const challenged = (heard: DebateState, recent: readonly Turn[]): string[] =>
	recent
		.filter(({kind}) => kind === 'interjection' || kind === 'announcement' || kind === 'question')
		.flatMap(({replyTo}) => heard.turns.find(({id}) => id === replyTo)?.speaker ?? []);

/** Ids of the chairs that a text names, the last named first. */
function chairsNamedIn(debate: DuelogicDebate, text: string, speaker: string): string[] {
	const places = debate.chairs
		.filter(({id}) => id !== speaker)
		.map(chair => ({
			id: chair.id,
			at: Math.max(-1, ...namesOf(debate, chair).map(name => lastMention(text, name))),
		}));
	return places
		.filter(({at}) => at >= 0)
		.sort((a, b) => b.at - a.at)
		.map(({id}) => id);
}

/** How a chair may be addressed: its model's name, that name's first word if unique, and its framework. */
export function namesOf({chairs}: DuelogicDebate, {id, name, frameworkProfile}: ChairSeat): string[] {
	const first = name.split(/\s/u, 1)[0] ?? name;
	const shared = chairs.some(other => other.id !== id && other.name.startsWith(first));
	const same = chairs.some(other => other.id !== id && other.name === name);
	return [
		...(same ? [] : [name]),
		...(shared ? [] : [first]),
		frameworkProfile.name,
		frameworkProfile.name.replace(/\s+chair$/iu, ''),
	].filter(word => word.length > 1);
}

/** Where a name stands last in a text, or -1: it must not be part of a longer word. */
export function lastMention(text: string, name: string): number {
	const escaped = name.replace(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`).replace(/\s+/gu, String.raw`\s+`);
	return [...text.matchAll(new RegExp(`(?<!${wordLetter})${escaped}(?!${wordLetter})`, 'giu'))].at(-1)?.index ?? -1;
}

/** Letters that would go on with a word. Scripts without spaces set nothing between a name and what follows. */
const wordLetter = String.raw`(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}])[\p{L}\p{N}]`;

/** In seat order after the last speaker, so that nobody speaks twice in a row if another chair is left. */
function nextInSeatOrder(
	debate: DuelogicDebate,
	heard: DebateState,
	left: readonly ChairSeat[],
): ChairSeat | undefined {
	const last = heard.turns.findLast(isCaseTurn)?.speaker;
	const from = debate.chairs.findIndex(({id}) => id === last) + 1;
	const round = [...debate.chairs.slice(from), ...debate.chairs.slice(0, from)];
	return round.find(({id}) => left.some(chair => chair.id === id));
}
