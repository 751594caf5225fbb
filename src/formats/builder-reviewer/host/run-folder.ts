/** Verifies and follows a run's folder that other programs write: for `rostrum verify` and `rostrum watch`. */
import type {FileReport, NativeFiles} from '../../contract.ts';
import {existsSync, readdirSync} from 'node:fs';
import {basename, dirname, join, resolve} from 'node:path';
import {setTimeout as wait} from 'node:timers/promises';
import {isDeepStrictEqual} from 'node:util';
import type {JournalEvent, RunEvent} from '../../../debate/events.ts';
import {sha256} from '../../../engine/host/hash.ts';
import {readRunFolder} from './mailbox.ts';
import {packageVersion} from '../../../engine/host/package-root.ts';
import {runToEvents} from '../run-events.ts';
import {isMessageFile, readMessage, receiveMessage, type AcceptedMessage} from '../mailbox.ts';
import {checkPatches, verifyRun, type RunFinding} from '../verify-run.ts';
import {errorCode} from '../../../debate/usage-error.ts';
import {readUserText} from '../../../engine/host/regular-file.ts';

/** A run's folder is one with a mailbox. */
const isRunFolder = (path: string): boolean => existsSync(join(path, 'mailbox'));

/** Checks every message, the lifecycle's order, and the files beside them. */
export const verifyRunFolder = (
	folder: string,
): {readonly messages: number; readonly findings: readonly RunFinding[]} => {
	const files = readRunFolder(folder);
	return {
		messages: Object.keys(files).filter(path => /^mailbox\/[^/]+\.json$/u.test(path)).length,
		findings: verifyRun({runId: basename(resolve(folder)), files}),
	};
};

const restMs = 100;

/** A run’s messages as events, up to its session.end; others are skipped. Throws the signal’s reason. */
export async function* followRun(folder: string, signal: AbortSignal): AsyncGenerator<RunEvent> {
	const tell = runToEvents({name: 'rostrum', version: packageVersion(), protocolVersion: 1}, text => sha256(text));
	const box = join(folder, 'mailbox');
	const runId = basename(resolve(folder));
	const taken: AcceptedMessage[] = [];
	for (;;) {
		for (const name of readdirSync(box).filter(isMessageFile).sort()) {
			if (taken.some(({file}) => file === name)) continue;
			const text = messageText(join(box, name));
			if (text === undefined) continue;
			const read = receiveMessage(name, text, {runId, taken, played: []});
			if (!('message' in read)) continue;
			const one = {file: name, message: read.message};
			taken.push(one);
			yield* tell(one);
			if (one.message.message_type === 'session.end') return;
		}
		await wait(restMs, undefined, {signal});
	}
}

/** What a message says; undefined for what is no text. */
function messageText(file: string): string | undefined {
	try {
		return readUserText(file);
	} catch (error) {
		if (errorCode(error) === 'ENOTTEXT') return undefined;
		throw error;
	}
}

/**
 * Holds a run's patches and messages against its debate's journal; nothing where another program's folder was shared,
 * or the run is gone. What a sound run has beyond that, `rostrum verify` of its own folder checks.
 */
export async function verifyRunBeside(journal: string, events: readonly JournalEvent[]): Promise<FileReport[]> {
	const taken = events.flatMap(event => (event.type === 'message' ? [event] : []));
	const runId = taken[0]?.message.run_id;
	const folder = runId === undefined ? '' : join(dirname(journal), 'runs', basename(runId));
	if (runId === undefined || !isRunFolder(folder)) return [];
	const files = readRunFolder(folder);
	const found = [...checkPatches(taken, files), ...checkMessages(taken, runId, files)];
	return found.map(({file, rule, what}) => ({
		file: join(folder, file),
		events: 1,
		outcome: 'not what the journal recorded',
		faults: [{line: 1, what: `${rule}: ${what}`}],
	}));
}

function checkMessages(
	taken: readonly AcceptedMessage[],
	runId: string,
	files: Readonly<Record<string, string>>,
): RunFinding[] {
	return taken.flatMap(({file: name, message}): RunFinding[] => {
		const file = `mailbox/${name}`;
		const text = files[file];
		if (text === undefined) return [{file, rule: 'missing', what: 'the journal recorded this message'}];
		const read = readMessage(name, text, runId);
		return 'message' in read && isDeepStrictEqual(read.message, message)
			? []
			: [{file, rule: 'message', what: 'is not the message that the journal recorded'}];
	});
}

/** A sound run is one report on its folder; otherwise there is one for each faulty file. */
function reportsOn(folder: string): FileReport[] {
	const {messages, findings} = verifyRunFolder(folder);
	if (findings.length === 0)
		return [{file: folder, events: messages, outcome: 'a run of builder and reviewer', faults: []}];
	return [...Map.groupBy(findings, ({file}) => file)].map(([file, found]) => ({
		file: join(folder, file),
		events: 1,
		outcome: 'faulty',
		faults: found.map(({line = 1, rule, what}) => ({line, what: `${rule}: ${what}`})),
	}));
}

export const runFolders: NativeFiles = {
	shape: 'folder',
	recognize: isRunFolder,
	follow: followRun,
	verify: reportsOn,
	unit: 'events',
};
