/** The sections of a text: those at its top level, those with nothing in them, and the anchors that its headings make. Pure. */
import type {SpecFault} from '../../debate/spec-events.ts';
import {withoutCode, type Heading, type Scanned} from './scan.ts';

/** Headings of the highest level that divides the text: below the title, where there is only one of its level and it comes first. */
function topSections({headings}: Pick<Scanned, 'headings'>): Heading[] {
	const levels = headings.map(({level}) => level);
	const highest = Math.min(...levels);
	const [first] = headings;
	const titled = first?.level === highest && levels.filter(level => level === highest).length === 1 && headings.length > 1;
	const top = titled ? Math.min(...levels.filter(level => level > highest)) : highest;
	return headings.filter(({level}) => level === top);
}

const named = ({title}: Heading): string => title.toLowerCase().replaceAll(/\s+/gu, ' ');

/** Sections at the original's top level that the text no longer has, each at the line where it should begin. */
export function lostSections(text: Scanned, original: Scanned): SpecFault[] {
	const left = Map.groupBy(text.headings, named);
	let line = 1;
	return topSections(original).flatMap(heading => {
		const here = left.get(named(heading))?.shift();
		if (here) {
			({line} = here);
			return [];
		}
		return [{line, rule: 'sections', what: `The section "${heading.title}" (line ${heading.line} of the original) is missing.`}];
	});
}

/** Headings with nothing below them: neither text nor a deeper heading. */
export function emptySections({headings, lines, kinds}: Scanned): SpecFault[] {
	return headings.flatMap((heading, place) => {
		const next = headings[place + 1];
		if (next && next.level > heading.level) return [];
		const from = /^ {0,3}#/u.test(lines[heading.line - 1] ?? '') ? heading.line : heading.line + 1;
		const filled = lines.slice(from, next ? next.line - 1 : lines.length).some((line, offset) => line.trim() !== '' && kinds[from + offset] !== 'comment' && !/^\s*<!--.*-->\s*$/u.test(line));
		return filled ? [] : [{line: heading.line, rule: 'empty-section', what: `The section "${heading.title}" is empty.`}];
	});
}

/** As GitHub makes it: lower case, without punctuation, spaces as hyphens. */
const slug = (title: string): string => title.toLowerCase().replaceAll(/[^\p{L}\p{N}\p{M}\s_-]/gu, '').trim().replaceAll(/\s/gu, '-');

function anchorsOf({headings, lines, kinds}: Scanned): Set<string> {
	const anchors = new Set<string>(['', 'top']);
	for (const {title} of headings) {
		const base = slug(title);
		let anchor = base;
		for (let more = 1; anchors.has(anchor); more++) anchor = `${base}-${more}`;
		anchors.add(anchor);
	}
	for (const [place, line] of lines.entries()) {
		if (kinds[place] !== 'prose') continue;
		for (const {1: id = ''} of line.matchAll(/<[a-z]+\b[^>]*\b(?:id|name)\s*=\s*["']?([^"'\s>]+)/giu)) anchors.add(id.toLowerCase());
		for (const {1: id = ''} of line.matchAll(/\{#([\w-]+)\}/gu)) anchors.add(id.toLowerCase());
	}
	return anchors;
}

const target = /\]\(\s*<?#(?<inline>[^\s)>]*)|^ {0,3}\[[^\]]+\]:\s*<?#(?<defined>[^\s>]*)|\bhref\s*=\s*["']#(?<html>[^"']*)/giu;

/** Links to places in this text that are not there. */
export function deadAnchors(scanned: Scanned): SpecFault[] {
	const anchors = anchorsOf(scanned);
	return scanned.lines.flatMap((line, place) => {
		if (scanned.kinds[place] !== 'prose' || !line.includes('#')) return [];
		const targets = [...withoutCode(line).matchAll(target)].map(({groups}) => groups?.['inline'] ?? groups?.['defined'] ?? groups?.['html'] ?? '');
		return targets.filter(each => !anchors.has(decoded(each).toLowerCase())).map(each => ({line: place + 1, rule: 'anchor', what: `The link to "#${each}" leads nowhere.`}));
	});
}

function decoded(anchor: string): string {
	try {
		return decodeURIComponent(anchor);
	} catch (error) {
		if (error instanceof URIError) return anchor;
		throw error;
	}
}
