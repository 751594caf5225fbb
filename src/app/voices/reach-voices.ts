/** Reaches the voices of a debate before it begins, all at once and without cost: who answers, and who does not. */
import {readKnownModels, listKey, writeKnownModels, type KnownModels} from './model-facts.ts';
import {lacksKey, reachableFrom, resolveVoice} from './assign-voices.ts';
import {UsageError} from '../../debate/usage-error.ts';
import {installedAgents, isInstalled} from './installed-agents.ts';
import {findHere, localVoices} from './ask-servers.ts';
import type {Configuration} from '../../settings/settings.ts';
import {pendingFetch} from '../../voices/agents/acp.ts';
import {withUserAgents} from '../../voices/agents/agent-rows.ts';
import type {Provider} from '../../voices/providers.ts';
import {reachModels, type Reach, type ReachedModels} from '../../voices/reach.ts';
import {parseVoiceSpec, providerOf, VoiceSpecError, type VoiceSpec} from '../../voices/voice-spec.ts';

/** A voice as it is written, and how far it is. `instead` has voices that its server or this machine has. */
export type VoiceReach = {
	readonly voice: string;
	readonly is: Reach['is'] | 'asking' | 'here';
	/** In words for the user. */
	readonly says: string;
	/** There is no such model or agent, or the voice cannot be made out: waiting does not help. */
	readonly unknown?: boolean;
	/** Its server cannot be reached: it may come back. */
	readonly away?: boolean;
	readonly instead: readonly string[];
};

type Written = {readonly voice: string; readonly spec: VoiceSpec | string};

export type ReachContext = {
	readonly configuration: Configuration;
	readonly signal: AbortSignal;
	/** Called with all voices at every change. */
	readonly onChange?: ((voices: readonly VoiceReach[]) => void) | undefined;
};

/** No start waits longer than this for one voice, in milliseconds. */
const reachMs = 3_000;

/**
 * Reaches each voice once. Servers are asked for what costs nothing; an agent is looked up and not started. Rehearsal
 * voices, people and an MCP client's model are here.
 */
export async function reachVoices(
	written: readonly string[],
	{configuration, signal, onChange}: ReachContext,
): Promise<readonly VoiceReach[]> {
	const {providers} = reachableFrom(configuration);
	const voices = [...new Set(written)].map((voice): Written => ({voice, spec: parsed(voice, providers)}));
	const reached = new Map(voices.map(one => [one.voice, atOnce(one, configuration)]));
	const tell = () => onChange?.([...reached.values()]);
	const settle = (voice: string, {is, says, ...reach}: Reach, prefix: string): void => {
		const instead = 'instead' in reach ? reach.instead.map(id => `${prefix}${id}`) : [];
		reached.set(voice, {voice, is, says, instead, unknown: 'unknown' in reach, away: 'away' in reach});
	};
	tell();
	const asked = Map.groupBy(
		voices.flatMap(({voice, spec}) =>
			reached.get(voice)?.is === 'asking' && typeof spec !== 'string' ? [{voice, spec}] : [],
		),
		({spec}) => JSON.stringify([spec.provider, spec.baseUrl]),
	);
	const found = await Promise.all(
		[...asked.values()].map(async own => {
			const row = own[0] && providerOf(own[0].spec, providers);
			if (!row) return undefined;
			const server = await reachModels(
				row,
				own.map(({spec}) => spec.model ?? ''),
				{key: configuration.keyOf(row)?.key, withinMs: reachMs, signal},
			);
			const prefix = row.id === 'custom' ? `${row.baseUrl}#` : `${row.id}:`;
			for (const {voice, spec} of own) settle(voice, server.of(spec.model ?? ''), prefix);
			tell();
			return {row, server};
		}),
	);
	keepLists(
		found.filter(one => one !== undefined),
		configuration.home,
	);
	return [...reached.values()];
}

