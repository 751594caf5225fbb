/** A mailbox folder: messages are written whole and read whole; what does not belong to the run is set aside. */
import {
	closeSync,
	constants,
	existsSync,
	fstatSync,
	lstatSync,
	mkdirSync,
	openSync,
	readdirSync,
	readFileSync,
	renameSync,
} from 'node:fs';
import {join} from 'node:path';
import {setTimeout as wait} from 'node:timers/promises';
import {isDeepStrictEqual} from 'node:util';
import {decodeText, NotText} from '../../../debate/text/text-file.ts';
import {BuildMessage, type RefusalEvent} from '../../../debate/formats/builder-reviewer.ts';
import {
	faultOf,
	lifecycleOf,
	cleanedTexts,
	fileNameOf,
	isMessageFile,
	maxMessageBytes,
	readMessage,
	timeIn,
	writeMessage,
	lastName,
	receiveMessage,
	type ReceivedRun,
	type AcceptedMessage,
} from '../mailbox.ts';
import {writeWhole} from '../../../engine/host/write-whole.ts';

type RefusedMessage = Pick<RefusalEvent, 'file' | 'rule' | 'reason'>;

/** A message to send, without its time and its run. */
type MessageDraft = {readonly sender: string; readonly message_type: string; readonly body: unknown};

export type Mailbox = {
	/**
	 * Writes a message of a side that is played here, or finds it if a crash came before it was recorded. Throws where
	 * the lifecycle does not allow the message: that is a bug.
	 */
	post(draft: MessageDraft, key: string, soFar: ReceivedRun): AcceptedMessage;
	/** Takes messages from outside and sets invalid ones aside; waits for the first one for at most `withinMs`. */
	listen(
		soFar: ReceivedRun,
		withinMs: number,
		signal: AbortSignal,
	): Promise<{taken: AcceptedMessage[]; refused: RefusedMessage[]}>;
};

const restMs = 50;
/** How long a file may stay half written before it is refused: not all programs rename what they wrote. */
const halfWrittenMs = 1000;

/** `folder` is made where it is not there; `now` gives milliseconds since 1970. */
export function mailbox(folder: string, now: () => number = Date.now): Mailbox {
	mkdirSync(join(folder, 'rejected'), {recursive: true});

	function post({sender, message_type, body}: MessageDraft, key: string, {runId, taken}: ReceivedRun): AcceptedMessage {
		const messages = taken.map(({message}) => message);
		const last = timeIn(lastName(taken));
		const timestamp = new Date(Math.max(now(), Number.isNaN(last) ? 0 : last + 1)).toISOString();
		const message = BuildMessage.parse({schema_version: '0.1', timestamp, sender, run_id: runId, message_type, body});
		const fault = faultOf(lifecycleOf(messages), message);
		if (fault) throw new Error(`${message_type} cannot be sent: ${fault.what}`);
		const written = alreadyWritten(folder, message, key, taken);
		if (written) return written;
		const file = fileNameOf(timestamp, message.sender, message.message_type, key);
		writeWhole(join(folder, file), writeMessage(message));
		return {file, message};
	}

	function scan(soFar: ReceivedRun): {taken: AcceptedMessage[]; refused: RefusedMessage[]} {
		const taken: AcceptedMessage[] = [];
		const refused: RefusedMessage[] = [];
		for (const name of unknownFiles(folder, soFar.taken)) {
			const content = readWhole(join(folder, name));
			if (content.state === 'gone') continue;
			const read =
				content.state === 'text'
					? receiveMessage(name, content.text, {...soFar, taken: [...soFar.taken, ...taken]})
					: {rule: 'file', what: content.why};
			if ('message' in read) taken.push({file: name, message: read.message});
			else if (read.rule !== 'json' || isSettled(join(folder, name), now()))
				refused.push(setAside(folder, {file: name, rule: read.rule, reason: read.what}, now()));
		}
		return {taken, refused};
	}

	return {
		post,
		async listen(soFar, withinMs, signal) {
			const until = now() + withinMs;
			for (;;) {
				const found = scan(soFar);
				const left = until - now();
				if (found.taken.length > 0 || found.refused.length > 0 || left <= 0) return found;
				await wait(Math.min(restMs, left), undefined, {signal});
			}
		},
	};
}

