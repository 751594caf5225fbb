import {spawn} from 'node:child_process';
import {existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as wait} from 'node:timers/promises';
import {describe, expect, it} from 'vitest';
import {packageRoot} from '../../../src/engine/host/package-root.ts';
import {agentVoice} from '../../../src/voices/agents/agent-voice.ts';
import {deadlines} from '../../../src/voices/agents/deadlines.ts';
import type {AgentRow} from '../../../src/voices/agents/agent-rows.ts';
import type {VoiceRequest} from '../../../src/voices/voice.ts';
import {context, hear, verdictSchema} from '../../fixtures/http-voice.ts';
import {running} from '../../fixtures/running.ts';

const voiceOf = (row: Pick<AgentRow, 'args' | 'speaks'> & Partial<AgentRow>) =>
	agentVoice({
		id: 'agent:small',
		name: 'Small',
		provider: 'Test',
		row: {id: 'small', name: 'Small', command: process.execPath, ...row},
	});

/** The small test agent, and a log of what happens to it. */
function small(mode = 'ready', row: Partial<AgentRow> = {}) {
	const diary = join(mkdtempSync(join(tmpdir(), 'rostrum-diary-')), 'diary');
	return {
		voice: voiceOf({args: [join(packageRoot, 'test/fixtures/acp-agent.ts'), mode, diary], speaks: 'acp', ...row}),
		diary: () => (existsSync(diary) ? readFileSync(diary, 'utf8').trim().split('\n') : []),
	};
}

const asked = (...contents: readonly string[]): VoiceRequest => ({
	purpose: 'reply',
	messages: contents.map((content, place) => ({role: place === 0 && contents.length > 1 ? 'system' : 'user', content})),
});

