/** Reads and writes DEBATE.md: sections with signatures and line numbers. Pure. */
import type {Coverage} from '../../debate/formats/code-debate.ts';
import {sanitize, cleanCode, cleanText} from '../../debate/text/intake.ts';
import {beginsCoverage, readCoverage} from './coverage.ts';

// Which lines of a Markdown text stand in code fences, by the rules of CommonMark.

export type MarkdownLine = {
	/** Without its line end, `\r` included. */
	readonly text: string;
	/** From 1. */
	readonly number: number;
	/** In a fence, or one of its two ends. */
	readonly fenced: boolean;
};

type Fence = {readonly mark: string; readonly length: number};

/** The fence after this line, given the one before it. */
function fenceAfter(line: string, open: Fence | undefined): Fence | undefined {
	const [, ticks = '', rest = ''] = /^ {0,3}(`{3,}|~{3,})(.*)$/u.exec(line) ?? [];
	const mark = ticks.charAt(0);
	if (open) return mark === open.mark && ticks.length >= open.length && rest.trim() === '' ? undefined : open;
	return ticks === '' || (mark === '`' && rest.includes('`')) ? undefined : {mark, length: ticks.length};
}

type FencedText = {
	readonly lines: readonly MarkdownLine[];
	/** Numbers of the lines that open a fence which is never closed. */
	readonly unclosed: readonly number[];
};

/** Marks the lines; where `endsFence` says so of a line inside a fence, the fence is taken to have ended before it. */
export function markFences(texts: readonly string[], endsFence: (at: number) => boolean = () => false): FencedText {
	const lines: MarkdownLine[] = [];
	const unclosed: number[] = [];
	let open: Fence | undefined;
	let openedAt = 0;
	for (const [at, raw] of texts.entries()) {
		const text = raw.replace(/\r$/u, '');
		if (open && endsFence(at)) {
			unclosed.push(openedAt);
			open = undefined;
		}
		const next = fenceAfter(text, open);
		if (next && !open) openedAt = at + 1;
		lines.push({text, number: at + 1, fenced: open !== undefined || next !== undefined});
		open = next;
	}
	return {lines, unclosed: open ? [...unclosed, openedAt] : unclosed};
}

// The line that ends a section: who wrote it, with which tool, and when.

/** A opens, B responds. */
export type Role = 'A' | 'B';

export const otherRole = (role: Role): Role => (role === 'A' ? 'B' : 'A');

type Signature = {
	readonly role: Role;
	readonly tool: string | undefined;
	/** As written; a date and time where the signature is well formed. */
	readonly at: string;
	/** Whether it is written as the protocol wants it. */
	readonly exact: boolean;
};

const wellFormed =
	/^\*— Agent (?<role>[AB])(?: \((?<tool>.+)\))?, (?<at>\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2}))\*\s*$/u;
/**
 * What was meant as one: a dash of any kind after an asterisk or underscore, or a long one alone, the role, and a date.
 */
const meant =
	/^(?:[*_]{1,3} ?(?:—|–|--?)|—|–) ?Agent (?<role>[AB])\b(?: ?\((?<tool>[^)]*)\))?[^\n]*?(?<at>\d{4}-\d{2}-\d{2}[^*_\s]*)[^\n]*$/iu;

/** Reads a line as a signature; undefined where it is none. */
export function readSignature(line: string): Signature | undefined {
	const exact = wellFormed.exec(line)?.groups;
	const found = exact ?? meant.exec(line)?.groups;
	const role = found?.['role']?.toUpperCase();
	if (!found || (role !== 'A' && role !== 'B')) return undefined;
	return {role, tool: found['tool'] || undefined, at: found['at'] ?? '', exact: exact !== undefined};
}

/** Writes one. `at` is ISO 8601; a tool's name loses what could end the line early. */
function writeSignature({
	role,
	tool,
	at,
}: {
	readonly role: Role;
	readonly tool?: string | undefined;
	readonly at: string;
}): string {
	const name = sanitize(tool ?? '')
		.replaceAll(/[\p{Cc}\s()]+/gu, ' ')
		.replaceAll('*', '')
		.trim();
	return `*— Agent ${role}${name === '' ? '' : ` (${name})`}, ${at}*`;
}

export type SectionKind = 'opening' | 'response' | 'follow-up' | 'consensus';

export type Section = {
	readonly kind: SectionKind;
	/** Of a response or follow-up. */
	readonly number: number | undefined;
	/** As written after `## `. */
	readonly heading: string;
	readonly line: number;
	/** What was written, without heading, coverage, signature and divider. */
	readonly body: string;
	/** In a side's first section: what it says that it was shown. */
	readonly coverage: Coverage | undefined;
	/** The body's first line, from 1; where there is no body, the one after the heading. */
	readonly bodyLine: number;
	/** The last one in it, and its line. A section without one is still being written. */
	readonly signature: (Signature & {readonly line: number}) | undefined;
	/** All its lines, the heading first, the divider behind it included. */
	readonly lines: readonly MarkdownLine[];
	/** Exactly as it stands in the file. */
	readonly raw: string;
};

export type DebateFile = {
	readonly title: {readonly subject: string; readonly line: number} | undefined;
	/** Exactly what stands before the first section, and the lines of it. */
	readonly preamble: string;
	readonly lead: readonly MarkdownLine[];
	readonly sections: readonly Section[];
	/** Numbers of the lines that open a fence which is never closed. */
	readonly unclosed: readonly number[];
};

const titleLine = /^#\s+code debate\b\s*:?\s*(?<subject>.*?)\s*$/iu;
const divider = /^-{3,}\s*$/u;
const headings: readonly (readonly [SectionKind, RegExp])[] = [
	['opening', /^## +opening\b/iu],
	['response', /^## +response +#?(?<number>\d+)\b/iu],
	['follow-up', /^## +follow[- ]?up +#?(?<number>\d+)\b/iu],
	['consensus', /^## +CONSENSUS\b/u],
];

export const isDivider = ({text, fenced: inFence}: MarkdownLine): boolean => !inFence && divider.test(text);
const isBlank = (text: string): boolean => text.trim() === '';

/** What a line opens, where it is a heading that the protocol knows. */
export function readHeading(
	text: string,
): {readonly kind: SectionKind; readonly number: number | undefined; readonly heading: string} | undefined {
	for (const [kind, pattern] of headings) {
		const match = pattern.exec(text);
		if (match)
			return {
				kind,
				number: match.groups?.['number'] === undefined ? undefined : Number(match.groups['number']),
				heading: text.replace(/^## +/u, '').trimEnd(),
			};
	}
	return undefined;
}

/** The heading as the protocol writes it. */
export const headingOf = (kind: SectionKind, number?: number): string =>
	({opening: 'Opening', response: `Response ${number}`, 'follow-up': `Follow-up ${number}`, consensus: 'CONSENSUS'})[
		kind
	];

/**
 * Parses a file in any state. Code fences are not structure. An unclosed fence would swallow all that follows: if
 * strict reading breaks the debate's order or leaves a signed section open, the fence is taken to end at the signature.
 */
export function parseDebate(text: string): DebateFile {
	const strict = sectionsIn(text, markFences(text.split('\n')));
	if (strict.unclosed.length === 0 && inOrder(strict.sections)) return strict;
	const texts = text.split('\n');
	const mended = sectionsIn(
		text,
		markFences(texts, at => endsSection(texts, at)),
	);
	return inOrder(mended.sections) && mended.sections.length + signed(mended) > strict.sections.length + signed(strict)
		? mended
		: strict;
}

const signed = ({sections}: DebateFile): number => sections.filter(({signature}) => signature).length;

/** Whether a line is a well-formed signature with nothing behind it but the end of the file or the next section. */
function endsSection(texts: readonly string[], at: number): boolean {
	if (!readSignature(texts[at] ?? '')?.exact) return false;
	const [first, second] = texts
		.slice(at + 1)
		.filter(line => !isBlank(line))
		.slice(0, 2);
	return first === undefined || (divider.test(first) && (second === undefined || readHeading(second) !== undefined));
}

/** Whether every section is signed by the one whose heading it is; the last may still be written. */
const inOrder = (sections: readonly Section[]): boolean =>
	sections.every(({kind, signature}, place) =>
		signature
			? kind === 'consensus' || signature.role === (kind === 'response' ? 'B' : 'A')
			: place === sections.length - 1,
	);

function sectionsIn(text: string, {lines, unclosed}: FencedText): DebateFile {
	const starts = lines.flatMap((line, at) => (!line.fenced && readHeading(line.text) ? [at] : []));
	const raws = text.split(/(?<=\n)/u);
	const rawOf = (from: number, to?: number): string => raws.slice(from, to).join('');
	const lead = lines.slice(0, starts[0]);
	const titled = lead.find(line => !line.fenced && titleLine.test(line.text));
	return {
		title: titled && {subject: titleLine.exec(titled.text)?.groups?.['subject'] ?? '', line: titled.number},
		preamble: rawOf(0, starts[0]),
		lead,
		unclosed,
		sections: starts.map((start, place) =>
			sectionOf(lines.slice(start, starts[place + 1]), rawOf(start, starts[place + 1]), place < starts.length - 1),
		),
	};
}

function sectionOf(lines: readonly MarkdownLine[], raw: string, followed: boolean): Section {
	const [heading, ...rest] = lines;
	const opens = readHeading(heading?.text ?? '') ?? {kind: 'opening', number: undefined, heading: ''};
	let end = rest.length;
	while (
		end > 0 &&
		(isBlank(rest[end - 1]?.text ?? '') || isDivider(rest[end - 1] ?? {text: '', number: 0, fenced: false}))
	)
		end--;
	const closing =
		followed || opens.kind === 'consensus'
			? rest.findLastIndex(isSignature)
			: isSignature(rest[end - 1]) && !isCutShort(rest, end - 1)
				? end - 1
				: -1;
	const signer = rest[closing];
	const signature = signer && readSignature(signer.text);
	const written = rest.slice(0, signature && closing === end - 1 ? closing : end);
	const first = written.findIndex(({text}) => !isBlank(text));
	const told = isFirstOfSide(opens) ? readCoverage(written.slice(Math.max(0, first)).map(({text}) => text)) : undefined;
	const begin = told ? written.findIndex(({text}, at) => at >= first + told.lines && !isBlank(text)) : first;
	return {
		...opens,
		line: heading?.number ?? 0,
		lines,
		raw,
		body: bodyIn(told && begin < 0 ? [] : written.slice(Math.max(0, begin))),
		coverage: told?.coverage,
		bodyLine: written[begin]?.number ?? (heading?.number ?? 0) + 1,
		signature: signature && signer && {...signature, line: signer.number},
	};
}

const bodyIn = (lines: readonly MarkdownLine[]): string =>
	lines
		.map(({text}) => text)
		.join('\n')
		.trimEnd();

const isFirstOfSide = ({kind, number}: Pick<Section, 'kind' | 'number'>): boolean =>
	kind === 'opening' || (kind === 'response' && number === 1);

const isSignature = (line: MarkdownLine | undefined): boolean =>
	line !== undefined && !line.fenced && readSignature(line.text) !== undefined;

/** Whether a signature is the file's unfinished last line: one that is not well formed may still become so. */
function isCutShort(lines: readonly MarkdownLine[], at: number): boolean {
	const text = lines[at]?.text ?? '';
	return at === lines.length - 1 && !readSignature(text)?.exact && !/[*_]$/u.test(text);
}

/** A section to write; `at` is ISO 8601. The body must be escaped (escape-markdown.ts). */
export type NewSection = {
	readonly heading: string;
	/** What the side was shown, as `coverageText` writes it. */
	readonly coverage?: string | undefined;
	readonly body: string;
	readonly role: Role;
	readonly tool?: string | undefined;
	readonly at: string;
};

/** The first line of a new file. */
export const titleText = (subject: string): string =>
	`# Code Debate: ${sanitize(subject).replaceAll(/\s+/gu, ' ').trim()}\n`;

/** The text to append to a file for these sections. */
export function appendedText(text: string, sections: readonly NewSection[]): string {
	let added = '';
	for (const {heading, coverage, body, ...signature} of sections) {
		const before = text + added;
		const lines = before.split('\n');
		const last = lines.findLast(line => !isBlank(line)) ?? '';
		const gap = before === '' || before.endsWith('\n\n') ? '' : before.endsWith('\n') ? '\n' : '\n\n';
		const divided = divider.test(last) || parseDebate(before).sections.length === 0;
		added += `${gap}${divided ? '' : '---\n\n'}## ${heading}\n\n${coverage === undefined ? '' : `${coverage}\n\n`}${body.trim()}\n\n${writeSignature(signature)}\n`;
	}
	return added;
}

// Escapes a model's text for use inside a section: it cannot end the debate, open or sign a section, divide sections,
// or leave a fence open. Words are kept.

/** A text of any number of lines. */
export function escapeMarkdown(text: string): string {
	let open: Fence | undefined;
	const lines = cleanCode(text)
		.split('\n')
		.map(line => {
			const next = fenceAfter(line, open);
			const kept = open || next ? escapeFencedLine(line) : escapeLine(line);
			open = next;
			return kept;
		});
	const closed = open ? [...lines, open.mark.repeat(open.length)] : lines;
	return closed.join('\n').trim();
}

/** What would be structure at the beginning of a line is moved in by one column, which code bears. */
const escapeFencedLine = (line: string): string =>
	/^(?:#{1,2}\s|-{3,}\s*$)/u.test(line) || readSignature(line) ? ` ${line}` : line;

/** Headings go below those of the section, rules are written with asterisks, a signature becomes a quotation. */
function escapeLine(line: string): string {
	if (readSignature(line)) return `> ${line}`;
	// What shows a point has a label of ours, and says what came of it; so has what was read.
	if (/^[ \t>-]*\*Shown by\b/u.test(line) || beginsCoverage.test(line)) return line.replace('*', String.raw`\*`);
	if (/^ {0,3}(?:-[ ]*){3,}$/u.test(line)) return '* * *';
	if (/^ {0,3}(?:=+|-{1,2})\s*$/u.test(line)) return `\\${line.trimStart()}`;
	return line
		.replace(/^ {0,3}(?<marks>#{1,6})(?=\s|$)/u, (_, marks: string) =>
			'#'.repeat(Math.min(6, Math.max(4, marks.length + 2))),
		)
		.replace(/^(?<indent> {0,3})<(?=[a-z!/?])/iu, '$<indent>\\<');
}

/** Escapes a text to a single line that starts no Markdown block: for titles and list items. */
export const escapeInline = (text: string): string =>
	cleanText(text)
		.replaceAll(/\s+/gu, ' ')
		.trim()
		.replace(/^(?:[#>*+=|~-]+|\d+[.)])\s+/u, '')
		.replace(/^(?=[#>~<|]|`{3})/u, '\\');

// Whose turn it is: what may be appended to a file in a given state, and by whom.

/** A round is a follow-up and a response; the protocol allows no more of them. */
export const maxRounds = 5;

export type TurnState =
	/** `heading` may be appended by `role`; where `consensus` is set, so may a consensus. */
	| {readonly is: 'turn'; readonly role: Role; readonly heading: string; readonly consensus: boolean}
	/** The last section has no signature yet. */
	| {readonly is: 'writing'; readonly role: Role; readonly heading: string}
	| {readonly is: 'over'; readonly section: Section}
	/** Heading and signature contradict each other, so nobody may append. */
	| {readonly is: 'broken'; readonly why: string};

/** Who writes a section of this kind. A consensus is signed by whoever ends the debate. */
export const writerOf = (kind: 'opening' | 'response' | 'follow-up'): Role => (kind === 'response' ? 'B' : 'A');

export function turnStateOf({sections}: DebateFile): TurnState {
	const over = sections.find(({kind}) => kind === 'consensus');
	if (over) return {is: 'over', section: over};
	const last = sections.at(-1);
	if (!last || last.kind === 'consensus')
		return {is: 'turn', role: 'A', heading: headingOf('opening'), consensus: false};
	const role = writerOf(last.kind);
	if (!last.signature) return {is: 'writing', role, heading: last.heading};
	if (last.signature.role !== role)
		return {is: 'broken', why: `"${last.heading}" is Agent ${role}’s, and Agent ${last.signature.role} has signed it`};
	return afterSection(last, roundsIn(sections));
}

/** Rounds so far: as they are numbered, or as many as there are where somebody numbers them otherwise. */
export const roundsIn = (sections: readonly Section[]): number =>
	Math.max(
		sections.filter(({kind}) => kind === 'response').length,
		...sections.map(({kind, number = 0}) => (kind === 'response' ? number : 0)),
	);

function afterSection({kind, number = 0}: Section, rounds: number): TurnState {
	if (kind === 'opening') return {is: 'turn', role: 'B', heading: headingOf('response', 1), consensus: false};
	if (kind === 'response' && rounds <= maxRounds)
		return {is: 'turn', role: 'A', heading: headingOf('follow-up', number), consensus: true};
	if (kind === 'response' || rounds >= maxRounds)
		return {is: 'turn', role: 'A', heading: headingOf('consensus'), consensus: true};
	return {is: 'turn', role: 'B', heading: headingOf('response', number + 1), consensus: false};
}

/**
 * Why `role` may not append a section with this heading; undefined if it may. `ending`: why it ends the debate out of
 * turn, because the other side did not answer or the file is not as it was written.
 */
export function appendRefusal(
	file: DebateFile,
	role: Role,
	heading: string,
	ending?: 'time-out' | 'violation',
): string | undefined {
	if (ending === 'violation' && heading === headingOf('consensus')) return undefined;
	const timedOut = ending === 'time-out';
	const standing = turnStateOf(file);
	if (standing.is === 'over') return 'the debate is over: "## CONSENSUS" stands in the file';
	if (timedOut && heading === headingOf('consensus'))
		return standing.is === 'turn' && standing.role === role && file.sections.length > 0
			? `it is Agent ${role}’s own turn`
			: undefined;
	if (standing.is === 'broken') return standing.why;
	if (standing.is === 'writing') return `Agent ${standing.role} is still writing "${standing.heading}"`;
	if (standing.role !== role) return `it is Agent ${standing.role}’s turn, with "${standing.heading}"`;
	if (heading === standing.heading || (standing.consensus && heading === headingOf('consensus'))) return undefined;
	return `"${standing.heading}" is due, not "${heading}"`;
}

/** Why a side ended the debate as a violation; undefined where none did. */
export const violationIn = ({sections}: Pick<DebateFile, 'sections'>): string | undefined =>
	sections
		.filter(({kind}) => kind === 'consensus')
		.map(({body}) => /^\*\*Outcome: violation\.\*\* (?<why>[^\n]*?)\.?$/mu.exec(body)?.groups?.['why'])
		.find(why => why !== undefined);
