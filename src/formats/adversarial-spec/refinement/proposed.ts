/** Marks numbers that an edit brings in and that nobody voted on. Pure. */
import {scan} from '../document/scan.ts';

/** A number with its unit, as it stands in running text. */
const quantity =
	/(?<![\p{L}\p{N}_.,/#$-])\d[\d,.]*(?<!\D)(?:\s?(?:%|‰|[kKMGT]i?B|ms|s|min|h|seconds?|minutes?|hours?|days?|weeks?|months?|years?|bytes?|bits?|(?:th|st|nd|rd)\b))?(?![\p{L}\p{N}_-])/gu;
const figures = /\d+(?:[.,]\d+)*/gu;
const listMark = /^\s*(?:>\s?)*\d{1,9}[.)]\s/u;

const figuresIn = (text: string): string[] => (text.match(figures) ?? []).map(figure => figure.replaceAll(',', ''));

/** All numbers in some texts, for `markProposed`. */
export const knownFigures = (texts: readonly string[]): ReadonlySet<string> => new Set(texts.flatMap(figuresIn));

export type Marked = {readonly put: string; readonly proposed: readonly string[]};

/**
 * Puts "(proposed)" behind each number of running text that is not `known`; numbers in code, links, headings and tables
 * are only listed.
 */
export function markProposed(put: string, known: ReadonlySet<string>): Marked {
	const isNew = (text: string): boolean => figuresIn(text).some(figure => !known.has(figure));
	if (!isNew(put)) return {put, proposed: []};
	const {lines, kinds} = scan(put);
	const proposed = new Set<string>();
	const marked = lines.map((line, place) => {
		const start = listMark.exec(line)?.[0].length ?? 0;
		const plain = kinds[place] === 'prose' && !/^ {0,3}#{1,6}\s|^\s*(?:>\s?)*\|/u.test(line);
		const body = line.slice(start);
		const spans = plain ? protectedSpans(body) : [];
		const made = body.replaceAll(quantity, (found, ...rest) => {
			const offset = rest.find(each => typeof each === 'number') ?? 0;
			if (!isNew(found)) return found;
			proposed.add(found);
			const isProtected = !plain || spans.some(([from, to]) => offset >= from && offset < to);
			const isMarked = /^.{0,40}?\(proposed\)/iu.test(body.slice(offset + found.length));
			return isProtected || isMarked ? found : `${found} (proposed)`;
		});
		return line.slice(0, start) + made;
	});
	return {put: marked.join('\n'), proposed: [...proposed]};
}

/** Code, link targets and addresses of a line. */
const protectedSpans = (line: string): (readonly [number, number])[] =>
	[...line.matchAll(/`+[^`]*`+|\]\([^)]*\)|\bhttps?:\/\/\S+/gu)].map(({0: {length}, index}) => [index, index + length]);
