import {execFileSync} from 'node:child_process';
import {readdirSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import {createServer} from 'node:http';
import {join} from 'node:path';
import {describe, expect, it, onTestFinished} from 'vitest';
import {packageRoot} from '../../src/engine/host/package-root.ts';
import {rehearse} from '../../src/rehearsal/rehearse.ts';
import {rehearsalServer} from '../fixtures/http-voice.ts';
import {freshFolder, rostrum} from '../run-cli.ts';
import {rostrum as inProcess} from '../run-in-process.ts';

/** Some look like keys, and some like nothing at all: those are known only from where they are kept. */
const planted = {
	OPENROUTER_API_KEY: 'sk-or-v1-00112233445566778899aabbccddeeff',
	ANTHROPIC_API_KEY: 'sk-ant-api03-of-claude-00112233445566',
	OPENAI_API_KEY: 'sk-proj-of-codex-00112233445566778899',
	ONE_KEY: 'plain words of server one',
	KEPT: 'seventeen-green-bottles',
	DEPLOY_TOKEN: 'of-the-deployment-4711',
	SESSION_SECRET: 'of-the-web-server-4712',
	// No list of endings knows these.
	PGPASSWORD: 'of-postgres-4713',
	MYSQL_PWD: 'of-mysql-4714',
	SECRET_KEY_BASE: 'of-rails-4715',
	STRIPE_KEY: 'of-the-till-4716',
	GITHUB_TOKEN_RO: 'of-the-forge-4717',
	GH_PAT: 'of-the-forge-4718',
	DATABASE_URL: 'postgres://app:of-the-base-4719@db.example/app',
	HTTPS_PROXY: 'http://me:of-the-proxy-4720@127.0.0.1:9',
	OTEL_EXPORTER_OTLP_HEADERS: 'authorization=of-the-collector-123',
} as const;
const {KEPT: _kept, ...given} = planted;
const secrets = [...Object.values(planted), 'of-the-collector-123'];
const keysIn = (text: string): string[] => secrets.filter(secret => text.includes(secret));

const filesUnder = (folder: string): string[] =>
	readdirSync(folder, {recursive: true, encoding: 'utf8'})
		.map(name => join(folder, name))
		.filter(name => statSync(name).isFile());

/** What stands under /proc of processes that Rostrum has started, as long as it is looked at. */
function watchProcesses(marker: string) {
	const seen = {arguments: '', environments: ''};
	const look = () => {
		for (const pid of readdirSync('/proc').filter(name => /^\d+$/u.test(name))) {
			try {
				const [cmdline, environ] = [
					readFileSync(`/proc/${pid}/cmdline`, 'utf8'),
					readFileSync(`/proc/${pid}/environ`, 'utf8'),
				];
				if (!environ.includes(marker)) continue;
				seen.arguments += `${cmdline}\n`;
				// What it was started with stays where it was: only those that it starts can be spared.
				if (!/bin.rostrum\.js/u.test(cmdline)) seen.environments += `${environ}\n`;
			} catch (error) {
				// It has ended meanwhile, or is another user's.
				if (!(error instanceof Error && 'code' in error)) throw error;
			}
		}
	};
	const timer = setInterval(look, 20);
	return {seen, stop: () => clearInterval(timer)};
}

/** Answers the first request to each model with its own headers, as badly made proxies do, and passes the rest on. */
async function echoing(url: string): Promise<string> {
	const met = new Set<string>();
	const server = createServer(
		(incoming, response) =>
			void (async () => {
				const body = (await incoming.toArray()).map(String).join('');
				if (body === '') {
					response.writeHead(404).end();
					return;
				}
				const {model} = JSON.parse(body);
				if (met.has(model)) {
					const answer = await fetch(`${url}${incoming.url?.replace('/v1', '')}`, {method: 'POST', body});
					response
						.writeHead(answer.status, {'Content-Type': answer.headers.get('content-type') ?? ''})
						.end(Buffer.from(await answer.arrayBuffer()));
					return;
				}
				met.add(model);
				response.writeHead(500, {'Content-Type': 'application/json'}).end(
					JSON.stringify({
						error: {message: `no upstream for ${incoming.headers.authorization ?? ''}`, headers: incoming.headers},
					}),
				);
			})(),
	);
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	onTestFinished(() => void server.close());
	const address = server.address();
	if (address === null || typeof address === 'string') throw new Error('no port');
	return `http://127.0.0.1:${address.port}/v1`;
}

/** An agent that notes down what it was started with. */
const agent = (file: string) => ({
	command: 'sh',
	args: [
		'-c',
		`env > "${file}"; exec "${process.execPath}" "${join(packageRoot, 'test/fixtures/acp-agent.ts')}" ready`,
	],
	name: 'Small',
	keys: ['ANTHROPIC_API_KEY'],
});

describe('no key', () => {
	it('is in a journal, an export, a message, a process list, or the environment of an agent that it is not for', async () => {
		const speaker = await rehearsalServer([], {rehearse, tps: 0});
		const home = freshFolder();
		const diary = join(freshFolder(), 'environment');
		const url = await echoing(speaker.url);
		writeFileSync(
			join(home, 'settings.json'),
			JSON.stringify({
				providers: {one: {baseUrl: url, keyVariable: 'ONE_KEY'}, two: {baseUrl: url, keyVariable: 'TWO_KEY'}},
				agents: {small: agent(diary)},
			}),
		);
		writeFileSync(join(home, 'keys.json'), JSON.stringify({two: planted.KEPT}), {mode: 0o600});
		const marker = `ROSTRUM_HOME=${home}`;
		const watching = watchProcesses(marker);
		const {code, stdout, stderr} = await rostrum(
			[
				'run',
				'duelogic',
				'--topic',
				'Should voting be compulsory?',
				'--arbiter',
				'rehearsal',
				'--headless',
				'--seed',
				'3',
				'--set',
				'flow.maxExchanges=3',
				'--export',
				'md,podcast',
				'--set',
				'chairs=[{"framework":"utilitarian"},{"framework":"libertarian"},{"framework":"pragmatic"}]',
				'--seat',
				'chair_1=one:model-1',
				'--seat',
				'chair_2=two:model-2',
				'--seat',
				'chair_3=agent:small',
			],
			{home, env: given},
		);
		watching.stop();
		expect({code, stderr}).toEqual({code: 0, stderr: expect.stringContaining('no upstream for')});
		expect(keysIn(stdout + stderr)).toEqual([]);
		const files = filesUnder(home).filter(file => !file.endsWith('keys.json'));
		expect(files.length).toBeGreaterThan(3);
		for (const file of files) expect(keysIn(readFileSync(file, 'latin1')), file).toEqual([]);
		expect(keysIn(readFileSync(diary, 'utf8'))).toEqual([planted.ANTHROPIC_API_KEY]);
		expect(watching.seen.arguments).toContain('acp-agent.ts');
		expect(keysIn(watching.seen.arguments)).toEqual([]);
		expect(keysIn(watching.seen.environments)).toEqual([planted.ANTHROPIC_API_KEY]);
	}, 120_000);

	it('reaches a check or an editor', async () => {
		const home = freshFolder();
		const repo = freshFolder();
		writeFileSync(join(repo, 'a.txt'), 'one\n');
		for (const args of [
			['init', '-q'],
			['add', '.'],
			['-c', 'user.name=A', '-c', 'user.email=a@example.org', 'commit', '-qm', 'First'],
		])
			execFileSync('git', args, {cwd: repo});
		writeFileSync(
			join(home, 'settings.json'),
			JSON.stringify({providers: {one: {baseUrl: 'http://127.0.0.1:9/v1', keyVariable: 'ONE_KEY'}}}),
		);
		const [checked, edited] = [join(home, 'checked'), join(home, 'edited')];
		await rostrum(
			[
				'run',
				'builder-reviewer',
				'--goal',
				'Add a line to a.txt.',
				'--voice',
				'rehearsal',
				'--repo',
				repo,
				'--check',
				`env > "${checked}"`,
				// Where there is a sandbox, it would not write outside of its worktree.
				'--sandbox',
				'off',
				'--pass-env',
				'SESSION_SECRET',
				'--headless',
				'--seed',
				'1',
			],
			{home, env: given},
		);
		expect(keysIn(readFileSync(checked, 'utf8'))).toEqual([planted.SESSION_SECRET]);
		const program = [
			`import {loadSettings} from '${packageRoot}/src/settings/settings.ts';`,
			`import {editText} from '${packageRoot}/src/app/files/edit-text.ts';`,
			`editText('text', '${join(home, 'text')}', loadSettings().editor);`,
		].join(' ');
		execFileSync(process.execPath, ['--input-type=module-typescript', '-e', program], {
			env: {...given, PATH: process.env['PATH'] ?? '', ROSTRUM_HOME: home, EDITOR: `env > "${edited}"; true`},
		});
		expect(readFileSync(edited, 'utf8')).toContain('ROSTRUM_HOME');
		expect(keysIn(readFileSync(edited, 'utf8'))).toEqual([]);
		for (const file of filesUnder(home).filter(file => file !== checked))
			expect(keysIn(readFileSync(file, 'latin1')), file).toEqual([]);
	}, 120_000);

	it('is lost on the way to a side of a Code Debate, which is Rostrum too', async () => {
		const got: (string | undefined)[] = [];
		const server = createServer((incoming, response) => {
			got.push(incoming.headers.authorization);
			response.writeHead(401).end('{}');
		});
		await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
		onTestFinished(() => void server.close());
		const address = server.address();
		const home = freshFolder();
		writeFileSync(
			join(home, 'settings.json'),
			JSON.stringify({
				providers: {
					one: {
						baseUrl: `http://127.0.0.1:${address !== null && typeof address === 'object' ? address.port : 0}/v1`,
						keyVariable: 'ONE_KEY',
					},
				},
			}),
		);
		await rostrum(
			[
				'run',
				'code-debate',
				'--topic',
				'Tabs or spaces',
				'--voice',
				'one:m',
				'--headless',
				'--wait',
				'5',
				'--poll',
				'0.1',
			],
			{home, env: given},
		);
		expect(got).toContain(`Bearer ${planted.ONE_KEY}`);
	}, 60_000);

	it.each([
		[
			'a voice with a user name and a password in it',
			['run', 'duelogic', '--voice', 'http://me:hunter2-hunter2@127.0.0.1:1/v1#m'],
			{},
		],
		['a voice with a query', ['run', 'duelogic', '--voice', 'http://127.0.0.1:1/v1?key=hunter2-hunter2#m'], {}],
		['OPENAI_BASE_URL with a password', ['models'], {OPENAI_BASE_URL: 'http://me:hunter2-hunter2@127.0.0.1:1/v1'}],
		[
			'a provider with a password',
			['models'],
			{ROSTRUM_PROVIDERS: '{"mine":{"baseUrl":"http://me:hunter2-hunter2@127.0.0.1:1/v1"}}'},
		],
		[
			'a provider with a query',
			['models'],
			{ROSTRUM_PROVIDERS: '{"mine":{"baseUrl":"http://127.0.0.1:1/v1?api_key=hunter2-hunter2"}}'},
		],
	])('is shown where %s is refused', async (_, args, env) => {
		const {code, stdout, stderr} = await inProcess(
			[...args, ...(args[0] === 'run' ? ['--topic', 'Tea', '--headless'] : [])],
			{env},
		);
		expect({code, said: stdout + stderr}).toEqual({code: 2, said: expect.stringMatching(/user name|password|query/u)});
		expect(stdout + stderr).not.toContain('hunter2');
	});
});