/** Why a voice that the user chooses is refused, with what there is instead; undefined where it can speak. */
export async function refusalOf(voice: string, context: ReachContext): Promise<string | undefined> {
	const {voice: full, standsIn} = resolved(voice, context.configuration);
	if (standsIn !== undefined)
		return `No key was found for ${standsIn}: set OPENROUTER_API_KEY, or write provider:model.`;
	const [found] = await reachVoices([full], context);
	if (found?.is !== 'silent') return undefined;
	// A server that does not have the model has said what it has.
	const isTold = found.instead.length > 0 && !full.startsWith('agent:');
	return isTold ? found.says : `${found.says} ${await insteadHere(context)}`;
}

const mostNamed = 3;

/** Who could speak on this machine, in a sentence. */
async function insteadHere({configuration, signal}: ReachContext): Promise<string> {
	const models = localVoices(await findHere(configuration, signal)).map(({voice}) => voice);
	const agents = installedAgents(configuration).map(({id}) => `agent:${id}`);
	const here = [...models.slice(0, mostNamed), ...agents.slice(0, mostNamed)];
	return here.length === 0 ? 'Here there is only rehearsal.' : `Here there are ${[...here, 'rehearsal'].join(', ')}.`;
}

/** A bare model id has the provider that there is a key for. */
function resolved(text: string, configuration: Configuration): {readonly voice: string; readonly standsIn?: string} {
	try {
		return resolveVoice({text, from: 'the choice of voices'}, reachableFrom(configuration));
	} catch (error) {
		// What is wrong with it is told when it is reached.
		if (error instanceof UsageError) return {voice: text};
		throw error;
	}
}

/** The spec, or what is wrong with how it is written. */
function parsed(voice: string, providers: readonly Provider[]): VoiceSpec | string {
	try {
		return parseVoiceSpec(voice, providers);
	} catch (error) {
		if (error instanceof VoiceSpecError) return error.message;
		throw error;
	}
}

/** What is known of a voice without a request; `asking` where it takes one. */
function atOnce({voice, spec}: Written, configuration: Configuration): VoiceReach {
	const common = {voice, instead: []};
	if (typeof spec === 'string') return {...common, is: 'silent', says: spec, unknown: true};
	if (spec.provider === 'agent') return agentReach(voice, spec, configuration);
	const row = providerOf(spec, reachableFrom(configuration).providers);
	if (!row) return {...common, is: 'here', says: 'is here'};
	if (!lacksKey(row, configuration)) return {...common, is: 'asking', says: 'is being reached…'};
	return {
		...common,
		is: 'silent',
		says: `${row.name} needs a key, and none is set for this voice: set ${row.keyVariable ?? ''}, or keep one with "rostrum config set keys.${row.id} -".`,
	};
}

/** Looks an agent up: starting it could ask for a sign-in, and fetching it takes minutes. */
function agentReach(voice: string, {model: id}: VoiceSpec, {settings, programs}: Configuration): VoiceReach {
	const rows = withUserAgents(settings.agents);
	const row = rows.find(agent => agent.id === id);
	const missing = row && [row.program ?? row.command, row.command].find(command => !isInstalled(command, programs));
	if (!row || missing !== undefined)
		return {
			voice,
			is: 'silent',
			unknown: true,
			says: row
				? `${row.name} is not installed: there is no program "${missing}".`
				: `There is no agent "${id ?? ''}".`,
			instead: rows
				.filter(({program, command}) => isInstalled(program ?? command, programs) && isInstalled(command, programs))
				.map(agent => `agent:${agent.id}`),
		};
	const size = pendingFetch(row) ? row.fetches?.megabytes : undefined;
	return {
		voice,
		is: 'here',
		says: size === undefined ? 'is installed' : `not fetched yet: about ${size} MB, once, when it first speaks`,
		instead: [],
	};
}

/** What servers listed is kept, so that limits and prices are known without another request. */
function keepLists(
	found: readonly {readonly row: Provider; readonly server: ReachedModels}[],
	home: Configuration['home'],
): void {
	const listed = found.filter(({server}) => server.listed !== undefined);
	if (listed.length === 0) return;
	const known: KnownModels = {...readKnownModels(home)};
	for (const {row, server} of listed)
		known[listKey(row)] = {
			baseUrl: row.baseUrl,
			askedAt: new Date().toISOString(),
			models: [...(server.listed ?? [])],
		};
	writeKnownModels(home, known);
}
