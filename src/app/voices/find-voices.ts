/**
 * Finds the voices that can fill the seats nobody is named for: models of servers on this machine, of providers with a
 * key, and coding agents that are logged in. Models behind a key are chosen from the provider's own list by a table of
 * families, so that none is named which has gone.
 */
import {existsSync} from 'node:fs';
import {homedir} from 'node:os';
import {join} from 'node:path';
import {z} from 'zod';
import {escapePattern} from '../../debate/text/words.ts';
import {packageRoot} from '../../engine/host/package-root.ts';
import {readRegularFile} from '../../engine/host/regular-file.ts';
import type {Configuration} from '../../settings/settings.ts';
import type {AgentRow} from '../../voices/agents/agent-rows.ts';
import {isForChat} from '../../voices/model-list.ts';
import {describeModel} from '../../voices/model-names.ts';
import {askServers, findHere, localVoices, type FoundVoice, type ServedModels} from './ask-servers.ts';
import {reachableFrom} from './assign-voices.ts';
import {readModelData} from './model-facts.ts';
import {installedAgents} from './installed-agents.ts';

/** A voice with who provides it: `ollama`, `openai`, `agent`. */
export type SeatableVoice = FoundVoice & {readonly provider: string};

/**
 * `debaters` are different voices, the best first; `judges` are cheap ones whose price is known. `notices` say which
 * lists could not be asked.
 */
export type FoundVoices = {
	readonly debaters: readonly SeatableVoice[];
	readonly judges: readonly SeatableVoice[];
	readonly served: readonly ServedModels[];
	readonly notices: readonly string[];
};

/** Nobody was looked for, or nobody is there. */
export const nobodyFound: FoundVoices = {debaters: [], judges: [], served: [], notices: []};

/** Milliseconds that a provider has to list its models before a screen is drawn without them. */
const patienceMs = 2500;

/**
 * Asks all that there are for their lists; lists behind a key are asked for once a day. Where the user has set who
 * speaks, only this machine is looked at.
 */
export async function findVoices(configuration: Configuration, signal: AbortSignal): Promise<FoundVoices> {
	if (configuration.settings.voice !== undefined) {
		const here = await findHere(configuration, signal);
		return {...nobodyFound, served: here.map(one => ({...one, age: 0}))};
	}
	const asking = {now: new Date(), refresh: false, signal, patienceMs};
	const {served, troubles} = await askServers(configuration, asking);
	const [here, clouds] = [served.filter(isKeyless), served.filter(one => !isKeyless(one))];
	const chosen = clouds.map(one => choicesOf(one, configuration.home));
	return {
		served,
		debaters: [...hereVoices(here), ...inTurn(chosen.map(({debate}) => debate)), ...agentVoices(configuration)],
		judges: inTurn(chosen.map(({judge}) => judge)),
		notices: troubles.map(trouble => `${trouble} None of its models is seated.`),
	};
}

/** The same for a debate without a screen, which casts only where some provider has a key; else it is rehearsed. */
export const findVoicesHeadless = async (configuration: Configuration, signal: AbortSignal): Promise<FoundVoices> => {
	const {providers, ready} = reachableFrom(configuration);
	const hasKey = providers.some(({id, keyVariable}) => keyVariable !== undefined && ready(id));
	return configuration.settings.voice === undefined && hasKey ? findVoices(configuration, signal) : nobodyFound;
};

const isKeyless = ({provider}: ServedModels): boolean => provider.keyVariable === undefined;

/** One voice a server, and others that it has in memory: a model that must be loaded first makes every turn wait. */
const hereVoices = (here: readonly ServedModels[]): SeatableVoice[] =>
	here
		.toSorted((one, other) => Number(isLoaded(other)) - Number(isLoaded(one)))
		.flatMap(one => {
			const loaded = one.models.filter(model => model.loaded === true && isForChat(model));
			return localVoices([one])
				.slice(0, Math.max(1, loaded.length))
				.map(voice => ({...voice, provider: one.provider.id}));
		});

const isLoaded = ({models}: ServedModels): boolean => models.some(({loaded}) => loaded === true);

