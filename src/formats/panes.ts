/**
 * What protocols bring to the stage beside the panes that all have: a pane of their own, and what of it the results
 * show.
 */
import type {DebateState} from '../debate/state.ts';
import type {Blocks, PaneFrame, Rest} from '../view/blocks.ts';
import type {Row} from '../view/rows.ts';
import type {WaitingFor} from '../view/participants.ts';
import {readable} from '../view/wrap.ts';
import {codeDebateFrame, pointsInSight, type FrameInput} from './code-debate/code-frame.ts';
import {ledgerRows, codeDebateBlocks} from './code-debate/pane.ts';
import {specBlocks, specSummary} from './adversarial-spec/pane.ts';
import {buildBlocks, buildSummary} from './builder-reviewer/pane.ts';
import {duelBlocks, duelSummary} from './model-duel/pane.ts';
import {motionBlocks, motionSummary} from './motion/pane.ts';

export type ProtocolPane = {
	/** On its tab: a short word. */
	readonly name: string;
	/**
	 * `instead`: it holds all that is said, and takes the transcript's place; `beside`: it stands with the transcript.
	 */
	readonly placement: 'instead' | 'beside';
	readonly rest: Rest;
	/** What there is to see, at a width; a window makes the rows that it shows. */
	readonly blocks: (state: DebateState, width: number, waiting: WaitingFor | undefined) => Blocks;
	/** The same in parts of its own, for a pane that is more than one window; undefined where it is none. */
	readonly frame?: (state: DebateState, input: FrameInput) => PaneFrame | undefined;
	/** What the results show of it. */
	readonly results: (state: DebateState, width: number) => readonly Row[];
	/** A row that is always in sight, in the place of the latest moment; undefined while there is nothing to say. */
	readonly inSight?: (state: DebateState, point: string | undefined) => Row | undefined;
	/** What a user of this protocol cannot do, as the table of keys calls it. */
	readonly unavailable: readonly ('interject' | 'barge-in')[];
};

/** On a very wide screen what stands at the ends of a row stays near enough to be read together. */
const inReadableLines =
	(blocks: ProtocolPane['blocks']): ProtocolPane['blocks'] =>
	(state, width, waiting) =>
		blocks(state, readable(width), waiting);

const panes: ReadonlyMap<string, ProtocolPane> = new Map([
	[
		'model-duel',
		{
			name: 'answer',
			placement: 'instead',
			rest: 'words',
			blocks: duelBlocks,
			results: duelSummary,
			unavailable: ['interject'],
		},
	],
	[
		'code-debate',
		{
			name: 'points',
			placement: 'instead',
			rest: 'words',
			blocks: codeDebateBlocks,
			frame: codeDebateFrame,
			results: ledgerRows,
			inSight: pointsInSight,
			unavailable: ['interject', 'barge-in'],
		},
	],
	[
		'builder-reviewer',
		{
			name: 'work',
			placement: 'beside',
			rest: 'start',
			blocks: inReadableLines(buildBlocks),
			results: buildSummary,
			unavailable: ['interject'],
		},
	],
	[
		'motion',
		{
			name: 'sides',
			placement: 'beside',
			rest: 'start',
			blocks: inReadableLines(motionBlocks),
			results: motionSummary,
			unavailable: [],
		},
	],
	[
		'adversarial-spec',
		{
			name: 'rounds',
			placement: 'beside',
			rest: 'start',
			blocks: inReadableLines(specBlocks),
			results: specSummary,
			unavailable: ['interject', 'barge-in'],
		},
	],
]);

/** The pane of the debate's protocol, where it has one. */
export const protocolPane = (state: DebateState): ProtocolPane | undefined => panes.get(state.start?.protocol ?? '');
