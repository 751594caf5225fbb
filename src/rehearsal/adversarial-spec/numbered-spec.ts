/** Parses the numbered specification in a prompt into lines with their sections. */
import type {Block} from '../request/notation.ts';

/** `number` counts from 1. `prose` is false for headings, code, tables and blank lines. */
export type SpecLine = {
	readonly number: number;
	readonly text: string;
	readonly section: string;
	readonly prose: boolean;
};
/** `whole` is the text with its line numbers; `worth` are the lines long enough to be quoted. */
export type NumberedSpec = {
	readonly whole: string;
	readonly lines: readonly SpecLine[];
	readonly worth: readonly SpecLine[];
};

const known = new WeakMap<Block, NumberedSpec>();

/** Parses the specification in a prompt. All requests of a round show the same text, so it is parsed once. */
export function readSpec(inside: readonly Block[]): NumberedSpec {
	const shown = inside.find(({name}) => name === 'spec');
	const text = (shown && known.get(shown)) ?? parse(shown?.body ?? '');
	if (shown) known.set(shown, text);
	return text;
}

function parse(whole: string): NumberedSpec {
	const texts = whole.split('\n').map(line => line.replace(/^\d+\| ?/u, ''));
	let section = '';
	let fence = '';
	const frontEnd = texts[0] === '---' ? texts.indexOf('---', 1) : -1;
	const lines = texts.map((text, place): SpecLine => {
		const marks = /^\s*(`{3,}|~{3,})/u.exec(text)?.[1];
		if (marks !== undefined && fence === '') fence = marks;
		else if (marks !== undefined && marks.startsWith(fence)) fence = '';
		const title = fence === '' ? /^ {0,3}#{1,6}\s+(.*?)\s*#*$/u.exec(text)?.[1] : undefined;
		if (title !== undefined) section = title;
		const prose =
			place > frontEnd &&
			title === undefined &&
			marks === undefined &&
			fence === '' &&
			/\p{L}{2}.*\s.*\p{L}{2}/u.test(text) &&
			!/^\s*(?:\||<!--|\[[^\]]+\]:)/u.test(text);
		return {number: place + 1, text, section, prose};
	});
	return {whole, lines, worth: lines.filter(({prose, text}) => prose && text.trim().length >= 12)};
}
