/** Finds what stands around a change in the files of its repository, with `git grep`. Nothing there is run. */
import {existsSync, realpathSync} from 'node:fs';
import {join} from 'node:path';
import {textOfBytes} from '../../../debate/text/hidden.ts';
import {gitIn, type Git} from '../../../engine/host/git.ts';
import {
	type Chunk,
	calledNames,
	changedNames,
	chunksOf,
	declarationsOf,
	filesAround,
	filesNaming,
	type FoundLine,
	grepLines,
	hunkHeads,
	moduleNames,
	movesIn,
	shortFiles,
	usesOf,
} from '../around.ts';
import {parseDiff, type DiffFile} from '../diff-files.ts';

/** `diff` is the change as a diff, or what git is asked for it; without a `revision`, files are read as they are. */
export type ChangeToRead = {
	readonly diff: string | readonly string[];
	readonly revision: string | undefined;
	readonly cwd: string;
};

/** Files that call what the change changes, or declare what it calls; none where git cannot say. */
export async function readAround(files: readonly DiffFile[], change: ChangeToRead): Promise<DiffFile[]> {
	const found = await gitIn(change.cwd)(['rev-parse', '--show-toplevel']);
	const top = found.out.replace(/\n$/u, '');
	if (!found.ok || top === '') return [];
	const git = gitIn(top);
	const stale = await oldNames(files, {git, top, revision: change.revision});
	const diff = typeof change.diff === 'string' ? change.diff : await bareDiff(gitIn(change.cwd), change.diff);
	const changed = changedNames(parseDiff(diff), hunkHeads(diff));
	const called = calledNames(files);
	const search: Search = {git, top, revision: change.revision};
	const names = [...changed, ...called].map(({name}) => name);
	if (names.length === 0) return stale;
	const lines = (await grep(search, [], asWords([...new Set([...names, ...moduleNames(files)])]))).filter(
		line => line !== undefined,
	);
	const uses = usesOf(changed, lines, files);
	const imports = called.length === 0 ? [] : await importLines(search, [...new Set(called.map(({path}) => path))]);
	const declared = declarationsOf(called, lines, files, imports);
	const [around, before, short] = await Promise.all([
		linesAround(search, ['--function-context'], uses),
		linesAround(search, ['-B8', '-A13'], declared),
		shortOnes(search, [...uses, ...declared]),
	]);
	return [
		...stale,
		...filesAround({uses, chunks: chunksOf(around)}, {uses: declared, chunks: chunksOf(before)}, files, short),
	];
}

/** Lines that still name what was moved by its old path. */
async function oldNames(files: readonly DiffFile[], search: Search): Promise<DiffFile[]> {
	const moves = movesIn(files);
	if (moves.length === 0) return [];
	const stems = [...new Set(moves.map(({stem}) => escaped(stem)))];
	const words = `(${stems.join('|')})`;
	const asPath = `(^|[]/."'\`<(])${words}($|[]/."'\`>):;, ])`;
	const asModule = `(import|from|use|mod|require|include)[^"']*[[:space:]]${words}($|[^[:alnum:]_])`;
	const lines = await grep(search, [], ['-e', asPath, '-e', asModule]);
	return filesNaming(
		moves,
		lines.filter(line => line !== undefined),
	);
}

/** A change with nothing around it: the heads of its hunks name the functions that they are in. */
async function bareDiff(git: Git, [command = '', ...rest]: readonly string[]): Promise<string> {
	const form = ['--no-color', '--find-renames', '--ignore-submodules=dirty', '--unified=0', '--src-prefix=a/'];
	const {ok, out} = await git([command, ...form, '--dst-prefix=b/', ...rest], {bytes: true, functions: true});
	return ok ? textOfBytes(Buffer.from(out, 'latin1')) : '';
}

type Search = {readonly git: Git; readonly top: string; readonly revision: string | undefined};
/** A longer list of arguments is none that every system takes. */
const mostPaths = 60;

const linesAround = async (
	search: Search,
	how: readonly string[],
	uses: readonly (FoundLine & {names: readonly string[]})[],
) =>
	uses.length === 0
		? []
		: grep(
				search,
				how,
				asWords([...new Set(uses.flatMap(({names}) => names))]),
				[...new Set(uses.map(({path}) => path))].slice(0, mostPaths),
			);

/** All lines of those files that are short. */
async function shortOnes(search: Search, uses: readonly FoundLine[]): Promise<Chunk[]> {
	const paths = [...new Set(uses.map(({path}) => path))].slice(0, mostPaths);
	if (paths.length === 0) return [];
	const everyLine = ['-e', '^'];
	const counts = (await grep(search, ['--count'], everyLine, paths)).filter(line => line !== undefined);
	const short = shortFiles(counts.map(({path, number}) => ({path, lines: number})));
	return short.length === 0 ? [] : chunksOf(await grep(search, [], everyLine, short));
}

/** How a line begins that imports, in POSIX's notation; in Go it is a path alone. */
const importForm =
	'^[[:space:]]*((import|from|use|using|require|mod|export|include)[[:space:]]|\\}[[:space:]]*from|#[[:space:]]*include|"[^"]+"$)|require[[:space:]]*\\(|import[[:space:]]*\\(';

async function importLines(search: Search, paths: readonly string[]): Promise<FoundLine[]> {
	const lines = await grep(search, [], ['-e', importForm], paths.slice(0, mostPaths));
	return lines.filter(line => line !== undefined);
}

const grepForm = ['--no-color', '--no-column', '--full-name', '--no-recurse-submodules', '-n', '-z', '-I', '-E'];
const escaped = (word: string): string => word.replaceAll(/[$()*+.?[\\\]^{|}]/gu, String.raw`\$&`);
/**
 * Any of these words, as one pattern: git compares each line with each of several patterns.
 */
const asWords = (words: readonly string[]): string[] => ['-w', '-e', `(${words.map(escaped).join('|')})`];

/** Lines with this pattern, in these files or all. What git refuses is found nowhere. */
async function grep(
	{git, top, revision}: Search,
	how: readonly string[],
	pattern: readonly string[],
	paths: readonly string[] = [],
): Promise<(FoundLine | undefined)[]> {
	const {ok, out} = await git(
		[
			'grep',
			...grepForm,
			...how,
			...pattern,
			...(revision === undefined ? [] : [revision]),
			'--',
			...paths.map(path => `:(top,literal)${path}`),
		],
		{bytes: true, functions: true},
	);
	const lines = ok ? grepLines(textOfBytes(Buffer.from(out, 'latin1')), revision) : [];
	if (revision !== undefined) return lines;
	// In the place of a folder there may be a link, which leads anywhere.
	const own = new Map<string, boolean>();
	const isOwn = (path: string): boolean => {
		const file = join(realpathSync(top), path);
		const known = own.get(path) ?? (existsSync(file) && realpathSync(file) === file);
		own.set(path, known);
		return known;
	};
	return lines.filter(line => line === undefined || isOwn(line.path));
}
