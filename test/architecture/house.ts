/** `npm run house`: how well the code is kept, in figures; names what breaks a measure with `--list`. */
import {spawnSync} from 'node:child_process';
import {join} from 'node:path';
import {z} from 'zod';
import {packageRoot} from '../../src/engine/host/package-root.ts';
import {
	exportedNames,
	fileCycles,
	folderSizes,
	formatsInEngine,
	formatsNamed,
	formatsSeen,
	formatsServed,
	linesOf,
	pagesOfOne,
	shortPages,
	typesDefinedTwice,
	wideLines,
} from './measures.ts';
import {readModules} from './modules.ts';

const Diagnostics = z.object({
	diagnostics: z.array(z.object({code: z.string().optional(), message: z.string(), filename: z.string()})),
});

/** What the linter, which parses the code, finds with the rule that `npm run lint` holds as well. */
function longFunctions(): string[] {
	const linter = join(packageRoot, 'node_modules/.bin/oxlint');
	const {stdout} = spawnSync(linter, ['--format', 'json', 'src'], {cwd: packageRoot, encoding: 'utf8'});
	return Diagnostics.parse(JSON.parse(stdout))
		.diagnostics.filter(({code}) => code === 'eslint(max-lines-per-function)')
		.map(({message, filename}) => `${filename}: ${message}`);
}

const modules = readModules();
const [largest] = folderSizes(modules);
const lines = modules.reduce((sum, {source}) => sum + linesOf(source), 0);
const measures: readonly (readonly [string, readonly string[]])[] = [
	['lines over 120 columns, prose in strings and data apart', wideLines(modules)],
	['circles of files, dynamic imports counted', fileCycles(modules)],
	['files under 60 lines whose only importer lies in the same folder', shortPages(modules)],
	['engine files that know a format', formatsInEngine(modules)],
	['files that name a format by its id, its own apart', formatsNamed(modules)],
	['imports of one format’s events, state or views outside it', formatsSeen(modules)],
	['imports of one format’s folder by the commands and tools of that format', formatsServed(modules)],
	['functions over 60 lines, scripts apart', longFunctions()],
	['type names defined more than once', typesDefinedTwice(modules)],
];

process.stdout.write(
	`${modules.length} files, ${lines} lines, ${folderSizes(modules).length} folders; largest folder: ${largest?.folder} (${largest?.files})\n` +
		`${pagesOfOne(modules).length} files with one importer in the same folder; ${exportedNames(modules)} exported names\n`,
);
for (const [what, faults] of measures) {
	process.stdout.write(`${String(faults.length).padStart(5)}  ${what}\n`);
	if (process.argv.includes('--list')) for (const fault of faults) process.stdout.write(`         ${fault}\n`);
}
