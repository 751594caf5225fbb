/** The voices to choose from: built-in ones, installed coding agents, and the models of all reachable servers. */
import type {Configuration} from '../../../settings/settings.ts';
import {rehearsalLabel} from '../../../languages/wording.ts';
import type {VoiceChoice} from './setup.ts';
import {fitnessLabels, measuredJudges, type JudgeResult} from '../../judging/judge-results.ts';
import {describeModel} from '../../../voices/model-names.ts';
import {parseVoiceSpec} from '../../../voices/voice-spec.ts';
import {withUserProviders} from '../../../voices/providers.ts';
import {askServers, type ServedModels} from '../../voices/ask-servers.ts';
import {isFree} from '../../voices/assign-voices.ts';
import {installedAgents} from '../../voices/installed-agents.ts';

/** The voices found, and messages about servers that could not be asked. */
export async function voiceChoices(
	configuration: Configuration,
	signal: AbortSignal,
): Promise<{readonly voices: readonly VoiceChoice[]; readonly troubles: readonly string[]}> {
	const {served, troubles} = await askServers(configuration, {now: new Date(), refresh: false, signal});
	const choices: VoiceChoice[] = [
		{voice: 'rehearsal', about: rehearsalLabel, price: {input: 0, output: 0}},
		{voice: 'human', about: 'a person at this keyboard; human:NAME gives a name', price: {input: 0, output: 0}},
		...agentChoices(configuration),
		...served.flatMap(one => modelChoices(one, configuration)),
	];
	const measured = measuredJudges(configuration.home);
	return {troubles, voices: choices.map(choice => withJudging(choice, measured.get(choice.voice)))};
}

/** A voice that was measured as a judge says so. */
const withJudging = (choice: VoiceChoice, result: JudgeResult | undefined): VoiceChoice =>
	result ? {...choice, about: `${choice.about} (${fitnessLabels[result.fitness]})`} : choice;

const agentChoices = (configuration: Configuration): VoiceChoice[] =>
	installedAgents(configuration).map(({id, name}) => ({voice: `agent:${id}`, about: `${name}, a coding agent`}));

function modelChoices({provider, models}: ServedModels, {settings}: Configuration): VoiceChoice[] {
	const providers = withUserProviders(settings.providers);
	return models.map(({id, contextTokens, price}) => {
		const voice = `${provider.id}:${id}`;
		const known = isFree(parseVoiceSpec(voice, providers), providers) ? {input: 0, output: 0} : price;
		return {
			voice,
			about: describeModel(id, provider.name).name,
			...(contextTokens !== undefined && {contextTokens}),
			...(known && {price: {input: known.input, output: known.output}}),
		};
	});
}
