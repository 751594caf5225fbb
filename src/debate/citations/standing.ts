/**
 * The standing of a quotation: whether its words are in the documents, where, and what is different. Code alone decides
 * it, by tables and string comparison; no model is asked.
 */
import {comparedTokens, type ComparedToken} from './equal-values.ts';
import {readingOf, type NumberReading} from './number-words.ts';
import {countTokens, governing, hasDividedWords, tokensOf, weightOf, wordsIn, type Weight} from './tokens.ts';

/** What a document was cut into: `id` is `S3.12`, `place` says where it stands in its document. */
export type SourcePassage = {readonly id: string; readonly place: string; readonly text: string};

/** A document as it is searched. Its passages are in their order. */
export type SearchedDocument = {
	readonly number: number;
	readonly passages: readonly SourcePassage[];
	/** Its words, a blank before and behind each, and where passages begin; twice where a line end divides words. */
	readonly forms: readonly {readonly words: string; readonly starts: readonly number[]}[];
	/** How its numbers are to be read; none in code, where signs and capitals count as well. */
	readonly reading: NumberReading | undefined;
};

export type Corpus = {
	readonly documents: readonly SearchedDocument[];
	/** Passages that have the most and rarest of these words, best first; places in their document's list. */
	readonly candidates: (words: readonly string[]) => readonly {readonly document: number; readonly place: number}[];
	/** A text's language, ISO 639-1, where its words tell. */
	readonly language: (text: string) => string | undefined;
};

type QuotationStanding = 'verified' | 'misplaced' | 'altered' | 'halved' | 'translated' | 'absent' | 'unseen';

/** Words that were quoted and the words that stand in their place; either may be empty. */
type Difference = {readonly said: string; readonly stands: string};

export type QuotationFinding = {
	readonly standing: QuotationStanding;
	/** The passage in which the words stand, or those that they were made of; else the one that was named. */
	readonly passage?: string;
	/** Set where it was altered in what it says. */
	readonly sense?: Weight | 'sign';
	readonly differences?: readonly Difference[];
};

/** `before` is what the sentence says before it; `ids` are those that the speaker names, such as `S3.12` or `S3`. */
export type CitedQuotation = {readonly quote: string; readonly before: string; readonly ids: readonly string[]};

/** A quotation of fewer words is a term. */
const leastQuoted = 3;

/** Whether a quotation is long enough to have a standing. */
export const isQuotation = (quote: string, least = leastQuoted): boolean =>
	countTokens(partsOf(quote, undefined).flatMap(({words}) => words)) >= least;

/** Prepares a document to be searched. */
export function searched(number: number, passages: readonly SourcePassage[], isCode = false): SearchedDocument {
	const isDivided = !isCode && passages.some(({text}) => hasDividedWords(text));
	const reading = isCode
		? undefined
		: readingOf(
				passages
					.slice(0, 40)
					.map(({text}) => text)
					.join(' '),
			);
	const forms = [formOf(passages, false, reading), ...(isDivided ? [formOf(passages, true, reading)] : [])];
	return {number, passages, reading, forms};
}

/** Numbers of notes or of a bibliography that a reader has left in a text: `[26]`, `[22, 23]`. */
const noteNumber = /\[\d{1,3}(?:\s*[,;–-]\s*\d{1,3})*\]/gu;

const tokensFor = (text: string, reading: NumberReading | undefined, joined = false): readonly ComparedToken[] =>
	reading === undefined
		? tokensOf(text, joined)
		: comparedTokens(
				text.replaceAll(noteNumber, mark => ' '.repeat(mark.length)),
				{joined, reading},
			);

function formOf(
	passages: readonly SourcePassage[],
	joined: boolean,
	reading: NumberReading | undefined,
): SearchedDocument['forms'][number] {
	const starts: number[] = [];
	const pieces: string[] = [];
	let length = 0;
	for (const {text} of passages) {
		starts.push(length);
		const piece = tokensFor(text, reading, joined)
			.map(({word}) => ` ${word}`)
			.join('');
		pieces.push(piece);
		length += piece.length;
	}
	return {words: `${pieces.join('')} `, starts};
}

