/**
 * The Adversarial Spec format: agents with different personas critique a specification, and what enough of them agree
 * on is merged.
 */
import type {Casting} from '../../debate/protocol.ts';
import {numberAt, shareOf} from '../../view/pane-rows.ts';
import {exitCodes, type Format} from '../contract.ts';
import {agentsOf, specConfig, type Agent, type SpecConfig} from './config.ts';
import {estimateSpec} from './estimate.ts';
import {specSections} from './markdown.ts';
import {specAction, specInput, specLayers, specOptions, specSetup} from './options.ts';
import {specPane} from './pane.ts';
import {synthesisId} from './spec-state.ts';

const casting = ({id, persona, card, voice}: Agent): Casting => ({
	id,
	role: 'agent',
	persona,
	label: card.name,
	...(voice === undefined ? {} : {voice}),
});

/** The agents in order, and the merging voice, by default the first agent's. */
export function cast(config: SpecConfig): Casting[] {
	const agents = agentsOf(config).map(casting);
	const [first] = agents;
	return config.verify
		? agents
		: [...agents, {id: synthesisId, role: 'synthesis', label: 'Synthesis', ...(first ? {like: first.id} : {})}];
}

export const adversarialSpec: Format<SpecConfig> = {
	id: 'adversarial-spec',
	name: 'Adversarial Spec',
	shortName: 'Spec',
	summary:
		'Several personas attack a specification round by round; what enough of them agree on is worked in, and you take the changes one by one.',
	version: 2,
	config: specConfig,
	cast,
	minSpeakers: 2,
	speakers: config => agentsOf(config).map(({id}) => id),
	estimate: estimateSpec,
	script: async (setup, floor) => (await import('./script.ts')).script(setup, floor),
	options: specOptions,
	input: specInput,
	layers: specLayers,
	action: specAction,
	setup: specSetup,
	fields: {
		shown: [
			['maxRounds', 'Rounds, at most'],
			['consensusThreshold', 'Share that makes consensus'],
			['preserveIntent', 'Keep goals and scope as they are'],
			['verify', 'Check only, change nothing'],
		],
		folded: [
			['accept', 'Accept where nobody can be asked'],
			['grouping', 'Who merges like issues'],
			['temperature', 'Temperature'],
			['agentQueryTimeout', 'Time for an answer (ms)'],
			['agentQueryRetries', 'Retries of a failed query'],
			['agentQueryRateLimit', 'Queries a second, by agent'],
		],
	},
	pane: specPane,
	progress({start, segment, round = 1}) {
		const rounds = numberAt(start?.config, 'maxRounds');
		const within = segment === 'review' ? 1 : shareOf(['critique', 'ballot', 'synthesis'], segment);
		return rounds === undefined ? undefined : (round - 1 + within) / rounds;
	},
	markdown: {afterTranscript: specSections},
	// What was accepted is not in the file that it was meant for.
	endsWith({
		formats: {
			adversarialSpec: {outcome},
		},
	}) {
		return outcome?.refused ? {says: `Not saved: ${outcome.note}`, code: exitCodes.unsaved} : undefined;
	},
	host: {effects: async () => (await import('./host/effects.ts')).openSpecEffects},
	traits: {hasBackground: true, inWriting: true},
};
