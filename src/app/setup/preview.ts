/** Previews a setup: its seats even without a subject, and the subject's errors, without starting anything. */
import {settingFlags, debateOptions} from '../plan/option-rows.ts';
import type {Configuration, Configure} from '../../settings/settings.ts';
import type {SetupChoice, SetupPreview, SeatView, ProtocolSetup, SetupField, SetupForm, SeatForm} from './setup.ts';
import {providerOf} from '../../voices/voice-spec.ts';
import {seatWords} from '../voices/fill-seats.ts';
import type {FoundVoices} from '../voices/find-voices.ts';
import {resolvePlan, type ResolvedPlan} from '../plan/resolve-plan.ts';
import {reachableFrom} from '../voices/assign-voices.ts';
import type {Estimate} from '../plan/estimate.ts';
import {estimateWithProposal} from '../plan/cheaper-voice.ts';
import {fitnessLabels, judgeResult} from '../judging/judge-results.ts';
import type {Provider} from '../../voices/providers.ts';
import {modelFacts, type ModelFacts, priceFinder, type Priced} from '../voices/model-facts.ts';
import {type Input, nameOf} from '../../formats/options.ts';
import {attachVoices} from '../plan/attach-voices.ts';
import {setupDataOf} from './sheets.ts';
import {normalizeInput} from '../plan/normalize-input.ts';
import {UsageError} from '../../debate/usage-error.ts';
import type {SetupQuestion} from '../../debate/form.ts';
import {writeJsonOrText} from '../../debate/text/json.ts';
import {headingText, shellQuote} from '../../debate/text/words.ts';
import {optionText} from '../../exports/debate-command.ts';
import type {TableData} from '../../formats/setup.ts';

/** The setup as command-line input, and the plan that follows from it. */
export type ResolvedSetup = {
	readonly input: Input;
	readonly configuration: Configuration;
	readonly arrangement: ResolvedPlan;
};

type PreviewContext = {
	readonly cwd: string;
	readonly configure: Configure;
	readonly sheets: readonly ProtocolSetup[];
	/** Fills the seats nobody is named for. */ readonly found?: FoundVoices | undefined;
};

/** Placeholder for a subject where only the seats matter. */
const anything = 'anything';

/** What `rostrum run` would run. Throws `UsageError` for what it would reject. */
export function resolveSetup(choice: SetupChoice, around: PreviewContext): ResolvedSetup {
	refuseEmpty(choice, sheetOf(choice, around));
	const given = inputOf(inputWordsOf(choice, around, seatIds(choice, around)));
	const configuration = configurationFor(given, around);
	const input = normalizeInput(given, configuration.home, around.cwd);
	return {
		input: given,
		configuration,
		arrangement: resolvePlan(input, configuration, {cwd: around.cwd, interactive: true, found: around.found}),
	};
}

export function previewSetup(choice: SetupChoice, around: PreviewContext): SetupPreview {
	const company = attempt(() => participantsOf(choice, around));
	if ('refused' in company) return {seats: [], refused: company.refused, notices: [], command: ''};
	const {seats, command, arranged, refused} = company.done;
	const whole = attempt(() => resolveSetup(choice, around));
	const problem = refused !== undefined ? {refused} : 'refused' in whole ? {missing: whole.refused} : {};
	const searched = arranged.search?.during ? {searched: new URL(arranged.search.server).host} : {};
	return {seats, command, notices: arranged.notices, estimate: company.done.estimate, ...searched, ...problem};
}

/** The participants, whatever the subject, and the error if their voices are not available. */
function participantsOf(
	choice: SetupChoice,
	around: PreviewContext,
): {
	readonly seats: readonly SeatView[];
	readonly command: string;
	readonly arranged: ResolvedPlan;
	readonly estimate: Estimate;
	readonly refused: string | undefined;
} {
	const ids = seatIds(choice, around);
	const said = inputWordsOf(choice, around, ids);
	const input = withoutSubject(inputOf(said), choice.protocol);
	const configuration = configurationFor(input, around);
	const arranged = resolvePlan(input, configuration, {cwd: around.cwd, interactive: true, found: around.found});
	const voiced = attempt(() => attachVoices(arranged, configuration));
	const factsOf = modelFacts(configuration.home);
	const priceOf = priceFinder(configuration);
	return {
		arranged,
		estimate: estimateWithProposal(arranged, configuration),
		command: [commandLine(said), ...seatOptions(arranged, configuration, said)].join(' '),
		refused: 'refused' in voiced ? voiced.refused : undefined,
		seats: arranged.seated.map(seat => seatView(seat, choice, ids, {factsOf, priceOf, configuration})),
	};
}

