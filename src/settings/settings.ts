/**
 * Where every setting comes from: flag, environment, settings file, default, in this order. The only place that reads
 * the environment. Secrets are kept apart, in a file of their own, and are never part of `Settings`.
 */
import {delimiter} from 'node:path';
import {quote, UsageError} from '../debate/usage-error.ts';
import {homeFiles, rostrumHome} from './home.ts';
import {readSecretsFile, readSettingsFile, writeSettingsFile, type Content} from './file.ts';
import {parseJsonOrText} from '../debate/text/json.ts';
import {Settings, type SettingName, isSetting, settingFault, settingTexts, variableOf} from './schema.ts';
import type {Environment} from '../debate/protocol.ts';
import {isPlainAddress, withUserProviders} from '../voices/providers.ts';

/** `from` is the flag, the variable or the file, as the user knows it. */
type Source = {readonly kind: 'flag' | 'environment' | 'file' | 'default'; readonly from: string};

/** One setting as it was given, before it was read; undefined where the default stands. */
export type GivenValue = Source & {readonly name: SettingName; readonly value: unknown};

export type Resolved = {
	readonly settings: Settings;
	readonly given: readonly GivenValue[];
	/** What the user should know, such as a name in the file that means nothing. */
	readonly notices: readonly string[];
};

type Sources = {readonly flags: Content; readonly env: Environment; readonly file: Content; readonly path?: string};

export const settingNames: readonly SettingName[] = Object.keys(settingTexts).filter(isSetting);

/**
 * The value of every setting, and where it comes from. Pure. Throws `UsageError` naming each value that does not fit.
 */
export function resolveSettings({flags, env, file, path = 'settings.json'}: Sources): Resolved {
	const given = settingNames.map(name => ({name, ...pick(name, {flags, env, file, path})}));
	const parsed = Settings.safeParse(Object.fromEntries(given.map(({name, value}) => [name, value])));
	if (!parsed.success) {
		const wrong = new Set(parsed.error.issues.map(issue => issue.path[0]));
		throw new UsageError(
			given.filter(({name}) => wrong.has(name)).map(({name, value, from}) => settingFault(name, value, from)),
		);
	}
	const strangers = Object.keys(file).filter(name => !isSetting(name));
	return {
		settings: withBaseUrl(parsed.data, env['OPENAI_BASE_URL']),
		given,
		notices: strangers.map(
			name => `${path}: ${quote(name)} is not a setting and is ignored. Settings are ${settingNames.join(', ')}.`,
		),
	};
}

function pick(name: SettingName, {flags, env, file, path}: Required<Sources>): Source & {value: unknown} {
	const variable = env[variableOf(name)];
	if (flags[name] !== undefined) return {kind: 'flag', from: settingTexts[name].flag ?? name, value: flags[name]};
	if (variable !== undefined && variable !== '') return {kind: 'environment', from: variableOf(name), value: variable};
	if (file[name] !== undefined) return {kind: 'file', from: path, value: file[name]};
	return {kind: 'default', from: 'default', value: undefined};
}

/** OPENAI_BASE_URL is what other programs know; it stands for the provider `openai`. */
function withBaseUrl(settings: Settings, baseUrl: string | undefined): Settings {
	if (!baseUrl) return settings;
	if (URL.canParse(baseUrl) && !isPlainAddress(baseUrl))
		throw new UsageError({
			what: 'OPENAI_BASE_URL contains a user name, a password or a query, which would be shown and recorded',
			from: 'OPENAI_BASE_URL',
			todo: 'Remove it; a key belongs in OPENAI_API_KEY.',
		});
	if (!URL.canParse(baseUrl))
		throw new UsageError({
			what: 'OPENAI_BASE_URL is not a valid URL',
			value: baseUrl,
			from: 'OPENAI_BASE_URL',
			todo: 'Set it to one such as http://127.0.0.1:8080/v1, or unset it.',
		});
	return {...settings, providers: {...settings.providers, openai: {...settings.providers['openai'], baseUrl}}};
}

/** What names a key: a provider's id in the file of keys, and the variable that goes before it. */
type KeyName = {readonly id: string; readonly keyVariable?: string | undefined};

export type Configuration = Resolved & {
	readonly home: string;
	/** A secret, for the voice that needs it and nobody else. */
	readonly keyOf: (name: KeyName) => {readonly key: string; readonly from: string} | undefined;
	/**
	 * Variables of the environment that a program of the user's may see, by their names: what holds a key is handed on in
	 * no other way.
	 */
	readonly handedOn: (names: readonly string[]) => Readonly<Record<string, string>>;
	/** The variables that set fields of an Adversarial Spec debate, by their names. */
	readonly specVariables: Environment;
	/** Where answers are kept instead of in a file; may hold a password. */
	readonly redisUrl?: string;
	/** The user's editor, as a command line; and the folders in which programs are looked for. */
	readonly editor: string;
	readonly programs: readonly string[];
	/** Tokens a second of rehearsal voices, so that tests in real time need not wait for speech. */
	readonly rehearsalSpeed?: number;
	/** Secrets that were removed from our environment, for child processes that are Rostrum too. */
	readonly hiddenVariables: Environment;
	/** Where metrics and traces go, by the variables that OpenTelemetry has for it. */
	readonly collector?: {readonly endpoint: string; readonly headers: Readonly<Record<string, string>>};
};

