/** What an Adversarial Spec debate adds to `rostrum run`: its file, its agents, and what is taken over. */
import {basename} from 'node:path';
import {readUserFile} from '../user-file.ts';
import {
	OwnPersonas,
	type Persona,
	configFromEnvironment,
	specConfig,
	variableFor,
	type SpecConfig,
	builtInPersonas,
} from './config.ts';
import {cleanText} from '../../debate/text/intake.ts';
import {readText} from '../../engine/host/read-text.ts';
import {readSpec, type SpecText, asUsageError} from './host/spec-file.ts';
import type {ConfigLayer, LayerSources} from '../contract.ts';
import {
	assigned,
	type FieldValues,
	type Input,
	type OptionRow,
	choiceOption,
	flagOption,
	listOption,
	numberOption,
	textOption,
} from '../options.ts';
import {namedFile, pipedFile} from '../../engine/host/named-file.ts';
import {headingText} from '../../debate/text/words.ts';
import {sources, topic, type SetupData} from '../setup.ts';
import {UsageError} from '../../debate/usage-error.ts';

/**
 * The user's own personas by id: `personas.json` under ROSTRUM_HOME. Throws `UsageError` with the file, the field and
 * the values it may have.
 */
export const ownPersonas = (file: string): Record<string, Persona> => readUserFile(file, 'personas', OwnPersonas);

/** The options that `run` has for this protocol alone. */
export const specOptions: readonly OptionRow[] = [
	{
		flags: '--agents <VOICES>',
		about: 'adversarial-spec: who criticises, with commas between (default: one agent a persona, on --voice)',
	},
	{flags: '--personas <IDS>', about: 'adversarial-spec: the personas they take in turn; "rostrum personas" lists them'},
	{flags: '--threshold <X>', about: 'adversarial-spec: the share of agents that makes consensus (default: 0.5)'},
	{
		flags: '--accept <HOW>',
		about: 'adversarial-spec: which changes go into the file where nobody is asked (none or all, default: none)',
	},
	{
		flags: '--decide <ID=HOW>',
		about:
			'adversarial-spec: what you decide on an issue that a debate of the same text left open: i3=2 (an option), i3=take or i3=drop',
		repeat: true,
	},
	{
		flags: '--preserve-intent',
		about: 'adversarial-spec: goals and scope are questioned, and changed only with your yes (the default)',
	},
	{flags: '--no-preserve-intent', about: 'adversarial-spec: goals and scope may be changed like all else'},
	{
		flags: '--background <TEXT>',
		about:
			'adversarial-spec: what the reviewers should know besides the text, or @FILE; so does --context beside a file',
	},
	{flags: '--verify', about: 'adversarial-spec: let one agent check the file once: pass or fail, nothing is changed'},
	{flags: '--restore', about: 'adversarial-spec: put the version back that was kept when changes were last accepted'},
];

/** What is asked when such a debate is set up. */
export const specSetup: SetupData = {
	ways: [
		{
			flag: 'file',
			label: 'A file',
			about: 'The specification, as a file of yours. Changes that you accept can be saved to it.',
			takes: 'file',
		},
		{...topic, label: 'A text', about: 'The specification itself, typed or pasted.', takes: 'lines'},
	],
	beside: [
		{
			flag: '--background',
			label: 'Background',
			about: 'What the reviewers should know besides the text, or @ and the path of a file that says it.',
			takes: 'lines',
			optional: true,
		},
		sources,
	],
	table: {
		path: 'personas',
		noun: 'persona',
		stances: files =>
			Object.entries({...builtInPersonas, ...ownPersonas(files.personas)}).map(([id, {name, reads}]) => ({
				id,
				name,
				about: reads,
			})),
	},
	answers: (config, {text, context}) => {
		const {file, background} = specConfig.parse(config);
		return {
			...(file === undefined ? {[topic.flag]: context ?? text} : {file}),
			...(background !== undefined && {'--background': background}),
		};
	},
};

/** The same input in the words that every protocol knows. Throws `UsageError`. */
export function specInput({args, options}: Input, cwd: string): Input {
	const [protocol = '', named] = args;
	const isRead = named !== undefined && !flagOption(options, 'restore');
	const spec = isRead ? read(namedFile(cwd, named)) : undefined;
	// What was piped in has no file that changes could go to.
	const file = isRead && pipedFile(cwd, named) === undefined ? spec : undefined;
	const {background, rest} = takenContext(options, spec, cwd);
	const intent = options['preserveIntent'];
	const [agents, personas] = [names(options, 'agents'), names(options, 'personas')];
	return {
		args: [protocol, ...args.slice(1)],
		options: {
			...rest,
			...(spec && {topic: textOption(options, 'topic') ?? titleOf(spec), context: spec.text}),
			set: [
				...assigned({
					file: file?.file,
					fileHash: file?.hash,
					hidden: file && file.hidden.length > 0 ? file.hidden : undefined,
					personas,
					agents: agents && inTurn(agents, personas?.length ?? 0),
					consensusThreshold: numberOption(options, 'threshold', {flag: '--threshold', from: 0, to: 1, whole: false}),
					accept: choiceOption(options, 'accept', ['none', 'all']),
					verify: flagOption(options, 'verify') || undefined,
					preserveIntent: typeof intent === 'boolean' ? intent : undefined,
					background,
					decide: decisions(options),
				} satisfies FieldValues<SpecConfig>),
				...listOption(options, 'set'),
			],
		},
	};
}

