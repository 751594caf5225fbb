/** The best minute of a debate: the exchange that it is opened with, then its moments in their order. */
import {hasFallen} from '../debate/attribution.ts';
import {concessionsIn, type Concession} from '../debate/claims.ts';
import type {DebateState, Turn} from '../debate/state.ts';
import {splitSentences} from '../debate/text/sentences.ts';
import {countWords} from '../debate/text/words.ts';
import {clock, speakerOfTurn} from '../languages/wording.ts';
import {languageOf} from '../languages/find.ts';
import {bestCut} from './best-exchange.ts';
import {disclosure, type Episode} from './episode.ts';
import {escapeInline, escapeProse} from './escape-markdown.ts';
import {titleOf} from './facts.ts';
import {heardOf} from './segments.ts';

/** What one of them is. */
type HighlightKind = 'hook' | 'cut' | 'host' | Concession['kind'];

/**
 * The end of one turn and the beginning of the one that breaks in on it or answers it, with the `reply` of who was cut
 * off; or a sentence of one turn.
 */
export type Highlight = {readonly kind: HighlightKind} & (
	| {readonly turn: string; readonly answer: string; readonly reply?: string | undefined}
	| {readonly turn: string; readonly sentence: string}
);

/** Words of both voices, and of the first of them: of the hook 25 seconds at the pace of reading. */
const most = {
	hook: {words: 100, before: 60},
	moment: {words: 60, before: 30},
	/** What a host asked for is heard with the answer that it got, not with its first words. */
	host: {words: 90, before: 30},
	/** Of whoever was cut off, in reply. */
	reply: 30,
	/** Of all of them: a minute at the pace of reading. */ all: 250,
} as const;

/** Words that each kind is worth before how sharp it was: where there are too many, the sharpest are kept. */
const worth = {
	hook: 4,
	granted: 3,
	conceded: 3,
	withdrawn: 3,
	narrowed: 3,
	cut: 2,
	host: 1,
} as const satisfies Record<HighlightKind, number>;

/** The hook first, then what fits of the moments; none where nobody meets anybody. */
export function highlightsOf(state: DebateState): readonly Highlight[] {
	const hook = hookOf(state);
	const places = new Map(state.turns.map(({id}, place) => [id, place]));
	const wordsIn = lengthIn(state);
	let left = most.all - (hook ? wordsIn(hook) : 0);
	const taken = new Set(hook && 'answer' in hook ? [hook.turn, hook.answer] : []);
	const kept = momentsOf(state)
		.toSorted((one, other) => other.worth - one.worth)
		.filter(({highlight}) => {
			const words = wordsIn(highlight);
			if (taken.has(highlight.turn) || words === 0 || words > left) return false;
			taken.add(highlight.turn);
			if ('answer' in highlight && highlight.reply !== undefined) taken.add(highlight.reply);
			left -= words;
			return true;
		});
	const placeOf = ({highlight: {turn}}: Weighed) => places.get(turn) ?? 0;
	return [
		...(hook ? [hook] : []),
		...kept.toSorted((one, other) => placeOf(one) - placeOf(other)).map(({highlight}) => highlight),
	];
}

/** Words that are heard of a highlight. */
function lengthIn({turns}: DebateState): (highlight: Highlight) => number {
	const sentences = new Map(turns.map(({id, text}) => [id, splitSentences(text)]));
	const sentencesOf = (turn: string) => sentences.get(turn) ?? [];
	return highlight =>
		partsOf(highlight, sentencesOf).reduce(
			(sum, {turn, from, to}) => sum + countWords(sentencesOf(turn).slice(from, to).join('')),
			0,
		);
}

/** The exchange that a recording is opened with. */
export function hookOf(state: DebateState): Highlight | undefined {
	const [first, second] = bestCut(state, heardOf(state), languageOf(state));
	return first && second && {kind: 'hook', turn: first.of.turn.id, answer: second.of.turn.id};
}

type Weighed = {readonly highlight: Highlight; readonly worth: number};

