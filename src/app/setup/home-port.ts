/**
 * The home screen's port: presets with their seats, recent debates, the voices found, and the ways to start or open a
 * debate.
 */
import {existsSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {settingFlags, debateOptions} from '../plan/option-rows.ts';
import type {CommandContext} from '../context.ts';
import {packageVersion} from '../../engine/host/package-root.ts';
import type {FirstOffer} from '../../formats/contract.ts';
import {formatOf, formats} from '../../formats/index.ts';
import {findPreset, isOurs, readPresets, type Preset} from '../plan/presets.ts';
import {homeFiles} from '../../settings/home.ts';
import type {Configuration} from '../../settings/settings.ts';
import type {Session, SetupPort} from '../session/session.ts';
import type {Finding} from '../session/health-check.ts';
import type {VoicesFound} from '../../view/voices-found.ts';
import type {DebateLook, WatchableDebate} from './debate-look.ts';
import type {LibraryPort} from '../library/library-port.ts';
import type {SetupEstimate} from './setup.ts';
import type {StartDialog} from '../plan/start-check.ts';
import {findLocalServers} from '../../voices/model-list.ts';
import {withUserProviders} from '../../voices/providers.ts';
import {resolvePlan, type ResolvedPlan} from '../plan/resolve-plan.ts';
import {debatesFolder, findJournal, rememberedFolders} from '../files/debate-folders.ts';
import {estimate} from '../plan/estimate.ts';
import {priceFinder, type Priced} from '../voices/model-facts.ts';
import {ownDebates, sampleDebates, type RecentDebate} from './recent-debates.ts';
import {settingsPort, type SettingsPort} from './settings-port.ts';
import type {SetupDraftStore} from './setup-port.ts';
import {normalizeInput} from '../plan/normalize-input.ts';
import {UsageError} from '../../debate/usage-error.ts';
import {installedAgents} from '../voices/installed-agents.ts';

/** A matchup on the home screen. */
export type PresetCard = {
	readonly id: string;
	readonly protocol: string;
	readonly name: string;
	readonly description: string;
	/** Topics to choose from; may be empty where a topic must be given. */
	readonly propositions: readonly string[];
	/** `label` is what the seat argues from; `voice` what would speak, as a user writes it. */
	readonly seats: readonly {readonly name: string; readonly label: string; readonly voice: string}[];
	readonly estimate?: SetupEstimate;
	/** The user saved it. */
	readonly own?: true;
	/** Its format works on code or documents. */
	readonly forWork?: true;
	/** Its format offers it first. */
	readonly offered?: Omit<FirstOffer, 'preset'>;
};

/** What the home screen needs. A rejected promise is shown on it, and nothing is lost. */
export type RostrumPort = {
	readonly version: string;
	readonly presets: readonly PresetCard[];
	readonly voicesFound: VoicesFound;
	readonly start: (choice: {
		readonly presetId: string;
		readonly protocol: string;
		readonly topic?: string;
		/** Asked about voices that do not answer. */ readonly dialog?: StartDialog | undefined;
	}) => Promise<Session>;
	readonly recent: readonly RecentDebate[];
	/** Recordings that come with Rostrum; the best of them is the first. */
	readonly samples: readonly RecentDebate[];
	/** Whether Rostrum was started in a Git repository. */
	readonly repository: boolean;
	readonly resume?: (path: string, dialog?: StartDialog) => Promise<Session>;
	/** Ends an unfinished debate for good; what was said in it stays. */
	readonly discard?: (path: string) => Promise<void>;
	readonly replay?: (path: string) => Promise<Session>;
	/** Reads a debate held before, to be shown beside the list. */
	readonly look?: (path: string, signal: AbortSignal) => Promise<DebateLook>;
	/** A new debate, step by step. Rejects with what stands in the way. */
	readonly setup?: () => Promise<SetupPort>;
	/**
	 * A debate that another process holds or that other programs write: its journal, folder, DEBATE.md, duel log or
	 * run; the newest where nothing is named.
	 */
	readonly watch?: (path: string) => Promise<Session>;
	/** The debates that can be watched just now. */
	readonly watchable?: () => Promise<readonly WatchableDebate[]>;
	/** Opened when its screen is. */
	readonly library?: () => Promise<LibraryPort>;
	/** A debate held before, all of it at once, at one of its turns. */
	readonly read?: (path: string, at?: Session['startAt']) => Promise<Session>;
	readonly settings?: SettingsPort;
	/** Begins the health check; findings come area by area. Aborted when the user leaves. */
	readonly health?: (signal: AbortSignal) => AsyncIterable<readonly Finding[]>;
	/** The same port read anew: what was held, set or saved meanwhile shows on the home screen. */
	readonly renewed?: () => Promise<RostrumPort>;
};

const mostRecent = 8;

/** Throws `UsageError`. The code that runs debates is only loaded when one is started. */
export async function homePort(context: CommandContext, kept: SetupDraftStore = {}): Promise<RostrumPort> {
	const {cwd, signal, recorder, configure} = context;
	const configuration = configure();
	const {settings, home} = configuration;
	const folder = debatesFolder(settings.out, homeFiles(home).transcripts, cwd);
	const here = await findLocalServers(withUserProviders(settings.providers), signal);
	const priceOf = priceFinder(configuration);
	const presets = inOrder(readPresets(homeFiles(home).presets));
	const arranged = (preset: Preset, topic?: string): PresetPlan => planPreset(context, home, preset, topic);
	const {cards, troubles} = cardsOf(presets, arranged, priceOf);
	return {
		version: packageVersion(),
		presets: cards,
		voicesFound: voicesFound(configuration, here, troubles),
		...foundIn(folder, cwd),
		async start({presetId, protocol, topic, dialog}) {
			const preset = findPreset(presets, protocol, presetId);
			const [{checkedPlan}, {startDebate}] = await Promise.all([
				import('../plan/start-check.ts'),
				import('../session/debate-session.ts'),
			]);
			const {arrangement, configuration: own} = arranged(preset, topic);
			const plan = await checkedPlan(arrangement, own, {signal, dialog});
			return (await startDebate(plan, {cwd, signal, recorder, configure, configuration: own, headless: false})).session;
		},
		async resume(path, dialog) {
			const {resumeDebate} = await import('../session/debate-session.ts');
			const options = {cwd, signal, recorder, configure, configuration, folder, headless: false, dialog};
			return (await resumeDebate(findJournal(path, cwd), options)).running.session;
		},
		discard: async path => (await import('../session/resume.ts')).discardDebate(findJournal(path, cwd)),
		async replay(path) {
			const {listeningPace, replayDebate} = await import('../session/debate-session.ts');
			return replayDebate(findJournal(path, cwd), {cwd, signal, recorder, configure, rhythm: listeningPace(configure)});
		},
		look: async (path, leaving) => (await import('./debate-look.ts')).lookAt(path, leaving),
		library: async () => (await import('../library/library-port.ts')).libraryPort(configuration, context),
		async read(path, at) {
			const {replayDebate} = await import('../session/debate-session.ts');
			const options = {cwd, signal, recorder, configure, rhythm: {speed: Number.POSITIVE_INFINITY}};
			const {again, ...session} = replayDebate(findJournal(path, cwd), options);
			return {...session, ...(again && {replay: again}), ...(at && {startAt: at})};
		},
		settings: settingsPort(home, configure),
		async *health(leaving) {
			const {examine} = await import('../session/health-check.ts');
			yield* examine(configure(), {...context, signal: AbortSignal.any([signal, leaving])});
		},
		async setup() {
			const [{makeSetupPort}, {setupContext}] = await Promise.all([
				import('./setup-port.ts'),
				import('../session/debate-session.ts'),
			]);
			return makeSetupPort(setupContext(context), kept);
		},
		renewed: () => homePort(context, kept),
		watchable: () => watchableIn(home, folder),
		watch: async path => (await import('../session/watch-session.ts')).watchSession(path, {cwd, folder, signal}),
	};
}

/** In the folder of debates, and in all others that debates were put into. */
async function watchableIn(home: string, folder: string): Promise<readonly WatchableDebate[]> {
	const {runningDebates} = await import('./debate-look.ts');
	const remembered = rememberedFolders(homeFiles(home).folders).filter(place => !place.endsWith('.jsonl'));
	return runningDebates([folder, ...remembered]);
}

function planPreset(
	{cwd, configure}: CommandContext,
	home: string,
	{protocol, id}: Preset,
	topic?: string,
): PresetPlan {
	const options = {preset: id, ...(topic !== undefined && {topic})};
	const input = normalizeInput({args: [protocol], options}, home, cwd);
	const configuration = configure(settingFlags(input.options, debateOptions));
	return {configuration, arrangement: resolvePlan(input, configuration, {cwd, interactive: true})};
}

/** Debates held before, the recordings that come with Rostrum, and whether there is code to debate. */
const foundIn = (folder: string, cwd: string): Pick<RostrumPort, 'recent' | 'samples' | 'repository'> => ({
	recent: ownDebates(folder, mostRecent),
	samples: sampleDebates(),
	repository: isInRepository(cwd),
});

/** A worktree of Git has a file in the place of the folder. */
function isInRepository(cwd: string): boolean {
	const above = dirname(cwd);
	return existsSync(join(cwd, '.git')) || (above !== cwd && isInRepository(above));
}

/** Sorted by format, in the list's order: presets that only need a topic come first, one key away. */
function inOrder(presets: readonly Preset[]): readonly Preset[] {
	const order = formats.map(({id}) => id);
	return presets.toSorted((one, other) => order.indexOf(one.protocol) - order.indexOf(other.protocol));
}

type PresetPlan = {readonly arrangement: ResolvedPlan; readonly configuration: Configuration};

/** Presets that cannot be resolved, for example because a file is missing, are left out and reported. */
function cardsOf(
	presets: readonly Preset[],
	arranged: (preset: Preset) => PresetPlan,
	priceOf: (written: string) => Priced,
): {readonly cards: readonly PresetCard[]; readonly troubles: readonly string[]} {
	const tried = presets.map((preset): PresetCard | string => {
		try {
			return cardOf(preset, arranged(preset).arrangement, priceOf);
		} catch (error) {
			if (error instanceof UsageError) return `The preset "${preset.id}" is left out. ${error.message}`;
			throw error;
		}
	});
	return {cards: tried.filter(one => typeof one !== 'string'), troubles: tried.filter(one => typeof one === 'string')};
}

function cardOf(preset: Preset, arranged: ResolvedPlan, priceOf: (written: string) => Priced): PresetCard {
	const {id, protocol, name, description, propositions} = preset;
	const format = formatOf(protocol);
	const offered = format?.firstOffer?.preset === id ? format.firstOffer : undefined;
	const speakers = new Set(arranged.protocol.speakers(arranged.config));
	const labels = new Map(
		arranged.seated.map(({casting}) => [casting.id, casting.label ?? casting.framework ?? casting.role]),
	);
	return {
		id,
		protocol,
		name,
		description,
		propositions,
		estimate: estimate(arranged, priceOf),
		...(!isOurs(preset) && {own: true}),
		...(format?.traits?.forWork && {forWork: true}),
		...(offered && {offered}),
		seats: arranged.participants
			.filter(seat => speakers.has(seat.id))
			.map(seat => ({name: seat.name, label: labels.get(seat.id) ?? seat.role, voice: seat.voice})),
	};
}

// What the home screen says about voices: keys, local model servers, coding agents, and the default voice.

type Servers = Awaited<ReturnType<typeof findLocalServers>>;

/** `troubles` are shown after the notices about settings. */
export function voicesFound(configuration: Configuration, here: Servers, troubles: readonly string[]): VoicesFound {
	const {settings, keyOf, notices} = configuration;
	const local = new Set(here.map(({provider}) => provider.id));
	const providers = withUserProviders(settings.providers);
	const keys = providers.flatMap(provider => {
		const key = keyOf(provider);
		return key ? [`${provider.name} (${key.from})`] : [];
	});
	const own = providers
		.filter(({id, ...provider}) => settings.providers[id] && !local.has(id) && !keyOf({id, ...provider}))
		.map(({name, baseUrl}) => `${name} (${baseUrl})`);
	const servers = [
		...here.map(
			({provider: {name}, models}) => `${name} (${models.length} ${models.length === 1 ? 'model' : 'models'})`,
		),
		...own,
	];
	const agents = [...new Set(installedAgents(configuration).map(({name}) => name))];
	return {keys, servers, agents, ...speaking(configuration, here, keys.length > 0), notices: [...notices, ...troubles]};
}

/** The voice of seats without an assignment, and how to get others. */
function speaking(
	{settings, home}: Configuration,
	here: Servers,
	keyed: boolean,
): Pick<VoicesFound, 'speaks' | 'hint'> {
	if (settings.voice !== undefined) return {speaks: `${settings.voice}, in every seat that is not named otherwise`};
	const first = here.flatMap(({provider, models}) => models.map(({id}) => `${provider.id}:${id}`))[0];
	const hint =
		first === undefined
			? `A key lets models speak: set OPENROUTER_API_KEY, or keep one in ${home} with "rostrum config set keys.openrouter -". So does a model server on this machine, such as Ollama. A new debate can have any voice in any seat.`
			: `"rostrum config set voice ${first}" lets that model speak everywhere. A new debate can have any voice in any seat.`;
	return {
		speaks: keyed
			? 'models where there is a key, else rehearsal voices (no model)'
			: 'the built-in rehearsal voices (no model)',
		hint,
	};
}
