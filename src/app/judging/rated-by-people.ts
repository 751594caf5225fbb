/**
 * Two public data sets that people labelled, as the user's own files: opening speeches rated by many people (the
 * `data.csv` of Debatable-Intelligence) and texts with their fallacies (the gold standard of MAFALDA).
 */
import {z} from 'zod';
import {cleanText} from '../../debate/text/intake.ts';
import {reasonOf} from '../../debate/text/words.ts';
import {configErrors, UsageError} from '../../debate/usage-error.ts';
import {sha256} from '../../engine/host/hash.ts';
import {readText} from '../../engine/host/read-text.ts';
import {CsvFault, parseCsv} from '../../ratings/rows.ts';
import {hash, seededRandom, shuffled} from '../../rehearsal/random.ts';

/** A speech for its topic; `mean` is that of its ratings. */
type RatedSpeech = {readonly topic: string; readonly source: string; readonly text: string; readonly mean: number};

/** Two speeches on one topic, of which people rated the one higher. */
export type SpeechPair = {
	readonly id: string;
	readonly first: RatedSpeech;
	readonly second: RatedSpeech;
	/** How far the means lie apart. */
	readonly gap: number;
};

/** What was read of a file; `hash` is the beginning of the SHA-256 of it. */
type ReadSet<T> = {readonly items: readonly T[]; readonly hash: string};
export type RatedSpeeches = ReadSet<RatedSpeech>;

const hashOf = (text: string): string => sha256(text).slice(0, 12);

const cell = z.string().trim().min(1);
const SpeechRow = z.object({
	topic: cell.transform(cleanText),
	source: cell,
	text: cell.transform(cleanText),
	goodopeningspeech: z
		.string()
		.regex(/^\[\s*\d+(?:\.\d+)?(?:\s*,\s*\d+(?:\.\d+)?)*\s*\]$/u, 'has to be a list of ratings such as [4, 5, 3]'),
});
const columnsOfSpeeches = Object.keys(SpeechRow.shape);

const speechesTodo = `Name a CSV file with the columns ${columnsOfSpeeches.join(', ')}, a speech a line, such as data.csv of github.com/noy-sternlicht/Debatable-Intelligence.`;

/** Throws `UsageError` that says which line is wrong, and what is expected. */
export function readRatedSpeeches(file: string): RatedSpeeches {
	const text = readText(file, '--people');
	const fault = (what: string): UsageError =>
		new UsageError({
			what: `This is no file of rated speeches: ${what}`,
			value: file,
			from: '--people',
			todo: speechesTodo,
		});
	const [header, ...records] = recordsOf(text, fault);
	const names = header?.fields.map(name => name.trim()) ?? [];
	const missing = columnsOfSpeeches.filter(name => !names.includes(name));
	if (missing.length > 0) throw fault(`it has no column ${missing.join(', ')}`);
	const items = records.map(({line, fields}) => {
		const row = SpeechRow.safeParse(Object.fromEntries(names.map((name, place) => [name, fields[place]])));
		if (!row.success) throw fault(`line ${line}: ${configErrors(row.error).join('; ')}`);
		const {topic, source, text: said, goodopeningspeech} = row.data;
		const ratings = goodopeningspeech.slice(1, -1).split(',').map(Number);
		return {topic, source, text: said, mean: ratings.reduce((all, one) => all + one, 0) / ratings.length};
	});
	if (pairsOf(items).length === 0) throw fault(`no two speeches on one topic lie ${leastGap} apart`);
	return {items, hash: hashOf(text)};
}

function recordsOf(text: string, fault: (what: string) => UsageError): ReturnType<typeof parseCsv> {
	try {
		return parseCsv(text.replace(/^\uFEFF/u, ''));
	} catch (error) {
		throw error instanceof CsvFault ? fault(`line ${error.line} ${error.message}`) : error;
	}
}

/** Means that lie closer are too close to say which speech is better, by the number of people who rated them. */
const leastGap = 0.25;
/** Pairs are drawn from each of these bands, as each has its part of all. */
const bands = [0.5, 1];

/**
 * Pairs of one topic whose means differ by 0.25 or more: at most `most`, drawn by the seed so that every band of gaps
 * and every two sources have the share that they have of all pairs (systematic sampling of sorted pairs). Shares of the
 * pairs drawn therefore estimate those of all.
 */
export function drawPairs(speeches: readonly RatedSpeech[], most: number, seed: number): readonly SpeechPair[] {
	const random = seededRandom(hash('pairs', seed));
	const all = shuffled(pairsOf(speeches), random).toSorted((one, other) =>
		stratumOf(one).localeCompare(stratumOf(other)),
	);
	const step = Math.max(1, all.length / most);
	const from = random.next() * step;
	return Array.from({length: Math.min(most, all.length)}, (_, place) => all[Math.floor(from + place * step)]).filter(
		pair => pair !== undefined,
	);
}

function pairsOf(speeches: readonly RatedSpeech[]): SpeechPair[] {
	return speeches.flatMap((first, at) =>
		speeches.slice(at + 1).flatMap((second, after): SpeechPair[] => {
			// Means are fractions: what differs by a quarter may come out a hair below it.
			const gap = Math.round(Math.abs(first.mean - second.mean) * 1e9) / 1e9;
			return first.topic === second.topic && gap >= leastGap
				? [{id: `${at + 1}-${at + after + 2}`, first, second, gap}]
				: [];
		}),
	);
}

const stratumOf = ({gap, first, second}: SpeechPair): string =>
	[bands.filter(band => gap >= band).length, ...[first.source, second.source].toSorted()].join('|');

/** A text of which people found that it holds a straw man, or no fallacy at all. */
type FallacyText = {readonly id: string; readonly text: string; readonly strawMan: boolean};
export type FallacyTexts = ReadSet<FallacyText>;

const FallacyLine = z.object({
	text: z.string().trim().min(1).transform(cleanText),
	labels: z.array(z.tuple([z.int(), z.int(), z.string()])),
});
const fallaciesTodo =
	'Name a file of lines {"text": "…", "labels": [[0, 61, "straw man"], …]}, such as datasets/gold_standard_dataset.jsonl of github.com/ChadiHelwe/MAFALDA.';

/** Texts with a straw man and texts without any fallacy; others are passed over. Throws `UsageError`. */
export function readFallacies(file: string): FallacyTexts {
	const text = readText(file, '--fallacies');
	const fault = (what: string): UsageError =>
		new UsageError({
			what: `This is no file of fallacies: ${what}`,
			value: file,
			from: '--fallacies',
			todo: fallaciesTodo,
		});
	const items = text.split('\n').flatMap((line, at): FallacyText[] => {
		if (line.trim() === '') return [];
		const read = FallacyLine.safeParse(jsonOf(line, why => fault(`line ${at + 1}: ${why}`)));
		if (!read.success) throw fault(`line ${at + 1}: ${configErrors(read.error).join('; ')}`);
		const strawMan = read.data.labels.some(([, , label]) => label.toLowerCase() === 'straw man');
		return strawMan || read.data.labels.length === 0 ? [{id: `line ${at + 1}`, text: read.data.text, strawMan}] : [];
	});
	if (items.every(({strawMan}) => !strawMan)) throw fault('no text in it is labelled "straw man"');
	return {items, hash: hashOf(text)};
}

function jsonOf(line: string, fault: (why: string) => UsageError): unknown {
	try {
		const value: unknown = JSON.parse(line);
		return value;
	} catch (error) {
		throw fault(reasonOf(error));
	}
}
