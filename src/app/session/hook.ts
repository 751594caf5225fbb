/** What a recording opens with: the sharpest seconds of the debate, before its beginning. */
import type {JournalEvent} from '../../debate/events.ts';
import {fold} from '../../debate/reduce.ts';
import {endingIn} from '../../debate/state.ts';
import {countWords} from '../../debate/text/words.ts';
import type {Opening, Recording, Stretch} from '../../engine/replay/replay.ts';
import {bestCut} from '../../exports/best-exchange.ts';
import {heardOf} from '../../exports/segments.ts';
import {languageOf} from '../../languages/find.ts';

/** Words of the hook, 25 seconds at the pace of reading; up to a cut there are at most these. */
const most = {words: 100, before: 60} as const;
/** Words of the introduction that are heard behind it. */
const introduction = 60;

type Sentence = {readonly place: number; readonly words: number};

/** How a recording opens, if anybody meets anybody in it; one that was broken off simply begins. */
export function openingOf(recording: Recording): Opening | undefined {
	const events = Array.from({length: recording.length}, (_, place) => recording.at(place)).filter(
		event => event !== undefined,
	);
	const state = fold(events);
	if (endingIn(events) === undefined) return undefined;
	const [first, second] = bestCut(state, heardOf(state), languageOf(state));
	const hook = first && second && stretchOf(events, first.of.turn.id, second.of.turn.id);
	return hook && {hook, introduction};
}

/** The end of one turn and the beginning of the next, in whole sentences. */
function stretchOf(events: readonly JournalEvent[], first: string, second: string): Stretch | undefined {
	const before = fitting(sentencesOf(events, first).toReversed(), most.before);
	const spent = before.reduce((sum, {words}) => sum + words, 0);
	const behind = fitting(sentencesOf(events, second), most.words - spent);
	const [from, to] = [before.at(-1)?.place, behind.at(-1)?.place];
	const isAdjacent = (turn: JournalEvent): boolean =>
		turn.type !== 'turn-delta' || turn.turnId === first || turn.turnId === second;
	if (from === undefined || to === undefined || from > to) return undefined;
	return events.slice(from, to).every(isAdjacent) ? {from, to: to + 1} : undefined;
}

const sentencesOf = (events: readonly JournalEvent[], turn: string): Sentence[] =>
	events.flatMap((event, place) =>
		event.type === 'turn-delta' && event.turnId === turn ? [{place, words: countWords(event.text)}] : [],
	);

/** As many from the first on as there is room for, and always one. */
function fitting(sentences: readonly Sentence[], room: number): readonly Sentence[] {
	let words = 0;
	const end = sentences.findIndex(sentence => (words += sentence.words) > room);
	return end < 0 ? sentences : sentences.slice(0, Math.max(1, end));
}
