/** Which lines of a Markdown text stand in code fences, by the rules of CommonMark. */

export type MarkdownLine = {
	/** Without its line end, `\r` included. */
	readonly text: string;
	/** From 1. */
	readonly number: number;
	/** In a fence, or one of its two ends. */
	readonly fenced: boolean;
};

export type Fence = {readonly mark: string; readonly length: number};

/** The fence after this line, given the one before it. */
export function fenceAfter(line: string, open: Fence | undefined): Fence | undefined {
	const [, ticks = '', rest = ''] = /^ {0,3}(`{3,}|~{3,})(.*)$/u.exec(line) ?? [];
	const mark = ticks.charAt(0);
	if (open) return mark === open.mark && ticks.length >= open.length && rest.trim() === '' ? undefined : open;
	return ticks === '' || (mark === '`' && rest.includes('`')) ? undefined : {mark, length: ticks.length};
}

export type FencedText = {
	readonly lines: readonly MarkdownLine[];
	/** Numbers of the lines that open a fence which is never closed. */
	readonly unclosed: readonly number[];
};

/** Marks the lines; where `endsFence` says so of a line inside a fence, the fence is taken to have ended before it. */
export function markFences(texts: readonly string[], endsFence: (at: number) => boolean = () => false): FencedText {
	const lines: MarkdownLine[] = [];
	const unclosed: number[] = [];
	let open: Fence | undefined;
	let openedAt = 0;
	for (const [at, raw] of texts.entries()) {
		const text = raw.replace(/\r$/u, '');
		if (open && endsFence(at)) {
			unclosed.push(openedAt);
			open = undefined;
		}
		const next = fenceAfter(text, open);
		if (next && !open) openedAt = at + 1;
		lines.push({text, number: at + 1, fenced: open !== undefined || next !== undefined});
		open = next;
	}
	return {lines, unclosed: open ? [...unclosed, openedAt] : unclosed};
}
