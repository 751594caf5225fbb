/** Code Debate: two coding agents argue about a change through one shared Markdown file until they converge. */
import {tally, tokensIn, type Expectation, type Setup} from '../../debate/protocol.ts';
import {CodeDebateConfig} from './config.ts';
import {evidenceCell} from './evidence.ts';
import type {DebateState} from '../../debate/state.ts';
import {coverageOf, coverageTold} from './coverage.ts';
import {formatCount} from '../../languages/wording.ts';
import {codeDebateOf} from './view.ts';
import {outcomeOf, severityOf, type LedgerPoint, type PointOutcome} from '../../debate/formats/code-debate.ts';
import {isRecord, parseJsonIfValid} from '../../debate/text/json.ts';
import {keepCell, keepInline} from '../../exports/escape-markdown.ts';
import type {FieldOption} from '../../exports/format-parts.ts';
import {numberAt} from '../../view/pane-rows.ts';
import type {Format} from '../contract.ts';
import {codeDebatePane} from './code-frame.ts';
import {reviewExports} from './report.ts';
import {codeDebateShown, codePartName} from './shown.ts';
import {codeDebateInput, codeDebateOptions, codeDebateSetup, codeDebateEnding, evidenceNotices} from './options.ts';

// Estimates a Code Debate: an opening, then rounds in which each side reads the whole file again.

/** What nobody has read yet is taken for a change of some twenty lines, in tokens. */
const usualSubject = 250;
/** The rules and the task, in tokens. */
const rules = 720;
/** The schema of an answer, in tokens: it goes along with each request, and differs by what is asked. */
const schemas = {findings: 280, reply: 690};
/** What is heard, in words; and what the file grows by, in tokens. */
const [openingWords, roundWords] = [60, 215];
const [openingTokens, roundTokens] = [290, 330];

/** Tokens of a subject that a reply is sent: the lines that its points are about. */
const mostRepeated = 1500;

function estimateCodeDebate({
	config: {request, rounds, part, role, sides, depth, size, parts: starts},
	subject,
}: Setup<CodeDebateConfig>): Expectation {
	const sum = tally();
	const isUnread = request !== undefined && request.kind !== 'text';
	const tokens = size?.tokens ?? (isUnread ? usualSubject : tokensIn(subject.text) + tokensIn(subject.context));
	const parts = size?.parts ?? Math.max(1, starts.length);
	const ours = (seat: string): boolean =>
		part === 'side' ? role.toLowerCase() === seat : sides === 'both' || sides === seat;
	const ask = (seat: string, schema: keyof typeof schemas, told: number, output: number, times = 1): void => {
		if (ours(seat)) sum.ask(seat, {shared: rules + told, own: schemas[schema], output, times});
	};
	// An opening is at times sent back once. B looks before it reads what A found.
	ask('a', 'findings', tokens / parts, 180, 1.3 * parts);
	ask('b', 'findings', tokens / parts, 180, parts);
	const repeated = Math.min(tokens, mostRepeated);
	if (depth === 'quick') {
		// What nothing shows is asked of its writer, more often than not.
		for (const seat of ['a', 'b']) ask(seat, 'findings', repeated, 120, 0.7);
		sum.say(openingWords + roundWords);
		return sum.expected;
	}
	for (let round = 0; round < rounds; round++) {
		const file = openingTokens + round * roundTokens;
		ask('b', 'reply', repeated + file, 135);
		ask('a', 'reply', repeated + file + roundTokens / 2, 130);
	}
	sum.say(openingWords + rounds * roundWords);
	return sum.expected;
}

// What the Markdown export of a Code Debate adds: the ledger of its points.

const states: Readonly<Record<LedgerPoint['state'], string>> = {
	open: '○ open',
	agreed: '✓ agreed',
	partly: '~ partly agreed',
	disagreed: '✗ disagreed',
};

const stateText = (point: LedgerPoint): string =>
	({withdrawn: '– withdrawn', noted: '· noted', upheld: states.agreed, disputed: states[point.state]})[
		outcomeOf(point)
	];

/** `--commit`, `--diff` or `--pr`, where that is what was asked for. */
export function subjectOption(assignment: string): FieldOption | undefined {
	const [field, json] = assignment.split(/=(.*)/su);
	const request = field === 'request' && json !== undefined ? parseJsonIfValid(json) : undefined;
	if (!isRecord(request) || request['review'] !== undefined) return undefined;
	const {kind, revision, range, number} = request;
	if (kind === 'commit' && typeof revision === 'string')
		return {flag: '--commit', value: revision, topic: `commit ${revision}`};
	if (kind === 'diff' && typeof range === 'string') return {flag: '--diff', value: range, topic: `diff ${range}`};
	return kind === 'pull-request' && typeof number === 'number'
		? {flag: '--pr', value: String(number), topic: `pull request #${number}`}
		: undefined;
}

