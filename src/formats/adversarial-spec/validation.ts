/** Checks that a text is still a specification that can be saved; faults are reported by line. Pure. */
import {parseAllDocuments, YAMLParseError} from 'yaml';
import type {SpecFault, SpecChange, SpecEdit} from '../../debate/formats/adversarial-spec.ts';
import {
	type CodeBlock,
	type Scanned,
	bytesOf,
	maxSpecBytes,
	tooLarge,
	deadAnchors,
	emptySections,
	lostSections,
	topSections,
	scan,
	withoutCode,
	changesBetween,
	lineAt,
	lineStarts,
	linesOf,
} from './document.ts';

// Validates data inside a text: front matter and fenced JSON or YAML must parse. Pure.

/** Parse errors, each at the line where parsing fails. */
function badData({front, blocks}: Pick<Scanned, 'front' | 'blocks'>): SpecFault[] {
	const top = front === undefined ? [] : badYaml(front, 1, 'front-matter', 'The front matter');
	return [...top, ...blocks.filter(({closed}) => closed).flatMap(block => badBlock(block))];
}

function badBlock({language, content, line}: CodeBlock): SpecFault[] {
	if (language === 'json') return badJson(content, line);
	return language === 'yaml' || language === 'yml' ? badYaml(content, line, 'yaml', 'The YAML block') : [];
}

