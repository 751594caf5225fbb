/** The command line as commander splits it, and typed access to its options. */
import {quote, UsageError} from '../debate/usage-error.ts';

/** The arguments and options of a command: `options` by camel-cased name. */
export type Input = {readonly args: readonly string[]; readonly options: Readonly<Record<string, unknown>>};

/** An option as a row of data, from which commander, the help and the README are made. */
export type OptionRow = {
	/** In commander's notation, such as `--seat <ID=V>` or `--json`. */
	readonly flags: string;
	readonly about: string;
	/** May be given several times. */
	readonly repeat?: true;
};

type Options = Input['options'];

export const textOption = (options: Options, name: string): string | undefined => {
	const value = options[name];
	return typeof value === 'string' ? value : undefined;
};

/** An option that may be given several times. */
export function listOption(options: Options, name: string): string[] {
	const value = options[name];
	return Array.isArray(value) ? value.filter(item => typeof item === 'string') : [];
}

export const flagOption = (options: Options, name: string): boolean => options[name] === true;

/** What is given of the fields of a config. */
export type FieldValues<Config> = {readonly [field in keyof Config]?: unknown};

/** Fields of a config as `--set` takes them, without those that have no value. */
export const assigned = (values: Readonly<Record<string, unknown>>): string[] =>
	Object.entries(values).flatMap(([field, value]) =>
		value === undefined ? [] : [`${field}=${JSON.stringify(value)}`],
	);

/** A number within bounds. Throws `UsageError`. */
export function numberOption(
	options: Options,
	name: string,
	{
		flag,
		from = 0,
		to = Number.MAX_SAFE_INTEGER,
		whole = true,
	}: {flag: string; from?: number; to?: number; whole?: boolean},
): number | undefined {
	const text = textOption(options, name);
	if (text === undefined) return undefined;
	const number = text.trim() === '' ? Number.NaN : Number(text);
	if (number >= from && number <= to && (!whole || Number.isInteger(number))) return number;
	const most = to === Number.MAX_SAFE_INTEGER ? `, at least ${from}` : ` from ${from} to ${to}`;
	throw new UsageError({
		what: 'Not a valid number',
		value: text,
		from: flag,
		todo: `Give a ${whole ? 'whole ' : ''}number${most}.`,
	});
}

/** One word of a few. Throws `UsageError`. */
export function choiceOption(options: Options, name: string, choices: readonly string[]): string | undefined {
	const given = textOption(options, name);
	if (given === undefined || choices.includes(given)) return given;
	throw new UsageError({
		what: 'There is no such choice',
		value: given,
		from: `--${name}`,
		todo: `It may be ${choices.join(', ')}.`,
	});
}

/**
 * Refuses two values for one thing, of `ID=value` that may be given several times: a slip, where each is one's own
 * choice. Throws `UsageError`.
 */
export function refuseTwice(options: Options, name: string): void {
	const flag = `--${name}`;
	const given = new Map<string, string>();
	for (const text of listOption(options, name)) {
		const id = text.slice(0, Math.max(0, text.indexOf('='))).replaceAll(/\s+/gu, '');
		const before = given.get(id);
		if (id !== '' && before !== undefined)
			throw new UsageError({
				what: `"${id}" is given twice, as ${quote(before)} and as`,
				value: text,
				from: flag,
				todo: `Give ${flag} ${id}=… once.`,
			});
		given.set(id, text);
	}
}

/** `ID=V` pairs as a record; the last one of an id counts, so that a user's words go before a preset's. */
export function pairsOption(options: Options, name: string, flag: string): Record<string, string> {
	return Object.fromEntries(
		listOption(options, name).map(text => {
			const at = text.indexOf('=');
			const [id, value] = [text.slice(0, at).trim(), text.slice(at + 1).trim()];
			if (at < 1 || id === '' || value === '')
				throw new UsageError({
					what: 'Not a seat with a voice',
					value: text,
					from: flag,
					todo: 'Write ID=VOICE, such as chair_1=openai:gpt-4o.',
				});
			return [id, value];
		}),
	);
}

/** The name under which commander keeps an option: `--turn-tokens <N>` is `turnTokens`. */
export function nameOf(flags: string): string {
	const long = /--(?<long>[a-z-]+)/u.exec(flags)?.groups?.['long'] ?? '';
	return long.replaceAll(/-(?<letter>[a-z])/gu, (_, letter: string) => letter.toUpperCase());
}

// `--language`, for the formats in which a language is spoken.

export const languageOption: OptionRow = {
	flags: '--language <LANGUAGE>',
	about: 'debates before listeners: what everybody speaks, such as German or de (default: as the topic is written)',
};

/** The field of the config that the option gives, ahead of the user's own `--set`. */
export function languageInput(input: Input): Input {
	const language = textOption(input.options, 'language');
	if (language === undefined) return input;
	const set = [`language=${JSON.stringify(language)}`, ...listOption(input.options, 'set')];
	return {...input, options: {...input.options, set}};
}
