/** Sections of a text: top-level sections, empty sections, and anchors made by headings. Pure. */
import type {SpecFault} from '../../../debate/formats/adversarial-spec/events.ts';
import {withoutCode, type Heading, type Scanned} from './scan.ts';

/**
 * Headings of the highest level that divides the text: below the title, where there is only one of its level and it
 * comes first.
 */
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
