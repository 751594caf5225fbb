/** The command line as it is built, as a user or a script meets it. */
import {spawnSync} from 'node:child_process';
import {copyFileSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {serveRehearsal} from '../../src/rehearsal/server.ts';
import {rehearse} from '../../src/rehearsal/rehearse.ts';
import {packageRoot, packageVersion} from '../../src/engine/host/package-root.ts';
import {freshFolder, rostrum, type Ran} from '../run-cli.ts';
import {rostrum as inProcess} from '../run-in-process.ts';

const short = [
	'run',
	'duelogic',
	'--voice',
	'rehearsal',
	'--seed',
	'7',
	'--set',
	'flow.maxExchanges=3',
	'--topic',
	'Voting should be compulsory.',
];

function folderIn(home: string): string {
	const transcripts = join(home, 'transcripts');
	const [name, ...more] = readdirSync(transcripts);
	if (name === undefined || more.length > 0)
		throw new Error(`expected one debate, found ${[name, ...more].join(', ')}`);
	return join(transcripts, name);
}

const journalIn = (home: string): string => readFileSync(join(folderIn(home), 'debate.jsonl'), 'utf8');

/** A short debate held with these options, once for all tests that only look at it. */
function heldOnce(run: typeof rostrum, ...options: readonly string[]): () => Promise<Ran & {readonly home: string}> {
	let held: Promise<Ran & {readonly home: string}> | undefined;
	const hold = async (): Promise<Ran & {readonly home: string}> => {
		const home = freshFolder();
		return {home, ...(await run([...short, ...options], {home}))};
	};
	return () => (held ??= hold());
}

const plain = heldOnce(rostrum);
const asJson = heldOnce(inProcess, '--json');

const callsIn = (journal: string): number =>
	readFileSync(journal, 'utf8')
		.split('\n')
		.filter(line => line.startsWith('{"type":"voice-call"')).length;

describe('usage', () => {
	it('gives its version at once', async () => {
		expect(await rostrum(['--version'])).toEqual({code: 0, stdout: `${packageVersion()}\n`, stderr: ''});
	});

	it('refuses what it does not know with 2 on stderr', async () => {
		expect(await rostrum(['rnu'])).toEqual({code: 2, stdout: '', stderr: expect.stringContaining("'rnu'")});
	});

	it('gives help on stdout', async () => {
		const {code, stdout, stderr} = await rostrum(['--help']);
		expect([code, stderr]).toEqual([0, '']);
		for (const name of ['run', 'resume', 'replay', 'export', 'library', 'models', 'doctor', 'config'])
			expect(stdout).toContain(`\n  ${name} `);
	});

	it.each([
		[
			['rnu'],
			/^rostrum: Unknown command 'rnu' \(from the command line\)\. Did you mean run\?\nSee "rostrum --help"\.$/mu,
		],
		[['run'], /^rostrum: Missing required argument 'protocol' \(from the command line\)\.$/mu],
		[
			['run', 'duelogic', '--vioce', 'x'],
			/^rostrum: Unknown option '--vioce' \(from the command line\)\. Did you mean --voice\?$/mu,
		],
		[['run', 'dialogue'], /no such protocol: "dialogue".*Protocols are duelogic/u],
		[['run', 'duelogic', '--preset', 'clash'], /no such preset of duelogic: "clash" \(from --preset\)/u],
		[['run', 'duelogic', '--timeout', '12s'], /"timeout" does not fit: "12s" \(from --timeout\)/u],
		[
			['run', 'duelogic', '--set', 'flow.maxExchanges=99'],
			/"flow\.maxExchanges" does not fit: got 99, expected 3 to 30 \(from --set\)/u,
		],
		[['run', 'duelogic', '--context', '@nowhere.txt'], /nowhere\.txt" \(from --context\)/u],
		[['run', 'duelogic', '--voice', 'openrouter:x-ai/grok-3'], /OpenRouter needs a key.*OPENROUTER_API_KEY/u],
		[['run', 'duelogic', '--export', 'pdf'], /"pdf"/u],
		[['run', 'adversarial-spec', 'nothing.md'], /There is no file .*nothing\.md\. Name one/u],
		[
			['run', 'adversarial-spec', '--accept', 'some'],
			/no such choice: "some" \(from --accept\)\. It may be none, all/u,
		],
		[['run', 'builder-reviewer', '--goal', ' '], /The goal is empty \(from --goal\)/u],
		[['run', 'builder-reviewer', '--repo', 'nothing'], /no such folder: ".*nothing" \(from --repo\)/u],
		[['run', 'builder-reviewer', '--repo', process.execPath], /Not a folder: ".*" \(from --repo\)/u],
		[['replay', 'nothing'], /no debate here: "nothing"/u],
		[['replay', 'sample-smartphones', '--speed', '2', '--pace', '250'], /has one rhythm/u],
		[['watch', join(packageRoot, 'README.md')], /Not a Code Debate: ".*README\.md"/u],
		[['export', join(packageRoot, 'README.md')], /Not a Code Debate: ".*README\.md"/u],
		[['resume'], /No unfinished debate was found/u],
		[['verify', 'nothing'], /no debate here: "nothing"/u],
		[['config', 'set', 'tiemout', '5'], /no such setting: "tiemout"/u],
		[['serve-rehearsal', '--port', '70000'], /"70000" \(from --port\)/u],
		[['serve-rehearsal', '--fault', 'flood'], /no such fault: "flood"/u],
		[['help', 'everything'], /no help on this: "everything"/u],
	])('%j is refused with 2 on stderr, and leaves nothing behind', async (args, message) => {
		const home = freshFolder();
		const {code, stdout, stderr} = await inProcess(args, {home});
		expect(stderr).toMatch(message);
		expect([code, stdout, readdirSync(home)]).toEqual([2, '', []]);
	});

	it.each(['presets', 'chairs', 'personas', 'protocols', 'models'])('lists %s for people and as JSON', async name => {
		const [text, json] = await Promise.all([inProcess([name]), inProcess([name, '--json'])]);
		expect([text.code, json.code, text.stderr, json.stderr]).toEqual([0, 0, '', '']);
		expect(text.stdout.length).toBeGreaterThan(20);
		expect(typeof JSON.parse(json.stdout)).toBe('object');
	});

	it('explains a protocol by its page', async () => {
		const {code, stdout} = await inProcess(['help', 'duelogic']);
		expect([code, stdout]).toEqual([0, readFileSync(join(packageRoot, 'docs', 'protocols', 'duelogic.md'), 'utf8')]);
	});
});

describe('config', () => {
	it('keeps a key from stdin, and never shows it', async () => {
		const home = freshFolder();
		const key = 'sk-or-v1-0123456789';
		// Nobody is there to refuse it.
		const env = {ROSTRUM_PROVIDERS: '{"openrouter": {"baseUrl": "http://127.0.0.1:9/v1"}}'};
		expect(await inProcess(['config', 'set', 'keys.openrouter', '-'], {home, env, stdin: `${key}\n`})).toEqual({
			code: 0,
			stdout: '',
			stderr: 'Saved untried: OpenRouter did not answer.\n',
		});
		expect(statSync(join(home, 'keys.json')).mode & 0o777).toBe(0o600);
		for (const args of [
			['config'],
			['config', 'get', 'keys.openrouter'],
			['config', '--json'],
			['models'],
			['models', '--json'],
		]) {
			const {stdout, stderr, code} = await inProcess(args, {home, env: {OPENAI_API_KEY: key}});
			expect(code).toBe(0);
			expect(stdout + stderr).not.toContain(key);
		}
		expect((await inProcess(['config', 'get', 'keys.openrouter'], {home})).stdout).toContain('••••');
	});

	it.each([
		[['voice', 'ollam:qwen3'], /"ollam" in "ollam:qwen3" is not a provider\. Use one of agent, openrouter, .*ollama/u],
		[['judges', 'ollama:qwen3,somebody'], /"somebody" does not say who speaks/u],
		[['voice', 'agent:nobody'], /no such agent: "agent:nobody".* Agents are claude/u],
		[['arbiter', 'human'], /A person cannot take this part: "human".*name a model or rehearsal/u],
		[['export', 'md,docx'], /no such format: "docx".* Formats are md/u],
		[['out', join(import.meta.filename, 'debates')], /cli\.test\.ts is a file, not a folder/u],
		[['keys.openai', 'OPENAI_API_KEY = sk-1'], /A key has only ASCII characters and no spaces/u],
	] as const)('keeps no value that cannot be used: %j', async (args, message) => {
		const home = freshFolder();
		const {code, stderr} = await inProcess(['config', 'set', ...args], {home});
		expect(stderr).toMatch(message);
		expect([code, readdirSync(home)]).toEqual([2, []]);
	});

	it('keeps a voice that only lacks its key, and says so', async () => {
		const home = freshFolder();
		const {code, stderr} = await inProcess(['config', 'set', 'voice', 'openai:gpt-4o'], {home});
		expect([code, stderr]).toEqual([
			0,
			'OpenAI needs a key: run "rostrum config set keys.openai -", or set OPENAI_API_KEY.\n',
		]);
		expect((await inProcess(['config', 'get', 'voice'], {home})).stdout).toContain('openai:gpt-4o');
	});

	it('corrects values in the file that stop everything else, one after another', async () => {
		const home = freshFolder();
		const file = join(home, 'settings.json');
		writeFileSync(file, '{"pace": "fast", "timeout": "soon", "seed": 7}');
		expect((await inProcess(['config'], {home})).code).toBe(2);
		expect((await inProcess(['config', 'set', 'pace', 'speech'], {home})).code).toBe(0);
		expect((await inProcess(['config', 'unset', 'timeout'], {home})).code).toBe(0);
		expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({pace: 'speech', seed: 7});
		expect((await inProcess(['config'], {home})).code).toBe(0);
	});

	it('shows where a value comes from', async () => {
		const home = freshFolder();
		await inProcess(['config', 'set', 'timeout', '5000'], {home});
		expect(JSON.parse((await inProcess(['config', 'get', 'timeout', '--json'], {home})).stdout)).toEqual([
			{name: 'timeout', value: 5000, from: join(home, 'settings.json')},
		]);
		expect((await inProcess(['config', 'get', 'timeout'], {home, env: {ROSTRUM_TIMEOUT: '6000'}})).stdout).toBe(
			'timeout  6000  ROSTRUM_TIMEOUT\n',
		);
	});
});

describe('a debate without a screen', () => {
	it('speaks on stdout and tells of itself on stderr', async () => {
		const {home, code, stdout, stderr} = await plain();
		expect(code).toBe(0);
		expect(stdout).toContain('Rehearsal A');
		expect(stderr).toContain(folderIn(home));
		expect(existsSync(join(folderIn(home), 'debate.jsonl'))).toBe(true);
		expect((await inProcess(['verify', home], {home})).code).toBe(0);
	});

	it('with --json is the journal, line by line', async () => {
		const {home, code, stdout} = await asJson();
		expect(code).toBe(0);
		expect(stdout).toBe(journalIn(home));
	});

	it.each(['replay', 'watch'])('is the same events again to %s --json', async command => {
		const events = (text: string): unknown[] =>
			text
				.trimEnd()
				.split('\n')
				.map((line): unknown => JSON.parse(line));
		const {home, stdout} = await asJson();
		const again = await inProcess([command, folderIn(home), '--json'], {home});
		expect(again.code).toBe(0);
		expect(events(again.stdout)).toEqual(events(stdout));
	});

	it('comes out the same way with the same seed', async () => {
		const {stdout} = await inProcess(short);
		expect(stdout).toBe((await plain()).stdout);
	});

	it('ends with 4 where the budget is used up', async () => {
		const home = freshFolder();
		expect((await inProcess([...short, '--budget', '4000tok'], {home})).code).toBe(4);
		expect(journalIn(home)).toContain('"outcome":"budget"');
	});

	it('keeps to the budget where each side is a program of its own', async () => {
		const home = freshFolder();
		const {code, stderr} = await rostrum(['run', 'code-debate', '--topic', 'Tabs or spaces', '--budget', '500tok'], {
			home,
		});
		expect(stderr).toMatch(
			/Ended: budget, Agent [AB]: the budget of 250 tokens leaves too little for the next request/u,
		);
		expect(code).toBe(4);
	});

	it('counts what sides of their own have used', async () => {
		const home = freshFolder();
		const {code, stderr} = await rostrum(['run', 'code-debate', '--topic', 'Tabs or spaces'], {home});
		expect([code, /(?<requests>\d+) requests?, [\d,]+ tokens/u.exec(stderr)?.groups?.['requests']]).toEqual([
			0,
			String(callsIn(join(folderIn(home), 'agent-a.jsonl')) + callsIn(join(folderIn(home), 'agent-b.jsonl'))),
		]);
		expect(callsIn(join(folderIn(home), 'debate.jsonl'))).toBeGreaterThan(1);
	});

	it('ends with 3 where its voices fail', async () => {
		const server = await serveRehearsal({rehearse, faults: [{name: '401'}]});
		try {
			const home = freshFolder();
			const {code} = await inProcess([...short, '--voice', `${server.url}#rehearsal`], {home});
			expect(code).toBe(3);
			// Nothing is final for want of a key.
			expect(journalIn(home)).not.toContain('debate-end');
		} finally {
			await server.close();
		}
	});

	it('ends with 130 when interrupted, without an ending, and goes on with resume', async () => {
		const home = freshFolder();
		let asked = false;
		const interrupted = await rostrum([...short, '--pace', '1200', '--json'], {
			home,
			watch(stdout, kill) {
				// A second signal would not ask.
				if (!asked && stdout.includes('"type":"turn-end"')) {
					asked = true;
					kill('SIGINT');
				}
			},
		});
		expect(interrupted.code).toBe(130);
		expect(interrupted.stderr).toContain('rostrum resume');
		const before = journalIn(home);
		expect(before).not.toContain('debate-end');
		const resumed = await inProcess(['resume', '--json', '--pace', 'instant'], {home});
		expect(resumed.code).toBe(0);
		expect(journalIn(home)).toBe(before + resumed.stdout);
		expect((await inProcess(['verify', home], {home})).code).toBe(0);
		expect((await inProcess(['resume'], {home})).code).toBe(2);
	}, 60_000);

	it('ends quietly where nobody reads on', () => {
		const home = freshFolder();
		const args = [...short, '--json'].map(part => `'${part}'`).join(' ');
		const ran = spawnSync(
			'sh',
			['-c', `'${process.execPath}' '${join(packageRoot, 'bin', 'rostrum.js')}' ${args} | head -n 1`],
			{encoding: 'utf8', cwd: home, env: {PATH: process.env['PATH'], ROSTRUM_HOME: home}},
		);
		expect(ran.stdout.split('\n')).toHaveLength(2);
		expect(ran.stderr).not.toMatch(/EPIPE|Error|bug/u);
	});

	it('is what a pipe gets from the bare command', async () => {
		const home = freshFolder();
		const {code, stdout} = await inProcess([], {home});
		expect(code).toBe(0);
		expect(stdout).toContain('Rehearsal Host');
	});
});

describe('verify', () => {
	it('names the line that was changed, and ends with 3', async () => {
		const home = freshFolder();
		const file = join(home, 'debate.jsonl');
		copyFileSync(join(folderIn((await asJson()).home), 'debate.jsonl'), file);
		const lines = readFileSync(file, 'utf8').split('\n');
		writeFileSync(file, lines.with(4, (lines[4] ?? '').replace(/[a-z]/u, 'X')).join('\n'));
		const {code, stdout} = await inProcess(['verify', file], {home});
		expect(code).toBe(3);
		expect(stdout).toMatch(/debate\.jsonl:5: /u);
	});
});
