/**
 * What protocols bring to the stage beside the panes that all have: a pane of their own, and what of it the results
 * show.
 */
import type {DebateState} from '../../debate/state.ts';
import type {Blocks} from '../text/blocks.ts';
import type {Action} from '../input/key-table.ts';
import type {Rest} from '../text/pane-window.ts';
import type {Row} from '../text/rows.ts';
import type {WaitingFor} from '../debate/waiting.ts';
import {readable} from '../text/wrap.ts';
import {specBlocks, specSummary} from './adversarial-spec.ts';
import {buildBlocks, buildSummary} from './builder-reviewer.ts';
import {codeDebateBlocks, ledgerRows} from './code-debate.ts';
import {duelBlocks, duelSummary} from './model-duel.ts';

export type OwnPane = {
	/** On its tab: a short word. */
	readonly name: string;
	/**
	 * `instead`: it holds all that is said, and takes the transcript's place; `beside`: it stands with the transcript.
	 */
	readonly place: 'instead' | 'beside';
	readonly rest: Rest;
	/** What there is to see, at a width; a window makes the rows that it shows. */
	readonly blocks: (state: DebateState, width: number, waiting: WaitingFor | undefined) => Blocks;
	/** What the results show of it. */
	readonly results: (state: DebateState, width: number) => readonly Row[];
	/** What a user of this protocol cannot do. */
	readonly lacks: readonly Action[];
};

/** On a very wide screen what stands at the ends of a row stays near enough to be read together. */
const inReadableLines =
	(blocks: OwnPane['blocks']): OwnPane['blocks'] =>
	(state, width, waiting) =>
		blocks(state, readable(width), waiting);

const panes: ReadonlyMap<string, OwnPane> = new Map([
	[
		'model-duel',
		{
			name: 'duel',
			place: 'instead',
			rest: 'words',
			blocks: duelBlocks,
			results: duelSummary,
			lacks: ['working', 'interject'],
		},
	],
	[
		'code-debate',
		{
			name: 'debate',
			place: 'instead',
			rest: 'words',
			blocks: codeDebateBlocks,
			results: ledgerRows,
			lacks: ['working', 'interject', 'barge-in'],
		},
	],
	[
		'builder-reviewer',
		{
			name: 'work',
			place: 'beside',
			rest: 'start',
			blocks: inReadableLines(buildBlocks),
			results: buildSummary,
			lacks: ['working', 'interject'],
		},
	],
	[
		'adversarial-spec',
		{
			name: 'spec',
			place: 'beside',
			rest: 'start',
			blocks: inReadableLines(specBlocks),
			results: specSummary,
			lacks: ['working', 'interject', 'barge-in'],
		},
	],
]);

/** The pane of the debate's protocol, where it has one. */
export const ownPane = (state: DebateState): OwnPane | undefined => panes.get(state.start?.protocol ?? '');
