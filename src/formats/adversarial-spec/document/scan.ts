/** Classifies the lines of a Markdown text in one linear pass. Pure. */
import {linesOf} from './lines.ts';

/** A fenced block: `line` is its opening fence's, from 1; `language` is the info string's first word in lower case. */
export type CodeBlock = {
	readonly line: number;
	readonly language: string;
	readonly content: readonly string[];
	readonly closed: boolean;
};
/** A heading: `level` 1 to 6, `title` without marks. */
export type Heading = {readonly line: number; readonly level: number; readonly title: string};

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

/**
 * A line with the code in it blanked out: from each run of backticks to the next one of the same length. Linear in the
 * line.
 */
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
