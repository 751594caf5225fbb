/** What the home screen needs of the world: presets with who would speak, debates held before, and how to begin. */
import {packageVersion} from '../package-root.ts';
import {protocols} from '../protocols/index.ts';
import {readPresets, type Preset} from '../presets.ts';
import {homeFiles} from '../home-files.ts';
import {loadSettings, type Configuration} from '../settings.ts';
import type {PresetCard, RostrumPort} from '../ui/port.ts';
import {findLocalServers} from '../voices/model-list.ts';
import {withOwn} from '../voices/providers.ts';
import {arrange, type Arrangement} from './arrange.ts';
import type {Around} from './command.ts';
import {debatesFolder} from './debate-folder.ts';
import {estimate} from './estimate.ts';
import {findJournal} from './find-debate.ts';
import {priceFinder, type Priced} from './prices.ts';
import {recentDebates} from './recent.ts';
import {settingsPort} from './settings-port.ts';

const mostRecent = 8;

/** Throws `UsageError`. What stages a debate is loaded when one is started. */
export async function homePort(around: Around): Promise<RostrumPort> {
	const {cwd, signal} = around;
	const configuration = loadSettings({});
	const {settings, home, notices} = configuration;
	const folder = debatesFolder(settings.out, homeFiles(home).transcripts, cwd);
	const here = await findLocalServers(withOwn(settings.providers), signal);
	const priceOf = priceFinder(configuration);
	const presets = inOrder(readPresets(homeFiles(home).presets));
	const arranged = (preset: Preset, topic?: string): Arrangement =>
		arrange({args: [preset.protocol], options: {preset: preset.id, ...(topic !== undefined && {topic})}}, configuration, {cwd, interactive: true});
	return {
		version: packageVersion(),
		presets: presets.map(preset => cardOf(preset, arranged(preset), priceOf)),
		voicesFound: [...notices, voicesFound(configuration, here)].join(' '),
		recent: recentDebates(folder, mostRecent),
		async start({presetId, topic}) {
			const preset = presets.find(({id}) => id === presetId);
			if (!preset) throw new Error(`there is no preset "${presetId}"`);
			const [{prepareAsking}, {hold}] = await Promise.all([import('./prepare.ts'), import('./hold.ts')]);
			return (await hold(await prepareAsking(arranged(preset, topic), configuration, signal), {signal, headless: false})).session;
		},
		async resume(path) {
			const {goOn} = await import('./resume.ts');
			return (await goOn(findJournal(path, cwd), configuration, {folder, headless: false, signal})).held.session;
		},
		discard: async path => (await import('./resume.ts')).discardDebate(findJournal(path, cwd)),
		replay: async path => (await import('./play-back.ts')).playBack(findJournal(path, cwd), {speed: 1, signal}),
		library: async () => (await import('./library-port.ts')).libraryPort(configuration, cwd),
		async read(path, at) {
			const {again, ...session} = (await import('./play-back.ts')).playBack(findJournal(path, cwd), {speed: Number.POSITIVE_INFINITY, signal});
			return {...session, ...(again && {replay: again}), ...(at && {startAt: at})};
		},
		settings: settingsPort(home),
		async *health(leaving) {
			const {examine} = await import('./examine.ts');
			yield* examine(loadSettings({}), {...around, signal: AbortSignal.any([signal, leaving])});
		},
		renewed: () => homePort(around),
		watch: async path => (await import('./watch-session.ts')).watchSession(path, {cwd, folder, signal}),
	};
}

/** By their protocols as these are listed: what needs nothing but a topic comes first, and one key starts it. */
function inOrder(presets: readonly Preset[]): readonly Preset[] {
	const order = Object.keys(protocols);
	return presets.toSorted((one, other) => order.indexOf(one.protocol) - order.indexOf(other.protocol));
}

function cardOf({id, protocol, name, description, propositions}: Preset, arranged: Arrangement, priceOf: (written: string) => Priced): PresetCard {
	const speakers = new Set(arranged.protocol.speakers(arranged.config));
	const labels = new Map(arranged.seated.map(({casting}) => [casting.id, casting.label ?? casting.framework ?? casting.role]));
	return {
		id, protocol, name, description, propositions, estimate: estimate(arranged, priceOf),
		seats: arranged.participants.filter(seat => speakers.has(seat.id)).map(seat => ({name: seat.name, label: labels.get(seat.id) ?? seat.role, voice: seat.voice})),
	};
}

/** One line: whose keys and servers are there, and who speaks otherwise. */
function voicesFound({settings, keyOf}: Configuration, here: Awaited<ReturnType<typeof findLocalServers>>): string {
	const local = new Set(here.map(({provider}) => provider.id));
	const keyed = withOwn(settings.providers).flatMap(provider => {
		const key = keyOf(provider);
		return key ? [`${provider.name} (key from ${key.from})`] : settings.providers[provider.id] && !local.has(provider.id) ? [provider.name] : [];
	});
	const running = here.map(({provider: {name}, models}) => `${name} on this machine (${models.length} ${models.length === 1 ? 'model' : 'models'})`);
	const chosen = settings.voice === undefined ? [] : [`${settings.voice} speaks unless a seat is named otherwise`];
	const found = [...keyed, ...running, ...chosen];
	if (found.length === 0) return 'No key was found: the built-in rehearsal voices (no model) speak. OPENROUTER_API_KEY lets models speak.';
	const first = here.find(({models}) => models.length > 0);
	const hint = first && settings.voice === undefined ? ` "rostrum config set voice ${first.provider.id}:${first.models[0]?.id ?? ''}" lets that model speak.` : '';
	return `Voices: ${found.join('; ')}. Rehearsal voices (no model) speak for the rest.${hint}`;
}