/**
 * Looks the words up in the named passages and their neighbours, then in all documents, the named ones first. Each
 * place is looked at before one of them speaks against the words. In code, signs are compared as well.
 */
export function standingOf(quotation: CitedQuotation, corpus: Corpus): QuotationFinding {
	const quoted = asQuoted(quotation);
	const places = quotation.ids.flatMap(id => placeOf(corpus, id) ?? []);
	const atNamed = firstVerified(places, ({document, place}) =>
		place === undefined ? verifiedIn(document, quoted) : verifiedNear({document, place}, quoted),
	);
	if (atNamed) return atNamed;
	const documents = new Set([...places.map(({document}) => document), ...corpus.documents]);
	const elsewhere = firstVerified(documents, document => verifiedIn(document, quoted));
	if (elsewhere) return elsewhere.standing === 'verified' ? {...elsewhere, standing: 'misplaced'} : elsewhere;
	const named = places.map(({document, place}) => ({document, place: place ?? 0}));
	const altered = alteredIn(corpus, named, quoted);
	return altered ?? withoutWords(named, quotation.quote, corpus);
}

/** What was found where the words stand; else what was found first. */
function firstVerified<Place>(
	places: Iterable<Place>,
	look: (place: Place) => QuotationFinding | undefined,
): QuotationFinding | undefined {
	let first: QuotationFinding | undefined;
	for (const place of places) {
		const found = look(place);
		if (found?.standing === 'verified') return found;
		first ??= found;
	}
	return first;
}

/** The standing of words that are in no document: one of the named passages may say the same in another language. */
function withoutWords(named: readonly PassagePlace[], quote: string, {language}: Corpus): QuotationFinding {
	const passages = named.flatMap(({document, place}) => passageAt(document, place) ?? []);
	const said = passages.length > 0 ? language(quote) : undefined;
	const foreign = said === undefined ? undefined : passages.find(({text}) => differs(said, language(text)));
	if (foreign) return {standing: 'translated', passage: foreign.id};
	return passages[0] ? {standing: 'absent', passage: passages[0].id} : {standing: 'unseen'};
}

const differs = (one: string, other: string | undefined): boolean => other !== undefined && other !== one;

type PassagePlace = {readonly document: SearchedDocument; readonly place: number};

/** Where an id leads; `place` is undefined for a document as a whole. */
function placeOf(
	{documents}: Pick<Corpus, 'documents'>,
	id: string,
): {document: SearchedDocument; place: number | undefined} | undefined {
	const [, number = '', passage] = /^S(\d+)(?:\.(\d+))?$/u.exec(id) ?? [];
	const document = documents.find(each => each.number === Number(number));
	if (!document) return undefined;
	if (passage === undefined) return {document, place: undefined};
	const place = document.passages.findIndex(each => each.id === id);
	return place < 0 ? undefined : {document, place};
}

const passageAt = (document: SearchedDocument, place: number): SourcePassage | undefined => document.passages[place];

// A quotation in parts, between its ellipses and bracketed insertions. Each document reads its numbers as its own.

type QuotationInParts = {
	readonly quotation: CitedQuotation;
	readonly partsIn: (document: SearchedDocument) => readonly QuotedPart[];
};

function asQuoted(quotation: CitedQuotation): QuotationInParts {
	const read = new Map<NumberReading | undefined, readonly QuotedPart[]>();
	return {
		quotation,
		partsIn({reading}) {
			const parts = read.get(reading) ?? partsOf(quotation.quote, reading);
			read.set(reading, parts);
			return parts;
		},
	};
}

/** What comes before a part: nothing, an ellipsis, or words in brackets that the speaker put in. */
type QuotedPart = {
	readonly tokens: readonly ComparedToken[];
	/** The word of each token. */
	readonly words: readonly string[];
	readonly after: 'start' | 'ellipsis' | 'insertion';
	readonly inserted: readonly ComparedToken[];
};

const breaks = /\[\s*(?:…|\.{3}|\. \. \.)\s*\]|\(\s*(?:…|\.{3})\s*\)|…|\.{3,}|\. \. \.|\[(?<inserted>[^[\]]{0,80})\]/gu;

