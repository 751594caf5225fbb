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
function nextCaches() {
	if (last) last.before = undefined;
	return (last = new FrameCaches(last));
}
const emptyCell = Object.freeze({type: 'char', value: ' ', fullWidth: false, styles: Object.freeze([])});
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
		build.onLoad({filter: /[\\/]ink[\\/]build[\\/](?:output|line-update|log-update)\.js$/}, async ({path: file}) => ({
			contents: changed(file, await readFile(file, 'utf8')),
		}));
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
