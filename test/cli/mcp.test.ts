/** `rostrum mcp` as a client starts it, and the entries for clients' settings. */
import {Client} from '@modelcontextprotocol/sdk/client/index.js';
import {StdioClientTransport} from '@modelcontextprotocol/sdk/client/stdio.js';
import {execFileSync} from 'node:child_process';
import {
	existsSync,
	globSync,
	lstatSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {expect, it, vi} from 'vitest';
import {z} from 'zod';
import {install} from '../../src/app/mcp/install.ts';
import {packageVersion} from '../../src/engine/host/package-root.ts';
import {program} from '../e2e/rostrum.ts';
import {freshFolder, rostrum} from '../run-cli.ts';

it('speaks nothing but the protocol on standard output, and ends when its client hangs up', async () => {
	const cwd = freshFolder();
	const transport = new StdioClientTransport({
		command: process.execPath,
		args: [program, 'mcp'],
		cwd,
		env: {ROSTRUM_HOME: cwd, PATH: process.env['PATH'] ?? ''},
		stderr: 'ignore',
	});
	const client = new Client({name: 'tester', version: '1'});
	await client.connect(transport);
	const {content} = await client.callTool({
		name: 'debate',
		arguments: {topic: 'Voting should be compulsory.', voice: 'rehearsal', short: true},
	});
	expect(JSON.stringify(content)).toContain('Ended: completed');
	const {pid} = transport;
	await client.close();
	expect(() => process.kill(pid ?? 0, 0)).toThrow(/ESRCH/u);
});

const Handled = z.object({handle: z.string()});

it('has exactly the repository judged that was asked for: nested, beside, linked or above', async () => {
	const base = freshFolder();
	const parent = path.join(base, 'par');
	const git = (cwd: string, ...args: string[]) =>
		execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@b.example', ...args], {cwd, stdio: 'ignore'});
	const repositories = {par: parent, kid: path.join(parent, 'kid'), sibling: path.join(base, 'sibling')};
	for (const [name, folder] of Object.entries(repositories)) {
		mkdirSync(folder, {recursive: true});
		git(folder, 'init', '-q', '-b', 'main');
		writeFileSync(path.join(folder, `${name}.txt`), `words of ${name}\n`);
		git(folder, 'add', `${name}.txt`);
		git(folder, 'commit', '-q', '-m', `Commit of ${name}`);
	}
	git(repositories.sibling, 'worktree', 'add', '-q', '-b', 'other', path.join(base, 'linked'));
	writeFileSync(path.join(base, 'linked', 'linked.txt'), 'words of linked\n');
	git(path.join(base, 'linked'), 'add', '.');
	git(path.join(base, 'linked'), 'commit', '-q', '-m', 'Commit of linked');
	mkdirSync(path.join(parent, 'docs'));
	const asked = {kid: 'kid', sibling: '../sibling', linked: '../linked', par: 'docs'};
	const transport = new StdioClientTransport({
		command: process.execPath,
		args: [program, 'mcp', '--root', parent, '--root', base, '--at-once', '4'],
		cwd: parent,
		env: {ROSTRUM_HOME: path.join(base, 'home'), PATH: process.env['PATH'] ?? '', ROSTRUM_REHEARSAL_SPEED: '2000'},
		stderr: 'ignore',
	});
	const wordsIn = (file: string): string =>
		[...new Set(readFileSync(file, 'utf8').match(/(?<=words of )\w+/gu))].join(' ');
	const client = new Client({name: 'tester', version: '1'});
	await client.connect(transport);
	const judged = await Promise.all(
		Object.entries(asked).map(async ([name, repository]) => {
			const args = {repository, commit: 'HEAD', voice: 'rehearsal', wait_seconds: 100};
			const options = {timeout: 110_000};
			const called = await client.callTool({name: 'review_change', arguments: args}, undefined, options);
			const {handle} = Handled.parse(called.structuredContent);
			const journals = globSync(`home/transcripts/${handle}/agent-?.jsonl`, {cwd: base});
			return [name, journals.map(file => wordsIn(path.join(base, file)))];
		}),
	);
	await client.close();
	expect(judged).toEqual(Object.keys(asked).map(name => [name, [name, name]]));
});

it.each(['SIGTERM', 'SIGKILL'] as const)('leaves no git behind that %s catches it at', async signal => {
	const base = freshFolder();
	const started = path.join(base, 'started');
	// Git that does not say where it is installed is run without walls.
	mkdirSync(path.join(base, 'bin'));
	writeFileSync(
		path.join(base, 'bin/git'),
		`#!/bin/sh\ncase "$*" in *--exec-path*) exit 1 ;; esac\necho $$ > ${started}\nexec sleep 120\n`,
		{mode: 0o755},
	);
	mkdirSync(path.join(base, 'work'));
	execFileSync('git', ['init', '-q'], {cwd: path.join(base, 'work')});
	const transport = new StdioClientTransport({
		command: process.execPath,
		args: [program, 'mcp'],
		cwd: path.join(base, 'work'),
		env: {ROSTRUM_HOME: base, PATH: [path.join(base, 'bin'), process.env['PATH'] ?? ''].join(path.delimiter)},
		stderr: 'ignore',
	});
	const client = new Client({name: 'tester', version: '1'});
	await client.connect(transport);
	const asked = client.callTool({name: 'review_change', arguments: {voice: 'rehearsal'}});
	const failed = expect(asked).rejects.toThrow('Connection closed');
	await vi.waitUntil(() => existsSync(started) && readFileSync(started, 'utf8').endsWith('\n'), {timeout: 30_000});
	const git = Number(readFileSync(started, 'utf8'));
	expect(process.kill(git, 0)).toBe(true);
	process.kill(transport.pid ?? 0, signal);
	await failed;
	await vi.waitUntil(() => !existsSync(`/proc/${git}`), {timeout: 10_000});
});

it('prints the entries for known clients, and refuses actions and clients it does not know', async () => {
	const home = freshFolder();
	const {stdout, code} = await rostrum(['mcp', 'install'], {home});
	expect(code).toBe(0);
	for (const name of ['Claude Code', 'Codex', 'Cursor', 'OpenCode', 'Gemini', 'Qwen']) expect(stdout).toContain(name);
	expect(stdout).toContain('[mcp_servers.rostrum]');
	expect((await rostrum(['mcp', 'serve'], {home})).code).toBe(2);
	expect((await rostrum(['mcp', 'install', '--write', 'emacs'], {home})).stderr).toContain('Name one of claude');
});

it('writes what was asked for, and a command that is there: the name where the PATH has it, else this program', async () => {
	const home = freshFolder();
	const asked = [
		'mcp',
		'install',
		'--write',
		'claude',
		'--budget',
		'2usd',
		'--allow-agents',
		'--root',
		'work',
		'--at-once',
		'3',
	];
	const given = ['mcp', '--root', path.join(home, 'work'), '--budget', '2usd', '--allow-agents', '--at-once', '3'];
	const written = (): unknown => JSON.parse(readFileSync(path.join(home, '.mcp.json'), 'utf8'));
	const entry = (command: string, args: readonly string[]) => ({mcpServers: {rostrum: {command, args}}});
	expect((await rostrum(asked, {home, env: {PATH: '/nowhere'}})).code).toBe(0);
	expect(written()).toEqual(entry(process.execPath, [program, ...given]));
	mkdirSync(path.join(home, 'bin'));
	writeFileSync(path.join(home, 'bin/rostrum'), '#!/bin/sh\n', {mode: 0o755});
	expect((await rostrum(asked, {home, env: {PATH: path.join(home, 'bin')}})).code).toBe(0);
	expect(written()).toEqual(entry('rostrum', given));
	const refused = await rostrum(['mcp', 'install', '--budget', 'much'], {home});
	expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('--budget')]);
});

