/** Writes a side's answers as Markdown sections. */
import {categories, type Category} from './file/entries.ts';
import {escapeMarkdown, escapeInline} from './file/escape-markdown.ts';
import {unresolved, type Ledger, type DebatePoint} from './file/points.ts';
import type {ClosingReply, DebateReply, OpeningReply} from './answers.ts';
import {otherRole, type Role} from './file/signature.ts';
import {locationFault, type KnownFile} from './subject/subject.ts';

const categoryOf: Readonly<Record<DebateReply['points'][number]['category'], Category>> = {
	agreed: 'agreed',
	partially_agreed: 'partly',
	disagreed: 'disagreed',
};

type SourceLocation = {readonly file?: string | null | undefined; readonly line?: number | null | undefined};

/** `src/retry.ts:42`, marked if it is not in the subject. */
function locationText({file, line}: SourceLocation, files: readonly KnownFile[]): string | undefined {
	if (!file) return undefined;
	const place = `\`${escapeInline(file).replaceAll('`', '')}${line ? `:${line}` : ''}\``;
	return locationFault(files, file, line) === undefined ? place : `${place}, which is not in the subject`;
}

const inParentheses = (place: string | undefined): string => (place === undefined ? '' : ` (${place})`);

export function openingBody({summary, points}: OpeningReply, files: readonly KnownFile[]): string {
	const listed = points.map(
		(point, at) =>
			`### P${at + 1}: ${escapeInline(point.title)}${inParentheses(locationText(point, files))}\n\n${escapeMarkdown(point.claim)}`,
	);
	return [escapeMarkdown(summary), ...listed].join('\n\n');
}

/** A response, a follow-up, or the last answers inside a consensus. New findings are numbered on from the ledger. */
export function replyBody({points, findings}: DebateReply, ledger: Ledger, files: readonly KnownFile[]): string {
	const answers = points.map(reply =>
		answer(
			reply,
			ledger.find(({id}) => id === reply.id),
			files,
		),
	);
	const found = findings ?? [];
	if (found.length === 0) return answers.join('\n\n');
	let next = Math.max(0, ...ledger.map(({id}) => Number(id.slice(1))));
	const items = found.map(finding => {
		const id = finding.mark === 'new finding' ? `**P${++next}** ` : '';
		const place = locationText(finding, files);
		return `- ${id}${place === undefined ? '' : `${place} — `}${escapeInline(finding.text)} — *${finding.mark}*${finding.point && finding.mark !== 'new finding' ? ` (${escapeInline(finding.point)})` : ''}`;
	});
	return [...answers, `### Independent findings\n\n${items.join('\n')}`].join('\n\n');
}

function answer(
	reply: DebateReply['points'][number],
	point: DebatePoint | undefined,
	files: readonly KnownFile[],
): string {
	const category = categoryOf[reply.category];
	const place = reply.file ? locationText(reply, files) : point?.place && `\`${point.place.replaceAll('`', '')}\``;
	const head = `### ${reply.id} — **${categories[category]}**${point ? `: ${escapeInline(point.title)}` : ''}${inParentheses(place || undefined)}`;
	const parts =
		category === 'partly'
			? [labelled('Agreed part', reply.agreed_part), labelled('Disputed part', reply.disputed_part)]
			: [];
	return [head, ...parts, escapeMarkdown(reply.why)].filter(part => part !== '').join('\n\n');
}

const labelled = (label: string, text: string | null | undefined): string =>
	text ? `*${label}:* ${escapeInline(text)}` : '';

export type Conclusion = 'consensus' | 'deadlock' | 'time-out';

/** The line that a consensus of ours begins with. */
const outcomeLine = (conclusion: Conclusion, why: string): string => `**Outcome: ${conclusion}.** ${why}`;

/** Reads the outcome line, or infers the outcome from free text. */
export function conclusionOf(body: string, ledger: Ledger): Conclusion {
	const said = /\*\*Outcome: (?<conclusion>consensus|deadlock|time-out)\.\*\*/u.exec(body)?.groups?.['conclusion'];
	if (said === 'consensus' || said === 'deadlock' || said === 'time-out') return said;
	if (/\btim(?:ed?|ing)[ -]?out\b/iu.test(body)) return 'time-out';
	return unresolved(ledger).length > 0 && /\b(?:disagreements?|disputed|unresolved|deadlock)\b/iu.test(body)
		? 'deadlock'
		: 'consensus';
}

/**
 * The end of a debate: what was agreed, what stays disputed, what is to be done. `answers` are replies that settle the
 * last points in it.
 */
export function consensusBody({
	conclusion,
	why,
	ledger,
	closing,
	answers,
}: {
	conclusion: Conclusion;
	why: string;
	ledger: Ledger;
	closing?: ClosingReply | undefined;
	answers?: string | undefined;
}): string {
	const agreed = ledger.filter(({state}) => state === 'agreed');
	const left = unresolved(ledger);
	const list = (title: string, items: readonly string[]): string =>
		items.length === 0 ? '' : `### ${title}\n\n${items.join('\n')}`;
	const actions =
		closing?.actions.map(
			({point, action}) => `- [ ] ${point ? `${escapeInline(point)}: ` : ''}${escapeInline(action)}`,
		) ?? [];
	return [
		outcomeLine(conclusion, why),
		closing ? escapeMarkdown(closing.summary) : '',
		answers ?? '',
		list(
			'Agreed',
			agreed.map(point => `- ${named(point)}: ${briefly(point.why)}`),
		),
		list(conclusion === 'time-out' ? 'Left open' : 'Disputed', left.map(dispute)),
		list('Action items', actions),
	]
		.filter(part => part !== '')
		.join('\n\n');
}

const named = ({id, title, place}: DebatePoint): string =>
	`${id}, ${escapeInline(title)}${place === undefined ? '' : ` (\`${place.replaceAll('`', '')}\`)`}`;

function dispute(point: DebatePoint): string {
	const {set, why, before} = point;
	const words: Record<Role, string> = {A: '', B: ''};
	words[set] = briefly(why);
	words[otherRole(set)] = briefly(before);
	const sides = (['A', 'B'] as const).filter(role => words[role] !== '').map(role => `${role}: ${words[role]}`);
	return `- ${named(point)}: ${sides.join(' | ') || 'not answered'}`;
}

/** The first sentence or so of what was said, on one line. */
function briefly(text: string): string {
	const line = escapeInline(
		text
			.replaceAll(/^```[\s\S]*?^```/gmu, '')
			.replaceAll(/^\*(?:Agreed|Disputed) part:\*.*$/gmu, '')
			.replaceAll(/^>+\s?/gmu, '')
			.replaceAll(/[#*`]+/gu, ''),
	);
	const sentence = /^.{20,}?[.!?](?=\s|$)/u.exec(line)?.[0] ?? line;
	return sentence.length > 240 ? `${sentence.slice(0, 239)}…` : sentence;
}
