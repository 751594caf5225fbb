import {mkdirSync, mkdtempSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {debateRequest} from '../../src/app/mcp/requests.ts';
import {loadSettings} from '../../src/settings/settings.ts';
import {freshFolder} from '../run-in-process.ts';

const documents = (): string => {
	const folder = mkdtempSync(join(tmpdir(), 'rostrum-clients-'));
	mkdirSync(join(folder, 'inside'));
	writeFileSync(
		join(folder, 'inside', 'report.md'),
		'# Report\n\nAdvertised rents in capped buildings fell by a third in two years, from 12.40 to 8.30 crowns.\n',
	);
	writeFileSync(join(folder, 'secret.md'), 'A secret.\n');
	return folder;
};

describe('a client of the MCP server', () => {
	const asked = (sources: string[], roots: readonly string[]) =>
		debateRequest(
			{topic: 'Cities should cap rents.', sources},
			{
				roots,
				cwd: freshFolder(),
				agents: false,
				configuration: loadSettings({}, {env: {ROSTRUM_HOME: freshFolder()}}),
			},
		);

	it('may name documents within its folders', () => {
		const folder = documents();
		const {input} = asked(['report.md'], [join(folder, 'inside')]);
		expect(input.options['sources']).toEqual([expect.stringMatching(/inside\/report\.md$/u)]);
	});

	it('may name none outside of them', () => {
		const folder = documents();
		expect(() => asked(['../secret.md'], [join(folder, 'inside')])).toThrow('outside the folders');
	});
});
