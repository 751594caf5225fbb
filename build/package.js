// `npm run package`: makes the folder `package/` as it is published, and its tarball. Everything is bundled, so what is
// installed has no dependencies; the licences of what is bundled lie beside it.
import {execFileSync} from 'node:child_process';
import {cp, mkdir, readdir, readFile, rm, stat, writeFile} from 'node:fs/promises';
import path from 'node:path';
import {build} from 'esbuild';
import {bundling, entryPoints, plugins} from './bundling.js';
import {licencesOf} from './licences.js';
import {bundleStart} from './start-bundles.js';

const root = bundling.absWorkingDir;
const target = path.join(root, 'package');
const mostBytes = 5_000_000;

await rm(target, {recursive: true, force: true});
const outdir = path.join(target, 'dist');
const short = {minifyWhitespace: true, legalComments: /** @type {const} */ ('none')};
const {metafile} = await build({...bundling, ...short, plugins, entryPoints, outdir, metafile: true});
await bundleStart(outdir, metafile.outputs, short);
for (const part of ['bin', 'data', 'presets', 'LICENSE', 'README.md', 'CHANGELOG.md'])
	await cp(path.join(root, part), path.join(target, part), {recursive: true});
await copySamples();
await copyDocs();
await writeFile(path.join(target, 'THIRD-PARTY-LICENSES.md'), await licencesOf(Object.keys(metafile.inputs), root));
await writeFile(path.join(target, 'package.json'), `${JSON.stringify(await manifest(), null, '\t')}\n`);

execFileSync('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', root], {
	cwd: target,
	stdio: 'ignore',
	shell: process.platform === 'win32',
});
const name = `rostrum-${(await manifest()).version}.tgz`;
const {size} = await stat(path.join(root, name));
process.stdout.write(`${name}: ${(size / 1e6).toFixed(2)} MB, packed from package/\n`);
if (size > mostBytes) throw new Error(`The tarball may have ${mostBytes / 1e6} MB at most.`);

/** What is published: nothing has to be installed with it, and nothing is built. */
async function manifest() {
	const whole = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
	const left = new Set(['scripts', 'dependencies', 'devDependencies', 'allowScripts']);
	const kept = Object.fromEntries(Object.entries(whole).filter(([field]) => !left.has(field)));
	return {...kept, files: [...whole.files, 'THIRD-PARTY-LICENSES.md'], man: 'docs/rostrum.1'};
}

/** The recorded samples: whatever else lies in that folder was debated here. */
async function copySamples() {
	const from = path.join(root, 'transcripts');
	for (const sample of (await readdir(from)).filter(each => each.startsWith('sample-')))
		await cp(path.join(from, sample), path.join(target, 'transcripts', sample), {recursive: true});
}

/** The pages: pictures and decisions are for those who have the repository. */
async function copyDocs() {
	const left = new Set(['pictures', 'decisions']);
	const from = path.join(root, 'docs');
	await mkdir(path.join(target, 'docs'));
	for (const each of (await readdir(from)).filter(part => !left.has(part)))
		await cp(path.join(from, each), path.join(target, 'docs', each), {recursive: true});
}
