/** A Code Debate as a comment under a pull request, which can be posted as it is. */
import type {DebateState} from '../../../debate/state.ts';
import {plural} from '../../../exports/wording.ts';
import {verdictFor, type Verdict, type VerdictPoint} from './verdict.ts';

/** By this line a comment of ours is found again, to be edited instead of written anew. */
export const commentMark = '<!-- rostrum code-debate -->';

/** GitHub takes 65,536 characters. */
const longest = 60_000;

/**
 * Markdown that a model wrote, for a page that is not ours: code stays code; no HTML, picture or link, and nobody and
 * no issue is mentioned.
 */
function harmless(text: string): string {
	return text
		.split(/(?<code>(?<ticks>`+)[^\n]*?[^`\n]\k<ticks>(?!`))/u)
		.filter((_, at) => at % 3 !== 2)
		.map((part, at) => (at % 2 === 1 ? part : escapeProse(part)))
		.join('');
}

const escapeProse = (text: string): string =>
	text
		.replaceAll('&', '&amp;')
		.replaceAll('<', '&lt;')
		.replaceAll(/[[\]\\|]/gu, String.raw`\$&`)
		.replaceAll(
			/(?<sign>@)(?=[\p{L}\p{N}_-])|(?<hash>#)(?=\d)|(?<scheme>\bhttps?:|\bwww\.)|(?<gh>\bGH-)(?=\d)/giu,
			'$&<!-- -->',
		)
		.replaceAll(
			/^(?<indent>\s*)(?<sign>#{1,6}\s|>|[-*+]\s|\d+[.)]\s|[=-]{2,}\s*$|`{3,}|~{3,})/gmu,
			'$<indent>\\$<sign>',
		);

const oneLine = (text: string): string => harmless(text.replaceAll(/\s+/gu, ' ').trim());

export function comment(state: DebateState): string {
	const verdict = verdictFor(state);
	if (!verdict) return '';
	const of = (outcome: VerdictPoint['outcome']) => verdict.points.filter(point => point.outcome === outcome);
	const [upheld, disputed, withdrawn] = [of('upheld'), of('disputed'), of('withdrawn')];
	const tail = [
		...(disputed.length === 0 ? [] : ['### Disputed', ...disputed.map(pointText)]),
		...(withdrawn.length === 0
			? []
			: [`${plural(withdrawn.length, 'point')} withdrawn: ${withdrawn.map(({title}) => oneLine(title)).join('; ')}.`]),
		`<sub>Two sides debated this, each having reviewed it alone first; “upheld” means that the other side checked and agreed. Rostrum ${verdict.tool.version}.</sub>`,
	];
	return `${fitted([commentMark, headOf(verdict, upheld, disputed), ...tableOf(upheld), ...upheld.map(pointText)], tail)}\n`;
}

function headOf(
	{verdict, subject, reason, outcome}: Verdict,
	upheld: readonly unknown[],
	disputed: readonly unknown[],
): string {
	if (verdict === 'none')
		return `## Review: no verdict\n\nThe debate did not come to its end: ${oneLine(reason ?? outcome)}.`;
	const found = `${upheld.length} upheld, ${disputed.length} disputed`;
	return `## Review: ${verdict}\n\n${oneLine(subject)}: ${found}.`;
}

const where = ({place}: VerdictPoint): string =>
	place
		? `\`${place.file.replaceAll('`', '')}${place.line === undefined ? '' : `:${place.line}`}\`${place.side === 'old' ? ' (before the change)' : ''}`
		: '–';

const tableOf = (points: readonly VerdictPoint[]): string[] =>
	points.length === 0
		? []
		: [
				[
					'| | severity | where | what |',
					'| --- | --- | --- | --- |',
					...points.map(
						point =>
							`| ${point.id} | ${point.severity} | ${where(point).replaceAll('|', String.raw`\|`)} | ${oneLine(point.title)} |`,
					),
				].join('\n'),
			];

function pointText(point: VerdictPoint): string {
	const {id, title, severity, claim, last, evidence, resolution, resolutionConfirmed, outcome} = point;
	const parts = [
		...(claim === undefined ? [] : [harmless(claim)]),
		...(outcome === 'disputed' && last !== undefined ? [`*Last said:* ${harmless(last)}`] : []),
		...(evidence
			? [`*Shown by (${evidence.kind}):*`, fenced(evidence.text, evidence.kind === 'patch' ? 'diff' : '')]
			: []),
		...(resolution === undefined
			? []
			: [`**To do:** ${oneLine(resolution)}${resolutionConfirmed ? '' : ' *(not confirmed by both sides)*'}`]),
	];
	return `<details><summary>${id} (${severity}) ${plainHtml(`${where(point).replaceAll('`', '')}: ${title}`)}</summary>\n\n${parts.join('\n\n')}\n\n</details>`;
}

const plainHtml = (text: string): string =>
	text
		.replaceAll('&', '&amp;')
		.replaceAll('<', '&lt;')
		.replaceAll(/@(?=\w)|#(?=\d)/gu, '$&<!-- -->');

function fenced(text: string, kind: string): string {
	const runs = [...text.matchAll(/`+/gu)].map(([run]) => run.length);
	const fence = '`'.repeat(Math.max(2, ...runs) + 1);
	return `${fence}${kind}\n${text}\n${fence}`;
}

/** As many whole blocks as a comment takes; what is left out is said. */
function fitted(head: readonly string[], tail: readonly string[]): string {
	const blocks = [...head, ...tail];
	const kept: string[] = [];
	let room = longest;
	for (const block of blocks) {
		room -= block.length + 2;
		if (room < 0) break;
		kept.push(block);
	}
	const left = blocks.length - kept.length;
	return [...kept, ...(left === 0 ? [] : [`*${plural(left, 'part')} more: too long for a comment.*`])].join('\n\n');
}
