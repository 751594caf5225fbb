/** Takes what a terminal sends apart into keys and texts. */

/**
 * A bracketed paste as a whole; an escape sequence; an escape with what follows it, but for Ctrl+C and Ctrl+Z; a
 * control character; a run of text.
 */
const TOKEN =
	/\u001B\[200~[\s\S]*?\u001B\[201~|\u001B?\u001B(?:\[[0-?]*[ -/]*[@-~]|O[0-?]*[A-Za-z]|\[\[[A-Z])|\u001B[^\u0003\u001A]?|[\u0000-\u001A\u001C-\u001F\u007F]|[^\u0000-\u001F\u007F]+/gu;
const PASTE_START = '\u001B[200~';
/** Characters in one chunk above which they are a text that was pasted, not keys that were held or hit fast. */
const FAST_FINGERS = 16;
const PASTE_END = '\u001B[201~';

/** The keys and texts of a chunk, in order; `rest` is the beginning of a paste whose end has not come. */
export function keysIn(chunk: string): {readonly keys: readonly string[]; readonly rest: string} {
	const start = chunk.lastIndexOf(PASTE_START);
	const isOpen = start >= 0 && !chunk.includes(PASTE_END, start);
	const tokens = (isOpen ? chunk.slice(0, start) : chunk).match(TOKEN) ?? [];
	return {
		keys: tokens.flatMap(token =>
			token.startsWith('\u001B') || token.length > FAST_FINGERS ? [token] : Array.from(token),
		),
		rest: isOpen ? chunk.slice(start) : '',
	};
}