function partsOf(quote: string, reading: NumberReading | undefined): readonly QuotedPart[] {
	const text = quote.replaceAll(/\[(\p{L})\](?=\p{L})/gu, '$1');
	const parts: QuotedPart[] = [];
	let [from, after, inserted]: [number, QuotedPart['after'], QuotedPart['inserted']] = [0, 'start', []];
	const add = (to?: number): void => {
		const tokens = tokensFor(text.slice(from, to), reading);
		parts.push({tokens, words: tokens.map(({word}) => word), after, inserted});
	};
	for (const found of text.matchAll(breaks)) {
		add(found.index);
		const put = found.groups?.['inserted'];
		// A bare number right behind a word, or before a stop, is the mark of a note, as it is printed.
		const isBeside =
			/\S$/u.test(text.slice(0, found.index)) || /^[.,;:)]/u.test(text.slice(found.index + found[0].length));
		const isMark = put !== undefined && isBeside && /^(?:note |\^)?\d{1,3}$/u.test(put);
		const isNote = isMark || (put !== undefined && /^\s*(?:sic|emphasis (?:mine|added))\s*!?\s*$/iu.test(put));
		after = put === undefined ? 'ellipsis' : 'insertion';
		inserted = put === undefined || isNote ? [] : tokensFor(put, reading);
		from = found.index + found[0].length;
	}
	add();
	const last = parts.at(-1);
	return parts.filter(part => part.words.length > 0 || (part === last && part.inserted.length > 0 && parts.length > 1));
}

// Verified: every part stands there without a gap, the parts in order, within a passage and its neighbours.

/** Words that an insertion may stand for. */
const mostReplaced = 8;
/** Neighbours on either side that belong to a place. */
const reach = 1;

function verifiedNear({document, place}: PassagePlace, quoted: QuotationInParts): QuotationFinding | undefined {
	const from = Math.max(0, place - reach);
	return verifiedAmong(document, from, Math.min(document.passages.length, place + reach + 1), quoted);
}

/** Goes by the document's words as one text, so that a long one is looked through in no time. */
function verifiedIn(document: SearchedDocument, quoted: QuotationInParts): QuotationFinding | undefined {
	const longest = quoted.partsIn(document).toSorted((one, other) => other.words.length - one.words.length)[0];
	if (!longest || longest.words.length === 0) return undefined;
	const wanted = ` ${longest.words.join(' ')} `;
	let altered: QuotationFinding | undefined;
	for (const {words, starts} of document.forms) {
		let tries = 0;
		for (let at = words.indexOf(wanted); at >= 0 && tries < 50; at = words.indexOf(wanted, at + 1), tries++) {
			const place = lastBefore(starts, at);
			const found = verifiedAmong(document, Math.max(0, place - reach), place + reach + 2, quoted);
			if (found?.standing === 'verified') return found;
			altered ??= found;
		}
	}
	return altered;
}

/** The last of these sorted places that is not behind another. */
function lastBefore(starts: readonly number[], at: number): number {
	let [low, high] = [0, starts.length - 1];
	while (low < high) {
		const middle = (low + high + 1) >> 1;
		if ((starts[middle] ?? 0) <= at) low = middle;
		else high = middle - 1;
	}
	return low;
}

type PlacedToken = ComparedToken & {readonly passage: string};

const tokensAmong = (
	{passages, reading}: SearchedDocument,
	from: number,
	to: number,
	joined: boolean,
): readonly PlacedToken[] =>
	passages
		.slice(from, to)
		.flatMap(({id, text}) => tokensFor(text, reading, joined).map((token): PlacedToken => ({...token, passage: id})));

function verifiedAmong(
	document: SearchedDocument,
	from: number,
	to: number,
	{quotation, partsIn}: QuotationInParts,
): QuotationFinding | undefined {
	const parts = partsIn(document);
	let changed: QuotationFinding | undefined;
	for (const joined of document.forms.length > 1 ? [false, true] : [false]) {
		const tokens = tokensAmong(document, from, to, joined);
		for (const spans of matchesOf(tokens, parts)) {
			const [first] = spans;
			const passage = first && tokens[first.from]?.passage;
			if (passage === undefined) continue;
			const change = senseChange(tokens, spans, parts);
			const isCode = document.reading === undefined;
			const found: QuotationFinding | undefined = change
				? {passage, ...change}
				: isCode
					? signChange(quotation.quote, document, passage)
					: pickedOut(tokens, spans, passage, quotation.before);
			if (!found) return {standing: 'verified', passage};
			changed ??= found;
		}
	}
	return changed;
}

