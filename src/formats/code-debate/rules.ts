/** Verifies a DEBATE.md: every rule it breaks, by line. */
import {
	type SectionKind,
	maxRounds,
	type DebateFile,
	type Section,
	headingOf,
	isDivider,
	readHeading,
	readSignature,
	roundsIn,
	violationIn,
	writerOf,
} from './file.ts';
import {findingsIn, replyEntries, type PointEntry, matchEntries} from './entries.ts';
import {countWords} from '../../debate/text/words.ts';
import {isSettled} from '../../debate/formats/code-debate.ts';
import {plain, pointsToAnswer, roleOf, unresolved, withSection, type Ledger} from './points.ts';

// The rules of a DEBATE.md, and how a breach is reported.

/** Each rule, with what it requires. */
export const rules = {
	'title-missing': 'the file begins with "# Code Debate: <subject>"',
	'title-form': 'the title is written "# Code Debate: <subject>", once, with a subject',
	'text-before-opening': 'only the title comes before "## Opening"',
	'opening-missing': 'the first section is "## Opening"',
	'opening-twice': 'there is one opening',
	'heading-unknown':
		'sections are Opening, Response N, Follow-up N and CONSENSUS; headings inside a section are at a deeper level than "##"',
	'heading-form': 'headings are written exactly "## Opening", "## Response N", "## Follow-up N", "## CONSENSUS"',
	order: 'after the opening and every follow-up comes a response, after every response a follow-up or the consensus',
	number: 'responses and follow-ups are numbered from 1, a follow-up like the response before it',
	rounds: `there are at most ${maxRounds} rounds`,
	'signature-missing': 'every section ends with "*— Agent A|B (tool), <timestamp>*"',
	'signature-role': 'A writes the opening and the follow-ups, B the responses',
	'signature-form': 'a signature is written "*— Agent A|B (tool), <timestamp>*"',
	'signature-time': 'a signature’s timestamp is a valid date and time',
	'time-order': 'no section is signed earlier than the one before it',
	'signature-twice': 'a section has one signature',
	'text-after-signature': 'only the divider follows a signature',
	'divider-missing': 'sections are divided by "---"',
	'divider-inside': 'a section contains no "---"',
	'section-empty': 'a section is not empty',
	'fence-unclosed': 'code fences are closed',
	'category-missing': 'every point of a reply is Agreed, Partially agreed or Disagreed',
	'reason-missing': 'Partially agreed and Disagreed are given with a reason',
	'point-unknown': 'a reply answers points that were raised',
	'point-unanswered': 'a reply answers every unresolved point that is waiting for its side',
	'point-settled': 'a point on which both agree is not addressed again',
	'finding-mark':
		'an independent finding is marked "same as other agent", "new finding" or "not reproduced / disagreed"',
	'finding-place': 'an independent finding names a file and line',
	'consensus-role': 'A writes the consensus; B does so only after waiting too long for A',
	'consensus-twice': 'there is one consensus',
	'consensus-missing': `after ${maxRounds} rounds the last writer appends the consensus`,
	'consensus-incomplete': 'a consensus names each point that is still disputed',
	'text-after-consensus': 'nothing follows the consensus',
	'section-altered': 'sections stay as they were written, and each side writes its own',
} as const;
export type DebateRule = keyof typeof rules;

/** `line` counts from 1; `what` says what the file has instead. */
type Breach = {
	readonly line: number;
	readonly rule: DebateRule;
	readonly what: string;
	/** Set where the rule is ours, and a side that knows the protocol's text alone need not know it. */
	readonly advice?: true;
};

const violations: ReadonlySet<DebateRule> = new Set<DebateRule>([
	'title-missing',
	'opening-missing',
	'opening-twice',
	'order',
	'number',
	'rounds',
	'signature-missing',
	'signature-role',
	'signature-twice',
	'category-missing',
	'consensus-twice',
	'consensus-missing',
	'text-after-consensus',
	'section-altered',
]);

/**
 * Marks what is advice. `kind` is that of the section the breach is in: a consensus need not be signed, and only a
 * response has to put its points in categories.
 */
function graded(breach: Breach, kind: SectionKind | undefined): Breach {
	const {rule} = breach;
	const violation =
		violations.has(rule) &&
		!(rule === 'signature-missing' && kind === 'consensus') &&
		!(rule === 'category-missing' && kind !== 'response');
	return violation ? breach : {...breach, advice: true};
}

