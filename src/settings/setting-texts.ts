/** What settings are called, what they do and what they may be. */
import type {Fault} from '../debate/usage-error.ts';
import type {SettingName} from './schema.ts';

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
		about: 'Speaks in every seat that has no voice of its own.',
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
	out: {
		label: 'Folder for debates',
		flag: '--out',
		about: 'Where debates are saved: ./transcripts if it exists, otherwise in ROSTRUM_HOME.',
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
	agents: {
		label: 'Your own coding agents',
		about: 'Coding agents of your own, by id; they speak as agent:ID.',
		may: 'an object such as {"mine": {"command": "my-agent", "args": ["--acp"]}}; "keys" names the variables with keys that it may see, "modes" those in which it asks first, "login" the paths in the home that hold its login, "speaks" is acp, text, json or ndjson',
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
		may: 'espeak-ng, say, openai or another provider, or an address such as http://127.0.0.1:8880/v1',
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
