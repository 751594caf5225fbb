/** Reports of a Code Debate: its verdict as JSON, SARIF, JUnit, workflow annotations and a comment. */
import {z} from 'zod';
import {
	Evidence,
	PointSeverity,
	type SectionEvent,
	outcomeOf,
	severities,
	severityOf,
	weightOf,
	type LedgerPoint,
	isAtLeast,
	pointsOver,
	verdictOf,
	verdicts,
} from '../../debate/formats/code-debate.ts';
import type {DebateState} from '../../debate/state.ts';
import type {FormatExport} from '../contract.ts';
import {debatedCode, type CodeFile} from './debated-code.ts';
import {referencesOf, standingInWords} from '../../debate/views/citations.ts';
import {codeDebateOf} from './view.ts';
import {escapeMarkup} from '../../debate/text/intake.ts';
import {disclosure} from '../../exports/episode.ts';
import {evidenceCell, evidenceLabel} from './evidence.ts';
import {isHiddenPoint} from './hidden-points.ts';
import {namedSubject, plural} from '../../languages/wording.ts';

const Role = z.enum(['A', 'B']);

const Place = z
	.strictObject({
		file: z.string().describe('Path in the repository, with slashes.'),
		line: z.int().positive().optional(),
		endLine: z.int().positive().optional(),
		side: z.enum(['new', 'old']).describe('Whether the lines are counted after or before the change.'),
	})
	.describe('Where the point is found.');

const VerdictPoint = z.strictObject({
	id: z.string(),
	title: z.string(),
	severity: PointSeverity.describe('Counts as major where nobody gave one.'),
	countsAs: PointSeverity.optional().describe('A severity lower, where what shows it was run and does not hold.'),
	outcome: z
		.enum(['upheld', 'withdrawn', 'disputed'])
		.describe('upheld: the other side agreed after its last change. Only these are to be acted on.'),
	state: z.enum(['open', 'agreed', 'partly', 'disagreed']).describe('As the other side has last answered it.'),
	by: Role.describe('Who raised it.'),
	place: Place.optional(),
	claim: z.string().optional().describe('As it was raised.'),
	last: z.string().optional().describe('What was said of it last.'),
	evidence: Evidence.extend({
		ran: z
			.enum(['holds', 'does not hold', 'claimed'])
			.describe('What came of it where code has run it; claimed where nobody has.'),
	}).optional(),
	resolution: z.string().optional().describe('What should be done, in a sentence.'),
	resolutionConfirmed: z
		.boolean()
		.optional()
		.describe('False where one side changed it and the other has not said yes.'),
	changedIn: z.string().describe('The section that set its state.'),
	course: z.array(z.strictObject({section: z.string(), by: Role, state: z.string()})),
});
export type VerdictPoint = z.infer<typeof VerdictPoint>;

const QuotedCode = z.strictObject({
	by: Role,
	section: z.string().describe('The section that quotes.'),
	quote: z.string(),
	standing: z
		.enum(['verified', 'misplaced', 'altered', 'absent', 'unseen', 'translated'])
		.describe(
			'What code found: misplaced words stand in another place than the one named, unseen ones in no such file.',
		),
	inWords: z.string().describe('The same in words, with what differs.'),
	file: z.string().optional().describe('The file in which the words stand, or the one that was named.'),
	lines: z.string().optional().describe('The lines of the passage, such as "lines 40–58".'),
});

export const Verdict = z.strictObject({
	version: z.literal(1),
	tool: z.strictObject({name: z.literal('rostrum'), version: z.string()}),
	debate: z.string().describe('The debate’s id.'),
	subject: z.string(),
	commit: z.string().optional().describe('The commit that was looked at, by its whole hash.'),
	base: z.string().optional().describe('The commit that it was compared with; of a pull request, its base branch.'),
	outcome: z.string().describe('consensus, deadlock, failed, stopped or budget; unfinished where it has not ended.'),
	reason: z.string().optional(),
	note: z.string().optional().describe('Who here is a person and who is not.'),
	verdict: z
		.enum([...verdicts, 'none'])
		.describe('none: the debate did not come to its end. undecided: a blocker or major point stays disputed.'),
	failed: z
		.strictObject({
			failOn: PointSeverity.optional(),
			failOnShown: z.boolean().optional(),
			failOnDisputed: z.boolean(),
			points: z.array(z.string()),
		})
		.optional()
		.describe('Only with --fail-on, --fail-on-shown or --fail-on-disputed: the points that meet it.'),
	points: z.array(VerdictPoint),
	quotations: z
		.array(QuotedCode)
		.optional()
		.describe('Code that was quoted with its place, held against the files; left out where there is none.'),
});
export type Verdict = z.infer<typeof Verdict>;

