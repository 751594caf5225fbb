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
import type {Configuration, Configure} from '../../settings/settings.ts';
import type {Session, SetupPort} from '../session/session.ts';
import type {Finding} from '../session/health-check.ts';
import type {VoicesFound} from '../../view/voices-found.ts';
import type {DebateDetails, WatchableDebate} from './debate-look.ts';
import type {LibraryPort} from '../library/library-port.ts';
import type {SetupEstimate} from './setup.ts';
import type {ExportsPort} from '../files/exports.ts';
import type {StartDialog} from '../plan/start-check.ts';
import {withUserProviders} from '../../voices/providers.ts';
import {type PlanContext, resolvePlan, type ResolvedPlan} from '../plan/resolve-plan.ts';
import {debatesFolder, findJournal, rememberedFolders} from '../files/debate-folders.ts';
import {estimateWithProposal} from '../plan/cheaper-voice.ts';
import {ownDebates, sampleDebates, type RecentDebate} from './recent-debates.ts';
import {personPort, type OwnNamePort} from '../plan/voice-options.ts';
import {heldPort, type HeldPort} from './held-port.ts';
import {settingsPort, type SettingsPort} from './settings-port.ts';
import type {SetupDraftStore} from './setup-port.ts';
import {normalizeInput} from '../plan/normalize-input.ts';
import {UsageError} from '../../debate/usage-error.ts';
import {installedAgents} from '../voices/installed-agents.ts';
import {seatWords, foundText} from '../voices/fill-seats.ts';
import {findVoices, type FoundVoices} from '../voices/find-voices.ts';
import {voiceChoices, type FindVoices} from '../voices/voice-choices.ts';
import {changeSetting} from './settings-list.ts';

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
	/** Who hosts and who judges, with the same. */
	readonly serving?: PresetCard['seats'];
	/** Options of the command line that seat the same voices. */
	readonly options?: readonly string[];
	/** Every seat that a voice speaks for, the arbiter's and the judges' too. */
	readonly voiced?: readonly {readonly id: string; readonly label: string; readonly voice: string}[];
	readonly estimate?: SetupEstimate | undefined;
	/** The user saved it. */
	readonly own?: true;
	/** Its format works on code or documents. */
	readonly forWork?: true;
	/** Its format offers it first. */
	readonly offered?: Omit<FirstOffer, 'preset'>;
};

/** Voices of seats, by their ids: for one start, nothing is kept. */
export type SeatVoices = Readonly<Record<string, string>>;

/** Who could speak, and what the home screen does about it. */
export type VoicesPort = {
	readonly find: FindVoices;
	/** Resolves with why a voice is refused, if it is. */
	readonly check: (voice: string) => Promise<string | undefined>;
	/** The voice of every seat that nobody is named for, as the user set it; else who speaks instead, in words. */
	readonly kept: string | undefined;
	readonly otherwise: string;
	/** Keeps another, or none where it is empty; resolves with what the user should know beside. */
	readonly keep: (voice: string) => Promise<string | undefined>;
	/** The matchup with other voices in some seats. Throws `UsageError`. */
	readonly seated: (card: PresetCard, voices: SeatVoices) => PresetCard;
};