/** Where every point stands, and how it got there. Empty for debates of other formats. */
export function ledgerSections(state: DebateState): string[] {
	const debate = codeDebateOf(state);
	if (!debate) return [];
	const {ledger} = debate;
	const read = [...readSection(state), ...depthSection(state)];
	if (ledger.length === 0) return read;
	const count = (outcome: PointOutcome): number => ledger.filter(point => outcomeOf(point) === outcome).length;
	const [withdrawn, noted] = [count('withdrawn'), count('noted')];
	// Debates of 0.1.0 know no severity.
	const graded = ledger.some(({severity}) => severity !== undefined);
	const shows = ledger.some(({evidence}) => evidence !== undefined);
	const cellsOf = (point: LedgerPoint): string[] => [
		point.id,
		...(graded ? [severityOf(point)] : []),
		point.title,
		point.place ?? '–',
		`raised by ${point.by}`,
		stateText(point),
		...(shows ? [evidenceCell(point.evidence)] : []),
		courseOf(point),
	];
	const rows = ledger.map(point => `| ${cellsOf(point).map(keepCell).join(' | ')} |`);
	const evidence = shows ? ['evidence'] : [];
	const head = ['point', ...(graded ? ['severity'] : []), 'what', 'where', 'by', 'state', ...evidence, 'course'];
	return [
		...read,
		'## Points',
		`${count('upheld')} of ${ledger.length} points agreed${withdrawn === 0 ? '' : `, ${withdrawn} withdrawn`}${noted === 0 ? '' : `, ${noted} noted`}.`,
		[`| ${head.join(' | ')} |`, `| ${head.map(() => '---').join(' | ')} |`, ...rows].join('\n'),
		...toDo(ledger),
	];
}

const depthSection = ({formats: {codeDebate: debate}}: DebateState): string[] =>
	debate.depth ? ['## Depth', keepInline(`${debate.depth.level}: ${debate.depth.told}`)] : [];

/** How much of the subject was read, with the files that were not. */
function readSection(state: DebateState): string[] {
	const told = coverageTold(state);
	const missing = coverageOf(state)?.named.filter(({why}) => why !== undefined) ?? [];
	const rows = missing.map(({file, lines, shown, why = '', byRule}) =>
		[file, formatCount(lines), formatCount(shown), byRule ? `by rule: ${why}` : why].map(keepCell).join(' | '),
	);
	const table = ['file | lines | read | why not', '--- | --- | --- | ---', ...rows].map(cells => `| ${cells} |`);
	return told === undefined
		? []
		: ['## What was read', keepInline(told), ...(rows.length === 0 ? [] : [table.join('\n')])];
}

/** What should be done about the points that are upheld, where somebody has said so. */
function toDo(ledger: readonly LedgerPoint[]): string[] {
	const items = ledger.flatMap(point =>
		outcomeOf(point) === 'upheld' && point.resolution !== undefined
			? [`- ${point.id}: ${keepInline(point.resolution)}${point.unconfirmed ? ' *(not confirmed by both sides)*' : ''}`]
			: [],
	);
	return items.length === 0 ? [] : ['### To be done', items.join('\n')];
}

const courseOf = ({history}: LedgerPoint): string =>
	history
		.map(({heading, role, state, withdrawn}) => `${heading} (${role}): ${withdrawn ? 'withdrawn' : state}`)
		.join(', ');

export const codeDebate: Format<CodeDebateConfig> = {
	id: 'code-debate',
	name: 'Code Debate',
	summary:
		'Two coding agents argue about a commit, a diff or a review through a shared DEBATE.md, point by point, until they agree or know on what they do not.',
	version: 3,
	config: CodeDebateConfig,
	minSpeakers: 1,
	speakers: ({part, role}) => (part === 'side' ? [role.toLowerCase()] : ['a', 'b']),
	openSeats: config =>
		(['a', 'b'] as const).map(id => ({
			id,
			role: 'agent',
			label: `Agent ${id.toUpperCase()}`,
			...(isOurs(config, id) ? {} : {outside: true as const}),
		})),
	estimate: estimateCodeDebate,
	humanSeats: config => (['a', 'b'] as const).filter(id => isOurs(config, id)),
	script: async (setup, floor) => (await import('./script.ts')).script(setup, floor),
	options: codeDebateOptions,
	input: codeDebateInput,
	notices: evidenceNotices,
	setup: codeDebateSetup,
	fields: {
		shown: [
			['depth', 'Depth'],
			['rounds', 'Rounds, at most'],
			['points', 'Points that a side raises, at most'],
		],
		folded: [
			['sides', 'Sides started here'],
			['timeoutSeconds', 'Wait for the other side (seconds)'],
			['pollSeconds', 'Look at the file every (seconds)'],
			['settleSeconds', 'Write once it is unchanged for (seconds)'],
			['evidence', 'Evidence'],
			['evidenceSeconds', 'A command of evidence, at most (seconds)'],
		],
	},
	pane: codeDebatePane,
	firstOffer: {preset: 'last_commit', says: 'Debate this repository', inRepository: true},
	traits: {forWork: true},
	progress({start, segment, round = 0}) {
		const isOneRound = isRecord(start?.config) && start.config['depth'] === 'quick';
		const rounds = isOneRound ? 1 : numberAt(start?.config, 'rounds');
		if (rounds === undefined) return undefined;
		const parts = 2 * rounds + 3;
		const at = {opening: 0, response: 2 * round - 1, 'follow-up': 2 * round, consensus: parts - 1}[segment ?? ''] ?? -1;
		return (at + 0.5) / parts;
	},
	exports: reviewExports,
	events: codeDebateShown,
	partName: codePartName,
	// The folder of a Code Debate holds its `DEBATE.md`, which is the same file as `debate.md` on many disks.
	markdown: {afterVotes: ledgerSections, keepsMarkdown: true, file: 'transcript.md'},
	optionFor: subjectOption,
	endsWith: state => (state.outcome === 'stopped' ? undefined : codeDebateEnding(state)),
	host: {
		effects: async () => (await import('./host/open-effects.ts')).openCodeDebateEffects,
		files: async () => (await import('./host/debate-md.ts')).debateFiles(codeDebate),
		measure: async () => (await import('./host/code-subject.ts')).measureSubject,
	},
};

/** A side seats itself, `run` the sides that it starts. */
const isOurs = ({part, role, sides}: CodeDebateConfig, id: 'a' | 'b'): boolean =>
	part === 'side' ? role.toLowerCase() === id : sides === 'both' || sides === id;
