/** The setup screen's port, loaded when a setup is opened. */
import {readdirSync, existsSync} from 'node:fs';
import {basename, dirname, join} from 'node:path';
import type {DebateEvent} from '../../debate/events.ts';
import type {Protocol} from '../../debate/protocol.ts';
import {readPresets, Preset} from '../plan/presets.ts';
import {configErrors, UsageError, errorCode} from '../../debate/usage-error.ts';
import {homeFiles} from '../../settings/home.ts';
import type {Configuration, Configure} from '../../settings/settings.ts';
import type {Session, SetupPort} from '../session/session.ts';
import type {SetupDraft} from './setup.ts';
import type {FoundVoices} from '../voices/find-voices.ts';
import {voiceChoices} from '../voices/voice-choices.ts';
import {foundText} from '../voices/fill-seats.ts';
import {refusalOf} from '../voices/reach-voices.ts';
import {resolvePlan} from '../plan/resolve-plan.ts';
import {findProtocol, assign, parseAssignment} from '../plan/debate-config.ts';
import type {ReadyPlan} from '../plan/attach-voices.ts';
import {checkedPlan} from '../plan/start-check.ts';
import {previewSetup, resolveSetup, type ResolvedSetup} from './preview.ts';
import {formFromDebate, type HeldDebate, makeSheets, setupDataOf} from './sheets.ts';
import {expandPath} from '../../engine/host/expand-path.ts';
import {writeWhole} from '../../engine/host/write-whole.ts';
import {listOption, textOption, type Input} from '../../formats/options.ts';
import {filesNamedIn} from '../plan/open-sources.ts';
import {normalizeInput} from '../plan/normalize-input.ts';

/** Keeps the draft while the setup is closed. */
export type SetupDraftStore = {draft?: SetupDraft | undefined};

type DebateStart = Pick<
	Extract<DebateEvent, {type: 'debate-start'}>,
	'protocol' | 'config' | 'subject' | 'participants'
>;

export type SetupContext = {
	readonly cwd: string;
	readonly signal: AbortSignal;
	readonly configure: Configure;
	/** Fills the seats nobody is named for. */ readonly found?: FoundVoices | undefined;
	/** Starts the debate. */
	readonly start: (plan: ReadyPlan, configuration: Configuration) => Promise<Session>;
};

/** Throws `UsageError` if the user's own files are invalid. */
export function makeSetupPort({cwd, signal, configure, found, start}: SetupContext, kept: SetupDraftStore): SetupPort {
	const configuration = configure();
	const {home} = configuration;
	const standing = (protocol: string): unknown =>
		resolvePlan({args: [protocol], options: {topic: protocol}}, configuration, {cwd, interactive: true}).config;
	const sheets = makeSheets(configuration, readPresets(homeFiles(home).presets), standing);
	const around = {cwd, configure, sheets, found};
	let voices: ReturnType<SetupPort['voices']> | undefined;
	return {
		sheets,
		...(found && found.debaters.length > 0 && {found: foundText(found)}),
		saveDraft: draft => void (kept.draft = draft),
		savedDraft: () => kept.draft,
		preview: choice => previewSetup(choice, around),
		voices: soFar => (voices ??= voiceChoices(configuration, signal, soFar)),
		check: async voice => refusalOf(voice, {configuration, signal}),
		complete: (written, takes) => completePath(written, {cwd, folders: takes === 'folder'}),
		async start(choice, dialog) {
			const {arrangement, configuration: own} = resolveSetup(choice, around);
			return start(await checkedPlan(arrangement, own, {signal, dialog}), own);
		},
		presetId(protocol, name) {
			const id = presetIdOf(name);
			return {id, taken: hasPreset(home, protocol, id)};
		},
		save: (choice, name) => savePreset(resolveSetup(choice, {...around, found: undefined}), name, {home, cwd}),
	};
}

/** A setup filled in from an earlier debate, opened at the choice of voices. */
export function setupAgain(
	{protocol, config, subject, participants}: Omit<HeldDebate, 'speakers'> & {readonly protocol: Protocol},
	context: SetupContext,
): SetupPort {
	const kept: SetupDraftStore = {};
	const port = makeSetupPort(context, kept);
	const sheet = port.sheets.find(one => one.protocol === protocol.id);
	if (sheet)
		kept.draft = {
			step: 'seats',
			protocol: protocol.id,
			forms: {
				[protocol.id]: formFromDebate(
					{config, subject, participants, speakers: protocol.speakers(config)},
					sheet,
					setupDataOf(protocol.id),
				),
			},
		};
	return port;
}

