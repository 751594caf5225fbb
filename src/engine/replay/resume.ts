/** Opens an unfinished debate to go on with it, or says why it cannot go on. */
import {existsSync, truncateSync} from 'node:fs';
import {isDeepStrictEqual} from 'node:util';
import type {AudienceEvent} from '../../debate/audience.ts';
import type {EventOf, RunEvent, JournalEvent, UserAction} from '../../debate/events.ts';
import {isRecord} from '../../debate/text/json.ts';
import type {Protocol} from '../../debate/protocol.ts';
import {syncFile, writeWhole} from '../host/write-whole.ts';
import {openJournal, type Journal, type MarkLine, readJournal} from '../journal/journal.ts';
import {readJournaledEvents, type KnownPast} from './history.ts';
import {isLocked, LockHeld, takeLock, type FileLock} from '../host/append-lock.ts';
import {realClock} from '../clock.ts';
import {closeLostTurns, statsOf, recorder, stream, stampAfter} from '../journal/recorder.ts';
import {endingIn} from '../../debate/state.ts';

/** Why a debate cannot be gone on with, in words for the user. */
export class NotResumable extends Error {
	override readonly name = 'NotResumable';
}

export type Resumed = {
	readonly start: EventOf<'debate-start'>;
	readonly past: KnownPast;
	readonly protocol: Protocol;
	readonly journal: Journal;
	/** Where a last line that a crash cut short was put. */
	readonly torn: string | undefined;
};

/**
 * Reads and checks the journal, sets a torn last line aside in a file beside it, and opens it at its end. Throws
 * `NotResumable` where it is finished, damaged, or made under a protocol or config that has changed since.
 */
export function resume(
	file: string,
	find: (protocol: string) => Protocol | undefined,
	isOurs?: () => boolean,
	mark?: MarkLine,
): Resumed {
	const {past, problem, torn, bytes} = readJournaledEvents(file);
	if (problem)
		throw new NotResumable(
			`${file}: line ${problem.line} ${problem.what}; "rostrum verify" lists every fault, and "rostrum export" still reads what comes before`,
		);
	const [start, last] = [past.at(0), past.at(past.length - 1)];
	if (start?.type !== 'debate-start' || !last) throw new NotResumable(`${file} holds no debate`);
	const {outcome} = past.checkpoint.state;
	if (outcome !== undefined)
		throw new NotResumable(
			`${file} is finished (${outcome}): "rostrum replay" plays it again, and "rostrum run" starts another`,
		);
	const protocol = find(start.protocol);
	if (!protocol)
		throw new NotResumable(`${file} was held under the protocol "${start.protocol}", which this Rostrum does not know`);
	refuseChanges(file, start, protocol);
	const aside = torn === '' ? undefined : setAside(file, torn, bytes);
	return {start, past, protocol, journal: openJournal(file, last.hash, isOurs, mark), torn: aside};
}

/** Puts what a crash left of a last line into a file of its own, and never over an older one. */
function setAside(file: string, torn: string, bytes: number): string {
	for (let number = 1; ; number++) {
		const aside = number === 1 ? `${file}.torn` : `${file}.torn-${number}`;
		if (existsSync(aside)) continue;
		writeWhole(aside, torn, 0o600);
		truncateSync(file, bytes);
		syncFile(file);
		return aside;
	}
}

/** A script that would not make the same calls must not go on with what another one began. */
function refuseChanges(file: string, start: EventOf<'debate-start'>, protocol: Protocol): void {
	const {name, version, protocolVersion} = start.app;
	if (protocolVersion !== protocol.version)
		throw new NotResumable(
			`${file} was made by ${name} ${version} with version ${protocolVersion} of ${protocol.name}, and this Rostrum has version ${protocol.version}: it can be read, replayed and exported, but not continued`,
		);
	const config = protocol.config.safeParse(start.config);
	if (!config.success)
		throw new NotResumable(
			`${file}: its config is no longer valid: ${config.error.issues.map(issue => `${issue.path.join('.')}: ${issue.message}`).join('; ')}`,
		);
	const [difference] = differences(start.config, config.data, 'config');
	if (difference) throw new NotResumable(`${file}: the ${protocol.name} config has changed since: ${difference}`);
}

