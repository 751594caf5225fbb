/**
 * What memory the program takes with 500 and with 10,000 turns: on the screen, gone on with, watched, played and from the
 * library, and gone through; headless, verified and replayed.
 */
import {spawn as spawnProgram} from 'node:child_process';
import {once} from 'node:events';
import {spawn, type IPty} from '@lydell/node-pty';
import {existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {setTimeout as wait} from 'node:timers/promises';
import {writeLongDebate} from './long-debate.ts';
import {detail, row, type Row} from './report.ts';

/** Megabytes at the most, and in use after a collection. */
const goals = {500: {peak: 250, inUse: 120}, 10_000: {peak: 400, inUse: 200}};
type Turns = keyof typeof goals;
type Size = readonly [columns: number, rows: number];
const sizes: Readonly<Record<Turns, readonly Size[]>> = {
	500: [[120, 40]],
	10_000: [
		[120, 40],
		[300, 100],
	],
};
const program = path.resolve('bin/rostrum.js');
/** Collects and writes down what is in use then, when it is sent SIGUSR2. */
const probe = ['--expose-gc', '--import', path.resolve('test/bench/memory-probe.ts')];

type Way = {
	readonly how: string;
	readonly args: (debate: string) => readonly string[];
	/** Leads to the debate from the first screen. */ readonly keys: readonly string[];
};
const ways: readonly Way[] = [
	{how: 'gone on with', args: debate => ['resume', debate, '--trust', debate, '--pace', '250'], keys: []},
	{how: 'watched', args: debate => ['watch', debate], keys: []},
	{how: 'played at once', args: debate => ['replay', debate, '--speed', '0'], keys: []},
	{how: 'in the library', args: () => ['library'], keys: ['/', 'duty', '\r']},
];
const headless: readonly Way[] = [
	{how: 'verified', args: debate => ['verify', debate], keys: []},
	{how: 'replayed', args: debate => ['replay', debate, '--headless', '--speed', '0'], keys: []},
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

/** The most memory that a process has taken so far, in MB; 0 once it has ended. */
export function peakOf(pid: number | undefined): number {
	try {
		return (Number(/VmHWM:\s+(\d+)/u.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024) / 1e6;
	} catch (error) {
		if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH')) return 0;
		throw error;
	}
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
	for (const turns of [500, 10_000] as const) {
		for (const way of ways)
			for (const size of sizes[turns])
				yield await inHome(turns, (home, debate) => onScreen(way, size, home, debate, turns));
		for (const way of headless) yield await inHome(turns, (home, debate) => withoutScreen(way, home, debate, turns));
	}
}

/** With a debate of so many turns in a home of its own, which is gone afterwards. */
async function inHome(turns: Turns, use: (home: string, debate: string) => Promise<Row>): Promise<Row> {
	const home = mkdtempSync(path.join(tmpdir(), 'rostrum-memory-'));
	const debate = path.join(home, 'transcripts', 'long');
	mkdirSync(debate, {recursive: true});
	await writeLongDebate(path.join(debate, 'debate.jsonl'), turns);
	const measured = await use(home, debate);
	rmSync(home, {recursive: true, force: true});
	return measured;
}

const environment = (home: string): NodeJS.ProcessEnv => ({
	...process.env,
	CI: 'false',
	ROSTRUM_HOME: home,
	OPENROUTER_API_KEY: '',
	OPENAI_API_KEY: '',
});

async function onScreen(
	{how, args, keys}: Way,
	[cols, rows]: Size,
	home: string,
	debate: string,
	turns: Turns,
): Promise<Row> {
	const answer = path.join(home, 'in-use');
	const child = spawn(process.execPath, [...probe, program, ...args(debate)], {
		name: 'xterm-256color',
		cols,
		rows,
		cwd: home,
		env: {...environment(home), ROSTRUM_BENCH_IN_USE: answer},
	});
	// Nobody has to look at it, but what is not read would make it wait.
	child.onData(() => undefined);
	await rests(child);
	for (const key of [...keys, ...through]) {
		child.write(key);
		await wait(25);
	}
	await rests(child);
	const peak = peakOf(child.pid);
	child.kill('SIGUSR2');
	while (!existsSync(answer)) await wait(100);
	const inUse = Number(readFileSync(answer, 'utf8'));
	child.kill('SIGKILL');
	await wait(500);
	return row(
		`memory with ${counted(turns)} turns ${how} and gone through, ${cols}×${rows}, at its most; in use after a collection`,
		`${peak.toFixed(0)} MB; ${inUse.toFixed(0)} MB`,
		`≤ ${goals[turns].peak} MB; ≤ ${goals[turns].inUse} MB`,
	);
}

async function withoutScreen({how, args}: Way, home: string, debate: string, turns: Turns): Promise<Row> {
	const child = spawnProgram(process.execPath, [program, ...args(debate)], {
		cwd: home,
		env: environment(home),
		stdio: 'ignore',
	});
	let peak = 0;
	const looking = setInterval(() => void (peak = Math.max(peak, peakOf(child.pid))), 20);
	const [code] = await once(child, 'exit');
	clearInterval(looking);
	// What is told again and again here ends as no debate does, which `verify` says; that is no fault of the program.
	if (code === null) throw new Error(`the program was ended while ${turns} turns were ${how}`);
	return row(
		`memory with ${counted(turns)} turns ${how} headless, at its most`,
		`${peak.toFixed(0)} MB`,
		`≤ ${goals[turns].peak} MB`,
	);
}

const counted = (turns: number): string => turns.toLocaleString('en-US');
