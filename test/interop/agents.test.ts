import {execFileSync} from 'node:child_process';
import {mkdtempSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {absent} from './absent.ts';
import {cells, tryCell} from './agents/cells.ts';
import {modelServer, type ModelServer} from './agents/model-server.ts';
import {installedFile, programOf, realAgents} from './agents/real-agents.ts';
import {packageRoot} from '../../src/engine/host/package-root.ts';

let server: ModelServer;
beforeAll(async () => {
	server = await modelServer();
});
afterAll(() => server.close());

describe.each(realAgents)('$program, the real agent', agent => {
	const file = programOf(agent);
	const why = absent(agent.program, file !== undefined, `"npm run test:agents" installs ${agent.package} for a while`);
	for (const [name, cell] of Object.entries(cells)) {
		const untried = agent.untried[name];
		it.skipIf(file === undefined || untried !== undefined)(
			`${name}${why}${untried === undefined ? '' : ` (not tried: ${untried})`}`,
			async () => {
				expect(await tryCell(cell, {agent, file: file ?? '', server})).toEqual(expect.any(String));
			},
			300_000,
		);
	}
});

describe('the protocol’s inspector, in its CLI mode', () => {
	const inspector = installedFile({id: 'inspector'}, '.bin/mcp-inspector');
	const why = absent(
		'mcp-inspector',
		inspector !== undefined,
		'install @modelcontextprotocol/inspector as the agents are',
	);
	const inspect = (...asked: readonly string[]): unknown => {
		const home = mkdtempSync(join(tmpdir(), 'rostrum-home-'));
		const server = ['-e', `ROSTRUM_HOME=${home}`, process.execPath, join(packageRoot, 'bin', 'rostrum.js'), 'mcp'];
		const args = ['--cli', ...server, '--method', ...asked];
		return JSON.parse(execFileSync(inspector ?? '', args, {cwd: home, encoding: 'utf8'}));
	};

	it.skipIf(inspector === undefined)(`lists tools, prompts and resources, and holds a debate${why}`, () => {
		expect(inspect('tools/list')).toMatchObject({
			tools: expect.arrayContaining([expect.objectContaining({name: 'debate'})]),
		});
		expect(inspect('prompts/list')).toMatchObject({prompts: expect.arrayContaining([expect.anything()])});
		expect(inspect('resources/list')).toEqual({resources: []});
		const told = ['topic=Voting', 'voice=rehearsal', 'short=true'].flatMap(each => ['--tool-arg', each]);
		expect(inspect('tools/call', '--tool-name', 'debate', ...told)).toMatchObject({
			content: [{type: 'text', text: expect.stringContaining('ended: completed')}],
		});
	});
});
