/**
 * Checks by string matching whether a quotation occurs in a text: the same words in sequence, or nearly so if no
 * differing word is a negation or a number. "I do think so" does not match "I don't think so", though most words
 * agree.
 */
import {isDecisive, isNegation, partsOf, tokens, type Token} from './quote-text.ts';

/** Where a quotation occurs in the original text, in UTF-16 units, or why it does not count. */
export type QuoteMatch =
	| {readonly match: 'exact' | 'fuzzy'; readonly start: number; readonly end: number}
	| {readonly match: 'not_found' | 'too_short'};

/** The share of a quotation's words that must occur in order. */
const minWordShare = 0.9;
/** Shorter quotations prove nothing. */
const minQuoteWords = 4;
/** A single word next to an ellipsis could match anywhere. */
const minPartWords = 2;
/** A gap of at most this many words must not contain a negation. */
const smallGap = 6;

/** Finds a quotation of at least four words; parts around an ellipsis need two words each and must occur in order. */
export function findQuote(quote: string, text: string): QuoteMatch {
	const parts = partsOf(quote);
	if (parts.flat().length < minQuoteWords || parts.some(part => part.length < minPartWords))
		return {match: 'too_short'};
	return findParts(parts, tokens(text));
}

/** Finds a phrase of any length; one of less than four words must match exactly. */
export function findPhrase(phrase: string, text: string): QuoteMatch {
	const parts = partsOf(phrase);
	const found = parts.length === 0 ? {match: 'too_short' as const} : findParts(parts, tokens(text));
	return found.match === 'fuzzy' && parts.flat().length < minQuoteWords ? {match: 'not_found'} : found;
}

type WordRun = {readonly from: number; readonly to: number; readonly exact: boolean};

function findParts(parts: readonly (readonly string[])[], words: readonly Token[]): QuoteMatch {
	const runs: WordRun[] = [];
	for (const part of parts) {
		const before = runs.at(-1);
		const run = exactRun(part, words, before?.to ?? 0) ?? fuzzyRun(part, words, before?.to ?? 0);
		if (!run || (before && hidesNegation(words.slice(before.to, run.from)))) return {match: 'not_found'};
		runs.push(run);
	}
	const [first, last] = [words[runs[0]?.from ?? -1], words[(runs.at(-1)?.to ?? 0) - 1]];
	if (!first || !last) return {match: 'not_found'};
	return {match: runs.every(run => run.exact) ? 'exact' : 'fuzzy', start: first.start, end: last.end};
}

const hidesNegation = (gap: readonly Token[]): boolean =>
	gap.length <= smallGap && gap.some(({word}) => isNegation(word));

function exactRun(part: readonly string[], words: readonly Token[], after: number): WordRun | undefined {
	for (let from = after; from + part.length <= words.length; from++) {
		if (part.every((word, index) => words[from + index]?.word === word))
			return {from, to: from + part.length, exact: true};
	}
	return undefined;
}

/** The best match within windows a quarter longer than the quotation, by longest common subsequence. */
function fuzzyRun(part: readonly string[], words: readonly Token[], after: number): WordRun | undefined {
	const width = Math.ceil(part.length * 1.25);
	let best: {run: WordRun; share: number} | undefined;
	for (let from = after; from < words.length; from++) {
		if (!part.includes(words[from]?.word ?? '')) continue;
		const window = words.slice(from, from + width).map(({word}) => word);
		const pairs = alignment(part, window).map(([quoted, said]): WordPair => [quoted, from + said]);
		const share = pairs.length / part.length;
		if (share < minWordShare || share <= (best?.share ?? 0) || differsDecisively(part, words, pairs)) continue;
		best = {share, run: {from: pairs[0]?.[1] ?? from, to: (pairs.at(-1)?.[1] ?? from) + 1, exact: false}};
	}
	return best?.run;
}

type WordPair = readonly [inQuote: number, inText: number];

/** A longest common subsequence, as pairs of indexes. */
function alignment(quote: readonly string[], text: readonly string[]): WordPair[] {
	const lengths = Array.from({length: quote.length + 1}, () => Array.from({length: text.length + 1}, () => 0));
	const at = (i: number, j: number): number => lengths[i]?.[j] ?? 0;
	for (let i = quote.length - 1; i >= 0; i--) {
		const row = lengths[i] ?? [];
		for (let j = text.length - 1; j >= 0; j--)
			row[j] = quote[i] === text[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
	}
	const pairs: WordPair[] = [];
	for (let i = 0, j = 0; i < quote.length && j < text.length;) {
		if (quote[i] === text[j]) pairs.push([i++, j++]);
		else if (at(i + 1, j) >= at(i, j + 1)) i++;
		else j++;
	}
	return pairs;
}

/** Whether an unmatched word, in the quotation or the text it spans, changes the meaning. */
function differsDecisively(quote: readonly string[], words: readonly Token[], pairs: readonly WordPair[]): boolean {
	const [first, last] = [pairs[0] ?? [0, 0], pairs.at(-1) ?? [0, 0]];
	const quoted = new Set(pairs.map(([index]) => index));
	const said = new Set(pairs.map(([, index]) => index));
	const [from, to] = [Math.max(0, first[1] - first[0]), last[1] + quote.length - last[0]];
	const spanned = words
		.slice(from, to)
		.filter((_, index) => !said.has(from + index))
		.map(({word}) => word);
	return [...quote.filter((_, index) => !quoted.has(index)), ...spanned].some(isDecisive);
}
