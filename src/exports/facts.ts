/** The facts of a debate: one account of them, which every export and screen tells. */
import {concessionsIn, type Concession} from '../debate/claims.ts';
import {speakersIn} from '../debate/attribution.ts';
import type {Outcome} from '../debate/events.ts';
import {memoizeRecent} from '../debate/fold.ts';
import {arguingSeats, type Seat} from '../debate/seats.ts';
import type {DebateState} from '../debate/state.ts';
import {splitSentences} from '../debate/text/sentences.ts';
import {countWords} from '../debate/text/words.ts';
import type {EpisodeWords} from '../languages/language.ts';
import {namedSubject} from '../languages/wording.ts';
import type {FormatParts, OutcomePoints} from './format-parts.ts';
import {editedPoints} from './edition.ts';
import {lastQuestion, outcomePointsOf} from './outcome-points.ts';
import {spokenLength} from './spoken-clock.ts';

/** How often something happened. */
type FactCounts = {
	readonly turns: number;
	readonly words: number;
	readonly cuts: number;
	readonly interjections: number;
	/** Claims that were given up, taken back or granted, and those that were narrowed. */
	readonly concessions: number;
	/** Turns that have a score, of those that were put to a judge. */
	readonly scored: number;
	readonly judged: number;
};

export type Facts = {
	readonly title: string;
	/** What is debated, whole, where the title is not that. */
	readonly proposition: string | undefined;
	/** Another name that it was given, such as its preset's. */
	readonly name: string | undefined;
	readonly outcome: Outcome | undefined;
	/** Why it ended so, as the program tells it, in English. */
	readonly reason: string | undefined;
	/** The day and the minute of its beginning, UTC. */
	readonly date: string;
	readonly time: string;
	/** Milliseconds that it takes to say, at the pace of speech and without a cold open. */
	readonly length: number;
	/** Those who argue, each voice that spoke in a seat by itself. */
	readonly speakers: readonly Seat[];
	readonly counts: FactCounts;
	readonly concessions: readonly Concession[];
	/** What was settled and what stayed open; undefined where nothing of the kind was recorded. */
	readonly points: OutcomePoints | undefined;
	/** What it was and where it turned, in an editor's two sentences. */
	readonly standfirst: string | undefined;
	/** The question that a listener is left with. */
	readonly question: string | undefined;
};

/** Computed again when the state changes. `known` is how long it takes to hear, in milliseconds, if counted. */
export const factsOf = memoizeRecent((state: DebateState, format?: FormatParts, known?: number): Facts => {
	const {start, outcome, reason, seats} = state;
	const title = titleOf(state);
	const proposition = start === undefined ? '' : namedSubject(start.subject).trim();
	const concessions = concessionsIn(state.formats.ledger);
	return {
		title,
		proposition: isSame(proposition, title) ? undefined : proposition,
		// A commit that was called HEAD is called by its hash.
		name:
			start && ![proposition, start.subject.text, title].some(told => isSame(told, start.title))
				? start.title
				: undefined,
		outcome,
		reason,
		date: start?.startedAt.slice(0, 10) ?? '',
		time: start?.startedAt.slice(11, 16) ?? '',
		length: known ?? spokenLength(state),
		speakers: speakersIn(state, arguingSeats(seats)),
		counts: countsOf(state, concessions.length),
		concessions,
		points: editedPoints(state) ?? outcomePointsOf(state, format),
		standfirst: state.edition?.standfirst,
		question: state.edition?.question ?? lastQuestion(state),
	};
});

function countsOf({turns, interruptions, interjections}: DebateState, concessions: number): FactCounts {
	const evaluations = turns.flatMap(({evaluation}) => evaluation ?? []);
	return {
		turns: turns.length,
		words: turns.reduce((sum, {text}) => sum + countWords(text), 0),
		cuts: interruptions.length,
		// A moderator rules where an arbiter interjects.
		interjections: interjections.length + turns.filter(({kind}) => kind === 'ruling').length,
		concessions,
		scored: evaluations.filter(({adherenceScore}) => adherenceScore !== null).length,
		judged: evaluations.length,
	};
}

/** The longest title, in characters: directories and players cut longer ones. */
const longestTitle = 150;

const withoutStop = (text: string): string => text.replace(/(?<![.?!])[.。]$/u, '');

const isSame = (one: string, other: string): boolean =>
	withoutStop(one.trim().replaceAll(/\s+/gu, ' ')) === withoutStop(other);

/**
 * The user's, else the editor's, else what is debated, without its full stop; the debate’s name where that is no line
 * to read, such as a whole goal.
 */
export function titleOf({start, edition, named}: Pick<DebateState, 'start' | 'edition' | 'named'>): string {
	if (named !== undefined) return named;
	if (edition?.title !== undefined) return edition.title;
	const subject = start === undefined ? '' : namedSubject(start.subject).trim().replace(/\s+/gu, ' ');
	const [first = ''] = splitSentences(subject);
	const whole = subject.length <= longestTitle ? subject : first.trim();
	return withoutStop(whole === '' || whole.length > longestTitle ? (start?.title ?? '').trim() : whole);
}

/** How it ended, in the debate's language: in English as the journal has it. */
export function outcomeText(outcome: Outcome | undefined, {card, notes, code}: EpisodeWords): string {
	if (outcome === undefined) return card.unfinished;
	if (code === 'en') return outcome;
	return outcome === 'completed' ? card.completed : (notes.outcomes[outcome] ?? outcome);
}
