/** `rostrum mcp` as a client starts it, and the entries for clients' settings. */
import {Client} from '@modelcontextprotocol/sdk/client/index.js';
import {StdioClientTransport} from '@modelcontextprotocol/sdk/client/stdio.js';
import {mkdtempSync, readFileSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {expect, it} from 'vitest';
import {install} from '../../src/app/mcp/install.ts';
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
	expect(JSON.stringify(content)).toContain('ended: completed');
	const {pid} = transport;
	await client.close();
	expect(() => process.kill(pid ?? 0, 0)).toThrow(/ESRCH/u);
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

it('rostrum mcp says what a client sent that is no message', async () => {
	const {code, stdout, stderr} = await rostrum(['mcp'], {stdin: 'not json\n'});
	expect({code, stdout}).toEqual({code: 0, stdout: ''});
	expect(stderr).toMatch(/^What the client sent cannot be read: .*JSON/u);
});
