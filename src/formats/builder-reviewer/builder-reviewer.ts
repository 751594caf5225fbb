/** Builder and Reviewer: one plans and carries out a task, the other scores the risk, watches, and decides. */
import type {Casting, Protocol} from '../../debate/protocol.ts';
import {builderReviewerConfig, reviewerSeats, type BuilderReviewerConfig, type BuildSeat} from './config.ts';
import {estimateBuild} from './estimate.ts';
import {vetoFault} from './mailbox.ts';
import {script} from './script.ts';

const casting = (
	id: string,
	role: 'builder' | 'reviewer',
	label: string,
	{modelId, modelDisplayName, providerName}: BuildSeat,
	outside: boolean,
): Casting =>
	outside
		? {id, role, label: `${role === 'builder' ? 'Builder' : 'Reviewer'} (another program)`, outside}
		: {
				id,
				role,
				label,
				modelId,
				...(modelDisplayName === undefined ? {} : {displayName: modelDisplayName}),
				...(providerName === undefined ? {} : {providerName}),
			};

/** Another program is one reviewer, however many it has inside. */
const reviewersOf = (config: BuilderReviewerConfig): string[] => reviewerSeats(config.side === 'builder' ? {} : config);

export const builderReviewer: Protocol<BuilderReviewerConfig> = {
	id: 'builder-reviewer',
	name: 'Builder and Reviewer',
	summary:
		'A builder plans and carries out a task in a worktree of its own; an independent reviewer scores the risk, watches every step, can call a halt, and decides.',
	version: 3,
	config: builderReviewerConfig,
	cast: config => [
		casting('builder', 'builder', 'Plans and builds', config.builder, config.side === 'reviewer'),
		...reviewersOf(config).map(id =>
			casting(id, 'reviewer', 'Reviews and decides', config.reviewer, config.side === 'builder'),
		),
	],
	// A side that cannot answer ends the run by the protocol's own closing.
	minSpeakers: 0,
	speakers: config => [
		...(config.side === 'reviewer' ? [] : ['builder']),
		...(config.side === 'builder' ? [] : reviewersOf(config)),
	],
	estimate: estimateBuild,
	// A builder answers with diffs.
	humanSeats: config => (config.side === 'builder' ? [] : reviewersOf(config)),
	script,
	auditEvent: event => (event.type === 'message' ? vetoFault(event.message)?.what : undefined),
};
