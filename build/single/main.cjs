// What the single file runs: it lays the package's files out in the user's cache, once a version, and starts them.
'use strict';
const {createHash} = require('node:crypto');
const {existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync} = require('node:fs');
const {createRequire} = require('node:module');
const {homedir} = require('node:os');
const path = require('node:path');
const {getRawAsset} = require('node:sea');
const {runInThisContext} = require('node:vm');
const {gunzipSync} = require('node:zlib');

const packed = Buffer.from(getRawAsset('package'));
// The second is the file itself.
const [, , first, second = ''] = process.argv;

// Documents are read in a process of their own: Node forks it with its program first.
if (first === '-e') runAsNode(second);
else if (second === '--reads-documents') createRequire(first)(first);
else start(laidOut());

/**
 * Rostrum has Node itself run a few lines of its own, to end what it started if it is killed. Here Node is this file.
 * @param {string} code
 */
function runAsNode(code) {
	runInThisContext(`(require => {${code}\n})`)(require);
}

/** @param {string} root */
function start(root) {
	const program = path.join(root, 'bin', 'rostrum.js');
	// Where Rostrum starts itself again, it names its program first, as Node wants it.
	const from = path.basename(process.argv[2] ?? '') === 'rostrum.js' ? 3 : 2;
	process.argv = [process.argv[0], program, ...process.argv.slice(from)];
	createRequire(program)('./single.cjs');
}

/** The folder with the package's files. It is made under another name first: two may start at once. */
function laidOut() {
	const root = path.join(cacheFolder(), createHash('sha256').update(packed).digest('hex').slice(0, 16));
	if (existsSync(root)) return root;
	mkdirSync(path.dirname(root), {recursive: true, mode: 0o700});
	const making = mkdtempSync(`${root}-`);
	for (const [name, content] of filesIn(gunzipSync(packed))) {
		const file = path.join(making, ...name.split('/'));
		mkdirSync(path.dirname(file), {recursive: true});
		writeFileSync(file, content);
	}
	try {
		renameSync(making, root);
	} catch (error) {
		rmSync(making, {recursive: true, force: true});
		if (!existsSync(root)) throw error;
	}
	return root;
}

function cacheFolder() {
	const own = process.platform === 'win32' ? process.env.LOCALAPPDATA : process.env.XDG_CACHE_HOME;
	const usual = process.platform === 'darwin' ? ['Library', 'Caches'] : ['.cache'];
	return path.join(own || path.join(homedir(), ...usual), 'rostrum', 'single');
}

/** A line of JSON with names and lengths, then the files one after the other. @param {Buffer} all */
function* filesIn(all) {
	const end = all.indexOf('\n');
	let at = end + 1;
	for (const [name, length] of JSON.parse(all.toString('utf8', 0, end))) yield [name, all.subarray(at, (at += length))];
}
