/** What a Code Debate has come to, as panes and exports need it: a fold of the debate's state. */
import {incrementalFold} from '../fold/incremental-fold.ts';
import {append, replace, type InPlaceArrays} from '../fold/in-place-arrays.ts';
import type {SectionEvent} from '../formats/code-debate/events.ts';
import type {DebateState, Turn} from '../state.ts';

export type AgentRole = SectionEvent['role'];

type PointRecord = SectionEvent['points'][number];

/** A point as it stands, and every section that raised it or set its state, in order. */
export type LedgerPoint = PointRecord & {
	readonly history: readonly {
		readonly heading: string;
		readonly role: AgentRole;
		readonly state: PointRecord['state'];
	}[];
};

/** What A said and what B answered, by their places among the turns. */
export type AgentRound = {readonly A: number | undefined; readonly B: number | undefined};

export type AgentDebate = {
	/** The consensus stands apart: its place among the turns. */
	readonly rounds: readonly AgentRound[];
	readonly consensus: number | undefined;
	readonly ledger: readonly LedgerPoint[];
	readonly resolved: number;
	/** The tool that each signed with last. */
	readonly tools: Readonly<Partial<Record<AgentRole, string | undefined>>>;
	/** What was recorded of a turn when it had been told to its end. */
	readonly recordOf: (turnId: string) => SectionEvent | undefined;
};

/** Undefined for debates of other kinds. */
export function agentDebateOf({start, turns, records}: DebateState): AgentDebate | undefined {
	if (start?.protocol !== 'code-debate') return undefined;
	const {rounds, consensus} = roundsOf(start, turns);
	const {ledger, resolved, tools, byTurn, sections} = papersOf(start, records);
	const recordOf = (turnId: string) => {
		const known = byTurn.get(turnId);
		return known && known.place < sections ? known.record : undefined;
	};
	return {rounds, consensus, ledger, resolved, tools, recordOf};
}

export const roleOf = ({speaker}: Pick<Turn, 'speaker'>): AgentRole => (speaker === 'b' ? 'B' : 'A');

type Rounds = {readonly rounds: readonly AgentRound[]; readonly consensus: number | undefined; readonly turns: number};

// A turn that ends, and one that takes a failed one's place, is of the same agent.
const roundsOf = incrementalFold<Turn, Rounds>(
	{rounds: [], consensus: undefined, turns: 0},
	withTurn,
	(one, other) => one.id === other.id,
);

function withTurn({rounds, consensus, turns: place}: Rounds, turn: Turn, own: InPlaceArrays): Rounds {
	const turns = place + 1;
	if (turn.kind === 'consensus' && consensus === undefined) return {rounds, consensus: place, turns};
	const last = rounds.at(-1);
	if (last && roleOf(turn) === 'B' && last.B === undefined)
		return {rounds: replace(rounds, rounds.length - 1, {...last, B: place}, own), consensus, turns};
	return {rounds: append(rounds, {A: undefined, B: undefined, [roleOf(turn)]: place}, own), consensus, turns};
}

type Papers = Pick<AgentDebate, 'ledger' | 'resolved' | 'tools'> & {
	readonly sections: number;
	/**
	 * Where points stand in the ledger, and which section told a turn: of later ones too, since copying as many for each
	 * that comes takes longer than all else.
	 */
	readonly places: Map<string, number>;
	readonly byTurn: Map<string, {readonly record: SectionEvent; readonly place: number}>;
};

const nothing: Papers = {ledger: [], resolved: 0, tools: {}, sections: 0, places: new Map(), byTurn: new Map()};

const papersOf = incrementalFold<DebateState['records'][number], Papers>(nothing, withRecord);

function withRecord(before: Papers, record: DebateState['records'][number], own: InPlaceArrays): Papers {
	if (record.type !== 'section') return before;
	const papers = before === nothing ? {...nothing, places: new Map(), byTurn: new Map()} : before;
	papers.byTurn.set(record.turnId, {record, place: papers.sections});
	const {tool, role, points} = record;
	const told = {
		...papers,
		sections: papers.sections + 1,
		tools: tool === undefined ? papers.tools : {...papers.tools, [role]: tool},
	};
	return points.reduce((sum, point) => withPoint(sum, point, record, own), told);
}

function withPoint(papers: Papers, point: PointRecord, {heading, role}: SectionEvent, own: InPlaceArrays): Papers {
	const {ledger, resolved, places} = papers;
	const place = places.get(point.id) ?? ledger.length;
	const before = ledger[place];
	const after = {...point, history: [...(before?.history ?? []), {heading, role, state: point.state}]};
	places.set(point.id, place);
	return {
		...papers,
		ledger: before ? replace(ledger, place, after, own) : append(ledger, after, own),
		resolved: resolved + Number(point.state === 'agreed') - Number(before?.state === 'agreed'),
	};
}

/** What a turn's section is called before it has been told to its end, and after. */
export const headingOf = ({kind, round}: Turn, record: SectionEvent | undefined): string =>
	record?.heading ??
	(kind === 'consensus'
		? 'CONSENSUS'
		: `${kind.charAt(0).toUpperCase()}${kind.slice(1)}${round === undefined ? '' : ` ${round}`}`);
