/** Finds real defects in a text (vague words, missing error cases, contradictions), each with its line. */
import type {Block} from '../notation.ts';
import {contentWords, stem} from '../text.ts';
import {absences, defectKinds, type DefectKind, type DefectSeverity} from './defect-kinds.ts';

// Parses the numbered specification in a prompt into lines with their sections.

/** `number` counts from 1. `prose` is false for headings, code, tables and blank lines. */
export type SpecLine = {
	readonly number: number;
	readonly text: string;
	readonly section: string;
	readonly prose: boolean;
};
/** `whole` is the text with its line numbers; `worth` are the lines long enough to be quoted. */
export type NumberedSpec = {
	readonly whole: string;
	readonly lines: readonly SpecLine[];
	readonly worth: readonly SpecLine[];
};

const knownSpecs = new WeakMap<Block, NumberedSpec>();

/** Parses the specification in a prompt. All requests of a round show the same text, so it is parsed once. */
export function readSpec(inside: readonly Block[]): NumberedSpec {
	const shown = inside.find(({name}) => name === 'spec');
	const text = (shown && knownSpecs.get(shown)) ?? parse(shown?.body ?? '');
	if (shown) knownSpecs.set(shown, text);
	return text;
}

function parse(whole: string): NumberedSpec {
	const texts = whole.split('\n').map(line => line.replace(/^\d+\| ?/u, ''));
	let section = '';
	let fence = '';
	const frontEnd = texts[0] === '---' ? texts.indexOf('---', 1) : -1;
	const lines = texts.map((text, place): SpecLine => {
		const marks = /^\s*(`{3,}|~{3,})/u.exec(text)?.[1];
		if (marks !== undefined && fence === '') fence = marks;
		else if (marks !== undefined && marks.startsWith(fence)) fence = '';
		const title = fence === '' ? /^ {0,3}#{1,6}\s+(.*?)\s*#*$/u.exec(text)?.[1] : undefined;
		if (title !== undefined) section = title;
		const prose =
			place > frontEnd &&
			title === undefined &&
			marks === undefined &&
			fence === '' &&
			/\p{L}{2}.*\s.*\p{L}{2}/u.test(text) &&
			!/^\s*(?:\||<!--|\[[^\]]+\]:)/u.test(text);
		return {number: place + 1, text, section, prose};
	});
	return {whole, lines, worth: lines.filter(({prose, text}) => prose && text.trim().length >= 12)};
}

export type Defect = {
	readonly id: string;
	/** The matching words, which titles quote. */
	readonly term: string;
	readonly line: SpecLine;
	/** The line that this one contradicts. */
	readonly against?: SpecLine;
	readonly severity: DefectSeverity;
	readonly personas: readonly string[];
	readonly titles: readonly string[];
	readonly claims: readonly string[];
	readonly change: string;
};

type SpecDefects = {readonly defects: readonly Defect[]; readonly mended: Mended};
const knownDefects = new WeakMap<NumberedSpec, SpecDefects>();

/** All defects, in line order. */
export const defectsIn = (text: NumberedSpec): readonly Defect[] => read(text).defects;

/** Parses a text once, however often it is asked for. */
function read(text: NumberedSpec): SpecDefects {
	const before = knownDefects.get(text);
	if (before) return before;
	const prose = text.lines.filter(line => line.prose);
	const mended = mendedIn(prose);
	const found = [...inLines(prose, mended), ...contradictions(prose), ...missing(text, prose)];
	const reading = {defects: found.toSorted((one, other) => one.line.number - other.line.number), mended};
	knownDefects.set(text, reading);
	return reading;
}

/** The defects of one line, without the limit per kind. */
export function defectsAt(text: NumberedSpec, number: number | undefined): readonly Defect[] {
	const line = number === undefined ? undefined : text.lines[number - 1];
	if (!line?.prose) return [];
	const {defects, mended} = read(text);
	return [
		...defectKinds.flatMap(kind => inLine(kind, line, mended) ?? []),
		...defects.filter(defect => defect.line === line && (defect.against || absences.some(({id}) => id === defect.id))),
	];
}

/** The most defects noted per kind: more than can ever be raised. */
const mostOfAKind = 500;

function inLines(prose: readonly SpecLine[], mended: Mended): Defect[] {
	return defectKinds.flatMap(kind => {
		const found: Defect[] = [];
		for (const line of prose) {
			const defect = inLine(kind, line, mended);
			if (defect && found.push(defect) === mostOfAKind) break;
		}
		return found;
	});
}

type Mended = (kind: DefectKind, section: string) => boolean;

function inLine(kind: DefectKind, line: SpecLine, mended: Mended): Defect | undefined {
	const plain = line.text.includes('`') ? line.text.replaceAll(/`[^`]*`/gu, ' ') : line.text;
	const term = kind.seen.exec(plain)?.[0];
	return term === undefined || kind.unless?.test(plain) || mended(kind, line.section)
		? undefined
		: {...kind, term: term.toLowerCase(), line};
}

/** How many lines at the end of a section are searched for something that rules a defect out. */
const nearest = 201;

/** Whether a section says elsewhere what a kind of defect lacks. */
function mendedIn(prose: readonly SpecLine[]): Mended {
	const sections = Map.groupBy(prose, ({section}) => section);
	const answers = new Map<string, boolean>();
	return ({id, nearby}, section) => {
		const key = `${id} ${section}`;
		const answer =
			answers.get(key) ??
			nearby?.test(
				(sections.get(section) ?? [])
					.slice(-nearest)
					.map(({text}) => text)
					.join('\n'),
			) ??
			false;
		answers.set(key, answer);
		return answer;
	};
}

/** Topics that the text should mention and does not, reported at its last line. */
function missing({whole}: NumberedSpec, prose: readonly SpecLine[]): Defect[] {
	const last = prose.at(-1);
	if (!last) return [];
	return absences
		.filter(({seen}) => !seen.test(whole))
		.map(({seen: _seen, ...absence}) => ({...absence, term: absence.id, line: last}));
}

const quantity =
	/(?<amount>\d[\d,.]*)\s*(?<unit>ms|milliseconds?|s|seconds?|minutes?|hours?|days?|weeks?|months?|kb|mb|gb|users?|requests?|times|attempts?|%|characters?)\b/iu;
const dimensions = [
	/^(?:ms|milli|s$|second|minute|hour|day|week|month)/iu,
	/^(?:kb|mb|gb)/iu,
	/^user/iu,
	/^request/iu,
	/^(?:times|attempt)/iu,
	/^%/u,
	/^character/iu,
];
const denial =
	/\b(?:must not|may not|cannot|can ?not|never|no longer|not (?:allowed|required|possible|stored|logged))\b/iu;
/** The most lines that are compared with each other, as the cost is quadratic. */
const most = 300;

/** Pairs of lines about the same thing that deny each other or give different quantities. */
function contradictions(prose: readonly SpecLine[]): Defect[] {
	const claims = prose
		.filter(
			({text}) => quantity.test(text) || /\b(?:must|may|can|cannot|never|always|required|optional)\b/iu.test(text),
		)
		.slice(0, most)
		.map(line => ({
			line,
			words: new Set(
				contentWords(line.text.replaceAll(/[\d,.]+/gu, ' '))
					.filter(word => !filler.has(word))
					.map(stem),
			),
		}));
	return claims.flatMap(({line, words}, place) => {
		const rival = claims
			.slice(0, place)
			.find(other => related(words, other.words) && opposed(line.text, other.line.text));
		return rival ? [contradiction(line, rival.line, [...words.intersection(rival.words)][0] ?? '')] : [];
	});
}

const filler = new Set([
	'must',
	'may',
	'can',
	'cannot',
	'never',
	'always',
	'not',
	'after',
	'within',
	'every',
	'each',
	'allowed',
	'required',
	'optional',
	'second',
	'seconds',
	'minute',
	'minutes',
	'hour',
	'hours',
	'day',
	'days',
	'user',
	'users',
	'times',
	'system',
	'service',
]);

function related(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
	const common = one.intersection(other).size;
	return common >= 2 && common / Math.min(one.size, other.size) >= 0.6;
}

function opposed(one: string, other: string): boolean {
	const [here, there] = [quantity.exec(one)?.groups, quantity.exec(other)?.groups];
	if (here && there) {
		const same = dimensions.some(
			dimension => dimension.test(here['unit'] ?? '') && dimension.test(there['unit'] ?? ''),
		);
		return (
			same &&
			(here['amount'] !== there['amount'] || here['unit']?.replace(/s$/u, '') !== there['unit']?.replace(/s$/u, ''))
		);
	}
	return !here && !there && denial.test(one) !== denial.test(other);
}

const contradiction = (line: SpecLine, against: SpecLine, term: string): Defect => ({
	id: 'contradiction',
	term,
	line,
	against,
	severity: 'critical',
	personas: ['qa', 'pm', 'security'],
	titles: [
		`Line ${line.number} contradicts line ${against.number}`,
		`Line ${line.number} and line ${against.number} cannot both hold`,
		`Line ${line.number} is a second rule beside line ${against.number}`,
	],
	claims: [
		`Line ${against.number} says otherwise of the same thing: whoever follows one breaks the other.`,
		`This and line ${against.number} cannot both be met.`,
		`There are two rules for this, here and in line ${against.number}, and nothing says which one holds.`,
	],
	change: `Where this and line ${against.number} differ, the stricter of the two holds.`,
});
