/** Builder and Reviewer: one plans and carries out a task, the other scores the risk, watches, and decides. */
import type {Casting, Protocol} from '../../debate/protocol.ts';
import {builderReviewerConfig, type BuilderReviewerConfig, type BuildSeat} from './config.ts';
import {estimateBuild} from './estimate.ts';
import {script} from './script.ts';

const casting = (
	id: 'builder' | 'reviewer',
	label: string,
	{modelId, modelDisplayName, providerName}: BuildSeat,
	outside: boolean,
): Casting =>
	outside
		? {id, role: id, label: `${id === 'builder' ? 'Builder' : 'Reviewer'} (another program)`, outside}
		: {
				id,
				role: id,
				label,
				modelId,
				...(modelDisplayName === undefined ? {} : {displayName: modelDisplayName}),
				...(providerName === undefined ? {} : {providerName}),
			};

export const builderReviewer: Protocol<BuilderReviewerConfig> = {
	id: 'builder-reviewer',
	name: 'Builder and Reviewer',
	summary:
		'A builder plans and carries out a task in a worktree of its own; an independent reviewer scores the risk, watches every step, can call a halt, and decides.',
	version: 3,
	config: builderReviewerConfig,
	cast: ({side, builder, reviewer}) => [
		casting('builder', 'Plans and builds', builder, side === 'reviewer'),
		casting('reviewer', 'Reviews and decides', reviewer, side === 'builder'),
	],
	// A side that cannot answer ends the run by the protocol's own closing.
	minSpeakers: 0,
	speakers: ({side}) => (side === 'both' ? ['builder', 'reviewer'] : [side]),
	estimate: estimateBuild,
	// A builder answers with diffs.
	humanSeats: ({side}) => (side === 'builder' ? [] : ['reviewer']),
	script,
};
