/** Classifies the lines of a Markdown text in one linear pass. Pure. */
import {diffArrays} from 'diff';
import type {SpecChange, SpecFault} from '../../debate/formats/adversarial-spec.ts';

// Splitting texts into lines, and line-based changes between texts. Pure.

/** Lines from 1, both included. */
export type LineSpan = {readonly from: number; readonly to: number};

export const linesOf = (text: string): string[] => text.split('\n');

/** How many lines a text has. */
export function countLines(text: string): number {
	let count = 1;
	for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++;
	return count;
}

/** The changes from `before` to `after`, by lines. A text that ends with a newline has an empty last line. */
export function changesBetween(before: string, after: string): SpecChange[] {
	const changes: SpecChange[] = [];
	let line = 1;
	let open: {line: number; removed: string[]; added: string[]} | undefined;
	for (const {value, added, removed} of diffArrays(linesOf(before), linesOf(after))) {
		if (!added && !removed) {
			line += value.length;
			open = undefined;
			continue;
		}
		if (!open) changes.push((open = {line, removed: [], added: []}));
		open[added ? 'added' : 'removed'].push(...value);
		if (removed) line += value.length;
	}
	return changes;
}

/** Where lines of a text are after changes to it; lines that were changed are where their replacement is. */
export function shiftedSpan({from, to}: LineSpan, changes: readonly SpecChange[]): LineSpan {
	let moved = 0;
	let first: number | undefined;
	let last: number | undefined;
	for (const {line, removed, added} of changes) {
		if (line > to) break;
		const end = line + removed.length - 1;
		if (end >= from) {
			first ??= Math.min(line, from) + moved;
			if (end >= to) last = line + moved + added.length - 1;
		}
		moved += added.length - removed.length;
	}
	first ??= from + moved;
	return {from: first, to: Math.max(first, last ?? to + moved)};
}

/** The offset at which each line begins. */
export function lineStarts(text: string): number[] {
	const starts = [0];
	for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
	return starts;
}

/** The line, from 1, that has an offset. */
export function lineAt(starts: readonly number[], offset: number): number {
	let [low, high] = [0, starts.length - 1];
	while (low < high) {
		const middle = Math.ceil((low + high) / 2);
		if ((starts[middle] ?? 0) <= offset) low = middle;
		else high = middle - 1;
	}
	return low + 1;
}

/** Size in bytes of UTF-8. */
export const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

export const maxSpecBytes = 1_048_576;
export const maxCritiqueBytes = 512_000;

/** Says how large something is and how large it may be. */
export const tooLarge = (what: string, bytes: number, most: number): string =>
	`${what} has ${bytes.toLocaleString('en-US')} bytes; at most ${most.toLocaleString('en-US')} (${most === maxSpecBytes ? '1 MB' : '500 KB'}) are taken.`;

/** A fenced block: `line` is its opening fence's, from 1; `language` is the info string's first word in lower case. */
export type CodeBlock = {
	readonly line: number;
	readonly language: string;
	readonly content: readonly string[];
	readonly closed: boolean;
};
/** A heading: `level` 1 to 6, `title` without marks. */
type Heading = {readonly line: number; readonly level: number; readonly title: string};

export type Scanned = {
	readonly lines: readonly string[];
	/** By line from 0: text, a fence or what is inside one, front matter, a comment. */
	readonly kinds: readonly ('prose' | 'code' | 'front' | 'comment')[];
	readonly blocks: readonly CodeBlock[];
	readonly headings: readonly Heading[];
	/** The lines between the two `---` at the top. */
	readonly front: readonly string[] | undefined;
	/** The line of a comment that is never closed. */
	readonly openComment: number | undefined;
};

