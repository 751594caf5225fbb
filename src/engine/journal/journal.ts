/**
 * The append-only journal: one JSON object per line, with a hash as its last key. A line's hash is the SHA-256, in
 * hex, of the previous line's hash followed by the line's own text up to `,"hash":`, so that a changed character or a
 * missing line is detected.
 */
import {closeSync, openSync, readSync, fdatasync, fdatasyncSync, fstatSync, lstatSync, writeSync} from 'node:fs';
import {dirname} from 'node:path';
import {StringDecoder} from 'node:string_decoder';
import {z} from 'zod';
import {codeNames, sanitize, sanitizeCode} from '../../debate/text/intake.ts';
import {reasonOf} from '../../debate/text/words.ts';
import {mayFollowEnd} from '../../debate/state.ts';
import {DebateEvent, Stamp, type JournalEvent} from '../../debate/events.ts';
import {sha256} from '../host/hash.ts';
import {syncFolder, writeAll} from '../host/write-whole.ts';
import {openRegular} from '../host/regular-file.ts';

// Reads a file line by line, without loading all of it.

const chunkBytes = 65_536;

/** Yields the lines that end in a newline; returns what comes after the last one. */
export function* fileLines(file: string): Generator<string, string> {
	const descriptor = openRegular(file);
	try {
		const decoder = new StringDecoder('utf8');
		const buffer = Buffer.alloc(chunkBytes);
		// Joined once, at its end: a line without one would be read again with each chunk otherwise.
		let begun: string[] = [];
		for (let bytes = readSync(descriptor, buffer); bytes > 0; bytes = readSync(descriptor, buffer)) {
			const [first = '', ...others] = decoder.write(buffer.subarray(0, bytes)).split('\n');
			begun.push(first);
			const last = others.pop();
			if (last === undefined) continue;
			yield begun.join('');
			yield* others;
			begun = [last];
		}
		return begun.join('') + decoder.end();
	} finally {
		closeSync(descriptor);
	}
}

// Parses a journal's lines. A journal may come from anywhere, so control characters are removed from its strings.

/** Interns short strings: names, kinds and answers occur on nearly every line. */
const shared = new Map<string, string>();
const [longestShared, mostShared] = [24, 4000];

function interned(text: string): string {
	if (text.length > longestShared) return text;
	const known = shared.get(text);
	if (known !== undefined) return known;
	if (shared.size >= mostShared) shared.clear();
	shared.set(text, text);
	return text;
}

/**
 * The line's value with its strings sanitized; code keeps its tabs. Throws `SyntaxError` if it is not JSON, or nested
 * deeper than anything that was ever written.
 */
function journalJson(line: string): unknown {
	try {
		const json: unknown = JSON.parse(line, (key, value: unknown) =>
			typeof value !== 'string' ? value : interned(codeNames.has(key) ? sanitizeCode(value) : sanitize(value)),
		);
		return json;
	} catch (error) {
		throw error instanceof RangeError ? new SyntaxError('it is nested too deep', {cause: error}) : error;
	}
}

/** The same, or undefined if it is not JSON. */
export function journalJsonIfAny(line: string): unknown {
	try {
		return journalJson(line);
	} catch (error) {
		if (error instanceof SyntaxError) return undefined;
		throw error;
	}
}

export type Journal = {
	/** Adds the hash and writes the line; where the disk refuses (`problem`), with the next one. */
	append(event: Unhashed): {event: JournalEvent; line: string; problem?: string; moved?: string};
	/** Writes what is still buffered, and syncs. Throws `JournalRefused` if the disk refuses. */
	close(): void;
	/** Where it is; once its file is deleted, this is looked for, and it goes on elsewhere where that is allowed. */
	readonly file: string;
	/** Allows it to go on in another file, which is to be made, if its own is deleted while it is written. */
	onDeleted?(elsewhere: () => string): void;
};

type Unhashed = JournalEvent extends infer E ? (E extends JournalEvent ? Omit<E, 'hash'> : never) : never;

/** The journal cannot be written: what is said from then on would be lost, so the debate stops and can be resumed. */
export class JournalRefused extends Error {
	override readonly name = 'JournalRefused';
}

/** A fault in a journal; lines count from 1. */
export type Problem = {readonly line: number; readonly what: string};

/**
 * Opens a journal for appending; `previous` is the hash of its last line. If that is empty, the file is created, and
 * must not exist, or hold nothing: then a crash or a full disk came before its first line. `isOurs` is asked before
 * every write: a journal that another process has taken over is not written. `mark` says whose line it is.
 */
