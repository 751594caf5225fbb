/** The Model Duel format: one model drafts, another attacks the draft, the first answers every point. */
import type {Casting, Protocol} from '../../debate/protocol.ts';
import {criticSeats, modelDuelConfig, type DuelSeat, type ModelDuelConfig} from './config.ts';
import {estimateDuel} from './estimate.ts';
import {script} from './script.ts';

const casting = (
	id: string,
	role: string,
	label: string,
	{modelId, modelDisplayName, providerName}: DuelSeat,
): Casting => ({
	id,
	role,
	label,
	modelId,
	...(modelDisplayName === undefined ? {} : {displayName: modelDisplayName}),
	...(providerName === undefined ? {} : {providerName}),
});

export const modelDuel: Protocol<ModelDuelConfig> = {
	id: 'model-duel',
	name: 'Model Duel',
	summary:
		'One model drafts an answer to a task, another attacks the draft with a rubric and concrete issues, the first revises and answers each of them.',
	version: 1,
	config: modelDuelConfig,
	cast: config => [
		casting('codex', 'drafter', 'Drafts and revises', config.codex),
		...criticSeats(config).map(id => casting(id, 'critic', 'Attacks the draft', config.antigravity)),
	],
	// A seat that is out is a stage that fails, which the format has an ending of its own for.
	minSpeakers: 0,
	speakers: config => ['codex', ...criticSeats(config)],
	estimate: estimateDuel,
	humanSeats: config => ['codex', ...criticSeats(config)],
	script,
};
