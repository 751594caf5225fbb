/** Creates the voices of a debate. */
import type {BareMeans} from '../../voices/agents/agent-rows.ts';
import type {Participant} from '../../debate/events.ts';
import type {OpenSeat} from '../../debate/protocol.ts';
import {packageVersion} from '../../engine/host/package-root.ts';
import type {Configuration} from '../../settings/settings.ts';
import {billingOf, cacheMinimum} from '../../voices/billing.ts';
import type {Provider} from '../../voices/providers.ts';
import {parseVoiceSpec, providerOf, type VoiceSpec} from '../../voices/voice-spec.ts';
import {describeModel} from '../../voices/model-names.ts';
import {mergedInto, type LaunchAgent} from '../../voices/agents/agent-process.ts';
import {agentVoice} from '../../voices/agents/agent-voice.ts';
import {withUserAgents, type AgentRow} from '../../voices/agents/agent-rows.ts';
import {findSandbox} from '../../voices/sandbox/sandbox.ts';
import {existsSync} from 'node:fs';
import {homedir} from 'node:os';
import {join} from 'node:path';
import {z} from 'zod';
import {isRecord, parseJsonIfValid} from '../../debate/text/json.ts';
import {readUserText} from '../../engine/host/regular-file.ts';
import {humanVoice, type Voice} from '../../voices/voice.ts';
import {openAiVoice} from '../../voices/openai/openai-voice.ts';
import type {QuirkStore} from '../../voices/quirks.ts';
import {rehearsalVoice} from '../../rehearsal/rehearse.ts';
import {resolveParticipants, type FilledSeats, guestName, type DisplayName} from './resolve-participants.ts';
import {lacksKey, reachableFrom, type VoiceAssignments} from './assign-voices.ts';
import {modelFacts, priceFinder} from './model-facts.ts';
import {openQuirks} from './known-quirks.ts';
import {UsageError} from '../../debate/usage-error.ts';

/** The participants, their voices by seat id, and notices for the user. */
type ParticipantsWithVoices = {
	readonly participants: readonly Participant[];
	readonly voices: ReadonlyMap<string, Voice>;
	readonly notices: readonly string[];
};

/** Creates a voice from a spec, with a display name if given. Throws `UsageError` if it lacks a key or is unknown. */
export type VoiceFactory = (written: string, named?: Omit<DisplayName, 'id'>) => Voice;

/** Resolves the participants and creates their voices. Throws `UsageError` before any request is made. */
export function participantsWithVoices(
	openSeats: readonly OpenSeat[],
	wishes: VoiceAssignments,
	configuration: Configuration,
): ParticipantsWithVoices {
	const {participants, notices, seated} = resolveParticipants(openSeats, wishes, configuration);
	return {participants, notices, voices: createVoices(seated, voiceFactory(configuration))};
}

/** Creates the voice of each seat, by id. Throws `UsageError` if one lacks a key. */
export const createVoices = (seated: FilledSeats['seated'], find: VoiceFactory): Map<string, Voice> =>
	new Map(seated.map(({openSeat, voice, named}) => [openSeat.id, find(voice, named)]));

/**
 * Creates voices that share what is learned about models, which is stored for later runs. `client` is the voice of a
 * connected MCP client, if there is one.
 */
export function voiceFactory(
	configuration: Configuration,
	quirks: QuirkStore = openQuirks(configuration.home),
	client?: Voice,
): VoiceFactory {
	const {providers} = reachableFrom(configuration);
	const factsOf = modelFacts(configuration.home);
	const pricesOf = priceFinder(configuration);
	const {rehearsalSpeed} = configuration;
	return (written, named) => {
		const spec = parseVoiceSpec(written, providers);
		if (spec.provider === 'rehearsal')
			return rehearsalVoice({
				name: named?.name ?? 'Rehearsal',
				...(rehearsalSpeed !== undefined && {tokensPerSecond: rehearsalSpeed, firstTokenMs: 10}),
			});
		if (spec.provider === 'human')
			return humanVoice(written, named?.name ?? spec.name ?? configuration.settings.name ?? guestName);
		if (spec.provider === 'client') return client ?? noClient(written);
		if (spec.provider === 'agent') return agentFor(written, spec, configuration, named);
		const row = providerOf(spec, providers);
		if (!row || spec.model === undefined)
			throw new UsageError({
				what: 'The voice does not name a model',
				value: written,
				from: 'the choice of voices',
				todo: 'Name a model, such as ollama:qwen3, or rehearsal.',
			});
		if (lacksKey(row, configuration)) throw noKey(written, row);
		const apiKey = configuration.keyOf(row)?.key;
		const {atOnce, contextTokens} = factsOf(row, spec.model);
		const {price} = pricesOf(written);
		const cacheFrom = cacheMinimum(row, spec.model);
		const described = describeModel(spec.model, row.name);
		const voice = openAiVoice({
			id: written,
			name: named?.name ?? described.name,
			provider: described.provider,
			model: spec.model,
			quirks,
			row: atOnce === undefined ? row : {atOnce, ...row},
			...(price && {price}),
			...(cacheFrom !== undefined && {cacheFrom}),
			...(contextTokens !== undefined && {contextTokens}),
			...(spec.baseUrl !== undefined && {baseUrl: spec.baseUrl}),
			...(apiKey !== undefined && {apiKey}),
		});
		return {...voice, billing: billingOf(row.id, spec.model)};
	};
}

