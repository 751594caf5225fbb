/** The specification as the prompt shows it: its lines, what each of them is, and the section it stands in. */

/** `number` is from 1. `prose` is false for headings, code, tables and blank lines. */
export type SpecLine = {readonly number: number; readonly text: string; readonly section: string; readonly prose: boolean};
export type SpecText = {readonly lines: readonly SpecLine[]; readonly headings: readonly SpecLine[]};

const shown = /<spec>\n([\s\S]*?)\n<\/spec>/u;

let latest: {readonly system: string; readonly text: SpecText} | undefined;

/** Reads the text out of a system message. All requests of a round show the same one, so the latest is kept. */
export function readSpec(system: string): SpecText {
	if (latest?.system !== system) latest = {system, text: parse((shown.exec(system)?.[1] ?? '').split('\n').map(line => line.replace(/^\d+\| ?/u, '')))};
	return latest.text;
}

function parse(texts: readonly string[]): SpecText {
	let section = '';
	let fence = '';
	const frontEnd = texts[0] === '---' ? texts.indexOf('---', 1) : -1;
	const headings: SpecLine[] = [];
	const lines = texts.map((text, place): SpecLine => {
		const marks = /^\s*(`{3,}|~{3,})/u.exec(text)?.[1];
		if (marks !== undefined && fence === '') fence = marks;
		else if (marks !== undefined && marks.startsWith(fence)) fence = '';
		const title = fence === '' ? /^ {0,3}#{1,6}\s+(.*?)\s*#*$/u.exec(text)?.[1] : undefined;
		if (title !== undefined) section = title;
		const prose = place > frontEnd && title === undefined && marks === undefined && fence === '' && /\p{L}{2}.*\s.*\p{L}{2}/u.test(text) && !/^\s*(?:\||<!--|\[[^\]]+\]:)/u.test(text);
		const line = {number: place + 1, text, section, prose};
		if (title !== undefined) headings.push(line);
		return line;
	});
	return {lines, headings};
}
