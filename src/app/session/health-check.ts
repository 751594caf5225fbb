/** Whether all that a debate needs is there and works, tried out rather than looked up. */
import {accessSync, constants, mkdirSync, mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {execa} from 'execa';
import {z} from 'zod';
import {reasonOf} from '../../debate/text/words.ts';
import type {CliContext} from '../context.ts';
import {cleanText} from '../../debate/text/intake.ts';
import {defaultFormat} from '../../formats/index.ts';
import type {Configuration} from '../../settings/settings.ts';
import {isInteractive} from '../../settings/terminal.ts';
import {pendingFetch} from '../../voices/agents/acp.ts';
import {withUserAgents} from '../../voices/agents/agent-rows.ts';
import {findSandbox} from '../../voices/sandbox/sandbox.ts';
import {parseVoiceSpec, providerOf} from '../../voices/voice-spec.ts';
import {quirkKey, type Quirks, type QuirkStore} from '../../voices/quirks.ts';
import {askServers, type ServedModels} from '../voices/ask-servers.ts';
import {measuredJudges} from '../judging/judge-results.ts';
import {noEditor, allRehearsed, reachableFrom} from '../voices/assign-voices.ts';
import {isInstalled} from '../voices/installed-agents.ts';
import {debatesFolder} from '../files/debate-folders.ts';
import {startSession} from './start-session.ts';
import {forgetQuirks, openQuirks, readQuirks} from '../voices/known-quirks.ts';
import {ago} from '../library/listing.ts';
import {planWithVoices} from '../plan/attach-voices.ts';
import {voiceFactory} from '../voices/create-voices.ts';
import {runningContext} from '../../voices/model-list.ts';
import {largerContext} from '../../engine/calls/call-context.ts';
import {realClock} from '../../engine/clock.ts';
import {answer} from '../../engine/calls/call.ts';
import {parseAnswer, toJsonSchema} from '../../engine/calls/structured.ts';
import {type Provider, rateLimitsOf} from '../../voices/providers.ts';
import type {RateLimits, Voice, VoiceDelta, VoiceRequest} from '../../voices/voice.ts';

/** Something that was tried out; `ok` is null where it is not there and need not be, or was not tried. */
export type Finding = {
	readonly area: string;
	readonly name: string;
	readonly ok: boolean | null;
	readonly detail: string;
};

/** Whether coding agents are started and asked for a word, which may cost an answer each. */
type Asked = {readonly askAgents: boolean};

/**
 * Gives what was found, area by area as it is known: settings, folders and the terminal at once, then what has to be
 * asked; of what servers and programs say of themselves, made plain.
 */
export async function* examine(
	configuration: Configuration,
	context: CliContext,
	asked: Asked = {askAgents: false},
): AsyncGenerator<readonly Finding[]> {
	for await (const found of areas(configuration, context, asked))
		yield found.map(finding => ({...finding, detail: cleanText(finding.detail)}));
}

async function* areas(
	configuration: Configuration,
	context: CliContext,
	{askAgents}: Asked,
): AsyncGenerator<readonly Finding[]> {
	yield [
		...configuration.notices.map(detail => ({area: 'settings', name: 'notice', ok: false, detail})),
		...folders(configuration, context),
		terminal(context),
		sandbox(configuration),
	];
	yield servers(configuration, context);
	yield agents(configuration, context, askAgents);
	yield voices(configuration, context);
	yield learnt(configuration.home);
	yield judges(configuration);
	yield [await syntheticDebate(configuration, context)];
}

function folders({home, settings}: Configuration, {cwd}: CliContext): Finding[] {
	const places = [
		['ROSTRUM_HOME', home],
		['debates', debatesFolder(settings.out, home, cwd)],
	] as const;
	return places.map(([name, path]) => {
		try {
			mkdirSync(path, {recursive: true, mode: 0o700});
			accessSync(path, constants.W_OK);
			return {area: 'folder', name, ok: true, detail: path};
		} catch (error) {
			return {
				area: 'folder',
				name,
				ok: false,
				detail: `${path} cannot be written to: ${reasonOf(error)}`,
			};
		}
	});
}

function terminal(context: CliContext): Finding {
	const {stdout} = context;
	if (!isInteractive(context))
		return {area: 'terminal', name: 'screen', ok: null, detail: 'no terminal here: debates are shown as plain text'};
	const narrow = stdout.columns < 60 || stdout.rows < 15;
	return {
		area: 'terminal',
		name: 'screen',
		ok: !narrow,
		detail: `${stdout.columns} × ${stdout.rows}, ${coloursOf(context)}${narrow ? '; the screens want 60 × 15' : ''}`,
	};
}

function coloursOf({stdout, env}: CliContext): string {
	if (env['NO_COLOR']) return 'no colour';
	const bits = stdout.getColorDepth({...env, NO_COLOR: undefined});
	return bits >= 24 ? 'full colour' : bits > 1 ? `${2 ** bits} colours` : 'no colour';
}

/** Without one, what checks and agents run has the user's rights, and reads the environment that Rostrum began with. */
function sandbox({settings, programs}: Configuration): Finding {
	const found = settings.sandbox === 'off' ? {problem: 'the setting “sandbox” is off'} : findSandbox(programs);
	const open =
		'checks and agents have your rights, and can read your files and, on Linux, the keys in the environment that Rostrum was started with';
	return 'problem' in found
		? {area: 'sandbox', name: 'none', ok: null, detail: `${found.problem}: ${open}`}
		: {area: 'sandbox', name: found.sandbox.name, ok: true, detail: `used for ${settings.sandbox}`};
}

async function servers(configuration: Configuration, {signal}: CliContext): Promise<Finding[]> {
	const {served, troubles} = await askServers(configuration, {now: new Date(), refresh: true, signal});
	return [
		...served.map(({provider, models}) => ({
			area: 'server',
			name: provider.name,
			ok: true,
			detail: `${models.length} models at ${provider.baseUrl}${queueWords(limitsOf(provider, models))}`,
		})),
		...troubles.map(detail => ({area: 'server', name: 'unreachable', ok: false, detail})),
	];
}

function limitsOf(provider: Provider, [first]: ServedModels['models']): RateLimits {
	const atOnce = provider.atOnce ?? first?.atOnce;
	return rateLimitsOf({...provider, ...(atOnce !== undefined && {atOnce})}, '');
}

const queueWords = ({atOnce, mayQueue}: RateLimits): string =>
	mayQueue
		? '; does not say how many requests it answers at once, and is sent prompts as if it were one ("atOnce" of its row in the setting "providers" says it)'
		: atOnce === undefined
			? ''
			: `; answers ${atOnce === 1 ? 'one request' : `${atOnce} requests`} at a time`;

/** Looks whether the commands are there, and starts them only where that is asked for: it could ask for a sign-in. */
const agents = (configuration: Configuration, {signal}: CliContext, ask: boolean): Promise<Finding[]> =>
	Promise.all(
		withUserAgents(configuration.settings.agents).map(async (row): Promise<Finding> => {
			const {id, name, command, speaks} = row;
			const finding = (ok: boolean | null, detail: string) => ({area: 'agent', name: `agent:${id}`, ok, detail});
			if (!isInstalled(row.program ?? command, configuration.programs))
				return finding(null, `${row.program ?? command} was not found`);
			const {exitCode, stdout} = await execa(command, ['--version'], {
				reject: false,
				timeout: 5_000,
				stdin: 'ignore',
				cancelSignal: signal,
			});
			if (exitCode !== 0) return finding(null, `${command} was not found`);
			const fetched = pendingFetch(row);
			if (fetched) return finding(null, fetched.text);
			const version = stdout.split('\n')[0] ?? '';
			const known = command === 'npx' ? `${name}, by npx` : `${name}, ${command} ${version}, ${speaks}`;
			if (!ask)
				return finding(null, `${known}; whether it is signed in is not tried: "rostrum doctor --agents" does it`);
			const {ok, detail} = await askAgent(`agent:${id}`, configuration, signal);
			return finding(ok, ok ? `${known}; ${detail}` : detail);
		}),
	);

/** Has an agent say one word: whether it is signed in, with which model it answers, and how fast. */
async function askAgent(
	written: string,
	configuration: Configuration,
	signal: AbortSignal,
): Promise<Pick<Finding, 'ok' | 'detail'>> {
	const clock = realClock();
	const began = clock.now();
	const own = new AbortController();
	try {
		const voice = voiceFactory(configuration, openQuirks(configuration.home))(written);
		const context = {
			signal: AbortSignal.any([signal, own.signal]),
			timeoutMs: configuration.settings.timeout,
			clock,
		};
		let firstMs: number | undefined;
		const told: string[] = [];
		for await (const delta of answer(voice, asked('check', 'Say good morning in one word.'), context, {retries: 0})) {
			if (delta.type === 'text') firstMs ??= clock.now() - began;
			if (delta.type === 'notice') told.push(delta.text);
		}
		return {ok: true, detail: [`signed in: first word after ${firstMs ?? 0} ms`, ...told].join('; ')};
	} catch (error) {
		signal.throwIfAborted();
		return {ok: false, detail: reasonOf(error)};
	} finally {
		own.abort();
	}
}

async function voices(configuration: Configuration, {signal}: CliContext): Promise<Finding[]> {
	const {settings} = configuration;
	const {providers} = reachableFrom(configuration);
	const quirks = openQuirks(configuration.home);
	const find = voiceFactory(configuration, quirks);
	const named = [
		...new Set([settings.voice, settings.arbiter, ...settings.judges, settings.keeper, settings.editor]),
	].flatMap(voice => (voice === undefined || voice === noEditor ? [] : [voice]));
	return Promise.all(
		named.map(async (written): Promise<Finding> => {
			try {
				const spec = parseVoiceSpec(written, providers);
				const baseUrl = providerOf(spec, providers)?.baseUrl;
				if (baseUrl !== undefined && spec.model !== undefined)
					forgetQuirks(configuration.home, quirkKey(baseUrl, spec.model));
				const report = await checkVoice(find(written), {quirks, baseUrl, signal, timeoutMs: settings.timeout});
				const context = baseUrl === undefined ? undefined : await runningContext(baseUrl, spec.model ?? '', signal);
				return found(report, context);
			} catch (error) {
				signal.throwIfAborted();
				return {
					area: 'voice',
					name: written,
					ok: false,
					detail: reasonOf(error),
				};
			}
		}),
	);
}

/** What is remembered of models from earlier debates; those of the settings' voices have just been learnt anew. */
function learnt(home: string): Finding[] {
	const now = new Date();
	return readQuirks(home, now).map(({key, learntAt, quirks}) => ({
		area: 'learnt',
		name: key.replace(' ', '#'),
		ok: null,
		detail: `${oddities(quirks).join('; ')}; learnt ${ago(now.getTime() - Date.parse(learntAt))}`,
	}));
}

/** What judge-check came to: of every judge that was measured, and of those that the settings name. */
function judges({home, settings}: Configuration): Finding[] {
	const named =
		settings.judges.length > 0 ? settings.judges : [settings.arbiter ?? settings.voice].flatMap(v => v ?? []);
	const measured = measuredJudges(home);
	return [...new Set([...named, ...measured.keys()])].map((voice): Finding => {
		const result = measured.get(voice);
		const detail = result?.sentence ?? `not measured as a judge: "rostrum judge-check ${voice}" does it`;
		const isUnfit = named.includes(voice) && result?.fitness === 'unfit';
		return {area: 'judge', name: voice, ok: isUnfit ? false : result?.fitness === 'fit' ? true : null, detail};
	});
}

function oddities({rung, limit, dropped, headroom, odd, ...quirks}: Quirks): string[] {
	const refused = dropped.filter(parameter => parameter !== 'stream').map(parameter => parameter.replaceAll('_', ' '));
	return [
		forms[rung],
		...(limit === 'max_completion_tokens'
			? ['takes its limit as max_completion_tokens']
			: limit === 'none'
				? ['takes no limit']
				: []),
		...(refused.length > 0 ? [`takes no ${refused.join(', no ')}`] : []),
		...(headroom > 0 ? ['thinks before it speaks'] : []),
		...(quirks.uncounted ? ['does not count its tokens'] : []),
		...(quirks.unstreamed || dropped.includes('stream') ? ['does not stream'] : []),
		...(quirks.unfinished ? ['does not say when it has finished'] : []),
		...(quirks.finishesEarly ? ['says that it has finished before it has'] : []),
		...(quirks.thinks === 'open' ? ['ends its thinking with a mark that nothing opens'] : []),
		...(quirks.folded ? ['takes no system messages'] : []),
		...odd.map(what => `sends ${what}, which is passed over`),
	];
}

const forms = {
	schema: 'answers to a schema',
	plain: 'answers to a schema without bounds and patterns',
	object: 'answers in JSON',
	text: 'answers in JSON when asked in words',
	none: 'does not answer in JSON: it can speak, not judge',
};

/** Fewer tokens at once hold no more than a short debate. */
const fewTokens = 8_000;

function contextWords(tokens: number | undefined): string {
	if (tokens === undefined) return '';
	const few = tokens < fewTokens ? `, few for a debate: ${largerContext}` : '';
	return `; reads ${tokens.toLocaleString('en')} tokens at once${few}`;
}

function found(
	{voice, trouble, firstTokenMs, structured = 'none', countsTokens}: VoiceReport,
	context: number | undefined,
): Finding {
	if (trouble !== undefined) return {area: 'voice', name: voice, ok: false, detail: trouble};
	return {
		area: 'voice',
		name: voice,
		ok: structured !== 'none',
		detail: `first word after ${firstTokenMs ?? 0} ms; ${forms[structured]}; ${countsTokens ? 'counts its tokens' : 'tokens are estimated'}${contextWords(context)}`,
	};
}

/** The shortest debate on rehearsal voices, in a folder that goes away again. */
async function syntheticDebate(configuration: Configuration, {cwd, signal}: CliContext): Promise<Finding> {
	const folder = mkdtempSync(join(tmpdir(), 'rostrum-doctor-'));
	try {
		const settings = {
			...configuration.settings,
			...allRehearsed,
			out: folder,
			export: [],
			budget: undefined,
			seed: 1,
		};
		const {session, done} = await startSession(
			{
				...planWithVoices(
					{args: [defaultFormat.id], options: {set: defaultFormat.shortest}},
					{...configuration, settings},
					{cwd, interactive: false},
				),
				remembered: undefined,
			},
			{cwd, signal, configuration, headless: true},
		);
		let events = 0;
		for await (const event of session.events) events += 'seq' in event ? 1 : 0;
		const {outcome, reason} = await done;
		return {
			area: 'debate',
			name: 'rehearsal',
			ok: outcome === 'completed',
			detail: `${outcome ?? 'not finished'}, ${events} events${reason === undefined ? '' : `: ${reason}`}`,
		};
	} finally {
		rmSync(folder, {recursive: true, force: true});
	}
}

// Tests a voice with two short requests: whether it answers and how fast, how it handles a schema, and whether it
// reports usage.

type VoiceReport = {
	readonly voice: string;
	/** Why it cannot be used, if so. */
	readonly trouble?: string;
	/** Milliseconds to the first word. */
	readonly firstTokenMs?: number;
	/** How it was made to fit a schema; `none` if it did not. */
	readonly structured?: keyof typeof forms;
	/** Whether the server reports token usage. */
	readonly countsTokens?: boolean;
};

const Colour = z.object({colour: z.string()});
/** Uses every parameter of a debate's requests, so that rejected ones are learned here. */
const asked = (purpose: string, content: string): VoiceRequest => ({
	purpose,
	messages: [{role: 'user', content}],
	maxTokens: 400,
	temperature: 0.7,
	seed: 1,
});

/** Always returns a report; rejects only when aborted. `timeoutMs` applies to each of the two requests. */
async function checkVoice(
	voice: Voice,
	{
		quirks,
		baseUrl,
		signal,
		timeoutMs,
	}: {
		readonly quirks: QuirkStore;
		readonly baseUrl: string | undefined;
		readonly signal: AbortSignal;
		readonly timeoutMs: number;
	},
): Promise<VoiceReport> {
	const clock = realClock();
	async function ask(request: VoiceRequest) {
		const [began, deltas] = [clock.now(), [] as VoiceDelta[]];
		let firstTokenMs: number | undefined;
		for await (const delta of answer(voice, request, {signal, timeoutMs, clock}, {retries: 1})) {
			if (delta.type === 'text') firstTokenMs ??= clock.now() - began;
			deltas.push(delta);
		}
		const usage = deltas.find(delta => delta.type === 'usage');
		const finish = deltas.find(delta => delta.type === 'finish')?.finish;
		return {
			text: deltas.map(delta => (delta.type === 'text' ? delta.text : '')).join(''),
			firstTokenMs,
			finish,
			counted: usage !== undefined && !usage.usage.estimated,
		};
	}
	try {
		const {firstTokenMs, counted} = await ask(asked('check', 'Say good morning in one short sentence.'));
		const {text, finish} = await ask({
			...asked('check', 'Which colour has the sky on a clear day? Answer as JSON: {"colour": "…"}'),
			schema: {name: 'colour', json: toJsonSchema(Colour)},
		});
		const fits = parseAnswer(text, Colour, finish).ok;
		const rung =
			quirks.get(quirkKey(baseUrl ?? '', voice.model ?? ''))?.rung ?? (baseUrl === undefined ? 'text' : 'schema');
		return {
			voice: voice.id,
			...(firstTokenMs !== undefined && {firstTokenMs}),
			structured: fits ? rung : 'none',
			countsTokens: counted,
		};
	} catch (error) {
		signal.throwIfAborted();
		return {voice: voice.id, trouble: reasonOf(error)};
	}
}
