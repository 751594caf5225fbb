/** Writes a side's answers as Markdown sections. */
import type {Category} from './category.ts';
import {categories, withoutLabels} from './entries.ts';
import {escapeMarkdown, escapeInline, otherRole, type Role} from './file.ts';
import {type Ledger, type DebatePoint, plain, unresolved} from './points.ts';
import {plural} from '../../languages/wording.ts';
import type {DebateReply, OpeningReply, RaisedPoint} from './answers.ts';
import {coverageWords} from './coverage.ts';
import {evidenceFault, labelOf} from './evidence.ts';
import type {TriedPoint} from './evidence-first.ts';
import {locationFault, type KnownFile} from './subject.ts';
import {
	type Coverage,
	isPartial,
	outcomeOf,
	pointOutcomes,
	severities,
	severityOf,
	type Evidence,
	type PointOutcome,
	verdictOf,
	type JudgedPoint,
} from '../../debate/formats/code-debate.ts';

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
const placeOf = ({place, old}: Pick<DebatePoint, 'place' | 'old'>): string | undefined =>
	place === undefined ? undefined : `\`${place.replaceAll('`', '')}\`${old ? ', old file' : ''}`;

/** Stands where a side raises no point. */
const noPoints = '*No points: nothing in it should be changed.*';

export function openingBody(
	{summary, points}: Pick<OpeningReply, 'summary'> & {readonly points: readonly TriedPoint[]},
	files: readonly KnownFile[],
): string {
	const listed = points.map((point, at) =>
		[
			`### P${at + 1} [${point.severity}]: ${escapeInline(point.title)}${inParentheses(locationText(point, files))}`,
			escapeMarkdown(point.claim),
			...labels(point),
		].join('\n\n'),
	);
	return [escapeMarkdown(summary), ...(listed.length === 0 ? [noPoints] : listed)].join('\n\n');
}

type Labelled = Pick<RaisedPoint, 'resolution'> & {
	readonly evidence?: Evidence | null | undefined;
	/** Why the other side is not asked about it. */
	readonly aside?: string | undefined;
};

/** What shows a point and what should be done, each under its name. */
function labels({evidence, resolution, aside}: Labelled): string[] {
	return [...evidenceText(evidence), ...labelled('Resolution', resolution), ...labelled('Set aside', aside)];
}

