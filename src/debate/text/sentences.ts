/**
 * Sentences are the unit in which turns are interrupted and journaled. Unicode's rules find their ends; splits after an
 * abbreviation, an initial or a list number are undone.
 */

// Full stops that do not end a sentence, even before a capital letter or a number.

/** Abbreviations that never end a sentence. */
const titles =
	/(?<![\p{L}\p{N}])(?:Dr|Mr|Mrs|Ms|Mx|Prof|Rev|Fr|Hon|Gen|Col|Lt|Sgt|Capt|Cmdr|Sen|Rep|Gov|Pres|Amb|Messrs|St|Mt|Ft|Hr|vs|v|cf|viz|e\.g|eg|i\.e|ie|ca|approx|resp|bzw|z\.B|d\.h|Figs?|Eqs?|Secs?|Chap|Ch|Arts?|Vols?|Nr|Jan|Feb|Aug|Sept|Oct|Nov|Dec|Abs|Mio|Mrd|Hrn|Bd|Kap|[Vv]gl|[Ii]nkl|[Zz]zgl|[Gg]gf|[Ee]vtl|[Ss]og|MM|Mlle|Sra|Srta|Dra|Dña|Uds?|Núm|núm|págs?|z\.\s?B|d\.\s?h|u\.\s?U|z\.\s?T|i\.\s?d\.\s?R|p\.\s?ex|p\.\s?ej|c\.-à-d)\.\s*$/u;
/** Abbreviations only before a number; otherwise ordinary words. */
const numbered = /(?<![\p{L}\p{N}])(?:No|Nos|no|nos|p|pp|par|para|Mar|Apr|Jun|Jul|Sep|cap)\.\s*$/u;
/** Before a number a German page, else an initial. */
const pages = /(?<![\p{L}\p{N}.])S\.\s*$/u;
/** Abbreviations that may end a sentence: dotted initials, single ones (but not the word "I"), suffixes of names. */
const perhaps =
	/(?<![\p{L}\p{N}])(?:(?:\p{L}\.){1,}\p{L}|(?!I\b)\p{Lu}|Ph\.D|Inc|Ltd|Co|Corp|Jr|Sr|Bros|et al|u\.\s?a|u\.\s?ä|o\.\s?[äÄ]|EE\.\s?UU)\.\s*$/u;
/** Words that often begin a sentence and rarely continue a name after an abbreviation. */
const starters = new Set(
	'a all also although an and another any are as at because both but by can could did do does each even every few first for from had has have he her here his how however i if in indeed is it its let look many maybe more most my nevertheless no nobody nor not nothing now of on once one only or other our perhaps she should since so some still such that the their then there these they this those though thus to under unless until was we well were what when where whether which while who why will with without would yes yet you your'.split(
		' ',
	),
);

/** The same in German, French and Spanish; articles that begin names, such as "Le", are none of them. */
for (const word of 'aber alle auch danach dann darum das denn der dies diese dieser dieses doch dort eine er es hier ich ihr jede jeder jetzt kein keine nicht nun oder sie und warum wenn wer wie wir mais donc cela cette elle il nous vous quand pero ella ellos cuando esto esta usted nosotros'.split(
	' ',
))
	starters.add(word);

/** Whether a word, in small letters, is one that often begins a sentence. */
export const beginsSentences = (word: string): boolean => starters.has(word);

/** A number that may be an ordinal, as German writes them: `im 19. Jahrhundert`. */
const ordinal = /(?<![\p{L}\p{N}.,])(?:(\p{L}+)\s+)?\p{N}{1,3}\.\s*$/u;
/** Before an ordinal; what stands behind it is a noun. */
const articles = new Set(['der', 'das', 'dem', 'des', 'im', 'zum', 'vom', 'beim', 'jeder', 'jedem', 'jedes']);
/** What is counted in ordinals whatever stands before them. */
const counted =
	/^(?:Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember|Jahrhundert\p{L}*|Jahrtausend\p{L}*|Weltkrieg\p{L}*|Kapitel\p{L}*|Lebensjahr\p{L}*|Jahrestag\p{L}*|Auflage|Klasse)(?!\p{L})/u;

/** A single letter with another behind it: `z. B.` or `u. a.`, but not the word "I". */
const spelled = /(?<![\p{L}\p{N}.])(?:(?!I\b)\p{L}|EE)\.\s+$/u;
const nextSpelled = /^(?:\p{L}|UU)\./u;

const firstWord = /^[^\p{L}\p{Sentence_Terminal}\n]*([\p{L}\p{M}]+)/u;

/** Whether the sentence goes on after `before`, given what follows. Both may be cut to about forty characters. */
function sentenceContinues(before: string, after: string): boolean {
	if (listNumber.test(before) || titles.test(before)) return true;
	if (numbered.test(before)) return /^\p{N}/u.test(after);
	if (pages.test(before) && /^\p{N}/u.test(after)) return true;
	if (spelled.test(before) && nextSpelled.test(after)) return true;
	if (isOrdinal(before, after)) return true;
	return perhaps.test(before) && !starters.has(firstWord.exec(after)?.[1]?.toLowerCase() ?? 'the');
}

