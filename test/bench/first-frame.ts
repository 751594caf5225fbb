/**
 * From the start of the program to the first thing on the screen, beside the smallest bundled Ink app there can be.
 * Both were started before.
 */
import {spawn, type IPty} from '@lydell/node-pty';
import {build} from 'esbuild';
import {mkdtempSync, readFileSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {bundling} from '../../build/bundling.js';
import {median, row, type Row} from './report.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'rostrum-frame-'));
const runs = 15;

const start = (program: string): IPty =>
	spawn(process.execPath, [program], {
		name: 'xterm-256color',
		cols: 120,
		rows: 40,
		cwd: process.cwd(),
		env: {...process.env, TERM: 'xterm-256color', CI: 'false', ROSTRUM_HOME: folder},
	});

/** Milliseconds until the program has drawn the word. */
function firstFrame(program: string, word: string): Promise<number> {
	const began = performance.now();
	const child = start(program);
	return new Promise((resolve, reject) => {
		let seen = '';
		child.onData(data => {
			seen += data;
			if (!seen.includes(word)) return;
			resolve(performance.now() - began);
			child.kill('SIGKILL');
		});
		child.onExit(() => reject(new Error(`${program} ended without "${word}": ${seen}`)));
	});
}

/**
 * Starts it once and ends it with Ctrl+C: only a program that ends by itself keeps what Node has compiled of it, and
 * whoever starts it a second time has that.
 */
function keepCompiled(program: string, word: string): Promise<void> {
	const child = start(program);
	let seen = '';
	return new Promise(resolve => {
		child.onData(data => {
			if (!seen.includes(word) && (seen += data).includes(word)) child.write('\u0003');
		});
		child.onExit(() => resolve());
	});
}

/** What stands on the screen when a program is ready for a key, the key, and what its answer shows. */
type Ready = {readonly program: string; readonly word: string; readonly key: string; readonly answer: string};

/** Milliseconds of processor, the system's for it included, until it is ready and until it has answered. */
function processorTo({
	program,
	word,
	key,
	answer,
}: Ready): Promise<{readonly ready: number; readonly answered: number}> {
	const child = start(program);
	return new Promise((resolve, reject) => {
		let seen = '';
		let ready: number | undefined;
		const reading = child.onData(data => {
			seen += data;
			if (ready === undefined && seen.includes(word)) {
				ready = processorOf(child.pid);
				seen = '';
				child.write(key);
			} else if (ready !== undefined && seen.includes(answer)) {
				// What is still on its way comes from a process that is gone.
				reading.dispose();
				resolve({ready, answered: processorOf(child.pid)});
				child.kill('SIGKILL');
			}
		});
		child.onExit(() => reject(new Error(`${program} ended without "${answer}": ${seen}`)));
	});
}

/** Linux counts in hundredths of a second. */
const processorOf = (pid: number): number =>
	readFileSync(`/proc/${pid}/stat`, 'utf8')
		.split(') ')
		.at(-1)
		?.split(' ')
		.slice(11, 13)
		.reduce((sum, ticks) => sum + Number(ticks) * 10, 0) ?? Number.NaN;

/**
 * Bundled as we are, and started as we are: a launcher that switches the compile cache on before anything large is
 * loaded.
 */
async function bareInk(): Promise<string> {
	writeFileSync(
		path.join(folder, 'bare.tsx'),
		"import {Box, render, Text, useInput} from 'ink';\nimport {useState} from 'react';\nconst App = () => {\n\tconst [said, say] = useState('');\n\tuseInput(() => say('answered'));\n\treturn <Box><Text>bare {said}</Text></Box>;\n};\nrender(<App />, {alternateScreen: true});\n",
	);
	writeFileSync(
		path.join(folder, 'start.ts'),
		"import {enableCompileCache} from 'node:module';\nenableCompileCache();\nawait import('./bare.tsx');\n",
	);
	writeFileSync(path.join(folder, 'package.json'), '{"type": "module"}');
	await build({
		...bundling,
		entryPoints: [path.join(folder, 'start.ts')],
		outdir: path.join(folder, 'dist'),
		nodePaths: [path.resolve('node_modules')],
	});
	return path.join(folder, 'dist/start.js');
}

/** The two in turn, so that a machine that drifts drifts for both. */
export async function* firstFrames(): AsyncGenerator<Row> {
	const bare = await bareInk();
	const ours = path.resolve('bin/rostrum.js');
	await keepCompiled(bare, 'bare');
	await keepCompiled(ours, 'recorded');
	const times: {readonly bare: number[]; readonly ours: number[]} = {bare: [], ours: []};
	for (let run = 0; run <= runs; run++) {
		const [other, own] = [await firstFrame(bare, 'bare'), await firstFrame(ours, 'live debates')];
		if (run === 0) continue;
		times.bare.push(other);
		times.ours.push(own);
	}
	yield row(
		'start to first frame over a bundled bare Ink app, median',
		(median(times.ours) / median(times.bare)).toFixed(2),
		'≤ 1.3',
	);
	yield row(
		'start to first frame, median; a bundled bare Ink app',
		`${median(times.ours).toFixed(0)} ms`,
		'–',
		`${median(times.bare).toFixed(0)} ms`,
	);
	if (process.platform === 'linux') yield* processorTimes(bare, ours);
}

/** The same in turn, until our list stands and a key is answered with help. */
async function* processorTimes(bare: string, ours: string): AsyncGenerator<Row> {
	const own: Ready = {program: ours, word: 'recorded', key: '?', answer: 'start what is marked'};
	const other: Ready = {program: bare, word: 'bare', key: 'x', answer: 'answered'};
	const [theirs, its] = [new Array<Processor>(), new Array<Processor>()];
	for (let run = 0; run < runs; run++) {
		theirs.push(await processorTo(other));
		its.push(await processorTo(own));
	}
	for (const [name, of] of [
		['home’s list', ({ready}: Processor) => ready],
		['an answered key', ({answered}: Processor) => answered],
	] as const) {
		const [we, they] = [median(its.map(of)), median(theirs.map(of))];
		yield row(
			`start to ${name}, processor over a bundled bare Ink app, median`,
			`${(we / they).toFixed(1)}; ${we} ms`,
			'≤ 2.5',
			`1; ${they} ms`,
		);
	}
}

type Processor = Awaited<ReturnType<typeof processorTo>>;
