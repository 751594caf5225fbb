// Ink finds out everything about every line in every frame; what it found out for the frame before is kept here. See
// docs/decisions/0005.
import {readFile} from 'node:fs/promises';
import path from 'node:path';
import {fileURLToPath} from 'node:url';

/**
 * What stands in Ink's code exactly once, and what stands there instead. @typedef {{readonly instead: string | RegExp,
 * readonly now: string}} Change
 */

const framesKnowTheOneBefore = `
class FrameCaches extends OutputCaches {
	constructor(before) {
		super();
		this.before = before;
		this.lines = new Map();
	}
	getStyledChars(line) {
		return this.known('styledChars', line) ?? super.getStyledChars(line);
	}
	getStringWidth(text) {
		return this.known('widths', text) ?? super.getStringWidth(text);
	}
	known(what, text) {
		const now = this[what].get(text);
		if (now !== undefined) return now;
		const then = this.before?.[what].get(text);
		if (then !== undefined) this[what].set(text, then);
		return then;
	}
}
let last;
function textLines(caches, text) {
	const known = caches.known('lines', text);
	if (known) return known;
	const parted = [[]];
	for (const character of caches.getStyledChars(text))
		if (character.value === '\\n') parted.push([]);
		else parted.at(-1).push(character);
	const lines = parted.map(line => styledCharsToString(line));
	caches.lines.set(text, lines);
	return lines;
}
function nextCaches() {
	if (last) last.before = undefined;
	return (last = new FrameCaches(last));
}
const emptyCell = Object.freeze({type: 'char', value: ' ', fullWidth: false, styles: Object.freeze([])});
`;

const oneCellEach = `
const mostCells = 10_000;
const styles = new Map();
let cellsKept = 0;
class StyleCells {
	cells = new Map();
	constructor(codes) {
		this.codes = [...codes];
	}
	of(token) {
		const known = this.cells.get(token.value);
		if (known) return known;
		if (++cellsKept > mostCells) {
			for (const {cells} of styles.values()) cells.clear();
			styles.clear();
			cellsKept = 0;
		}
		const cell = {...token, styles: this.codes};
		this.cells.set(token.value, cell);
		return cell;
	}
}
function cellsOf(codes) {
	let key = '';
	for (const {code, endCode} of codes) key += code + ' ' + endCode + ' ';
	let known = styles.get(key);
	if (!known) styles.set(key, (known = new StyleCells(codes)));
	return known;
}
`;

const spans = fileURLToPath(new URL('line-spans.js', import.meta.url));

/** @type {Readonly<Record<string, readonly Change[]>>} */
const changes = {
	'output.js': [
		// Lines that were on the screen a frame ago are taken apart no more than once, also where they have moved.
		{instead: 'export default class Output {', now: `${framesKnowTheOneBefore}export default class Output {`},
		{instead: 'caches = new OutputCaches();', now: 'caches = nextCaches();'},
		// A frame begins with the same blank in every cell: Ink puts others in its place, and changes none.
		{
			instead: /row\.push\(\{\s*type: 'char',\s*value: ' ',\s*fullWidth: false,\s*styles: \[\],\s*\}\);/u,
			now: 'row.push(emptyCell);',
		},
		// A text that was there a frame ago is parted into lines no more than once.
		{
			instead: /const characterLines = \[\[\]\];[\s\S]*?let lines = [^\n]*\n/u,
			now: 'let lines = textLines(this.caches, text);\n',
		},
	],
	'styledChars.js': [
		// A screen has few different cells: each is one object, and so are the styles that it has.
		{
			instead: 'export function styledCharsFromTokens(tokens) {',
			now: `${oneCellEach}export function styledCharsFromTokens(tokens) {`,
		},
		{instead: 'let codes = [];', now: 'let codes = [], cells = cellsOf(codes);'},
		{
			instead: 'codes = reduceAnsiCodesIncremental(codes, [token]);',
			now: 'codes = reduceAnsiCodesIncremental(codes, [token]);\n\t\t\tcells = cellsOf(codes);',
		},
		{instead: /ret\.push\(\{\s*\.\.\.token,\s*styles: \[\.\.\.codes\],\s*\}\);/u, now: 'ret.push(cells.of(token));'},
	],
	'line-update.js': [
		// Only the places that changed are written, wherever in the line they are.
		{
			instead: 'export default function lineUpdate(previous, next, columns) {',
			now: `import {spansOf} from ${JSON.stringify(spans)};
export default function lineUpdate(previous, next, columns) {
	return spansOf(previous, next, columns, stringWidth) ?? fromFirstChange(previous, next, columns);
}
function fromFirstChange(previous, next, columns) {`,
		},
		// Where less than half of a line stays, finding out which part that is takes longer than sending the line.
		{instead: 'if (commonLength === 0) {', now: 'if (commonLength * 2 < next.length) {'},
	],
	'log-update.js': [
		// Lines that stay are passed in one step.
		{
			instead: "stream.write(buffer.join(''));",
			now: "stream.write(buffer.join('').replaceAll(/(?:\\u001B\\[E){2,}/gu, steps => `\\u001B[${steps.length / 3}E`));",
		},
	],
};

/** @type {import('esbuild').Plugin} */
export const quickInk = {
	name: 'quick-ink',
	setup(build) {
		build.onLoad(
			{
				filter:
					/[\\/](?:ink[\\/]build[\\/](?:output|line-update|log-update)|ansi-tokenize[\\/]build[\\/]styledChars)\.js$/,
			},
			async ({path: file}) => ({
				contents: changed(file, await readFile(file, 'utf8')),
			}),
		);
	},
};

/** @param {string} file @param {string} code */
function changed(file, code) {
	return (changes[path.basename(file)] ?? []).reduce((text, {instead, now}) => {
		const parts = text.split(instead);
		if (parts.length !== 2)
			throw new Error(
				`${file} has ${parts.length - 1} times what build/quick-ink.js expects once: ${instead}. See whether the change is still needed.`,
			);
		return parts.join(now);
	}, code);
}
