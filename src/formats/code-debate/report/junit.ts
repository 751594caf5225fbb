/** A Code Debate as a JUnit report: a case a point, failed where it is upheld, skipped where it stays disputed. */
import {isAtLeast} from '../../../debate/formats/code-debate/state.ts';
import type {DebateState} from '../../../debate/state.ts';
import {escapeMarkup} from '../../../debate/text/escape-markup.ts';
import {verdictFor, type Verdict, type VerdictPoint} from './verdict.ts';

/** In an attribute, a reader would make a space of a line feed that is written as it is. */
const escapeXml = (text: string): string => escapeMarkup(text).replaceAll('\n', '&#10;');

export function junit(state: DebateState): string {
	const verdict = verdictFor(state);
	if (!verdict) return '';
	const ended = verdict.verdict !== 'none';
	const cases = ended ? casesOf(verdict) : [caseOf('debate', 'came to a verdict', errorOf(verdict))];
	const count = (mark: string): number => cases.filter(text => text.includes(`<${mark}`)).length;
	const figures = `tests="${cases.length}" failures="${count('failure')}" errors="${count('error')}" skipped="${count('skipped')}"`;
	return [
		'<?xml version="1.0" encoding="UTF-8"?>',
		`<testsuites ${figures}>`,
		`<testsuite name="${escapeXml(`rostrum code-debate: ${verdict.subject}`)}" ${figures}>`,
		...cases,
		'</testsuite>',
		'</testsuites>',
		'',
	].join('\n');
}

const casesOf = ({points, failed}: Verdict): string[] =>
	points.length === 0
		? [caseOf('change', 'nothing should be changed', '')]
		: points.map(point =>
				caseOf(
					point.place?.file ?? 'change',
					`${point.id} ${point.title}`,
					bodyOf(point, failed?.failOn ?? 'minor'),
					point.place?.line,
				),
			);

const caseOf = (group: string, name: string, body: string, line?: number): string =>
	`<testcase classname="${escapeXml(group)}" name="${escapeXml(name)}"${line === undefined ? '' : ` file="${escapeXml(group)}" line="${line}"`}>${body}</testcase>`;

/** A note, or whatever is below the threshold, fails nothing. */
function bodyOf(
	{outcome, severity, title, claim = '', resolution, changedIn}: VerdictPoint,
	least: VerdictPoint['severity'],
): string {
	if (outcome === 'withdrawn') return '';
	if (outcome === 'disputed') return `<skipped message="${escapeXml(`disputed (${severity}) in ${changedIn}`)}"/>`;
	const told = [claim, ...(resolution === undefined ? [] : [`To do: ${resolution}`])].join('\n\n');
	return isAtLeast(severity, least)
		? `<failure type="${severity}" message="${escapeXml(title)}">${escapeXml(told)}</failure>`
		: `<system-out>${escapeXml(told)}</system-out>`;
}

const errorOf = ({outcome, reason = outcome}: Verdict): string => `<error message="${escapeXml(reason)}"/>`;
