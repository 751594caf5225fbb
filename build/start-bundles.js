// Puts the chunks that home needs into few files: each file costs half a millisecond to find, read and link.
import {writeFile} from 'node:fs/promises';
import path from 'node:path';
import {build} from 'esbuild';
import {bundling} from './bundling.js';

/**
 * What begins with which sources; home is the last two, its first frame and its list. Chunks that the same of these need
 * are one bundle, so that none loads what it does not need.
 */
const starts = [
	['src/cli/cli.ts'],
	['src/cli/program.ts', 'src/cli/registry.ts'],
	['src/cli/run.ts'],
	['src/cli/verify.ts'],
	['src/cli/home.ts', 'src/ui/app/show.tsx'],
	['src/app/setup/home-port.ts', 'src/ui/app/app.tsx', 'src/ui/app/use-navigation.ts'],
];

/** @typedef {import('esbuild').Metafile['outputs']} Outputs */

/**
 * Bundles the chunks anew, and leaves in the place of each one a file that gives on what it gave.
 * @param {string} outdir
 * @param {Outputs} outputs
 * @param {import('esbuild').BuildOptions} options
 */
export async function bundleStart(outdir, outputs, options = {}) {
	const files = new Map(Object.entries(outputs).map(([file, output]) => [path.basename(file), output]));
	const needed = starts.map(sources => closure(files, sources));
	// The program itself stays: it awaits what it imports, which is in these bundles.
	const chunks = new Set(needed.slice(-2).flatMap(each => [...each])).difference(new Set(['cli.js']));
	/** @param {string} file */
	const useOf = file => needed.map(each => Number(each.has(file))).join('');
	const taken = new Map([...chunks].map(file => [file, `start-${useOf(file)}.js`]));
	for (const name of new Set(taken.values())) await writeBundle(outdir, name, {files, taken, options});
	for (const file of taken.keys()) await writeFile(path.join(outdir, file), inPlaceOf(file, files, taken));
}

/**
 * All chunks that these sources are in, or that those import.
 * @param {ReadonlyMap<string, Outputs[string]>} files
 * @param {readonly string[]} sources
 */
function closure(files, sources) {
	const found = new Set();
	/** @param {string} file */
	const add = file => {
		if (found.has(file)) return;
		found.add(file);
		for (const {path: to, kind} of files.get(file)?.imports ?? [])
			if (kind === 'import-statement' && files.has(path.basename(to))) add(path.basename(to));
	};
	for (const [file, {entryPoint}] of files) if (entryPoint && sources.includes(entryPoint)) add(file);
	return found;
}

/** @param {string} file */
const prefixOf = file => `${path.parse(file).name.replaceAll(/\W/gu, '_')}_`;

/**
 * A statement that gives on from there what a chunk gives, each name as `named` says.
 * @param {Outputs[string] | undefined} chunk
 * @param {string} from
 * @param {(name: string) => string} named
 */
function givenOn(chunk, from, named) {
	const names = chunk?.exports ?? [];
	const what = names.length === 0 ? 'import' : `export {${names.map(named).join(', ')}} from`;
	return `${what} ${JSON.stringify(from)};\n`;
}

/**
 * Writes a bundle of chunks, in which each name has its chunk's before it.
 * @param {string} outdir
 * @param {string} bundle
 * @param {{files: ReadonlyMap<string, Outputs[string]>, taken: ReadonlyMap<string, string>, options: import('esbuild').BuildOptions}} of
 *   `taken` has the bundle of each chunk
 */
async function writeBundle(outdir, bundle, {files, taken, options}) {
	const own = [...taken].flatMap(([file, into]) => (into === bundle ? [file] : []));
	const contents = own
		.map(file => givenOn(files.get(file), `./${file}`, name => `${name} as ${prefixOf(file)}${name}`))
		.join('');
	await build({
		...bundling,
		...options,
		splitting: false,
		banner: {},
		stdin: {contents, resolveDir: outdir, sourcefile: 'start'},
		outfile: path.join(outdir, bundle),
		plugins: [
			{
				name: 'other-chunks',
				setup({onResolve, onLoad}) {
					onResolve({filter: /^\.\//}, ({path: to, kind}) => {
						const file = path.basename(to);
						const into = kind === 'dynamic-import' ? undefined : taken.get(file);
						if (into === bundle) return undefined;
						return into === undefined ? {path: to, external: true} : {path: file, namespace: 'taken'};
					});
					onLoad({filter: /.*/, namespace: 'taken'}, ({path: file}) => ({
						contents: inPlaceOf(file, files, taken),
						resolveDir: outdir,
					}));
				},
			},
		],
	});
}

/**
 * What stands in the place of a chunk that a bundle has.
 * @param {string} file
 * @param {ReadonlyMap<string, Outputs[string]>} files
 * @param {ReadonlyMap<string, string>} taken
 */
const inPlaceOf = (file, files, taken) =>
	givenOn(files.get(file), `./${taken.get(file)}`, name => `${prefixOf(file)}${name} as ${name}`);
