/** The ledger of a Code Debate: every point in dispute, and how each section changed its state. */
import {append, replace, type InPlaceArrays} from '../../fold/in-place-arrays.ts';
import type {PointSeverity, SectionEvent} from './events.ts';
import {severities} from './severities.ts';

export type AgentRole = SectionEvent['role'];

type SectionPoint = SectionEvent['points'][number];

/** A point as it stands, and every section that raised it or set its state, in order. */
export type LedgerPoint = SectionPoint & {
	readonly history: readonly {
		readonly heading: string;
		readonly role: AgentRole;
		readonly state: SectionPoint['state'];
		readonly withdrawn?: true;
		readonly why?: string | undefined;
	}[];
};

/** How a point stands, or ends where nothing more is said: only what is upheld is to be acted on. */
export type PointOutcome = 'upheld' | 'withdrawn' | 'disputed';

export const outcomeOf = ({state, withdrawn}: Pick<SectionPoint, 'state' | 'withdrawn'>): PointOutcome =>
	withdrawn ? 'withdrawn' : state === 'agreed' ? 'upheld' : 'disputed';

export const isSettled = (point: Pick<SectionPoint, 'state' | 'withdrawn'>): boolean => outcomeOf(point) !== 'disputed';

export const severityOf = ({severity = 'major'}: Pick<SectionPoint, 'severity'>): PointSeverity => severity;

/** Whether a severity is that of `least` or graver. */
export const isAtLeast = (severity: PointSeverity, least: PointSeverity): boolean =>
	severities.indexOf(severity) <= severities.indexOf(least);

export type CodeDebateState = {
	readonly ledger: readonly LedgerPoint[];
	/** How many points are settled: upheld or withdrawn. */
	readonly resolved: number;
	/** The tool that each agent signed with last. */
	readonly tools: Readonly<Partial<Record<AgentRole, string>>>;
	readonly sections: readonly SectionEvent[];
};

export const emptyCodeDebate: CodeDebateState = {ledger: [], resolved: 0, tools: {}, sections: []};

export function reduceCodeDebate(
	debate: CodeDebateState,
	section: SectionEvent,
	own: InPlaceArrays = new WeakSet(),
): CodeDebateState {
	const {tool, role, points} = section;
	const signed = {
		...debate,
		sections: append(debate.sections, section, own),
		tools: tool === undefined ? debate.tools : {...debate.tools, [role]: tool},
	};
	return points.reduce((result, point) => withPoint(result, point, section, own), signed);
}

function withPoint(
	debate: CodeDebateState,
	point: SectionPoint,
	{heading, role}: SectionEvent,
	own: InPlaceArrays,
): CodeDebateState {
	const {ledger, resolved} = debate;
	const index = ledger.findLastIndex(({id}) => id === point.id);
	const before = ledger[index];
	const after = {
		...point,
		history: [
			...(before?.history ?? []),
			{heading, role, state: point.state, why: point.why, ...(point.withdrawn && {withdrawn: true as const})},
		],
	};
	return {
		...debate,
		ledger: before ? replace(ledger, index, after, own) : append(ledger, after, own),
		resolved: resolved + Number(isSettled(point)) - Number(before !== undefined && isSettled(before)),
	};
}
