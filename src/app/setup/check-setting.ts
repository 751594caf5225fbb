/**
 * Checks a setting's value beyond its schema: whether the voice or export format exists, the folder can be created, the
 * program is installed, the server answers, the key is taken.
 */
import {existsSync, statSync} from 'node:fs';
import {dirname, isAbsolute} from 'node:path';
import {resolveSettings, type Configuration} from '../../settings/settings.ts';
import {variableOf, type SettingName} from '../../settings/schema.ts';
import {withUserProviders, type Provider} from '../../voices/providers.ts';
import {listModels} from '../../voices/model-list.ts';
import {reachKey} from '../../voices/reach.ts';
import {UsageError} from '../../debate/usage-error.ts';
import {reasonOf} from '../../debate/text/words.ts';
import {expandPath} from '../../engine/host/expand-path.ts';
import {withUserAgents} from '../../voices/agents/agent-rows.ts';
import {isInstalled} from '../voices/installed-agents.ts';
import {noEditor, reachableFrom, lacksKey, resolveVoice} from '../voices/assign-voices.ts';
import {checkExports} from '../../exports/export-names.ts';

type VoiceConfiguration = Pick<Configuration, 'settings' | 'keyOf'>;

/**
 * Throws `UsageError` for an unusable value. Returns a notice about a usable one, if there is something to know. Reads
 * the other settings only for a voice, so that one that is wrong can be corrected.
 */
export function checkSetting(
	name: SettingName,
	value: unknown,
	configure: () => VoiceConfiguration,
): string | undefined {
	const from = `the setting "${name}"`;
	const {settings} = resolveSettings({flags: {}, env: {}, file: {[name]: value}, path: 'what you typed'});
	switch (name) {
		case 'voice':
			return voiceNotice([settings.voice], configure(), {from, people: true});
		case 'arbiter':
			return voiceNotice([settings.arbiter], configure(), {from, people: false});
		case 'editor':
			return settings.editor === noEditor
				? undefined
				: voiceNotice([settings.editor], configure(), {from, people: false});
		case 'keeper':
			return voiceNotice([settings.keeper], configure(), {from, people: false});
		case 'judges':
			return voiceNotice(settings.judges, configure(), {from, people: false});
		case 'export':
			checkExports(settings.export, from);
			return undefined;
		case 'out':
			return folderNotice(settings.out, from);
		default:
			return undefined;
	}
}

type ValueSource = {readonly from: string; /** Whether `human` is allowed. */ readonly people: boolean};

function voiceNotice(
	voices: readonly (string | undefined)[],
	around: VoiceConfiguration,
	where: ValueSource,
): string | undefined {
	const notices = voices.flatMap(voice => (voice === undefined ? [] : (oneVoice(voice, around, where) ?? [])));
	return notices.length === 0 ? undefined : notices.join(' ');
}

/** A missing key is only a notice, since it can be set later. */
function oneVoice(written: string, around: VoiceConfiguration, {from, people}: ValueSource): string | undefined {
	const reachable = reachableFrom(around);
	const {spec, standsIn} = resolveVoice({text: written, from}, reachable);
	if (standsIn !== undefined) return `No key reaches ${standsIn} yet, so a rehearsal voice stands in for it.`;
	if (spec.provider === 'human' && !people)
		throw new UsageError({
			what: 'A person cannot take this part',
			value: written,
			from,
			todo: 'It asks for structured answers: name a model or rehearsal.',
		});
	const agents = withUserAgents(around.settings.agents).map(({id}) => id);
	if (spec.provider === 'agent' && !agents.includes(spec.model ?? ''))
		throw new UsageError({
			what: 'There is no such agent',
			value: written,
			from,
			todo: `Agents are ${agents.join(', ')}; the setting "agents" adds others.`,
		});
	const row = reachable.providers.find(({id}) => id === spec.provider);
	return row && lacksKey(row, around)
		? `${row.name} needs a key: run "rostrum config set keys.${row.id} -", or set ${row.keyVariable ?? ''}.`
		: undefined;
}

/** The folder is created on demand, so its nearest existing parent must be a folder. */
function folderNotice(folder: string | undefined, from: string): string | undefined {
	if (folder === undefined) return undefined;
	let place = expandPath('', folder);
	while (!existsSync(place)) place = dirname(place);
	if (!statSync(place).isDirectory())
		throw new UsageError({
			what: `${place} is a file, not a folder`,
			value: folder,
			from,
			todo: 'Choose a folder; it is created if it does not exist.',
		});
	return isAbsolute(folder) || folder.startsWith('~')
		? undefined
		: 'This folder is relative to wherever Rostrum is started.';
}

// What takes a moment to try, once, when the value is set: programs and servers.

/** Milliseconds that a server has to answer. */
const PATIENCE = 3000;