/** The same from a journal. Throws `UsageError` if its protocol or config is no longer valid. */
export function setupFromJournal(
	{protocol: id, config, subject, participants}: DebateStart,
	context: SetupContext,
): SetupPort {
	const protocol = findProtocol(id);
	const parsed = protocol.config.safeParse(config);
	if (!parsed.success)
		throw new UsageError({
			what: 'The config of this debate is no longer valid',
			value: configErrors(parsed.error).join('; '),
			from: 'its journal',
			todo: 'Set up a new one.',
		});
	return setupAgain({protocol, config: parsed.data, subject, participants}, context);
}

// Path completion for input fields.

const most = 50;

/**
 * Returns at most 50 completions in the form that was typed: relative paths stay relative, folders end with a slash.
 * Hidden files are included only after a dot.
 */
export function completePath(
	written: string,
	{cwd, folders = false}: {readonly cwd: string; readonly folders?: boolean},
): string[] {
	const folder =
		written.endsWith('/') || written === ''
			? written
			: dirname(written) === '.' && !written.startsWith('./')
				? ''
				: join(dirname(written), '/');
	const begun = written.endsWith('/') ? '' : basename(written);
	return entriesOf(expandPath(cwd, folder))
		.filter(
			({name, isFolder}) =>
				name.startsWith(begun) && (!name.startsWith('.') || begun.startsWith('.')) && (isFolder || !folders),
		)
		.slice(0, most)
		.map(({name, isFolder}) => `${folder}${name}${isFolder ? '/' : ''}`);
}

function entriesOf(folder: string): {readonly name: string; readonly isFolder: boolean}[] {
	try {
		return readdirSync(folder, {withFileTypes: true})
			.map(entry => ({name: entry.name, isFolder: entry.isDirectory()}))
			.sort((one, other) => one.name.localeCompare(other.name));
	} catch (error) {
		if (['ENOENT', 'ENOTDIR', 'EACCES'].includes(errorCode(error) ?? '')) return [];
		throw error;
	}
}

// Saves a setup as a user preset.

/**
 * The preset's name on the command line and of its file: letters, digits and `_`. Throws `UsageError` if the name has
 * none.
 */
function presetIdOf(name: string): string {
	const id = name
		.normalize('NFKD')
		.replaceAll(/\p{M}/gu, '')
		.toLowerCase()
		.match(/[a-z0-9]+/gu)
		?.join('_')
		.slice(0, 60);
	if (id !== undefined) return id;
	throw new UsageError({
		what: 'No id can be made from this name',
		value: name,
		from: 'the name of the preset',
		todo: 'Use some letters from a to z, or digits.',
	});
}

const presetFile = (home: string, protocol: string, id: string): string =>
	join(homeFiles(home).presets, protocol, `${id}.json`);

const hasPreset = (home: string, protocol: string, id: string): boolean => existsSync(presetFile(home, protocol, id));

/** Writes the preset, replacing one with the same id, and returns its file. Running it is equivalent to the setup. */
function savePreset(
	{input, arrangement}: ResolvedSetup,
	name: string,
	{home, cwd}: {readonly home: string; readonly cwd: string},
): string {
	const [protocol = '', about] = input.args;
	const {options} = about === undefined ? normalizeInput(input, home, cwd) : {options: input.options};
	const words = Object.fromEntries(
		['voice', 'pace', 'seed', 'budget'].flatMap(option =>
			textOption(options, option) === undefined ? [] : [[option, textOption(options, option)]],
		),
	);
	const context = textOption(options, 'context');
	const preset = Preset.parse({
		id: presetIdOf(name),
		name,
		description: descriptionOf(arrangement),
		propositions: [textOption(options, 'topic') ?? arrangement.subject.text],
		config: configOf(options),
		options: {
			...words,
			...(about !== undefined && {file: expandPath(cwd, about)}),
			...(context !== undefined && {
				context: context.startsWith('@') ? `@${expandPath(cwd, context.slice(1))}` : context,
			}),
			...(listOption(options, 'sources').length > 0 && {
				sources: [...filesNamedIn('preset', listOption(options, 'sources'), cwd)],
			}),
			...(listOption(options, 'seat').length > 0 && {seat: listOption(options, 'seat')}),
		},
	});
	const file = presetFile(home, protocol, preset.id);
	writeWhole(file, `${JSON.stringify(preset, undefined, '\t')}\n`);
	return file;
}

const configOf = (options: Input['options']): unknown =>
	listOption(options, 'set')
		.map(parseAssignment)
		.reduce<unknown>((config, assignment) => assign(config, assignment), {});

const descriptionOf = ({participants, protocol}: ResolvedSetup['arrangement']): string =>
	`${protocol.name} as you set it up: ${participants.map(({name}) => name).join(', ')}.`;