function badJson(content: readonly string[], before: number): SpecFault[] {
	const text = content.join('\n');
	try {
		JSON.parse(text);
		return [];
	} catch (error) {
		if (!(error instanceof SyntaxError)) throw error;
		const position = Number(/at position (?<at>\d+)/u.exec(error.message)?.groups?.['at'] ?? text.length);
		const what = error.message.replace(/ (?:in JSON )?at position.*$/u, '').replace(/, "[^]*$/u, '');
		return [
			{
				line: before + text.slice(0, position).split('\n').length,
				rule: 'json',
				what: `The JSON block does not parse: ${what}.`,
			},
		];
	}
}

/** Anchors without a target are found only when the value is made. */
function badYaml(content: readonly string[], before: number, rule: string, what: string): SpecFault[] {
	try {
		const documents = parseAllDocuments(content.join('\n'), {logLevel: 'silent'});
		for (const document of documents) {
			const [error] = document.errors;
			if (error) return [faultOf(error, before, rule, what)];
			document.toJS({maxAliasCount: 100});
		}
		return [];
	} catch (error) {
		if (error instanceof YAMLParseError) return [faultOf(error, before, rule, what)];
		if (error instanceof ReferenceError || error instanceof TypeError)
			return [{line: before + 1, rule, what: `${what} does not parse: ${error.message}.`}];
		throw error;
	}
}

const faultOf = ({linePos, message}: YAMLParseError, before: number, rule: string, what: string): SpecFault => ({
	line: before + (linePos?.[0].line ?? 1),
	rule,
	what: `${what} does not parse: ${message.replace(/ at line \d+, column \d+:[^]*$/u, '')}.`,
});

/** A fault as shown to the user. */
export const validationMessage = ({line, what}: SpecFault): string =>
	`Validation failed on line ${line}: ${what} Please correct the error and retry validation.`;

/** Validates texts that replace `original`: its sections must stay; faults it already has are not told. */
export function validatorFor(original: string): (text: string) => SpecFault[] {
	const sections = topSections(scan(original));
	// Wanted only by a text that has faults, which few have.
	let known: ReadonlyMap<string, number> | undefined;
	return text => {
		const scanned = scan(text);
		const faults = faultsIn(text, scanned);
		if (faults.length > 0) known ??= faultsByKind(original);
		const left = new Map(known);
		return [...faults.filter(fault => !consume(left, faultKey(fault, scanned))), ...lostSections(scanned, sections)]
			.toSorted(byLine)
			.slice(0, maxFaults);
	};
}

/** At most this many faults are reported. */
const maxFaults = 200;

/** All faults of a text on its own. */
export const validate = (text: string): SpecFault[] => faultsIn(text, scan(text)).toSorted(byLine);

const byLine = (one: SpecFault, other: SpecFault): number => one.line - other.line;

/** Two faults are the same if rule, wording and line content agree, wherever that line is now. */
const faultKey = ({line, rule, what}: SpecFault, {lines}: Scanned): string =>
	`${rule}\n${what}\n${(lines[line - 1] ?? '').slice(0, 500).trim()}`;

/** How often a text has each fault. */
function faultsByKind(text: string): Map<string, number> {
	const scanned = scan(text);
	const counts = new Map<string, number>();
	for (const fault of faultsIn(text, scanned)) {
		const key = faultKey(fault, scanned);
		counts.set(key, (counts.get(key) ?? 0) + 1);
	}
	return counts;
}

function consume(counts: Map<string, number>, key: string): boolean {
	const left = counts.get(key) ?? 0;
	counts.set(key, left - 1);
	return left > 0;
}

const faultsIn = (text: string, scanned: Scanned): SpecFault[] => [
	...oversize(text, scanned),
	...openParts(scanned),
	...conflicts(scanned),
	...placeholders(scanned),
	...badData(scanned),
	...emptySections(scanned),
	...deadAnchors(scanned),
];

function oversize(text: string, {lines}: Scanned): SpecFault[] {
	const bytes = text.length * 3 > maxSpecBytes ? bytesOf(text) : 0;
	return bytes > maxSpecBytes
		? [{line: lines.length, rule: 'size', what: tooLarge('The text', bytes, maxSpecBytes)}]
		: [];
}

/** What is opened and never closed hides all that comes after it. */
const openParts = ({blocks, openComment}: Scanned): SpecFault[] => [
	...blocks
		.filter(({closed}) => !closed)
		.map(({line}) => ({line, rule: 'fence', what: 'The code fence that begins here is never closed.'})),
	...(openComment === undefined
		? []
		: [{line: openComment, rule: 'comment', what: 'The comment that begins here is never closed.'}]),
];

const conflict = /^(?:<{7}|>{7}|\|{7})(?:\s|$)/u;

/** A line of equals signs may underline a heading: it is a marker only inside a conflict. */
function conflicts({lines}: Scanned): SpecFault[] {
	let inside = false;
	return lines.flatMap((line, place) => {
		if (!conflict.test(line) && !(inside && line === '=======')) return [];
		inside = line.startsWith('<') || (inside && !line.startsWith('>'));
		return [
			{
				line: place + 1,
				rule: 'conflict',
				what: `A conflict marker was left behind: ${line.slice(0, 40)}`.trimEnd().concat('.'),
			},
		];
	});
}

/**
 * Looked for in a line whose blanks are single ones. Whatever may be long has a bound, so that no line takes longer
 * than its length.
 */
const placeholderPatterns = [
	/\b(?:TODO|TBD|FIXME|XXX|TKTK)\b/u,
	/\[(?:insert|add|describe|your|fill in|placeholder|to be (?:defined|determined|decided|written|added))\b[^\]]{0,200}\](?!\()/iu,
	/<(?:insert|placeholder|your|todo|tbd)\b[^>]{0,200}>/iu,
	/\{\{[^}]{0,200}\}\}/u,
	/\blorem ipsum\b/iu,
	/^(?:[-*+] )?[([<]? ?(?:\.{3}|…)? ?\(?(?:the )?(?:rest|remainder|other sections?|existing (?:content|text|sections?)|previous (?:content|text)|content|remaining (?:sections?|content|text))\b[^.]{0,60}\b(?:unchanged|as before|stays?|remains?|omitted|here|above)\b.{0,20}$/iu,
	/^(?:\[ ?)?(?:\.{3}|…)(?: ?\])?$/u,
] as const;

const placeholders = ({lines, kinds}: Scanned): SpecFault[] =>
	lines.flatMap((line, place) => {
		if (kinds[place] !== 'prose') return [];
		const text = withoutCode(line).replaceAll(/\s+/gu, ' ').trim();
		const found = placeholderPatterns.map(pattern => pattern.exec(text)?.[0].trim()).find(match => match !== undefined);
		return found === undefined
			? []
			: [{line: place + 1, rule: 'placeholder', what: `A placeholder was left behind: "${found.slice(0, 60)}".`}];
	});

// The edits that make one text of another, as disjoint replacements in the original: whichever of them are taken, the
// rest of the original stays. Pure.

/** Applies edits; they are disjoint and in order. */
export function withEdits(original: string, edits: readonly SpecEdit[]): string {
	let made = '';
	let at = 0;
	for (const {from, to, put} of edits) {
		made += original.slice(at, from) + put;
		at = to;
	}
	return made + original.slice(at);
}

/** `edits` of the original, and then `next`, whose offsets are those of the text that `edits` make. */
export function compose(original: string, edits: readonly SpecEdit[], next: readonly SpecEdit[]): SpecEdit[] {
	let [made, text] = [[...edits], withEdits(original, edits)];
	// From the end, so that the offsets of those that are left stay true.
	for (const edit of next.toSorted((one, other) => one.from - other.from || one.to - other.to).toReversed()) {
		made = composeOne(original, made, edit, text);
		text = text.slice(0, edit.from) + edit.put + text.slice(edit.to);
	}
	return made;
}

type PlacedEdit = {readonly edit: SpecEdit; readonly start: number; readonly end: number};

function composeOne(original: string, edits: readonly SpecEdit[], next: SpecEdit, text: string): SpecEdit[] {
	let moved = 0;
	const placed = edits.map((edit): PlacedEdit => {
		const start = edit.from + moved;
		moved += edit.put.length - (edit.to - edit.from);
		return {edit, start, end: start + edit.put.length};
	});
	const touched = placed.filter(each => meets(each, next));
	const [first, last] = [touched[0], touched.at(-1)];
	const others = placed.filter(each => !touched.includes(each));
	const before = others.filter(({end}) => end <= next.from);
	const shift = before.reduce((sum, {edit}) => sum + edit.put.length - (edit.to - edit.from), 0);
	const [start, end] = [Math.min(next.from, first?.start ?? next.from), Math.max(next.to, last?.end ?? next.to)];
	const from = first ? first.edit.from - (first.start - start) : next.from - shift;
	const to = last ? last.edit.to + (end - last.end) : from + (next.to - next.from);
	const put = text.slice(start, next.from) + next.put + text.slice(next.to, end);
	const one: SpecEdit = {...joined([...touched.map(({edit}) => edit), next]), from, to, put};
	return [
		...before.map(({edit}) => edit),
		...(original.slice(from, to) === put ? [] : [one]),
		...others.filter(each => !before.includes(each)).map(({edit}) => edit),
	];
}

/** Whether they overlap, or one deletes where the other puts something; two insertions beside each other do not. */
function meets({edit, start, end}: PlacedEdit, {from, to}: SpecEdit): boolean {
	if (start < to && from < end) return true;
	const beside = start <= to && from <= end;
	if (from === to && edit.from === edit.to) return beside && start < from && from < end;
	return beside && (start === end || from === to);
}

function joined(edits: readonly SpecEdit[]): Pick<SpecEdit, 'issues' | 'reason' | 'proposed' | 'byUser' | 'unread'> {
	const proposed = [...new Set(edits.flatMap(edit => edit.proposed ?? []))];
	return {
		issues: [...new Set(edits.flatMap(({issues}) => issues))],
		reason: [...new Set(edits.map(({reason}) => reason))].join(' '),
		...(proposed.length > 0 && {proposed}),
		...(edits.at(-1)?.byUser && {byUser: true as const}),
		// The user's own words are theirs, whoever has read them.
		...(!edits.at(-1)?.byUser && edits.some(({unread}) => unread) && {unread: true as const}),
	};
}

/** The lines that each edit changes, as if it were the only one. */
export function changesOf(original: string, edits: readonly SpecEdit[]): SpecChange[] {
	const starts = lineStarts(original);
	return edits.map(edit => changeOf(original, starts, edit));
}

/** The lines that one edit changes: no more of them than it must. */
export function changeOf(
	original: string,
	starts: readonly number[],
	{from, to, put}: Omit<SpecEdit, 'issues' | 'reason'>,
): SpecChange {
	const line = lineAt(starts, from);
	const begin = starts[line - 1] ?? 0;
	const next = original.indexOf('\n', to);
	const end = next < 0 ? original.length : next;
	let removed = linesOf(original.slice(begin, end));
	let added = linesOf(original.slice(begin, from) + put + original.slice(to, end));
	let same = 0;
	while (same < removed.length && same < added.length && removed[same] === added[same]) same++;
	[removed, added] = [removed.slice(same), added.slice(same)];
	let tail = 0;
	while (tail < removed.length && tail < added.length && removed.at(-1 - tail) === added.at(-1 - tail)) tail++;
	return {
		line: line + same,
		removed: removed.slice(0, removed.length - tail),
		added: added.slice(0, added.length - tail),
	};
}

/** The edits by which the user made `after` of `before`, in offsets of `before`. */
export function editsByUser(before: string, after: string): SpecEdit[] {
	const starts = lineStarts(before);
	return changesBetween(before, after).map(({line, removed, added}) => {
		const from = starts[line - 1];
		const to = starts[line - 1 + removed.length];
		const own = {issues: [], reason: 'Your own edit.', byUser: true as const};
		if (from === undefined)
			return {from: before.length, to: before.length, put: added.map(text => `\n${text}`).join(''), ...own};
		if (to !== undefined) return {from, to, put: added.map(text => `${text}\n`).join(''), ...own};
		return added.length === 0
			? {from: Math.max(0, from - 1), to: before.length, put: '', ...own}
			: {from, to: before.length, put: added.join('\n'), ...own};
	});
}
