/** What an edit may touch: the blocks of its issues' lines, and nothing that no issue is about. Pure. */
import type {SpecChange, SpecGroup} from '../../../debate/formats/adversarial-spec/events.ts';
import {blocksOf, headingNamed, intentSpans, sectionSpan} from '../document/blocks.ts';
import type {LineSpan} from '../document/lines.ts';
import {scan, type Scanned} from '../document/scan.ts';

/** Where edits of an issue may go: `insertOnly` to put something there, `betweenSections` to put sections there. */
type Bound = {readonly span: LineSpan; readonly may: 'change' | 'insertOnly' | 'betweenSections'};

export type Bounds = {
	/** Why a change goes too far for these issues; undefined if it does not. */
	readonly problemOf: (change: SpecChange, issues: readonly SpecGroup[], insertsOnly: boolean) => string | undefined;
	/** Whether an issue asks for nothing but a change of goals or scope. */
	readonly isAboutIntent: (issue: SpecGroup) => boolean;
};

/** An issue about more lines than this is about the text at large: its edits may insert, and remove nothing. */
const widest = 40;

/** `approved` are the issues for which the author allows goals and scope to change; undefined allows it for all. */
export function boundsOf(text: string, approved: ReadonlySet<string> | undefined): Bounds {
	const scanned = scan(text);
	const blocks = blocksOf(scanned);
	const intent = approved ? intentSpans(scanned) : [];
	const boundsFor = (issue: SpecGroup): Bound[] =>
		issue.raised.map(({issue: {lines, section}}) => boundFor(lines, section));

	function boundFor(lines: LineSpan | undefined, section: string | undefined): Bound {
		if (lines)
			return {
				span: {from: blocks[lines.from - 1]?.from ?? lines.from, to: blocks[lines.to - 1]?.to ?? lines.to},
				may: lines.to - lines.from >= widest ? 'insertOnly' : 'change',
			};
		const heading = section === undefined ? undefined : headingNamed(scanned, section);
		return heading
			? {span: sectionSpan(scanned, heading), may: 'insertOnly'}
			: {span: {from: 1, to: scanned.lines.length}, may: 'betweenSections'};
	}

	/** Blank lines belong to what they part. */
	const reaches = ({from, to}: LineSpan, line: number): boolean => {
		if (line >= from && line <= to) return true;
		const [low, high] = line < from ? [line, from - 1] : [to + 1, line];
		for (let at = low; at <= high; at++) if ((scanned.lines[at - 1] ?? '').trim() !== '') return false;
		return true;
	};

	const endsSection = (line: number): boolean => {
		const next = scanned.lines.findIndex((text, place) => place >= line - 1 && text.trim() !== '');
		return next < 0 || scanned.headings.some(heading => heading.line === next + 1);
	};
	const allows = ({span, may}: Bound, line: number): boolean =>
		may === 'betweenSections' ? endsSection(line) : reaches(span, line);

	return {
		isAboutIntent: issue =>
			!approved?.has(issue.id) &&
			boundsFor(issue).every(({span}) => intent.some(({from, to}) => span.from >= from && span.to <= to)),
		problemOf(change, issues, insertsOnly) {
			const {line, removed} = change;
			const bounds = issues.flatMap(boundsFor);
			if (removed.length === 0) {
				if (!bounds.some(bound => allows(bound, line) || (bound.may !== 'betweenSections' && allows(bound, line - 1))))
					return `line ${line} is not what its issue is about`;
			} else {
				const within = bounds.filter(({may}) => may === 'change' || (insertsOnly && may === 'insertOnly'));
				if (within.length === 0)
					return 'its issue is about something that is missing: it may insert, and remove nothing';
				const far = removed.findIndex((_, place) => !within.some(({span}) => reaches(span, line + place)));
				if (far >= 0) return `it changes line ${line + far}, which none of its issues is about`;
			}
			const lost = lostHeading(scanned, change, issues);
			if (lost !== undefined) return `it removes the heading "${lost}"`;
			return !issues.some(({id}) => approved?.has(id)) && isWithin(intent, change)
				? 'it changes goals or scope, which only the author may'
				: undefined;
		},
	};
}

/** Whether a change touches what stands below these headings; a new section behind one of them does not. */
function isWithin(spans: readonly LineSpan[], {line, removed, added}: SpecChange): boolean {
	const has = (at: number): boolean => spans.some(({from, to}) => at > from && at <= to);
	if (removed.length > 0) return removed.some((_, place) => has(line + place));
	return has(line - 1) && (has(line) || !/^ {0,3}#/u.test(added.find(text => text.trim() !== '') ?? ''));
}

/** A heading that the change takes away although no issue is about that very line. */
function lostHeading(
	{headings}: Scanned,
	{line, removed, added}: SpecChange,
	issues: readonly SpecGroup[],
): string | undefined {
	const kept = new Set(added.map(text => text.trim()));
	return headings.find(
		heading =>
			heading.line >= line &&
			heading.line < line + removed.length &&
			!kept.has((removed[heading.line - line] ?? '').trim()) &&
			!issues.some(({raised}) =>
				raised.some(({issue: {lines}}) => lines?.from === heading.line && lines.to === heading.line),
			),
	)?.title;
}
