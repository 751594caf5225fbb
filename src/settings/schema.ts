/**
 * What can be set, as data: each setting's shape, what it is for, and what it may be. Pure; `settings.ts` brings the
 * values.
 */
import {z} from 'zod';
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

export const settingTexts: Readonly<Record<SettingName, SettingText>> = {
	voice: {
		label: 'Voice for every seat',
		flag: '--voice',
		about:
			'Speaks in every seat that has no voice of its own; if not set, as each format sets it, else rehearsal (no model).',
		may: 'a voice such as openrouter:anthropic/claude-sonnet-4, ollama:qwen3 or rehearsal',
	},
	arbiter: {
		label: 'Arbiter’s voice',
		flag: '--arbiter',
		about: 'Hosts the debate.',
		may: 'a voice such as openai:gpt-4o',
	},
	judges: {
		label: 'Judges',
		flag: '--judge',
		about: 'Score the turns; if not set, the arbiter does.',
		may: 'up to three voices, separated by commas',
	},
	keeper: {
		label: 'Keeper of the ledger',
		flag: '--keeper',
		about: 'Keeps the ledger of claims; if not set, the arbiter does.',
		may: 'a voice such as ollama:qwen3',
	},
	editor: {
		label: 'Editor',
		flag: '--editor',
		about: 'Makes the title, the summary and the hook of a Duelogic debate or a motion; if not set, the arbiter does.',
		may: 'a voice such as ollama:qwen3, or none',
	},
	pace: {
		label: 'Pace',
		flag: '--pace',
		about: 'How fast words appear; auto means reading pace on a terminal and instant elsewhere.',
		may: 'auto, instant, reading (250), speech (150) or a number of words per minute; 0 is instant',
	},
	timeout: {
		label: 'Longest wait for a model',
		flag: '--timeout',
		about: 'How long to wait for the first word of a turn and in each pause, or for any other answer as a whole.',
		may: 'a whole number of milliseconds, at least 1',
	},
	waitFor: {
		label: 'Wait for a server that is away',
		flag: '--wait-for',
		about:
			'Off the screen, how long a server is waited for that is away. Then the debate is left unfinished, to be resumed.',
		may: 'a time such as 90s, 10m or 1h, or off',
	},
	out: {
		label: 'Folder for debates',
		flag: '--out',
		about: 'Where debates are saved: ./transcripts if your debates were kept there before, otherwise in ROSTRUM_HOME.',
		may: 'a folder',
	},
	seed: {
		label: 'Seed',
		flag: '--seed',
		about: 'Makes random choices come out the same every time.',
		may: 'a whole number from 0',
	},
	budget: {
		label: 'Budget of a debate',
		flag: '--budget',
		about: 'Ends a debate before it costs more; on the screen you are asked first.',
		may: 'an amount such as 0.50usd or 200000tok, or both separated by a comma',
	},
	closing: {
		label: 'Budget kept for the closing',
		flag: '--closing',
		about: 'Reserves part of the budget for the closing. Debates on the screen always do.',
		may: 'true or false',
	},
	turntime: {
		label: 'Time for a typed turn',
		flag: '--turn-time',
		about: 'How long you have to type a turn; when time is up, what you have typed is used.',
		may: 'a number of seconds from 5, or off',
	},
	weights: {
		label: 'Weights of a score',
		about: 'How much each part of a score counts.',
		may: 'an object with any of steelManning, selfCritique, frameworkConsistency and intellectualHonesty, each a number from 0, not all 0',
	},
	providers: {
		label: 'Your own servers',
		about: 'OpenAI-compatible servers of your own, by id.',
		may: 'an object such as {"mine": {"baseUrl": "http://127.0.0.1:8080/v1", "keyVariable": "MY_KEY"}}; an address holds no password and no query',
	},
	payers: {
		label: 'Who pays for servers here',
		about:
			'Whether a server at 127.0.0.1 costs money that does not say which program it is. You are asked once; what Ollama, LM Studio, llama.cpp and vLLM run costs nothing.',
		may: 'an object such as {"http://127.0.0.1:4000/v1": "somebody"}, with nobody where it is free',
	},
	agents: {
		label: 'Your own coding agents',
		about: 'Coding agents of your own, by id; they speak as agent:ID.',
		may: 'an object such as {"mine": {"command": "my-agent", "args": ["--acp"]}}; "keys" names the variables with keys that it may see, "modes" those in which it asks first, "login" the paths in the home that hold its login, "bare" the "args" and "env" by which it loads nothing that a folder brings, without which it is given no repository, "speaks" is acp, text, json or ndjson',
	},
	modelData: {
		label: 'Source of prices',
		about: 'Where "rostrum models --refresh" gets public prices and limits for servers that do not report their own.',
		may: 'a URL that answers in the format of models.dev',
	},
	sign: {
		label: 'Signatures',
		about:
			'Signs the record of a debate when it ends, so that others can check it. on uses a key kept in ROSTRUM_HOME; ssh uses your SSH key.',
		may: 'off, on or ssh',
	},
	sandbox: {
		label: 'Sandbox',
		flag: '--sandbox',
		about:
			'What runs in the system’s sandbox, if there is one: a builder’s checks, coding agents as well, or nothing. Programs in it cannot see your home folder, your keys or other programs.',
		may: 'checks, all or off',
	},
	export: {
		label: 'Exports at the end',
		flag: '--export',
		about: 'Files written beside the journal when a debate ends.',
		may: 'export formats separated by commas, or "" for none; "rostrum export --help" lists them',
	},
	live: {
		label: 'Speak live',
		flag: '--live',
		about: 'Reads debates aloud as they appear on the screen.',
		may: 'true or false',
	},
	speech: {
		label: 'Speech engine',
		flag: '--engine',
		about: 'The program or server that reads aloud; if not set, the first program installed. Servers may cost money.',
		may: 'espeak-ng, say, piper:FOLDER, openai or another provider, an address such as http://127.0.0.1:8880/v1, or a command with {out} and {text-file}',
	},
	player: {
		label: 'Sound player',
		flag: '--player',
		about: 'The command that plays a sound file; if not set, the first known one installed.',
		may: 'a command without quotes, such as aplay -q; the file goes after it, or in place of {}',
	},
	theme: {
		label: 'Colours',
		about:
			'The colours of the screen: those of the terminal, darker ones for a light background, or high contrast; auto respects NO_COLOR, and asks the terminal for its background.',
		may: 'auto, colour, light, contrast or none',
	},
	signs: {
		label: 'Symbols and lines',
		about: 'What the screen is drawn with; auto uses ASCII on a plain console, such as Linux’s.',
		may: 'auto, unicode or ascii',
	},
	drawing: {
		label: 'Redrawing',
		about: 'What is sent to the terminal: only what changed, or whole lines if characters end up in the wrong place.',
		may: 'changes or lines',
	},
	screenReader: {
		label: 'Screen reader',
		about: 'Writes everything as plain lines, one after another; auto respects INK_SCREEN_READER.',
		may: 'auto, on or off',
	},
	mouse: {
		label: 'Mouse',
		about:
			'The wheel scrolls and a click opens a turn; select text with Shift held down (Option on a Mac). Off leaves the mouse to the terminal.',
		may: 'on or off',
	},
	bell: {
		label: 'When a long debate ends',
		about: 'How to tell you that a debate longer than a minute has ended.',
		may: 'none, bell, or notify (a desktop notification, if the terminal can)',
	},
	hints: {
		label: 'Explained at first sight',
		flag: '--no-hints',
		about: 'What is still to be explained, in one line each, when you first see it. What was explained is taken out.',
		may: 'score, cut, claim and citation, separated by commas, or off',
	},
	name: {
		label: 'Your name',
		about: 'What you are called in debates in which you speak; asked once, when you first take a seat.',
		may: 'a name of at most 40 characters',
	},
};

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
