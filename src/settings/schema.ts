/**
 * What can be set, as data: each setting's shape, what it is for, and what it may be. Pure; `settings.ts` brings the
 * values.
 */
import {z} from 'zod';
import {speechPace} from '../debate/text/words.ts';
import {parseJsonOrText} from '../debate/text/parse-json.ts';
import {isPlainAddress} from '../voices/providers.ts';

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
export type PaceSetting = z.infer<typeof PaceSetting>;

/** A pace in words a minute, 0 for as fast as they come. */
export function wordsAMinute(pace: PaceSetting, interactive: boolean): number {
	if (typeof pace === 'number') return pace;
	return pace === 'auto' ? paces[interactive ? 'reading' : 'instant'] : paces[pace];
}

/** The pace of a debate that is spoken: that of speech, unless another was set. */
export const spokenPace = (set: PaceSetting, planned: number): number =>
	set === 'auto' || planned === 0 ? wordsAMinute('speech', true) : planned;

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
});

export const Settings = z.object({
	voice: VoiceName.optional(),
	arbiter: VoiceName.optional(),
	judges: z.preprocess(commas, z.array(VoiceName).max(3)).default([]),
	pace: z.preprocess(parseJsonOrText, PaceSetting).default('auto'),
	timeout: z.preprocess(parseJsonOrText, z.int().positive().max(2_147_483_647)).default(120_000),
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
});
export type Settings = z.infer<typeof Settings>;
export type SettingName = keyof Settings;
