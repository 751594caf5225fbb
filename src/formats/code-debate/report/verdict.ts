/** The verdict of a Code Debate for programs: every point with what became of it. */
import {z} from 'zod';
import {Evidence, PointSeverity, type SectionEvent} from '../../../debate/formats/code-debate/events.ts';
import {outcomeOf, severityOf, type LedgerPoint} from '../../../debate/formats/code-debate/state.ts';
import {pointsOver, verdictOf, verdicts} from '../../../debate/formats/code-debate/verdict.ts';
import type {DebateState} from '../../../debate/state.ts';
import {codeDebateOf} from '../../../debate/views/code-debate.ts';

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
	outcome: z
		.enum(['upheld', 'withdrawn', 'disputed'])
		.describe('upheld: the other side agreed after its last change. Only these are to be acted on.'),
	state: z.enum(['open', 'agreed', 'partly', 'disagreed']).describe('As the other side has last answered it.'),
	by: Role.describe('Who raised it.'),
	place: Place.optional(),
	claim: z.string().optional().describe('As it was raised.'),
	last: z.string().optional().describe('What was said of it last.'),
	evidence: Evidence.optional(),
	resolution: z.string().optional().describe('What should be done, in a sentence.'),
	resolutionConfirmed: z
		.boolean()
		.optional()
		.describe('False where one side changed it and the other has not said yes.'),
	changedIn: z.string().describe('The section that set its state.'),
	course: z.array(z.strictObject({section: z.string(), by: Role, state: z.string()})),
});
export type VerdictPoint = z.infer<typeof VerdictPoint>;

export const Verdict = z.strictObject({
	version: z.literal(1),
	tool: z.strictObject({name: z.literal('rostrum'), version: z.string()}),
	debate: z.string().describe('The debate’s id.'),
	subject: z.string(),
	outcome: z.string().describe('consensus, deadlock, failed, stopped or budget; unfinished where it has not ended.'),
	reason: z.string().optional(),
	verdict: z
		.enum([...verdicts, 'none'])
		.describe('none: the debate did not come to its end. undecided: a blocker or major point stays disputed.'),
	failed: z
		.strictObject({failOn: PointSeverity.optional(), failOnDisputed: z.boolean(), points: z.array(z.string())})
		.optional()
		.describe('Only with --fail-on or --fail-on-disputed: the points that meet it.'),
	points: z.array(VerdictPoint),
});
export type Verdict = z.infer<typeof Verdict>;

const Gate = z.object({failOn: PointSeverity.optional(), failOnDisputed: z.boolean().optional()}).catch({});

/** Undefined for debates of other formats. */
export function verdictFor(state: DebateState): Verdict | undefined {
	const debate = codeDebateOf(state);
	if (!debate || !state.start) return undefined;
	const {start, outcome, reason, formats} = state;
	const gate = Gate.parse(start.config);
	const concluded = outcome === 'consensus' || outcome === 'deadlock';
	return {
		version: 1,
		tool: {name: 'rostrum', version: start.app.version},
		debate: start.debateId,
		subject: start.subject.text,
		outcome: outcome ?? 'unfinished',
		...(reason !== undefined && {reason}),
		verdict: concluded ? verdictOf(debate.ledger) : 'none',
		...((gate.failOn !== undefined || gate.failOnDisputed) && {
			failed: {
				...(gate.failOn && {failOn: gate.failOn}),
				failOnDisputed: gate.failOnDisputed ?? false,
				points: pointsOver(debate.ledger, gate).map(({id}) => id),
			},
		}),
		points: debate.ledger.map(point => pointOf(point, formats.codeDebate.sections)),
	};
}

function pointOf(point: LedgerPoint, sections: readonly SectionEvent[]): VerdictPoint {
	const {id, title, by, state, why, evidence, resolution, unconfirmed, history} = point;
	const claim = sections.flatMap(({points}) => points).find(raised => raised.id === id)?.why;
	const place = placeOf(point);
	return {
		id,
		title,
		severity: severityOf(point),
		outcome: outcomeOf(point),
		state,
		by,
		...(place && {place}),
		...(claim !== undefined && {claim}),
		...(why !== undefined && history.length > 1 && {last: why}),
		...(evidence && {evidence}),
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

/** As a file. */
export const verdictJson = (state: DebateState): string => {
	const verdict = verdictFor(state);
	return verdict ? `${JSON.stringify(verdict, undefined, '\t')}\n` : '';
};
