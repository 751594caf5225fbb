/**
 * The Adversarial Spec format: agents with different personas critique a specification, and what enough of them agree
 * on is merged.
 */
import type {Casting, Protocol} from '../../debate/protocol.ts';
import {agentsOf, specConfig, type Agent, type SpecConfig} from './config.ts';
import {estimateSpec} from './estimate.ts';
import {script} from './script.ts';
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

export const adversarialSpec: Protocol<SpecConfig> = {
	id: 'adversarial-spec',
	name: 'Adversarial Spec',
	summary:
		'Several personas attack a specification round by round; what enough of them agree on is worked in, and you take the changes one by one.',
	version: 2,
	config: specConfig,
	cast,
	minSpeakers: 2,
	speakers: config => agentsOf(config).map(({id}) => id),
	estimate: estimateSpec,
	script,
};
