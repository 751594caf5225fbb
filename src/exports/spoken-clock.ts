/**
 * The one clock of a debate: when each turn is heard, at the pace of speech. Screens and exports tell time by it. It
 * goes on turn by turn, so that no frame walks through a long debate.
 */
import {countWhile} from '../debate/fold.ts';
import {heardText, type DebateState, type Turn} from '../debate/state.ts';
import {countWords, speechPace} from '../debate/text/words.ts';
import {languageOf} from '../languages/find.ts';
import {
	passagesIn,
	placeAfter,
	sectionOf,
	spokenPassage,
	spokenWords,
	type Passage,
	type HeardSpan,
} from './segments.ts';

/** When a turn is heard, in milliseconds; `last` is where its last piece begins, if others were heard amid it. */
type TurnSpan = HeardSpan & {readonly last: number};

/** A turn that stands for itself, with those heard amid it, and what was on before. */
type Group = {
	/** Its place in the list of turns. */ readonly position: number;
	readonly turns: Turn[];
	readonly before: HeardSpan | undefined;
	readonly section: string;
};

export class SpokenClock {
	#turns: readonly Turn[] = [];
	#speech: DebateState['speech'] | undefined;
	#language = 'en';
	#groups: Group[] = [];
	#groupOf = new Map<string, number>();
	#times = new Map<string, TurnSpan>();
	/** Words that a voice says of a piece of text: a turn that is judged later is not put into words again. */
	#words = new Map<string, {readonly text: string; readonly words: number}>();
	#latest: HeardSpan | undefined;

	/** Takes in what was heard since. */
	update(state: DebateState): this {
		const {turns, speech} = state;
		if (turns === this.#turns && speech === this.#speech) return this;
		if (this.#turns[0]?.endedAt === undefined) this.#language = languageOf(state);
		const changed = this.#firstChanged(turns);
		const {position, before, section} = this.#groups[changed] ?? {
			position: this.#turns.length,
			before: this.#latest,
			section: this.#sectionNow(),
		};
		this.#turns = turns;
		this.#speech = speech;
		this.#groups.length = changed;
		for (const [index, turn] of turns.slice(position).entries()) this.#group(turn, position + index, changed);
		this.#place(state, changed, before, section);
		return this;
	}

	/** How long all takes that has been heard, the words since the last sentence included. */
	lengthOf({speech}: Pick<DebateState, 'speech'>): number {
		const words = Object.values(speech).reduce((sum, running) => sum + countWords(running.words), 0);
		return (this.#latest?.end ?? 0) + lengthOf(words);
	}

	/** When a turn is heard; undefined where it has no word yet. */
	of(turnId: string): TurnSpan | undefined {
		return this.#times.get(turnId);
	}

	/**
	 * What the clock shows at a time of the debate, in milliseconds since its start: the end of the turn that had ended
	 * last, or where the one begins that was heard just then.
	 */
	at(ms: number): number {
		const turn = this.#turns[countWhile(this.#turns, ({startedAt}) => startedAt <= ms) - 1];
		const time = turn && this.#times.get(turn.id);
		if (!turn) return 0;
		if (!time) return this.#groups[this.#groupOf.get(turn.id) ?? -1]?.before?.end ?? 0;
		return turn.endedAt !== undefined && turn.endedAt <= ms ? time.end : time.start;
	}

	#sectionNow(): string {
		const last = this.#groups.at(-1)?.turns[0];
		return last === undefined ? '' : sectionOf(last);
	}

	/** The first group in which something is different, or that is still heard. */
	#firstChanged(turns: readonly Turn[]): number {
		if (turns.length < this.#turns.length) return 0;
		let first = this.#groups.length;
		for (const [position, turn] of turns.entries()) {
			const old = this.#turns[position];
			if (turn === old && turn.endedAt !== undefined) continue;
			if (old && old.id !== turn.id) return 0;
			first = Math.min(first, this.#groupOf.get(turn.id) ?? this.#groupOf.get(turn.amid?.turnId ?? '') ?? first);
		}
		return first;
	}

	#group(turn: Turn, position: number, changed: number) {
		const host = this.#groupOf.get(turn.amid?.turnId ?? '');
		if (host !== undefined && host < changed) return;
		const group = host ?? this.#groups.length;
		this.#groupOf.set(turn.id, group);
		if (this.#groups[group]) this.#groups[group].turns.push(turn);
		else this.#groups.push({position, turns: [turn], before: undefined, section: ''});
	}

	#place(state: DebateState, from: number, before: HeardSpan | undefined, sectionBefore: string) {
		let [latest, section] = [before, sectionBefore];
		for (const [index, group] of this.#groups.slice(from).entries()) {
			this.#groups[from + index] = {...group, before: latest, section};
			for (const turn of group.turns) this.#times.delete(turn.id);
			for (const passage of passagesIn(group.turns, turn => soFar(state, turn))) {
				const {turn, first} = passage;
				const isNew = turn.amid === undefined && sectionOf(turn) !== section;
				if (isNew) section = sectionOf(turn);
				const gap = {...(isNew && {section}), kind: turn.kind, first};
				latest = placeAfter(latest, gap, lengthOf(this.#wordsIn(passage)));
				this.#times.set(turn.id, {
					start: this.#times.get(turn.id)?.start ?? latest.start,
					last: latest.start,
					end: latest.end,
				});
			}
		}
		this.#latest = latest;
	}

	#wordsIn(passage: Passage): number {
		const {turn, text, first, last} = passage;
		const key = `${turn.id} ${first} ${last} ${turn.finish ?? ''}`;
		const known = this.#words.get(key);
		if (known?.text === text) return known.words;
		const words = wordsSpoken(passage, this.#language);
		this.#words.set(key, {text, words});
		return words;
	}
}

type CountedPassage = Pick<Passage, 'text' | 'first' | 'last'> & {readonly language: string; readonly words: number};
const pieces = new WeakMap<Turn, readonly CountedPassage[]>();

/** Words of a passage as a voice says it. A turn is put into words once, however many clocks tell time by it. */
function wordsSpoken(passage: Passage, language: string): number {
	const {turn, text, first, last} = passage;
	const before = pieces.get(turn) ?? [];
	const known = before.find(
		piece => piece.text === text && piece.first === first && piece.last === last && piece.language === language,
	);
	if (known) return known.words;
	const words = spokenWords(spokenPassage(passage, {language}));
	// What is still spoken grows by each sentence: nobody asks again for what it was.
	if (turn.endedAt !== undefined) pieces.set(turn, [...before, {text, first, last, language, words}]);
	return words;
}

/** Whole sentences: a running one may still become something that is not spoken. */
const soFar = (state: DebateState, turn: Turn): string => state.speech[turn.id]?.sentences ?? heardText(state, turn);

const lengthOf = (words: number): number => (words / speechPace) * 60_000;

/** How long a debate takes to hear, in milliseconds. */
export const spokenLength = (state: DebateState): number => new SpokenClock().update(state).lengthOf(state);