/** Reads all settings and keys, with those that the command line gave. Throws `UsageError`. */
export type Configure = (flags?: Content) => Configuration;

type Surroundings = {readonly env?: Environment};

/**
 * What we were given and whoever we start is not to see: whoever is started inherits our environment, so it is not
 * there any more.
 */
const keptBack: Record<string, string> = {};

function keepBack(names: readonly string[]): void {
	for (const name of names) {
		const value = process.env[name];
		if (value === undefined) continue;
		keptBack[name] = value;
		delete process.env[name];
	}
}

/**
 * The variables that programs we start inherit, each name a whole one; \* stands for any end of it. A program gets any
 * other only where it is passed on by its name (`handedOn`): nobody can list what secrets are called.
 */
const inherited = [
	// Where one is, and how one is spoken to.
	'PATH HOME USER LOGNAME SHELL PWD LANG LANGUAGE LC_* TZ TMPDIR TMP TEMP XDG_*_HOME XDG_RUNTIME_DIR XDG_*_DIRS',
	// The terminal and the desktop: what editors, players and viewers need.
	'TERM TERM_PROGRAM TERM_PROGRAM_VERSION COLORTERM COLORFGBG COLUMNS LINES NO_COLOR FORCE_COLOR CLICOLOR CI TMUX STY',
	'WT_SESSION VTE_VERSION KITTY_WINDOW_ID KONSOLE_VERSION ITERM_SESSION_ID SSH_TTY SSH_CONNECTION SSH_AUTH_SOCK',
	'DISPLAY WAYLAND_DISPLAY XAUTHORITY DBUS_SESSION_BUS_ADDRESS PULSE_SERVER EDITOR VISUAL PAGER INK_SCREEN_READER',
	// Where toolchains lie and what they build for.
	'NODE_ENV NODE_PATH NVM_DIR NVM_BIN FNM_DIR VOLTA_HOME PNPM_HOME BUN_INSTALL DENO_DIR ASDF_* MISE_* JAVA_HOME JDK_HOME',
	'MAVEN_HOME M2_HOME GRADLE_HOME GRADLE_USER_HOME ANDROID_HOME ANDROID_SDK_ROOT GOPATH GOROOT GOBIN GOCACHE GOMODCACHE',
	'GOFLAGS GOOS GOARCH CGO_ENABLED CARGO_HOME RUSTUP_HOME RUSTUP_TOOLCHAIN RUSTFLAGS VIRTUAL_ENV CONDA_PREFIX',
	'CONDA_DEFAULT_ENV PYTHONPATH PYTHONHOME PYTHONDONTWRITEBYTECODE PYENV_ROOT RBENV_ROOT GEM_HOME GEM_PATH BUNDLE_PATH',
	'DOTNET_ROOT DOTNET_CLI_HOME PKG_CONFIG_PATH LD_LIBRARY_PATH DYLD_LIBRARY_PATH CC CXX CFLAGS CXXFLAGS LDFLAGS MAKEFLAGS',
	// How the network is reached; one with a password in it is kept back.
	'HTTP_PROXY HTTPS_PROXY ALL_PROXY NO_PROXY http_proxy https_proxy all_proxy no_proxy SSL_CERT_FILE SSL_CERT_DIR',
	'NODE_EXTRA_CA_CERTS REQUESTS_CA_BUNDLE CURL_CA_BUNDLE GIT_SSL_CAINFO',
	// By what agents know their provider and model; their keys are passed on by name.
	'ANTHROPIC_BASE_URL ANTHROPIC_MODEL CLAUDE_CONFIG_DIR CLAUDE_CODE_USE_* CODEX_HOME OPENAI_BASE_URL OPENAI_MODEL',
	'QWEN_MODEL GEMINI_MODEL GOOGLE_GEMINI_BASE_URL GOOGLE_VERTEX_BASE_URL',
	'GOOGLE_CLOUD_PROJECT GOOGLE_CLOUD_LOCATION GOOGLE_GENAI_USE_* OPENCODE_CONFIG OPENCODE_CONFIG_DIR AWS_REGION AWS_PROFILE',
	// Windows.
	'SystemRoot SystemDrive windir ComSpec PATHEXT APPDATA LOCALAPPDATA ProgramData ProgramFiles* CommonProgramFiles* OS',
	'USERPROFILE USERNAME HOMEDRIVE HOMEPATH NUMBER_OF_PROCESSORS PROCESSOR_ARCHITECTURE',
	// Ours, for processes that are Rostrum too.
	'ROSTRUM_*',
].flatMap(line => line.split(' '));
const isInherited = new RegExp(`^(?:${inherited.map(name => name.replace('*', '.*')).join('|')})$`, 'iu');
/** Matches an address that has a password in it. */
const withPassword = /:\/\/[^/@\s]*:[^/@\s]*@/u;
/** Variables of Rostrum's own that may hold a secret. */
const ownSecrets = ['ROSTRUM_REDIS_URL', 'ROSTRUM_KEY'];

