/**
 * Whose Rostrum wrote a debate. Each line of a journal has a mark that is made with a key in ROSTRUM_HOME, and so have
 * records by which a debate acts. A folder that was cloned, sent or changed has none that fits.
 */
import {createHmac, randomBytes, timingSafeEqual} from 'node:crypto';
import {existsSync, lstatSync} from 'node:fs';
import {journalMarkOf, type MarkLine} from '../../engine/journal/journal.ts';
import {readRegularBytes, readRegularFile} from '../../engine/host/regular-file.ts';
import {writeOnce} from '../../engine/host/write-whole.ts';
import {isRecord} from '../../debate/text/json.ts';
import {reasonOf} from '../../debate/text/words.ts';
import {homeFiles} from '../../settings/home.ts';

const keyBytes = 32;
/** Of a mark: 128 bits, in base64url. */
const markLength = 22;

/** Makes a mark. What it is made for keeps a line from standing for a record. */
const markWith =
	(key: Buffer, what: 'journal' | 'record') =>
	(...parts: readonly string[]): string =>
		createHmac('sha256', key)
			.update(JSON.stringify([what, ...parts]))
			.digest('base64url')
			.slice(0, markLength);

/** What marks lines of journals, and the records of one debate. */
export type OriginSeal = {readonly line: MarkLine; readonly record: (debateId: string) => (text: string) => string};

/** The user's seal; its key is made once, for its owner alone. Gives why there is none, if there is none. */
export function openSeal(home: string): OriginSeal | {readonly problem: string} {
	const {originKey: file} = homeFiles(home);
	try {
		if (!existsSync(file)) writeOnce(file, randomBytes(keyBytes));
		return sealOf(readKey(file));
	} catch (error) {
		return {
			problem: `This debate is not marked as yours (${reasonOf(error).split('\n', 1)[0] ?? ''}): it is held, and asks before it is gone on with.`,
		};
	}
}

const sealOf = (key: Buffer): OriginSeal => ({
	line: markWith(key, 'journal'),
	record: debateId => text => markWith(key, 'record')(debateId, text),
});

function readKey(file: string): Buffer {
	const key = readRegularBytes(file, keyBytes + 1);
	if (key.length !== keyBytes) throw new Error(`${file} is no key of ${keyBytes} bytes; remove it to have one made`);
	return key;
}

/** The seal, if its key was made and can be read. */
function knownSeal(home: string): OriginSeal | undefined {
	const {originKey: file} = homeFiles(home);
	const seal = existsSync(file) ? openSeal(home) : undefined;
	return seal && 'problem' in seal ? undefined : seal;
}

/** What marks the next lines of a journal: only of one's own, so that nobody else's becomes it by a vote. */
export const sealFor = (journal: string, home: string): MarkLine | undefined =>
	isOwn(journal, home) ? knownSeal(home)?.line : undefined;

/**
 * Whether this user's Rostrum wrote the last line of a journal, and with it, by the hashes, all before. A link is
 * nobody's own. Whether the hashes fit is seen where it is opened.
 */
export function isOwn(journal: string, home: string): boolean {
	if (lstatSync(journal, {throwIfNoEntry: false})?.isFile() !== true) return false;
	const seal = knownSeal(home);
	const last = seal && journalMarkOf(journal);
	return last !== undefined && isSame(last.mark, seal?.line(last.previous, last.body));
}

/** Whether each of these records, JSON with a `mark` as its last field, was written for this debate by this user. */
export function areOwnRecords(files: readonly string[], debateId: string, home: string): boolean {
	const mark = knownSeal(home)?.record(debateId);
	return files.every(file => mark !== undefined && isMarked(file, mark));
}

function isMarked(file: string, markOf: (text: string) => string): boolean {
	if (lstatSync(file, {throwIfNoEntry: false})?.isFile() !== true) return false;
	try {
		const json: unknown = JSON.parse(readRegularFile(file));
		if (!isRecord(json)) return false;
		const {mark, ...record} = json;
		return typeof mark === 'string' && isSame(mark, markOf(JSON.stringify(record)));
	} catch (error) {
		if (error instanceof SyntaxError) return false;
		throw error;
	}
}

const isSame = (one: string, other = ''): boolean =>
	one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
