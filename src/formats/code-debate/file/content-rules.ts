/** Content rules: categories, reasons, marks, and a complete consensus. */
import {findingsIn, replyEntries, type PointEntry} from './entries.ts';
import type {DebateFile, Section} from './file.ts';
import {isSettled} from '../../../debate/formats/code-debate/state.ts';
import {matchEntries} from './match-entries.ts';
import {plain, pointsToAnswer, roleOf, unresolved, withSection, type Ledger} from './points.ts';
import type {Breach} from './rulebook.ts';

/** Fewer words do not count as a reason. */
export const minReasonWords = 4;

export const countWords = (text: string): number => text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;

/** How a consensus of ours, or one that somebody wrote freely, tells that it ends in waiting. */
const endsInTimeOut = ({body}: Section): boolean => /\btim(?:ed?|ing)[ -]?out\b/iu.test(body);

export function contentBreaches({sections}: DebateFile): Breach[] {
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
	{title, category, why, line}: PointEntry,
	id: string | undefined,
	{ledger, due}: {readonly ledger: Ledger; readonly due: Ledger},
): Breach[] {
	const name = id ?? `"${title}"`;
	const point = ledger.find(one => one.id === id);
	const found: Breach[] = [];
	if (!category) found.push({line, rule: 'category-missing', what: `${name} has no category`});
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
