/** Holds what a side quotes of the code against the files at the commit, or as they are; nothing else is read. */
import {lstatSync, realpathSync} from 'node:fs';
import {join} from 'node:path';
import {foundInWords} from '../../../debate/views/citations.ts';
import type {Effects} from '../../../engine/floor.ts';
import {gitIn} from '../../../engine/host/git.ts';
import {readRegularBytes} from '../../../engine/host/regular-file.ts';
import {quotedFiles, type QuotedFiles} from '../../../sources/quoted-files.ts';
import {NotReadable} from '../../../sources/document-text.ts';
import type {CodeDebateConfig} from '../config.ts';
import {HoldQuotations, type QuotationsHeld} from '../quotations.ts';

/** The repository and the commit, or its files as they are; `base` is before the change. */
type Quotable = NonNullable<CodeDebateConfig['quotes']>;

/** The most that one file may have, in bytes. */
const mostBytes = 2_000_000;
/** Passages that one place names at most. */
const mostIds = 4;
/** The folder that files before the change are listed in. */
const before = 'before the change/';

/** The effect, and who answers for what was read. `changed` are the subject’s files, which are looked through first. */
export function quotationEffects(
	quotable: Quotable | undefined,
	changed: readonly string[],
): {readonly effects: Effects; readonly desk: QuotedFiles['desk']} {
	const files = quotedFiles(quotable ? readerOf(quotable) : async () => undefined);
	return {
		desk: files.desk,
		effects: {
			'hold-quotations': async (input): Promise<QuotationsHeld> => {
				const {places, known} = HoldQuotations.parse(input);
				const names = places.map(({path, old}) => nameFor(path, old, changed));
				const older = quotable?.base === undefined ? [] : changed.map(path => before + path);
				const documents = await files.read(places.length === 0 ? [] : [...names, ...changed, ...older], known);
				const held = places.map(({from, to, quote}, index) => {
					const name = names[index] ?? '';
					const ids = files.at(name, {from, to}) ?? (changed.includes(name) ? [] : undefined);
					const fault = quote === undefined || !quotable ? null : faultOf(files, quote, ids ?? []);
					// A file that is not there is no document: whatever is said to stand in it stands nowhere.
					const named = quotable ? (ids ?? ['S0']).slice(0, mostIds) : [];
					return {ids: [...named], fault: fault && `${fault} (${places[index]?.path}:${from})`};
				});
				return {documents: documents.map(each => ({...each})), places: held};
			},
		},
	};
}

const tooLarge = (): NotReadable => new NotReadable(`it has more than ${mostBytes / 1e6} MB`);

/** What a quotation has that the file has not, in words. */
function faultOf({desk}: QuotedFiles, quote: string, ids: readonly string[]): string | null {
	const found = desk.check({quote, before: '', ids});
	if (!found || ['verified', 'misplaced', 'translated'].includes(found.standing)) return null;
	const {standing, sense, differences} = found;
	const words = foundInWords({
		offset: 0,
		sentence: 1,
		named: [...ids],
		quote,
		standing,
		// Whoever wrote it knows files and lines alone.
		passage: null,
		...(sense && {sense}),
		...(differences && {differences: differences.map(each => ({...each}))}),
	});
	return `the quotation \`${quote}\` is not word for word: ${words}`;
}

/** A file of the subject whose path ends so, else the path itself. */
function nameFor(path: string, old: boolean, changed: readonly string[]): string {
	const wanted = path.replace(/^\.?\//u, '');
	const name = changed.find(each => each === wanted) ?? changed.find(each => each.endsWith(`/${wanted}`)) ?? wanted;
	return old ? before + name : name;
}

/** Of a commit, what is in it; of files as they are, what git knows or does not ignore, and no link leads out. */
function readerOf({repo, revision, base}: Quotable): (name: string) => Promise<Buffer | undefined> {
	const git = gitIn(repo);
	const blob = async (commit: string, path: string): Promise<Buffer | undefined> => {
		const size = await git(['cat-file', '-s', `${commit}:${path}`]);
		if (!size.ok) return undefined;
		if (Number(size.out) > mostBytes) throw tooLarge();
		const {ok, out} = await git(['cat-file', 'blob', `${commit}:${path}`], {bytes: true});
		return ok ? Buffer.from(out, 'latin1') : undefined;
	};
	return async name => {
		if (name.startsWith(before)) return base === undefined ? undefined : blob(base, name.slice(before.length));
		if (revision !== undefined) return blob(revision, name);
		const known = await git([
			'ls-files',
			'--cached',
			'--others',
			'--exclude-standard',
			'-z',
			'--',
			`:(literal)${name}`,
		]);
		if (!known.ok || !known.out.split('\0').includes(name)) return undefined;
		const file = join(realpathSync(repo), name);
		if (!lstatSync(file, {throwIfNoEntry: false})?.isFile() || realpathSync(file) !== file) return undefined;
		const bytes = readRegularBytes(file, mostBytes + 1);
		if (bytes.length > mostBytes) throw tooLarge();
		return bytes;
	};
}