function agentFor(
	written: string,
	{model: id, agentModel}: VoiceSpec,
	{settings, handedOn, programs}: Configuration,
	named: Omit<DisplayName, 'id'> | undefined,
): Voice {
	const rows = withUserAgents(settings.agents);
	const row = rows.find(agent => agent.id === id);
	if (row)
		return agentVoice({
			id: written,
			name: named?.name ?? row.name,
			provider: describeModel(row.id, row.name).provider,
			row: {
				...withUserSettings(row, homedir()),
				env: {...handedOn([...(row.keys ?? []), ...variablesOf(row.bare)]), ...row.env},
				model: agentModel,
			},
			version: packageVersion(),
			within: agentLaunch(row, settings.sandbox, programs),
		});
	throw new UsageError({
		what: 'There is no such agent',
		value: written,
		from: 'the choice of voices',
		todo: `Agents are ${rows.map(agent => agent.id).join(', ')}; the setting "agents" adds others.`,
	});
}

/** The row with what it takes over of the user's own settings: login, provider and model. All others are not loaded. */
export function withUserSettings(row: AgentRow, home: string): AgentRow {
	const {takesOver, sessionMeta} = row;
	const file = takesOver && join(home, takesOver.file);
	if (!file || !existsSync(file)) return row;
	const settings = parseJsonIfValid(readUserText(file));
	if (!isRecord(settings)) return row;
	const fields = Object.entries(settings).filter(([name]) => takesOver.fields.includes(name));
	const variables = Object.entries(z.record(z.string(), z.unknown()).catch({}).parse(settings['env']));
	const env = Object.fromEntries(variables.filter(([name]) => takesOver.variables.test(name)));
	const taken = {...Object.fromEntries(fields), env};
	const merged = mergedInto({claudeCode: {options: {settings: taken}}}, sessionMeta);
	return isRecord(merged) ? {...row, sessionMeta: merged} : row;
}

function noClient(written: string): never {
	throw new UsageError({
		what: 'The voice "client" is the model of an MCP client, and none that offers its model is connected',
		value: written,
		from: 'the choice of voices',
		todo: 'Use it through "rostrum mcp", or choose another voice.',
	});
}

/**
 * With a sandbox, an agent is among processes of its own; where the user wants `all`, it also sees no files but its
 * login and where it works. The network it needs.
 */
function agentLaunch(
	{login = []}: AgentRow,
	choice: Configuration['settings']['sandbox'],
	programs: readonly string[],
): LaunchAgent | undefined {
	const search = choice === 'off' ? undefined : findSandbox(programs);
	if (!search || 'problem' in search) return undefined;
	const {confine, isolate} = search.sandbox;
	if (choice === 'checks') return isolate && (launch => isolate(launch));
	const home = homedir();
	const writable = login.map(path => join(home, path));
	return (launch, {own, folder = own}) =>
		confine(launch, {folder, writable: [own, ...writable], network: true, programs, home});
}

const noKey = (written: string, {id, name, keyVariable = ''}: Provider): UsageError =>
	new UsageError({
		what: `${name} needs a key, and none is set for this voice`,
		value: written,
		from: 'the choice of voices',
		todo: `Set ${keyVariable}, or keep one with "rostrum config set keys.${id} -", or choose another voice; --voice rehearsal needs none.`,
	});

/** What the user may have set that an agent's own means begin with. */
const variablesOf = ({merged = {}, homes = []}: BareMeans = {}): string[] => [
	...Object.keys(merged),
	...homes.flatMap(({variable}) => variable ?? []),
];
