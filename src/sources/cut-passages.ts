/** Cuts a document into passages of 40 to 180 words, at its headings, paragraphs, rows or blocks of code. */
import type {SourcePassage} from '../debate/citations/standing.ts';
import {splitSentences} from '../debate/text/sentences.ts';
import {countWords, headingText} from '../debate/text/words.ts';

const [fewest, most] = [40, 180] as const;

/** What a document is cut as. */
export type CutManner = 'prose' | 'pages' | 'markdown' | 'table' | 'code';

/** Between the pages of a document that has any. */
export const pageBreak = '\f';

/** A piece that is never cut unless it is too long, and where it stands. */
type TextBlock = {readonly text: string; readonly from: number; readonly to: number; readonly heading: string};

/** A document’s text with what it is called, if it says so. */
export type ReadText = {
	readonly text: string;
	readonly title?: string | undefined;
	readonly manner: CutManner;
	/** Where each part between page breaks stands, where that is not its page. */
	readonly places?: readonly string[];
};

/** Its passages; `number` is its number among the documents. */
export function cutPassages({text, manner, places}: ReadText, number: number): readonly SourcePassage[] {
	const head = manner === 'table' ? headerOf(text) : '';
	const blocks = blocksOf(text, manner, places);
	const pieces = blocks.flatMap(block => (countWords(block.text) > most ? splitBlock(block, manner) : [block]));
	const joint = manner === 'table' ? '\n' : '\n\n';
	const groups = grouped(pieces);
	return groups.map((group, index) => ({
		id: `S${number}.${index + 1}`,
		place: placeOf(group, manner),
		text: [...(head === '' ? [] : [head]), group.map(block => block.text).join(joint)].join('\n'),
	}));
}

function blocksOf(text: string, manner: CutManner, places?: readonly string[]): readonly TextBlock[] {
	if (manner === 'table') return rowsOf(text);
	if (manner === 'pages') return pagesOf(text, places);
	return manner === 'markdown' ? sectionsOf(text) : paragraphsOf(text, '', 1);
}

