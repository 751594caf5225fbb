/** Converts a setup form to the equivalent command line. Pure. */
import type {SetupQuestion} from '../../../debate/form.ts';
import {writeJsonOrText} from '../../../debate/text/json.ts';
import type {SetupChoice, SetupField, SetupForm, SeatForm, ProtocolSetup} from './setup.ts';
import {headingText, shellQuote} from '../../../debate/text/words.ts';
import {nameOf, type Input} from '../../../formats/options.ts';
import type {TableData} from '../../../formats/setup.ts';

/** An option and its value, `true` for a flag. Positional arguments have no dashes. */
type CommandWord = {readonly flag: string; readonly value: string | readonly string[] | true};

/** Ids of the speakers in order, and of all seats, as they follow from the config. */
export type SeatIds = {readonly atTable: readonly string[]; readonly all: readonly string[]};

/** The form in command-line order; seats are left out until their ids are known. */
export function commandWords(
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
export function inputOf(said: readonly CommandWord[]): Input {
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
export const commandLine = (said: readonly CommandWord[]): string =>
	[
		'rostrum run',
		...said.map(({flag, value}) =>
			flag.startsWith('--') ? optionWords(flag, value) : typeof value === 'string' ? shellQuote(asPath(value)) : '',
		),
	].join(' ');

function optionWords(flag: string, value: CommandWord['value']): string {
	if (value === true) return flag;
	if (typeof value === 'string') return oneOption(flag, value);
	return flag === '--files'
		? `${flag} ${value.map(path => shellQuote(asPath(path))).join(' ')}`
		: value.map(one => oneOption(flag, one)).join(' ');
}

const oneOption = (flag: string, value: string): string =>
	value.startsWith('-') ? `${flag}=${shellQuote(value)}` : `${flag} ${shellQuote(value)}`;

/** Prefixes a path that looks like an option with `./`. */
const asPath = (path: string): string => (path.startsWith('-') ? `./${path}` : path);
