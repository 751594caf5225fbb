/**
 * Which turns a prompt tells, and how much of each. Where a seat's cached tokens are not cheap, older turns are told in
 * the sentences that the ledger and the judges found to carry them: in their speakers' own words, never in a summary.
 */
import {numberedSentences} from '../../../debate/evidence/numbered.ts';
import {findingOf} from '../../../debate/formats/duelogic/standing.ts';
import type {DebateState, Turn} from '../../../debate/state.ts';
import {isCaseTurn, turnsByEnd, type DuelogicDebate} from '../seating/seating.ts';

/** With `excerpt`, its text is what was kept of it. */
export type ToldTurn = Turn & {readonly excerpt?: true};

/** What is told again: all but the host's introduction, which says what the system message says. */
export const turnsTold = (heard: DebateState): readonly Turn[] =>
	turnsByEnd(heard.turns).filter(({segment}) => segment !== 'introduction');

/** The last turns of a case, one a chair or `least` of them, and all since that chair made its own. */
export function latestTurns(
	{chairs}: DuelogicDebate,
	heard: DebateState,
	chair?: string,
	least = chairs.length,
): readonly Turn[] {
	const turns = turnsTold(heard);
	const own = turns.findLastIndex(turn => turn.speaker === chair && isCaseTurn(turn));
	const recent = turns.flatMap((turn, place) => (isCaseTurn(turn) ? [place] : [])).at(-least) ?? 0;
	return turns.slice(own < 0 ? recent : Math.min(own, recent));
}

/** A chair's last turn of its case, and the one before it, which it answers. */
export function lastTurnAnswering(heard: DebateState, chair: string): readonly Turn[] {
	const turns = turnsTold(heard);
	const own = turns.findLastIndex(turn => turn.speaker === chair && isCaseTurn(turn));
	const answered = turns.slice(0, Math.max(0, own)).findLast(isCaseTurn);
	return own < 0 ? [] : [answered ?? [], turns[own] ?? []].flat();
}

/** Turns of the case that are told whole, in a debate of two as well. */
export const leastWhole = ({chairs}: Pick<DuelogicDebate, 'chairs'>): number => Math.max(3, chairs.length);

/**
 * These turns, those before this seat's last one as excerpts: the messages before the latest turns then only grow at
 * their end.
 */
export function withExcerpts(
	debate: DuelogicDebate,
	heard: DebateState,
	turns: readonly Turn[],
	seat: string,
): readonly ToldTurn[] {
	const [first] = latestTurns(debate, heard, seat, leastWhole(debate));
	const older = turns.slice(0, Math.max(0, first ? turns.indexOf(first) : 0));
	// What the host had said to the first of the latest is told with it.
	const before = older.findLastIndex(({kind}) => !passing.has(kind));
	const carried = carryingSentences(heard);
	const isHost = !debate.chairs.some(({id}) => id === seat);
	return turns.flatMap((turn, place): ToldTurn[] => {
		// Whoever closes the debate names its cases and its people: most come up in the openings.
		if (place > before || (isHost && turn.kind === 'opening')) return [turn];
		if (passing.has(turn.kind)) return [];
		return [isSettled(heard, turn) ? excerptOf(turn, carried) : turn];
	});
}

/** What the host said on the way: whoever it was said to has answered since. */
const passing: ReadonlySet<string> = new Set(['interjection', 'question', 'announcement']);

/** Until its claims and its verdict are there, a turn is told whole; so is one whose claims could not be read. */
const isSettled = ({formats: {ledger}}: DebateState, {id, kind, evaluation}: Turn): boolean =>
	ledger.read.includes(id) && (kind === 'opening' || (kind === 'reply' && evaluation !== undefined));

/** Items whose sentences say what a turn admits, and what its argument rests on. */
const carriers: ReadonlySet<string> = new Set(['C1', 'F1']);

/** Claims, what was given up or granted, admissions, and the sentences in which a framework works. */
function carryingSentences({turns, formats: {ledger}}: DebateState): ReadonlySet<string> {
	const claimed = ledger.claims.flatMap(({sentence, status, settled}) => [
		sentence,
		...(settled && (status !== 'answered' || settled.granted) ? [settled.sentence] : []),
	]);
	const found = turns.flatMap(({evaluation}) =>
		(evaluation?.items ?? []).flatMap(item =>
			carriers.has(item.id) && findingOf(item) === 'found' && item.quote !== undefined ? [item.quote] : [],
		),
	);
	return new Set([...claimed, ...found]);
}

/** An opening says in its first sentences which side it takes. */
const sidedSentences = 2;

/** The carrying sentences of a turn, with an ellipsis for what lies between them; all of it where there are none. */
function excerptOf(turn: Turn, carried: ReadonlySet<string>): ToldTurn {
	const sentences = numberedSentences(turn.text);
	const kept = sentences.map(({text}, place) =>
		carried.has(text) || (turn.kind === 'opening' && place < sidedSentences) ? text : '…',
	);
	if (kept.every(text => text === '…') || kept.every(text => text !== '…')) return turn;
	const text = kept.filter((each, place) => each !== '…' || kept[place - 1] !== '…').join(' ');
	return {...turn, text, excerpt: true};
}
