/** When each sentence of an episode is heard: pauses by what stands there, and cuts that begin before the end. */
import {hash} from '../../rehearsal/random.ts';
import {musicCueAt} from '../../exports/podcast.ts';
import type {Segment, TimedSentence} from '../../exports/segments.ts';
import type {KeptSentence, SpokenSegment} from './spoken-sentences.ts';

/** A sentence in its place. All times are milliseconds. */
export type PlacedSentence = {
	readonly sentence: KeptSentence;
	readonly segment: Segment;
	readonly start: number;
	readonly end: number;
	/** How long before its end it fades, where someone speaks over it. */
	readonly fade: number;
};

/** From and to, in milliseconds: what is drawn lies between them. */
type Range = readonly [number, number];

/** Before the first word, and before what stands there; `cut` is how long whoever cuts in speaks over the other. */
const pauses = {
	lead: [450, 550],
	sentence: [220, 420],
	paragraph: [500, 750],
	speaker: [800, 1150],
	chapter: [1600, 2200],
	cut: [200, 600],
	/** With music, which is heard by itself before the words. */
	intro: [4500, 5000],
	sting: [2600, 3200],
} as const satisfies Readonly<Record<string, Range>>;

/** The part of a cut sentence that is heard alone at least. */
const aloneAtLeast = 0.5;

type Laying = {
	/** The debate's: the same pauses each time. */
	readonly seed: number;
	/** Whether one can be heard over another. */
	readonly overlaps: boolean;
	/** Whether there is music, for which there is room at the script's cues. */
	readonly music: boolean;
};

/** The segments one after the other, each with its sentences in their places. */
export function laidOut(spoken: readonly SpokenSegment[], {seed, overlaps, music}: Laying): PlacedSentence[] {
	const placed: PlacedSentence[] = [];
	let heard = 0;
	for (const [place, {segment, sentences}] of spoken.entries())
		for (const [number, sentence] of sentences.entries()) {
			const kind = number > 0 ? within(sentences[number - 1]) : before(segment, spoken[place - 1]?.segment, music);
			const drawn = draw(pauses[kind], `${segment.id} ${number}`, seed);
			const last = placed.at(-1);
			const over = kind === 'cut' && last ? Math.min(drawn, (last.end - last.start) * (1 - aloneAtLeast)) : 0;
			if (last && over > 0 && overlaps) placed[placed.length - 1] = {...last, fade: over};
			const start = kind === 'cut' ? heard - (overlaps ? over : 0) : heard + drawn;
			const length = (sentence.length / sentence.rate) * 1000;
			placed.push({sentence, segment, start, end: start + length, fade: 0});
			heard = Math.max(heard, start + length);
		}
	return placed;
}

const draw = ([from, to]: Range, where: string, seed: number): number =>
	from + ((to - from) * hash(where, seed)) / 2 ** 32;

const within = (sentence: KeptSentence | undefined) => (sentence?.endsParagraph === true ? 'paragraph' : 'sentence');

function before(segment: Segment, last: Segment | undefined, music: boolean): keyof typeof pauses {
	const cue = music ? musicCueAt(segment, last) : undefined;
	if (cue === 'musicIn') return 'intro';
	if (cue === 'sting') return 'sting';
	if (!last) return 'lead';
	if (segment.section !== undefined) return 'chapter';
	if (segment.kind === 'interruption' && segment.first) return 'cut';
	return segment.speaker === last.speaker && segment.name === last.name ? 'paragraph' : 'speaker';
}

/** When each segment and its sentences are heard. */
export function timesOf(
	placed: readonly PlacedSentence[],
): ReadonlyMap<Segment, {readonly start: number; readonly end: number; readonly sentences: readonly TimedSentence[]}> {
	const bySegment = Map.groupBy(placed, ({segment}) => segment);
	return new Map(
		Array.from(bySegment, ([segment, own]) => [
			segment,
			{
				start: own[0]?.start ?? 0,
				end: own.at(-1)?.end ?? 0,
				sentences: own.map(({sentence: {text}, start, end}) => ({text, start, end})),
			},
		]),
	);
}

/** A stretch of the episode that is mixed by itself: it begins where a chapter does, in silence. */
export type MixPart = {readonly start: number; readonly end: number; readonly sentences: readonly PlacedSentence[]};

/** Behind the last word of the part before, in milliseconds. */
const partGap = 100;

/** The last one ends in silence of `tail` milliseconds. */
export function partsOf(placed: readonly PlacedSentence[], tail: number): MixPart[] {
	const parts: {start: number; end: number; sentences: PlacedSentence[]}[] = [];
	let heard = 0;
	for (const [place, each] of placed.entries()) {
		const opens = each.segment.section !== undefined && placed[place - 1]?.segment !== each.segment;
		const part = parts.at(-1);
		if (!part) parts.push({start: 0, end: each.end, sentences: [each]});
		else if (opens && each.start > heard + partGap) {
			part.end = heard + partGap;
			parts.push({start: part.end, end: each.end, sentences: [each]});
		} else {
			part.sentences.push(each);
			part.end = Math.max(part.end, each.end);
		}
		heard = Math.max(heard, each.end);
	}
	const last = parts.at(-1);
	if (last) last.end += tail;
	return parts;
}
