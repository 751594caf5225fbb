/** What of an edition holds: it keeps to what was said, and what it points at is there and stands. Pure. */
import {hasFallen} from './attribution.ts';
import {strayFigures} from './citations/figures.ts';
import {concessionsIn} from './claims.ts';
import type {EditionAnswer, EditionEvent, SentencePlace, SentencesOfTurn} from './edition.ts';
import {numberedSentences, wordsOf} from './judged-text.ts';
import {turnName} from './prompt.ts';
import {arguingSeats} from './seats.ts';
import type {DebateState, Turn} from './state.ts';
import {beginsSentences, isQuestion, leansOnBefore, splitSentences} from './text/sentences.ts';
import {cleanText} from './text/intake.ts';
import {countWords, oneLine} from './text/words.ts';

/** As many, and words of each. */
const most = {moments: 3, told: 4, untrue: 6} as const;
const longest = {title: 14, standfirst: 60, line: 30, says: 34, chapter: 12, question: 40, hook: 150} as const;

/** The parts of a debate in their order: what chapters are numbered by. */
export function partsIn({turns}: Pick<DebateState, 'turns'>): readonly Pick<Turn, 'segment' | 'round'>[] {
	const said = turns.filter(({text, amid}) => text.trim() !== '' && amid === undefined);
	return said.filter(
		({segment, round}, at) => said.findIndex(one => one.segment === segment && one.round === round) === at,
	);
}

/** A turn by the name that prompts give it. */
export const turnNamed = ({turns}: Pick<DebateState, 'turns'>, name: string): Turn | undefined =>
	turns.findLast(({id, text}) => turnName(id) === turnName(name) && text.trim() !== '');

/** The sentence at a place, as it was said; undefined where there is none. */
export function sentenceAt(state: Pick<DebateState, 'turns'>, {turn, sentence}: SentencePlace): string | undefined {
	const said = turnNamed(state, turn);
	return said && numberedSentences(said.text)[sentence - 1]?.text;
}

/** What of an answer holds. `code` is the debate's language, ISO 639-1. */
export function checkedEdition(
	state: DebateState,
	answer: EditionAnswer,
	code: string,
): Omit<EditionEvent, 'type' | 'editor' | 'by'> {
	const taker = takerOf(state, code);
	const {kept, line, told, faultOf, refused} = taker;
	const [title] = line('title', answer.title.replace(/(?<![.?!])[.。]$/u, ''), longest.title);
	const [standfirst] = line(
		'standfirst',
		answer.standfirst,
		longest.standfirst,
		splitSentences(answer.standfirst.trim()).length === 2 ? undefined : 'it is not two sentences',
	);
	const [hook] = hookOf(taker, answer.hook);
	const [question] = line(
		'question',
		answer.question,
		longest.question,
		isQuestion(answer.question.trim()) ? undefined : 'it is no question',
	);
	const moments = answer.moments.flatMap(moment =>
		line('moment', moment.says, longest.says, faultOf.place(moment)).map(says => ({...placeOf(moment), says})),
	);
	const lines = answer.lines.flatMap(place =>
		kept('line', placeOf(place), faultOf.place(place), faultOf.fallen(place)),
	);
	const untrue = answer.untrue
		.slice(0, most.untrue)
		.flatMap(({why, ...place}) => kept('untrue', {...placeOf(place), why: clean(why)}, faultOf.place(place)));
	return {
		...(title !== undefined && {title}),
		...(standfirst !== undefined && {standfirst}),
		...(hook && {hook}),
		moments: changesFirst(state, moments),
		lines: oneEach(state, lines),
		chapters: chaptersOf(taker, state, answer.chapters),
		settled: told('settled', answer.settled),
		open: told('open', answer.open),
		...(question !== undefined && {question}),
		untrue,
		...(refused.length > 0 && {refused}),
	};
}

const clean = (text: string): string => oneLine(cleanText(text));

