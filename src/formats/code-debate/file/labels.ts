/** What a point says of itself in so many words: how grave it is, what shows it, and what is to be done. */
import {PointSeverity, type Evidence} from '../../../debate/formats/code-debate/events.ts';
import {markFences} from './fences.ts';

const words = PointSeverity.options.join('|');
/** `[major]`, `(minor)`, `**blocker**`, or `Severity: note`. */
const severities = new RegExp(
	String.raw`[[(*](?<marked>${words})[\])*:,]|\bseverity\**\s*[:=]\s*\**(?<named>${words})\b`,
	'iu',
);

/** The severity that a text names. */
export function severityIn(text: string): PointSeverity | undefined {
	const found = severities.exec(text)?.groups;
	return PointSeverity.safeParse((found?.['marked'] ?? found?.['named'] ?? '').toLowerCase()).data;
}

/** Removes a severity that a title carries in brackets. */
export const withoutSeverity = (title: string): string =>
	title.replace(new RegExp(String.raw`^\s*[[(](?:${words})[\])]\s*:?\s*`, 'iu'), '');

const resolution = /^[ \t>-]*\**Resolution:?\**:?[ \t]*(?<text>\S.*)$/imu;
const evidence = /^[ \t>-]*\*Shown by \((?<kind>input|command|patch)\):\*[ \t]*(?<text>.*)$/u;
const labelled = /^[ \t>-]*\*(?:Resolution|Shown by(?: \(\w+\))?|Tried|Agreed part|Disputed part):\*/u;

/** What should be done, where a text says so in a line of its own. */
export const resolutionIn = (text: string): string | undefined => resolution.exec(text)?.groups?.['text']?.trim();

/** What shows a point: the text behind the label, or the code block below it. */
export function evidenceIn(text: string): Evidence | undefined {
	const {lines} = markFences(text.split('\n').map(line => line.replace(/^ {2}/u, '')));
	const at = lines.findIndex(line => !line.fenced && evidence.test(line.text));
	const found = evidence.exec(lines[at]?.text ?? '')?.groups;
	const kind = found?.['kind'];
	if (kind !== 'input' && kind !== 'command' && kind !== 'patch') return undefined;
	const told = found?.['text']?.trim() ?? '';
	const shown = told === '' ? blockAfter(lines.slice(at + 1)) : told;
	return shown === '' ? undefined : {kind, text: shown};
}

/** The contents of the first code block, if only blank lines stand before it. */
function blockAfter(lines: readonly {readonly text: string; readonly fenced: boolean}[]): string {
	const start = lines.findIndex(({text}) => text.trim() !== '');
	if (start < 0 || !lines[start]?.fenced) return '';
	const end = lines.findIndex(({fenced}, at) => at > start && !fenced);
	return lines
		.slice(start + 1, (end < 0 ? lines.length : end) - 1)
		.map(({text}) => text)
		.join('\n');
}

/** A text without its labelled lines, and without the code block that shows a point. */
export function withoutLabels(text: string): string {
	const {lines} = markFences(text.split('\n'));
	const kept: string[] = [];
	let shown = false;
	for (const {text: line, fenced} of lines) {
		if (!fenced && labelled.test(line)) shown = /^[ \t>-]*\*Shown by \(\w+\):\*\s*$/u.test(line);
		else if (!shown || (!fenced && line.trim() !== '')) {
			shown = false;
			kept.push(line);
		}
	}
	return kept
		.join('\n')
		.replaceAll(/\n{3,}/gu, '\n\n')
		.trim();
}
