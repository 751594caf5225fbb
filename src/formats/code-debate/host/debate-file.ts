/** DEBATE.md on disk: created by exactly one process; each process writes one side, and only if the file is as read. */
import {
	closeSync,
	fsyncSync,
	ftruncateSync,
	linkSync,
	openSync,
	readdirSync,
	renameSync,
	rmSync,
	statSync,
	writeFileSync,
	writeSync,
} from 'node:fs';
import {randomUUID} from 'node:crypto';
import {basename, dirname, join, resolve} from 'node:path';
import type {Append} from '../config.ts';
import {
	appendedText,
	headingOf,
	parseDebate,
	readHeading,
	titleText,
	type NewSection,
	type Role,
	appendRefusal,
	writerOf,
} from '../file.ts';
import {LockHeld, takeLock} from '../../../engine/host/append-lock.ts';
import {sha256} from '../../../engine/host/hash.ts';
import {atExit} from '../../../voices/at-exit.ts';
import {UsageError} from '../../../debate/usage-error.ts';
import {readUserText} from '../../../engine/host/regular-file.ts';

/** A process was about to write a section of the other side. */
export class ProtocolViolation extends Error {
	override readonly name = 'ProtocolViolation';
}

export type FileReading = {readonly text: string; readonly checksum: string};

/** The file as it is now; undefined if there is none, or none for a moment while it is replaced. */
export function readDebateFile(file: string): FileReading | undefined {
	try {
		const text = readBounded(file);
		return {text, checksum: sha256(text)};
	} catch (error) {
		if (codeOf(error) === 'ENOENT') return undefined;
		throw error;
	}
}

/** Far longer than any debate: patterns over a text without end would take all memory. */
const longestFile = 16_000_000;

/** Far more than any debate has; each is held against all before it, and nothing could be stopped meanwhile. */
const mostHeadings = 20_000;

/** The file's text. Throws the file system's error, and `UsageError` for one that is too large for a debate. */
export function readBounded(file: string): string {
	const {size} = statSync(file);
	if (size > longestFile) refuseSize(file, size, 'bytes', longestFile);
	const text = readUserText(file);
	let headings = 0;
	for (let at = text.indexOf('\n## '); at >= 0; at = text.indexOf('\n## ', at + 1)) headings++;
	if (headings > mostHeadings) refuseSize(file, headings, 'sections', mostHeadings);
	return text;
}

function refuseSize(file: string, found: number, unit: string, most: number): never {
	throw new UsageError({
		what: `The file has ${found.toLocaleString('en-US')} ${unit}; a Code Debate has at most ${most.toLocaleString('en-US')}`,
		value: file,
		todo: 'Name another file.',
	});
}

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);

/** The sides that this process has taken, by file. */
const taken = new Map<string, Role>();

/** Takes a side for the life of this process. Throws `ProtocolViolation` if it has the other one. */
export function takeSide(file: string, role: Role): void {
	const path = resolve(file);
	const before = taken.get(path);
	if (before !== undefined && before !== role)
		throw new ProtocolViolation(
			`this process is Agent ${before} of ${file} and cannot be Agent ${role} too: one process writes one side`,
		);
	taken.set(path, role);
}

/** The role taken on entering; `settle` is called once it is recorded where it survives a crash. */
export type ClaimedRole = {readonly role: Role; readonly settle: () => void};

/**
 * Opens the file with its title, or finds it there. However many come at once, one is A. The title is written under
 * another name and linked to the file's own, which takes it whole or not at all; an opener that died before `settle` is
 * followed by the next to come. If it died between writing its role down and that, and is resumed, there are two
 * openers, who wait for each other until the time-out.
 */
export function enterDebate(file: string, subject: string): ClaimedRole {
	const claim = `${claimOf(file)}${process.pid}-${randomUUID().slice(0, 8)}`;
	writeFileSync(claim, titleText(subject), {flag: 'wx'});
	const settle = (): void => rmSync(claim, {force: true});
	if (createFrom(claim, file, subject) || takeOverClaim(file, claim)) return {role: 'A', settle};
	settle();
	return {role: 'B', settle: () => undefined};
}

const claimOf = (file: string): string => join(dirname(file), `.${basename(file)}.claim-`);

function createFrom(claim: string, file: string, subject: string): boolean {
	try {
		linkSync(claim, file);
		return true;
	} catch (error) {
		if (codeOf(error) === 'EEXIST') return false;
		if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK', 'ENOSYS'].includes(String(codeOf(error)))) throw error;
	}
	try {
		writeFileSync(file, titleText(subject), {flag: 'wx'});
		return true;
	} catch (error) {
		if (codeOf(error) === 'EEXIST') return false;
		throw error;
	}
}

/** Takes over the claim of a dead process, if the file is still the one that process created. */
function takeOverClaim(file: string, claim: string): boolean {
	const {base, dir} = {base: basename(claimOf(file)), dir: dirname(file)};
	for (const name of readdirSync(dir).filter(each => each.startsWith(base) && each !== basename(claim))) {
		const left = join(dir, name);
		const [ours, theirs] = [file, left].map(path => statSync(path, {throwIfNoEntry: false})?.ino);
		if (ours === undefined || ours !== theirs || isAlive(Number(/^\d+/u.exec(name.slice(base.length))?.[0]))) continue;
		try {
			renameSync(left, claim);
			return true;
		} catch (error) {
			if (codeOf(error) !== 'ENOENT') throw error;
		}
	}
	return false;
}

function isAlive(pid: number): boolean {
	try {
		return process.kill(pid, 0);
	} catch (error) {
		return codeOf(error) === 'EPERM';
	}
}

