/** From the start of the program to the first thing on the screen, beside the smallest bundled Ink app there can be. */
import {spawn} from '@lydell/node-pty';
import {build} from 'esbuild';
import {mkdtempSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {median, row} from './report.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'rostrum-frame-'));
const runs = 15;

/** Milliseconds until the program has drawn a letter. */
function firstFrame(args: readonly string[]): Promise<number> {
	const began = performance.now();
	const child = spawn(process.execPath, [...args], {name: 'xterm-256color', cols: 120, rows: 40, cwd: process.cwd(), env: {...process.env, TERM: 'xterm-256color', CI: 'false', ROSTRUM_HOME: folder}});
	return new Promise(resolve => {
		let seen = '';
		child.onData(data => {
			seen += data;
			if (!/[a-z█▀]{3}/iu.test(seen.replace(/\u001B\[[0-9;?=<>]*[A-Za-z]|\u001B\][^\u0007]*\u0007/gu, ''))) return;
			resolve(performance.now() - began);
			child.kill('SIGKILL');
		});
	});
}

async function bareInk(): Promise<string> {
	const source = path.join(folder, 'bare.tsx');
	writeFileSync(source, "import {Box, render, Text} from 'ink';\nrender(<Box><Text>bare</Text></Box>, {alternateScreen: true});\nsetInterval(() => {}, 1000);\n");
	const outfile = path.join(folder, 'bare.js');
	await build({
		stdin: {contents: "import {enableCompileCache} from 'node:module'; enableCompileCache(); await import('./bare.tsx');", resolveDir: folder, loader: 'ts'}, outfile, bundle: true, platform: 'node', format: 'esm', target: 'node22',
		jsx: 'automatic', minifySyntax: true, nodePaths: [path.resolve('node_modules')], define: {'process.env.NODE_ENV': '"production"'}, alias: {'react-devtools-core': path.resolve('build/devtools.js')},
		banner: {js: "import{createRequire as __cr}from'node:module';const require=__cr(import.meta.url);"},
	});
	return outfile;
}

/** The two in turn, so that a machine that drifts drifts for both. */
export async function firstFrames(): Promise<void> {
	const bare = await bareInk();
	const ours = path.resolve('bin/rostrum.js');
	const times: {readonly bare: number[]; readonly ours: number[]} = {bare: [], ours: []};
	for (let run = 0; run <= runs; run++) {
		const [other, own] = [await firstFrame([bare]), await firstFrame([ours])];
		if (run === 0) continue;
		times.bare.push(other);
		times.ours.push(own);
	}
	row('start to first frame over a bundled bare Ink app, median', (median(times.ours) / median(times.bare)).toFixed(2), '≤ 1.3');
	row('start to first frame, median ms: ours / bare Ink', `${median(times.ours).toFixed(0)} / ${median(times.bare).toFixed(0)}`, 'reported', '137–173 / 116–151');
}
