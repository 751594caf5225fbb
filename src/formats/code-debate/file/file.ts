/** Reads and writes DEBATE.md: sections with signatures and line numbers. Pure. */
import {sanitize} from '../../../debate/text/sanitize.ts';
import {markFences, type FencedText, type MarkdownLine} from './fences.ts';
import {readSignature, writeSignature, type Role, type Signature} from './signature.ts';

export type SectionKind = 'opening' | 'response' | 'follow-up' | 'consensus';

export type Section = {
	readonly kind: SectionKind;
	/** Of a response or follow-up. */
	readonly number: number | undefined;
	/** As written after `## `. */
	readonly heading: string;
	/** The heading's line, from 1. */
	readonly line: number;
	/** What was written, without heading, signature and divider. */
	readonly body: string;
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
	const [first, ...rest] = lines;
	const opens = readHeading(first?.text ?? '') ?? {kind: 'opening', number: undefined, heading: ''};
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
	const begin = written.findIndex(({text}) => !isBlank(text));
	return {
		...opens,
		line: first?.number ?? 0,
		lines,
		raw,
		body: written
			.slice(Math.max(0, begin))
			.map(({text}) => text)
			.join('\n')
			.trimEnd(),
		bodyLine: written[begin]?.number ?? (first?.number ?? 0) + 1,
		signature: signature && signer && {...signature, line: signer.number},
	};
}

const isSignature = (line: MarkdownLine | undefined): boolean =>
	line !== undefined && !line.fenced && readSignature(line.text) !== undefined;

/** Whether a signature is the file's unfinished last line: one that is not well formed may still become so. */
function isCutShort(lines: readonly MarkdownLine[], at: number): boolean {
	const text = lines[at]?.text ?? '';
	return at === lines.length - 1 && !readSignature(text)?.exact && !/[*_]$/u.test(text);
}

/** Reassembles a file byte for byte. */
export const joinDebate = ({preamble, sections}: DebateFile): string =>
	preamble + sections.map(({raw}) => raw).join('');

/** A section to write; `at` is ISO 8601. The body must be escaped (escape-markdown.ts). */
export type NewSection = {
	readonly heading: string;
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
	for (const {heading, body, ...signature} of sections) {
		const before = text + added;
		const lines = before.split('\n');
		const last = lines.findLast(line => !isBlank(line)) ?? '';
		const gap = before === '' || before.endsWith('\n\n') ? '' : before.endsWith('\n') ? '\n' : '\n\n';
		const divided = divider.test(last) || parseDebate(before).sections.length === 0;
		added += `${gap}${divided ? '' : '---\n\n'}## ${heading}\n\n${body.trim()}\n\n${writeSignature(signature)}\n`;
	}
	return added;
}

/** A whole file: the title, and sections in the order given. */
export const writeDebate = (subject: string, sections: readonly NewSection[]): string =>
	titleText(subject) + appendedText(titleText(subject), sections);