/** Where a part stands: from one token to the one behind its last. */
type TokenSpan = {readonly from: number; readonly to: number};

/** All ways in which the parts stand in order; at most so many of a word that is everywhere. */
function* matchesOf(
	tokens: readonly ComparedToken[],
	parts: readonly QuotedPart[],
	most = 20,
): Generator<readonly TokenSpan[]> {
	const [first, ...rest] = parts.filter(({words}) => words.length > 0);
	if (!first) return;
	let given = 0;
	for (let from = occurrence(tokens, first.words, 0, Infinity); from !== undefined && given < most; given++) {
		const spans: TokenSpan[] = [{from, to: from + first.words.length}];
		for (const part of rest) {
			const end = spans.at(-1)?.to ?? 0;
			const next = occurrence(tokens, part.words, end, part.after === 'insertion' ? end + mostReplaced : Infinity);
			if (next === undefined) break;
			spans.push({from: next, to: next + part.words.length});
		}
		if (spans.length === rest.length + 1) yield spans;
		from = occurrence(tokens, first.words, from + 1, Infinity);
	}
}

/** A quotation may begin behind what Hebrew writes before a word: `the`, `and`, `in`, `to`, `from`, `that`, `as`. */
const isWord = (stands: string | undefined, said: string, isFirst: boolean): boolean =>
	stands === said ||
	(isFirst && stands !== undefined && /^[הובלמשכ]\p{Script=Hebrew}/u.test(stands) && stands.slice(1) === said);

function occurrence(
	tokens: readonly ComparedToken[],
	words: readonly string[],
	from: number,
	last: number,
): number | undefined {
	for (let at = from; at <= Math.min(last, tokens.length - words.length); at++)
		if (words.every((word, index) => isWord(tokens[at + index]?.word, word, index === 0))) return at;
	return undefined;
}

// Words that are all there, and no longer say the same: what was left out, put in, or stood right before them.

type SenseChange = {readonly sense: Weight; readonly differences: readonly Difference[]};

/** Altered by what was put in; what an ellipsis left out is for judges to weigh. */
function senseChange(
	tokens: readonly ComparedToken[],
	spans: readonly TokenSpan[],
	parts: readonly QuotedPart[],
): (SenseChange & {readonly standing: 'altered' | 'halved'}) | undefined {
	const whole = parts.filter(({words}) => words.length > 0);
	for (const [index, span] of spans.entries()) {
		const part = whole[index];
		const earlier = spans[index - 1];
		if (!part) continue;
		const skipped = earlier ? leftOut(tokens, earlier.to, span.from, part.after) : [];
		const change = weighed(skipped, part.inserted);
		if (change) return {standing: part.after === 'ellipsis' ? 'halved' : 'altered', ...change};
	}
	const last = parts.at(-1);
	if (last && last.words.length === 0) {
		const end = spans.at(-1)?.to ?? 0;
		const put = weighed([], without(last.inserted, tokens.slice(end, end + mostReplaced)));
		if (put) return {standing: 'altered', ...put};
	}
	return undefined;
}

/** What a gap passes over: of an ellipsis, as far as the sentences go that it begins and ends in. */
function leftOut(
	tokens: readonly ComparedToken[],
	from: number,
	to: number,
	after: QuotedPart['after'],
): readonly ComparedToken[] {
	const gap = tokens.slice(from, to);
	if (after !== 'ellipsis') return gap;
	const isEnded = tokens[from - 1]?.stop === 'sentence';
	// Without a sentence end in it, all of the gap stands in the sentence that goes on behind it.
	const end = gap.findIndex(({stop}) => stop === 'sentence');
	const begin = gap.findLastIndex(({stop}) => stop === 'sentence') + 1;
	return [...(isEnded ? [] : gap.slice(0, end + 1)), ...gap.slice(begin)];
}

