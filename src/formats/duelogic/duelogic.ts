/** The Duelogic format: two to six chairs, each arguing from a framework, an arbiter who moderates, and judges. */
import type {OpenSeat} from '../../debate/protocol.ts';
import type {DebateState} from '../../debate/state.ts';
import {claimSections} from '../../exports/claims.ts';
import {numberAt} from '../../view/pane-rows.ts';
import type {Format} from '../contract.ts';
import {showFields} from '../setup.ts';
import {duelogicConfig, frameworkOf, type DuelogicConfig} from './config.ts';
import {estimateDuelogic} from './estimate.ts';
import {scoreFault} from './turn-score.ts';
import {duelogicInput, duelogicLayers, duelogicOptions, duelogicSetup} from './options.ts';

/** Seats: the chairs, the arbiter, and a ledger’s keeper and a judge, who use its voice if none is named. */
export function duelogicSeats(config: DuelogicConfig): OpenSeat[] {
	const chairs = config.chairs.map(
		({position, framework, modelId, modelDisplayName, providerName, persona}): OpenSeat => ({
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
			keepsLedger: true,
			modelId,
			...(modelDisplayName === undefined ? {} : {displayName: modelDisplayName}),
		},
		{id: 'judge', role: 'judge', like: 'arbiter'},
	];
}

export const duelogic: Format<DuelogicConfig> = {
	id: 'duelogic',
	name: 'Duelogic',
	summary:
		'A podcast-style debate: chairs argue from philosophical frameworks, an arbiter keeps them honest, every reply is scored.',
	version: 3,
	config: duelogicConfig,
	openSeats: duelogicSeats,
	minSpeakers: 2,
	speakers: config => config.chairs.map(({position}) => position),
	estimate: estimateDuelogic,
	humanSeats: config => config.chairs.map(({position}) => position),
	spoken: true,
	script: async (setup, floor) => (await import('./script.ts')).script(setup, floor),
	edit: async (editor, floor) => (await import('../editing.ts')).edit(floor, editor, floor.heard, 'duelogic'),
	auditEvent: event => (event.type === 'evaluation' ? scoreFault(event) : undefined),
	judgingScripts: ['judge-check', 'rescore'],
	firstPreset: 'classic_clash',
	firstOffer: {preset: 'first_debate', says: 'Hear a live debate'},
	shortest: ['flow.maxExchanges=3'],
	options: duelogicOptions,
	input: duelogicInput,
	layers: duelogicLayers,
	setup: duelogicSetup,
	fields: {
		shown: [
			['flow.maxExchanges', 'Exchanges, at most'],
			['flow.targetDurationMinutes', 'Length (minutes)'],
			['flow.start', 'How it begins'],
			['tone', 'Tone'],
			['interruptions.enabled', 'Interruptions'],
			['interruptions.aggressiveness', 'How readily they cut in (1 to 5)'],
			['language', 'Language'],
		],
		folded: [
			['judgeStances', 'Judges say where they stand'],
			['contextTokens', 'Smallest context window (tokens)'],
			['arbiter.accountabilityLevel', 'Strictness of the arbiter'],
			['mandates.arbiterCanInterject', 'Arbiter steps in between turns'],
			['flow.style', 'Order of speaking'],
			['interruptions.allowChairInterruptions', 'Chairs may cut in'],
			['interruptions.allowArbiterInterruptions', 'Arbiter may cut in'],
			['interruptions.cooldownSeconds', 'Shortest time between cuts (seconds)'],
			['mandates.requireSteelManning', 'State the other side’s best case'],
			['mandates.requireSelfCritique', 'Admit a limit of one’s own view'],
			...showFields,
			['podcastMode.episodeNumber', 'Episode number'],
			['podcastMode.includeCallToAction', 'Ask listeners to subscribe'],
			['weights.steelManning', 'Weight of fairness to the other side'],
			['weights.selfCritique', 'Weight of self-critique'],
			['weights.frameworkConsistency', 'Weight of keeping to the framework'],
			['weights.intellectualHonesty', 'Weight of honest argument'],
		],
	},
	// Of its exchanges or its spoken time, whichever is further.
	progress(state, spokenMs) {
		const {config} = state.start ?? {};
		const minutes = numberAt(config, 'flow', 'targetDurationMinutes');
		const exchanges = numberAt(config, 'flow', 'maxExchanges');
		if (minutes === undefined && exchanges === undefined) return undefined;
		const time = minutes === undefined ? 0 : spokenMs / (minutes * 60_000);
		return Math.max(time, exchanges === undefined ? 0 : exchangeShare(state, exchanges));
	},
	markdown: {afterTranscript: (state, detail, words) => (detail ? claimSections(state, words, 'arbiter') : [])},
	traits: {numbersRounds: true, foldsIntroduction: true, overMcp: true, readsSources: true, looksUp: true},
};

/** The openings count as an exchange before the first, and the synthesis as one after the last. */
function exchangeShare({segment, round = 0}: DebateState, exchanges: number): number {
	const done = segment === 'exchange' ? round : segment === 'synthesis' ? exchanges + 1 : 0;
	return segment === undefined || segment === 'introduction' ? 0 : (done + 0.5) / (exchanges + 2);
}