/** What the home screen needs. A rejected promise is shown on it, and nothing is lost. */
export type RostrumPort = {
	readonly version: string;
	readonly presets: readonly PresetCard[];
	readonly voicesFound: VoicesFound;
	readonly voices?: VoicesPort;
	/** What the user is called, where they speak themselves. */
	readonly person?: OwnNamePort;
	readonly start: (choice: {
		readonly presetId: string;
		readonly protocol: string;
		readonly topic?: string;
		readonly voices?: SeatVoices;
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
	/** The best minute of a debate held before. */
	readonly highlights?: (path: string) => Promise<Session>;
	/** The ways out of a debate held before. */
	readonly exports?: (path: string) => Promise<ExportsPort>;
	/** Names debates held before, and holds them against each other. */
	readonly held?: HeldPort;
	/** Reads a debate held before, to be shown beside the list. */
	readonly details?: (path: string, signal: AbortSignal) => Promise<DebateDetails>;
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
	const folder = debatesFolder(settings.out, home, cwd);
	const found = await findVoices(configuration, signal);
	const broken: string[] = [];
	const presets = inOrder(readPresets(homeFiles(home).presets, undefined, ({fault}) => broken.push(fault.message)));
	const arranged = (preset: Preset, wishes: StartWishes = {}): PresetPlan =>
		planPreset(context, home, preset, {...wishes, found});
	const {cards, troubles} = cardsOf(presets, arranged);
	return {
		version: packageVersion(),
		presets: cards,
		voicesFound: voicesFound(configuration, found, [...broken, ...troubles]),
		voices: voicesPort(context, found, ({protocol, id}, voices) => {
			const preset = findPreset(presets, protocol, id);
			return cardOf(preset, arranged(preset, {voices, unsaid: true}));
		}),
		...foundIn(folder, cwd),
		start: async ({presetId, protocol, topic, voices = {}, dialog}) =>
			startPlan(arranged(findPreset(presets, protocol, presetId), {topic, voices}), context, dialog),
		resume: async (path, dialog) => goOn(findJournal(path, cwd), {folder, dialog}, context),
		discard: async path => (await import('../session/resume.ts')).discardDebate(findJournal(path, cwd), home),
		async replay(path) {
			const {listeningPace, replayDebate} = await import('../session/debate-session.ts');
			const rhythm = listeningPace(configure);
			return replayDebate(findJournal(path, cwd), {cwd, signal, recorder, configure, rhythm, opening: 'hook'});
		},
		details: async (path, leaving) => (await import('./debate-look.ts')).readDetails(path, leaving),
		person: personPort(configuration),
		...heldDoing(configuration, context),
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
			return makeSetupPort(setupContext(context, found), kept);
		},
		renewed: () => homePort(context, kept),
		watchable: () => watchableIn(home, folder),
		watch: async path => (await import('../session/watch-session.ts')).watchSession(path, {cwd, folder, signal}),
	};
}

/** What can be done with debates held before. */
const heldDoing = (
	configuration: Configuration,
	{cwd, signal, recorder, configure}: CommandContext,
): Required<Pick<RostrumPort, 'held' | 'exports' | 'highlights'>> => ({
	held: heldPort(configuration, cwd),
	async exports(path) {
		const [{exportsOf}, {protocolOf}] = await Promise.all([
			import('../session/session.ts'),
			import('../files/exports.ts'),
		]);
		const journal = findJournal(path, cwd);
		return exportsOf(journal, protocolOf(journal), {configure, recorder});
	},
	async highlights(path) {
		const {highlightsSession} = await import('../session/debate-session.ts');
		return highlightsSession(findJournal(path, cwd), {cwd, signal, recorder, configure});
	},
});

/** One that this user's Rostrum did not write is shown first, and asked about. */
async function goOn(
	journal: string,
	{folder, dialog}: {readonly folder: string; readonly dialog: StartDialog | undefined},
	{cwd, signal, recorder, configure}: CommandContext,
): Promise<Session> {
	const {resumeDebate} = await import('../session/debate-session.ts');
	const context = {cwd, signal, recorder, configure, configuration: configure()};
	const options = {...context, folder, headless: false, dialog, askTrust: dialog?.trust};
	return (await resumeDebate(journal, options)).running.session;
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
	{topic, voices = {}, unsaid, found}: StartWishes & {readonly found: FoundVoices},
): PresetPlan {
	const options = {
		preset: id,
		...(topic !== undefined && {topic}),
		seat: Object.entries(voices).map(([seat, voice]) => `${seat}=${voice}`),
	};
	const input = normalizeInput({args: [protocol], options}, home, cwd);
	const configuration = configure(settingFlags(input.options, debateOptions));
	return {configuration, arrangement: resolvePlan(input, configuration, {cwd, interactive: true, unsaid, found})};
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

type StartWishes = Pick<PlanContext, 'unsaid'> & {
	readonly topic?: string | undefined;
	readonly voices?: SeatVoices;
};

/** Starts a debate once its voices were reached. */
async function startPlan(
	{arrangement, configuration}: PresetPlan,
	{cwd, signal, recorder, configure}: CommandContext,
	dialog: StartDialog | undefined,
): Promise<Session> {
	const [{checkedPlan}, {startDebate}] = await Promise.all([
		import('../plan/start-check.ts'),
		import('../session/debate-session.ts'),
	]);
	const plan = await checkedPlan(arrangement, configuration, {signal, dialog});
	return (await startDebate(plan, {cwd, signal, recorder, configure, configuration, headless: false})).session;
}

/** Who could speak, found anew each time it is asked; settings may have changed. */
function voicesPort({configure, signal}: CommandContext, found: FoundVoices, seated: VoicesPort['seated']): VoicesPort {
	const {settings, home} = configure();
	return {
		find: async soFar => voiceChoices(configure(), signal, soFar),
		check: async voice =>
			(await import('../voices/reach-voices.ts')).refusalOf(voice, {configuration: configure(), signal}),
		kept: settings.voice,
		otherwise: found.debaters.length > 0 ? foundText(found) : 'automatic: rehearsal, as no model was found',
		keep: async voice => keepVoice(voice, {home, configure}),
		seated,
	};
}

/** Sets who speaks where nobody is named. Says so where something else goes before it. */
async function keepVoice(
	voice: string,
	{home, configure}: {readonly home: string; readonly configure: Configure},
): Promise<string | undefined> {
	const told = await changeSetting('voice', voice === '' ? undefined : voice, {home, configure});
	const given = configure().given.find(({name}) => name === 'voice');
	const over = given && ['environment', 'flag'].includes(given.kind) ? [`${given.from} goes before it.`] : [];
	return [...(told === undefined ? [] : [told]), ...over].join(' ') || undefined;
}

type PresetPlan = {readonly arrangement: ResolvedPlan; readonly configuration: Configuration};

/**
 * Presets that cannot be resolved, for example because a file is missing, are left out and reported. Where the first of
 * ours can be, the others of ours are arranged only once somebody asks who sits there.
 */
function cardsOf(
	presets: readonly Preset[],
	arranged: (preset: Preset, wishes: StartWishes) => PresetPlan,
): {readonly cards: readonly PresetCard[]; readonly troubles: readonly string[]} {
	const tried = (preset: Preset): PresetCard | string => {
		try {
			return cardOf(preset, arranged(preset, {unsaid: true}));
		} catch (error) {
			if (error instanceof UsageError) return `The preset "${preset.id}" is left out. ${error.message}`;
			throw error;
		}
	};
	const first = presets.find(isOurs);
	const sound = first && tried(first);
	const all = presets.map(preset => {
		if (preset === first && sound !== undefined) return sound;
		return typeof sound === 'object' && isOurs(preset) ? laterCard(preset, () => tried(preset)) : tried(preset);
	});
	return {cards: all.filter(one => typeof one !== 'string'), troubles: all.filter(one => typeof one === 'string')};
}

/** A card that is made when more is asked of it than the preset says. One that cannot be has no seats. */
function laterCard(preset: Preset, make: () => PresetCard | string): PresetCard {
	let made: PresetCard | string | undefined;
	const card = (): Partial<PresetCard> => {
		made ??= make();
		return typeof made === 'string' ? {} : made;
	};
	return {
		...cardHead(preset),
		get estimate() {
			return card().estimate;
		},
		get seats() {
			return card().seats ?? [];
		},
		get serving() {
			return card().serving ?? [];
		},
		get options() {
			return card().options ?? [];
		},
		get voiced() {
			return card().voiced ?? [];
		},
	};
}

/** What a preset says by itself. */
function cardHead(preset: Preset): Omit<PresetCard, 'seats' | 'serving' | 'options' | 'voiced' | 'estimate'> {
	const {id, protocol, name, description, propositions} = preset;
	const format = formatOf(protocol);
	const offered = format?.firstOffer?.preset === id ? format.firstOffer : undefined;
	return {
		id,
		protocol,
		name,
		description,
		propositions,
		...(!isOurs(preset) && {own: true}),
		...(format?.traits?.forWork && {forWork: true}),
		...(offered && {offered}),
	};
}

function cardOf(preset: Preset, {arrangement: arranged, configuration}: PresetPlan): PresetCard {
	const speakers = new Set(arranged.protocol.speakers(arranged.config));
	const labels = new Map(
		arranged.seated.map(({openSeat}) => [openSeat.id, openSeat.label ?? openSeat.framework ?? openSeat.role]),
	);
	const seats = (of: (id: string) => boolean): PresetCard['seats'] =>
		arranged.participants
			.filter(seat => of(seat.id))
			.map(seat => ({name: seat.name, label: labels.get(seat.id) ?? seat.role, voice: seat.voice}));
	const seated = arranged.seated.map(({openSeat: {id}, voice}) => ({id, voice}));
	return {
		...cardHead(preset),
		estimate: estimateWithProposal(arranged, configuration),
		seats: seats(id => speakers.has(id)),
		serving: seats(id => !speakers.has(id)),
		options: seatWords(seated),
		voiced: arranged.seated.map(({openSeat: {id: seat, role}, voice}) => ({
			id: seat,
			label: labels.get(seat) ?? role,
			voice,
		})),
	};
}

// What the home screen says about voices: keys, local model servers, coding agents, and the default voice.

/** `troubles` are shown after the notices about settings and about lists of models. */
export function voicesFound(
	configuration: Configuration,
	found: FoundVoices,
	troubles: readonly string[],
): VoicesFound {
	const {settings, keyOf, notices} = configuration;
	const here = found.served.filter(({provider}) => provider.keyVariable === undefined);
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
	return {
		keys,
		servers,
		agents,
		...speaking(configuration, found),
		notices: [...notices, ...found.notices, ...troubles],
	};
}

const NO_MODEL =
	'No model was found. Start a model server on this machine, such as Ollama or LM Studio; or press esc, then s for the settings, and give a key.';

/** The voice of seats without an assignment, and how to get others. */
function speaking({settings}: Configuration, found: FoundVoices): Pick<VoicesFound, 'speaks' | 'hint'> {
	if (settings.voice !== undefined) return {speaks: `${settings.voice}, in every seat that is not named otherwise`};
	if (found.debaters.length > 0) return {speaks: foundText(found)};
	return {speaks: 'the built-in rehearsal voices (no model)', hint: NO_MODEL};
}