/**
 * Reads the files under ROSTRUM_HOME and resolves everything; keys leave the process's own environment. Throws
 * `UsageError`.
 */
export function loadSettings(flags: Content = {}, {env: given}: Surroundings = {}): Configuration {
	const ownEnvironment = given === undefined || given === process.env;
	const env = ownEnvironment ? {...keptBack, ...process.env} : given;
	const home = rostrumHome(env);
	const files = homeFiles(home);
	const settings = readSettingsFile(files.settings);
	const keys = readSecretsFile(files.keys);
	const resolved = resolveSettings({flags, env, file: settings, path: files.settings});
	if (ownEnvironment)
		keepBack([
			...withUserProviders(resolved.settings.providers).flatMap(({keyVariable}) => keyVariable ?? []),
			...ownSecrets,
			...Object.entries(env)
				.filter(([name, value = '']) => !isInherited.test(name) || withPassword.test(value))
				.map(([name]) => name),
		]);
	const troubles = keys.notice === undefined ? [] : [keys.notice];
	const redisUrl = env['ROSTRUM_REDIS_URL']?.trim();
	const rehearsalSpeed = Number(env['ROSTRUM_REHEARSAL_SPEED'] ?? 0);
	const specVariables = Object.fromEntries(Object.entries(env).filter(([name]) => name.startsWith('ROSTRUM_SPEC_')));
	return {
		...resolved,
		home,
		specVariables,
		editor: env['VISUAL'] || env['EDITOR'] || 'vi',
		programs: (env['PATH'] ?? '').split(delimiter).filter(folder => folder !== ''),
		hiddenVariables: {...keptBack},
		...collectorIn(env),
		...(redisUrl ? {redisUrl} : {}),
		...(rehearsalSpeed > 0 ? {rehearsalSpeed} : {}),
		notices: [...troubles, ...resolved.notices],
		keyOf: name => findKey(name, {env, keys: keys.content, path: files.keys}),
		handedOn: names => Object.fromEntries(names.flatMap(name => (env[name] === undefined ? [] : [[name, env[name]]]))),
	};
}

/** `OTEL_EXPORTER_OTLP_ENDPOINT`, and `OTEL_EXPORTER_OTLP_HEADERS` as `key=value` with commas between. */
function collectorIn(env: Environment): Pick<Configuration, 'collector'> {
	const endpoint = env['OTEL_EXPORTER_OTLP_ENDPOINT']?.trim();
	if (!endpoint) return {};
	const pairs = (env['OTEL_EXPORTER_OTLP_HEADERS'] ?? '')
		.split(',')
		.map(pair => pair.split('='))
		.filter(([name]) => name?.trim());
	return {
		collector: {
			endpoint,
			headers: Object.fromEntries(pairs.map(([name = '', ...value]) => [name.trim(), value.join('=').trim()])),
		},
	};
}

function findKey(
	{id, keyVariable}: KeyName,
	{env, keys, path}: {env: Environment; keys: Content; path: string},
): {key: string; from: string} | undefined {
	const variable = keyVariable === undefined ? undefined : env[keyVariable]?.trim();
	if (keyVariable !== undefined && variable) return {key: variable, from: keyVariable};
	const kept = keys[id];
	return typeof kept === 'string' && kept.trim() !== '' ? {key: kept.trim(), from: path} : undefined;
}

type SettingsPlace = {readonly home: string};

/** Sets a setting in the user's file, or takes it away where `value` is undefined; refuses what does not fit. */
export async function writeSetting(name: SettingName, value: unknown, {home}: SettingsPlace): Promise<void> {
	resolveSettings({flags: {}, env: {}, file: {[name]: value}, path: 'what you typed'});
	const json = parseJsonOrText(value);
	const kept = Settings.shape[name].safeParse(json).success ? json : value;
	await writeSettingsFile(homeFiles(home).settings, name, kept);
}

/** Keeps a provider's key in the file of keys, mode 0600, or takes it away. */
export const writeKey = async (id: string, key: string | undefined, {home}: SettingsPlace): Promise<void> =>
	writeSettingsFile(homeFiles(home).keys, id, key);
