/**
 * From what the user asked for to everything about a debate but its voices. What can be refused is refused here, before
 * any voice is asked.
 */
import {randomInt} from 'node:crypto';
import {reasonOf} from '../../debate/text/words.ts';
import type {DebatePlan} from '../../engine/lifecycle.ts';
import {cleanText} from '../../debate/text/intake.ts';
import {readText} from '../../engine/host/read-text.ts';
import type {Protocol} from '../../debate/protocol.ts';
import {namedPreset, isOurs, readPresets, type Preset} from './presets.ts';
import {searchNamed, sentTo, sourcesNamed} from './open-sources.ts';
import {homeFiles} from '../../settings/home.ts';
import type {Configuration} from '../../settings/settings.ts';
import {msOf, wordsAMinute, type Settings} from '../../settings/schema.ts';
import type {FoundVoices} from '../voices/find-voices.ts';
import {noEditor} from '../voices/assign-voices.ts';
import {resolveParticipants, type FilledSeats} from '../voices/resolve-participants.ts';
import {judgeNotices} from '../judging/judge-results.ts';
import type {ConfigLayer, Format} from '../../formats/contract.ts';
import {configChanges, assembleConfig, findProtocol, overlay, parseAssignment} from './debate-config.ts';
import {type Input, listOption, pairsOption, textOption} from '../../formats/options.ts';
import {debatesFolder, passedOver} from '../files/debate-folders.ts';
import {checkExports} from '../../exports/export-names.ts';
import {formatOf} from '../../formats/index.ts';
import {UsageError} from '../../debate/usage-error.ts';
import {namedFile, wasPiped} from '../../engine/host/named-file.ts';
import type {Participant, Subject} from '../../debate/events.ts';
import {isPerson, isRehearsal} from '../../debate/seats.ts';
import {sha256} from '../../engine/host/hash.ts';

/** A plan with what the app adds to it, but without voices. */
export type ResolvedPlan = DebatePlan &
	FilledSeats & {
		/** Formats to export at the end. */
		readonly exports: readonly string[];
		/** The folder of debates. */
		readonly folder: string;
		/**
		 * The file that records where debates are, so that the library finds them; undefined for a debate that nobody
		 * needs to find.
		 */
		readonly remembered: string | undefined;
		/** The documents that it is to stand on, as the user named them. */
		readonly sourcesNamed?: readonly string[];
		/** Where pages are searched for. */
		readonly search?: ReturnType<typeof searchNamed>;
	};

/**
 * Where a plan is made, and whether on a screen. `unsaid` leaves out what the format has to say before the start, which
 * it may have to start programs for: a card shows none of it. `found` fills the seats nobody is named for.
 */
export type PlanContext = {
	readonly cwd: string;
	readonly interactive: boolean;
	readonly unsaid?: boolean | undefined;
	readonly found?: FoundVoices | undefined;
};

