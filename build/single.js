// `npm run package:single`: after `npm run package`, makes one executable file of Node and everything in `package/`.
import {execFileSync} from 'node:child_process';
import {
	chmodSync,
	copyFileSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {gzipSync} from 'node:zlib';
import {inject} from 'postject';
import {bundling} from './bundling.js';

const root = bundling.absWorkingDir;
const source = path.join(root, 'package');
const target = path.join(root, process.platform === 'win32' ? 'rostrum.exe' : 'rostrum');
// What Node looks for to know that it carries a program: https://nodejs.org/api/single-executable-applications.html
const fuse = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

const working = mkdtempSync(path.join(tmpdir(), 'rostrum-single-'));
try {
	const asset = path.join(working, 'package.gz');
	writeFileSync(asset, packed());
	const blob = path.join(working, 'program.blob');
	const config = path.join(working, 'sea.json');
	const main = path.join(root, 'build', 'single', 'main.cjs');
	writeFileSync(
		config,
		JSON.stringify({main, output: blob, disableExperimentalSEAWarning: true, assets: {package: asset}}),
	);
	execFileSync(process.execPath, ['--experimental-sea-config', config], {stdio: ['ignore', 'ignore', 'inherit']});
	rmSync(target, {force: true});
	copyFileSync(process.execPath, target);
	chmodSync(target, 0o755);
	// A signature does not hold for a changed file, and macOS starts nothing without one.
	if (process.platform === 'darwin') execFileSync('codesign', ['--remove-signature', target]);
	await inject(target, 'NODE_SEA_BLOB', readFileSync(blob), {
		sentinelFuse: fuse,
		...(process.platform === 'darwin' && {machoSegmentName: 'NODE_SEA'}),
	});
	if (process.platform === 'darwin') execFileSync('codesign', ['--sign', '-', target]);
} finally {
	rmSync(working, {recursive: true, force: true});
}
process.stdout.write(`${path.basename(target)}: ${(statSync(target).size / 1e6).toFixed(0)} MB\n`);

/** A line of JSON with the names and lengths of all files, then the files, compressed. */
function packed() {
	const names = readdirSync(source, {recursive: true, withFileTypes: true})
		.filter(entry => entry.isFile())
		.map(entry => path.relative(source, path.join(entry.parentPath, entry.name)))
		.toSorted();
	const files = names.map(name => [name.split(path.sep).join('/'), readFileSync(path.join(source, name))]);
	files.push(['bin/single.cjs', Buffer.from("import('./rostrum.js');\n")]);
	const index = files.map(([name, content]) => [name, content.length]);
	return gzipSync(Buffer.concat([Buffer.from(`${JSON.stringify(index)}\n`), ...files.map(([, content]) => content)]));
}