const Gate = z
	.object({
		failOn: PointSeverity.optional(),
		failOnShown: z.boolean().optional(),
		failOnDisputed: z.boolean().optional(),
	})
	.catch({});

/** Undefined for debates of other formats. */
export function verdictFor(state: DebateState): Verdict | undefined {
	const debate = codeDebateOf(state);
	if (!debate || !state.start) return undefined;
	const {start, outcome, reason, formats} = state;
	const note = disclosure(state);
	const gate = Gate.parse(start.config);
	const concluded = outcome === 'consensus' || outcome === 'deadlock';
	const quotations = quotationsIn(state);
	return {
		version: 1,
		tool: {name: 'rostrum', version: start.app.version},
		debate: start.debateId,
		subject: namedSubject(start.subject),
		...(start.subject.commit !== undefined && {commit: start.subject.commit}),
		...(start.subject.base !== undefined && {base: start.subject.base}),
		outcome: outcome ?? 'unfinished',
		...(reason !== undefined && {reason}),
		...(note !== '' && {note}),
		verdict: concluded ? verdictOf(debate.ledger) : 'none',
		...((gate.failOn !== undefined || gate.failOnShown || gate.failOnDisputed) && {
			failed: {
				...(gate.failOn && {failOn: gate.failOn}),
				...(gate.failOnShown && {failOnShown: true}),
				failOnDisputed: gate.failOnDisputed ?? false,
				points: pointsOver(debate.ledger, gate).map(({id}) => id),
			},
		}),
		points: debate.ledger
			.map(point => pointOf(point, formats.codeDebate.sections))
			.toSorted((one, other) => severities.indexOf(one.severity) - severities.indexOf(other.severity)),
		...(quotations.length > 0 && {quotations}),
	};
}

function quotationsIn(state: DebateState): NonNullable<Verdict['quotations']> {
	const {sections} = state.formats.codeDebate;
	return referencesOf(state).flatMap(({turn, citation, passage, document}) => {
		const section = sections.find(({turnId}) => turnId === turn.id);
		const standing = QuotedCode.shape.standing.safeParse(citation.standing).data;
		if (!section || citation.quote === null || !standing) return [];
		return [
			{
				by: section.role,
				section: section.heading,
				quote: citation.quote,
				standing,
				inWords: standingInWords(citation),
				...(document && {file: document.name}),
				...(passage && {lines: passage.place}),
			},
		];
	});
}

function pointOf(point: LedgerPoint, sections: readonly SectionEvent[]): VerdictPoint {
	const {id, title, by, state, why, evidence, resolution, unconfirmed, history} = point;
	const claim = sections.flatMap(({points}) => points).find(raised => raised.id === id)?.why;
	const place = placeOf(point);
	const outcome = outcomeOf(point);
	return {
		id,
		title,
		severity: severityOf(point),
		...(weightOf(point) !== severityOf(point) && outcome !== 'withdrawn' && {countsAs: weightOf(point)}),
		outcome,
		state,
		by,
		...(place && {place}),
		...(claim !== undefined && {claim}),
		...(why !== undefined && history.length > 1 && {last: why}),
		...(evidence && {evidence: {...evidence, ran: evidence.ran ?? 'claimed'}}),
		...(resolution !== undefined && {resolution, resolutionConfirmed: !unconfirmed}),
		changedIn: history.at(-1)?.heading ?? '',
		course: history.map(({heading, role, state: was, withdrawn}) => ({
			section: heading,
			by: role,
			state: withdrawn ? 'withdrawn' : was,
		})),
	};
}

/** How grave it is to those who act on it, and in words. */
const weightIn = ({severity, countsAs = severity}: VerdictPoint): PointSeverity => countsAs;
const gravity = ({severity, countsAs}: VerdictPoint): string =>
	countsAs === undefined ? severity : `${severity}, counts as ${countsAs}`;

/** What shows it, for reports that have no room for all of it. */
const evidenceLine = ({evidence}: VerdictPoint): string[] => (evidence ? [`${evidenceLabel(evidence)}.`] : []);

