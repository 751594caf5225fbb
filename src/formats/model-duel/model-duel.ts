/** The Model Duel format: one model drafts, another attacks the draft, the first answers every point. */
import type {Casting} from '../../debate/protocol.ts';
import {shareOf} from '../../view/pane-rows.ts';
import type {Format} from '../contract.ts';
import {criticSeats, modelDuelConfig, type DuelSeat, type ModelDuelConfig} from './config.ts';
import {estimateDuel} from './estimate.ts';
import {duelSections} from './markdown.ts';
import {duelInput, duelOptions, duelQueue, duelSetup} from './options.ts';
import {duelPane} from './pane.ts';

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

export const modelDuel: Format<ModelDuelConfig> = {
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
	script: async (setup, floor) => (await import('./script.ts')).script(setup, floor),
	options: duelOptions,
	input: duelInput,
	setup: duelSetup,
	fields: {
		shown: [['critics', 'Number of critics']],
		folded: [
			['stageTimeoutMs', 'Time for a stage (ms)'],
			['allowUnstructuredCritique', 'Accept a critique in plain prose'],
		],
	},
	pane: duelPane,
	progress: ({segment}) => shareOf(['request', 'draft', 'critique', 'revision', 'final'], segment),
	markdown: {afterTranscript: duelSections},
	host: {
		effects: async () => (await import('./host/effects.ts')).openDuelEffects,
		files: async () => (await import('./host/duel-log.ts')).duelLogs,
		queue: duelQueue,
	},
	traits: {inWriting: true, overMcp: true},
};