/** The file of this very message, if it was written and a crash came before it was recorded. */
function alreadyWritten(
	folder: string,
	message: BuildMessage,
	key: string,
	taken: readonly AcceptedMessage[],
): AcceptedMessage | undefined {
	const ending = `-${message.sender}-${message.message_type}-${key}.json`;
	for (const file of unknownFiles(folder, taken).filter(name => name.endsWith(ending))) {
		const content = readWhole(join(folder, file));
		const read = content.state === 'text' ? readMessage(file, content.text, message.run_id) : undefined;
		if (read && 'message' in read && isDeepStrictEqual(read.message.body, cleanedTexts(message.body)))
			return {file, message: read.message};
	}
	return undefined;
}

/** Moves a file to `rejected/`, with the reason beside it; `now` in milliseconds since 1970. */
function setAside(folder: string, {file: name, rule, reason}: RefusedMessage, now: number): RefusedMessage {
	const rejected = join(folder, 'rejected');
	let place = join(rejected, name);
	for (let number = 2; existsSync(place); number++) place = join(rejected, `${number}-${name}`);
	writeWhole(
		`${place}.reason.json`,
		`${JSON.stringify({file: name, rule, reason, refused_at: new Date(now).toISOString()}, undefined, '\t')}\n`,
	);
	renameSync(join(folder, name), place);
	return {file: name, rule, reason};
}

/** Message files that were not taken yet, in the order of their times. */
function unknownFiles(folder: string, taken: readonly AcceptedMessage[]): string[] {
	const known = new Set(taken.map(({file}) => file));
	return readdirSync(folder)
		.filter(name => isMessageFile(name) && !known.has(name))
		.sort();
}

type MailboxContent =
	| {readonly state: 'text'; readonly text: string}
	| {readonly state: 'bad'; readonly why: string}
	| {readonly state: 'gone'};

/** Reads a regular file up to the size limit; anything else in the folder is not opened. */
function readWhole(file: string): MailboxContent {
	const found = lstatSync(file, {throwIfNoEntry: false});
	if (!found) return {state: 'gone'};
	if (!found.isFile()) return {state: 'bad', why: 'no regular file'};
	const descriptor = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
	try {
		const {size} = fstatSync(descriptor);
		return size > maxMessageBytes
			? {state: 'bad', why: `${size} bytes, at most ${maxMessageBytes} are read`}
			: {state: 'text', text: decodeText(readFileSync(descriptor)).text};
	} catch (error) {
		if (!(error instanceof NotText)) throw error;
		return {state: 'bad', why: error.message};
	} finally {
		closeSync(descriptor);
	}
}

/** Whether a file has not been written to for a while. */
const isSettled = (file: string, now: number): boolean =>
	now - (lstatSync(file, {throwIfNoEntry: false})?.mtimeMs ?? 0) >= halfWrittenMs;

/** The files of a run’s folder by path, for `verifyRun`, without worktrees; what is too large is empty. */
export function readRunFolder(folder: string): Record<string, string> {
	const files: Record<string, string> = {};
	const walk = (place: string): void => {
		for (const entry of readdirSync(join(folder, place), {withFileTypes: true})) {
			const path = place === '' ? entry.name : `${place}/${entry.name}`;
			if (entry.isDirectory() && !['work', 'work.git', 'review'].includes(path)) walk(path);
			if (!entry.isFile()) continue;
			const content = readWhole(join(folder, path));
			files[path] = content.state === 'text' ? content.text : '';
		}
	};
	walk('');
	return files;
}