/** The lock files of responders that this process holds. */
const held = new Set<string>();

/** Takes the responder's lock for the life of this process; false where another process holds it. */
export async function takeResponderLock(file: string): Promise<boolean> {
	const lockFile = join(dirname(resolve(file)), `.${basename(file)}.b.lock`);
	if (held.has(lockFile)) return true;
	try {
		const lock = await takeLock(lockFile, {waitMs: 0});
		held.add(lockFile);
		atExit(lock.release);
		return true;
	} catch (error) {
		if (error instanceof LockHeld) return false;
		throw error;
	}
}

/**
 * Takes a side's lock for the life of this process, beside the journal that the program that started it named. A side
 * of a program that was killed ends a moment after it, and may open or write that journal until then: it is waited for.
 * Throws `UsageError` where it is still at work after that, and the signal's reason.
 */
export async function takeSideLock(journal: string, signal: AbortSignal): Promise<void> {
	try {
		atExit((await takeLock(`${journal}.side.lock`, {signal, mode: 0o600})).release);
	} catch (error) {
		throw error instanceof LockHeld ? new UsageError(error.message, {cause: error}) : error;
	}
}

/** Who writes to the file. `at` returns the time to sign with, ISO 8601. */
export type SideWriter = {readonly file: string; readonly role: Role; readonly at: () => string};

export type AppendResult =
	({readonly done: true} & FileReading) | {readonly done: false; readonly why: string; readonly violation: boolean};

/**
 * Appends sections of one's own side: if the file is as it was read, and its last heading and last signature both allow
 * it. Sections that stand there already, as after a crash right behind the writing, are not written again; one that
 * was cut short by a crash is written anew. Throws `ProtocolViolation` for a section of the other side.
 */
export async function appendSections(pen: SideWriter, wish: Append): Promise<AppendResult> {
	refuseOtherSide(pen, wish);
	const lock = await takeLock(join(dirname(pen.file), `.${basename(pen.file)}.lock`));
	try {
		return appendNow(pen, wish);
	} finally {
		lock.release();
	}
}

function appendNow(pen: SideWriter, wish: Append): AppendResult {
	const now = readDebateFile(pen.file);
	if (!now) return {done: false, why: `${pen.file} is gone`, violation: true};
	const sections = wish.sections.map((section): NewSection => ({
		...section,
		role: pen.role,
		tool: wish.tool,
		at: pen.at(),
	}));
	const base = now.checksum === wish.checksum ? now.text : beforeCrash(now.text, wish, sections);
	if (base === undefined)
		return isWritten(now.text, sections)
			? {done: true, ...now}
			: {done: false, why: 'the file has changed since it was read', violation: false};
	const why = appendRefusal(
		parseDebate(base),
		pen.role,
		sections[0]?.heading ?? '',
		wish.violation ? 'violation' : wish.timedOut ? 'time-out' : undefined,
	);
	if (why !== undefined) return {done: false, why, violation: false};
	return {done: true, ...writeAfter(pen.file, now.text, base, appendedText(base, sections))};
}

function refuseOtherSide({file, role}: SideWriter, wish: Append): void {
	takeSide(file, role);
	if (wish.role !== role) throw new ProtocolViolation(`Agent ${role} was to write as Agent ${wish.role}`);
	for (const [place, {heading}] of wish.sections.entries()) {
		const kind = readHeading(`## ${heading}`)?.kind;
		const writer =
			kind === undefined
				? undefined
				: kind === 'consensus'
					? wish.timedOut || wish.violation
						? role
						: 'A'
					: writerOf(kind);
		if (writer !== role)
			throw new ProtocolViolation(
				`Agent ${role} was to write "## ${heading}", which is ${writer === undefined ? 'no section' : `Agent ${writer}’s`}`,
			);
		if (place > 0 && heading !== headingOf('consensus'))
			throw new ProtocolViolation(`Agent ${role} was to write two sections in one turn`);
	}
}

/** The file's text before our own write was cut short by a crash; undefined if that is not what happened. */
function beforeCrash(text: string, {checksum}: Append, sections: readonly NewSection[]): string | undefined {
	const heading = text.lastIndexOf(`## ${sections[0]?.heading ?? ''}\n`);
	const ends = [text.length, ...(heading < 0 ? [] : [heading])]
		.flatMap(end => Array.from({length: 9}, (_, back) => end - back))
		.filter(end => end >= 0);
	const base = ends.map(end => text.slice(0, end)).find(start => sha256(start) === checksum);
	if (base === undefined) return undefined;
	const unsigned = appendedText(base, sections).replace(/\*— Agent [^\n]*\n$/u, '');
	return unsigned.startsWith(text.slice(base.length).replace(/\*(?:— Agent [^\n]*)?$/u, '')) ? base : undefined;
}

/** Whether the file holds these sections, words and signer, whatever the time of signing. */
function isWritten(text: string, wanted: readonly NewSection[]): boolean {
	const {sections} = parseDebate(text);
	return wanted.every(one =>
		sections.some(
			({heading, body, signature}) =>
				heading === one.heading && signature?.role === one.role && body === one.body.trim(),
		),
	);
}

function writeAfter(file: string, now: string, base: string, added: string): FileReading {
	const descriptor = openSync(file, 'a');
	try {
		if (base !== now) ftruncateSync(descriptor, Buffer.byteLength(base));
		const bytes = Buffer.from(added);
		for (let done = 0; done < bytes.length;) done += writeSync(descriptor, bytes, done);
		fsyncSync(descriptor);
	} finally {
		closeSync(descriptor);
	}
	return readDebateFile(file) ?? {text: base + added, checksum: sha256(base + added)};
}
