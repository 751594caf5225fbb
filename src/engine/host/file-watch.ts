/** Waits for a file to change into what is wanted, by file system events and by polling. */
import {watch, type FSWatcher} from 'node:fs';
import {basename, dirname} from 'node:path';

export type Waiting = {
	readonly file: string;
	/** Polling interval in milliseconds. */
	readonly pollMs: number;
	readonly signal: AbortSignal;
	/** Also wakes the wait, when it settles. */
	readonly also?: Promise<unknown>;
};

/**
 * Asks `look` now, after every change in the file's folder (so that a file replaced by rename is seen too) and every
 * `pollMs`, until it gives something. `look` gets the milliseconds since the waiting began, and may ask to be asked
 * again sooner. Rejects with the signal's reason.
 */
export async function waitForFile<T>(
	{file, pollMs, signal, also}: Waiting,
	look: (elapsed: number, again: (inMs: number) => void) => T | undefined,
): Promise<T> {
	const began = performance.now();
	let stir: () => void = () => undefined;
	const onAbort = (): void => stir();
	const watcher = watchFolder(file, () => stir());
	void also?.finally(() => stir());
	signal.addEventListener('abort', onAbort);
	try {
		for (;;) {
			signal.throwIfAborted();
			const stirred = new Promise<void>(resolve => {
				stir = resolve;
			});
			let next = pollMs;
			const found = look(performance.now() - began, inMs => {
				next = Math.min(next, inMs);
			});
			if (found !== undefined) return found;
			const timer = setTimeout(() => stir(), next);
			await stirred;
			clearTimeout(timer);
		}
	} finally {
		signal.removeEventListener('abort', onAbort);
		watcher?.close();
	}
}

/** Some file systems cannot be watched, and a watch can fail later on: polling is enough there. */
function watchFolder(file: string, changed: () => void): FSWatcher | undefined {
	try {
		const watcher = watch(dirname(file), (_, name) => {
			if (name === null || name === basename(file)) changed();
		});
		return watcher.on('error', () => watcher.close());
	} catch (error) {
		if (error instanceof Error && 'code' in error) return undefined;
		throw error;
	}
}