function momentsOf(state: DebateState): readonly Weighed[] {
	const {turns, interruptions, interjections} = state;
	const after = (turn: string) => turns[turns.findIndex(({id}) => id === turn) + 1]?.id;
	const replyTo = (turn: string) => turns.find(({kind, id}) => kind === 'resumption' && id === after(turn))?.id;
	const pair = (kind: HighlightKind, turn: string, sharp: number): Weighed[] => {
		const answer = after(turn);
		const reply = kind === 'cut' && answer !== undefined ? replyTo(answer) : undefined;
		return answer === undefined ? [] : [{highlight: {kind, turn, answer, reply}, worth: worth[kind] + sharp}];
	};
	return [
		...interruptions
			.filter(({fallen, turnId, trigger}) => !fallen && !hasFallen(state, {id: turnId}, trigger))
			.flatMap(({turnId, urgency}) => pair('cut', turnId, Math.min(0.9, urgency))),
		...interjections.flatMap(({turnId}) => pair('host', turnId, 0)),
		...concessionsIn(state.formats.ledger).map(({kind, turnId, sentence}): Weighed => ({
			highlight: {kind, turn: turnId, sentence: sentence.trim()},
			worth: worth[kind],
		})),
	];
}

/** Words of a sentence that tells enough by itself, and how many before it come along where it does not. */
const [tellsEnough, mostBefore] = [24, 2];

/** A stretch of a turn's sentences, from one of them up to but without another. */
type HighlightPart = {readonly turn: string; readonly from: number; readonly to: number};

/** What is heard of a highlight, given the sentences of any turn as they were said; empty where none is left of it. */
export function partsOf(
	highlight: Highlight,
	sentencesOf: (turn: string) => readonly string[],
): readonly HighlightPart[] {
	const {turn} = highlight;
	const sentences = sentencesOf(turn);
	if ('sentence' in highlight) {
		const at = sentences.findIndex(sentence => sentence.includes(highlight.sentence));
		if (at < 0) return [];
		// “I take that back” says nothing without what was taken back.
		let from = at;
		const short = () => countWords(sentences.slice(from, at + 1).join('')) < tellsEnough;
		while (from > 0 && at - from < mostBefore && short()) from--;
		return [{turn, from, to: at + 1}];
	}
	const {kind, answer, reply} = highlight;
	const {words, before} = kind === 'hook' || kind === 'host' ? most[kind] : most.moment;
	const last = fitting(sentences.toReversed(), before);
	const spent = last.reduce((sum, sentence) => sum + countWords(sentence), 0);
	const next = fitting(sentencesOf(answer), words - spent);
	const back = reply === undefined ? [] : fitting(sentencesOf(reply), most.reply);
	return last.length === 0 || next.length === 0
		? []
		: [
				{turn, from: sentences.length - last.length, to: sentences.length},
				{turn: answer, from: 0, to: next.length},
				...(reply === undefined || back.length === 0 ? [] : [{turn: reply, from: 0, to: back.length}]),
			];
}

/** As many from the first on as there is room for, and always one. */
function fitting(sentences: readonly string[], room: number): readonly string[] {
	let words = 0;
	const end = sentences.findIndex(sentence => (words += countWords(sentence)) > room);
	return end < 0 ? sentences : sentences.slice(0, Math.max(1, end));
}

const titles = {
	hook: 'The sharpest exchange',
	cut: 'Cut in',
	granted: 'Granted',
	conceded: 'Given up at least in part',
	withdrawn: 'Taken back at least in part',
	narrowed: 'Narrowed',
	host: 'The host steps in',
} as const satisfies Record<HighlightKind, string>;

/** The same to be read, as Markdown: each with who said it, and when in the debate. */
export function* highlightPieces({state, segments}: Episode): Iterable<string> {
	const turns = new Map(state.turns.map(turn => [turn.id, turn]));
	const sentencesOf = (turn: string) => splitSentences(turns.get(turn)?.text ?? '');
	yield `# ${escapeInline(titleOf(state))}\n\nHighlights. ${escapeInline(disclosure(state))}\n`;
	const startOf = ({id}: Turn) => segments.find(({turn}) => turn.id === id)?.start ?? 0;
	let told = 0;
	for (const highlight of highlightsOf(state)) {
		const parts = partsOf(highlight, sentencesOf);
		const [first] = parts.flatMap(({turn}) => turns.get(turn) ?? []);
		if (!first) continue;
		told++;
		yield `\n## ${titles[highlight.kind]} · ${clock(startOf(first))}\n`;
		for (const {turn, from, to} of parts) yield saidIn(state, turns.get(turn), sentencesOf(turn).slice(from, to));
	}
	if (told === 0) yield '\nThe record has no cut, and no claim that was granted or given up.\n';
}

const saidIn = (state: DebateState, turn: Turn | undefined, sentences: readonly string[]): string =>
	turn ? `\n**${escapeInline(speakerOfTurn(state, turn))}:** ${escapeProse(sentences.join(''))}\n` : '';