/** What of a recorded value is otherwise now, as `path: before → after`. */
function differences(before: unknown, after: unknown, path: string): string[] {
	const [was, is]: unknown[] = [before, after].map(value =>
		value === undefined ? undefined : JSON.parse(JSON.stringify(value)),
	);
	if (isDeepStrictEqual(was, is)) return [];
	if (!isRecord(was) || !isRecord(is)) return [`${path}: ${JSON.stringify(was)} → ${JSON.stringify(is)}`];
	// What was not recorded is a field that is newer than the debate, at its default.
	return Object.keys(was).flatMap(key => differences(was[key], is[key], `${path}.${key}`));
}

// One process at a time writes a journal: two would tear each other's lines apart. Before every line the writer checks
// that it still holds the lock: one whose lock somebody took for stale writes nothing more.

/** A journal is its owner's alone, and so is what lies beside it. */
const mode = 0o600;

/** Takes the lock of a journal. Throws `NotResumable` where another process holds it. */
export async function takeJournalLock(file: string): Promise<FileLock> {
	try {
		return await takeLock(lockOf(file), {waitMs: 0, mode});
	} catch (error) {
		if (error instanceof LockHeld)
			throw new NotResumable(
				`This debate is being written by another process: it is running. Watch it, with w on the home screen or with "rostrum watch". ${error.message}`,
				{cause: error},
			);
		throw error;
	}
}

/** Whether a process writes this journal that is not known to be gone. */
export const isBeingWritten = (file: string): boolean => isLocked(lockOf(file));

const lockOf = (file: string): string => `${file}.lock`;

// Ends an unfinished debate without resuming it.

/**
 * Records the ending of a stop by the user: what was said can still be read, and the debate is no longer offered to be
 * resumed. Throws if the journal cannot be written.
 */
export function discard({past, journal}: Resumed): void {
	const record = recorder(
		journal,
		realClock(past.checkpoint.state.at),
		past.checkpoint.state,
		stream<RunEvent>(),
		() => undefined,
	);
	closeLostTurns(record, 'the debate was cut off here, and discarded');
	record.emit({type: 'user-action', data: {action: 'stop', closing: false}});
	record.emit({
		type: 'debate-end',
		outcome: 'stopped',
		reason: 'discarded by the user',
		stats: statsOf(record.state, record.state.at),
	});
	journal.close();
}

// What listeners do when a debate is over: the only facts that a journal takes behind its end.

type LateFact = AudienceEvent | {readonly type: 'user-action'; readonly data: Extract<UserAction, {action: 'vote'}>};

/**
 * Adds a vote, or what the audience did, to the journal of a debate that has ended, at the hour at which its clock
 * stopped, and gives it as it was written. Throws in words for the user where the journal is damaged or unfinished,
 * another process has it, or the disk refuses.
 */
export async function appendLate(file: string, fact: LateFact, mark?: MarkLine): Promise<JournalEvent> {
	const lock = await takeJournalLock(file);
	try {
		const {
			events,
			problems: [fault],
			torn,
		} = readJournal(file);
		const last = events.at(-1);
		if (fault || torn !== undefined)
			throw new Error(
				`${file} takes no vote: ${fault ? `line ${fault.line} ${fault.what}` : 'its last line is cut short'}; see "rostrum verify"`,
			);
		if (!last || !endingIn(events)) throw new Error(`${file} takes no vote behind its end, which it has not come to`);
		const journal = openJournal(file, last.hash, lock.isOurs, mark);
		const {event} = journal.append({...fact, ...stampAfter(last, last.at)});
		journal.close();
		return event;
	} finally {
		lock.release();
	}
}