describe('an ACP agent', () => {
	it('streams its answer, separates thinking from it, and reports its cost', async () => {
		const heard = await hear(small().voice.answer(asked('Speak.'), context()));
		expect(heard).toMatchObject({text: 'The point stands.', thinking: 'Let me see.', finish: 'stop', error: undefined});
		expect(heard.deltas.filter(({type}) => type === 'text')).toHaveLength(4);
		expect(heard.deltas).toContainEqual(expect.objectContaining({type: 'usage', cost: 0.5}));
	});

	it('keeps its session for the debate and only gets new messages', async () => {
		const {voice, diary} = small();
		await hear(voice.answer(asked('Rules.', 'First turn.', 'Your task: one.'), context()));
		await hear(voice.answer(asked('Rules.', 'First turn.', 'Second turn.', 'Your task: two.'), context()));
		await hear(voice.answer(asked('Other rules.', 'Your task: three.'), context()));
		const prompts = diary()
			.filter(line => line.startsWith('prompt '))
			.map((line): unknown => JSON.parse(line.slice(7)));
		expect(prompts).toEqual([
			expect.stringMatching(/by words alone[^]*Rules\.\n\nFirst turn\.\n\nYour task: one\.$/u),
			'Second turn.\n\nYour task: two.',
			expect.stringMatching(/by words alone[^]*Other rules/u),
		]);
		expect(diary().filter(line => line.startsWith('hello'))).toHaveLength(1);
		expect(diary().filter(line => line.startsWith('session'))).toHaveLength(2);
	});

	it('may touch nothing: no files, no terminal, no permission, an empty folder', async () => {
		const {voice, diary} = small();
		expect(await hear(voice.answer(asked('DANGER'), context()))).toMatchObject({text: 'Permission: no.'});
		expect(JSON.parse(diary()[0]?.slice(6) ?? '')).toMatchObject({
			fs: {readTextFile: false, writeTextFile: false},
			terminal: false,
		});
		expect(diary()[2]).toMatch(/^session 1 in .*rostrum-agent-/u);
	});

	it('is held to a mode in which it asks, from the beginning of a session', async () => {
		const {voice, diary} = small('self-approving');
		expect(await hear(voice.answer(asked('Speak.'), context()))).toMatchObject({text: 'The point stands.'});
		expect(diary().slice(2, 5)).toEqual([expect.stringMatching(/^session 1/u), 'mode default', expect.any(String)]);
	});

	it.each([
		['stubborn', 'Speak.', /would not take the mode "default" and is in "yolo"/u],
		['reckless', 'Speak.', /its modes are yolo/u],
		['self-approving', 'WANDER', /it changed its mode to "yolo"/u],
	])('is not let in where it cannot be held to one: %s', async (mode, words, why) => {
		const {error, text} = await hear(small(mode).voice.answer(asked(words), context()));
		expect(text).toBe('');
		expect(error).toMatchObject({kind: 'unusable', message: expect.stringMatching(why)});
	});

	it.runIf(process.platform === 'linux')('takes what left its process group with it', async () => {
		const {voice, diary} = small();
		const cut = new AbortController();
		await hear(voice.answer(asked('LEAVE'), context(5_000, {signal: cut.signal})));
		const left =
			diary()
				.find(line => line.startsWith('left '))
				?.slice(5) ?? '';
		expect(running(left)).toHaveLength(1);
		await hear(voice.answer(asked('CRASH'), context()));
		for (let tries = 0; tries < 100 && running(left).length > 0; tries++) await wait(20);
		expect(running(left)).toEqual([]);
	});

	it('is cancelled when a turn is cut, and can answer again', async () => {
		const {voice, diary} = small();
		const cut = new AbortController();
		const reason = new Error('cut');
		let text = '';
		const hearing = (async () => {
			for await (const delta of voice.answer(asked('SLOWLY'), context(5_000, {signal: cut.signal}))) {
				if (delta.type === 'text') text += delta.text;
				if (text.includes('And so on.')) cut.abort(reason);
			}
		})();
		await expect(hearing).rejects.toBe(reason);
		expect(await hear(voice.answer(asked('Speak.'), context()))).toMatchObject({
			text: 'The point stands.',
			finish: 'stop',
		});
		expect(diary()).toContain('cancel s1');
		expect(diary().filter(line => line.startsWith('hello'))).toHaveLength(1);
	});

	it('answers concurrent requests one after another, also with a schema', async () => {
		const {voice} = small();
		const [one, other] = await Promise.all([
			hear(voice.answer(asked('Speak.'), context())),
			hear(voice.answer({...asked('Judge.'), schema: verdictSchema}, context())),
		]);
		expect(one.text).toBe('The point stands.');
		expect(other.text).toContain('"fair": true');
	});

	it.each([
		['CRASH', {text: 'I was about to ', error: {kind: 'network', message: 'Small ended with 7: out of memory.'}}],
		['EMPTY', {error: {kind: 'empty', message: 'Small answered with nothing.'}}],
		['NO', {text: '', finish: 'refusal', error: undefined}],
	])('%s', async (what, wanted) => {
		expect(await hear(small().voice.answer(asked(what), context()))).toMatchObject(wanted);
	});

	it('is asked once more for words after a refusal that left it speechless, and the refusal is told', async () => {
		const {voice, diary} = small();
		const {text, finish, deltas} = await hear(voice.answer(asked('SHY'), context()));
		expect({text, finish}).toEqual({text: 'The point stands.', finish: 'stop'});
		expect(diary().filter(line => line.startsWith('prompt'))[1]).toContain(
			'That was refused (\\"rm -rf /\\"), and will be.',
		);
		expect(deltas).toContainEqual({
			type: 'notice',
			text: 'Small asked for "rm -rf /", which was refused: it speaks by words alone.',
		});
	});

	it('reports what it did besides speaking, what it used and which model answered', async () => {
		const {deltas} = await hear(small().voice.answer(asked('COUNT'), context()));
		expect(deltas).toContainEqual({type: 'notice', text: 'Small did besides speaking: 1 × read (plan.md).'});
		expect(deltas).toContainEqual({
			type: 'usage',
			usage: {input: 1_000, output: 180, cached: 900, reasoning: 100},
			model: 'maker-7',
		});
	});

	it('is told who asks, and closes a session that is not needed any more', async () => {
		const {voice, diary} = small();
		await hear(voice.answer(asked('Rules.', 'One.'), context()));
		await hear(voice.answer(asked('Other rules.', 'Two.'), context()));
		expect(diary()).toEqual(expect.arrayContaining(['client rostrum', 'close s1']));
	});

	it('uses the model that was asked for, and says which', async () => {
		const {voice, diary} = small('models', {model: 'tiny'});
		const {deltas} = await hear(voice.answer(asked('Speak.'), context()));
		expect(diary()).toContain('option model maker/tiny');
		expect(deltas).toContainEqual({type: 'notice', text: 'Small answers with the model maker/tiny.'});
		expect((await hear(small('models', {model: 'huge'}).voice.answer(asked('Speak.'), context()))).error).toMatchObject(
			{
				kind: 'unusable',
				message: 'Small has no model "huge". It has maker/large, maker/tiny.',
			},
		);
	});

	it('is signed in with its key where it has one', async () => {
		const {voice, diary} = small('locked', {keyMethod: 'api-key', keys: ['SMALL_KEY'], env: {SMALL_KEY: 'k'}});
		expect(await hear(voice.answer(asked('Speak.'), context()))).toMatchObject({text: 'The point stands.'});
		expect(diary()).toContain('authenticate api-key');
	});

	it.each([
		[
			'KEYLESS',
			{
				kind: 'unusable',
				message:
					'Small reported an error: Internal error: 401 Incorrect API key provided. Start it once on its own to see what it lacks.',
			},
		],
		['EXCUSE', {kind: 'rate-limit', message: 'Small reported an error: API Error: 529 overloaded.'}],
	])('has errors that are errors, with their details: %s', async (what, error) => {
		expect(await hear(small().voice.answer(asked(what), context()))).toMatchObject({text: '', error});
	});

	it('is restarted after a crash', async () => {
		const {voice} = small();
		await hear(voice.answer(asked('CRASH'), context()));
		expect(await hear(voice.answer(asked('Speak.'), context()))).toMatchObject({text: 'The point stands.'});
	});

	it('is unusable if it requires a sign-in or is not installed', async () => {
		expect((await hear(small('signed-out').voice.answer(asked('Speak.'), context()))).error).toMatchObject({
			kind: 'unusable',
			message: 'Small needs you to sign in first: start it once on its own.',
		});
		const missing = voiceOf({command: 'no-such-agent', args: [], speaks: 'acp'});
		expect((await hear(missing.answer(asked('Speak.'), context()))).error).toMatchObject({
			kind: 'unusable',
			message: 'Small cannot speak: the command "no-such-agent" was not found.',
		});
	});

	it('times out if it stays silent', async () => {
		const mute = voiceOf({args: ['-e', 'setInterval(() => {}, 1000)'], speaks: 'acp'});
		expect((await hear(mute.answer(asked('Speak.'), context(300)))).error).toMatchObject({
			kind: 'timeout',
			message: 'Small gave no first word within 0.3 s.',
		});
	});

	it.each([
		[false, 'Small fell silent for 0.1 s at its work, and said no word of its answer.'],
		[true, 'Small fell silent for 0.1 s in the middle of its answer.'],
	])('that falls silent is told by whether it had begun to answer: %s', async (spoke, message) => {
		const never = new Promise<never>(() => {});
		const limits = deadlines('Small', context(100), false, never, () => spoke);
		limits.received();
		await expect(limits.wait(never)).rejects.toMatchObject({kind: 'stalled', message});
	});
});

