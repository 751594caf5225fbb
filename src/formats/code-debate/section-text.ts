/** Writes a side's answers as Markdown sections. */
import {categories, type Category} from './file/entries.ts';
import {escapeMarkdown, escapeInline} from './file/escape-markdown.ts';
import type {Ledger, DebatePoint} from './file/points.ts';
import type {DebateReply, OpeningReply, RaisedPoint} from './answers.ts';
import {locationFault, type KnownFile} from './subject/subject.ts';

const categoryOf: Readonly<Record<DebateReply['points'][number]['category'], Category>> = {
	agreed: 'agreed',
	partially_agreed: 'partly',
	disagreed: 'disagreed',
};

type SourceLocation = Pick<RaisedPoint, 'file' | 'line' | 'side'>;

/** `src/retry.ts:42`, marked if it is in the old file, or not in the subject. */
function locationText({file, line, side}: SourceLocation, files: readonly KnownFile[]): string | undefined {
	if (!file) return undefined;
	const place = `\`${escapeInline(file).replaceAll('`', '')}${line ? `:${line}` : ''}\`${side === 'old' ? ', old file' : ''}`;
	return locationFault(files, file, line) === undefined ? place : `${place}, which is not in the subject`;
}

const inParentheses = (place: string | undefined): string => (place === undefined ? '' : ` (${place})`);

/** The place of a point as its heading names it. */
export const placeOf = ({place, old}: Pick<DebatePoint, 'place' | 'old'>): string | undefined =>
	place === undefined ? undefined : `\`${place.replaceAll('`', '')}\`${old ? ', old file' : ''}`;

/** Stands where a side raises no point. */
const noPoints = '*No points: nothing in it should be changed.*';

export function openingBody({summary, points}: OpeningReply, files: readonly KnownFile[]): string {
	const listed = points.map((point, at) =>
		[
			`### P${at + 1} [${point.severity}]: ${escapeInline(point.title)}${inParentheses(locationText(point, files))}`,
			escapeMarkdown(point.claim),
			...labels(point),
		].join('\n\n'),
	);
	return [escapeMarkdown(summary), ...(listed.length === 0 ? [noPoints] : listed)].join('\n\n');
}

type Labelled = Pick<RaisedPoint, 'evidence' | 'resolution'>;

/** What shows a point and what should be done, each under its name. */
function labels({evidence, resolution}: Labelled): string[] {
	return [...evidenceText(evidence), ...labelled('Resolution', resolution)];
}

function evidenceText(evidence: Labelled['evidence']): string[] {
	const told = evidence?.text.trim() ?? '';
	if (!evidence || told === '') return [];
	if (!told.includes('\n')) return [`*Shown by (${evidence.kind}):* ${escapeInline(told)}`];
	const longest = Math.max(2, ...[...told.matchAll(/`+/gu)].map(([run]) => run.length));
	const fence = '`'.repeat(longest + 1);
	const kind = evidence.kind === 'patch' ? 'diff' : '';
	return [`*Shown by (${evidence.kind}):*\n\n${escapeMarkdown(`${fence}${kind}\n${told}\n${fence}`)}`];
}

const labelled = (label: string, text: string | null | undefined): string[] =>
	text?.trim() ? [`*${label}:* ${escapeInline(text)}`] : [];

/** A finding as a reply has it; `point` is that of the other side which it repeats or rejects. */
export type ListedFinding = SourceLocation &
	Labelled & {
		readonly title?: string | null | undefined;
		readonly severity?: RaisedPoint['severity'] | null | undefined;
		readonly text: string;
		readonly mark: NonNullable<DebateReply['findings']>[number]['mark'];
		readonly point?: string | null | undefined;
	};

/** A response, a follow-up, or the last answers inside a consensus. New findings are numbered on from the ledger. */
export function replyBody(
	points: DebateReply['points'],
	findings: readonly ListedFinding[],
	ledger: Ledger,
	files: readonly KnownFile[],
): string {
	const answers = points.map(reply =>
		answer(
			reply,
			ledger.find(({id}) => id === reply.id),
		),
	);
	if (findings.length === 0) return answers.join('\n\n');
	let next = Math.max(0, ...ledger.map(({id}) => Number(id.slice(1))));
	const items = findings.map(finding => item(finding, finding.mark === 'new finding' ? `**P${++next}** ` : '', files));
	return [...answers, `### Independent findings\n\n${items.join('\n')}`].join('\n\n');
}

function item(finding: ListedFinding, id: string, files: readonly KnownFile[]): string {
	const {title, severity, text, mark, point} = finding;
	const place = locationText(finding, files);
	const same = mark !== 'new finding';
	const head = [
		id + (severity && !same ? `[${severity}] ` : '') + (place === undefined ? '' : `${place} — `),
		title ? `**${escapeInline(title).replaceAll('*', '').replace(/[.:]$/u, '')}.** ` : '',
		same && title ? '' : escapeInline(text),
	].join('');
	const below = same ? [] : labels(finding).map(label => `\n  ${label.replaceAll('\n', '\n  ')}`);
	return `- ${head.trimEnd()} — *${mark}*${point && same ? ` (${escapeInline(point)})` : ''}${below.join('')}`;
}

function answer(reply: DebateReply['points'][number], point: DebatePoint | undefined): string {
	const category = categoryOf[reply.category];
	const withdrawn = reply.withdrawn ? ', withdrawn' : '';
	const head = `### ${reply.id} — **${categories[category]}**${withdrawn}${point ? `: ${escapeInline(point.title)}` : ''}${inParentheses(point && placeOf(point))}`;
	const parts =
		category === 'partly'
			? [...labelled('Agreed part', reply.agreed_part), ...labelled('Disputed part', reply.disputed_part)]
			: [];
	const severity = reply.severity && reply.severity !== point?.severity ? [`Severity: ${reply.severity}`] : [];
	return [
		head,
		...severity,
		...(category === 'agreed' ? labelled('Tried', reply.tried) : []),
		...[escapeMarkdown(reply.why)].filter(why => why !== ''),
		...parts,
		...labels(reply),
	].join('\n\n');
}