/** Whether `sentenceContinues` needs to see the whole next word. */
const needsNextWord = (before: string): boolean => perhaps.test(before) || spelled.test(before) || ordinal.test(before);

function isOrdinal(before: string, after: string): boolean {
	const match = ordinal.exec(before);
	if (!match || !/^\p{Lu}/u.test(after)) return false;
	return counted.test(after) || articles.has(match[1]?.toLowerCase() ?? '');
}

/** A list number at the start of a line, with nothing after it yet. */
const listNumber = /(?:^|\n)[ \t>]*\p{N}{1,3}[.)]\s*$/u;

const segmenter = new Intl.Segmenter('en', {granularity: 'sentence'});
const terminator = /[\p{Sentence_Terminal}\n\r\u0085\u2028\u2029]/u;
/** What Unicode leaves out of a sentence's end: closing Markdown marks, and blank lines. */
const closing = /[*_~`"'”’)»\]]*(?=\s)\s*|\s*/uy;
const paragraphBreak = /\n\s*\n\s*$/u;
const softBreak = /[^\s\p{Sentence_Terminal}:;][ \t]*\n[ \t]*$/u;
/**
 * The rules look ahead to the next letter or terminator, and ours sometimes to the end of that word. Half a surrogate
 * pair (`Cs`) does not end a word, because its other half may make it a letter.
 */
const begun = /[^\p{L}\p{Sentence_Terminal}\n]*[\p{L}\p{Sentence_Terminal}\n]/uy;
const wordBegun =
	/[^\p{L}\p{Sentence_Terminal}\n]*(?:\p{L}[\p{L}\p{M}]*[^\p{L}\p{M}\p{Cs}]|[\p{Sentence_Terminal}\n])/uy;
/** How much text on either side decides about a border, in UTF-16 units: enough for an abbreviation and a word. */
const context = 48;

/**
 * Thai and Lao set no mark behind a sentence, but a blank between clauses. One that comes after so many characters ends
 * what can be heard, quoted and cut as a sentence; not beside the sign that says a word again, nor before a word that
 * joins a clause to the one before it.
 */
const unmarked = String.raw`[\p{Script=Thai}\p{Script=Lao}]`;
const joining = 'และ|แล้ว|แต่|เพราะ|หรือ|ซึ่ง|ที่|ว่า|โดย|จึง|ແລະ|ແຕ່|ເພາະ|ຫຼື|ທີ່|ວ່າ';
/** Characters behind a blank by which such a word is known. */
const joiningLength = 6;
const gap = new RegExp(
	String.raw`(?<=${unmarked}(?<![ๆໆ])[”’"')]?)\s+(?!${joining})(?=[“‘"'(]?${unmarked}(?<![ๆໆ]))`,
	'gu',
);
const endsUnmarked = new RegExp(String.raw`${unmarked}[”’"')]?\s+$`, 'u');
const leastUnmarked = 32;

const hasUnmarked = new RegExp(unmarked, 'u');
const mayEndIn = (text: string): boolean => terminator.test(text) || hasUnmarked.test(text);

/** Splits text into sentences. Joined, they are exactly the text; white space belongs to the sentence before it. */
export function splitSentences(text: string): readonly string[] {
	const known = latest.get(text);
	if (known) return known;
	const [oldest] = latest.keys();
	if (oldest !== undefined && latest.size >= keptTexts) latest.delete(oldest);
	const sentences = cutAt(text, bordersOf(text));
	latest.set(text, sentences);
	return sentences;
}

/** Judges, the ledger and the watcher read the same turns one after the other. */
const latest = new Map<string, readonly string[]>();
const keptTexts = 64;

/**
 * `splitSentences` for streamed text: gives each sentence as soon as the next one has begun, and the rest at the end.
 * Takes time linear in the text, however small the chunks.
 */
export class SentenceStream {
	#pending = '';
	#mayEnd = false;
	#looked = 0;

	push(text: string): readonly string[] {
		this.#pending += text;
		this.#mayEnd ||= mayEndIn(text);
		// A long unfinished sentence is checked less and less often, to avoid quadratic time.
		return this.#mayEnd && this.#pending.length > this.#looked * 1.125 ? this.#take() : [];
	}

	end(): readonly string[] {
		const rest = splitSentences(this.#pending);
		this.#keep('');
		return rest;
	}

	#take(): string[] {
		const text = this.#pending;
		const borders = bordersOf(text).filter(border => isSettled(text, border));
		const sentences = cutAt(text, borders);
		this.#keep(borders.length === 0 ? text : (sentences.pop() ?? ''));
		return borders.length === 0 ? [] : sentences;
	}

	#keep(text: string): void {
		this.#pending = text;
		this.#mayEnd = mayEndIn(text);
		this.#looked = text.length > 512 ? text.length : 0;
	}
}

const cutAt = (text: string, borders: readonly number[]): string[] =>
	[...borders, text.length]
		.map((end, index) => text.slice(index === 0 ? 0 : borders[index - 1], end))
		.filter(sentence => sentence !== '');

/** A tag right behind a full stop is not of the sentence before it: Unicode sees none of its marks. */
const tagBehindStop = /(?<=[.!?。！？]["”’)»]{0,3})[<‹](?=\/?[a-z])/giu;

/** Where sentences may end, in order. */
function endsIn(text: string): number[] {
	const found = Array.from(segmenter.segment(text), ({index}) => index);
	const tags = Array.from(text.matchAll(tagBehindStop), ({index}) => index);
	return tags.length === 0 ? found : [...new Set([...found, ...tags])].toSorted((one, other) => one - other);
}

/** Where clauses end that no mark ends, in order; few texts have any. */
const gapsIn = (text: string): number[] =>
	hasUnmarked.test(text) ? Array.from(text.matchAll(gap), ({0: blank, index}) => index + blank.length) : [];

function bordersOf(text: string): number[] {
	const borders: number[] = [];
	const first = text.search(/\S/u);
	let last = 0;
	const gaps = new Set(gapsIn(text));
	const ends = endsIn(text);
	const all = gaps.size === 0 ? ends : [...new Set([...ends, ...gaps])].toSorted((one, other) => one - other);
	for (const index of all) {
		if (first === -1 || index <= Math.max(first, last)) continue;
		if (gaps.has(index) && index - last < leastUnmarked) continue;
		const border = afterClosing(text, index);
		if (border <= last || border >= text.length || !isBorder(text, last, border)) continue;
		borders.push(border);
		last = border;
	}
	return borders;
}

/** French sets a blank before it; German opens with the same sign, right before a word. */
const spacedClosing = /[»›](?=[\s.,;:!?]|$)\s*/uy;
/** Unicode takes opening marks for closing ones where no blank stands before them, as in Chinese. */
const openingAtEnd = /(?<=[。！？…])[「『《〈（【“‘]+$/u;

/** Moves a border past the marks and white space that still belong to the sentence before it. */
function afterClosing(text: string, index: number): number {
	const opened = openingAtEnd.exec(text.slice(Math.max(0, index - 4), index))?.[0];
	if (opened !== undefined && /[^\s]/u.test(text.charAt(index))) return index - opened.length;
	if (/\s/u.test(text.charAt(index - 1))) {
		spacedClosing.lastIndex = index;
		const closed = spacedClosing.exec(text)?.[0] ?? '';
		if (closed !== '') return index + closed.length;
	}
	closing.lastIndex = index;
	const match = closing.exec(text)?.[0] ?? '';
	return index + (/\s/u.test(text.charAt(index - 1)) ? (/^\s*/u.exec(match)?.[0].length ?? 0) : match.length);
}

function isBorder(text: string, last: number, border: number): boolean {
	const before = text.slice(Math.max(last, border - context), border);
	const after = text.slice(border, border + context);
	if (paragraphBreak.test(before)) return true;
	if (/[»›]\s*$/u.test(before) && /^\p{Ll}/u.test(after)) return false;
	return !(softBreak.test(before) && /^\p{Ll}/u.test(after)) && !sentenceContinues(before, after);
}

/** Whether later text can no longer move or remove this border. */
function isSettled(text: string, border: number): boolean {
	if (text.length - border < joiningLength && endsUnmarked.test(text.slice(Math.max(0, border - context), border)))
		return false;
	const ahead = needsNextWord(text.slice(Math.max(0, border - context), border)) ? wordBegun : begun;
	ahead.lastIndex = border;
	return ahead.test(text);
}

/** Whether a sentence ends as a question, in any script, with what may close behind it. */
export const isQuestion = (sentence: string): boolean => /[?？؟][\s"'”’»)\]」』]*$/u.test(sentence);

/** How a sentence begins that leans on what was said before it: nobody who hears it first knows what is meant. */
const leaning =
	/^["“'‘—–…\s]*(?:(?:He|She|It|They|This|That|These|Those|There|Not|And|But|So|Yet|Or|Nor|Then|Because|Which|Here|Still|Instead|Neither|Yes|No|You|Your|His|Her|Their|Its|Such|Both|Er|Sie|Es|Das|Dies\p{Ll}*|Und|Aber|Oder|Dann|Denn|Doch|Il|Elle|Ils|Elles|Cela|Ceci|Ça|Et|Mais|Ou|Donc|Eso|Esto|Ella|Ellos|Y|Pero|O)(?!\p{L})|(?:这|那|他|她|它|但|而|所以))/u;
export const leansOnBefore = (sentence: string): boolean => leaning.test(sentence.trim());