it.each([
	['.claude-plugin/plugin.json', '${CLAUDE_PLUGIN_ROOT}'],
	['gemini-extension.json', '${extensionPath}'],
])('has in %s the version and the program of the package', (file, root) => {
	expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
		name: 'rostrum',
		version: packageVersion(),
		mcpServers: {rostrum: {command: 'node', args: [`${root}/bin/rostrum.js`, 'mcp']}},
	});
});

it('adds an entry to settings and leaves the rest as it was', () => {
	const cwd = mkdtempSync(path.join(tmpdir(), 'rostrum-mcp-'));
	const places = {home: cwd, cwd};
	const before = {mcpServers: {other: {command: 'x'}}, theme: 'dark'};
	writeFileSync(path.join(cwd, '.mcp.json'), JSON.stringify(before, undefined, 2));
	const file = install('claude', ['rostrum', 'mcp'], places);
	expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
		theme: 'dark',
		mcpServers: {other: {command: 'x'}, rostrum: {command: 'rostrum', args: ['mcp']}},
	});
	const toml = install('codex', ['rostrum', 'mcp'], places);
	expect(readFileSync(toml, 'utf8')).toBe('[mcp_servers.rostrum]\ncommand = "rostrum"\nargs = ["mcp"]\n');
	expect(() => install('codex', ['rostrum', 'mcp'], places)).toThrow(/already/u);
	writeFileSync(path.join(cwd, 'opencode.json'), '{ // a comment\n}');
	expect(() => install('opencode', ['rostrum', 'mcp'], places)).toThrow(/cannot be added to/u);
	expect(readFileSync(path.join(cwd, 'opencode.json'), 'utf8')).toBe('{ // a comment\n}');
});

it('adds no entry through a link, which may lead to a private file', () => {
	const cwd = mkdtempSync(path.join(tmpdir(), 'rostrum-mcp-'));
	const secret = path.join(cwd, 'private.json');
	writeFileSync(secret, '{"key": "private"}');
	symlinkSync(secret, path.join(cwd, '.mcp.json'));
	expect(() => install('claude', ['rostrum', 'mcp'], {home: cwd, cwd})).toThrow(/it is a link, which is not followed/u);
	expect(lstatSync(path.join(cwd, '.mcp.json')).isSymbolicLink()).toBe(true);
	expect(readFileSync(secret, 'utf8')).toBe('{"key": "private"}');
});

it('rostrum mcp says what a client sent that is no message', async () => {
	const {code, stdout, stderr} = await rostrum(['mcp'], {stdin: 'not json\n'});
	expect({code, stdout}).toEqual({code: 0, stdout: ''});
	expect(stderr).toMatch(/^What the client sent cannot be read: .*JSON/u);
});