/** The first of each, then the second of each. */
const inTurn = <T>(lists: readonly (readonly T[])[]): T[] =>
	Array.from({length: Math.max(0, ...lists.map(({length}) => length))}, (_, place) =>
		lists.flatMap(list => list.slice(place, place + 1)),
	).flat();

/** An agent counts as logged in if it has a key or left a login in the home. */
function agentVoices(configuration: Configuration): SeatableVoice[] {
	const agents = installedAgents(configuration).filter(agent => isLoggedIn(agent, configuration));
	const first = new Map(agents.toReversed().map(agent => [agent.name, agent]));
	return agents
		.filter(agent => first.get(agent.name) === agent)
		.map(({id, name}) => ({voice: `agent:${id}`, name, provider: 'agent'}));
}

const caches = ['.npm', '.cache'];

function isLoggedIn({keys = [], login = []}: AgentRow, {handedOn}: Configuration): boolean {
	if (Object.keys(handedOn(keys)).length > 0) return true;
	const own = login.filter(path => !caches.some(cache => path.startsWith(cache)));
	// An agent of the user's own, of which nothing is known, was set up by the user.
	return (keys.length === 0 && login.length === 0) || own.some(path => existsSync(join(homedir(), path)));
}

// The table of families.

const Patterns = z.record(z.string(), z.array(z.string()));
const Families = z.object({date: z.iso.date(), debate: Patterns, judge: Patterns});
let families: z.infer<typeof Families> | undefined;

/** `{v}` stands for a version: the newest that is listed is taken. */
const familyTable = (): z.infer<typeof Families> =>
	(families ??= Families.parse(JSON.parse(readRegularFile(join(packageRoot, 'data', 'model-families.json')))));

type Choices = {readonly debate: readonly SeatableVoice[]; readonly judge: readonly SeatableVoice[]};

/** The provider's models for debating and for judging; of a provider that the table lacks, the first that can speak. */
function choicesOf({provider, models}: ServedModels, home: string): Choices {
	const able = models.filter(isForChat);
	const ids = able.map(({id}) => id);
	const {debate, judge} = familyTable();
	const ofTable = newest(ids, debate[provider.id] ?? []);
	const known = readModelData(home).models[provider.id] ?? {};
	const isPriced = ({id, price}: ServedModels['models'][number]) =>
		(price ?? known[id.replace(/^models\//u, '')]) !== undefined;
	const priced = new Set(able.filter(isPriced).map(({id}) => id));
	const seatable = (id: string): SeatableVoice => {
		const model = id.replace(/^models\//u, '');
		return {voice: `${provider.id}:${model}`, name: describeModel(model, provider.name).name, provider: provider.id};
	};
	return {
		debate: (ofTable.length > 0 ? ofTable : ids.slice(0, 1)).map(seatable),
		judge: newest(ids, judge[provider.id] ?? [])
			.filter(id => priced.has(id))
			.map(seatable),
	};
}

/** Of each family the newest model that is listed. */
export const newest = (ids: readonly string[], patterns: readonly string[]): string[] => [
	...new Set(patterns.flatMap(pattern => newestOf(ids, pattern) ?? [])),
];

function newestOf(ids: readonly string[], pattern: string): string | undefined {
	const [before = '', after] = pattern.split('{v}').map(escapePattern);
	const form = new RegExp(`^(?:models/)?${before}${after === undefined ? '' : `(\\d+(?:[.-]\\d+)*)${after}`}$`, 'u');
	return ids
		.flatMap(id => {
			const found = form.exec(id);
			return found ? [{id, version: versionOf(found[1] ?? '')}] : [];
		})
		.toSorted((one, other) => byVersion(other.version, one.version) || one.id.length - other.id.length)[0]?.id;
}

/** A date at the end of a model's name is no version. */
const versionOf = (text: string): readonly number[] => {
	const numbers = text.split(/[.-]/u).map(Number);
	const dated = numbers.findIndex(number => number >= 1000);
	return dated > 0 ? numbers.slice(0, dated) : numbers;
};

function byVersion(one: readonly number[], other: readonly number[]): number {
	const place = one.findIndex((number, at) => number !== other[at]);
	return place < 0 ? one.length - other.length : (one[place] ?? 0) - (other[place] ?? -1);
}
