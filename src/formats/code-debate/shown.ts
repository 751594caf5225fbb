/** Where the sections of a Code Debate are shown beside the turns that hold their text. */
import {
	isSettled,
	outcomeOf,
	type AgentRole,
	type LedgerPoint,
	type SectionEvent,
} from '../../debate/formats/code-debate.ts';
import type {DebateState} from '../../debate/state.ts';
import {firstWords} from '../../debate/text/words.ts';
import {speakerIn} from '../../languages/wording.ts';
import {coverageTold, coverageWords, openVerdict} from './coverage.ts';
import {codeDebateOf} from './view.ts';
import {namedIn} from '../../exports/chapter-names.ts';
import type {OutcomePoints, ScoreRow, UnnamedPart} from '../../exports/format-parts.ts';
import {splitPoints} from '../../exports/outcome-points.ts';
import {agreedMoment, type Moment} from '../../view/moments.ts';
import {span} from '../../view/rows.ts';
import {signs} from '../../view/theme.ts';
import type {ShownEvents} from '../contract.ts';
import {verdictFor, type VerdictPoint} from './verdict.ts';

export const codeDebateShown: ShownEvents<SectionEvent> = {
	section: {
		plain: {
			stream: 'out',
			lines: ({points, role, coverage}) => [
				...(coverage ? [`${role}: ${coverageWords(coverage)}`] : []),
				...points.map(point => pointLine(point, role)),
			],
		},
		moment: (section, state) => (/consensus/iu.test(section.heading) ? closeOf(section, state) : undefined),
		rows: pointRows,
		outcome: pointOutcome,
		findings: pointFindings,
		digest: null,
	},
};

/** What was said of a point stands in the section above it; this is where the point stands now. */
function pointLine(
	{id, title, by, place, state, severity, withdrawn}: SectionEvent['points'][number],
	role: SectionEvent['role'],
): string {
	const waits = state === 'partly' && by === role ? `, waits for ${role === 'A' ? 'B' : 'A'}` : '';
	const what = severity ? `${by}, ${severity}` : by;
	return `[${withdrawn ? 'withdrawn' : state + waits}] ${id} (${what}) ${title}${place === undefined ? '' : `, ${place}`}`;
}

/** The last section: it is a consensus only where every point is settled, and every line was read. */
function closeOf({at, turnId}: SectionEvent & {readonly at: number}, state: DebateState): Moment {
	const {
		ledger: {length},
		resolved,
	} = state.formats.codeDebate;
	const open = openVerdict(state);
	if (length === resolved && open === undefined) return agreedMoment(at, 'consensus', turnId);
	const what = open ?? `no consensus: ${length - resolved} of ${length} points not settled`;
	return {at, sign: span(signs.drift, 'warning'), who: [], what, tone: 'warning', turnId};
}

function pointRows(state: DebateState): readonly ScoreRow[] {
	const points = codeDebateOf(state)?.ledger ?? [];
	return points.map(({id, title, by, state: standing}) => ({
		kind: 'point',
		item: id,
		speaker: by,
		value: standing,
		quote: title,
	}));
}

function pointFindings(state: DebateState): readonly string[] {
	const review = verdictFor(state);
	const read = coverageTold(state);
	return review
		? [
				`verdict, by what became of the points: ${review.verdict}${review.verdict === 'undecided' ? ' (a grave point stays disputed, or not every line was read)' : ''}`,
				...(read === undefined ? [] : [read]),
				...review.points.map(point => findingLine(state, point)),
			]
		: [];
}

function findingLine(
	state: DebateState,
	{id, severity, outcome, place, title, claim, resolution, ...point}: VerdictPoint,
): string {
	const where = place === undefined ? '' : ` ${place.file}${place.line === undefined ? '' : `:${place.line}`}`;
	const what = claim === undefined ? title : `${title}: ${firstWords(claim, 30)}`;
	const todo = resolution === undefined ? '' : ` To do: ${resolution}`;
	return `${id} [${severity}, ${outcome}]${where} ${what} (raised by ${nameOf(state, point.by)}; ${whoEnded(state, outcome, point)}).${todo}`;
}

/** By whose word a point came to stand so. */
function whoEnded(
	state: DebateState,
	outcome: VerdictPoint['outcome'],
	{by, evidence, last}: Pick<VerdictPoint, 'by' | 'evidence' | 'last'>,
): string {
	const other = nameOf(state, by === 'A' ? 'B' : 'A');
	switch (outcome) {
		case 'upheld':
			return evidence?.ran === 'holds' ? 'a run showed it' : `${other} granted it`;
		case 'withdrawn':
			return `${nameOf(state, by)} took it back`;
		case 'disputed':
			return `${other} did not grant it${last === undefined ? '' : `: “${firstWords(last, 25)}”`}`;
		case 'noted':
			return `${other} was not asked`;
		default:
			return outcome satisfies never;
	}
}

/** Whoever speaks for a side, with its letter, which the sections have. */
function nameOf(state: DebateState, role: AgentRole): string {
	const turnId = state.formats.codeDebate.sections.findLast(section => section.role === role)?.turnId;
	return turnId === undefined ? role : `${speakerIn(state, turnId)} (${role})`;
}

function pointOutcome(state: DebateState): OutcomePoints | undefined {
	const debate = codeDebateOf(state);
	if (!debate || debate.ledger.length === 0) return undefined;
	const points = debate.ledger.map(point => ({
		isSettled: isSettled(point),
		text: `${point.id}: ${point.title}${point.place === undefined ? '' : ` (${point.place})`}`,
		how: `raised by ${point.by}, ${standingOf(point)}`,
	}));
	return splitPoints(points, 'The points that both sides raised, and how each stood when the debate ended.');
}

function standingOf(point: LedgerPoint): string {
	const outcome = outcomeOf(point);
	if (outcome === 'withdrawn' || outcome === 'noted') return outcome;
	return point.state === 'partly' ? 'partly agreed' : point.state;
}

/** By the points of the sections that are heard there. */
export function codePartName({formats}: DebateState, {segments, code}: UnnamedPart): string | undefined {
	const ids = new Set(segments.map(({turn}) => turn.id));
	const points = formats.codeDebate.sections.filter(({turnId}) => ids.has(turnId)).flatMap(section => section.points);
	return namedIn(
		code,
		points.map(({id, title}) => `${id}, ${title}`),
	);
}
