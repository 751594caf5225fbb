/**
 * What drawing takes while words stream, with a short and a long debate on the screen: processor, memory, and how soon
 * a key shows.
 */
import {spawn} from '@lydell/node-pty';
import {build} from 'esbuild';
import {copyFileSync, existsSync, mkdtempSync, readFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {setTimeout as wait} from 'node:timers/promises';
import {bundling, plugins} from '../../build/bundling.js';
import {writeLongDebate} from './long-debate.ts';
import {detail, median, row, type Row} from './report.ts';
import {StageResult, type StageTask} from './stage-task.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'rostrum-drawing-'));
const result = path.join(folder, 'result.json');
const [few, many] = [10, 10_000];
/** So many turns that all grow at once. */
const liveTurns = 50;
const journals = {[few]: path.join(folder, 'few.jsonl'), [many]: path.join(folder, 'many.jsonl')};

type Terminal = {
	write(text: string): void;
	/** Resolves when the program has sent such a text, from now on. */ sends(text: RegExp): Promise<void>;
};

async function bundleHost(): Promise<string> {
	const host = path.join(folder, 'host');
	await build({
		...bundling,
		plugins,
		entryPoints: ['test/bench/stage-host.tsx'],
		outdir: host,
		outExtension: {'.js': '.mjs'},
	});
	// What it looks for to find its own folder.
	copyFileSync('package.json', path.join(folder, 'package.json'));
	return path.join(host, 'stage-host.mjs');
}

/** Runs the host to its end, with somebody at its keys if wanted. */
async function measured(
	host: string,
	task: Omit<StageTask, 'result' | 'raw' | 'atOnce' | 'recorded'> & Partial<StageTask>,
	user?: (terminal: Terminal) => Promise<void>,
): Promise<StageResult> {
	const whole: StageTask = {result, raw: false, recorded: false, atOnce: 1, ...task};
	const child = spawn(process.execPath, [host, JSON.stringify(whole)], {
		name: 'xterm-256color',
		cols: 120,
		rows: 40,
		cwd: process.cwd(),
		env: {...process.env, CI: 'false'},
	});
	const ended = new Promise<number>(resolve => void child.onExit(({exitCode}) => resolve(exitCode)));
	let seen = '';
	let listen = (_text: string) => {};
	child.onData(data => {
		seen = (seen + data).slice(-20_000);
		listen(seen);
	});
	const used = user?.({
		write: text => child.write(text),
		sends: text =>
			new Promise(resolve => {
				seen = '';
				listen = all => (text.test(all) ? resolve() : undefined);
			}),
	});
	const exitCode = await ended;
	// A user who still waits for a text waits in vain.
	if (used && !(await Promise.race([used.then(() => true), wait(0, false)])))
		throw new Error(`the stage ended before it showed what was waited for: ${seen}`);
	if (exitCode !== 0 || !existsSync(result)) throw new Error(`the stage ended with ${exitCode}: ${seen}`);
	return StageResult.parse(JSON.parse(readFileSync(result, 'utf8')));
}

const per1000 = ({cpuMs, tokens}: StageResult): number => (cpuMs / tokens) * 1000;
const shareOfCore = ({cpuMs}: StageResult, seconds: number): string => `${(cpuMs / seconds / 10).toFixed(1)} %`;

/** Short and long in turn, so that a machine that drifts drifts for both. */
async function* lengths(host: string, tokensPerSecond: number): AsyncGenerator<Row> {
	const [short, long] = [new Array<number>(), new Array<number>()];
	let open: StageResult | undefined;
	for (let run = 0; run < 3; run++) {
		short.push(per1000(await measured(host, {journal: journals[few] ?? '', tokensPerSecond, seconds: 5})));
		open = await measured(host, {journal: journals[many] ?? '', tokensPerSecond, seconds: 5});
		long.push(per1000(open));
	}
	const raw = per1000(await measured(host, {journal: journals[few] ?? '', tokensPerSecond, seconds: 5, raw: true}));
	yield row(
		`processor per 1,000 tokens at ${tokensPerSecond} a second, ${many.toLocaleString('en-US')} turns over ${few}`,
		(median(long) / median(short)).toFixed(2),
		'≤ 1.1',
		'1.00',
	);
	yield detail(
		`the same in ms: ${few} / ${many.toLocaleString('en-US')} turns; words alone`,
		`${median(short).toFixed(0)} / ${median(long).toFixed(0)}; ${raw.toFixed(0)} ms`,
		tokensPerSecond < 500 ? '1,561; 143 ms' : '218; 21 ms',
	);
	yield row(
		`memory with ${many.toLocaleString('en-US')} turns open, ${tokensPerSecond} tokens a second; at its most`,
		`${open?.rssMb.toFixed(0) ?? ''} MB; ${open?.peakMb.toFixed(0) ?? ''} MB`,
		'≤ 400 MB',
		'135–214 MB',
	);
}

/** How soon help is there, and the transcript scrolled, while six speakers stream. */
async function keys(host: string): Promise<Row> {
	const took: number[] = [];
	await measured(host, {journal: journals[many] ?? '', tokensPerSecond: 1000, seconds: 16}, async ({write, sends}) => {
		await sends(/following/u);
		await wait(3000);
		for (let press = 0; press < 40; press++) {
			const [key, shows] =
				press % 2 === 0 ? (['k', /newer turn|more of this turn/u] as const) : (['G', /following/u] as const);
			const began = performance.now();
			const shown = sends(shows);
			write(key);
			await shown;
			took.push(performance.now() - began);
			await wait(100 + ((press * 37) % 50));
		}
	});
	return row(
		'from a key to the screen at 1,000 tokens a second, median / most',
		`${median(took).toFixed(0)} / ${Math.max(...took).toFixed(0)} ms`,
		'≤ 50 ms',
	);
}

export async function* drawing(): AsyncGenerator<Row> {
	const host = await bundleHost();
	for (const turns of [few, many]) await writeLongDebate(journals[turns] ?? '', turns);
	yield* lengths(host, 100);
	yield* lengths(host, 1000);
	for (const [atOnce, how] of [
		[1, 'one after the other'],
		[6, 'at once'],
	] as const) {
		const load = await measured(host, {journal: journals[many] ?? '', tokensPerSecond: 1000, seconds: 8, atOnce});
		yield row(
			`of a core at 1,000 tokens a second, six speakers ${how}, ${many.toLocaleString('en-US')} turns`,
			shareOfCore(load, 8),
			'≤ 25 %',
			'21.8 %',
		);
	}
	const streaming = await measured(host, {
		journal: journals[few] ?? '',
		tokensPerSecond: 1000,
		seconds: 20,
		atOnce: liveTurns,
	});
	yield row(
		`memory with ${liveTurns} live turns at 1,000 tokens a second for 20 s, 120×40; at its most`,
		`${streaming.peakMb.toFixed(0)} MB`,
		'≤ 250 MB',
	);
	const played = await measured(host, {journal: journals[many] ?? '', tokensPerSecond: 0, seconds: 2, recorded: true});
	yield row(
		`memory with a recording of ${many.toLocaleString('en-US')} turns open, played to its end and gone back in; at its most`,
		`${played.rssMb.toFixed(0)} MB; ${played.peakMb.toFixed(0)} MB`,
		'≤ 400 MB',
	);
	yield await keys(host);
}
