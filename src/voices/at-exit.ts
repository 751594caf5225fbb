/** What is done when the process exits: one listener for all, however many agents and locks there are. */
const pending = new Set<() => void>();

/** Has `clear`, which must not wait, called when the process exits, unless what is returned is called before. */
export function atExit(clear: () => void): () => void {
	if (pending.size === 0) process.on('exit', clearAll);
	// A function of its own: the same one may be given twice.
	const once = (): void => clear();
	pending.add(once);
	return () => {
		pending.delete(once);
		if (pending.size === 0) process.removeListener('exit', clearAll);
	};
}

function clearAll(): void {
	for (const clear of pending) {
		pending.delete(clear);
		clear();
	}
}