/** Throws `UsageError`. */
export function resolvePlan(
	{args: [protocolId = ''], options}: Input,
	configuration: Configuration,
	{cwd, interactive, unsaid = false, found}: PlanContext,
): ResolvedPlan {
	const {settings, home, notices, given} = configuration;
	const {voice, arbiter, judges, keeper, editor} = settings;
	const protocol = findProtocol(protocolId);
	const {presets: ownPresets} = homeFiles(home);
	const presetId = textOption(options, 'preset');
	const preset = presetId === undefined ? undefined : namedPreset(ownPresets, protocol.id, presetId);
	const config = assembleConfig(
		protocol,
		[...standing(protocol, configuration), ...chosen(preset, textOption(options, 'config'), cwd)],
		listOption(options, 'set').map(parseAssignment),
	);
	const subject = makeSubject(
		topicOf(options, () => preset ?? readPresets(ownPresets, protocol.id)[0]),
		textOption(options, 'context'),
		cwd,
	);
	const filled = resolveParticipants(
		protocol.openSeats(config),
		{voice, arbiter, judges, keeper, editor, seats: pairsOption(options, 'seat', '--seat')},
		configuration,
		{offered: modelsIn(protocol, oursOf(protocol, preset)), found},
	);
	refusePeople(filled, {protocol, config, interactive});
	checkExports(settings.export, given.find(({name}) => name === 'export')?.from ?? 'default');
	const named = sourcesNamed(options, protocol);
	const search = searchNamed(options, protocol, {keyOf: configuration.keyOf, interactive});
	return {
		...filled,
		protocol,
		config,
		subject,
		title: preset === undefined ? subject.text : cleanText(preset.name),
		...(preset && {preset: preset.id}),
		setup: {...setupOf(protocol, preset, config), exports: settings.export},
		seed: settings.seed ?? randomInt(2 ** 31),
		pace: wordsAMinute(settings.pace, interactive),
		timeoutMs: settings.timeout,
		...meansOf(settings, interactive),
		exports: settings.export,
		folder: debatesFolder(settings.out, home, cwd),
		remembered: homeFiles(home).folders,
		...(named.length > 0 && {sourcesNamed: named}),
		...(search && {search}),
		notices: [
			...notices,
			...filled.notices,
			...judgeNotices(home, filled.participants),
			...(unsaid ? [] : passedOver(settings.out, home, cwd)),
			...(unsaid || preset || textOption(options, 'topic') !== undefined ? [] : [suggestedTopic(subject.text)]),
			...(unsaid ? [] : hostNotices(protocol, config, configuration, filled.participants)),
			...(search ? [search.told] : []),
			...sentTo([...named, ...(search ? ['pages that are found'] : [])], filled.participants),
		],
	};
}

/** A preset of the user's own is no help to anybody else: what it sets is named instead. */
function setupOf(protocol: Protocol, preset: Preset | undefined, config: unknown): NonNullable<DebatePlan['setup']> {
	return {
		...(preset && isOurs(preset) && {preset: preset.id}),
		set: configChanges(oursOf(protocol, preset) ?? {}, config),
	};
}

const modelsIn = ({openSeats}: Protocol, config: unknown): ReadonlySet<string> =>
	new Set(config === undefined ? [] : openSeats(config).flatMap(({modelId}) => modelId ?? []));

/** The config as we have it; undefined where a format has none of its own. Nothing in it is the user's own. */
function oursOf(protocol: Protocol, preset: Preset | undefined): unknown {
	const ours = preset !== undefined && isOurs(preset) ? preset.config : {};
	return protocol.config.safeParse(overlay(protocol.config.safeParse({}).data, ours)).data;
}

/** What a format has to say before the start. */
export const hostNotices = (
	{id}: Protocol,
	config: unknown,
	{settings: {sandbox}, programs}: Configuration,
	participants: readonly Participant[],
) =>
	formatOf(id)?.notices?.(config, {
		sandbox,
		programs,
		rehearsed: participants.filter(isRehearsal).map(seat => seat.id),
	}) ?? [];

/**
 * How long people have, and what of the budget is kept: on the screen, where the user is asked at the cap, a closing is
 * always one of the answers.
 */
export const timesAndMeans = (
	{budget, closing, turntime}: Settings,
	interactive: boolean,
): Pick<DebatePlan, 'budget' | 'keepsClosing' | 'turnTimeMs'> => ({
	...(budget && {budget}),
	keepsClosing: interactive || closing,
	...(turntime !== 'off' && {turnTimeMs: turntime * 1000}),
});

/** The same for a debate, which waits off the screen for servers that are away. */
export const meansOf = (
	settings: Settings,
	interactive: boolean,
): ReturnType<typeof timesAndMeans> & Pick<DebatePlan, 'waitForMs' | 'edited'> => ({
	...timesAndMeans(settings, interactive),
	edited: settings.editor !== noEditor,
	...(!interactive && {waitForMs: msOf(settings.waitFor)}),
});

/** What the user's settings give to a protocol that takes it: weights of a score, frameworks of their own. */
function standing(protocol: Format, {given, settings, home, specVariables}: Configuration): ConfigLayer[] {
	const defaults = protocol.config.safeParse({});
	const takes = (field: string): boolean =>
		defaults.success && typeof defaults.data === 'object' && defaults.data !== null && field in defaults.data;
	const weights = given.find(({name, kind}) => name === 'weights' && kind !== 'default');
	const timeout = given.find(({name, kind}) => name === 'timeout' && kind !== 'default');
	return [
		...(weights && takes('weights') ? [{from: weights.from, config: {weights: settings.weights}}] : []),
		...(protocol.layers?.({
			variables: specVariables,
			files: homeFiles(home),
			...(timeout && {timeout: {...timeout, ms: settings.timeout}}),
		}) ?? []),
	];
}

