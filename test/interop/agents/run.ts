/**
 * `npm run test:agents [AGENT …]`: installs coding agents into a temporary folder, one after the other, tries every cell of
 * the tables in docs/agents.md with them, and prints both. `--write` puts them into the page; `--sayings` tries the second
 * one alone.
 */
import {spawnSync} from 'node:child_process';
import {mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {reasonOf} from '../../../src/debate/text/words.ts';
import {packageRoot} from '../../../src/engine/host/package-root.ts';
import {cells, sayings, tryCell} from './cells.ts';
import {modelServer} from './model-server.ts';
import {programOf, realAgents, versionOf, type RealAgent} from './real-agents.ts';

const given = process.argv.slice(2);
const chosen = realAgents.filter(({id}) => given.every(each => each.startsWith('--')) || given.includes(id));
/** By the mark that it has in the page. */
const only = given.filter(each => each.startsWith('--only=')).map(each => each.slice('--only='.length));
const picked = <T>(rows: Readonly<Record<string, T>>): Readonly<Record<string, T>> =>
	Object.fromEntries(
		Object.entries(rows).filter(([name]) => only.length === 0 || only.some(each => name.startsWith(each))),
	);
const tables = {...(given.includes('--sayings') ? {} : {tried: picked(cells)}), said: picked(sayings)};
const server = await modelServer();
const columns: Column[] = [];
for (const agent of chosen) columns.push(await columnFor(agent));
await server.close();
const written = Object.entries(tables).map(([mark, rows]) => [mark, tableOf(mark, Object.keys(rows))] as const);
for (const [mark, table] of written) {
	process.stdout.write(`${table}\n\n`);
	if (given.includes('--write')) writeTable(mark, table);
}
// An agent that was left in the middle of an answer would keep this waiting.
process.exit(written.some(([, table]) => table.includes('**failed**')) ? 1 : 0);

function tableOf(mark: string, names: readonly string[]): string {
	const heads = ['', ...columns.map(({head}) => head)];
	const rows = names.map(name => [name, ...columns.map(({outcomes}) => outcomes.get(`${mark} ${name}`) ?? '')]);
	return [heads, heads.map(() => '---'), ...rows].map(row => `| ${row.join(' | ')} |`).join('\n');
}

/** Its package and version, and what came of each case, by table and row. */
type Column = {readonly head: string; readonly outcomes: ReadonlyMap<string, string>};

async function columnFor(agent: RealAgent): Promise<Column> {
	const own = process.env['ROSTRUM_AGENTS'] === undefined ? install(agent) : undefined;
	const outcomes = new Map<string, string>();
	try {
		const file = programOf(agent);
		for (const [mark, rows] of Object.entries(tables))
			for (const [name, cell] of Object.entries(rows)) {
				const untried = file === undefined ? 'not installed' : agent.untried[name];
				const outcome =
					file === undefined || untried !== undefined
						? `not tried: ${untried}`
						: await tryCell(cell, {agent, file, server}).catch(failure);
				process.stderr.write(`${agent.id}, ${name}: ${outcome}\n`);
				outcomes.set(`${mark} ${name}`, outcome);
			}
		return {head: file === undefined ? agent.package : `${agent.package} ${versionOf(agent, file)}`, outcomes};
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

function writeTable(mark: string, table: string): void {
	const page = join(packageRoot, 'docs', 'agents.md');
	const old = readFileSync(page, 'utf8');
	const between = new RegExp(String.raw`(?<=<!-- ${mark} -->\n)[^]*?(?=\n<!-- /${mark} -->)`, 'u');
	writeFileSync(page, old.replace(between, `\n${table}\n`));
}
