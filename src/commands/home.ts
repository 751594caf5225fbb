/** `rostrum` alone: the home screen; where there is no terminal, a short rehearsal of the first preset as plain text. */
import {packageVersion} from '../package-root.ts';
import {readPresets, type Preset} from '../presets.ts';
import {drawn, homeFiles, isInteractive, loadSettings, type Configuration} from '../settings.ts';
import type {PresetCard, RostrumPort} from '../ui/port.ts';
import {withOwn} from '../voices/providers.ts';
import {exitCodes, type Around, type Run} from './command.ts';
import {debatesFolder} from './debate-folder.ts';
import {estimate} from './estimate.ts';
import {hold} from './hold.ts';
import {findJournal} from './find-debate.ts';
import {playBack} from './play-back.ts';
import {prepare, type Plan} from './prepare.ts';
import {present} from './present.ts';
import {recentDebates} from './recent.ts';
import {goOn} from './resume.ts';

const mostRecent = 8;

export const run: Run = async (_, around) => {
	const configuration = loadSettings({});
	return isInteractive(around) ? showHomeScreen(configuration, around) : rehearse(configuration, around);
};

/** What a pipe or a CI log gets: something to read, without a key and without a question. */
async function rehearse(configuration: Configuration, around: Around): Promise<number> {
	const options = {set: ['flow.maxExchanges=3']};
	const settings = {...configuration.settings, voice: 'rehearsal', arbiter: undefined, judges: []};
	const plan = prepare({args: ['duelogic'], options}, {...configuration, settings}, {cwd: around.cwd, interactive: false});
	return present(await hold(plan, {signal: around.signal, headless: true}), around, {headless: true, json: false, notices: plan.notices, settings});
}

async function showHomeScreen(configuration: Configuration, around: Around): Promise<number> {
	const {showHome} = await import('../ui/app.tsx');
	const farewell = await showHome(portFor(configuration, around), drawn(configuration.settings));
	around.stdout.write(farewell.text);
	return farewell.how === 'interrupt' ? exitCodes.interrupted : exitCodes.ok;
}

function portFor(configuration: Configuration, {cwd, signal}: Around): RostrumPort {
	const {settings, home} = configuration;
	const folder = debatesFolder(settings.out, homeFiles(home).transcripts, cwd);
	const presets = readPresets(homeFiles(home).presets);
	const plan = (preset: Preset, topic?: string): Plan =>
		prepare({args: [preset.protocol], options: {preset: preset.id, ...(topic !== undefined && {topic})}}, configuration, {cwd, interactive: true});
	return {
		version: packageVersion(),
		presets: presets.map(preset => cardOf(preset, plan(preset))),
		voicesFound: voicesFound(configuration),
		recent: recentDebates(folder, mostRecent),
		async start({presetId, topic}) {
			const preset = presets.find(({id}) => id === presetId);
			if (!preset) throw new Error(`there is no preset "${presetId}"`);
			return (await hold(plan(preset, topic), {signal, headless: false})).session;
		},
		resume: async path => (await goOn(findJournal(path, cwd), configuration, {folder, headless: false, signal})).held.session,
		replay: async path => playBack(findJournal(path, cwd), {speed: 1, signal}),
	};
}

function cardOf({id, protocol, name, description, propositions}: Preset, plan: Plan): PresetCard {
	const labels = new Map(plan.protocol.cast(plan.config).map(casting => [casting.id, casting.label ?? casting.framework ?? casting.role]));
	const speakers = new Set(plan.protocol.speakers(plan.config));
	const seats = plan.participants.filter(participant => speakers.has(participant.id));
	const expected = estimate(plan);
	return {
		id, protocol, name, description, propositions, ...(expected && {estimate: expected}),
		seats: seats.map(seat => ({name: seat.name, label: labels.get(seat.id) ?? seat.role, voice: seat.voice})),
	};
}

/** One line: whose keys are there, and who speaks otherwise. */
function voicesFound({settings, keyOf}: Configuration): string {
	const found = withOwn(settings.providers).flatMap(provider => {
		const key = keyOf(provider);
		return key ? [`${provider.name} (key from ${key.from})`] : settings.providers[provider.id] ? [provider.name] : [];
	});
	const chosen = settings.voice === undefined ? [] : [`${settings.voice} speaks unless a seat is named otherwise`];
	if (found.length + chosen.length === 0) return 'No key was found: the built-in rehearsal voices (no model) speak. OPENROUTER_API_KEY lets models speak.';
	return `Voices: ${[...found, ...chosen].join('; ')}. Rehearsal voices (no model) speak for the rest.`;
}

