/**
 * What memory the program takes with 10,000 turns, whichever way it comes to them: gone on with, watched, played, from
 * the library; and gone through.
 */
import {spawn, type IPty} from '@lydell/node-pty';
import {mkdirSync, mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {setTimeout as wait} from 'node:timers/promises';
import {writeLongDebate} from './long-debate.ts';
import {detail, row, type Row} from './report.ts';

const turns = 10_000;
const sizes = [
	[120, 40],
	[300, 100],
] as const;
const program = path.resolve('bin/rostrum.js');

type Way = {
	readonly how: string;
	readonly args: (debate: string) => readonly string[];
	/** Leads to the debate from the first screen. */ readonly keys: readonly string[];
};
const ways: readonly Way[] = [
	{how: 'gone on with', args: debate => ['resume', debate, '--pace', '250'], keys: []},
	{how: 'watched', args: debate => ['watch', debate], keys: []},
	{how: 'played at once', args: debate => ['replay', debate, '--speed', '0'], keys: []},
	{how: 'in the library', args: () => ['library'], keys: ['/', 'duty', '\r']},
];

/** Up through what was said, from its beginning down, and from find to find. */
const through = [
	...Array.from({length: 200}, () => '\u001B[5~'),
	'\u001B[H',
	...Array.from({length: 200}, () => '\u001B[6~'),
	'/',
	'd',
	'u',
	't',
	'y',
	'\r',
	...Array.from({length: 100}, () => '\u001B[A'),
	'\u001B',
	'G',
];

/** Memory of a process in MB: now, and at its most. */
function memoryOf({pid}: IPty): {readonly now: number; readonly most: number} {
	const status = readFileSync(`/proc/${pid}/status`, 'utf8');
	const [now = Number.NaN, most = Number.NaN] = ['VmRSS', 'VmHWM'].map(
		name => (Number(new RegExp(`${name}:\\s+(\\d+)`, 'u').exec(status)?.[1]) * 1024) / 1e6,
	);
	return {now, most};
}

/** Waits until it takes less than a third of a processor for a second. */
async function rests({pid}: IPty): Promise<void> {
	const ticks = (): number =>
		readFileSync(`/proc/${pid}/stat`, 'utf8')
			.split(' ')
			.slice(13, 15)
			.reduce((sum, part) => sum + Number(part), 0);
	await wait(5000);
	for (let tries = 0, before = ticks(); tries < 120; tries++, before = ticks()) {
		await wait(1000);
		if (ticks() - before < 33) return;
	}
}

export async function* memory(): AsyncGenerator<Row> {
	if (process.platform !== 'linux') {
		yield detail('memory by the way to the debate', 'not measured');
		return;
	}
	const home = mkdtempSync(path.join(tmpdir(), 'rostrum-memory-'));
	for (const {how, args, keys} of ways)
		for (const [cols, rows] of sizes) {
			const debate = path.join(home, 'transcripts', 'long');
			mkdirSync(debate, {recursive: true});
			await writeLongDebate(path.join(debate, 'debate.jsonl'), turns);
			const child = spawn(process.execPath, [program, ...args(debate)], {
				name: 'xterm-256color',
				cols,
				rows,
				cwd: home,
				env: {...process.env, CI: 'false', ROSTRUM_HOME: home, OPENROUTER_API_KEY: '', OPENAI_API_KEY: ''},
			});
			// Nobody has to look at it, but what is not read would make it wait.
			child.onData(() => undefined);
			await rests(child);
			for (const key of [...keys, ...through]) {
				child.write(key);
				await wait(25);
			}
			await rests(child);
			const {now, most} = memoryOf(child);
			yield row(
				`memory with ${turns.toLocaleString('en-US')} turns ${how} and gone through, ${cols}×${rows}; at its most`,
				`${now.toFixed(0)} MB; ${most.toFixed(0)} MB`,
				'< 250 MB',
			);
			child.kill('SIGKILL');
			await wait(500);
			rmSync(home, {recursive: true, force: true});
		}
}
