/** Creates a folder per debate, named after its start time and title. */
import {expandPath} from '../../engine/host/expand-path.ts';
import {existsSync, mkdirSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {syncFolder} from '../../engine/host/write-whole.ts';
import {errorCode, UsageError} from '../../debate/usage-error.ts';
import {reasonOf} from '../../debate/text/words.ts';

const longestSlug = 48;

/**
 * A readable, portable file name: letters and digits of any script in lower case, words joined by `-`, cut between
 * words.
 */
export function slug(title: string): string {
	const [first = 'debate', ...words] =
		title
			.normalize('NFKD')
			.replaceAll(/\p{M}/gu, '')
			.toLowerCase()
			.match(/[\p{L}\p{N}]+/gu) ?? [];
	let name = new RegExp(`^.{0,${longestSlug}}`, 'u').exec(first)?.[0] ?? '';
	for (const word of words) {
		if (name.length + 1 + word.length > longestSlug) break;
		name += `-${word}`;
	}
	return name;
}

/** Local time as `yyyymmdd-hhmmss`. */
export function stampOf(date: Date): string {
	const two = (number: number): string => String(number).padStart(2, '0');
	return `${date.getFullYear()}${two(date.getMonth() + 1)}${two(date.getDate())}-${two(date.getHours())}${two(date.getMinutes())}${two(date.getSeconds())}`;
}

/** The folder for debates: the one set, else `./transcripts` if it exists, else the one in ROSTRUM_HOME. */
export function debatesFolder(out: string | undefined, homeTranscripts: string, cwd: string): string {
	if (out !== undefined) return expandPath(cwd, out);
	const here = join(cwd, 'transcripts');
	return existsSync(here) ? here : homeTranscripts;
}

/** Creates a new folder, never reusing one: two debates in the same second get `…-2`. Returns its path. */
export function makeDebateFolder(parent: string, title: string, date: Date): string {
	const name = join(parent, `${stampOf(date)}-${slug(title)}`);
	try {
		makeAll(parent);
		for (let number = 1; ; number++)
			if (makeNew(number === 1 ? name : `${name}-${number}`)) return number === 1 ? name : `${name}-${number}`;
	} catch (error) {
		if (errorCode(error) === undefined) throw error;
		throw new UsageError(
			{
				what: `The debate folder cannot be created: ${reasonOf(error)}`,
				value: parent,
				from: '--out, or where debates are kept',
				todo: 'Name another folder with --out.',
			},
			{cause: error},
		);
	}
}

/** Creates parent folders too. Node's `recursive` option can loop forever, for example in /proc. */
function makeAll(folder: string): void {
	if (existsSync(folder)) return;
	makeAll(dirname(folder));
	makeNew(folder);
}

function makeNew(folder: string): boolean {
	try {
		mkdirSync(folder, 0o700);
		syncFolder(dirname(folder));
		return true;
	} catch (error) {
		if (errorCode(error) === 'EEXIST') return false;
		throw error;
	}
}