function placeOf({place, old}: LedgerPoint): VerdictPoint['place'] {
	if (place === undefined) return undefined;
	const {file = place, line, end} = /^(?<file>.*?):(?<line>\d+)(?:[-–](?<end>\d+))?$/u.exec(place)?.groups ?? {};
	const from = Number(line ?? 0);
	const to = Number(end ?? 0);
	return {
		file: file.replaceAll('\\', '/').replace(/^\.\//u, ''),
		...(from > 0 && {line: from}),
		...(to > from && from > 0 && {endLine: to}),
		side: old ? 'old' : 'new',
	};
}

/**
 * Where a point is shown by a program that shows none without a place, or without a line of the new files: at its own,
 * else at its file's first line, else at the beginning of the change. `told` says what such a place cannot.
 */
type ShownPlace = {
	readonly file: string;
	readonly line: number;
	readonly endLine?: number | undefined;
	readonly told: string;
};

function shownPlace({place}: VerdictPoint, files: readonly CodeFile[] | undefined): ShownPlace | undefined {
	const there = files?.filter(({lines}) => lines.some(({sign}) => sign !== '-'));
	const [first] = there ?? [];
	if (!place) return first && {file: first.path, line: 1, told: 'This is about the change as a whole.'};
	const {file, line, endLine, side} = place;
	if (side === 'new' && (!there || isAmong(there, file))) return {file, line: line ?? 1, endLine, told: ''};
	const before = `This is about \`${file}${line === undefined ? '' : `:${line}`}\` as it was before the change.`;
	return isAmong(there ?? [], file) || !first
		? {file, line: 1, told: before}
		: {file: first.path, line: 1, told: before};
}

const isAmong = (files: readonly CodeFile[], file: string): boolean =>
	files.some(({path}) => path === file || path.endsWith(`/${file}`));

/** As a file. */
export const verdictJson = (state: DebateState): string => {
	const verdict = verdictFor(state);
	return verdict ? `${JSON.stringify(verdict, undefined, '\t')}\n` : '';
};

// A Code Debate as GitHub workflow commands: printed in a job, they stand at their lines of the change.

/** Line ends would begin a command of their own. */
const escapeData = (text: string): string =>
	text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
const escapeProperty = (text: string): string => escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

const kinds = {blocker: 'error', major: 'error', minor: 'warning', note: 'notice'} as const;

export function annotations(state: DebateState): string {
	const verdict = verdictFor(state);
	if (!verdict) return '';
	const files = filesOf(state);
	const lines = verdict.points
		.filter(({outcome}) => outcome !== 'withdrawn')
		.map(point => lineOf(point, shownPlace(point, files)));
	const trouble =
		verdict.verdict === 'none'
			? [
					`::error title=Rostrum::${escapeData(`The debate ended without a verdict: ${verdict.reason ?? verdict.outcome}`)}`,
				]
			: [];
	// Who spoke is told where it marks no line of anybody’s change.
	const note = verdict.note === undefined ? [] : [`::debug::${escapeData(verdict.note)}`];
	return [...trouble, ...lines, ...note].map(line => `${line}\n`).join('');
}

function lineOf(point: VerdictPoint, place: ShownPlace | undefined): string {
	const {id, title, outcome, claim, resolution} = point;
	const upheld = outcome === 'upheld';
	const properties = [
		...(place
			? ([
					['file', place.file],
					['line', String(place.line)],
				] as const)
			: []),
		...(place?.endLine === undefined ? [] : [['endLine', String(place.endLine)] as const]),
		['title', `${id} ${upheld ? gravity(point) : `disputed (${gravity(point)})`}: ${title}`] as const,
	];
	const told = [
		claim ?? title,
		...evidenceLine(point),
		...(resolution === undefined ? [] : [`To do: ${resolution}`]),
		...(place && place.told !== '' ? [place.told] : []),
	].join('\n\n');
	return `::${upheld ? kinds[weightIn(point)] : 'notice'} ${properties.map(([name, value]) => `${name}=${escapeProperty(value)}`).join(',')}::${escapeData(told)}`;
}

// A Code Debate as a JUnit report: a case a point, failed where it is upheld or meets the threshold, skipped where it
// stays disputed.

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
		...propertiesOf(verdict),
		...cases,
		'</testsuite>',
		'</testsuites>',
		'',
	].join('\n');
}