/** Those of the words that the others have not. */
function without(words: readonly ComparedToken[], others: readonly ComparedToken[]): readonly ComparedToken[] {
	const known = new Set(others.map(({word}) => word));
	return words.filter(({word}) => !known.has(word));
}

/** A weighty word on one side only. */
function weighed(stands: readonly ComparedToken[], said: readonly ComparedToken[]): SenseChange | undefined {
	const [lost, put] = [without(stands, said), without(said, stands)];
	const sense = gravest([...lost, ...put].flatMap(({word}) => weightOf(word) ?? []));
	// A negation in other words on both sides is the same.
	const isDenied = (tokens: readonly ComparedToken[]): boolean =>
		hasWeight(
			tokens.map(({word}) => word),
			'negation',
		);
	if (sense === 'negation' && isDenied(lost) && isDenied(put)) return undefined;
	return sense && {sense, differences: [{said: asWritten(put), stands: asWritten(lost)}]};
}

const asWritten = (tokens: readonly ComparedToken[]): string =>
	tokens.map(({word, written}) => written ?? word).join(' ');

const hasWeight = (words: readonly string[], weight: Weight): boolean => words.some(word => weightOf(word) === weight);

const gravest = (weights: readonly Weight[]): Weight | undefined =>
	(['negation', 'figure', 'hedge'] as const).find(weight => weights.includes(weight));

/** How many words before a quotation, of its sentence, are looked at for what may govern it; and behind it. */
const governs = {before: 16, hedge: 2, behind: 4} as const;
/** Words of the speaker in which it may stand instead. */
const ownWords = 8;
const conjunctions = new Set('and or but while und oder aber sondern während et ou mais y o pero'.split(' '));
const prepositions = new Set('in at under for to of bei für zu von dans pour en para'.split(' '));
/** They deny what follows them, and no clause. */
const unclaused = new Set('without ohne sans sin'.split(' '));

type Governs = NonNullable<ReturnType<typeof governing>>;

/** Words that were picked out of a sentence in which something may deny, hedge, limit or report them. */
function pickedOut(
	tokens: readonly ComparedToken[],
	spans: readonly TokenSpan[],
	passage: string,
	before: string,
): QuotationFinding | undefined {
	const [first, last] = [spans[0], spans.at(-1)];
	if (!first || !last) return undefined;
	const own = new Set(
		wordsIn(before)
			.slice(-ownWords)
			.flatMap(word => governing(word) ?? []),
	);
	const isOf = (token: ComparedToken | undefined, kinds: readonly Governs[]): boolean => {
		const kind = token && !unclaused.has(token.word) ? governing(token.word) : undefined;
		return kind !== undefined && kinds.includes(kind) && !own.has(kind);
	};
	const leading = sentenceBefore(tokens, first.from);
	const clause = clauseBefore(tokens, first.from);
	const lead = leading.findIndex(
		token =>
			isOf(token, ['condition', 'reporter']) ||
			(clause.includes(token) && isOf(token, ['negation'])) ||
			(clause.slice(-governs.hedge).includes(token) && isOf(token, ['hedge'])),
	);
	if (lead >= 0) return halved(passage, leading.slice(lead));
	const trailing = sentenceBehind(tokens, last.to);
	const isDenied = isOf(trailing[prepositions.has(trailing[0]?.word ?? '') ? 1 : 0], ['negation']);
	const tail = isDenied ? 1 : trailing.findIndex(token => isOf(token, ['condition', 'reporter']));
	return tail < 0 ? undefined : halved(passage, trailing.slice(0, tail + 1));
}

const halved = (passage: string, left: readonly ComparedToken[]): QuotationFinding => ({
	standing: 'halved',
	passage,
	differences: [{said: '', stands: asWritten(left)}],
});

// Code whose words all stand there: a sign or a capital may differ.

/** Without white space and typography. */
const squeezed = (code: string): string =>
	code.replaceAll(/[’‘]/gu, "'").replaceAll(/[“”]/gu, '"').replaceAll(/\s+/gu, '');

/** Whether parts stand in a text, one behind the other. */
function standsIn(text: string, parts: readonly string[]): boolean {
	let from = 0;
	return parts.every(part => {
		const at = text.indexOf(part, from);
		from = at + part.length;
		return at >= 0;
	});
}

