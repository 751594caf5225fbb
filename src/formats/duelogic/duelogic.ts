/** The Duelogic format: two to six chairs, each arguing from a framework, an arbiter who moderates, and judges. */
import type {Casting, Protocol} from '../../debate/protocol.ts';
import {duelogicConfig, frameworkOf, type DuelogicConfig} from './config.ts';
import {estimateDuelogic} from './estimate.ts';
import {scoreFault} from './points.ts';
import {script} from './script.ts';

/** Seats: the chairs, the arbiter, and a judge who uses the arbiter's voice unless another is named. */
export function cast(config: DuelogicConfig): Casting[] {
	const chairs = config.chairs.map(
		({position, framework, modelId, modelDisplayName, providerName, persona}): Casting => ({
			id: position,
			role: 'chair',
			modelId,
			framework,
			label: frameworkOf(config, framework).name,
			...(modelDisplayName === undefined ? {} : {displayName: modelDisplayName}),
			...(providerName === undefined ? {} : {providerName}),
			...(persona === undefined ? {} : {persona}),
		}),
	);
	const {modelId, modelDisplayName} = config.arbiter;
	return [
		...chairs,
		{
			id: 'arbiter',
			role: 'arbiter',
			modelId,
			...(modelDisplayName === undefined ? {} : {displayName: modelDisplayName}),
		},
		{id: 'judge', role: 'judge', like: 'arbiter'},
	];
}

export const duelogic: Protocol<DuelogicConfig> = {
	id: 'duelogic',
	name: 'Duelogic',
	summary:
		'A podcast-style debate: chairs argue from philosophical frameworks, an arbiter keeps them honest, every turn is scored.',
	version: 3,
	config: duelogicConfig,
	cast,
	minSpeakers: 2,
	speakers: config => config.chairs.map(({position}) => position),
	estimate: estimateDuelogic,
	humanSeats: config => config.chairs.map(({position}) => position),
	spoken: true,
	script,
	auditEvent: event => (event.type === 'evaluation' ? scoreFault(event) : undefined),
};
