/**
 * What documents cost: reading and indexing them in the worker, with the longest time that keys wait meanwhile, a
 * search, the check of a quotation, what is paid for prompts beside a debate without them, and how long one waits.
 */
import {cpSync, mkdtempSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {monitorEventLoopDelay} from 'node:perf_hooks';
import type {SourceDesk} from '../../src/debate/sources.ts';
import {openSources} from '../../src/sources/desk.ts';
import {waitsOf} from './orchestration.ts';
import {countedIn, debateAt} from './prompt-tokens.ts';
import {median, row, type Row} from './report.ts';

const sizes = [1, 5, 10, 20] as const;
const queries = 60;
const proposition = 'Cities should cap rents.';

export async function* sources(): AsyncGenerator<Row> {
	for (const size of sizes) yield* readingOf(size);
	yield* pricesOf();
}

async function* readingOf(size: number): AsyncGenerator<Row> {
	const folder = mkdtempSync(path.join(tmpdir(), 'rostrum-bench-sources-'));
	const files = Math.max(1, Math.floor(size / 2));
	for (let file = 0; file < files; file++)
		writeFileSync(path.join(folder, `${file}.txt`), chronicle((size * 1_000_000) / files, file));
	const before = process.memoryUsage().rss;
	const delays = monitorEventLoopDelay({resolution: 5});
	delays.enable();
	const began = performance.now();
	const desk = await open([folder]);
	const ms = Math.round(performance.now() - began);
	delays.disable();
	const megabytes = Math.round((process.memoryUsage().rss - before) / 1e6);
	const wait = Math.round(delays.max / 1e6);
	yield row(
		`${size} MB of documents read and indexed: time; memory; longest wait of a key`,
		`${ms} ms; ${megabytes} MB; ${wait} ms`,
		'–',
	);
	const times = timesOf(index => desk.search([`${wordAt(index)} ${wordAt(3 * index)} ${1900 + index}`], []));
	const goal = size <= 10 ? '≤ 20 ms' : '–';
	yield row(`a search in ${size} MB: median; most`, figures(times), goal);
	const quotes = timesOf(index => desk.check({quote: line(index * 31, 0).trim(), before: '', ids: ['S1.1']}));
	yield row(`a quotation checked against ${size} MB: median; most`, figures(quotes), '–');
	desk.close();
}

const open = (named: readonly string[]): Promise<SourceDesk> =>
	openSources({named, cwd: process.cwd(), wholeUpTo: 4000}, new AbortController().signal);

function timesOf(work: (index: number) => unknown): readonly number[] {
	return Array.from({length: queries}, (_, index) => {
		const began = performance.now();
		work(index + 1);
		return performance.now() - began;
	});
}

const figures = (times: readonly number[]): string =>
	`${median(times).toFixed(1)} ms; ${Math.max(...times).toFixed(0)} ms`;

const words =
	'river stone market bridge winter council harbour engine ledger copper forest lamp window street garden teacher carpenter sailor orchard mill'.split(
		' ',
	);
const wordAt = (index: number): string => words[(index * 7 + (index >> 3)) % words.length] ?? '';

/** A sentence of its own by its number. */
const line = (index: number, file: number): string =>
	`In ${1900 + (index % 120)} ${Array.from({length: 14}, (_, place) => wordAt(index * 3 + place * 5 + file)).join(' ')}. `;

function chronicle(bytes: number, file: number): string {
	const lines: string[] = [];
	for (let [length, index] = [0, 0]; length < bytes; index++) {
		const next = `${line(index, file)}${index % 6 === 5 ? '\n\n' : ''}`;
		lines.push(next);
		length += next.length;
	}
	return lines.join('');
}

/** The fixtures, once as they are and once with a megabyte beside them, so that passages are searched for. */
async function* pricesOf(): AsyncGenerator<Row> {
	const few = path.join('data', 'harlen');
	const many = mkdtempSync(path.join(tmpdir(), 'rostrum-bench-sources-'));
	cpSync(few, many, {recursive: true});
	writeFileSync(path.join(many, 'chronicle.txt'), chronicle(1_000_000, 0));
	const bare = priceOf(await debateAt({about: proposition}));
	for (const [what, named] of [
		['that stand in every prompt', few],
		['that are searched', many],
	] as const) {
		const desk = await open([named]);
		const paid = priceOf(await debateAt({about: proposition, sources: desk}));
		desk.close();
		yield row(
			`prompt tokens with documents ${what}, cached at 0.1: times those without; new, and seen before`,
			`${(paid.whole / bare.whole).toFixed(2)}; ${counted(paid.fresh)}, ${counted(paid.shared)}`,
			'≤ 1.4',
			`1; ${counted(bare.fresh)}, ${counted(bare.shared)}`,
		);
	}
	const desk = await open([many]);
	const [without, beside] = [await waitsOf(proposition), await waitsOf(proposition, desk)];
	desk.close();
	const silence = ({silent}: typeof without): string =>
		`${median(silent).toFixed(0)} / ${Math.max(...silent).toFixed(0)} ms`;
	yield row(
		'silence between turns at reading pace with documents that are searched, three exchanges: median / most',
		silence(beside),
		'≤ 20 ms',
		silence(without),
	);
	yield row(
		'wall time at instant over the time its speakers take, with documents that are searched: times that without',
		(beside.lost / without.lost).toFixed(3),
		'≤ 1.05',
		`1 (${without.lost.toFixed(3)})`,
	);
}

const counted = (tokens: number): string => Math.round(tokens).toLocaleString('en-US');

type Paid = {readonly fresh: number; readonly shared: number; readonly whole: number};

function priceOf(requests: Awaited<ReturnType<typeof debateAt>>): Paid {
	const all = countedIn(requests);
	const sum = (of: (one: (typeof all)[number]) => number): number => all.reduce((total, one) => total + of(one), 0);
	const [fresh, shared] = [sum(one => one.fresh), sum(one => one.shared)];
	return {fresh, shared, whole: fresh + 0.1 * shared};
}