export function openJournal(file: string, previous = '', isOurs: () => boolean = () => true, mark?: MarkLine): Journal {
	const out = writtenFile(file, previous === '' && !isEmptyFile(file));
	if (previous === '') syncFolder(dirname(file));
	let hash = previous;
	let offset = fstatSync(out.descriptor).size;
	let unwritten = '';
	let unsynced: Error | undefined;
	let closed = false;
	let told = file;

	const flush = (): string | undefined => {
		const bytes = Buffer.from(unwritten);
		try {
			out.follow(offset);
			if (out.place === file && !isOurs()) return takenOver(file);
			if (unsynced) throw unsynced;
			for (let done = 0; done < bytes.length;)
				done += writeSync(out.descriptor, bytes, done, bytes.length - done, offset + done);
		} catch (error) {
			// The next try starts at the same offset and overwrites what was written of it.
			return unwritable(out.place, error);
		}
		offset += bytes.length;
		unwritten = '';
		return undefined;
	};

	return {
		get file() {
			if (!closed) out.follow(offset);
			return out.place;
		},
		onDeleted: out.allow,
		append(event) {
			const said = JSON.stringify(event).slice(0, -1);
			const made = mark?.(hash, said);
			const body = made === undefined ? said : `${said},"mark":"${made}"`;
			hash = sha256(hash, body);
			const line = `${body},"hash":"${hash}"}`;
			unwritten += `${line}\n`;
			const problem = flush();
			const moved = told === out.place ? {} : {moved: out.place};
			told = out.place;
			// Not awaited, so that the next word never waits for it; a failing disk shows at the next write.
			if (event.type === 'turn-end' && !closed)
				fdatasync(out.descriptor, error => void (unsynced ??= error ?? undefined));
			const written = {...event, ...(made !== undefined && {mark: made}), hash};
			return {event: written, line, ...moved, ...(problem ? {problem} : {})};
		},
		close() {
			if (closed) return;
			closed = true;
			const problem = flush() ?? syncProblem(out.place, out.descriptor);
			closeSync(out.descriptor);
			if (problem) throw new JournalRefused(problem);
		},
	};
}

/** A file that is written. Once it is deleted, what was written of it is still there for whoever has it open. */
function writtenFile(file: string, isNew: boolean) {
	let [descriptor, place] = [openSync(file, isNew ? 'wx+' : 'r+', 0o600), file];
	let elsewhere: (() => string) | undefined;
	return {
		get descriptor() {
			return descriptor;
		},
		get place() {
			return place;
		},
		allow(next: () => string): void {
			elsewhere = next;
		},
		/** Goes on in a copy of so many bytes where it was deleted, and may. */
		follow(length: number): void {
			if (!elsewhere || fstatSync(descriptor).nlink > 0) return;
			const next = elsewhere();
			const opened = openSync(next, 'wx+', 0o600);
			const buffer = Buffer.alloc(chunkBytes);
			for (let done = 0, bytes = 0; done < length; done += bytes) {
				bytes = readSync(descriptor, buffer, 0, Math.min(chunkBytes, length - done), done);
				if (bytes === 0) throw new Error('what was written before cannot be read again');
				writeAll(opened, buffer.subarray(0, bytes));
			}
			syncFolder(dirname(next));
			closeSync(descriptor);
			[descriptor, place] = [opened, next];
		},
	};
}

/** Makes the mark of a line, by the hash of the line before and its own text up to its mark. */
export type MarkLine = (previous: string, body: string) => string;

/** The mark of a journal's last whole line, and what it was made of; undefined where it has none. */
export function journalMarkOf(
	file: string,
): {readonly previous: string; readonly body: string; readonly mark: string} | undefined {
	let [before, last] = ['', ''];
	for (const line of fileLines(file)) [before, last] = [last, line];
	const {body, mark} = /^(?<body>.*),"mark":"(?<mark>[\w-]{22})","hash":"[0-9a-f]{64}"\}$/u.exec(last)?.groups ?? {};
	const previous = lineHash.exec(before)?.[1] ?? '';
	return body === undefined || mark === undefined ? undefined : {previous, body, mark};
}

const lineHash = /"hash":"([0-9a-f]{64})"\}$/u;

const isEmptyFile = (file: string): boolean => {
	const found = lstatSync(file, {throwIfNoEntry: false});
	return found?.isFile() === true && found.size === 0;
};

function syncProblem(file: string, descriptor: number): string | undefined {
	try {
		fdatasyncSync(descriptor);
		return undefined;
	} catch (error) {
		return unwritable(file, error);
	}
}

const unwritable = (file: string, error: unknown): string =>
	`${file} cannot be written (${reasonOf(error)}). The debate stops here, for what is said now would not be kept: make room, then go on with "rostrum resume".`;

const takenOver = (file: string): string =>
	`${file} is no longer this process's to write: its lock is gone, for another process has taken the debate over or its folder was moved. The debate stops here, and nothing of what is said now is kept.`;

/**
 * Reads a journal and checks every line: JSON, schema, numbering, clock, hash chain. `events` are the good lines before
 * the first fault and `bytes` their length; `torn` is the text of a last line that a crash cut short.
 */
export const readJournal = (file: string): WholeJournal => whole(fileLines(file));

/** Like `readJournal`, from a string. */
export const parseJournal = (text: string): WholeJournal => whole(textLines(text));

