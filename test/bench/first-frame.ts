/** From the start of the program to the first thing on the screen, beside the smallest bundled Ink app there can be. */
import {spawn} from '@lydell/node-pty';
import {build} from 'esbuild';
import {mkdtempSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {bundling} from '../../build/bundling.js';
import {median, row, type Row} from './report.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'rostrum-frame-'));
const runs = 15;

/** Milliseconds until the program has drawn the word. */
function firstFrame(program: string, word: string): Promise<number> {
	const began = performance.now();
	const child = spawn(process.execPath, [program], {
		name: 'xterm-256color',
		cols: 120,
		rows: 40,
		cwd: process.cwd(),
		env: {...process.env, TERM: 'xterm-256color', CI: 'false', ROSTRUM_HOME: folder},
	});
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
 * Bundled as we are, and started as we are: a launcher that switches the compile cache on before anything large is
 * loaded.
 */
async function bareInk(): Promise<string> {
	writeFileSync(
		path.join(folder, 'bare.tsx'),
		"import {Box, render, Text} from 'ink';\nrender(<Box><Text>bare</Text></Box>, {alternateScreen: true});\nsetInterval(() => {}, 1000);\n",
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
}