/**
 * What is not there yet: told, as it may come later. Throws `UsageError` for an engine that cannot be, and for a voice
 * that does not answer.
 */
export async function trySetting(
	name: SettingName,
	value: unknown,
	configure: () => Configuration,
): Promise<string | undefined> {
	const {settings} = resolveSettings({flags: {}, env: {}, file: {[name]: value}, path: 'what you typed'});
	switch (name) {
		case 'voice':
			await refuseSilent([settings.voice], name, configure());
			return undefined;
		case 'arbiter':
			await refuseSilent([settings.arbiter], name, configure());
			return undefined;
		case 'editor':
			if (settings.editor !== noEditor) await refuseSilent([settings.editor], name, configure());
			return undefined;
		case 'keeper':
			await refuseSilent([settings.keeper], name, configure());
			return undefined;
		case 'judges':
			await refuseSilent(settings.judges, name, configure());
			return undefined;
		case 'speech':
			return engineNotice(settings.speech, configure());
		case 'player':
			return programNotice(settings.player?.split(/\s+/u)[0], configure().programs);
		case 'agents': {
			const {programs} = configure();
			return joined(Object.values(settings.agents).map(({command}) => programNotice(command, programs)));
		}
		case 'providers': {
			const rows = withUserProviders(settings.providers).filter(({id}) => Object.hasOwn(settings.providers, id));
			return joined(await Promise.all(rows.map(serverNotice)));
		}
		default:
			return undefined;
	}
}

/** Throws `UsageError` for a voice that does not answer; one that only lacks its key may get that later. */
async function refuseSilent(
	voices: readonly (string | undefined)[],
	name: SettingName,
	configuration: Configuration,
): Promise<void> {
	const {signal} = new AbortController();
	const {refusalOf} = await import('../voices/reach-voices.ts');
	const refused = await Promise.all(
		voices.map(async voice => {
			if (voice === undefined || isWithoutKey(voice, configuration)) return [];
			const says = await refusalOf(voice, {configuration, signal});
			return says === undefined ? [] : [{voice, says}];
		}),
	);
	if (refused.flat().length > 0)
		throw new UsageError(
			refused.flat().map(({voice, says}) => ({
				what: 'This voice cannot speak now, and was not saved',
				value: voice,
				from: `the setting "${name}"`,
				todo: `${says} Name another, or start what is to answer; ${variableOf(name)} takes a voice unseen.`,
			})),
		);
}

function isWithoutKey(voice: string, configuration: Configuration): boolean {
	const reachable = reachableFrom(configuration);
	const {spec, standsIn} = resolveVoice({text: voice, from: 'what you typed'}, reachable);
	const row = reachable.providers.find(({id}) => id === spec.provider);
	return standsIn !== undefined || (row !== undefined && lacksKey(row, configuration));
}

const joined = (notices: readonly (string | undefined)[]): string | undefined =>
	notices.filter(text => text !== undefined).join(' ') || undefined;

const programNotice = (command: string | undefined, programs: readonly string[]): string | undefined =>
	command === undefined || isInstalled(command, programs)
		? undefined
		: `${command} is not installed, or not in PATH: nothing happens until it is.`;

async function engineNotice(engine: string | undefined, {settings, programs}: Configuration) {
	if (engine === undefined || /^https?:\/\//u.test(engine)) return undefined;
	const {enginePrograms, programOf} = await import('../sound/speech-programs.ts');
	const program = programOf(engine);
	if (program !== undefined) return programNotice(program, programs);
	const [id = ''] = engine.split(':');
	const servers = withUserProviders(settings.providers).map(row => row.id);
	if (servers.includes(id)) return undefined;
	throw new UsageError({
		what: 'There is no such speech engine',
		value: engine,
		from: 'the setting "speech"',
		todo: `Name a program (${enginePrograms.join(', ')}), a provider (${servers.join(', ')}), an address, or a command.`,
	});
}

/** A server that wants a key is not asked: it may not have one yet. */
async function serverNotice(provider: Provider): Promise<string | undefined> {
	if (provider.keyVariable !== undefined) return undefined;
	try {
		await listModels(provider, {timeoutMs: PATIENCE});
		return undefined;
	} catch (error) {
		return reasonOf(error);
	}
}

/** Throws `UsageError` for a key that its provider refuses; tells that one could not be tried. */
export async function tryKey(provider: Provider, key: string): Promise<string | undefined> {
	const answer = await reachKey(provider, key, PATIENCE);
	if (answer === 'taken') return `${provider.name} takes this key.`;
	if (answer === 'unanswered') return `Saved untried: ${provider.name} did not answer.`;
	throw new UsageError({
		what: `${provider.name} refuses this key`,
		from: provider.baseUrl,
		todo: 'Copy it again from where the provider shows it; nothing was saved.',
	});
}