const propertiesOf = (verdict: Verdict): string[] => {
	const known = Object.entries({...revisionsIn(verdict), ...noteIn(verdict)});
	const each = known.map(([name, value]) => `<property name="${name}" value="${escapeXml(value)}"/>`);
	return each.length === 0 ? [] : ['<properties>', ...each, '</properties>'];
};

const casesOf = ({points, failed}: Verdict): string[] =>
	points.length === 0
		? [caseOf('change', 'nothing should be changed', '')]
		: points.map(point =>
				caseOf(
					point.place?.file ?? 'change',
					`${point.id} ${point.title}`,
					bodyOf(point, isFailure(point, failed)),
					point.place,
				),
			);

/** A line of the old file is none of the file that a reader opens. */
function caseOf(group: string, name: string, body: string, place?: VerdictPoint['place']): string {
	const line = place?.side === 'new' && place.line !== undefined ? ` line="${place.line}"` : '';
	const file = place === undefined ? '' : ` file="${escapeXml(place.file)}"${line}`;
	return `<testcase classname="${escapeXml(group)}" name="${escapeXml(name)}"${file}>${body}</testcase>`;
}

/** Whatever meets the threshold; where none is asked for, what is upheld and more than a note. */
const isFailure = (point: VerdictPoint, failed: Verdict['failed']): boolean =>
	failed?.points.includes(point.id) === true ||
	(point.outcome === 'upheld' && !failed?.failOnShown && isAtLeast(weightIn(point), failed?.failOn ?? 'minor'));

function bodyOf(point: VerdictPoint, isFailed: boolean): string {
	const {outcome, title, claim, last, resolution, changedIn} = point;
	const isDisputed = outcome === 'disputed';
	const standing = `disputed (${gravity(point)}) in ${changedIn}`;
	if (outcome === 'withdrawn') return '';
	if (isDisputed && !isFailed) return `<skipped message="${escapeXml(standing)}"/>`;
	const told = [
		...(claim === undefined ? [] : [claim]),
		...(isDisputed && last !== undefined ? [`Last said: ${last}`] : []),
		...evidenceLine(point),
		...(resolution === undefined ? [] : [`To do: ${resolution}`]),
	];
	const text = escapeXml(told.join('\n\n'));
	return isFailed
		? `<failure type="${gravity(point)}" message="${escapeXml(isDisputed ? `${title}: ${standing}` : title)}">${text}</failure>`
		: `<system-out>${text}</system-out>`;
}

const errorOf = ({outcome, reason = outcome}: Verdict): string => `<error message="${escapeXml(reason)}"/>`;

// A Code Debate as SARIF 2.1.0: a result for each upheld point, and for each that stays disputed.

const schema = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';

const rules = [
	{
		id: 'upheld',
		name: 'UpheldPoint',
		shortDescription: {text: 'Both sides of the debate hold that this should be changed.'},
		fullDescription: {
			text: 'One side raised it, the other examined it, and both came to hold that it should be changed.',
		},
		help: {text: 'What is to be done stands at the end of the message; the debate itself is in DEBATE.md.'},
	},
	{
		id: 'disputed',
		name: 'DisputedPoint',
		shortDescription: {text: 'The two sides of the debate did not agree on this.'},
		fullDescription: {text: 'One side holds that this should be changed, the other that it should not, to the end.'},
		help: {text: 'Read both sides in DEBATE.md, and decide.'},
		defaultConfiguration: {level: 'note'},
	},
	{
		id: 'hidden-character',
		name: 'HiddenCharacter',
		shortDescription: {text: 'The code holds a character that a reader does not see, or takes for another one.'},
	},
];

const levels = {blocker: 'error', major: 'error', minor: 'warning', note: 'note'} as const;

export function sarif(state: DebateState): string {
	const verdict = verdictFor(state);
	if (!verdict) return '';
	const files = filesOf(state);
	const shown = verdict.points
		.filter(({outcome}) => outcome !== 'withdrawn')
		.map(point => ({point, place: shownPlace(point, files)}));
	const results = shown.flatMap(({point, place}) => (place ? [resultOf(point, place)] : []));
	const untold = shown.flatMap(({point, place}) => (place ? [] : [point]));
	const run = {
		tool: {driver: {name: 'Rostrum', version: verdict.tool.version, rules}},
		automationDetails: {id: 'rostrum/code-debate/'},
		columnKind: 'utf16CodeUnits',
		invocations: [invocationOf(verdict, untold)],
		results,
		properties: {
			debate: verdict.debate,
			outcome: verdict.outcome,
			verdict: verdict.verdict,
			...revisionsIn(verdict),
			...noteIn(verdict),
		},
	};
	return `${JSON.stringify({$schema: schema, version: '2.1.0', runs: [run]}, undefined, '\t')}\n`;
}

