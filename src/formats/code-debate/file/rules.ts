/** Verifies a DEBATE.md: every rule it breaks, by line. */
import {headingOf, isDivider, readHeading, type DebateFile, type Section} from './file.ts';
import {contentBreaches} from './content-rules.ts';
import {graded, type Breach, type DebateRule} from './rulebook.ts';
import {readSignature} from './signature.ts';
import {maxRounds, writerOf} from './turns.ts';

/**
 * All breaches, by line, what is only advice marked so. An unfinished debate is not a breach: the last section may lack
 * a signature, the file a consensus.
 */
export function verifyDebate(file: DebateFile): Breach[] {
	const found = [
		...titleBreaches(file),
		...file.sections.flatMap((section, place) => sectionBreaches(file, section, place)),
		...orderBreaches(file),
		...contentBreaches(file),
	];
	const fences = file.unclosed.map((line): Breach => ({
		line,
		rule: 'fence-unclosed',
		what: 'a code fence opens here and is never closed',
	}));
	return [...found, ...fences]
		.map(breach => graded(breach, file.sections.findLast(({line}) => line <= breach.line)?.kind))
		.sort((one, other) => one.line - other.line);
}

function titleBreaches({title, lead, sections}: DebateFile): Breach[] {
	const found: Breach[] = [];
	const titles = lead.filter(({text, fenced}) => !fenced && /^#\s/u.test(text));
	if (!title) found.push({line: 1, rule: 'title-missing', what: 'there is no title'});
	for (const [place, {text, number}] of titles.entries()) {
		if (title && (place > 0 || !/^# Code Debate: \S/u.test(text)))
			found.push({line: number, rule: 'title-form', what: `the title is "${text.trim()}"`});
	}
	const stray = lead.find(({text, number}) => number !== title?.line && text.trim() !== '' && !/^#\s/u.test(text));
	if (stray)
		found.push({
			line: stray.number,
			rule: 'text-before-opening',
			what: `"${short(stray.text)}" comes before the first section`,
		});
	const [first] = sections;
	if (first && first.kind !== 'opening')
		found.push({line: first.line, rule: 'opening-missing', what: `the first section is "${first.heading}"`});
	return found;
}

function sectionBreaches({sections}: DebateFile, section: Section, place: number): Breach[] {
	const {kind, number, heading, line, body, signature, lines} = section;
	const last = place === sections.length - 1;
	const found: Breach[] = [];
	const add = (at: number, rule: DebateRule, what: string): void => void found.push({line: at, rule, what});
	if (heading !== headingOf(kind, number) || !lines[0]?.text.startsWith(`## ${heading}`))
		add(line, 'heading-form', `the heading is "${heading}"`);
	if (body === '' && signature) add(line, 'section-empty', `"${heading}" is empty`);
	if (!signature && (!last || kind === 'consensus')) add(line, 'signature-missing', `"${heading}" has no signature`);
	if (signature && !signature.exact)
		add(signature.line, 'signature-form', `the signature is "${lineAt(section, signature.line)}"`);
	if (signature?.exact && Number.isNaN(Date.parse(signature.at)))
		add(signature.line, 'signature-time', `the timestamp is "${signature.at}"`);
	if (signature && kind !== 'consensus' && signature.role !== writerOf(kind))
		add(signature.line, 'signature-role', `"${heading}" is signed by Agent ${signature.role}`);
	const signatures = lines.filter(one => !one.fenced && readSignature(one.text));
	for (const one of signatures.slice(0, -1))
		add(one.number, 'signature-twice', `"${heading}" has ${signatures.length} signatures`);
	const behind =
		signature && lines.find(one => one.number > signature.line && one.text.trim() !== '' && !isDivider(one));
	if (behind)
		add(
			behind.number,
			kind === 'consensus' ? 'text-after-consensus' : 'text-after-signature',
			`"${short(behind.text)}" follows the signature`,
		);
	for (const one of lines.slice(1))
		if (!one.fenced && isStrange(one.text)) add(one.number, 'heading-unknown', `the heading is "${short(one.text)}"`);
	return [...found, ...dividerBreaches(section, last)];
}

/** Headings that would be sections, or the title again. */
const isStrange = (text: string): boolean => /^#{1,2}(?:\s|[A-Z])/u.test(text) && !readHeading(text);

function dividerBreaches({lines, signature, heading}: Section, last: boolean): Breach[] {
	const end = signature?.line ?? lines.at(-1)?.number ?? 0;
	const dividers = lines.filter(isDivider);
	const inside = dividers
		.filter(({number}) => number < end && signature)
		.map(({number}): Breach => ({line: number, rule: 'divider-inside', what: `"---" is inside "${heading}"`}));
	const missing = !last && !dividers.some(({number}) => number > end);
	return missing ? [...inside, {line: end, rule: 'divider-missing', what: `no "---" follows "${heading}"`}] : inside;
}

function orderBreaches({sections}: DebateFile): Breach[] {
	const found: Breach[] = [];
	let before: Section | undefined;
	let ended = false;
	for (const section of sections) {
		const breach = ended ? afterTheEnd(section) : before ? sequel(before, section) : undefined;
		if (breach) found.push(breach);
		// Not everybody signs with fractions of a second.
		const [was, is] = [before?.signature, section.signature].map(signature =>
			Math.floor(Date.parse(signature?.at ?? '') / 1000),
		);
		if (was !== undefined && is !== undefined && is < was)
			found.push({
				line: section.signature?.line ?? section.line,
				rule: 'time-order',
				what: `${section.signature?.at} comes after ${before?.signature?.at}`,
			});
		ended ||= section.kind === 'consensus';
		before = section;
	}
	const last = sections.at(-1);
	if (last?.kind === 'follow-up' && (last.number ?? 0) >= maxRounds && last.signature)
		found.push({line: last.line, rule: 'consensus-missing', what: `"${last.heading}" is the last section`});
	return found;
}

const afterTheEnd = ({kind, heading, line}: Section): Breach => ({
	line,
	rule: kind === 'consensus' ? 'consensus-twice' : 'text-after-consensus',
	what: `"${heading}" follows the consensus`,
});

/** What is wrong with a section as the next after another one. */
function sequel(before: Section, {kind, number = 0, heading, line}: Section): Breach | undefined {
	const breach = (rule: DebateRule, what = `"${heading}" follows "${before.heading}"`): Breach => ({line, rule, what});
	if (kind === 'opening') return breach('opening-twice');
	if (kind === 'consensus') return undefined;
	if (kind === 'response' ? before.kind === 'response' : before.kind !== 'response') return breach('order');
	if (number > maxRounds) return breach('rounds', `"${heading}" is round ${number}`);
	const due = before.kind === 'opening' ? 1 : kind === 'follow-up' ? before.number : (before.number ?? 0) + 1;
	return number === due
		? undefined
		: breach('number', `"${heading}" follows "${before.heading}", and ${headingOf(kind, due)} was due`);
}

const lineAt = ({lines}: Section, number: number): string =>
	short(lines.find(line => line.number === number)?.text ?? '');
const short = (text: string): string => (text.trim().length > 80 ? `${text.trim().slice(0, 79)}…` : text.trim());
