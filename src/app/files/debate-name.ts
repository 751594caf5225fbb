/** The name that a user gives a debate held before, in a file beside its journal: what was said stays as it is. */
import {existsSync, rmSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {cleanText} from '../../debate/text/intake.ts';
import {oneLine} from '../../debate/text/words.ts';
import {UsageError} from '../../debate/usage-error.ts';
import {readRegularFile} from '../../engine/host/regular-file.ts';
import {writeWhole} from '../../engine/host/write-whole.ts';
import {isShipped, nameFile} from './debate-folders.ts';

/** Characters of the longest name. */
const longest = 150;

/** What the user calls the debate of that journal, in one line; undefined where it was given no name. */
export function nameBeside(journal: string): string | undefined {
	const file = join(dirname(journal), nameFile);
	if (!existsSync(file)) return undefined;
	const name = oneLine(cleanText(readRegularFile(file))).slice(0, longest);
	return name === '' ? undefined : name;
}

/** Gives a debate a name; an empty one takes it away. Throws `UsageError` for a recording that comes with Rostrum. */
export function keepName(journal: string, given: string): void {
	const folder = dirname(journal);
	const name = oneLine(cleanText(given));
	if (isShipped(folder))
		throw new UsageError({
			what: 'A recording that comes with Rostrum keeps its name',
			value: folder,
			todo: 'Rename debates of your own.',
		});
	if (name.length > longest)
		throw new UsageError({
			what: `A name has at most ${longest} characters, and this one ${name.length}`,
			value: name,
			todo: 'Shorten it.',
		});
	const file = join(folder, nameFile);
	if (name === '') rmSync(file, {force: true});
	else writeWhole(file, `${name}\n`);
}
