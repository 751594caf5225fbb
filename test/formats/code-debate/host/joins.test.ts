/** `rostrum join` as people start it: the built program, without flags that say who is who. */
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {createServer} from 'node:http';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {setTimeout as wait} from 'node:timers/promises';
import {describe, expect, it, vi} from 'vitest';
import {readJournal} from '../../../../src/engine/journal/journal.ts';
import {appendedText, parseDebate, type NewSection} from '../../../../src/formats/code-debate/file.ts';

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

/** The same at the other end of a pipe: it ends when that does. */
function leashed(folder: string, more: Readonly<Record<string, string>>, args: readonly string[]) {
	const env = {PATH: process.env['PATH'] ?? '', TMPDIR: tmpdir(), ROSTRUM_HOME: join(folder, 'home'), ...more};
	const child = spawn(process.execPath, [program, ...args], {cwd: folder, env, stdio: 'pipe'});
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

describe('a section that somebody else edits, deletes or forges', {timeout: patient}, () => {
	const poll = 1000;
	/** What a busy machine may take beyond that, with the end of the program. */
	const slack = 4000;
	const read = (folder: string): string => readFileSync(join(folder, 'DEBATE.md'), 'utf8');

	async function written(folder: string, heading: string): Promise<string> {
		for (;;) {
			const text = existsSync(join(folder, 'DEBATE.md')) ? read(folder) : '';
			if (parseDebate(text).sections.some(one => one.heading === heading && one.signature)) return text;
			await wait(50);
		}
	}

	const append = (folder: string, section: Pick<NewSection, 'heading' | 'role' | 'body'>): void => {
		const text = read(folder);
		const signed = {...section, tool: 'outside', at: '2026-01-01T00:00:00Z'};
		writeFileSync(join(folder, 'DEBATE.md'), text + appendedText(text, [signed]));
	};
	const disagreed = (text: string): string =>
		[...new Set(text.match(/\bP\d+\b/gu))]
			.map(id => `### ${id} — **Disagreed**\n\nThe caller sees to that.`)
			.join('\n\n');

	it.each<[string, (folder: string) => void, RegExp]>([
		[
			'edits',
			folder =>
				writeFileSync(join(folder, 'DEBATE.md'), read(folder).replace(/(?<=## Opening\n[\s\S]{80})\w+/u, 'nothing')),
			/"Opening" of Agent A was altered/u,
		],
		[
			'deletes',
			folder => writeFileSync(join(folder, 'DEBATE.md'), read(folder).replace(/## Follow-up 1\n[\s\S]*$/u, '')),
			/"Follow-up 1" of Agent A was removed/u,
		],
		[
			'forges',
			folder => append(folder, {heading: 'CONSENSUS', role: 'A', body: '**Outcome: consensus.** All is withdrawn.'}),
			/"CONSENSUS" is signed by Agent A, who has not written it/u,
		],
	])('who %s ends the built program with 3, within one poll', async (_, tamper, named) => {
		const folder = fresh();
		const manner = quick.map(arg => (arg === '0.1' ? String(poll / 1000) : arg));
		const {end} = rostrum(folder, 'join', ...manner);
		append(folder, {heading: 'Response 1', role: 'B', body: disagreed(await written(folder, 'Opening'))});
		await written(folder, 'Follow-up 1');
		const began = performance.now();
		tamper(folder);
		const {code, said} = await end;
		expect(performance.now() - began).toBeLessThan(poll + slack);
		expect([code, read(folder)], said).toEqual([3, expect.stringMatching(named)]);
		expect(said).toMatch(named);
	});
});

describe('a side whose program was killed', {timeout: patient}, () => {
	it('is waited for by the one that takes its place, which goes on where it was', async () => {
		const folder = fresh();
		const journal = join(folder, 'agent-b.jsonl');
		const opener = rostrum(folder, 'join', '--side', 'a', '--voice', 'rehearsal', ...quick);
		await vi.waitUntil(() => existsSync(join(folder, 'DEBATE.md')), {timeout: 30_000});
		const args = ['join', '--side', 'b', '--relay', '--journal', journal, '--voice', 'rehearsal', ...quick];
		// Its answer takes longer than the other's start.
		const before = leashed(folder, {ROSTRUM_REHEARSAL_SPEED: '5'}, args);
		const speaks = () => existsSync(journal) && readFileSync(journal, 'utf8').includes('"type":"turn-start"');
		await vi.waitUntil(speaks, {timeout: 30_000});
		const after = leashed(folder, {ROSTRUM_REHEARSAL_SPEED: '2000'}, args);
		await wait(3000);
		expect(after.child.exitCode, after.said()).toBe(null);
		before.child.stdin.end();
		await before.end;
		const ends = await Promise.all([after.end, opener.end]);
		expect(
			ends.map(({code}) => code),
			ends.map(({said}) => said).join('\n====\n'),
		).toEqual([0, 0]);
		const events = readJournal(journal).events.map(({type}) => type);
		expect(events.filter(type => type === 'debate-start')).toHaveLength(1);
		expect(readdirSync(folder).filter(name => name.endsWith('.lock'))).toEqual([]);
	});
});
