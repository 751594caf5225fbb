/**
 * `npm run test:agents [AGENT …]`: installs coding agents into a temporary folder, one after the other, tries every cell of
 * the table in docs/agents.md with them, and prints the table. `--write` puts it into the page.
 */
import {spawnSync} from 'node:child_process';
import {mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {reasonOf} from '../../../src/debate/text/words.ts';
import {packageRoot} from '../../../src/engine/host/package-root.ts';
import {cells} from './cells.ts';
import {modelServer} from './model-server.ts';
import {programOf, realAgents, versionOf, type RealAgent} from './real-agents.ts';

const given = process.argv.slice(2);
const chosen = realAgents.filter(({id}) => given.every(each => each.startsWith('--')) || given.includes(id));
const names = Object.keys(cells);
const server = await modelServer();
const columns: (readonly string[])[] = [];
for (const agent of chosen) columns.push(await columnFor(agent));
await server.close();
const table = ['', ...names]
	.map((name, row) => `| ${[name, ...columns.map(column => column[row] ?? '')].join(' | ')} |`)
	.toSpliced(1, 0, `|${' --- |'.repeat(columns.length + 1)}`)
	.join('\n');
process.stdout.write(`${table}\n`);
if (given.includes('--write')) writeTable(table);
// An agent that was left in the middle of an answer would keep this waiting.
process.exit(table.includes('**failed**') ? 1 : 0);

/** Its package and version, and what came of each case. */
async function columnFor(agent: RealAgent): Promise<string[]> {
	const own = process.env['ROSTRUM_AGENTS'] === undefined ? install(agent) : undefined;
	try {
		const file = programOf(agent);
		if (file === undefined) return [agent.package, ...names.map(() => 'not tried: not installed')];
		const outcomes: string[] = [];
		for (const [name, cell] of Object.entries(cells)) {
			const untried = agent.untried[name];
			const outcome =
				untried === undefined ? await cell({agent, file, server}).catch(failure) : `not tried: ${untried}`;
			process.stderr.write(`${agent.id}, ${name}: ${outcome}\n`);
			outcomes.push(outcome);
		}
		return [`${agent.package} ${versionOf(agent, file)}`, ...outcomes];
	} finally {
		if (own !== undefined) {
			delete process.env['ROSTRUM_AGENTS'];
			rmSync(own, {recursive: true, force: true});
		}
	}
}

function failure(error: unknown): string {
	return `**failed**: ${reasonOf(error).replaceAll('|', '/').replaceAll(/\s+/gu, ' ')}`;
}

/** Gives the folder that was made, which is hundreds of megabytes. */
function install(agent: RealAgent): string {
	const top = mkdtempSync(join(tmpdir(), 'rostrum-agents-'));
	const folder = join(top, agent.id);
	mkdirSync(folder);
	process.env['ROSTRUM_AGENTS'] = top;
	process.stderr.write(`Installing ${agent.package} …\n`);
	spawnSync('npm', ['install', '--no-audit', '--no-fund', '--prefix', folder, agent.package], {
		cwd: folder,
		stdio: ['ignore', 2, 2],
	});
	return top;
}

function writeTable(text: string): void {
	const page = join(packageRoot, 'docs', 'agents.md');
	const old = readFileSync(page, 'utf8');
	const between = /(?<=<!-- tried -->\n)[^]*?(?=\n<!-- \/tried -->)/u;
	writeFileSync(page, old.replace(between, `\n${text}\n`));
}
