/**
 * A specification as a file: read with its hash, replaced atomically and only if it still is the version that was read,
 * with the previous version saved beside it. The debate sees the text cleaned (see debate/text/intake.ts); lines that
 * nobody changed go back into the file byte for byte.
 */
import {
	chmodSync,
	closeSync,
	existsSync,
	fsyncSync,
	openSync,
	realpathSync,
	renameSync,
	statSync,
	unlinkSync,
	writeSync,
} from 'node:fs';
import {dirname, resolve} from 'node:path';
import {hiddenIn, showHiddenInProse, weightOf, withHidden} from '../../../debate/text/hidden.ts';
import {cleanText} from '../../../debate/text/intake.ts';
import {changesBetween, maxSpecBytes, tooLarge} from '../document.ts';
import {sha256} from '../../../engine/host/hash.ts';
import {syncFolder} from '../../../engine/host/write-whole.ts';
import {isDiskRefusal, UsageError} from '../../../debate/usage-error.ts';
import {validate, validationMessage} from '../validation.ts';
import {decodeText, encodeText, NotText} from '../../../debate/text/text-file.ts';
import {readRegularBytes} from '../../../engine/host/regular-file.ts';

/** `text` is what is debated; `hash` is of the file's bytes. */
export type SpecText = {
	readonly file: string;
	readonly text: string;
	readonly hash: string;
	/** Lines with hidden characters, which the text shows as escapes. */
	readonly hidden: readonly {readonly line: number; readonly names: string}[];
};

/** Why a file was not read, written or put back, in words for the user. */
export class SpecRefused extends Error {
	override readonly name = 'SpecRefused';
}

/** Where the previous version is saved. */
export const previousVersionOf = (file: string): string => `${file}.previous`;

/** Reads a specification; `file` is its real path. Throws `SpecRefused`: missing, too large, empty, no text. */
export function readSpec(file: string): SpecText {
	const {real, bytes} = contentOf(file);
	const raw = decoded(real, bytes).text;
	const text = cleanText(showHiddenInProse(withLineFeeds(raw)));
	if (text.trim() === '') throw new SpecRefused(`${file} is empty: there is nothing to debate.`);
	const hidden = withLineFeeds(raw)
		.split('\n')
		.flatMap((line, at) => {
			const names = hiddenIn(line).flatMap(({kind, name}) => (weightOf[kind] === 'major' ? [name] : []));
			return names.length === 0 ? [] : [{line: at + 1, names: [...new Set(names)].join('; ')}];
		});
	return {file: real, text, hash: sha256Of(bytes), hidden};
}

/** A file whose lines end with carriage returns alone has line feeds in their place. */
const withLineFeeds = (raw: string): string => (raw.includes('\n') ? raw : raw.replaceAll('\r', '\n'));

function contentOf(file: string): {real: string; bytes: Buffer} {
	try {
		const real = realpathSync(file);
		const about = statSync(real);
		const {size} = about;
		if (about.isDirectory())
			throw new SpecRefused(`${file} is a folder. Name the file in it that is the specification.`);
		if (!about.isFile()) throw new SpecRefused(`${file} is no file. Name one, or pipe it in by the name "-".`);
		if (size > maxSpecBytes) throw new SpecRefused(tooLarge(file, size, maxSpecBytes));
		return {real, bytes: readRegularBytes(real)};
	} catch (error) {
		if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
			throw new SpecRefused(`There is no file ${file}. Name one that is there.`, {cause: error});
		throw asRefusal(error, `${file} cannot be read`);
	}
}

function decoded(file: string, bytes: Buffer): ReturnType<typeof decodeText> {
	try {
		return decodeText(bytes);
	} catch (error) {
		if (!(error instanceof NotText)) throw error;
		throw new SpecRefused(`${file} cannot be read: ${error.message}, or name another file.`, {cause: error});
	}
}

/** The bytes of a file with its accepted text, saved as the file was. */
function rawBytes(file: string, bytes: Buffer, {original, text}: Pick<SaveSpecOptions, 'original' | 'text'>): Buffer {
	const {text: before, savedAs} = decoded(file, bytes);
	return encodeText(rawText(before, original, text), savedAs);
}

const sha256Of = (bytes: Buffer): string => sha256(bytes.toString('latin1'));

function asRefusal(error: unknown, what: string): unknown {
	return error instanceof Error && 'code' in error && !isDiskRefusal(error)
		? new SpecRefused(`${what}: ${error.message}.`, {cause: error})
		: error;
}

type SaveSpecOptions = {
	readonly file: string;
	/** Of the file as it was read. */ readonly hash: string;
	/** The text as it was debated, and as it was accepted. */ readonly original: string;
	readonly text: string;
};

/**
 * Replaces the version that was read with the accepted text, by renaming, so that at any moment one of the two is there
 * whole. Returns where the old version is saved. Throws `SpecRefused` if the file has changed meanwhile, or a change
 * would overwrite something that was hidden from the debate.
 */
