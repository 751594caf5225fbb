/** What a Code Debate has come to, as panes and exports need it: a fold of the debate's state. */
import type {SectionEvent} from '../debate/section-events.ts';
import {heardText, type DebateState, type Turn} from '../debate/state.ts';

export type AgentRole = SectionEvent['role'];

/** A section as far as it was heard; `record` once it was told to its end. */
export type AgentSection = {readonly role: AgentRole; readonly turn: Turn; readonly text: string; readonly record: SectionEvent | undefined};

type PointRecord = SectionEvent['points'][number];

/** A point as it stands, and every section that raised it or set its state, in order. */
export type LedgerPoint = PointRecord & {readonly history: readonly {readonly heading: string; readonly role: AgentRole; readonly state: PointRecord['state']}[]};

export type AgentDebate = {
	readonly sections: readonly AgentSection[];
	/** Row by row what A said and what B answered; the consensus stands apart. */
	readonly rounds: readonly {readonly A: AgentSection | undefined; readonly B: AgentSection | undefined}[];
	readonly consensus: AgentSection | undefined;
	readonly ledger: readonly LedgerPoint[];
	readonly resolved: number;
};

/** Undefined for debates of other kinds. */
export function agentDebateOf(state: DebateState): AgentDebate | undefined {
	if (state.start?.protocol !== 'code-debate') return undefined;
	const records = state.records.filter(record => record.type === 'section');
	const sections = state.turns.map((turn): AgentSection => (
		{role: turn.speaker === 'b' ? 'B' : 'A', turn, text: heardText(state, turn), record: records.find(({turnId}) => turnId === turn.id)}
	));
	const ledger = ledgerFrom(records);
	const consensus = sections.find(({turn}) => turn.kind === 'consensus');
	return {sections, consensus, rounds: roundsOf(sections.filter(section => section !== consensus)), ledger, resolved: ledger.filter(point => point.state === 'agreed').length};
}

function roundsOf(sections: readonly AgentSection[]): AgentDebate['rounds'] {
	const rounds: {A: AgentSection | undefined; B: AgentSection | undefined}[] = [];
	for (const section of sections) {
		const last = rounds.at(-1);
		if (!last || section.role === 'A' || last.B) rounds.push({A: undefined, B: undefined, [section.role]: section});
		else last.B = section;
	}
	return rounds;
}

function ledgerFrom(records: readonly SectionEvent[]): LedgerPoint[] {
	const points = new Map<string, LedgerPoint>();
	for (const {heading, role, points: changed} of records) {
		for (const point of changed) points.set(point.id, {...point, history: [...(points.get(point.id)?.history ?? []), {heading, role, state: point.state}]});
	}
	return [...points.values()];
}

/** What a turn's section is called before it has been told to its end, and after. */
export const headingOf = ({record, turn}: AgentSection): string =>
	record?.heading ?? (turn.kind === 'consensus' ? 'CONSENSUS' : `${turn.kind.charAt(0).toUpperCase()}${turn.kind.slice(1)}${turn.round === undefined ? '' : ` ${turn.round}`}`);