/** Fences may stand in lists and quotations. */
const fence = /^\s*(?:>\s?)*(?:(?:[-*+]|\d{1,9}[.)])\s+)*(?<marks>`{3,}|~{3,})(?<info>.*)$/u;
const atx = /^ {0,3}(?<marks>#{1,6})(?:[ \t](?<title>.*))?$/u;
/** The closing marks of a heading. */
const closing = /(?:^|[ \t])#+$/u;
const underline = /^ {0,3}(?<mark>=+|-+)[ \t]*$/u;
/** Lines that cannot be the title above an underline. */
const notTitle = /^(?: {4}|\s*(?:[-*+>|]|\d{1,9}[.)])\s|\s*$)/u;

export function scan(text: string): Scanned {
	const lines = linesOf(text);
	const kinds: Scanned['kinds'][number][] = [];
	const blocks: CodeBlock[] = [];
	const headings: Heading[] = [];
	const frontEnd = lines[0] === '---' ? lines.indexOf('---', 1) : -1;
	let open:
		{readonly marks: string; readonly line: number; readonly language: string; readonly content: string[]} | undefined;
	let openComment: number | undefined;
	for (const [place, line] of lines.entries()) {
		if (place <= frontEnd) {
			kinds.push('front');
			continue;
		}
		const marks =
			openComment === undefined && (line.includes('```') || line.includes('~~~'))
				? fence.exec(line)?.groups
				: undefined;
		if (open) {
			const closed = closes(line, open.marks);
			// A fence with a language never closes one: whoever wrote it believed that the one before was closed.
			const another =
				marks !== undefined &&
				isOpening(marks) &&
				(marks['info'] ?? '').trim() !== '' &&
				(marks['marks'] ?? '').startsWith(open.marks);
			if (closed || another) {
				blocks.push({...open, closed});
				open = undefined;
			} else open.content.push(line);
			if (!another) {
				kinds.push('code');
				continue;
			}
		}
		if (marks && isOpening(marks)) {
			kinds.push('code');
			open = {
				marks: marks['marks'] ?? '',
				line: place + 1,
				language:
					(marks['info'] ?? '')
						.trim()
						.split(/[\s{,:]/u)[0]
						?.toLowerCase() ?? '',
				content: [],
			};
			continue;
		}
		const before = openComment;
		openComment = commentAfter(line, before, place + 1);
		kinds.push(before === undefined ? 'prose' : 'comment');
		const heading = before === undefined ? headingAt(lines, kinds, place) : undefined;
		if (heading) headings.push(heading);
	}
	if (open) blocks.push({...open, closed: false});
	return {lines, kinds, blocks, headings, front: frontEnd > 0 ? lines.slice(1, frontEnd) : undefined, openComment};
}

/** The info string of a backtick fence contains no backticks (CommonMark). */
const isOpening = ({marks = '', info = ''}: Readonly<Record<string, string>>): boolean =>
	!(marks.startsWith('`') && info.includes('`'));

function closes(line: string, opening: string): boolean {
	const bare = line.replace(/^[\s>]*/u, '').trimEnd();
	return bare.length >= opening.length && bare === opening.charAt(0).repeat(bare.length);
}