describe('an agent that runs once per answer', () => {
	const script = (code: string, row: Partial<AgentRow> = {}) =>
		voiceOf({
			args: [
				'-e',
				`let asked = ''; process.stdin.on('data', text => { asked += text; }).on('end', () => { ${code} });`,
			],
			speaks: 'text',
			...row,
		});

	it('gets the prompt on standard input and not on the command line', async () => {
		const heard = await hear(
			script(
				'process.stdout.write(`${asked.includes("Speak of it.")} ${process.argv.join(" ").includes("Speak of it.")}`)',
			).answer(asked('Speak of it.'), context()),
		);
		expect(heard).toMatchObject({text: 'true false', finish: 'stop', error: undefined});
		expect(heard.deltas).toContainEqual({type: 'usage', usage: {input: 3, output: 3, estimated: true}});
	});

	it.each([
		['colours', 'process.stdout.write("\\u001B[1mYes\\u001B[0m.")', {}],
		['JSON with a path', 'process.stdout.write(JSON.stringify({result: "Yes."}))', {speaks: 'json', path: 'result'}],
		[
			'a line for each event',
			'for (const one of [{type: "start"}, {type: "text", part: {text: "Y"}}, {type: "tool", part: {text: "x"}}, {type: "text", part: {text: "es."}}]) console.log(JSON.stringify(one)); console.log("done")',
			{speaks: 'ndjson', path: 'part.text', when: {type: 'text'}},
		],
		['thinking in tags', 'process.stdout.write("<think>Hm.</think>Yes.")', {}],
	] as const)('answers with %s', async (_what, code, row) => {
		expect(await hear(script(code, row).answer(asked('Speak.'), context()))).toMatchObject({
			text: 'Yes.',
			finish: 'stop',
			error: undefined,
		});
	});

	it.each([
		[
			'fails',
			'process.stderr.write("not logged in\\n"); process.exit(41)',
			{},
			{kind: 'network', message: 'Small ended with 41: not logged in.'},
		],
		[
			'fails in colour',
			'process.stderr.write("\\u001B[31mNot in a trusted directory.\\u001B[0m\\n"); process.exit(55)',
			{},
			{kind: 'network', message: 'Small ended with 55: Not in a trusted directory.'},
		],
		[
			'is not found by npm',
			'process.stderr.write("npm error code E404\\nnpm error 404 Not Found - GET small\\nnpm error A complete log of this run can be found in: /x/_logs/1.log\\n"); process.exit(1)',
			{},
			{kind: 'network', message: 'Small ended with 1: npm error 404 Not Found - GET small.'},
		],
		[
			'tells of its own speed last',
			'process.stderr.write("The disk is full.\\n[perf] event loop stall: max=6748ms\\n[session/create] id=c9 phase=register durationMs=1\\n"); process.exit(9)',
			{},
			{kind: 'network', message: 'Small ended with 9: The disk is full.'},
		],
		['says nothing', '', {}, {kind: 'empty'}],
		[
			'writes no JSON',
			'process.stdout.write("Hello")',
			{speaks: 'json', path: 'result'},
			{kind: 'malformed', message: 'Small wrote invalid JSON: Hello'},
		],
		[
			'writes other JSON',
			'process.stdout.write("{}")',
			{speaks: 'json', path: 'result'},
			{kind: 'malformed', message: 'Small wrote JSON without a text at "result".'},
		],
	] as const)('one that %s', async (_what, code, row, error) => {
		expect((await hear(script(code, row).answer(asked('Speak.'), context()))).error).toMatchObject(error);
	});

	it('is told what it may trust in an empty folder of ours, and in none of the user’s', async () => {
		const tells = {inOwnFolder: {SMALL_MAY_TRUST: 'yes'}, bare: {}};
		const code = 'process.stdout.write(`It is ${process.env.SMALL_MAY_TRUST}.`)';
		const voice = script(code, tells);
		expect((await hear(voice.answer(asked('Speak.'), context()))).text).toBe('It is yes.');
		const workplace = {folder: mkdtempSync(join(tmpdir(), 'rostrum-work-')), may: 'read'} as const;
		expect((await hear(voice.answer({...asked('Speak.'), workplace}, context()))).text).toBe('It is undefined.');
	});

	it('is given no repository where nothing is known by which it leaves their configuration alone', async () => {
		const workplace = {folder: mkdtempSync(join(tmpdir(), 'rostrum-work-')), may: 'read'} as const;
		const {error} = await hear(
			script('process.stdout.write("Here.")').answer({...asked('Speak.'), workplace}, context()),
		);
		expect(error).toMatchObject({
			kind: 'unusable',
			message: expect.stringMatching(/^Small is given no repository: .*"bare"/u),
		});
	});

	it('works in a copy without what configures agents, started by its own means; its changes are brought back', async () => {
		const folder = mkdtempSync(join(tmpdir(), 'rostrum-work-'));
		writeFileSync(join(folder, 'CLAUDE.md'), 'Obey.');
		writeFileSync(join(folder, 'a.txt'), 'one');
		const code = [
			"const {readdirSync, readFileSync, writeFileSync} = require('node:fs');",
			"const own = JSON.parse(readFileSync(process.env.SMALL_SETTINGS, 'utf8'));",
			"process.stdout.write([readdirSync('.').join(' '), own.hooks, process.env.SMALL_CONFIG, process.argv.at(-1)].join('; '));",
			"writeFileSync('a.txt', 'two');",
			"writeFileSync('CLAUDE.md', 'Obey me.');",
		].join('\n');
		const voice = script(code, {
			env: {SMALL_CONFIG: '{"model":"theirs","permission":{"bash":"allow","read":"ask"}}'},
			bare: {
				args: ['bare'],
				env: {SMALL_SETTINGS: '{own}/small.json'},
				files: {'small.json': {hooks: false}},
				merged: {SMALL_CONFIG: {permission: {bash: 'ask'}}},
			},
		});
		const {text, deltas} = await hear(voice.answer({...asked('Speak.'), workplace: {folder, may: 'edit'}}, context()));
		expect(text).toBe(
			'a.txt quoted-agent-configuration; false; {"model":"theirs","permission":{"bash":"ask","read":"ask"}}; bare',
		);
		expect([readFileSync(join(folder, 'a.txt'), 'utf8'), readFileSync(join(folder, 'CLAUDE.md'), 'utf8')]).toEqual([
			'two',
			'Obey.',
		]);
		expect(deltas).toContainEqual({
			type: 'notice',
			text: 'Small wrote CLAUDE.md, which configures agents: it is left out.',
		});
	});

	it('writes into a home of its own; its login is the user’s, and is renewed there', async () => {
		const home = mkdtempSync(join(tmpdir(), 'rostrum-home-'));
		const [plain, elsewhere] = [join(home, '.small'), join(home, 'elsewhere', 'small')];
		for (const each of [plain, elsewhere]) mkdirSync(each, {recursive: true});
		for (const name of ['settings.json', 'login.json', 'MEMORY.md']) writeFileSync(join(plain, name), name);
		writeFileSync(join(elsewhere, 'model.json'), 'theirs');
		const code = [
			"const {readdirSync, writeFileSync} = require('node:fs');",
			'process.chdir(process.env.SMALL_HOME);',
			"process.stdout.write(`${readdirSync('.').join(' ')} ${readdirSync('../state/small')}`);",
			"for (const name of ['../state/small/model.json', 'settings.json', 'login.json', 'chat.json']) writeFileSync(name, 'new');",
		].join('\n');
		const small = {from: '.small', to: 'home', copied: ['settings.json', 'none.json'], linked: ['login.json']};
		const state = {variable: 'SMALL_STATE', from: '.state', under: 'small', to: 'state/small', copied: ['model.json']};
		const voice = script(code, {
			env: {HOME: home, SMALL_STATE: join(home, 'elsewhere')},
			bare: {env: {SMALL_HOME: '{own}/home', SMALL_STATE: '{own}/state'}, homes: [small, state]},
		});
		expect((await hear(voice.answer(asked('Speak.'), context()))).text).toBe('login.json settings.json model.json');
		const now = readdirSync(plain).map(name => readFileSync(join(plain, name), 'utf8'));
		expect([...now, readFileSync(join(elsewhere, 'model.json'), 'utf8')]).toEqual([
			'MEMORY.md',
			'new',
			'settings.json',
			'theirs',
		]);
	});

	it.each(['acp', 'ndjson', 'json', 'text'] as const)(
		'that speaks %s is not read on behind 16 MB without an end',
		async speaks => {
			const endless =
				"for (;;) if (!process.stdout.write('word '.repeat(20_000))) await new Promise(go => process.stdout.once('drain', go))";
			const voice = voiceOf({args: ['--input-type=module', '-e', endless], speaks, path: 'text'});
			const heard = await hear(voice.answer(asked('Speak.'), context()));
			expect(heard.error).toMatchObject({message: 'Small wrote more than 16 MB for one answer, and was not read on.'});
		},
	);

	it('is ended with everything it started when it times out', async () => {
		const file = join(mkdtempSync(join(tmpdir(), 'rostrum-diary-')), 'pid');
		const grandchild = `require('node:fs').writeFileSync(${JSON.stringify(file)}, String(process.pid)); setInterval(() => {}, 1000)`;
		const voice = script(
			`require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(grandchild)}])`,
		);
		expect((await hear(voice.answer(asked('Speak.'), context(1_500)))).error).toMatchObject({kind: 'timeout'});
		const pid = Number(readFileSync(file, 'utf8'));
		for (let n = 0; n < 100 && alive(pid); n++) await wait(50);
		expect(alive(pid)).toBe(false);
	});

	it('does not outlive Rostrum, even if that is killed with -9', async () => {
		const mark = `28.${process.pid}`;
		const host = spawn(process.execPath, [join(packageRoot, 'test/fixtures/hosting.ts'), mark], {
			stdio: ['ignore', 'pipe', 'inherit'],
		});
		for (let n = 0; n < 400 && running(mark).length < 3; n++) await wait(20);
		expect(running(mark).length).toBeGreaterThan(2);
		// Gives the guard time to learn the group's id.
		await wait(500);
		host.kill('SIGKILL');
		for (let n = 0; n < 200 && running(mark).length > 0; n++) await wait(20);
		expect(running(mark)).toEqual([]);
	});
});

function alive(pid: number): boolean {
	try {
		return (
			process.kill(pid, 0) &&
			!/^State:\s*Z/mu.test(existsSync(`/proc/${pid}/status`) ? readFileSync(`/proc/${pid}/status`, 'utf8') : '')
		);
	} catch {
		return false;
	}
}
