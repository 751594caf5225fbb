/** Asks servers for their models: local ones every time, those behind a key once a day. */
import {reasonOf} from '../../debate/text/words.ts';
import type {Configuration} from '../../settings/settings.ts';
import {findLocalServers, isForChat, listModels, loadedFirst, type ListedModel} from '../../voices/model-list.ts';
import {describeModel} from '../../voices/model-names.ts';
import {withUserProviders, type Provider} from '../../voices/providers.ts';
import {reachableFrom} from './assign-voices.ts';
import {writeKnownModels, readKnownModels, type KnownModels, withPublicFacts, type ModelFacts} from './model-facts.ts';

export type ServedModels = {
	readonly provider: Provider;
	readonly models: readonly ModelFacts[];
	/** Milliseconds since the list was fetched. */
	readonly age: number;
};

/** As a server listed its models. */
type Listed = Omit<ServedModels, 'models'> & {readonly models: readonly ListedModel[]};

type AskServersOptions = {readonly now: Date; readonly refresh: boolean; readonly signal: AbortSignal};

const day = 86_400_000;
const patienceMs = 10_000;

/** The models of all reachable servers, and messages about those that failed. The lists are cached. */
export async function askServers(
	configuration: Configuration,
	{now, refresh, signal}: AskServersOptions,
): Promise<{readonly served: readonly ServedModels[]; readonly troubles: readonly string[]}> {
	const {providers, ready} = reachableFrom(configuration);
	const kept = readKnownModels(configuration.home);
	const ageOf = (known: KnownModels[string]): number => now.getTime() - Date.parse(known.askedAt);
	const clouds = providers.filter(provider => provider.keyVariable !== undefined && ready(provider.id));
	const [local, asked] = await Promise.all([
		findLocalServers(
			providers.filter(({keyVariable}) => keyVariable === undefined),
			signal,
		),
		Promise.all(clouds.map(ask)),
	]);

	async function ask(provider: Provider): Promise<Listed | string> {
		const known = kept[provider.id];
		const old = known?.baseUrl === provider.baseUrl ? {provider, models: known.models, age: ageOf(known)} : undefined;
		if (old && old.age < day && !refresh) return old;
		try {
			return {
				provider,
				models: await listModels(provider, {key: configuration.keyOf(provider)?.key, timeoutMs: patienceMs, signal}),
				age: 0,
			};
		} catch (error) {
			signal.throwIfAborted();
			return old ?? reasonOf(error);
		}
	}

	const served = [...local.map(one => ({...one, age: 0})), ...asked.filter(one => typeof one !== 'string')];
	const known: KnownModels = {...kept};
	for (const {
		provider: {id, baseUrl},
		models,
	} of served.filter(({age}) => age === 0))
		known[id] = {baseUrl, askedAt: now.toISOString(), models: [...models]};
	if (served.some(({age}) => age === 0)) writeKnownModels(configuration.home, known);
	const factsOf = ({provider, models, age}: Listed): ServedModels => ({
		provider,
		age,
		models: models.map(one => withPublicFacts(configuration.home, provider, one, known[provider.id]?.askedAt)),
	});
	return {served: served.map(factsOf), troubles: asked.filter(one => typeof one === 'string')};
}

// The servers of this machine, and their models as voices.

type LocalServers = Awaited<ReturnType<typeof findLocalServers>>;

/** A model of this machine as a user writes it, and in words: `Qwen3 8B on Ollama`. */
export type FoundVoice = {readonly voice: string; readonly name: string};

/** Those that can speak; those in memory come first. A server that was started with a model has it there. */
export const localVoices = (here: LocalServers): readonly FoundVoice[] =>
	here
		.flatMap(({provider, models}) =>
			models.filter(isForChat).map(({id, loaded = provider.listedAs !== undefined}) => ({
				voice: `${provider.id}:${id}`,
				name: `${describeModel(id, provider.name).name} on ${provider.name}`,
				loaded,
			})),
		)
		.toSorted(loadedFirst)
		.map(({voice, name}) => ({voice, name}));

/** Asks the servers of this machine, which have half a second. */
export const findHere = async (
	{settings}: Pick<Configuration, 'settings'>,
	signal: AbortSignal,
): Promise<LocalServers> => findLocalServers(withUserProviders(settings.providers), signal);

/** Providers whose keys reach the models that formats and presets name. */
const named = ['openrouter', 'openai'] as const;

/** Whether a found model is to speak: the user named nobody, and has no key for the models that formats name. */
export function awaitsVoice(configuration: Pick<Configuration, 'settings' | 'keyOf'>): boolean {
	const {ready} = reachableFrom(configuration);
	return configuration.settings.voice === undefined && !named.some(ready);
}
