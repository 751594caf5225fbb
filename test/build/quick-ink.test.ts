import * as fc from 'fast-check';
import {build, type Plugin} from 'esbuild';
import {mkdtempSync, readFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {beforeAll, describe, expect, it} from 'vitest';
import {quickInk} from '../../build/quick-ink.js';
import xterm from '@xterm/headless';
import {UnicodeGraphemesAddon} from '../fixtures/graphemes-addon.ts';

type Clip = {readonly x1: number; readonly x2: number; readonly y1: number; readonly y2: number};
type Written = {
	readonly x: number;
	readonly y: number;
	readonly text: string;
	readonly painted: string;
	readonly clip: Clip | undefined;
};
type Output = {
	write(x: number, y: number, text: string, options: {transformers: ((line: string) => string)[]}): void;
	clip(clip: Clip): void;
	unclip(): void;
	get(): {output: string};
};
type Ink = {
	readonly Output: new (size: {width: number; height: number}) => Output;
	readonly lineUpdate: (previous: string, next: string, columns: number) => string;
};

const [width, height] = [24, 6];

async function inkWith(plugins: Plugin[]): Promise<Ink> {
	const outfile = path.join(mkdtempSync(path.join(tmpdir(), 'rostrum-ink-')), 'ink.mjs');
	const contents =
		"export {default as Output} from './node_modules/ink/build/output.js'; export {default as lineUpdate} from './node_modules/ink/build/line-update.js';";
	await build({
		stdin: {contents, resolveDir: process.cwd()},
		bundle: true,
		format: 'esm',
		platform: 'node',
		outfile,
		plugins,
	});
	const ink: Ink = await import(outfile);
	return ink;
}

let [asItComes, quick]: Ink[] = [];
beforeAll(async () => {
	[asItComes, quick] = await Promise.all([inkWith([]), inkWith([quickInk])]);
});

const piece = fc.constantFrom(
	'the floor',
	' ',
	'a',
	'│ ',
	'●●○',
	'漢字',
	'👩‍🚀',
	'é',
	'\u001B[1m',
	'\u001B[31m',
	'\u001B[39m',
	'\u001B[22m',
	'\u001B[0m',
	'\u200B',
	'100 ▇█',
);
const line = fc.array(piece, {maxLength: 6}).map(pieces => pieces.join(''));
const clip = fc.record({
	x1: fc.integer({min: 0, max: 8}),
	x2: fc.integer({min: 4, max: 30}),
	y1: fc.integer({min: 0, max: 2}),
	y2: fc.integer({min: 1, max: 7}),
});
const written = fc.record({
	x: fc.integer({min: 0, max: width}),
	y: fc.integer({min: 0, max: height}),
	text: fc.array(line, {minLength: 1, maxLength: 3}).map(lines => lines.join('\n')),
	painted: line,
	clip: fc.option(clip, {nil: undefined}),
});
/** Frames as they follow each other: most of one is in the next, perhaps elsewhere. */
const frames = fc
	.tuple(
		fc.array(written, {minLength: 1, maxLength: 5}),
		fc.array(fc.array(fc.integer({min: 0, max: 4}), {minLength: 1, maxLength: 5}), {maxLength: 4}),
	)
	.map(([all, picks]) => [
		all,
		...picks.map((pick, frame) =>
			pick
				.map(index => all[index % all.length])
				.filter(one => one !== undefined)
				.map(one => ({...one, y: (one.y + frame) % height})),
		),
	]);

function drawn({Output}: Ink, operations: readonly Written[]): string {
	const output = new Output({width, height});
	for (const {x, y, text, painted, clip: cut} of operations) {
		if (cut) output.clip(cut);
		output.write(x, y, text, {transformers: painted === '' ? [] : [() => painted]});
		if (cut) output.unclip();
	}
	return output.get().output;
}

it('is written for this version of Ink: look at docs/decisions/0005 before raising it', () => {
	const {version}: {version: string} = JSON.parse(readFileSync('node_modules/ink/package.json', 'utf8'));
	expect(version).toBe('8.0.0');
});

describe('Ink as it is bundled', () => {
	it('draws every frame as Ink itself does', () => {
		fc.assert(
			fc.property(frames, sequence => {
				expect(sequence.map(frame => quick && drawn(quick, frame))).toEqual(
					sequence.map(frame => asItComes && drawn(asItComes, frame)),
				);
			}),
			{numRuns: 300},
		);
	});

	it('changes a line into what it is when it is written whole', async () => {
		await fc.assert(
			fc.asyncProperty(line, line, line, line, async (first, before, after, last) => {
				const [previous, next] = [first + before + last, first + after + last].map(closed);
				const update = quick?.lineUpdate(previous ?? '', next ?? '', columns) ?? '';
				expect(await cellsAfter(`${previous}${update}`)).toEqual(await cellsAfter(next ?? ''));
			}),
			{numRuns: 300},
		);
	});

	it('sends only what changed of a line, at its end and before it', () => {
		expect(quick?.lineUpdate('│ What would you give up to be', '│ What would you give up to be heard?', 80)).toBe(
			'\u001B[32Gheard?',
		);
		expect(
			quick?.lineUpdate(
				'│ What would you        \u001B[2m│ chairs\u001B[22m',
				'│ What would you give   \u001B[2m│ chairs\u001B[22m',
				80,
			),
		).toBe('\u001B[18Ggive');
		expect(quick?.lineUpdate('a long line that was there', 'a long line', 80)).toBe('\u001B[13G\u001B[K');
	});
});

const columns = 80;
const closed = (text: string): string => `${text.replaceAll('\u200B', '')}\u001B[0m`;

/** What stands in each place, with its colours, once this was written at the beginning of a line. */
async function cellsAfter(written: string): Promise<readonly unknown[]> {
	const terminal = new xterm.Terminal({cols: columns, rows: 2, allowProposedApi: true});
	terminal.loadAddon(new UnicodeGraphemesAddon());
	await new Promise<void>(resolve => terminal.write(`\u001B[?7l${written}`, resolve));
	const shown = terminal.buffer.active.getLine(0);
	return Array.from({length: columns}, (_, column) => {
		const cell = shown?.getCell(column);
		return [cell?.getChars() || ' ', cell?.getWidth(), cell?.getFgColor(), cell?.isBold()];
	});
}
