import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {absent} from './absent.ts';
import {cells} from './agents/cells.ts';
import {modelServer, type ModelServer} from './agents/model-server.ts';
import {programOf, realAgents} from './agents/real-agents.ts';

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
				expect(await cell({agent, file: file ?? '', server})).toEqual(expect.any(String));
			},
			150_000,
		);
	}
});