/**
 * What the reviewers should know besides the specification: `--background`, or `--context` beside a file or a preset. A
 * `--context` beside a `--topic` of one line is the specification itself, and the topic its title.
 */
function takenContext(
	{background, ...options}: Input['options'],
	spec: SpecText | undefined,
	cwd: string,
): {readonly background?: string; readonly rest: Input['options']} {
	const {context, ...others} = options;
	const topicText = textOption(options, 'topic');
	const isBeside =
		spec !== undefined || (topicText === undefined ? options['preset'] !== undefined : topicText.trim().includes('\n'));
	const given =
		typeof background === 'string' ? background : isBeside && typeof context === 'string' ? context : undefined;
	const rest = isBeside && given === context ? others : options;
	if (given === undefined) return {rest};
	const text = cleanText(
		given.startsWith('@') ? readText(namedFile(cwd, given.slice(1)), '--context or --background') : given,
	);
	return {rest, ...(text.trim() !== '' && {background: text})};
}

/** `i3=2`, `i3=take`, `i3=drop`. Throws `UsageError`. */
function decisions(options: Input['options']): SpecConfig['decide'] | undefined {
	const given = listOption(options, 'decide');
	if (given.length === 0) return undefined;
	return given.map(each => {
		const {issue, how} = /^\s*(?<issue>i\d+)\s*=\s*(?<how>[1-9]\d?|take|drop)\s*$/u.exec(each)?.groups ?? {};
		if (issue === undefined || how === undefined)
			throw new UsageError({
				what: 'This decides nothing',
				value: each,
				from: '--decide',
				todo: 'Write the issue’s id with the number of an option, as in i3=2, or i3=take or i3=drop.',
			});
		return {issue, how: how === 'take' || how === 'drop' ? how : Number(how)};
	});
}

/** Every persona that was named gets an agent: where there are fewer voices, they begin again. */
const inTurn = (agents: readonly string[], least: number): string[] =>
	Array.from({length: Math.max(agents.length, least)}, (_, place) => agents[place % agents.length] ?? '');

function names(options: Input['options'], name: string): string[] | undefined {
	const given = textOption(options, name)
		?.split(',')
		.map(part => part.trim())
		.filter(part => part !== '');
	if (given?.length === 0)
		throw new UsageError({
			what: 'No names are given',
			value: textOption(options, name),
			from: `--${name}`,
			todo: 'Give names with commas between them.',
		});
	return given;
}

function read(file: string): SpecText {
	const spec = asUsageError(() => readSpec(file));
	// The words that every protocol knows take this for the name of a file.
	if (spec.text.startsWith('@'))
		throw new UsageError({what: 'A specification cannot begin with @', from: file, todo: 'Begin it with a heading.'});
	return spec;
}

/** Its first heading, else the file's name. */
const titleOf = ({text, file}: SpecText): string =>
	headingText(/^#{1,6}[ \t]+\S.*$/mu.exec(text)?.[0] ?? '') || basename(file);

/** `--restore` puts the previous version back instead of holding a debate. */
export const specAction = ({args: [, named], options}: Input, cwd: string): (() => Promise<string>) | undefined =>
	flagOption(options, 'restore') ? async () => (await import('./host/spec-file.ts')).restore(named, cwd) : undefined;

/** One layer for each environment variable, so that an error can name it, and one for the user's own personas. */
export const specLayers = ({variables, files, timeout}: LayerSources): ConfigLayer[] => [
	...(timeout?.kind === 'flag' ? [] : timeoutLayer(timeout)),
	...Object.entries(configFromEnvironment(variables)).map(([field, value]) => ({
		from: variableFor(field),
		config: {[field]: value},
	})),
	...(timeout?.kind === 'flag' ? timeoutLayer(timeout) : []),
	{from: files.personas, config: {ownPersonas: ownPersonas(files.personas)}},
];

/** The time-out that was set for every call; a variable of the format's own is more to the point than a setting. */
const timeoutLayer = (timeout: LayerSources['timeout']): ConfigLayer[] =>
	timeout ? [{from: timeout.from, config: {agentQueryTimeout: timeout.ms}}] : [];
