/** Reports of a Code Debate: its verdict as SARIF, JUnit, workflow annotations and a comment. */
import {oneLine} from '../../debate/text/words.ts';
import {isAtLeast, isPartial, leavesOpen, type Coverage, type PointSeverity} from '../../debate/formats/code-debate.ts';
import type {DebateState} from '../../debate/state.ts';
import type {FormatExport} from '../contract.ts';
import {coverageOf, coverageTold} from './coverage.ts';
import {debatedCode, type CodeFile} from './debated-code.ts';
import {escapeMarkup} from '../../debate/text/intake.ts';
import {evidenceCell, evidenceLabel} from './evidence.ts';
import {isHiddenPoint} from './hidden-points.ts';
import {plural} from '../../languages/wording.ts';
import {verdictFor, verdictJson, type Verdict, type VerdictPoint} from './verdict.ts';

/** How grave it is to those who act on it, and in words. */
const weightIn = ({severity, countsAs = severity}: VerdictPoint): PointSeverity => countsAs;
const gravity = ({severity, countsAs}: VerdictPoint): string =>
	countsAs === undefined ? severity : `${severity}, counts as ${countsAs}`;

/** What shows it, for reports that have no room for all of it. */
const evidenceLine = ({evidence}: VerdictPoint): string[] => (evidence ? [`${evidenceLabel(evidence)}.`] : []);

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
	// A part that nobody read is told at its first file; else it marks no line.
	const coverage = coverageOf(state);
	const told = coverageTold(state);
	const at = coverage?.named.find(({byRule, lines, shown}) => !byRule && shown < lines)?.file;
	const read =
		told === undefined
			? []
			: [
					`::${leavesOpen(coverage) ? 'error' : 'notice'} ${at === undefined ? '' : `file=${escapeProperty(at)},line=1,`}title=What was read::${escapeData(told)}`,
				];
	// Who spoke is told where it marks no line of anybody’s change.
	const note = verdict.note === undefined ? [] : [`::debug::${escapeData(verdict.note)}`];
	return [...trouble, ...read, ...lines, ...note].map(line => `${line}\n`).join('');
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
		['title', `${id} ${upheld ? gravity(point) : `${outcome} (${gravity(point)})`}: ${title}`] as const,
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
	const coverage = coverageOf(state);
	const told = coverageTold(state);
	const cases = ended
		? [...readCases(coverage, told), ...casesOf(verdict, coverage)]
		: [caseOf('debate', 'came to a verdict', errorOf(verdict))];
	const count = (mark: string): number => cases.filter(text => text.includes(`<${mark}`)).length;
	const figures = `tests="${cases.length}" failures="${count('failure')}" errors="${count('error')}" skipped="${count('skipped')}"`;
	return [
		'<?xml version="1.0" encoding="UTF-8"?>',
		`<testsuites ${figures}>`,
		`<testsuite name="${escapeXml(`rostrum code-debate: ${verdict.subject}`)}" ${figures}>`,
		...propertiesOf(verdict, told),
		...cases,
		'</testsuite>',
		'</testsuites>',
		'',
	].join('\n');
}

const propertiesOf = (verdict: Verdict, coverage: string | undefined): string[] => {
	const known = Object.entries({
		...revisionsIn(verdict),
		...(coverage !== undefined && {coverage}),
		...(verdict.depth && {depth: depthWords(verdict.depth)}),
		...noteIn(verdict),
	});
	const each = known.map(([name, value]) => `<property name="${name}" value="${escapeXml(value)}"/>`);
	return each.length === 0 ? [] : ['<properties>', ...each, '</properties>'];
};

/** A case of its own where lines were not read: it fails, unless the user has allowed that. */
function readCases(coverage: Coverage | undefined, told = ''): string[] {
	if (!coverage || !isPartial(coverage)) return [];
	const message = `message="${escapeXml(told)}"`;
	return [
		caseOf('change', 'was read', coverage.allowed ? `<skipped ${message}/>` : `<failure type="undecided" ${message}/>`),
	];
}

const casesOf = ({points, failed}: Verdict, coverage: Coverage | undefined): string[] =>
	points.length === 0
		? [
				caseOf(
					'change',
					coverage && isPartial(coverage) ? 'nothing should be changed in what was read' : 'nothing should be changed',
					'',
				),
			]
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
	{
		id: 'not-read',
		name: 'NotRead',
		shortDescription: {text: 'Lines of the change were not read, so that no verdict on all of it follows.'},
		defaultConfiguration: {level: 'note'},
	},
	{
		id: 'noted',
		name: 'NotedPoint',
		shortDescription: {text: 'One side of the debate noted this, and the other was not asked.'},
		defaultConfiguration: {level: 'note'},
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
	const coverage = coverageOf(state);
	const told = coverageTold(state);
	const results = [
		...shown.flatMap(({point, place}) => (place ? [resultOf(point, place)] : [])),
		...unreadResults(coverage, told),
	];
	const untold = shown.flatMap(({point, place}) => (place ? [] : [point]));
	const run = {
		tool: {driver: {name: 'Rostrum', version: verdict.tool.version, rules}},
		automationDetails: {id: 'rostrum/code-debate/'},
		columnKind: 'utf16CodeUnits',
		invocations: [invocationOf(verdict, untold, told)],
		results,
		properties: {
			debate: verdict.debate,
			outcome: verdict.outcome,
			verdict: verdict.verdict,
			...revisionsIn(verdict),
			...(verdict.depth && {depth: verdict.depth}),
			...noteIn(verdict),
		},
	};
	return `${JSON.stringify({$schema: schema, version: '2.1.0', runs: [run]}, undefined, '\t')}\n`;
}

