/** Separates a model's thinking from its answer if a server puts both in one text: `<think>…</think>`. */

export type StreamPart = {readonly type: 'text' | 'thinking'; readonly text: string};

const tags = ['<think>', '</think>'];

/**
 * Splits a stream of pieces; tags may span pieces. Leading white space of the answer is dropped, as thinking ends in
 * blank lines.
 */
export function thinkSplitter(): {push(piece: string): StreamPart[]; end(): StreamPart[]} {
	let thinking = false;
	let begun = false;
	let pending = '';

	function part(text: string): StreamPart[] {
		const said = thinking || begun ? text : text.trimStart();
		if (said === '') return [];
		if (!thinking) begun = true;
		return [{type: thinking ? 'thinking' : 'text', text: said}];
	}

	function push(piece: string): StreamPart[] {
		const parts: StreamPart[] = [];
		let rest = pending + piece;
		for (let tag = /<\/?think>/u.exec(rest); tag; tag = /<\/?think>/u.exec(rest)) {
			parts.push(...part(rest.slice(0, tag.index)));
			thinking = tag[0] === '<think>';
			rest = rest.slice(tag.index + tag[0].length);
		}
		const held = heldBack(rest);
		pending = rest.slice(rest.length - held);
		return [...parts, ...part(rest.slice(0, rest.length - held))];
	}

	return {
		push,
		end() {
			const rest = pending;
			pending = '';
			return part(rest);
		},
	};
}

/** How many characters at the end of a text could be the start of a tag. */
function heldBack(text: string): number {
	const start = text.lastIndexOf('<');
	const tail = start < 0 ? '' : text.slice(start);
	return tags.some(tag => tag.startsWith(tail)) ? tail.length : 0;
}

/**
 * A complete text without its thinking. Some servers omit the opening tag: everything before the closing one was
 * thinking then.
 */
export const withoutThinking = (text: string): string =>
	text
		.replace(/<think>[\s\S]*?(?:<\/think>|$)/gu, '')
		.replace(/^[\s\S]*<\/think>/u, '')
		.trim();