/** A file of results with one that has no place is refused whole: such a point is told in a notification. */
const invocationOf = ({outcome, verdict, reason}: Verdict, untold: readonly VerdictPoint[]) => ({
	executionSuccessful: verdict !== 'none',
	...((verdict === 'none' || untold.length > 0) && {
		toolExecutionNotifications: [
			...(verdict === 'none'
				? [{level: 'error', message: {text: `The debate ended without a verdict: ${reason ?? outcome}`}}]
				: []),
			...untold.map(point => ({
				level: point.outcome === 'upheld' ? levels[weightIn(point)] : 'note',
				message: {text: `${point.id} (${point.outcome}, ${gravity(point)}): ${toldIn(point, '')}`},
			})),
		],
	}),
});

const toldIn = ({title, claim = '', evidence, resolution}: VerdictPoint, place: string): string =>
	[
		`${title}.`,
		claim,
		...(evidence ? [`${evidenceLabel(evidence)}: ${evidence.text}`] : []),
		...(resolution === undefined ? [] : [`To do: ${resolution}`]),
		place,
	]
		.filter(part => part !== '')
		.join('\n\n');

function resultOf(point: VerdictPoint, shown: ShownPlace) {
	const {id, title, severity, outcome, place, by, evidence} = point;
	const rule = isHiddenPoint(point) ? 2 : outcome === 'upheld' ? 0 : 1;
	return {
		ruleId: rules[rule]?.id,
		ruleIndex: rule,
		level: outcome === 'upheld' ? levels[weightIn(point)] : 'note',
		message: {text: toldIn(point, shown.told)},
		locations: [{physicalLocation: locationOf(shown)}],
		partialFingerprints: {
			'rostrumPoint/v1': `${place?.file ?? ''}:${title.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-')}`,
		},
		properties: {id, severity, outcome, by, ...(evidence && {evidence: evidence.ran})},
	};
}

const locationOf = ({file, line, endLine}: ShownPlace) => ({
	artifactLocation: {uri: file.split('/').map(encodeURIComponent).join('/'), uriBaseId: '%SRCROOT%'},
	region: {startLine: line, ...(endLine !== undefined && {endLine})},
});

const revisionsIn = ({commit, base}: Verdict) => ({
	...(commit !== undefined && {commit}),
	...(base !== undefined && {base}),
});

const noteIn = ({note}: Verdict) => note !== undefined && {note};

/** The files of the code that it is about. */
const filesOf = ({start}: DebateState): readonly CodeFile[] | undefined => start && debatedCode(start);

// A Code Debate as a comment under a pull request, which can be posted as it is.

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
		`<sub>Two sides debated this, each having reviewed it alone first; “upheld” means that the other side checked and agreed. ${verdict.note === undefined ? '' : `${oneLine(verdict.note)} `}Rostrum ${verdict.tool.version}.</sub>`,
	];
	return `${fitted([commentMark, headOf(verdict, upheld, disputed), ...tableOf(upheld), ...upheld.map(pointText)], tail)}\n`;
}

function headOf(
	{verdict, subject, reason, outcome, ...rest}: Verdict,
	upheld: readonly unknown[],
	disputed: readonly unknown[],
): string {
	if (verdict === 'none')
		return `## Review: no verdict\n\nThe debate did not come to its end: ${oneLine(reason ?? outcome)}.`;
	const found = `${upheld.length} upheld, ${disputed.length} disputed`;
	return `## Review: ${verdict}\n\n${oneLine(subject)}: ${found}.${comparedIn(rest)}`;
}

/** What was looked at, for a reader. */
const comparedIn = ({commit, base}: Pick<Verdict, 'commit' | 'base'>): string =>
	commit === undefined && base === undefined
		? ''
		: ` Looked at: ${commit === undefined ? 'the working tree' : `\`${commit}\``}${base === undefined ? '' : `, against \`${base}\``}.`;

const where = ({place}: VerdictPoint): string =>
	place
		? `\`${place.file.replaceAll('`', '')}${place.line === undefined ? '' : `:${place.line}`}\`${place.side === 'old' ? ' (before the change)' : ''}`
		: '–';

