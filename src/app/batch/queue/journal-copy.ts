/**
 * Keeps a copy of a journal in Redis while it is written, so that a worker on another machine can go on with it, and
 * whoever collects the journals has it when it is whole.
 */
import {closeSync, readSync, statSync} from 'node:fs';
import {writeWhole} from '../../../engine/host/write-whole.ts';
import {nextFence} from '../../../engine/replay/resume.ts';
import type {SharedBatch} from './shared-state.ts';
import {openRegular} from '../../../engine/host/regular-file.ts';

/** What was written is copied so often, in milliseconds: at first at once, so that hardly any debate is begun twice. */
const [firstMs, everyMs] = [20, 250];

export type JournalCopy = {
	/** Whether Redis has said within half the stall limit that the debate is still this worker's. */
	isHeld(): boolean;
	/** Copies what is left, and ends. False where another has the debate by now. */
	finish(): Promise<boolean>;
};

export type CopiedJournal = {
	readonly shared: SharedBatch;
	readonly item: string;
	readonly fence: number;
	/** When Redis last said that the debate is this worker's, and after how long others may be told to take it over. */
	readonly trust?: {readonly heldAt: number; readonly stallMs: number};
	readonly onLost: () => void;
};

/** Copies the journal as it grows. `onLost` is called once another worker has the debate. */
export function copyJournal(
	file: string,
	{shared, item, fence, trust = {heldAt: 0, stallMs: Infinity}, onLost}: CopiedJournal,
): JournalCopy {
	let [copied, lost, over] = [0, false, false];
	let timer: NodeJS.Timeout | undefined;
	let pause: number = firstMs;

	let {heldAt} = trust;

	async function copyNew(): Promise<void> {
		const began = Date.now();
		for (let bytes = bytesFrom(file, copied); bytes.length > 0 && !lost; bytes = bytesFrom(file, copied)) {
			const length = await shared.append(item, fence, copied, bytes);
			if (length === undefined) {
				lost = true;
				onLost();
			} else copied = length > copied + bytes.length ? 0 : length;
		}
		if (lost) return;
		if (await shared.isHeld(item, fence)) heldAt = began;
		else {
			lost = true;
			onLost();
		}
	}

	let last: Promise<void> = Promise.resolve();
	const tick = (): void => {
		last = copyNew().finally(() => {
			pause = Math.min(everyMs, pause * 2);
			if (!over && !lost) timer = setTimeout(tick, pause);
		});
		last.catch(onLost);
	};
	timer = setTimeout(tick, pause);

	return {
		// BullMQ renews its own lock twice within the limit, so that it may be over after half of it.
		isHeld: () => !lost && Date.now() - heldAt < trust.stallMs / 2,
		async finish() {
			over = true;
			clearTimeout(timer);
			await last;
			await copyNew();
			return !lost;
		},
	};
}

const none = Buffer.alloc(0);

function bytesFrom(file: string, offset: number): Buffer {
	const size = statSync(file, {throwIfNoEntry: false})?.size ?? 0;
	if (size <= offset) return none;
	const bytes = Buffer.alloc(size - offset);
	const descriptor = openRegular(file);
	try {
		return bytes.subarray(0, readSync(descriptor, bytes, 0, bytes.length, offset));
	} finally {
		closeSync(descriptor);
	}
}

/**
 * Puts the copy in the journal's place where it knows more: it is another worker's who took the debate over from
 * whoever wrote here, or it is longer.
 */
export async function fetchJournal(file: string, item: string, shared: SharedBatch): Promise<void> {
	const copy = await shared.copy(item);
	if (!copy) return;
	const own = statSync(file, {throwIfNoEntry: false})?.size ?? 0;
	const lastHere = nextFence(file) - 1;
	if (copy.fence < lastHere || (copy.fence === lastHere && copy.bytes.length <= own)) return;
	// The copy may end in the middle of a line that was just being written.
	writeWhole(file, copy.bytes.subarray(0, copy.bytes.lastIndexOf('\n') + 1).toString('utf8'));
}
