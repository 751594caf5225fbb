/** The voices to choose from: the models of all servers that answer, installed coding agents, people and rehearsal. */
import type {Configuration} from '../../settings/settings.ts';
import {describeModel} from '../../voices/model-names.ts';
import {isForChat, loadedFirst} from '../../voices/model-list.ts';
import {isLocal} from '../../voices/providers.ts';
import {fitnessLabels, measuredJudges, type JudgeResult} from '../judging/judge-results.ts';
import {askServers, type ServedModels} from './ask-servers.ts';
import {installedAgents} from './installed-agents.ts';
import {priceOf} from './model-facts.ts';

/** A voice to choose from. `about` tells what it is where its name does not; prices are dollars a million tokens. */
export type VoiceChoice = {
	readonly voice: string;
	readonly about: string;
	readonly contextTokens?: number;
	readonly price?: {readonly input: number; readonly output: number};
};

/** The voices found, and what servers could not be asked. */
export type VoiceSearch = {readonly voices: readonly VoiceChoice[]; readonly troubles: readonly string[]};

/** Finds voices; those that are there sooner are told meanwhile. */
export type FindVoices = (soFar?: (search: VoiceSearch) => void) => Promise<VoiceSearch>;

/** Models come first, those of this machine before all; whoever is always there comes last, and is told at once. */
export async function voiceChoices(
	configuration: Configuration,
	signal: AbortSignal,
	soFar?: (search: VoiceSearch) => void,
): Promise<VoiceSearch> {
	const agents = agentChoices(configuration);
	const measured = measuredJudges(configuration.home);
	const choicesOf = (served: readonly ServedModels[]): VoiceChoice[] => {
		const own = served.filter(({provider}) => isLocal(provider));
		const choices: VoiceChoice[] = [
			...[...own, ...served.filter(one => !own.includes(one))].flatMap(one => modelChoices(one, configuration)),
			...agents,
			{voice: 'human', about: 'a person at this keyboard; human:NAME gives a name', price: {input: 0, output: 0}},
			{voice: 'rehearsal', about: 'the built-in speaker, no model', price: {input: 0, output: 0}},
		];
		return choices.map(choice => withJudging(choice, measured.get(choice.voice)));
	};
	const tell = (served: readonly ServedModels[]) => soFar?.({voices: choicesOf(served), troubles: []});
	tell([]);
	const {served, troubles} = await askServers(configuration, {
		now: new Date(),
		refresh: false,
		signal,
		onServed: tell,
	});
	return {voices: choicesOf(served), troubles};
}

/** A voice that was measured as a judge says so. */
const withJudging = (choice: VoiceChoice, result: JudgeResult | undefined): VoiceChoice =>
	result ? {...choice, about: `${choice.about} (${fitnessLabels[result.fitness]})`} : choice;

const agentChoices = (configuration: Configuration): VoiceChoice[] =>
	installedAgents(configuration).map(({id, name}) => ({voice: `agent:${id}`, about: `${name}, a coding agent`}));

function modelChoices({provider, models}: ServedModels, {settings}: Configuration): VoiceChoice[] {
	return models
		.filter(isForChat)
		.toSorted(loadedFirst)
		.map(model => {
			const {id, contextTokens, loaded} = model;
			const voice = `${provider.id}:${id}`;
			const {price: known} = priceOf(provider, model, settings);
			return {
				voice,
				about: `${describeModel(id, provider.name).name}${loaded ? ', loaded' : ''}`,
				...(contextTokens !== undefined && {contextTokens}),
				...(known && {price: {input: known.input, output: known.output}}),
			};
		});
}
