/**
 * Markdown as plain words, as it streams in: for lines that are read aloud. What a mark says to the eye is left out.
 */

const fence = /^\s*(?:`{3,}|~{3,})/u;
const rule = /^\s*(?:[-*_]\s*){3,}$/u;
const underHead = /^\s*\|?(?:\s*:?-+:?\s*\|)+\s*(?::?-+:?\s*)?$/u;

/** One text in pieces that end anywhere. Code stays as it is. */
export class PlainMarkdown {
	#fenced = false;
	#atStart = true;

	push(piece: string): string {
		const lines = piece.split('\n');
		const last = lines.length - 1;
		const read = lines.map((words, index) => this.#read(words, index > 0 || this.#atStart));
		this.#atStart = (lines[last] ?? '') === '' && (last > 0 || this.#atStart);
		return read.filter((words, index) => words !== undefined || index === last).join('\n');
	}

	#read(words: string, isStart: boolean): string | undefined {
		if (isStart && fence.test(words)) {
			this.#fenced = !this.#fenced;
			return undefined;
		}
		if (this.#fenced) return words;
		if (isStart && words.trim() !== '' && (rule.test(words) || underHead.test(words))) return undefined;
		return inlineWords(isStart ? withoutLineMark(words) : words);
	}
}

/** Of a heading, an item and a row of a table. */
function withoutLineMark(words: string): string {
	const row = /^\s*\|(.*)\|\s*$/u.exec(words)?.[1];
	if (row !== undefined)
		return row
			.split('|')
			.map(cell => cell.trim())
			.join(', ');
	return words.replace(/^\s{0,3}#{1,6}\s+/u, '').replace(/^(\s*)[*+](?=\s)/u, '$1-');
}

/**
 * What stands in backticks stays as it is. Marks stand at the edge of a word; a pair that goes over the end of a piece
 * loses its halves one by one.
 */
const inlineWords = (words: string): string =>
	words
		.split(/(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)/u)
		.map((part, index) => (index % 3 === 0 ? withoutMarks(part) : index % 3 === 2 ? part : ''))
		.join('');

const withoutMarks = (words: string): string =>
	words
		.replaceAll(/!?\[([^\][]+)\]\(([^()\s]+)\)/gu, (_, label: string, address: string) =>
			label === address ? label : `${label} (${address})`,
		)
		.replaceAll(/(?<![\w*])\*{1,3}(?=[^\s*])|(?<=[^\s*])\*{1,3}(?![\w*])/gu, '')
		.replaceAll(/(?<!\w)_{1,3}(?=[^\s_])|(?<=[^\s_])_{1,3}(?!\w)/gu, '')
		.replaceAll(/~~(?=\S)|(?<=\S)~~/gu, '')
		.replaceAll(/`+/gu, '');