/** Takes what has no fault, and notes what has one. */
function takerOf(state: DebateState, code: string) {
	const refused: NonNullable<EditionEvent['refused']> = [];
	const faultOf = faultFinder(state, code);
	const kept = <T>(what: string, value: T, ...faults: readonly (string | undefined)[]): readonly T[] => {
		const because = faults.find(fault => fault !== undefined);
		if (because !== undefined) refused.push({what, because});
		return because === undefined ? [value] : [];
	};
	/** A text of the editor's own, of at most so many words. */
	const line = (what: string, text: string, words: number, ...faults: readonly (string | undefined)[]) =>
		kept(what, clean(text), ...faults, faultOf.text(clean(text), words));
	const told = (what: string, all: EditionAnswer['settled']): NonNullable<EditionEvent['settled']> =>
		all.slice(0, most.told).flatMap(({says, shows}) => {
			const empty = shows.length === 0 ? 'it points at no turn' : undefined;
			return line(what, says, longest.says, empty, ...shows.map(place => faultOf.place(place))).map(text => ({
				says: text,
				shows: shows.map(placeOf),
			}));
		});
	return {kept, line, told, faultOf, refused};
}

type EditionTaker = ReturnType<typeof takerOf>;

function hookOf(
	{kept, line, faultOf}: EditionTaker,
	{before, quotes, after}: EditionAnswer['hook'],
): readonly NonNullable<EditionEvent['hook']>[] {
	if (![before, after].every(text => line('hook', text, longest.says).length > 0)) return [];
	const named = quotes.map(({turn, from, to}) => ({turn: turnName(turn), from, to}));
	return kept(
		'hook',
		{before: clean(before), quotes: named, after: clean(after)},
		...quotes.map(quote => faultOf.passage(quote)),
		faultOf.order(quotes),
		faultOf.length(quotes),
		faultOf.beginning(quotes),
	);
}

function chaptersOf(
	{line}: EditionTaker,
	state: DebateState,
	named: EditionAnswer['chapters'],
): NonNullable<EditionEvent['chapters']> {
	const parts = partsIn(state);
	return named.flatMap(({part, title}) => {
		const at = parts[part - 1];
		const fault = at === undefined ? 'there is no such part' : undefined;
		return line('chapter', title, longest.chapter, fault).map(text => ({
			segment: at?.segment ?? '',
			...(at?.round !== undefined && {round: at.round}),
			title: text,
		}));
	});
}

const placeOf = ({turn, sentence}: SentencePlace): SentencePlace => ({turn: turnName(turn), sentence});

/** Whether a sentence of this turn gave something up or granted it. */
export const isChange = ({formats}: Pick<DebateState, 'formats'>, {turn}: Pick<SentencePlace, 'turn'>): boolean =>
	concessionsIn(formats.ledger).some(({turnId}) => turnName(turnId) === turnName(turn));

/** In the order of the debate: changes of mind are taken before all else. */
function changesFirst<T extends SentencePlace>(state: DebateState, moments: readonly T[]): T[] {
	const chosen = [
		...moments.filter(moment => isChange(state, moment)),
		...moments.filter(moment => !isChange(state, moment)),
	].slice(0, most.moments);
	return moments.filter(moment => chosen.includes(moment));
}

/** The first line of each voice that argues. */
function oneEach(state: DebateState, lines: readonly SentencePlace[]): SentencePlace[] {
	const arguing = new Set(arguingSeats(state.seats).map(({id}) => id));
	const voiceOf = ({turn}: SentencePlace): string => {
		const said = turnNamed(state, turn);
		return said && arguing.has(said.speaker) ? `${said.speaker} ${said.by?.name ?? ''} ${said.by?.voice ?? ''}` : '';
	};
	return lines.filter(
		(place, at) => voiceOf(place) !== '' && lines.findIndex(other => voiceOf(other) === voiceOf(place)) === at,
	);
}

// Why something does not hold; undefined where it does.

