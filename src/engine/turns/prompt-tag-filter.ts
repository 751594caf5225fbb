/** Removes tags of the prompt from an answer: small models repeat them. */

const names = ['task', 'turn', 'debate', 'digest', 'last_words'];
const echo = new RegExp(`</?(?:${names.join('|')})(?:\\s[^<>\\n]{0,300})?>`, 'gu');

/** Filters text that comes in pieces; a tag may be spread over several of them. */
export function promptTagFilter(): {push(piece: string): string; end(): string} {
	let held = '';
	return {
		push(piece) {
			const text = (held + piece).replaceAll(echo, '');
			const from = beginning(text);
			held = text.slice(from);
			return text.slice(0, from);
		},
		end() {
			const rest = held;
			held = '';
			return rest;
		},
	};
}

/** Where an unfinished tag may begin; the end of the text if there is none. */
function beginning(text: string): number {
	const start = text.lastIndexOf('<');
	if (start < 0) return text.length;
	const [name = '', ...attributes] = text
		.slice(start + 1)
		.replace(/^\//u, '')
		.split(/(?=\s)/u);
	const open = attributes.length === 0 ? names.some(each => each.startsWith(name)) : names.includes(name);
	return open && text.length - start < 320 && !text.includes('\n', start) ? start : text.length;
}
