/**
 * What lies beside a journal while its debate is held: the draft of what a person types, and the mark that it waits
 * for one.
 */
import {rmSync, existsSync} from 'node:fs';
import {dirname, join} from 'node:path';
import * as z from 'zod';
import {cleanText} from '../../debate/text/intake.ts';
import {errorCode} from '../../debate/usage-error.ts';
import {writeWhole} from '../../engine/host/write-whole.ts';
import {readRegularFile} from '../../engine/host/regular-file.ts';
import type {Question, RunEvent} from '../../debate/events.ts';
import {answers} from '../../debate/reduce.ts';

// `draft.json`: what was typed and not yet said, for its owner alone.

/**
 * What a person has typed of an answer and not yet said: the call it answers, and its texts by the part's name. `given`
 * has the earlier answers of the parts that are being changed.
 */
export type TypedDraft = {
	readonly call: string;
	readonly texts: Readonly<Record<string, string>>;
	readonly given?: Readonly<Record<string, string>>;
};

/** Keeps what is being typed beside the debate, so that it is there again when that is resumed. */
export type DraftPort = {
	/** What was left when the debate was last open. */
	readonly left: TypedDraft | undefined;
	readonly keep: (draft: TypedDraft) => void;
};

/** Milliseconds from a key to the disk: the most of what is typed that a crash takes. */
const restMs = 300;

const Texts = z.record(z.string(), z.string());
const DraftFile = z.object({call: z.string(), texts: Texts, given: Texts.default({})});

export type DraftKeeper = DraftPort & {
	/** Writes what is not written yet. */
	readonly flush: () => void;
	/** Removes the file: the debate is over. */
	readonly remove: () => void;
};

/** `notice` is told once where the draft cannot be kept; typing goes on. */
export function draftKeeper(journal: string, notice?: (text: string) => void): DraftKeeper {
	const file = join(dirname(journal), 'draft.json');
	let waiting: TypedDraft | undefined;
	let timer: NodeJS.Timeout | undefined;
	let isTold = false;
	const flush = (): void => {
		clearTimeout(timer);
		timer = undefined;
		if (waiting === undefined) return;
		const draft = waiting;
		waiting = undefined;
		try {
			if (Object.values(draft.texts).every(text => text === '')) rmSync(file, {force: true});
			else writeWhole(file, `${JSON.stringify(draft)}\n`);
		} catch (error) {
			if (!isTold) notice?.(`What you are typing cannot be kept in ${file}: ${errorCode(error) ?? String(error)}`);
			isTold = true;
		}
	};
	return {
		left: readDraft(file),
		keep(draft) {
			waiting = draft;
			timer ??= setTimeout(flush, restMs).unref();
		},
		flush,
		remove() {
			waiting = {call: '', texts: {}};
			flush();
		},
	};
}

/** None where there is no file that can be read, or one that is not a draft: the debate goes on without it. */
function readDraft(file: string): TypedDraft | undefined {
	let json: unknown;
	try {
		json = JSON.parse(readRegularFile(file));
	} catch (error) {
		if (errorCode(error) !== undefined || error instanceof SyntaxError) return undefined;
		throw error;
	}
	const draft = DraftFile.safeParse(json);
	if (!draft.success) return undefined;
	const {call, texts, given} = draft.data;
	return {call, given, texts: Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, cleanText(text)]))};
}

// `debate.jsonl.waiting`, beside a journal while its debate waits for a person to answer a question. Questions are not
// journaled, so that a debate that is cut off asks again; other programs know of them by this file.

const markOf = (journal: string): string => `${journal}.waiting`;

/** Means something only while the journal has a writer: one that is killed leaves its mark behind. */
export const isMarkedWaiting = (journal: string): boolean => existsSync(markOf(journal));

export type WaitingMark = {
	/** Sets the mark at a question, and takes it away at its answer. */
	readonly follow: (event: RunEvent) => void;
	/** Follows events as they are read, and hands them on. */
	readonly through: (events: AsyncIterable<RunEvent>) => AsyncGenerator<RunEvent>;
	/** Takes the mark away for good: nothing is written to the journal any more. */
	readonly close: () => void;
};

/**
 * Takes away what a killed writer has left. `notice` is told once where the mark cannot be set; the debate goes on.
 */
export function waitingMark(journal: string, notice?: (text: string) => void): WaitingMark {
	const file = markOf(journal);
	let asked: Question | undefined;
	let isClosed = false;
	let isTold = false;
	const change = (write: () => void): void => {
		try {
			write();
		} catch (error) {
			const why = errorCode(error) ?? String(error);
			if (!isTold) notice?.(`Rostrum’s other windows cannot tell whether this debate waits for you: ${file}: ${why}`);
			isTold = true;
		}
	};
	const clear = (): void => {
		asked = undefined;
		change(() => rmSync(file, {force: true}));
	};
	const follow = (event: RunEvent): void => {
		if (isClosed) return;
		if (event.type === 'question') {
			asked = event;
			change(() => writeWhole(file, `${event.id}\n`));
		} else if (event.type === 'user-action' && asked && answers(event.data, asked)) clear();
	};
	clear();
	return {
		follow,
		async *through(events) {
			for await (const event of events) {
				follow(event);
				yield event;
			}
		},
		close() {
			isClosed = true;
			clear();
		},
	};
}