/** The first heading of Markdown. */
export function markdownTitle(text: string): string | undefined {
	const line = text.split('\n').find(each => /^#{1,6}\s+\S/u.test(each));
	return line === undefined ? undefined : headingText(line);
}

/** Words of a title, at most. */
const longestTitle = 20;

/** The first line of a text, where it stands by itself: with no stop, above a blank line or a rule, or in capitals. */
export function plainTitle(text: string): string | undefined {
	const [first = '', next = ''] = text.trimStart().slice(0, 1000).split('\n');
	const line = first.trim();
	const isCapitals = /\p{Lu}/u.test(line) && line === line.toUpperCase();
	const isApart = isCapitals || /^(?:|={3,}|-{3,}|~{3,})$/u.test(next.trim());
	const isLabel = /^\p{L}+:/u.test(line);
	const words = countWords(line);
	return isApart &&
		!isLabel &&
		/^[\p{L}“"„«]/u.test(line) &&
		!/[.!…:;,。！：；，]$/u.test(line) &&
		words > 1 &&
		words <= longestTitle
		? line
		: undefined;
}

/** What is in a document, in a line: its headings, or its first words. */
export function aboutOf(passages: readonly SourcePassage[], {text, title = '', manner}: ReadText): string {
	if (manner === 'table') return headerOf(text).replaceAll(/\s+/gu, ' ').slice(0, 120);
	const headings = manner === 'markdown' ? headingsOf(text).slice(1, 6) : [];
	if (headings.length > 1) return headings.join(' · ').slice(0, 120);
	const said = (passages[0]?.text ?? '').replaceAll(/\s+/gu, ' ');
	const below = manner === 'prose' && said.startsWith(title) ? said.slice(title.length).trimStart() : said;
	const words = below.split(' ').slice(0, 16).join(' ');
	return words.length > 120 ? `${words.slice(0, 119)}…` : words;
}

const headingsOf = (text: string): readonly string[] =>
	text
		.split('\n')
		.filter(line => /^#{1,6}\s+\S/u.test(line))
		.map(headingText);

function paragraphsOf(text: string, heading: string, firstLine: number): readonly TextBlock[] {
	const blocks: TextBlock[] = [];
	let kept: string[] = [];
	let from = firstLine;
	const flush = (next: number): void => {
		const piece = kept.join('\n').replace(/\s+$/u, '');
		if (piece.trim() !== '') blocks.push({text: piece, from, to: from + kept.length - 1, heading});
		kept = [];
		from = next;
	};
	for (const [index, line] of text.split('\n').entries()) {
		if (line.trim() !== '') {
			if (kept.length === 0) from = firstLine + index;
			kept.push(line);
		} else flush(firstLine + index + 1);
	}
	flush(0);
	return blocks;
}

/** Paragraphs below their headings; a fence of code hides what looks like one. */
function sectionsOf(text: string): readonly TextBlock[] {
	const blocks: TextBlock[] = [];
	const path: {readonly level: number; readonly words: string}[] = [];
	let [kept, from, isFenced]: [string[], number, boolean] = [[], 1, false];
	const title = markdownTitle(text);
	const flush = (next: number): void => {
		const below = path.filter(({words}) => words !== title).map(({words}) => words);
		blocks.push(...paragraphsOf(kept.join('\n'), below.join(' › '), from));
		kept = [];
		from = next;
	};
	for (const [index, line] of text.split('\n').entries()) {
		if (/^\s*(?:```|~~~)/u.test(line)) isFenced = !isFenced;
		const level = isFenced ? undefined : /^(#{1,6})\s+\S/u.exec(line)?.[1]?.length;
		if (level === undefined) {
			kept.push(line);
			continue;
		}
		flush(index + 2);
		while ((path.at(-1)?.level ?? 0) >= level) path.pop();
		path.push({level, words: headingText(line)});
		from = index + 2;
	}
	flush(0);
	return blocks;
}

/** Paragraphs of pages, each under its page: what stands on two pages is two passages. */
const pagesOf = (text: string, places: readonly string[] = []): readonly TextBlock[] =>
	text.split(pageBreak).flatMap((page, index) => paragraphsOf(page, places[index] ?? `page ${index + 1}`, 1));

const rowLines = (text: string): readonly {readonly line: string; readonly number: number}[] =>
	text
		.split('\n')
		.map((line, index) => ({line, number: index + 1}))
		.filter(({line}) => line.trim() !== '');

const headerOf = (text: string): string => rowLines(text)[0]?.line ?? '';

const rowsOf = (text: string): readonly TextBlock[] =>
	rowLines(text)
		.slice(1)
		.map(({line, number}) => ({text: line, from: number, to: number, heading: ''}));

/** A long paragraph at the ends of sentences, code and rows at the ends of lines; a longer sentence at its words. */
function splitBlock(block: TextBlock, manner: CutManner): readonly TextBlock[] {
	const pieces = manner === 'code' || manner === 'table' ? linesIn(block.text) : splitSentences(block.text);
	const whole = pieces.flatMap(piece => (countWords(piece) > most ? chopped(piece) : [piece]));
	const parts: TextBlock[] = [];
	let [text, from] = ['', block.from];
	const flush = (): void => {
		const lines = text.replace(/\s+$/u, '').split('\n').length;
		if (text.trim() !== '') parts.push({...block, text: text.trim(), from, to: from + lines - 1});
		from += text.split('\n').length - 1;
		text = '';
	};
	for (const piece of whole) {
		if (text !== '' && countWords(text + piece) > most) flush();
		text += piece;
	}
	flush();
	return parts;
}

const linesIn = (text: string): readonly string[] => text.match(/[^\n]*\n|[^\n]+$/gu) ?? [];

/** Characters of a piece that has no better place to be cut at. */
const longestPiece = 900;

/** Cut at blanks; a run of signs without any is cut all the same. */
function chopped(text: string): readonly string[] {
	const pieces: string[] = [];
	let rest = text;
	while (countWords(rest) > most || rest.length > 4 * longestPiece) {
		const at = rest.slice(0, longestPiece).search(/\s\S*$/u);
		const end = at > longestPiece / 2 ? at + 1 : longestPiece;
		pieces.push(rest.slice(0, end));
		rest = rest.slice(end);
	}
	return [...pieces, rest];
}

/** Neighbours under one heading together, until there are enough words. */
function grouped(blocks: readonly TextBlock[]): readonly (readonly TextBlock[])[] {
	const groups: {blocks: TextBlock[]; words: number}[] = [];
	for (const block of blocks) {
		const words = countWords(block.text);
		const last = groups.at(-1);
		const isSame = last?.blocks[0]?.heading === block.heading;
		if (last && isSame && last.words + words <= most && (last.words < fewest || words < fewest / 2)) {
			last.blocks.push(block);
			last.words += words;
		} else groups.push({blocks: [block], words});
	}
	return groups.map(group => group.blocks);
}

/** Ids of the passages that have one of these lines, from 1, by where they say that they stand. */
export const passagesAt = (
	passages: readonly SourcePassage[],
	lines: {readonly from: number; readonly to: number},
): readonly string[] =>
	passages.flatMap(({id, place}) => {
		const {from, to = from} = /\b(?:line|row)s? (?<from>\d+)(?:–(?<to>\d+))?$/u.exec(place)?.groups ?? {};
		return Number(from) <= lines.to && Number(to) >= lines.from ? [id] : [];
	});

function placeOf(group: readonly TextBlock[], manner: CutManner): string {
	if (manner === 'pages') return group[0]?.heading ?? '';
	const [from, to] = [group[0]?.from ?? 1, group.at(-1)?.to ?? 1];
	const noun = manner === 'table' ? 'row' : 'line';
	const [first, last] = manner === 'table' ? [from - 1, to - 1] : [from, to];
	const lines = first === last ? `${noun} ${first}` : `${noun}s ${first}–${last}`;
	const heading = group[0]?.heading ?? '';
	return heading === '' ? lines : `${heading}, ${lines}`;
}