/** What differs in code but its words; undefined where nothing does. Three dots may be code, or leave something out. */
function signChange(quote: string, document: SearchedDocument, passage: string): QuotationFinding | undefined {
	const place = document.passages.findIndex(({id}) => id === passage);
	const around = document.passages.slice(Math.max(0, place - reach), place + reach + 1);
	const text = around.map(each => each.text).join('\n');
	const said = quote.replaceAll(/\[\s*(?:…|\.{3})\s*\]/gu, '…');
	const ways = [said.split('…'), said.split(/…|\.{3}/u)].map(parts => parts.map(squeezed));
	// A comment goes on over the marks at the beginning of its lines.
	const forms = [text, text.replaceAll(/^\s*(?:#|\/\/+|\*|--)/gmu, '')].map(squeezed);
	if (ways.some(parts => forms.some(form => standsIn(form, parts)))) return undefined;
	const places = quotedPlaces(text, quote);
	const [start, end] = [places[0]?.[0] ?? 0, places.at(-1)?.[1] ?? 0];
	const line = text.slice(start, end).replaceAll(/\s+/gu, ' ');
	return {standing: 'altered', passage, sense: 'sign', differences: [{said: quote.trim(), stands: line}]};
}

/** The words of the same sentence before a place, as far as it is looked at. */
function sentenceBefore(tokens: readonly ComparedToken[], at: number): readonly ComparedToken[] {
	let from = at;
	while (from > 0 && at - from < governs.before && tokens[from - 1]?.stop !== 'sentence') from--;
	return tokens.slice(from, at);
}

/** The tokens of the clause before this place. */
function clauseBefore(tokens: readonly ComparedToken[], at: number): readonly ComparedToken[] {
	const leading = sentenceBefore(tokens, at);
	const start = leading.findLastIndex(({stop, word}) => stop !== undefined || conjunctions.has(word));
	return leading.slice(start + 1);
}

/** The words behind a place, of its sentence, as far as they are looked at. */
function sentenceBehind(tokens: readonly ComparedToken[], at: number): readonly ComparedToken[] {
	if (tokens[at - 1]?.stop === 'sentence') return [];
	const next = tokens.slice(at, at + governs.behind);
	const end = next.findIndex(({stop}) => stop === 'sentence');
	return end < 0 ? next : next.slice(0, end + 1);
}

// Altered: at least four fifths of the words stand there, in order.

const leastShare = 4 / 5;
/** How much longer than the quotation the stretch may be that holds its words. */
const stretch = {times: 1.5, more: 4} as const;
const mostCandidates = 12;

function alteredIn(
	corpus: Corpus,
	named: readonly PassagePlace[],
	{quotation, partsIn}: QuotationInParts,
): QuotationFinding | undefined {
	const words = partsOf(quotation.quote, undefined).flatMap(part => part.words);
	const others = corpus.candidates(words).flatMap(({document, place}): PassagePlace[] => {
		const found = corpus.documents.find(({number}) => number === document);
		return found ? [{document: found, place}] : [];
	});
	const near = others.filter(({document}) => named.some(each => each.document === document));
	for (const places of [named, near.slice(0, mostCandidates), others.slice(0, mostCandidates)]) {
		const found = places
			.flatMap(({document, place}) => {
				const from = Math.max(0, place - reach);
				const said = partsIn(document).flatMap(({tokens}) => tokens);
				return alignedIn(tokensAmong(document, from, place + reach + 1, false), said) ?? [];
			})
			.toSorted((one, other) => other.common - one.common)[0];
		if (found) return found.finding;
	}
	return undefined;
}

/** The stretch that has most of the words in order, where that is enough. */
function alignedIn(
	tokens: readonly PlacedToken[],
	said: readonly ComparedToken[],
): {readonly common: number; readonly finding: QuotationFinding} | undefined {
	const words = said.map(({word}) => word);
	const longest = Math.ceil(words.length * stretch.times) + stretch.more;
	const lead = new Set(words.slice(0, Math.floor(words.length * (1 - leastShare)) + 1));
	let best: {common: number; from: number; pairs: readonly (readonly [number, number])[]} | undefined;
	for (let from = 0; from < tokens.length; from++) {
		if (!lead.has(tokens[from]?.word ?? '')) continue;
		const pairs = commonInOrder(
			words,
			tokens.slice(from, from + longest).map(({word}) => word),
		);
		if (pairs.length > (best?.common ?? 0)) best = {common: pairs.length, from, pairs};
	}
	if (!best || best.common < leastShare * words.length) return undefined;
	const {from, common} = best;
	const {window, pairs} = shortest(
		words,
		tokens.slice(from, from + longest).map(({word}) => word),
		common,
	);
	const passage = tokens[from + (pairs[0]?.[1] ?? 0)]?.passage ?? '';
	const changes = changesOf(said, tokens.slice(from, from + window.length), pairs);
	const differences = changes.map(each => ({said: asWritten(each.said), stands: asWritten(each.stands)}));
	const sense = gravest(changes.flatMap(each => weighed(each.stands, each.said)?.sense ?? []));
	return {common, finding: {standing: 'altered', passage, differences, ...(sense && {sense})}};
}

/** The shortest beginning of a stretch that has as many of the words. */
function shortest(words: readonly string[], stretched: readonly string[], common: number) {
	let window = stretched;
	while (window.length > common) {
		const shorter = window.slice(0, -1);
		if (commonInOrder(words, shorter).length < common) break;
		window = shorter;
	}
	return {window, pairs: commonInOrder(words, window)};
}

/** The longest common subsequence, as pairs of places. */
function commonInOrder(one: readonly string[], other: readonly string[]): readonly (readonly [number, number])[] {
	const lengths = Array.from({length: one.length + 1}, () => new Uint16Array(other.length + 1));
	for (let i = one.length - 1; i >= 0; i--)
		for (let j = other.length - 1; j >= 0; j--) {
			const [row, next] = [lengths[i], lengths[i + 1]];
			if (row && next) row[j] = one[i] === other[j] ? (next[j + 1] ?? 0) + 1 : Math.max(next[j] ?? 0, row[j + 1] ?? 0);
		}
	const pairs: [number, number][] = [];
	let [i, j] = [0, 0];
	while (i < one.length && j < other.length) {
		if (one[i] === other[j]) pairs.push([i++, j++]);
		else if ((lengths[i + 1]?.[j] ?? 0) >= (lengths[i]?.[j + 1] ?? 0)) i++;
		else j++;
	}
	return pairs;
}

type Change = {readonly said: readonly ComparedToken[]; readonly stands: readonly ComparedToken[]};

/** What differs between the first and the last word that both have, and the quotation's words outside of them. */
function changesOf(
	words: readonly ComparedToken[],
	window: readonly ComparedToken[],
	pairs: readonly (readonly [number, number])[],
): readonly Change[] {
	const found: Change[] = [];
	let [said, stands] = [0, pairs[0]?.[1] ?? 0];
	const note = (toSaid: number, toStands: number): void => {
		if (toSaid > said || toStands > stands)
			found.push({said: words.slice(said, toSaid), stands: window.slice(stands, toStands)});
	};
	for (const [i, j] of pairs) {
		note(i, j);
		[said, stands] = [i + 1, j + 1];
	}
	// At the end of the quotation a word was replaced by as many.
	const rest = words.length - said;
	note(words.length, rest === 0 ? stands : Math.min(window.length, stands + rest));
	return found;
}

// Where the words of a quotation stand in a passage, to be marked there.

/** Ranges of a text, in UTF-16 units: the longest runs of the quotation’s words, in order. */
export function quotedPlaces(text: string, quote: string): readonly (readonly [number, number])[] {
	const reading = readingOf(text);
	const tokens = comparedTokens(text, {reading});
	const words = partsOf(quote, reading).flatMap(part => part.words);
	const pairs = commonInOrder(
		words,
		tokens.map(({word}) => word),
	);
	const runs: [number, number, number][] = [];
	for (const [, place] of pairs) {
		const token = tokens[place];
		const last = runs.at(-1);
		if (!token) continue;
		if (last && last[2] === place - 1) [last[1], last[2]] = [token.end, place];
		else runs.push([token.start, token.end, place]);
	}
	return runs.map(([start, end]) => [start, end]);
}
