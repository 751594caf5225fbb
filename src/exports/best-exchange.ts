/** The best exchange of a debate: where two speakers meet most directly. It is heard first, as a cold open. */
import {debateLanguage, episodeWords, inWords, nameIn, wordsOf} from '../languages/find.ts';
import {fillSlots, type Language} from '../languages/language.ts';
import {countWords} from '../debate/text/words.ts';
import {leansOnBefore, splitSentences} from '../debate/text/sentences.ts';
import {hasFallen, speakersIn} from '../debate/attribution.ts';
import {arguingSeats, type Seat} from '../debate/seats.ts';
import type {DebateState, Turn} from '../debate/state.ts';
import {hookIn} from './edition.ts';
import {titleOf} from './facts.ts';
import {spokenText, type Ear} from './ear.ts';
import {cutOff, type Heard, type Untimed} from './segments.ts';

// The words that carry what a text is about, in lower case: neither short nor among the most frequent.

/** Frequent in what debaters say of a debate, whatever it is about. */
const ofDebates = new Set(
	'answer answers argue argued argues argument arguments asked believe chair claim claims debate exchange framework question questions point points said says still think thing things view word words want know going good better never more most than that this then very much some such other others only even also into over just like make makes made without would could should because'.split(
		' ',
	),
);

export function contentWords(text: string, language: Language | undefined): string[] {
	const frequent = language && debateLanguage(language.code)?.frequent;
	return wordsIn(text.toLowerCase()).filter(
		word => word.length >= leastLength(word) && !ofDebates.has(word) && !frequent?.has(word),
	);
}

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const segmenter = new Intl.Segmenter('und', {granularity: 'word'});

/** Scripts that set no blanks between words are divided by Unicode's dictionary. */
const wordsIn = (text: string): string[] =>
	unspaced.test(text)
		? [...segmenter.segment(text)].flatMap(({segment, isWordLike}) => (isWordLike === true ? [segment] : []))
		: (text.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}’'-]*/gu) ?? []);

const leastLength = (word: string): number => (unspaced.test(word) ? 2 : 4);

/** How much of `text` is taken up in `other`, 0 to 1, by its content words. */
export function sharedWords(text: string, other: string, language: Language | undefined): number {
	const words = new Set(contentWords(text, language));
	if (words.size === 0) return 0;
	const there = new Set(contentWords(other, language));
	return [...words].filter(word => there.has(word)).length / words.size;
}

// Sentences about the proceedings ("First the matter that the arbiter raised."), which nobody quotes. English only.

/** A longer sentence, or one with so many words behind a colon, says something of its own. */
const most = {words: 25, behindColon: 4} as const;

const patterns = [
	/\b(?:the|our|your) (?:arbiter|host|moderator)\b.*\b(?:ask|asks|asked|raise|raised|put|puts|wants|wanted|concern|concerns|named|called)\b/iu,
	/^(?:first|now|so|then|before anything else|to begin)?,?\s*(?:let me|allow me to|i will|i shall|i want to|i would like to) (?:first |now |briefly |at once )?(?:answer|take up|respond to|reply to|address (?:the|your|that)|turn to|come to|deal with|settle|begin with|start with)\b/iu,
	/^(?:first|now|so|then|before anything else|to begin)?,?\s*(?:to |as to |on )?(?:the|your|that) (?:question|matter|point) (?:that |which )?(?:(?:was|were|has been|i was|you|the arbiter) )*(?:put|asked|raised)\b/iu,
	/\bI (?:will|shall) (?:take|come|go|turn|return|get)\b.*\b(?:turn|later|moment|leisure)\b/iu,
	/^(?:you asked|i was asked|i have been asked|i am asked)\b/iu,
] as const;

