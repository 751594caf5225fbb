/**
 * What can be set, as data: each setting's shape, what it is for, and what it may be. Pure; `settings.ts` brings the
 * values.
 */
import {z} from 'zod';
import texts from '../../data/settings/texts.json' with {type: 'json'};
import {speechPace} from '../debate/text/words.ts';
import {parseJsonOrText} from '../debate/text/json.ts';
import {isPlainAddress} from '../voices/providers.ts';
import type {Fault} from '../debate/usage-error.ts';

/** Words a minute of the named paces; 0 is as fast as possible. */
const paces = {instant: 0, reading: 250, speech: speechPace} as const;

const commas = (value: unknown): unknown =>
	typeof value === 'string'
		? value
				.split(',')
				.map(part => part.trim())
				.filter(Boolean)
		: value;

const VoiceName = z.string().trim().min(1);
const Weight = z.number().nonnegative();

/** Words a minute by name or number; `auto` is reading on a terminal and instant elsewhere. */
const PaceSetting = z.union([z.enum(['auto', 'instant', 'reading', 'speech']), z.number().nonnegative()]);
/** A pace by its name, or in words a minute. */
export type PaceSetting = z.infer<typeof PaceSetting>;

/** A pace in words a minute, 0 for as fast as they come. */
export function wordsAMinute(pace: PaceSetting, interactive: boolean): number {
	if (typeof pace === 'number') return pace;
	return pace === 'auto' ? paces[interactive ? 'reading' : 'instant'] : paces[pace];
}

/** The pace of a debate that is spoken: that of speech, unless another was set. */
export const spokenPace = (set: PaceSetting, planned: number): number =>
	set === 'auto' || planned === 0 ? wordsAMinute('speech', true) : planned;

const time = /^(?<count>\d{1,4}(?:\.\d+)?)(?<unit>[smh])$/u;
const unitMs: Readonly<Record<string, number>> = {s: 1000, m: 60_000, h: 3_600_000};

/** Milliseconds of a time such as `90s`, `10m` or `1h`; none of `off`. */
export function msOf(text: string): number {
	const {count, unit = ''} = time.exec(text)?.groups ?? {};
	return Number(count ?? 0) * (unitMs[unit] ?? 0);
}

const amount = /^(?<number>\d+(?:\.\d+)?)(?<unit>usd|tok)$/iu;

/** `0.50usd`, `200000tok`, or both with a comma. */
const Budget = z.string().transform((text, context) => {
	const budget: {usd?: number; tokens?: number} = {};
	for (const part of text.split(',')) {
		const found = amount.exec(part.trim())?.groups;
		const number = Number(found?.['number']);
		if (!found || !(number > 0)) context.addIssue({code: 'custom', message: 'not an amount', input: text});
		else if (found['unit']?.toLowerCase() === 'usd') budget.usd = number;
		else budget.tokens = Math.floor(number);
	}
	return budget;
});

/** A server of the user's own that speaks the OpenAI-compatible protocol. */
const ProviderRow = z.strictObject({
	baseUrl: z.url({protocol: /^https?$/u}).refine(isPlainAddress, 'with a user name, a password or a query'),
	name: z.string().min(1).optional(),
	keyVariable: z.string().min(1).optional(),
	headers: z.record(z.string(), z.string()).optional(),
	/** Requests that it answers at once, and that it wants at most in a minute. */
	atOnce: z.int().positive().optional(),
	perMinute: z.number().positive().optional(),
	answersInThinking: z.boolean().optional(),
});
type ProviderRow = z.infer<typeof ProviderRow>;

/** A coding agent of the user's own, or another command for one of ours. */
const AgentRow = z.strictObject({
	command: z.string().min(1),
	args: z.array(z.string()).optional(),
	name: z.string().min(1).optional(),
	env: z.record(z.string(), z.string()).optional(),
	/** Names of variables that hold keys it may see. */
	keys: z.array(z.string().min(1)).optional(),
	/** Its modes in which it asks before it does anything. */
	modes: z.array(z.string().min(1)).min(1).optional(),
	/** Paths in the home that hold its login, for the sandbox. */
	login: z.array(z.string().regex(/^(?![/~])(?!.*\.\.)./u)).optional(),
	speaks: z.enum(['acp', 'text', 'json', 'ndjson']).optional(),
	path: z.string().min(1).optional(),
	when: z.record(z.string(), z.string()).optional(),
	/** By what it loads nothing that a folder brings: `{}` if it never does. */
	bare: z
		.strictObject({args: z.array(z.string()).exactOptional(), env: z.record(z.string(), z.string()).exactOptional()})
		.optional(),
});