/** What was not read, at the first of its files. */
const unreadResults = (coverage: Coverage | undefined, told = '') =>
	(coverage?.named ?? [])
		.filter(({byRule, lines, shown}) => !byRule && shown < lines)
		.slice(0, 1)
		.map(({file}) => ({
			ruleId: rules[3]?.id,
			ruleIndex: 3,
			level: leavesOpen(coverage) ? 'warning' : 'note',
			message: {text: told},
			locations: [{physicalLocation: locationOf({file, line: 1, told: ''})}],
			partialFingerprints: {'rostrumPoint/v1': 'not-read'},
		}));

/** A file of results with one that has no place is refused whole: such a point is told in a notification. */
const invocationOf = (
	{outcome, verdict, reason, coverage}: Verdict,
	untold: readonly VerdictPoint[],
	told: string | undefined,
) => ({
	executionSuccessful: verdict !== 'none',
	...(told !== undefined && {properties: {coverage}}),
	...((verdict === 'none' || untold.length > 0 || told !== undefined) && {
		toolExecutionNotifications: [
			...(told === undefined
				? []
				: [{level: coverage.state === 'partial' && !coverage.allowed ? 'warning' : 'note', message: {text: told}}]),
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
	const rule = isHiddenPoint(point) ? 2 : outcome === 'upheld' ? 0 : outcome === 'noted' ? 4 : 1;
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

const depthWords = ({level, told}: NonNullable<Verdict['depth']>): string => `Depth: ${level}. ${told}`;

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

const harmlessLine = (text: string): string => harmless(oneLine(text));

export function comment(state: DebateState): string {
	const verdict = verdictFor(state);
	if (!verdict) return '';
	const of = (outcome: VerdictPoint['outcome']) => verdict.points.filter(point => point.outcome === outcome);
	const [upheld, disputed, noted, withdrawn] = [of('upheld'), of('disputed'), of('noted'), of('withdrawn')];
	const tail = [
		...(disputed.length === 0 ? [] : ['### Disputed', ...disputed.map(pointText)]),
		...(noted.length === 0 ? [] : ['### Noted by one side', ...noted.map(pointText)]),
		...(withdrawn.length === 0
			? []
			: [
					`${plural(withdrawn.length, 'point')} withdrawn: ${withdrawn.map(({title}) => harmlessLine(title)).join('; ')}.`,
				]),
		`<sub>Two sides debated this, each having reviewed it alone first; “upheld” means that the other side checked and agreed${verdict.depth ? ', or that a run showed it' : ''}. ${verdict.note === undefined ? '' : `${harmlessLine(verdict.note)} `}Rostrum ${verdict.tool.version}.</sub>`,
	];
	const told = coverageTold(state);
	const read =
		told === undefined ? [] : [verdict.coverage.state === 'partial' ? `**${harmlessLine(told)}**` : harmlessLine(told)];
	const depth = verdict.depth ? [harmlessLine(depthWords(verdict.depth))] : [];
	return `${fitted([commentMark, headOf(verdict, upheld, disputed), ...read, ...depth, ...tableOf(upheld), ...upheld.map(pointText)], tail)}\n`;
}

function headOf(
	{verdict, subject, reason, outcome, ...rest}: Verdict,
	upheld: readonly unknown[],
	disputed: readonly unknown[],
): string {
	if (verdict === 'none')
		return `## Review: no verdict\n\nThe debate did not come to its end: ${harmlessLine(reason ?? outcome)}.`;
	const found = `${upheld.length} upheld, ${disputed.length} disputed`;
	return `## Review: ${verdict}\n\n${harmlessLine(subject)}: ${found}.${comparedIn(rest)}`;
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
			harmlessLine(point.title),
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
			: [
					`**To do:** ${harmlessLine(resolution)}${resolutionConfirmed || outcome === 'noted' ? '' : ' *(not confirmed by both sides)*'}`,
				]),
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
		...[coverageTold(state) ?? []].flat(),
		...(verdict.depth ? [depthWords(verdict.depth)] : []),
		...list('Upheld', of('upheld')),
		...list('Disputed', of('disputed')),
		...list('Noted by one side', of('noted')),
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
