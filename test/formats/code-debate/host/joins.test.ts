/** `rostrum join` as people start it: the built program, without flags that say who is who. */
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {createServer} from 'node:http';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {setTimeout as wait} from 'node:timers/promises';
import {describe, expect, it} from 'vitest';
import {parseDebate} from '../../../../src/formats/code-debate/file.ts';

const program = resolve('bin/rostrum.js');
const patient = 60_000;

/** Starts the program in a folder; all of one folder share a home. */
function rostrum(folder: string, ...args: readonly string[]) {
	const env = {PATH: process.env['PATH'] ?? '', TMPDIR: tmpdir(), ROSTRUM_HOME: join(folder, 'home')};
	const child = spawn(process.execPath, [program, ...args], {cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe']});
	let said = '';
	for (const stream of [child.stdout, child.stderr])
		stream.setEncoding('utf8').on('data', (text: string) => {
			said += text;
		});
	return {child, end: once(child, 'close').then(([code]) => ({code: Number(code), said})), said: () => said};
}

const fresh = (): string => mkdtempSync(join(tmpdir(), 'rostrum-joins-'));
const quick = [
	'--headless',
	'--poll',
	'0.1',
	'--set',
	'settleSeconds=0',
	'--seed',
	'3',
	'--topic',
	'Should retries live in the client?',
];

describe('joins without flags', {timeout: patient}, () => {
	it('started three at once in one home are one opener, one responder, and one that is told', async () => {
		const folder = fresh();
		const all = [1, 2, 3].map(() => rostrum(folder, 'join', ...quick));
		const ends = await Promise.all(all.map(({end}) => end));
		const codes = ends.map(({code}) => code).toSorted((one, other) => one - other);
		expect(codes, ends.map(({said}) => said).join('\n====\n')).toEqual([0, 0, 2]);
		expect(ends.find(({code}) => code === 2)?.said).toMatch(/Both sides of this debate are taken: Agent B is/u);
		const {sections} = parseDebate(readFileSync(join(folder, 'DEBATE.md'), 'utf8'));
		expect(sections.map(({heading}) => heading).slice(0, 2)).toEqual(['Opening', 'Response 1']);
		expect(sections.at(-1)?.kind).toBe('consensus');
		expect(readdirSync(folder).filter(name => name.startsWith('.'))).toEqual([]);
	});
});

describe('a side that cannot go on', {timeout: patient}, () => {
	it('ends the run at once, with its own reason', async () => {
		const server = createServer((request, response) => {
			request
				.resume()
				.on('end', () =>
					response
						.writeHead(401, {'content-type': 'application/json'})
						.end(JSON.stringify({error: {message: 'Incorrect API key provided'}})),
				);
		}).listen(0, '127.0.0.1');
		await once(server, 'listening');
		const address = server.address();
		const port = typeof address === 'object' ? address?.port : 0;
		const folder = fresh();
		writeFileSync(join(folder, 'a.txt'), 'x\n');
		const began = Date.now();
		const {code, said} = await rostrum(
			folder,
			...`run code-debate --files a.txt --headless --out ${folder} --wait 600`.split(' '),
			...`--seat a=rehearsal --seat b=http://127.0.0.1:${port}/v1#refused`.split(' '),
		).end;
		server.close();
		expect(code, said).toBe(3);
		expect(said).toMatch(/Ended: failed, Agent B.*Incorrect API key/u);
		expect(Date.now() - began).toBeLessThan(20_000);
	});

	it('that is killed ends the run at once too', async () => {
		const folder = fresh();
		const run = rostrum(
			folder,
			'run',
			'code-debate',
			'--topic',
			'Retries?',
			'--headless',
			'--out',
			folder,
			'--side',
			'a',
			'--poll',
			'0.1',
		);
		const file = async (name: string): Promise<string> => {
			for (;;) {
				const found = readdirSync(folder, {recursive: true, encoding: 'utf8'}).find(each => each.endsWith(name));
				if (found !== undefined && existsSync(join(folder, found))) return join(folder, found);
				await wait(50);
			}
		};
		const lock = await file('agent-a.jsonl.lock');
		const debate = await file('DEBATE.md');
		while (!readFileSync(debate, 'utf8').includes('## Opening')) await wait(50);
		const pid = Number(/"pid":(?<pid>\d+)/u.exec(readFileSync(lock, 'utf8'))?.groups?.['pid']);
		process.kill(pid, 'SIGKILL');
		const {code, said} = await run.end;
		expect(code, said).toBe(3);
		expect(said).toMatch(/Agent A ended with a signal/u);
	});
});