type WholeJournal = {events: JournalEvent[]; problems: Problem[]; torn?: string; bytes: number};

/** Like `readJournal`, line by line, without keeping all of it; returns what follows the last line. */
export const checkJournal = (file: string): Generator<CheckedLine, string> => checked(fileLines(file));

type CheckedLine = {readonly event: JournalEvent; readonly bytes: number} | Problem;

function* textLines(text: string): Generator<string, string> {
	const lines = text.split('\n');
	const last = lines.pop() ?? '';
	yield* lines;
	return last;
}

function whole(lines: Generator<string, string>): WholeJournal {
	const events: JournalEvent[] = [];
	const problems: Problem[] = [];
	let bytes = 0;
	const read = checked(lines);
	for (let step = read.next(); ; step = read.next()) {
		if (step.done) return {events, problems, bytes, ...(step.value === '' ? {} : {torn: step.value})};
		if ('what' in step.value) problems.push(step.value);
		else if (problems.length === 0) {
			events.push(step.value.event);
			bytes += step.value.bytes;
		}
	}
}

function* checked(lines: Generator<string, string>): Generator<CheckedLine, string> {
	let number = 0;
	let previous = '';
	let before: JournalEvent | undefined;
	let ended = false;
	try {
		for (let step = lines.next(); ; step = lines.next()) {
			if (step.done && number === 0 && step.value === '') yield {line: 1, what: 'the journal is empty'};
			if (step.done) return step.value;
			const line = step.value;
			const read = readLine(line, previous, ++number, before);
			const fault =
				'what' in read ? read.what : ended && !mayFollowEnd(read.event) ? 'comes after debate-end' : undefined;
			ended ||= 'event' in read && read.event.type === 'debate-end';
			before = 'event' in read ? read.event : undefined;
			previous = lineHash.exec(line)?.[1] ?? previous;
			yield 'event' in read && fault === undefined
				? {event: read.event, bytes: Buffer.byteLength(line) + 1}
				: {line: number, what: fault ?? ''};
		}
	} finally {
		lines.return('');
	}
}

/** Parses a line that was checked before. Throws if it has been changed into something else. */
export function readChecked(line: string): JournalEvent {
	const json = journalJson(line);
	return {...DebateEvent.parse(json), ...Stamp.parse(json)};
}

function readLine(
	line: string,
	previous: string,
	number: number,
	before: JournalEvent | undefined,
): {event: JournalEvent} | {what: string} {
	const cut = line.lastIndexOf(',"hash":"');
	if (cut < 0) return {what: 'has no hash'};
	let json: unknown;
	try {
		json = journalJson(line);
	} catch (error) {
		return {what: `is not JSON (${reasonOf(error)})`};
	}
	const stamp = Stamp.safeParse(json);
	const fact = DebateEvent.safeParse(json);
	if (!stamp.success || !fact.success)
		return {what: newerFormat(json) ?? `does not fit the format: ${describe(stamp.error ?? fact.error)}`};
	const event: JournalEvent = {...fact.data, ...stamp.data};
	if (event.hash !== sha256(previous, line.slice(0, cut)))
		return {what: 'does not match its hash: it, or a line before it, was changed or is missing'};
	if (event.seq !== number) return {what: `is number ${event.seq} where ${number} was due`};
	if (number === 1 && event.type !== 'debate-start')
		return {what: `is ${event.type}, and a journal begins with debate-start`};
	if (before && event.at < before.at) return {what: `goes back in time, from ${before.at} to ${event.at} ms`};
	return {event};
}

const NewerLine = z.object({
	type: z.string(),
	v: z.int().optional(),
	app: z.object({name: z.string(), version: z.string()}).optional().catch(undefined),
});
const knownTypes: ReadonlySet<string> = new Set(DebateEvent.options.flatMap(typesOf));

/** The event types that an option of the union stands for. */
function typesOf(option: (typeof DebateEvent.options)[number]): readonly string[] {
	return [...option.shape.type.values].map(String);
}

/** Says so where a line is of a later version of the format, which a later Rostrum wrote. */
function newerFormat(json: unknown): string | undefined {
	const {data} = NewerLine.safeParse(json);
	if (!data) return undefined;
	const by = data.app ? ` by ${data.app.name} ${data.app.version}` : '';
	if (data.type === 'debate-start' && data.v !== undefined && data.v > 1)
		return `is newer than this Rostrum: it was written${by} in version ${data.v} of the format, and this one reads version 1. Update Rostrum to read it`;
	return knownTypes.has(data.type)
		? undefined
		: `is newer than this Rostrum: it is a "${data.type.slice(0, 40)}", which this one does not know. Update Rostrum to read it`;
}

const describe = (error: {issues: readonly {path: readonly PropertyKey[]; message: string}[]} | undefined): string =>
	(error?.issues ?? [])
		.slice(0, 3)
		.map(issue => `${issue.path.join('.') || 'it'}: ${issue.message}`)
		.join('; ');