function chosen(preset: Preset | undefined, file: string | undefined, cwd: string): ConfigLayer[] {
	return [
		...(preset ? [{from: preset.file, config: preset.config}] : []),
		...(file === undefined
			? []
			: [{from: file, config: parseConfig(readText(namedFile(cwd, file, '--config'), '--config'), file)}]),
	];
}

function parseConfig(text: string, file: string): unknown {
	try {
		const json: unknown = JSON.parse(text);
		return json;
	} catch (error) {
		throw new UsageError(
			{
				what: `The config is not valid JSON: ${reasonOf(error)}`,
				value: file,
				from: '--config',
				todo: 'Correct the file.',
			},
			{cause: error},
		);
	}
}

/** What is debated where nobody said what, and how to say it. */
const suggestedTopic = (topic: string): string =>
	`No topic was given, so one that comes with Rostrum is taken: “${topic}” Give your own with --topic "…".`;

/** The topic that was given, else the first that the preset suggests, else the first that any does. */
function topicOf(options: Input['options'], presetOf: () => Preset | undefined): string {
	const topic = textOption(options, 'topic') ?? presetOf()?.propositions[0];
	if (topic !== undefined) return topic;
	throw new UsageError({
		what: 'There is nothing to debate',
		from: 'the command line',
		todo: 'Say what with --topic "…", or name a --preset that suggests something.',
	});
}

// Where people may sit. What cannot be is refused before anything begins.

type Company = {readonly participants: readonly Participant[]};
type Debate = {
	readonly protocol: Pick<Protocol, 'name' | 'humanSeats'>;
	readonly config: unknown;
	readonly interactive: boolean;
	/** Where the seats were cast, for a debate that goes on. */ readonly from?: string;
};

/** Throws `UsageError` for a person in a seat that is asked for more than turns, and for one whom nobody can ask. */
export function refusePeople({participants}: Company, {protocol, config, interactive, from}: Debate): void {
	const people = participants.filter(isPerson);
	const free = protocol.humanSeats?.(config) ?? [];
	const misplaced = people.find(({id}) => !free.includes(id));
	if (misplaced) {
		const where =
			free.length === 0
				? `In ${protocol.name} every seat is asked for structured answers: name a model or rehearsal.`
				: `In ${protocol.name} people may sit as ${free.join(', ')}; the others are asked for structured answers.`;
		throw new UsageError({
			what: `A person cannot sit as ${misplaced.id}`,
			value: misplaced.voice,
			from: from ?? `the voice for ${misplaced.id}`,
			todo: where,
		});
	}
	const [first] = people;
	if (!first || interactive) return;
	throw new UsageError({
		what: `Without a screen nobody can type the turns of ${first.name}`,
		value: `${first.id}=${first.voice}`,
		from: from ?? 'the choice of voices',
		todo: 'Run it on a terminal and without --headless or --json, or seat a model or rehearsal there.',
	});
}

// Builds the subject of a debate: a topic, and optionally a context from the command line or a file.

/**
 * `context` is text or `@FILE`. A file's path and SHA-256 are recorded, so that resuming can detect changes. Throws
 * `UsageError`.
 */
export function makeSubject(topic: string, context: string | undefined, cwd: string): Subject {
	const text = cleanText(topic).trim();
	if (text === '')
		throw new UsageError({
			what: 'The topic is empty',
			from: '--topic',
			todo: 'Say what is debated, such as --topic "Voting should be compulsory."',
		});
	if (context === undefined) return {text};
	if (!context.startsWith('@')) return {text, context: cleanText(context)};
	const source = namedFile(cwd, context.slice(1), '--context');
	const content = readText(source, '--context');
	return {text, context: cleanText(content), ...(!wasPiped(source) && {source, hash: sha256(content)})};
}