function faultFinder(state: DebateState, code: string) {
	const said = [
		...state.turns.map(({text}) => text),
		state.start?.subject.text ?? '',
		state.start?.subject.context ?? '',
		state.start?.title ?? '',
	];
	const known = knownWords(state, said);
	const place = (at: SentencePlace): string | undefined =>
		sentenceAt(state, at) === undefined ? 'there is no such sentence' : undefined;
	const fallen = (at: SentencePlace): string | undefined => {
		const turn = turnNamed(state, at.turn);
		return turn && hasFallen(state, turn, sentenceAt(state, at) ?? '')
			? 'the sentence was taken back, or found untrue'
			: undefined;
	};
	return {
		place,
		fallen,
		passage: ({turn, from, to}: SentencesOfTurn): string | undefined =>
			to < from
				? 'it ends before it begins'
				: Array.from({length: to - from + 1}, (_, more) => ({turn, sentence: from + more}))
						.map(at => place(at) ?? fallen(at))
						.find(fault => fault !== undefined),
		order: (quotes: readonly SentencesOfTurn[]): string | undefined => {
			const [first = 0, second = Infinity] = quotes.map(({turn}) =>
				state.turns.findLastIndex(({id}) => turnName(id) === turnName(turn)),
			);
			return first < second ? undefined : 'its passages are not in the order in which they were said';
		},
		length: (quotes: readonly SentencesOfTurn[]): string | undefined =>
			quotes.reduce((sum, quote) => sum + countWords(textOf(state, quote)), 0) > longest.hook
				? `it has more than ${longest.hook} words`
				: undefined,
		beginning: ([first]: readonly SentencesOfTurn[]): string | undefined =>
			first && leansOnBefore(textOf(state, first)) ? 'its first sentence leans on the one before it' : undefined,
		text(text: string, words: number): string | undefined {
			if (text === '') return 'it says nothing';
			if (countWords(text) > words) return `it has more than ${words} words`;
			if (/[“”"«»„]/u.test(text)) return 'it quotes by words';
			const figure = strayFigures(text, said, [])[0]?.said;
			if (figure !== undefined) return `nobody said ${figure}`;
			// In German every noun has a capital letter.
			const name = code === 'de' ? undefined : strangerIn(text, known);
			return name === undefined ? undefined : `nobody named ${name}`;
		},
	};
}

/** What these sentences say, with the white space that was between them. */
export function textOf(state: Pick<DebateState, 'turns'>, {turn, from, to}: SentencesOfTurn): string {
	const text = turnNamed(state, turn)?.text ?? '';
	const sentences = numberedSentences(text);
	const [first, last] = [sentences[from - 1], sentences[to - 1]];
	return first && last ? text.slice(first.start, last.end) : '';
}

/** Letters by which a word is known again in another form. */
const stem = 5;

function knownWords({seats, sources}: DebateState, said: readonly string[]): ReadonlySet<string> {
	const names = seats.flatMap(({name, framework = '', formerly}) => [
		name,
		framework.replaceAll('_', ' '),
		...formerly.map(one => one.name),
	]);
	const titles = sources?.documents.map(({title}) => title) ?? [];
	const words = [...said, ...names, ...titles].flatMap(text => wordsOf(text));
	return new Set(words.flatMap(word => [word, word.slice(0, stem)]));
}

/** The first word with a capital letter that nobody used, in any form; how a sentence may begin is no name. */
function strangerIn(text: string, known: ReadonlySet<string>): string | undefined {
	return splitSentences(text)
		.flatMap(sentence =>
			[...sentence.matchAll(/\p{Lu}[\p{L}\p{M}’'-]*/gu)]
				.filter(({index, 0: word}) => index > 0 || !beginsSentences(word.toLowerCase()))
				.map(({0: word}) => word),
		)
		.find(word => !wordsOf(word).every(part => part.length < 3 || known.has(part) || known.has(part.slice(0, stem))));
}
