/** Checks that a text is still a specification that can be saved; faults are reported by line. Pure. */
import type {SpecFault} from '../../../debate/formats/adversarial-spec/events.ts';
import {badData} from './embedded.ts';
import {bytesOf, maxSpecBytes, tooLarge} from './lines.ts';
import {deadAnchors, emptySections, lostSections, topSections} from './outline.ts';
import {scan, withoutCode, type Scanned} from './scan.ts';

/** A fault as shown to the user. */
export const validationMessage = ({line, what}: SpecFault): string =>
	`Validation failed on line ${line}: ${what} Please correct the error and retry validation.`;

/**
 * Validates texts that replace `original`: its top-level sections must stay, and faults it already has are not
 * reported.
 */
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