/** What is explained in a line when it is first seen. */
const hintNames = ['score', 'cut', 'claim', 'citation'] as const;
export type HintName = (typeof hintNames)[number];

const none = (value: unknown): unknown => (value === 'off' ? [] : commas(value));

export const Settings = z.object({
	voice: VoiceName.optional(),
	arbiter: VoiceName.optional(),
	judges: z.preprocess(commas, z.array(VoiceName).max(3)).default([]),
	keeper: VoiceName.optional(),
	editor: VoiceName.optional(),
	pace: z.preprocess(parseJsonOrText, PaceSetting).default('auto'),
	timeout: z.preprocess(parseJsonOrText, z.int().positive().max(2_147_483_647)).default(120_000),
	waitFor: z.union([z.literal('off'), z.string().regex(time)]).default('10m'),
	out: z.string().min(1).optional(),
	seed: z.preprocess(parseJsonOrText, z.int().nonnegative()).optional(),
	budget: Budget.optional(),
	closing: z.preprocess(parseJsonOrText, z.boolean()).default(false),
	turntime: z.preprocess(parseJsonOrText, z.union([z.literal('off'), z.number().min(5).max(86_400)])).default(300),
	weights: z
		.preprocess(
			parseJsonOrText,
			z
				.strictObject({
					steelManning: Weight.default(25),
					selfCritique: Weight.default(25),
					frameworkConsistency: Weight.default(25),
					intellectualHonesty: Weight.default(25),
				})
				.refine(weights => Object.values(weights).some(weight => weight > 0), 'all zero'),
		)
		.default({steelManning: 25, selfCritique: 25, frameworkConsistency: 25, intellectualHonesty: 25}),
	providers: z.preprocess(parseJsonOrText, z.record(z.string().regex(/^[a-z][\w-]*$/u), ProviderRow)).default({}),
	payers: z.preprocess(parseJsonOrText, z.record(z.url(), z.enum(['nobody', 'somebody']))).default({}),
	agents: z.preprocess(parseJsonOrText, z.record(z.string().regex(/^[a-z][\w-]*$/u), AgentRow)).default({}),
	modelData: z
		.url({protocol: /^https?$/u})
		.refine(isPlainAddress, 'with a user name, a password or a query')
		.default('https://models.dev/api.json'),
	sign: z.enum(['off', 'on', 'ssh']).default('off'),
	sandbox: z.enum(['checks', 'all', 'off']).default('checks'),
	export: z.preprocess(commas, z.array(z.string().min(1))).default(['md']),
	live: z.preprocess(parseJsonOrText, z.boolean()).default(false),
	speech: z.string().trim().min(1).optional(),
	player: z.string().trim().min(1).optional(),
	theme: z.enum(['auto', 'colour', 'light', 'contrast', 'none']).default('auto'),
	signs: z.enum(['auto', 'unicode', 'ascii']).default('auto'),
	drawing: z.enum(['changes', 'lines']).default('changes'),
	screenReader: z.enum(['auto', 'on', 'off']).default('auto'),
	mouse: z.enum(['on', 'off']).default('on'),
	bell: z.enum(['none', 'bell', 'notify']).default('none'),
	hints: z.preprocess(none, z.array(z.enum(hintNames))).default([...hintNames]),
	name: z.string().trim().min(1).max(40).optional(),
});
export type Settings = z.infer<typeof Settings>;
export type SettingName = keyof Settings;

// What settings are called, what they do and what they may be.

/** `label` names it on the screens, `about` says what it does, `may` what it may be, `flag` sets it for one run. */
type SettingText = {
	readonly label: string;
	readonly about: string;
	readonly may: string;
	readonly flag?: string;
};

export const settingTexts: Readonly<Record<SettingName, SettingText>> = texts;

/** The variable that sets it, such as `ROSTRUM_TIMEOUT`. */
export const variableOf = (name: SettingName): string => `ROSTRUM_${name.toUpperCase()}`;

export const isSetting = (name: string): name is SettingName => Object.hasOwn(settingTexts, name);

/** What to tell a user whose value does not fit. */
export const settingFault = (name: SettingName, value: unknown, from: string): Fault => ({
	what: `The setting "${name}" does not fit`,
	value,
	from,
	todo: `It may be ${settingTexts[name].may}.`,
});
