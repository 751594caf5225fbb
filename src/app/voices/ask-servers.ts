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

type AskServersOptions = {
	readonly now: Date;
	readonly refresh: boolean;
	readonly signal: AbortSignal;
	/** Milliseconds that a server behind a key has. */ readonly patienceMs?: number;
	/** Told whenever another server has answered: all that have so far, in the order of the whole answer. */
	readonly onServed?: ((served: readonly ServedModels[]) => void) | undefined;
};

const day = 86_400_000;
const usualPatienceMs = 10_000;

/** The models of all reachable servers, and messages about those that failed. The lists are cached. */
export async function askServers(
	configuration: Configuration,
	{now, refresh, signal, patienceMs = usualPatienceMs, onServed}: AskServersOptions,
): Promise<{readonly served: readonly ServedModels[]; readonly troubles: readonly string[]}> {
	const {providers, ready} = reachableFrom(configuration);
	const kept = readKnownModels(configuration.home);
	const known: KnownModels = {...kept};
	const ageOf = ({askedAt}: KnownModels[string]): number => now.getTime() - Date.parse(askedAt);
	const clouds = providers.filter(provider => provider.keyVariable !== undefined && ready(provider.id));
	const factsOf = ({provider, models, age}: Listed): ServedModels => ({
		provider,
		age,
		models: models.map(one => withPublicFacts(configuration.home, provider, one, known[provider.id]?.askedAt)),
	});
	const answers: (readonly Listed[])[] = [];
	const take = (place: number, found: readonly Listed[]) => {
		answers[place] = found;
		for (const {provider, models, age} of found)
			if (age === 0) known[provider.id] = {baseUrl: provider.baseUrl, askedAt: now.toISOString(), models: [...models]};
		onServed?.(answers.flat().map(factsOf));
	};

	async function askHere(): Promise<void> {
		const here = providers.filter(({keyVariable}) => keyVariable === undefined);
		const found = await findLocalServers(here, signal);
		take(
			0,
			found.map(one => ({...one, age: 0})),
		);
	}

	/** Resolves with what went wrong. */
	async function ask(provider: Provider, place: number): Promise<string | undefined> {
		const last = kept[provider.id];
		const old = last?.baseUrl === provider.baseUrl ? {provider, models: last.models, age: ageOf(last)} : undefined;
		if (old) take(place, [old]);
		if (old && old.age < day && !refresh) return undefined;
		try {
			const key = configuration.keyOf(provider)?.key;
			take(place, [{provider, models: await listModels(provider, {key, timeoutMs: patienceMs, signal}), age: 0}]);
			return undefined;
		} catch (error) {
			signal.throwIfAborted();
			return old ? undefined : reasonOf(error);
		}
	}

	const [, ...asked] = await Promise.all([askHere(), ...clouds.map(async (cloud, index) => ask(cloud, index + 1))]);
	const served = answers.flat();
	if (served.some(({age}) => age === 0)) writeKnownModels(configuration.home, known);
	return {served: served.map(factsOf), troubles: asked.filter(trouble => trouble !== undefined)};
}

// The servers of this machine, and their models as voices.

type LocalServers = Awaited<ReturnType<typeof findLocalServers>>;
type Speakable = readonly {
	readonly provider: Provider;
	readonly models: readonly Pick<ListedModel, 'id' | 'kind' | 'loaded'>[];
}[];

/** A model of this machine as a user writes it, and in words: `Qwen3 8B on Ollama`. */
export type FoundVoice = {readonly voice: string; readonly name: string};

/** Those that can speak; those in memory come first. A server that was started with a model has it there. */
export const localVoices = (here: Speakable): readonly FoundVoice[] =>
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
