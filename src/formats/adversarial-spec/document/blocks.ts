/** The blocks of a Markdown text: paragraphs, list items, tables, fenced code, headings; and its sections. Pure. */
import type {LineSpan} from './lines.ts';
import type {Heading, Scanned} from './scan.ts';

const listItem = /^\s*(?:>\s?)*(?:[-*+]|\d{1,9}[.)])\s/u;
const tableRow = /^\s*(?:>\s?)*\|/u;
const underline = /^ {0,3}(?:=+|-+)[ \t]*$/u;

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