export function saveSpec({file, hash, original, text}: SaveSpecOptions): {
	readonly file: string;
	readonly kept: string;
} {
	const {real, bytes} = contentOf(file);
	const kept = previousVersionOf(real);
	if (sha256Of(bytes) !== hash && isOurs({kept, bytes, hash, original, text})) return {file: real, kept};
	if (sha256Of(bytes) !== hash)
		throw new SpecRefused(
			`${real} has changed since it was read, so it was not written over. Debate it again, or take the changes over by hand.`,
		);
	const made = rawBytes(real, bytes, {original, text});
	try {
		replace(kept, bytes, real);
		// Checked once more as late as possible: a change between this and the renaming goes unnoticed.
		if (sha256Of(readRegularBytes(real)) !== hash)
			throw new SpecRefused(`${real} has changed while it was being saved, so it was not written over.`);
		replace(real, made, real);
	} catch (error) {
		throw asRefusal(error, `${real} cannot be written`);
	}
	return {file: real, kept};
}

/** Whether the file already is what this save would make of the previous version: a crash came after saving. */
function isOurs({
	kept,
	bytes,
	hash,
	original,
	text,
}: Omit<SaveSpecOptions, 'file'> & {readonly kept: string; readonly bytes: Buffer}): boolean {
	if (!existsSync(kept)) return false;
	const before = readRegularBytes(kept);
	return sha256Of(before) === hash && rawBytes(kept, before, {original, text}).equals(bytes);
}

/** Swaps the file with its previous version, so that doing it again undoes it. */
export function restoreSpec(file: string): {readonly file: string; readonly kept: string} {
	const {real, bytes} = contentOf(file);
	const kept = previousVersionOf(real);
	if (!existsSync(kept))
		throw new SpecRefused(`There is no earlier version of ${real} to put back: ${kept} is not there.`);
	try {
		const before = readRegularBytes(kept);
		replace(real, before, real);
		replace(kept, bytes, real);
	} catch (error) {
		throw asRefusal(error, `${real} cannot be put back`);
	}
	return {file: real, kept};
}

/** Writes a file under another name, syncs it to disk, and renames it; with the permissions of `like`. */
function replace(file: string, bytes: Buffer, like: string): void {
	const fresh = `${file}.${process.pid}.new`;
	const descriptor = openSync(fresh, 'wx', 0o600);
	try {
		try {
			for (let done = 0; done < bytes.length;) done += writeSync(descriptor, bytes, done);
			fsyncSync(descriptor);
		} finally {
			closeSync(descriptor);
		}
		chmodSync(fresh, statSync(like).mode & 0o777);
		renameSync(fresh, file);
		syncFolder(dirname(file));
	} catch (error) {
		unlinkSync(fresh);
		throw error;
	}
}

const hidden = /\[redacted:[\w-]+\]/u;

/** The accepted text; unchanged lines and their ends are the file’s, new ones end as its first does. */
export function rawText(raw: string, original: string, text: string): string {
	if (raw === original) return text;
	const lineEnd = raw.includes('\n') ? /\r?\n/gu : /\r/gu;
	const contents = raw.split(lineEnd);
	const ends = raw.match(lineEnd) ?? [];
	const plain = original.split('\n');
	if (contents.length !== plain.length)
		throw new SpecRefused(
			'The file holds something that spans several lines and was hidden from the debate (such as a private key), so accepted changes cannot be put into it without losing that. Take them over by hand from the refined text.',
		);
	const made: {readonly content: string; readonly end: string | undefined}[] = [];
	const keep = (from: number, to: number): void => {
		for (let place = from; place < to; place++) made.push({content: contents[place] ?? '', end: ends[place]});
	};
	let at = 0;
	for (const {line, removed, added} of changesBetween(original, text)) {
		const touched = [...removed, ...added].find(each => hidden.test(each));
		if (touched !== undefined)
			throw new SpecRefused(
				`A change to line ${line} would write over what was hidden from the debate there ("${hidden.exec(touched)?.[0] ?? ''}"). Leave that change out, or take it over by hand.`,
			);
		keep(at, line - 1);
		const old = contents.slice(line - 1, line - 1 + removed.length);
		made.push(...added.map(content => ({content: withTheirHidden(content, old), end: undefined})));
		at = line - 1 + removed.length;
	}
	keep(at, contents.length);
	const usual = ends[0] ?? '\n';
	return made.map(({content, end}, place) => (place === made.length - 1 ? content : content + (end ?? usual))).join('');
}

/** A line that was written from one of these has the characters that were shown as escapes. */
const withTheirHidden = (content: string, old: readonly string[]): string =>
	old.reduce((text, line) => withHidden(text, line), content);

/** Runs what may throw `SpecRefused`. Throws a `UsageError` instead. */
export function asUsageError<T>(act: () => T): T {
	try {
		return act();
	} catch (error) {
		throw error instanceof SpecRefused ? new UsageError(error.message, {cause: error}) : error;
	}
}

// `rostrum run adversarial-spec SPEC.md --restore`: puts the previous version back.

/** Returns what to tell the user. Throws `UsageError`. */
export function restore(named: string | undefined, cwd: string): string {
	if (named === undefined)
		throw new UsageError({
			what: 'No file to restore is named',
			from: '--restore',
			todo: 'Name it: rostrum run adversarial-spec SPEC.md --restore',
		});
	const {file, kept} = asUsageError(() => restoreSpec(resolve(cwd, named)));
	const [fault] = validate(asUsageError(() => readSpec(file)).text);
	return `${file} is the version before again; the one that it took the place of is in ${kept}.\n${fault ? `${validationMessage(fault)}\n` : ''}`;
}