function commentAfter(line: string, open: number | undefined, number: number): number | undefined {
	if (!line.includes('--')) return open;
	const text = open === undefined ? line.replaceAll(/`[^`]*`/gu, '') : line;
	const [begins, ends] = [text.lastIndexOf('<!--'), text.lastIndexOf('-->')];
	if (ends > begins || (begins < 0 && ends >= 0)) return undefined;
	return begins >= 0 ? (open ?? number) : open;
}

function headingAt(lines: readonly string[], kinds: Scanned['kinds'], place: number): Heading | undefined {
	const line = lines[place] ?? '';
	const heading = line.includes('#') ? atx.exec(line)?.groups : undefined;
	if (heading)
		return {
			line: place + 1,
			level: heading['marks']?.length ?? 1,
			title: plain((heading['title'] ?? '').trim().replace(closing, '')),
		};
	const mark = underline.exec(line)?.groups?.['mark'];
	const above = lines[place - 1] ?? '';
	if (
		mark === undefined ||
		kinds[place - 1] !== 'prose' ||
		notTitle.test(above) ||
		atx.test(above) ||
		underline.test(above)
	)
		return undefined;
	return {line: place, level: mark.startsWith('=') ? 1 : 2, title: plain(above)};
}

/** A title as rendered: without emphasis, code marks and link targets. */
const plain = (title: string): string =>
	(marked.test(title)
		? title
				.replaceAll(/\[(?<shown>[^[\]]*)\]\([^()]*\)/gu, '$<shown>')
				.replaceAll(/[*`]|(?<!\w)_|_(?!\w)/gu, '')
				.replace(/\{#[\w-]+\}\s*$/u, '')
		: title
	).trim();
const marked = /[[*`_{]/u;

/** A line with its code blanked out, from each run of backticks to the next as long. Linear in the line. */
export function withoutCode(line: string): string {
	if (!line.includes('`')) return line;
	const runs = [...line.matchAll(/`+/gu)].map(({0: {length}, index}) => ({from: index, to: index + length}));
	const ends = closings(runs);
	let made = '';
	let at = 0;
	for (const [place, {from}] of runs.entries()) {
		const end = ends[place];
		if (end === undefined || from < at) continue;
		made += line.slice(at, from) + ' '.repeat(end - from);
		at = end;
	}
	return made + line.slice(at);
}

/** Where the code ends that each run of backticks would begin. */
function closings(runs: readonly {readonly from: number; readonly to: number}[]): (number | undefined)[] {
	const next = new Map<number, number>();
	return runs
		.toReversed()
		.map(({from, to}) => {
			const end = next.get(to - from);
			next.set(to - from, to);
			return end;
		})
		.toReversed();
}

// The blocks of a Markdown text: paragraphs, list items, tables, fenced code, headings; and its sections. Pure.

const listItem = /^\s*(?:>\s?)*(?:[-*+]|\d{1,9}[.)])\s/u;
const tableRow = /^\s*(?:>\s?)*\|/u;

/** The block of each line, by line from 0; undefined for blank lines between blocks. */
export function blocksOf({lines, kinds, headings, blocks}: Scanned): (LineSpan | undefined)[] {
	const made: (LineSpan | undefined)[] = Array.from({length: lines.length});
	const titles = new Set(headings.map(({line}) => line));
	const fences = new Set(blocks.map(({line}) => line));
	let open: {kind: string; from: number} | undefined;
	const close = (end: number): void => {
		for (let place = (open?.from ?? end + 1) - 1; open && place < end; place++)
			made[place] = {from: open.from, to: end};
		open = undefined;
	};
	for (const [place, line] of lines.entries()) {
		const number = place + 1;
		const kind = kindOf(line, kinds[place] ?? 'prose', titles.has(number));
		const afterTitle = open?.kind === 'heading' && underline.test(line) && !/^ {0,3}#/u.test(lines[place - 1] ?? '');
		if (afterTitle) continue;
		const begins = kind !== open?.kind && !(kind === 'paragraph' && open?.kind === 'item' && line.trim() !== '');
		if (begins || kind === 'item' || kind === 'heading' || (kind === 'code' && fences.has(number))) {
			close(place);
			if (kind !== 'blank') open = {kind, from: number};
		}
	}
	close(lines.length);
	return made;
}

function kindOf(line: string, kind: Scanned['kinds'][number], isHeading: boolean): string {
	if (kind !== 'prose') return kind;
	if (line.trim() === '') return 'blank';
	if (isHeading) return 'heading';
	if (listItem.test(line)) return 'item';
	return tableRow.test(line) ? 'table' : 'paragraph';
}

/** A section with everything below it: from its heading to the line before the next one of its level or higher. */
export function sectionSpan({headings, lines}: Pick<Scanned, 'headings' | 'lines'>, heading: Heading): LineSpan {
	const next = headings.find(({line, level}) => line > heading.line && level <= heading.level);
	return {from: heading.line, to: next ? next.line - 1 : lines.length};
}

const bare = (title: string): string =>
	title
		.replace(/^\s*#+\s*/u, '')
		.replace(/^(?:section|§)\s*/iu, '')
		.replace(/^[\d.]+\s+/u, '')
		.replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
		.trim()
		.toLowerCase();

/** The heading that a reviewer means by a section's name; undefined if the text has none like it. */
export function headingNamed({headings}: Pick<Scanned, 'headings'>, name: string): Heading | undefined {
	const wanted = bare(name);
	if (wanted === '') return undefined;
	const titled = headings.map(heading => ({heading, title: bare(heading.title)})).filter(({title}) => title !== '');
	return (
		titled.find(({title}) => title === wanted) ??
		titled
			.filter(({title}) => ` ${wanted} `.includes(` ${title} `) || ` ${title} `.includes(` ${wanted} `))
			.toSorted((one, other) => other.title.length - one.title.length)[0]
	)?.heading;
}

const aim =
	'(?:non[- ]?goals?|goals?|scope|out of scope|in scope|objectives?|purpose|mission|aims?|intent|vision|ziele?|nicht-?ziele|umfang|zweck|objectifs?|périmètre|objetivos?|alcance)';
const ownAim = new RegExp(
	`^(?:[\\d.]+\\s+)?(?:(?:the|our|project|product|business|main|key)\\s+)*${aim}(?:\\s*(?:and|&|,|/|und|et|y)\\s*${aim})*(?:\\s+of\\s+(?:this|the)\\b.*)?$`,
	'iu',
);

/** The sections that say what the author wants: goals and scope. */
export const intentSpans = (scanned: Pick<Scanned, 'headings' | 'lines'>): LineSpan[] =>
	scanned.headings.filter(({title}) => ownAim.test(title.trim())).map(heading => sectionSpan(scanned, heading));

// Sections of a text: top-level sections, empty sections, and anchors made by headings. Pure.

/** Headings of the highest level that divides the text, below a title that is the only one of its level. */
export function topSections({headings}: Pick<Scanned, 'headings'>): Heading[] {
	const levels = Map.groupBy(headings, ({level}) => level);
	const [highest = 1, next = 1] = [...levels.keys()].toSorted((one, other) => one - other);
	const titled = headings[0]?.level === highest && levels.get(highest)?.length === 1 && headings.length > 1;
	return levels.get(titled ? next : highest) ?? [];
}

const named = ({title}: Heading): string => title.toLowerCase().replaceAll(/\s+/gu, ' ');

/** Sections at the original's top level that the text no longer has, each at the line where it should begin. */
export function lostSections(text: Scanned, sections: readonly Heading[]): SpecFault[] {
	const left = new Map([...Map.groupBy(text.headings, named)].map(([name, headings]) => [name, headings.values()]));
	let line = 1;
	return sections.flatMap(heading => {
		const here = left.get(named(heading))?.next().value;
		if (here) {
			({line} = here);
			return [];
		}
		return [
			{
				line,
				rule: 'sections',
				what: `The section "${heading.title}" (line ${heading.line} of the original) is missing.`,
			},
		];
	});
}

/** Headings with nothing below them: neither text nor a deeper heading. */
export function emptySections({headings, lines, kinds}: Scanned): SpecFault[] {
	return headings.flatMap((heading, place) => {
		const next = headings[place + 1];
		if (next && next.level > heading.level) return [];
		const from = /^ {0,3}#/u.test(lines[heading.line - 1] ?? '') ? heading.line : heading.line + 1;
		const filled = lines
			.slice(from, next ? next.line - 1 : lines.length)
			.some(
				(line, offset) => line.trim() !== '' && kinds[from + offset] !== 'comment' && !/^\s*<!--.*-->\s*$/u.test(line),
			);
		return filled
			? []
			: [{line: heading.line, rule: 'empty-section', what: `The section "${heading.title}" is empty.`}];
	});
}

/** As GitHub makes it: lower case, without punctuation, spaces as hyphens. */
const slug = (title: string): string =>
	title
		.toLowerCase()
		.replaceAll(/[^\p{L}\p{N}\p{M}\s_-]/gu, '')
		.trim()
		.replaceAll(/\s/gu, '-');

function anchorsOf({headings, lines, kinds}: Scanned): Set<string> {
	const anchors = new Set<string>(['', 'top']);
	const used = new Map<string, number>();
	for (const {title} of headings) {
		const base = slug(title);
		let more = used.get(base) ?? 0;
		while (anchors.has(more === 0 ? base : `${base}-${more}`)) more++;
		anchors.add(more === 0 ? base : `${base}-${more}`);
		used.set(base, more);
	}
	for (const [place, line] of lines.entries()) {
		if (kinds[place] !== 'prose') continue;
		if (line.includes('<'))
			for (const {1: id = ''} of line.matchAll(/<[a-z]+\b[^<>]{0,500}\b(?:id|name) {0,3}= {0,3}["']?([^"'\s>]+)/giu))
				anchors.add(id.toLowerCase());
		if (line.includes('{#')) for (const {1: id = ''} of line.matchAll(/\{#([\w-]+)\}/gu)) anchors.add(id.toLowerCase());
	}
	return anchors;
}

const target =
	/\]\(\s*<?#(?<inline>[^\s)>]*)|^ {0,3}\[[^\]]+\]:\s*<?#(?<defined>[^\s>]*)|\bhref\s*=\s*["']#(?<html>[^"']*)/giu;

/** Links to places in this text that are not there. */
export function deadAnchors(scanned: Scanned): SpecFault[] {
	const {lines, kinds} = scanned;
	const targets = [...lines.keys()]
		.filter(place => lines[place]?.includes('#') && kinds[place] === 'prose')
		.flatMap(place =>
			[...withoutCode(lines[place] ?? '').matchAll(target)].map(({groups}) => ({
				line: place + 1,
				to: groups?.['inline'] ?? groups?.['defined'] ?? groups?.['html'] ?? '',
			})),
		);
	if (targets.length === 0) return [];
	const anchors = anchorsOf(scanned);
	return targets
		.filter(({to}) => !anchors.has(decoded(to).toLowerCase()))
		.map(({line, to}) => ({line, rule: 'anchor', what: `The link to "#${to}" leads nowhere.`}));
}

function decoded(anchor: string): string {
	try {
		return decodeURIComponent(anchor);
	} catch (error) {
		if (error instanceof URIError) return anchor;
		throw error;
	}
}
