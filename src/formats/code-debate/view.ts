/** A Code Debate as panes and exports show it, derived from the debate's state. */
import {incrementalFold, append, replace, type InPlaceArrays} from '../../debate/fold.ts';
import type {SectionEvent, AgentRole, CodeDebateState} from '../../debate/formats/code-debate.ts';
import type {DebateState, Turn} from '../../debate/state.ts';
import {capitalised} from '../../debate/text/words.ts';

/** What A said and what B answered, as indices into the debate's turns. */
export type AgentRound = {readonly A: number | undefined; readonly B: number | undefined};

export type CodeDebateView = Pick<CodeDebateState, 'ledger' | 'resolved' | 'tools'> & {
	readonly rounds: readonly AgentRound[];
	/** The index of the turn that states the consensus, which belongs to no round. */
	readonly consensus: number | undefined;
	/** The section that was recorded for a turn; undefined until the turn has ended. */
	readonly sectionOf: (turnId: string) => SectionEvent | undefined;
};

/** Undefined for debates of other formats. */
export function codeDebateOf({start, turns, open, formats}: DebateState): CodeDebateView | undefined {
	if (start?.protocol !== 'code-debate') return undefined;
	const {rounds, consensus} = roundsOf(start, turns);
	const {ledger, resolved, tools, sections} = formats.codeDebate;
	// A turn that is being said has none yet, and is asked for with each frame: not all are looked through for it.
	const sectionOf = (turnId: string) =>
		open.includes(turnId) ? undefined : sections.findLast(section => section.turnId === turnId);
	return {rounds, consensus, ledger, resolved, tools, sectionOf};
}

export const roleOf = ({speaker}: Pick<Turn, 'speaker'>): AgentRole => (speaker === 'b' ? 'B' : 'A');

type Rounds = {readonly rounds: readonly AgentRound[]; readonly consensus: number | undefined; readonly turns: number};

// A turn that ends, and one that replaces a failed turn, has the same speaker as before.
const roundsOf = incrementalFold<Turn, Rounds>(
	{rounds: [], consensus: undefined, turns: 0},
	withTurn,
	(one, other) => one.id === other.id,
);

function withTurn({rounds, consensus, turns: index}: Rounds, turn: Turn, own: InPlaceArrays): Rounds {
	const turns = index + 1;
	if (turn.kind === 'consensus' && consensus === undefined) return {rounds, consensus: index, turns};
	const last = rounds.at(-1);
	if (last && roleOf(turn) === 'B' && last.B === undefined)
		return {rounds: replace(rounds, rounds.length - 1, {...last, B: index}, own), consensus, turns};
	return {rounds: append(rounds, {A: undefined, B: undefined, [roleOf(turn)]: index}, own), consensus, turns};
}

/** A section's heading: as recorded, or while the turn is running, from its kind and round. */
export const headingOf = ({kind, round}: Turn, section: SectionEvent | undefined): string =>
	section?.heading ??
	(kind === 'consensus' ? 'CONSENSUS' : `${capitalised(kind)}${round === undefined ? '' : ` ${round}`}`);