/** The options that name whoever was found for free seats. */
const seatOptions = (
	{seated}: ResolvedPlan,
	{settings}: Configuration,
	said: readonly CommandWord[],
): readonly string[] => {
	const named = said.flatMap(({flag, value}) => (flag === '--seat' && Array.isArray(value) ? value : []));
	const free = seated.filter(({openSeat: {id}}) => !named.some(one => one.startsWith(`${id}=`)));
	return settings.voice === undefined ? seatWords(free.map(({openSeat: {id}, voice}) => ({id, voice}))) : [];
};

type PricingContext = {
	readonly factsOf: (row: Provider, model: string) => ModelFacts;
	readonly priceOf: (written: string) => Priced;
	readonly configuration: Configuration;
};

function seatView(
	{openSeat, voice, spec, named}: ResolvedPlan['seated'][number],
	{form}: SetupChoice,
	ids: SeatIds,
	{factsOf, priceOf, configuration}: PricingContext,
): SeatView {
	const row = providerOf(spec, reachableFrom(configuration).providers);
	const contextTokens = row && spec.model !== undefined ? factsOf(row, spec.model).contextTokens : undefined;
	const {price} = priceOf(voice);
	const place = ids.atTable.indexOf(openSeat.id);
	const own = (place < 0 ? form.voices[openSeat.id] : form.places[place]?.voice) !== undefined;
	return {
		id: openSeat.id,
		label: openSeat.label ?? openSeat.role,
		name: named.name,
		voice,
		own,
		...(openSeat.role === 'judge' && judgingOf(voice, configuration)),
		...(place >= 0 && form.places.length > 0 && {place}),
		...(contextTokens !== undefined && {contextTokens}),
		...(price && {price: {input: price.input, output: price.output}}),
	};
}

function judgingOf(voice: string, {home}: Configuration): Pick<SeatView, 'judging'> {
	const result = judgeResult(home, voice);
	return result ? {judging: {label: fitnessLabels[result.fitness], sentence: result.sentence}} : {};
}

/** Seat ids, which depend only on the config. */
function seatIds(choice: SetupChoice, around: PreviewContext): SeatIds {
	const input = withoutSubject(inputOf(inputWordsOf(choice, around)), choice.protocol);
	const {protocol, config, seated} = resolvePlan(input, configurationFor(input, around), {
		cwd: around.cwd,
		interactive: true,
	});
	return {atTable: protocol.speakers(config), all: seated.map(({openSeat}) => openSeat.id)};
}

const inputWordsOf = (choice: SetupChoice, around: PreviewContext, ids?: SeatIds) =>
	commandWords(choice, sheetOf(choice, around), setupDataOf(choice.protocol).table, ids);

function sheetOf({protocol}: SetupChoice, {sheets}: PreviewContext): ProtocolSetup {
	const sheet = sheets.find(one => one.protocol === protocol);
	if (sheet) return sheet;
	throw new UsageError({
		what: 'There is no such protocol',
		value: protocol,
		from: 'the setup',
		todo: `Protocols are ${sheets.map(one => one.protocol).join(', ')}.`,
	});
}

/** The command line may fall back to a preset's topic; the setup asks for one. */
function refuseEmpty({form}: SetupChoice, {ways}: ProtocolSetup): void {
	const {flag, label, optional} = ways.find(way => way.flag === form.way) ?? ways[0];
	if (optional || (form.answers[flag] ?? '').trim() !== '') return;
	throw new UsageError({what: 'There is nothing to debate', from: label, todo: 'Say what is debated.'});
}

const withoutSubject = ({options: {seat, set, voice, pace, budget, seed}}: Input, protocol: string): Input => ({
	args: [protocol],
	options: {topic: anything, seat, set, voice, pace, budget, seed},
});

const configurationFor = ({options}: Input, {configure}: PreviewContext): Configuration =>
	configure(settingFlags(options, debateOptions));

/** Turns a `UsageError` into a result. */
function attempt<T>(act: () => T): {readonly done: T} | {readonly refused: string} {
	try {
		return {done: act()};
	} catch (error) {
		if (error instanceof UsageError) return {refused: error.message};
		throw error;
	}
}

// Converts a setup form to the equivalent command line. Pure.

/** An option and its value, `true` for a flag. Positional arguments have no dashes. */
type CommandWord = {readonly flag: string; readonly value: string | readonly string[] | true};

/** Ids of the speakers in order, and of all seats, as they follow from the config. */
type SeatIds = {readonly atTable: readonly string[]; readonly all: readonly string[]};