// Content rules: categories, reasons, marks, and a complete consensus.

/** Fewer words do not count as a reason. */
export const minReasonWords = 4;

/** How a consensus of ours, or one that somebody wrote freely, tells that it ends in waiting. */
const endsInTimeOut = ({body}: Section): boolean => /\btim(?:ed?|ing)[ -]?out\b/iu.test(body);

function contentBreaches({sections}: DebateFile): Breach[] {
	let ledger: Ledger = [];
	return sections.flatMap((section, place) => {
		const before = ledger;
		if (section.signature || section.kind === 'consensus') ledger = withSection(ledger, section);
		if (section.kind === 'consensus') return consensusBreaches(section, sections[place - 1], ledger);
		return section.kind === 'opening' || !section.signature || section.body === ''
			? []
			: replyBreaches(section, before);
	});
}

function replyBreaches(section: Section, ledger: Ledger): Breach[] {
	const entries = replyEntries(section);
	const due = pointsToAnswer(ledger, roleOf(section));
	if (entries.length === 0)
		return due.length === 0
			? findingBreaches(section)
			: [
					{line: section.line, rule: 'category-missing', what: `"${section.heading}" puts no point in a category`},
					...findingBreaches(section),
				];
	const meant = matchEntries(entries, ledger, due);
	const answered = new Set(meant);
	const left = due
		.filter(({id}) => !answered.has(id))
		.map(({id}): Breach => ({
			line: section.line,
			rule: 'point-unanswered',
			what: `"${section.heading}" does not answer ${id}`,
		}));
	return [
		...entries.flatMap((entry, at) => entryBreaches(entry, meant[at], {ledger, due})),
		...left,
		...findingBreaches(section),
	];
}

function entryBreaches(
	{title, category, withdrawn, why, line}: PointEntry,
	id: string | undefined,
	{ledger, due}: {readonly ledger: Ledger; readonly due: Ledger},
): Breach[] {
	const name = id ?? `"${title}"`;
	const point = ledger.find(one => one.id === id);
	const found: Breach[] = [];
	if (!category && !withdrawn) found.push({line, rule: 'category-missing', what: `${name} has no category`});
	if (category && category !== 'agreed' && countWords(why) < minReasonWords)
		found.push({line, rule: 'reason-missing', what: `${name} is given no reason`});
	if (id !== undefined && !point) found.push({line, rule: 'point-unknown', what: `${id} was never raised`});
	if (point && isSettled(plain(point)) && !due.includes(point))
		found.push({line, rule: 'point-settled', what: `${id} was settled in "${point.in}"`});
	return found;
}

const findingBreaches = (section: Section): Breach[] =>
	findingsIn(section).flatMap(({text, place, mark, line}) => {
		const found: Breach[] = [];
		if (!mark) found.push({line, rule: 'finding-mark', what: `"${text.slice(0, 60)}" has no mark`});
		if (place === undefined || !/:\d/u.test(place))
			found.push({line, rule: 'finding-place', what: `"${text.slice(0, 60)}" names no file and line`});
		return found;
	});

function consensusBreaches(section: Section, before: Section | undefined, ledger: Ledger): Breach[] {
	const found: Breach[] = [];
	const {signature, line, body} = section;
	const why = violationIn({sections: [section]});
	if (why !== undefined) return [{line, rule: 'section-altered', what: why}];
	if (signature?.role === 'B' && !endsInTimeOut(section))
		found.push({
			line: signature.line,
			rule: 'consensus-role',
			what: 'Agent B ends the debate without having waited in vain',
		});
	if (before?.kind === 'opening' && !endsInTimeOut(section))
		found.push({line, rule: 'order', what: 'the consensus follows the opening, without a response'});
	const silent = endsInTimeOut(section)
		? []
		: unresolved(ledger).filter(
				({id, title}) => !new RegExp(String.raw`\b${id}\b`, 'u').test(body) && !body.includes(title),
			);
	for (const {id} of silent)
		found.push({line, rule: 'consensus-incomplete', what: `${id} is not resolved, and the consensus does not name it`});
	return found;
}

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
	if (last?.kind === 'follow-up' && roundsIn(sections) >= maxRounds && last.signature)
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
