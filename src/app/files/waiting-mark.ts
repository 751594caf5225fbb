/**
 * `debate.jsonl.waiting`, beside a journal while its debate waits for a person to answer a question. Questions are not
 * journaled, so that a debate that is cut off asks again; other programs know of them by this file.
 */
import {existsSync, rmSync} from 'node:fs';
import type {Question, RunEvent} from '../../debate/events.ts';
import {answers} from '../../debate/reduce.ts';
import {errorCode} from '../../debate/usage-error.ts';
import {writeWhole} from '../../engine/host/write-whole.ts';

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