/** With a column for evidence where any is there. */
function tableOf(points: readonly VerdictPoint[]): string[] {
	if (points.length === 0) return [];
	const shows = points.some(({evidence}) => evidence !== undefined);
	const rows = [
		['', 'severity', 'where', 'what', ...(shows ? ['evidence'] : [])],
		['---', '---', '---', '---', ...(shows ? ['---'] : [])],
		...points.map(point => [
			point.id,
			gravity(point),
			where(point).replaceAll('|', String.raw`\|`),
			oneLine(point.title),
			...(shows ? [evidenceCell(point.evidence)] : []),
		]),
	];
	return [rows.map(cells => `| ${cells.join(' | ')} |`.replace(/^\| {2}/u, '| ')).join('\n')];
}

function pointText(point: VerdictPoint): string {
	const {id, title, claim, last, evidence, resolution, resolutionConfirmed, outcome} = point;
	const parts = [
		...(claim === undefined ? [] : [harmless(claim)]),
		...(outcome === 'disputed' && last !== undefined ? [`*Last said:* ${harmless(last)}`] : []),
		...(evidence
			? [`*${evidenceLabel(evidence)}:*`, fenced(evidence.text, evidence.kind === 'patch' ? 'diff' : '')]
			: []),
		...(resolution === undefined
			? []
			: [`**To do:** ${oneLine(resolution)}${resolutionConfirmed ? '' : ' *(not confirmed by both sides)*'}`]),
	];
	return `<details><summary>${id} (${gravity(point)}) ${plainHtml(`${where(point).replaceAll('`', '')}: ${title}`)}</summary>\n\n${parts.join('\n\n')}\n\n</details>`;
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

// A Code Debate as a review for people and programs on this machine: as it was written, with nothing escaped.

export function review(state: DebateState): string {
	const verdict = verdictFor(state);
	if (!verdict) return '';
	const of = (outcome: VerdictPoint['outcome']) => verdict.points.filter(point => point.outcome === outcome);
	const list = (heading: string, points: readonly VerdictPoint[]): string[] =>
		points.length === 0 ? [] : [`## ${heading}`, ...points.map(plainPoint)];
	const result =
		verdict.verdict === 'none' ? `No verdict: ${verdict.reason ?? verdict.outcome}.` : `Verdict: ${verdict.verdict}.`;
	const parts = [
		`# Review: ${verdict.subject}`,
		`${result}${comparedIn(verdict)}`,
		...list('Upheld', of('upheld')),
		...list('Disputed', of('disputed')),
		...list('Withdrawn', of('withdrawn')),
		...(verdict.points.length === 0 ? ['Nothing should be changed.'] : []),
		...(verdict.note === undefined ? [] : [verdict.note]),
	];
	return `${parts.join('\n\n')}\n`;
}

function plainPoint(point: VerdictPoint): string {
	const {id, title, claim, last, evidence, resolution, resolutionConfirmed, outcome} = point;
	return [
		`### ${id} [${gravity(point)}] ${title} (${where(point)})`,
		...(claim === undefined ? [] : [claim]),
		...(outcome === 'upheld' || last === undefined ? [] : [`Last said: ${last}`]),
		...(evidence
			? [`${evidenceLabel(evidence)}:`, fenced(evidence.text, evidence.kind === 'patch' ? 'diff' : '')]
			: []),
		...(resolution === undefined || outcome === 'withdrawn'
			? []
			: [`To do: ${resolution}${resolutionConfirmed === false ? ' (not confirmed by both sides)' : ''}`]),
	].join('\n\n');
}

// The exports that only a Code Debate has: its verdict, for programs and for the places where code is reviewed.

const row = (file: string, write: (state: DebateState) => string): FormatExport => ({
	file,
	pieces: state => [write(state)],
});

export const reviewExports = {
	verdict: row('verdict.json', verdictJson),
	sarif: row('verdict.sarif', sarif),
	annotations: row('annotations.txt', annotations),
	comment: row('comment.md', comment),
	junit: row('junit.xml', junit),
	review: row('review.md', review),
} as const;
