/** Finds the journal for what the user named: a debate's folder, its journal, or nothing. */
import {existsSync, readdirSync, statSync, type Dirent} from 'node:fs';
import {join, resolve} from 'node:path';
import {packageRoot} from '../../engine/host/package-root.ts';
import {UsageError} from '../../debate/usage-error.ts';

export const journalName = 'debate.jsonl';

/** A recorded sample, by its name alone. */
const isSample = /^sample-[\w-]+$/u;

/**
 * The journal at a path, or `debate.jsonl` in that folder. Searches `cwd`, then the debates in `folder`, then the
 * samples that Rostrum brings. Throws `UsageError`.
 */
export function findJournal(named: string, cwd: string, folder?: string): string {
	const samples = isSample.test(named) ? [join(packageRoot, 'transcripts', named)] : [];
	const places = [
		...new Set([resolve(cwd, named), ...(folder === undefined ? [] : [resolve(folder, named)]), ...samples]),
	];
	const found = places
		.flatMap(place => [join(place, journalName), place])
		.find(place => statSync(place, {throwIfNoEntry: false})?.isFile());
	if (found !== undefined) return found;
	throw new UsageError({
		what: 'There is no debate here',
		value: named,
		from: 'what was named',
		todo: `Name a ${journalName}, or the folder that holds one; looked in ${places.join(' and ')}.`,
	});
}

/** The newest debate in a folder of debates; undefined if it has none or is itself a debate's folder. */
export const newestJournal = (folder: string): string | undefined =>
	statSync(folder, {throwIfNoEntry: false})?.isDirectory() && !existsSync(join(folder, journalName))
		? journalsUnder(folder)[0]
		: undefined;

const isFile = (entry: Dirent): boolean =>
	entry.isSymbolicLink()
		? statSync(join(entry.parentPath, entry.name), {throwIfNoEntry: false})?.isFile() === true
		: entry.isFile();

/** All journals below a folder, sorted by path, newest first. */
export function journalsUnder(folder: string): string[] {
	if (!existsSync(folder)) return [];
	return readdirSync(folder, {recursive: true, withFileTypes: true})
		.filter(entry => entry.name === journalName && isFile(entry))
		.map(entry => join(entry.parentPath, entry.name))
		.toSorted()
		.toReversed();
}