/** Whether a sentence only says what its speaker is about to do, or was asked to. A question never does. */
export function isProcedural(sentence: string): boolean {
	const text = sentence.trim();
	if (/[?？]["”’')]*$/u.test(text) || countWords(text) > most.words) return false;
	const behind = text.slice(text.indexOf(':') + 1);
	if (behind !== text && countWords(behind) > most.behindColon) return false;
	return patterns.some(pattern => pattern.test(text));
}

// Sentences that say something else by themselves than they did where they were said.

/** How a sentence begins that takes back, or fills up, the one before it. */
const turning =
	/^[—–\s]*(?:But|Yet|Still|However|Together|Except|Aber|Doch|Jedoch|Zusammen|Mais|Pourtant|Ensemble|Pero|Juntos|但|然而|可是)(?!\p{Ll})/u;
const someone = /\b(?:she|he|her|him|his|hers|they|them|their)\b/iu;
/** What brings somebody in: an article or the like, or a name that does not begin the sentence. */
const introduced =
	/\b(?:[Aa]n?|[Tt]he|[Ee](?:very|ach)|[Oo]ne|[Aa]ny|[Nn]o|(?:[Ss]ome|[Aa]ny)(?:body|one))\s|(?<=\S\s)\p{Lu}\p{Ll}+/u;

/** Begins with a word for something that was named before: nobody knows what. */
const pointing =
	/^(?:(?:Because|Since|If|When|While|Where)\s)?(?:It|That|This|They|These|Those|He|She|There|Not|Ask|Es|Das|Dies|Er|Sie|Il|Elle|Ils|Elles|Ça|Cela|Ce|Eso|Esto|Ello|Él|Ella)(?!\p{L})/iu;

/** Whether a reader who has just this sentence of a turn knows what is meant. */
export function standsAlone(sentence: string, turn: string): boolean {
	const pronoun = someone.exec(sentence);
	if (pronoun && !introduced.test(sentence.slice(0, pronoun.index))) return false;
	if (pointing.test(sentence.trim())) return false;
	const sentences = splitSentences(turn);
	const place = sentences.findIndex(each => each.includes(sentence.trim()));
	return !turning.test(sentences[place + 1] ?? '') || place < 0;
}

/** Words of one voice, and of both. */
const length = {one: 70, least: 20} as const;

/** Roles whose holders argue with each other. */
const facing = new Set(['chair', 'speaker', 'for', 'against']);

/** Words of a turn, verbatim. */
type Excerpt<Of extends Heard = Heard> = {readonly of: Of; readonly text: string};

/**
 * The best exchange as segments of kind `cold-open`, behind a line of the host's that says what it is about: an
 * editor's, who has another one behind it, or what is debated, and by whom.
 */
export function coldOpen(state: DebateState, segments: readonly Untimed[], ear: Ear): Untimed[] {
	const quoted = bestExchange(state, segments, ear.language, 'direct');
	const hook = hookIn(state);
	const host = state.seats.find(({role}) => role === 'arbiter' || role === 'moderator');
	const isHook = hook !== undefined && quoted.every(({text}, place) => text === hook.quotes[place]?.text);
	const said = quoted.map((excerpt, place) => asSegment(excerpt, place === 0 && !isHook, place > 0 || isHook, ear));
	const [first] = segments;
	const [opening, ...rest] = said;
	// Nobody but an editor can say who is for and who against where seats do not tell it.
	if (!opening || !(isHook || hasSides(state))) return [];
	if (!host || !first) return [{...opening, section: 'Cold open'}, ...rest];
	const line = (id: string, text: string): Untimed => hostLine(first, host, {id, text}, ear);
	return [
		{...line('hook', isHook ? hook.before : subjectLine(state, ear.language)), section: 'Cold open'},
		...said,
		...(isHook ? [line('hook-2', hook.after)] : []),
	];
}

const hasSides = ({seats}: DebateState): boolean => seats.some(({role}) => role === 'for');

/** `Cities should ban holiday lets of whole homes. Libby (libertarian) and Connie (communitarian) argue it out.` */
function subjectLine(state: DebateState, code: string): string {
	const words = episodeWords(code);
	const {notes, space, brackets} = words;
	const speakers = speakersIn(state, arguingSeats(state.seats)).map(
		({name, framework, persona, role}) =>
			`${name}${brackets[0]}${nameIn(words, framework ?? persona ?? role)}${brackets[1]}`,
	);
	const title = titleOf(state);
	const stop = /[.?!…。？！]$/u.test(title) ? '' : notes.stop;
	const argue = notes.argue[speakers.length > 1 ? 1 : 0];
	return `${title}${stop}${space}${fillSlots(argue, {names: inWords(words, speakers)})}`;
}

/** What somebody else wrote for the host to say: no turn of the debate. */
function hostLine(
	{section: _section, ...segment}: Untimed,
	host: Seat,
	{id, text}: {readonly id: string; readonly text: string},
	ear: Ear,
): Untimed {
	const {name, voice, model, provider} = host;
	const by = {name, voice, model, provider};
	const turn: Turn = {
		...segment.turn,
		id,
		speaker: host.id,
		by,
		kind: 'cold-open',
		text,
		evaluation: undefined,
		cut: undefined,
	};
	const spoken = spokenText(text, ear);
	const said = {text, from: 0, spoken, first: true, last: true, cut: false};
	return {...segment, ...said, id: `${id}-open`, turn, speaker: host.id, name, role: host.role, kind: 'cold-open'};
}

/** As it was recorded, in a script, or where it is read beside the rest. */
type HeardFirst = 'played' | 'direct' | 'quoted';

type ExcerptPair<Of extends Heard> = readonly [Excerpt<Of>, Excerpt<Of>];

/** The best exchange of a cut and what it answers, as `bestExchange` has it; another one where nobody cut in. */
export function bestCut<Of extends Heard>(
	state: DebateState,
	segments: readonly Of[],
	language: string,
): readonly Excerpt<Of>[] {
	const cuts = neighbours(arguingIn(state, segments)).filter(([, {kind}]) => kind === 'interruption');
	const of = (heard: HeardFirst) =>
		cuts.map(pair => bestExchange(state, pair, language, heard)).filter(pair => pair.length > 0);
	const stands = of('quoted');
	// Words that who cuts in puts right at once may be heard as they came, where no other cut is there.
	const found = stands.length > 0 ? stands : of('played');
	const worth = (pair: readonly Excerpt<Of>[]) => pair[0]?.of.turn.cut?.urgency ?? 0;
	return found.toSorted((one, other) => worth(other) - worth(one))[0] ?? bestExchange(state, segments, language);
}

/**
 * A question and its answer, or a cut and who made it; else the end of one turn and the beginning of the next. None
 * where nobody answers anybody, or every beginning leans on something outside it. `played` where the recording itself
 * is heard; `direct` where only questions and cuts are taken, for an end and a beginning open in mid-air.
 */
export function bestExchange<Of extends Heard>(
	state: DebateState,
	segments: readonly Of[],
	language: string,
	heard: HeardFirst = 'quoted',
): readonly Excerpt<Of>[] {
	const chosen = hookIn(state)?.quotes.flatMap(({turn, text}) => {
		const of = segments.find(segment => segment.turn === turn && segment.text.includes(text));
		return of ? [{of, text}] : [];
	});
	if (chosen && chosen.length > 0 && chosen.length === hookIn(state)?.quotes.length) return chosen;
	const places: TurnPlaces = new Map(state.turns.map((turn, place) => [turn, place]));
	const arguing = arguingIn(state, segments);
	const direct = [
		...putAndAnswered(state, places, segments, arguing),
		...namedAndAnswered(state, places, arguing, {code: language, heard}),
	];
	const opens = isPlain(state, heard);
	const pairs = direct.filter(pair => isHeard(pair) && opens(pair));
	const worth = (pair: ExcerptPair<Of>): number =>
		worthOf(pair, language) + (0.3 * placeIn(places, pair[1].of.turn)) / Math.max(1, places.size);
	// Each is weighed once; of equals the first one is the best.
	let best: {readonly pair: ExcerptPair<Of>; readonly worth: number} | undefined;
	for (const pair of pairs.length > 0 || heard === 'direct'
		? pairs
		: oneAfterTheOther(state, places, arguing).filter(pair => isHeard(pair) && opens(pair))) {
		const own = worth(pair);
		if (!best || own > best.worth) best = {pair, worth: own};
	}
	return best?.pair ?? [];
}

function arguingIn<Of extends Heard>({seats}: DebateState, segments: readonly Of[]): readonly Of[] {
	const sides = new Set(seats.filter(({role}) => facing.has(role)).map(({id}) => id));
	return segments.filter(({speaker, first, kind}) => sides.has(speaker) && (first || kind === 'interruption'));
}

/** The place of each turn in the list of turns: looked up, so that a long debate is walked through once. */
type TurnPlaces = ReadonlyMap<Turn, number>;
const placeIn = (places: TurnPlaces, turn: Turn): number => places.get(turn) ?? 0;

/** What brings somebody in who was not spoken of before: `the` and a beginning do not. */
const newcomer =
	/\b(?:[Aa]n?|[Ee](?:very|ach)|[Oo]ne|[Aa]ny|[Nn]o|(?:[Ss]ome|[Aa]ny)(?:body|one))\s|(?<=\S\s)\p{Lu}\p{Ll}+/u;
/** In a script: `no house` brings nobody in, nor does whose something is. */
const namedNewcomer =
	/\b(?:[Aa]n?|[Ee](?:very|ach)|[Oo]ne|[Aa]ny|(?:[Ss]ome|[Aa]ny)(?:body|one))\s|(?<=\S\s)\p{Lu}\p{Ll}+(?![\p{L}’'])/u;

/** A thing that was named before: in `it is hard to say`, `it` stands for nothing. */
const something =
	/\b(?:it|its)\b(?!\s(?:is|was|takes|seems|would be)\b)|\b(?:about|by|for|from|in|like|of|on|to|under|with) (?:this|that|these|those)\b/iu;
/** Talk of what was said before, which nobody has heard who begins here. */
const earlier =
	/\b(?:in (?:your|my|the) opening|you (?:just )?(?:admitted|told us|said|say|asked)|as I said|a moment ago)\b/iu;

/** Whether a sentence speaks of somebody whom it does not bring in itself; in a script, of something or words, too. */
function pointsOutside(sentence: string, heard: HeardFirst): boolean {
	if (heard === 'direct' && (earlier.test(sentence) || something.test(sentence))) return true;
	const pronoun = someone.exec(sentence);
	const brings = heard === 'direct' ? namedNewcomer : newcomer;
	return pronoun !== null && !brings.test(sentence.slice(0, pronoun.index));
}

/** Marks of the stage that a model wrote into its speech, such as `/bell`, and talk of how the text is printed. */
const ofTheStage = /(?:^|\s)\/\p{L}|[[(*](?:bell|pause|applause|laughs?|beat)[\])*]|\bour (?:copy|print)/iu;

/** Whether listeners can begin with it: its first sentence says by itself what it is about, and none of it fell. */
function canOpen(state: DebateState, {of, text}: Excerpt, heard: HeardFirst): boolean {
	const [first = '', ...rest] = splitSentences(text.trim());
	return (
		!leansOnBefore(first) &&
		!pointsOutside(first, heard) &&
		((heard === 'played' && of.turn.cut?.reason === 'straw_man_detected') ||
			![first, ...rest].some(sentence => hasFallen(state, of.turn, sentence)))
	);
}

/** Whether a pair can be heard first and by itself. */
const isPlain =
	(state: DebateState, heard: HeardFirst) =>
	([first, second]: ExcerptPair<Heard>): boolean =>
		canOpen(state, first, heard) &&
		// Nobody knows whose words are quoted who has heard nothing yet.
		![first, second].some(({text}) => ofTheStage.test(text) || (heard === 'direct' && /[“”"«»„]/u.test(text))) &&
		!splitSentences(second.text).some(sentence => hasFallen(state, second.of.turn, sentence));

const isHeard = ([first, second]: ExcerptPair<Heard>): boolean =>
	first.text !== '' && second.text !== '' && countWords(first.text) + countWords(second.text) >= length.least;

/** Turns that are a question, the host's or a side's, with how whoever was asked begins. */
const putAndAnswered = <Of extends Heard>(
	{turns}: DebateState,
	places: TurnPlaces,
	segments: readonly Of[],
	arguing: readonly Of[],
): ExcerptPair<Of>[] => {
	const speakers = new Map(turns.map(({id, speaker}) => [id, speaker]));
	return segments
		.filter(({kind, first, last}) => kind === 'question' && first && last)
		.flatMap(of => {
			const asked = speakers.get(of.turn.replyTo ?? '');
			const place = placeIn(places, of.turn);
			const answer = arguing.find(
				({turn, speaker}) =>
					placeIn(places, turn) > place &&
					(turn.replyTo === of.turn.id || (asked !== undefined && speaker === asked && turn.kind === 'reply')),
			);
			return answer && isQuestion(of.text) && countWords(of.text) <= length.one
				? [[{of, text: of.text.trim()}, beginningOf(answer)] as const]
				: [];
		});
};

/** Cuts with what they answer, and questions by name with where the next turn takes them up. */
const namedAndAnswered = <Of extends Heard>(
	state: DebateState,
	places: TurnPlaces,
	arguing: readonly Of[],
	{code, heard}: {readonly code: string; readonly heard: HeardFirst},
): ExcerptPair<Of>[] => {
	const saidBy = wordsBySpeaker(arguing);
	return neighbours(arguing).flatMap(([before, answer]): ExcerptPair<Of>[] =>
		answer.kind === 'interruption'
			? [[endOf(before, heard), beginningOf(answer)]]
			: questionsTo(before, answer, saidBy).map(first => [
					first,
					answerTo(first.text, answer, code, askedBetween(state, places, before.turn, answer.turn)),
				]),
	);
};

/** All that a speaker says, in plain words, put together when it is first asked for. */
function wordsBySpeaker(arguing: readonly Heard[]): (speaker: string) => string {
	const known = new Map<string, string>();
	return speaker => {
		const words =
			known.get(speaker) ??
			arguing.flatMap(other => (other.speaker === speaker ? ` ${plain(other.text)} ` : [])).join('\n');
		known.set(speaker, words);
		return words;
	};
}

/** The end of one turn and the beginning of the next, where nothing else was asked between them. */
const oneAfterTheOther = <Of extends Heard>(
	state: DebateState,
	places: TurnPlaces,
	arguing: readonly Of[],
): ExcerptPair<Of>[] =>
	neighbours(arguing)
		.filter(([before, answer]) => !askedBetween(state, places, before.turn, answer.turn))
		.map(([before, answer]) => [endOf(before, 'quoted'), beginningOf(answer)]);

const neighbours = <Of extends Heard>(arguing: readonly Of[]): (readonly [Of, Of])[] =>
	arguing.flatMap((answer, place) => {
		const before = arguing[place - 1];
		return before && before.speaker !== answer.speaker && answer.kind !== 'opening' ? [[before, answer] as const] : [];
	});

/** Cuts and direct questions are what listeners stay for; then that the answer takes up what was said, and how well. */
function worthOf([asked, answer]: readonly [Excerpt, Excerpt], code: string): number {
	const language = wordsOf(code);
	const cut = answer.of.kind === 'interruption' ? asked.of.turn.cut : undefined;
	const question = isQuestion(asked.text) ? 1.5 : 0;
	const addressed = asked.text.includes(answer.of.name) || answer.text.includes(asked.of.name) ? 0.5 : 0;
	const scores = [asked, answer].flatMap(({of}) => of.turn.evaluation?.adherenceScore ?? []);
	const score = scores.reduce((sum, one) => sum + one, 0) / Math.max(1, scores.length) / 100;
	return (
		(cut ? 1.5 + cut.urgency : 0) + question + addressed + score + 3 * sharedWords(asked.text, answer.text, language)
	);
}

/** Whether the host or a listener asked something between two turns. */
const askedBetween = ({turns}: DebateState, places: TurnPlaces, before: Turn, answer: Turn): boolean =>
	turns
		.slice(placeIn(places, before) + 1, placeIn(places, answer))
		.some(({kind, text}) => kind !== 'interruption' && text.includes('?'));

/** Questions to somebody by name, each with the sentence before it; one that quotes their own question is none. */
function questionsTo<Of extends Heard>(
	of: Of,
	{name, speaker}: Of,
	saidBy: (speaker: string) => string,
): Excerpt<Of>[] {
	const sentences = splitSentences(of.text);
	return sentences.flatMap((sentence, place) => {
		if (!sentence.includes(name) || !isQuestion(sentence) || countWords(sentence) > length.one) return [];
		const end = plain(sentence).split(' ').slice(-lastWords).join(' ');
		if (saidBy(speaker).includes(` ${end} `)) return [];
		return [{of, text: `${sentences[place - 1] ?? ''}${sentence}`.trim()}];
	});
}

/** The last words of a question, by which it is known again where it is quoted. */
const lastWords = 4;
const plain = (text: string): string =>
	text
		.toLowerCase()
		.replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
		.trim();

/** What answers a question: from the sentence that takes its words up; the beginning where it has none to be taken. */
function answerTo<Of extends Heard>(question: string, of: Of, code: string, wasAsked: boolean): Excerpt<Of> {
	const language = wordsOf(code);
	const asked = new Set(contentWords(question, language));
	const sentences = splitSentences(of.text);
	const takesUp = (sentence: string): number =>
		new Set(contentWords(sentence, language).filter(word => asked.has(word))).size;
	const place = sentences.findIndex(sentence => takesUp(sentence) >= Math.min(2, asked.size));
	if (place < 0 || asked.size === 0) return wasAsked || asked.size > 0 ? {of, text: ''} : beginningOf(of);
	return firstOf(of, sentences.slice(place));
}

const leans = (sentence: string, heard: HeardFirst): boolean =>
	leansOnBefore(sentence) || (heard === 'direct' && pointsOutside(sentence, heard));

/** The last three sentences of the last paragraph that argue, or as many as there is time for. */
function endOf<Of extends Heard>(of: Of, heard: HeardFirst): Excerpt<Of> {
	const kept: string[] = [];
	for (const sentence of splitSentences(lastParagraph(of.text)).toReversed()) {
		if (kept.length === 0 && isProcedural(sentence)) continue;
		if (kept.length >= 3 || countWords([sentence, ...kept].join('')) > length.one) break;
		kept.unshift(sentence);
	}
	while (kept.length > 1 && leans(kept[0] ?? '', heard)) kept.shift();
	return {of, text: kept.join('').trim()};
}

const beginningOf = <Of extends Heard>(of: Of): Excerpt<Of> => firstOf(of, splitSentences(of.text));

/** The first three of these sentences, or as many as there is time for. */
function firstOf<Of extends Heard>(of: Of, sentences: readonly string[]): Excerpt<Of> {
	const kept: string[] = [];
	for (const sentence of sentences) {
		if (kept.length === 0 && isProcedural(sentence)) continue;
		if (kept.length >= 3 || countWords([...kept, sentence].join('')) > length.one) break;
		kept.push(sentence);
	}
	return {of, text: kept.join('').trim()};
}

const isQuestion = (text: string): boolean => /[?？]\s*$/u.test(text);

const lastParagraph = (text: string): string =>
	text
		.trim()
		.split(/\n\s*\n/u)
		.at(-1) ?? '';

/** `mayBreak` where it is heard to its end, `answers` where what it cuts in on was told. */
function asSegment({of, text}: Excerpt<Untimed>, mayBreak: boolean, answers: boolean, ear: Ear): Untimed {
	const said = spokenText(text, ear);
	const {section: _section, ...rest} = of;
	const cut = of.cut && mayBreak;
	return {
		...rest,
		id: `${of.id}-open`,
		kind: answers && of.kind === 'interruption' ? 'interruption' : 'cold-open',
		text,
		spoken: cut ? cutOff(said) : said,
		first: true,
		last: true,
		cut,
	};
}
