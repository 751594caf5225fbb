/** The verdict of a Code Debate, for programs: what became of each point, and how much of the change was read. */
import {z} from 'zod';
import {
	Coverage,
	depths,
	Evidence,
	isPartial,
	PointSeverity,
	type SectionEvent,
	outcomeOf,
	pointOutcomes,
	severities,
	severityOf,
	weightOf,
	type LedgerPoint,
	pointsOver,
	verdictOf,
	verdicts,
} from '../../debate/formats/code-debate.ts';
import type {DebateState} from '../../debate/state.ts';
import {referencesOf, standingInWords} from '../../debate/views/citations.ts';
import {coverageOf} from './coverage.ts';
import {codeDebateOf} from './view.ts';
import {disclosure} from '../../exports/episode.ts';
import {namedSubject} from '../../languages/wording.ts';

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
		.enum(pointOutcomes)
		.describe(
			'upheld: the other side agreed after its last change, or a run showed it. Only these are to be acted on. noted: the other side was not asked.',
		),
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
		.enum(['verified', 'misplaced', 'altered', 'halved', 'absent', 'unseen', 'translated'])
		.describe(
			'What code found: misplaced words stand in another place than the one named, unseen ones in no such file.',
		),
	inWords: z.string().describe('The same in words, with what differs.'),
	file: z.string().optional().describe('The file in which the words stand, or the one that was named.'),
	lines: z.string().optional().describe('The lines of the passage, such as "lines 40–58".'),
});

const Read = Coverage.extend({
	state: z
		.enum(['whole', 'partial'])
		.describe(
			'partial: a file that is to be read was not read whole, and the verdict is undecided unless that is allowed.',
		),
	allowed: z.literal(true).optional().describe('The user takes a verdict on a part (--allow-partial).'),
	lines: z.int().nonnegative().describe('Lines that the change adds or removes, in files that are to be read.'),
	shown: z.int().nonnegative().describe('How many of these the side that was shown less has read.'),
	files: z.int().nonnegative().describe('Files that are to be read.'),
	whole: z.int().nonnegative().describe('Files that were shown whole.'),
	byRule: Coverage.shape.byRule.describe('Lock files, generated, vendored and binary ones, which nobody reads.'),
	named: z
		.array(
			Coverage.shape.named.element.extend({
				why: z.string().optional().describe('Why not all of it was shown.'),
				byRule: z.literal(true).optional().describe('Nobody reads such a file.'),
			}),
		)
		.describe('The first 200 files, those that were not read before the others.'),
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
		.describe(
			'none: the debate did not come to its end. undecided: a blocker or major point stays disputed, or lines were not read.',
		),
	coverage: z
		.union([Read, z.strictObject({state: z.literal('unknown')})])
		.describe('How much of the change was read; unknown where neither side says.'),
	depth: z
		.strictObject({level: z.enum(depths), told: z.string()})
		.optional()
		.describe('Where not every point was answered by the other side: what the depth leaves out.'),
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
	const coverage = coverageOf(state);
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
		verdict: concluded ? verdictOf(debate.ledger, coverage) : 'none',
		...(formats.codeDebate.depth && {depth: formats.codeDebate.depth}),
		coverage: coverage ? {...coverage, state: isPartial(coverage) ? 'partial' : 'whole'} : {state: 'unknown'},
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

/** The verdict as its JSON file. */
export const verdictJson = (state: DebateState): string => {
	const verdict = verdictFor(state);
	return verdict ? `${JSON.stringify(verdict, undefined, '\t')}\n` : '';
};
