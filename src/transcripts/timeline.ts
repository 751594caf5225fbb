/** When each passage would be heard if it were spoken: estimated, until there is sound. */
import {countWords} from '../debate/text/words.ts';
import type {DebateState} from '../debate/state.ts';
import {passagesOf, type Passage} from './passages.ts';
import {speechText} from './speech-text.ts';
import {speechPace} from './statistics.ts';

/** One passage of speech, in milliseconds from the start. `section` is set if a new segment or round begins with it. */
export type Stretch = {
	readonly passage: Passage;
	readonly text: string;
	readonly start: number;
	readonly end: number;
	readonly section?: string;
};

/** Silence before a stretch, in milliseconds: an interruption overlaps. */
const gaps = {turn: 400, section: 800, interruption: -300} as const;

export function timelineOf(state: DebateState): Stretch[] {
	const stretches: Stretch[] = [];
	let section = '';
	for (const passage of passagesOf(state)) {
		const text = speechText(passage.text);
		const here = sectionOf(passage.turn);
		const isNew = here !== section && passage.turn.amid === undefined;
		const before = stretches.at(-1);
		const gap = isNew ? gaps.section : passage.turn.kind === 'interruption' ? gaps.interruption : gaps.turn;
		const start = before ? Math.max(before.start, before.end + gap) : 0;
		stretches.push({
			passage,
			text,
			start,
			end: start + (countWords(text) / speechPace) * 60_000,
			...(isNew ? {section: here} : {}),
		});
		if (isNew) section = here;
	}
	return stretches;
}

/** A segment and its round as a heading has them: `Exchange 2`. */
export const sectionOf = ({segment, round}: {readonly segment: string; readonly round: number | undefined}): string =>
	`${segment.replaceAll('_', ' ').replace(/^./u, first => first.toUpperCase())}${round === undefined ? '' : ` ${round}`}`;