/** The form in command-line order; seats are left out until their ids are known. */
function commandWords(
	{protocol, form}: SetupChoice,
	sheet: ProtocolSetup,
	table: TableData | undefined,
	ids: SeatIds = {atTable: [], all: []},
): readonly CommandWord[] {
	const way = sheet.ways.find(({flag}) => flag === form.way) ?? sheet.ways[0];
	const seats = [
		...form.places.flatMap(({voice}, place) => pair(ids.atTable[place], voice)),
		...Object.entries(form.voices).flatMap(([id, voice]) =>
			pair(
				ids.all.find(known => known === id),
				voice,
			),
		),
	];
	return [
		{flag: 'protocol', value: protocol},
		...answered(way, form.answers[way.flag] ?? '', true),
		...sheet.beside.flatMap(ask => answered(ask, form.answers[ask.flag] ?? '', false)),
		...(form.everyone === undefined ? [] : [{flag: '--voice', value: form.everyone}]),
		...listed('--seat', seats),
		...listed('--set', [
			...tableSet(form, sheet, table),
			...sheet.fields.flatMap(field => fieldSet(field, form.options[field.path])),
		]),
		...sheet.fields.flatMap(({path}) =>
			path.startsWith('--') && form.options[path] !== undefined ? [{flag: path, value: form.options[path]}] : [],
		),
	];
}

const pair = (id: string | undefined, voice: string | undefined): string[] =>
	id === undefined || voice === undefined ? [] : [`${id}=${voice}`];
const listed = (flag: string, values: readonly string[]): CommandWord[] =>
	values.length === 0 ? [] : [{flag, value: values}];

/**
 * A text of several lines is debated under its first line. An optional answer that was chosen but left empty becomes
 * a flag.
 */
function answered({flag, takes, optional}: SetupQuestion, given: string, taken: boolean): CommandWord[] {
	const text = given.trim();
	if (text === '') return taken && optional ? [{flag, value: true}] : [];
	if (takes === 'files') return [{flag, value: wordsOf(text)}];
	if (takes !== 'lines' || flag !== '--topic' || !text.includes('\n')) return [{flag, value: text}];
	return [
		{flag, value: titleOf(text)},
		{flag: '--context', value: text},
	];
}

const titleOf = (text: string): string => headingText(text.split('\n', 1)[0] ?? '') || 'A text';

/** Splits paths at white space; quoted paths may contain spaces. */
const wordsOf = (text: string): string[] =>
	[...text.matchAll(/'(?<single>[^']*)'|"(?<double>[^"]*)"|(?<bare>\S+)/gu)].flatMap(
		({groups}) => groups?.['single'] ?? groups?.['double'] ?? groups?.['bare'] ?? [],
	);

/** The list of speakers, if it differs from the protocol's default. */
function tableSet({places}: SetupForm, {blank}: ProtocolSetup, table: TableData | undefined): string[] {
	if (!table || entries(places, table) === entries(blank.places, table)) return [];
	return [`${table.path}=${entries(places, table)}`];
}

const entries = (places: readonly SeatForm[], {field, manner}: TableData): string =>
	JSON.stringify(
		places.map(place =>
			field === undefined
				? place.stance
				: {[field]: place.stance, ...(manner !== undefined && place.manner !== undefined && {[manner]: place.manner})},
		),
	);

/** Quotes a text that would otherwise parse as another type. */
function fieldSet({path, kind}: SetupField, value: string | undefined): string[] {
	if (value === undefined || path.startsWith('--')) return [];
	return [`${path}=${kind === 'text' || kind === 'choice' ? writeJsonOrText(value) : value}`];
}

/** The same in the form that commander passes to a command. */
function inputOf(said: readonly CommandWord[]): Input {
	const args = said
		.filter(({flag}) => !flag.startsWith('--'))
		.flatMap(({value}) => (typeof value === 'string' ? [value] : []));
	return {
		args,
		options: Object.fromEntries(
			said.filter(({flag}) => flag.startsWith('--')).map(({flag, value}) => [nameOf(flag), value]),
		),
	};
}

/** The command line, quoted for a shell. */
const commandLine = (said: readonly CommandWord[]): string =>
	[
		'rostrum run',
		...said.map(({flag, value}) =>
			flag.startsWith('--') ? optionWords(flag, value) : typeof value === 'string' ? shellQuote(asPath(value)) : '',
		),
	].join(' ');

function optionWords(flag: string, value: CommandWord['value']): string {
	if (value === true) return flag;
	if (typeof value === 'string') return optionText(flag, value);
	return flag === '--files'
		? `${flag} ${value.map(path => shellQuote(asPath(path))).join(' ')}`
		: value.map(one => optionText(flag, one)).join(' ');
}

/** Prefixes a path that looks like an option with `./`. */
const asPath = (path: string): string => (path.startsWith('-') ? `./${path}` : path);