function evidenceText(evidence: Labelled['evidence']): string[] {
	const told = evidence?.text.trim() ?? '';
	// One that was sent back and is none still is left out.
	if (!evidence || told === '' || evidenceFault(evidence) !== undefined) return [];
	const label = `*Shown by (${evidence.kind}), ${labelOf(evidence)}:*`;
	if (!told.includes('\n')) return [`${label} ${escapeInline(told)}`];
	const longest = Math.max(2, ...[...told.matchAll(/`+/gu)].map(([run]) => run.length));
	const fence = '`'.repeat(longest + 1);
	const kind = evidence.kind === 'patch' ? 'diff' : '';
	return [`${label}\n\n${escapeMarkdown(`${fence}${kind}\n${told}\n${fence}`)}`];
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
		/** What it says is told though another point says the same: code took them for one. */
		readonly isTold?: true;
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
		same && title && !finding.isTold ? '' : escapeInline(text),
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

// Writes and reads the end of a debate: what is upheld, withdrawn and disputed, and what is to be done.

const depthMark = '**Depth: quick.**';

/** What the consensus of a quick debate says of its depth. */
export const quickTold = (body: string): string | undefined =>
	body
		.split('\n')
		.find(line => line.startsWith(depthMark))
		?.slice(depthMark.length)
		.trim();

type Conclusion = 'consensus' | 'deadlock' | 'time-out';

/** The end of a debate whose file is not as it was written: no point of it can be relied on. */
export const violationBody = (why: string): string =>
	`${outcomeLine('violation', `${why}.`)}\n\nNo verdict follows from this file.`;

/** The line that a consensus of ours begins with. */
const outcomeLine = (conclusion: Conclusion | 'violation', why: string): string => `**Outcome: ${conclusion}.** ${why}`;

/** How a debate ended: the ledger decides, and not what the consensus says of itself. */
export function conclusionOf(body: string, ledger: Ledger): Conclusion {
	const said = /\*\*Outcome: (?<conclusion>consensus|deadlock|time-out)\.\*\*/u.exec(body)?.groups?.['conclusion'];
	if (said === 'time-out' || (said === undefined && /\btim(?:ed?|ing)[ -]?out\b/iu.test(body))) return 'time-out';
	return unresolved(ledger).length === 0 ? 'consensus' : 'deadlock';
}

/**
 * A consensus with the outcome and verdict to which the sections come: one that says another, such as a file of older
 * rules, is told to say so. `progress` is what they come to, as a sentence without its end.
 */
export function consensusTold(
	body: string,
	{ledger, coverage, progress}: {ledger: Ledger; coverage: Coverage | undefined; progress: string},
): string {
	const conclusion = conclusionOf(body, ledger);
	const verdict = verdictOf(ledger.map(judged), coverage);
	return body
		.replace(/^\*\*Outcome: (?<said>consensus|deadlock)\.\*\*[^\n]*/mu, (line, said: string) =>
			said === conclusion || conclusion === 'time-out'
				? line
				: `${outcomeLine(conclusion, `${progress}.`)} *The file itself says “${said}”, which its sections do not bear out.*`,
		)
		.replace(/^\*\*Verdict: (?<said>[a-z ]+)\.\*\*$/mu, (line, said: string) =>
			said === verdict ? line : `**Verdict: ${verdict}.** *The file itself says “${said}”.*`,
		);
}

/**
 * The end of a debate, as its points come to it: what was upheld, withdrawn, stays disputed or was only noted, and
 * what is to be done. `answers` are replies that settle the last points in it.
 */
export function consensusBody({
	conclusion,
	why,
	ledger,
	depth,
	answers,
	coverage,
}: {
	conclusion: Conclusion;
	why: string;
	ledger: Ledger;
	/** What was read of the subject. */
	coverage?: Coverage | undefined;
	/** What a debate that was not full leaves out. */
	depth?: string | undefined;
	answers?: string | undefined;
}): string {
	const of = (outcome: PointOutcome) => ledger.filter(point => outcomeOf(plain(point)) === outcome);
	const list = (title: string, items: readonly string[]): string =>
		items.length === 0 ? '' : `### ${title}\n\n${items.join('\n')}`;
	return [
		outcomeLine(conclusion, why),
		conclusion === 'time-out' ? '' : `**Verdict: ${verdictOf(ledger.map(judged), coverage)}.**`,
		coverage && (isPartial(coverage) || coverage.byRule.files > 0) ? escapeInline(coverageWords(coverage)) : '',
		depth === undefined ? '' : `${depthMark} ${escapeInline(depth)}`,
		tallied(ledger),
		answers ?? '',
		list('Agreed', of('upheld').map(upheld)),
		list(
			'Withdrawn',
			of('withdrawn').map(point => `- ${named(point)}: ${briefly(point.why)}`),
		),
		list(conclusion === 'time-out' ? 'Left open' : 'Disputed', of('disputed').map(dispute)),
		list(
			'Noted',
			of('noted').map(point => `- ${named(point)}: ${briefly(point.why)}`),
		),
		list('Action items', conclusion === 'time-out' ? [] : actions(of('upheld'))),
	]
		.filter(part => part !== '')
		.join('\n\n');
}

const judged = (point: DebatePoint): JudgedPoint => ({
	...plain(point),
	...(point.evidence && {evidence: point.evidence}),
});

/** Only what is upheld is to be acted on, the gravest first; points with the same resolution are one item. */
function actions(agreed: readonly DebatePoint[]): string[] {
	const grave = agreed.toSorted(
		(one, other) => severities.indexOf(severityOf(one)) - severities.indexOf(severityOf(other)),
	);
	const groups = Map.groupBy(grave, ({resolution}) => resolution?.replaceAll(/\s+/gu, ' ').trim() ?? '');
	return [...groups].flatMap(([resolution, points]) => {
		if (resolution === '') return [];
		const places = [...new Set(points.flatMap(point => placeOf(point) ?? []))];
		const ids = points.map(({id}) => id).join(', ');
		return [`- [ ] ${ids}: ${escapeInline(resolution)}${places.length === 0 ? '' : ` (${places.join('; ')})`}`];
	});
}

/** How many points of which weight became what, as sentences. */
function tallied(ledger: Ledger): string {
	const by = Map.groupBy(ledger, point => outcomeOf(plain(point)));
	const told = pointOutcomes.flatMap(outcome => {
		const points = by.get(outcome) ?? [];
		const weights = severities.flatMap(severity => {
			const of = points.filter(point => severityOf(point) === severity).length;
			return of === 0 ? [] : [`${of} ${severity}`];
		});
		return points.length === 0 ? [] : [`${points.length} ${outcome} (${weights.join(', ')})`];
	});
	return told.length === 0 ? '' : `${plural(ledger.length, 'point')}: ${told.join(', ')}.`;
}

const named = (point: DebatePoint): string => {
	const place = placeOf(point);
	return `${point.id}${point.severity ? ` [${point.severity}]` : ''}, ${escapeInline(point.title)}${place === undefined ? '' : ` (${place})`}`;
};

function upheld(point: DebatePoint): string {
	const open = point.unconfirmed || point.confirm !== undefined ? ' (this resolution was not confirmed)' : '';
	return `- ${named(point)}: ${point.resolution === undefined ? briefly(point.why) : escapeInline(point.resolution)}${open}`;
}

function dispute(point: DebatePoint): string {
	const {set, why, before} = point;
	const words: Record<Role, string> = {A: '', B: ''};
	words[set] = briefly(why);
	words[otherRole(set)] = briefly(before);
	const sides = (['A', 'B'] as const).filter(role => words[role] !== '').map(role => `${role}: ${words[role]}`);
	if (point.state === 'open' && sides.length > 0) sides.push('not answered');
	return `- ${named(point)}: ${sides.join(' | ') || 'not answered'}`;
}

/** The first sentence or so of what was said, on one line. */
function briefly(text: string): string {
	const line = escapeInline(
		withoutLabels(text.replaceAll(/^```[\s\S]*?^```/gmu, ''))
			.replaceAll(/^>+\s?/gmu, '')
			.replaceAll(/[#*`]+/gu, ''),
	);
	const sentence = /^.{20,}?[.!?](?=\s|$)/u.exec(line)?.[0] ?? line;
	return sentence.length > 240 ? `${sentence.slice(0, 239)}…` : sentence;
}
