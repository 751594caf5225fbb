/** What judges came to on the labelled turns: kept in ROSTRUM_HOME, for whoever chooses a judge. */
import {readdirSync} from 'node:fs';
import {join} from 'node:path';
import {z} from 'zod';
import type {Participant} from '../../debate/events.ts';
import {errorCode} from '../../debate/usage-error.ts';
import {writeWhole} from '../../engine/host/write-whole.ts';
import {fitnessInWords, type Fitness, type JudgeFigures, LabelledTurn} from '../../formats/duelogic/figures.ts';
import {rulesVersion} from '../../debate/rubric.ts';
import {homeFiles} from '../../settings/home.ts';
import {readRegularFile} from '../../engine/host/regular-file.ts';
import {sha256} from '../../engine/host/hash.ts';
import {packageRoot} from '../../engine/host/package-root.ts';

const fitnesses = ['fit', 'with_second', 'unfit', 'undecided'] as const satisfies readonly Fitness[];

/** One result; `rules` and `set` say what it was measured by, and only equal ones can be compared. */
const JudgeResult = z.object({
	voice: z.string(),
	/** When, ISO 8601. */
	at: z.string(),
	rules: z.int(),
	set: z.string(),
	turns: z.int(),
	/** Whether the whole set was put. */
	whole: z.boolean(),
	fitness: z.enum(fitnesses),
	/** The fitness in a sentence. */
	sentence: z.string(),
	/** The journal of it. */
	journal: z.string(),
	figures: z.unknown(),
});
export type JudgeResult = z.infer<typeof JudgeResult>;

const JudgeResults = z.object({v: z.literal(1), results: z.array(JudgeResult)});

/** All that is kept. A file that does not fit counts as empty: it can be measured anew. */
function readCheckResults(home: string): readonly JudgeResult[] {
	try {
		const read = JudgeResults.safeParse(JSON.parse(readRegularFile(homeFiles(home).judgeResults)));
		return read.success ? read.data.results : [];
	} catch (error) {
		if (errorCode(error) === 'ENOENT' || error instanceof SyntaxError) return [];
		throw error;
	}
}

/** Keeps a result in place of an earlier one like it: of the same voice, rules and set, and as much of the set. */
export function keepCheckResult(home: string, result: JudgeResult): void {
	const others = readCheckResults(home).filter(
		({voice, rules, set, whole}) =>
			voice !== result.voice || rules !== result.rules || set !== result.set || whole !== result.whole,
	);
	writeWhole(
		homeFiles(home).judgeResults,
		`${JSON.stringify({v: 1, results: [...others, result]}, undefined, '\t')}\n`,
	);
}

/**
 * Every judge that was measured under these rules and on this set, by voice; on the whole set where it was. Read once
 * for many voices.
 */
export function measuredJudges(home: string): ReadonlyMap<string, JudgeResult> {
	const all = readCheckResults(home).filter(({rules}) => rules === rulesVersion);
	const set = all.length === 0 ? '' : labelledSetHash();
	const own = all.filter(result => result.set === set);
	return new Map(
		own.toSorted((one, other) => Number(one.whole) - Number(other.whole)).map(result => [result.voice, result]),
	);
}

/** What was measured of one voice; undefined where nothing was, or under other rules or on another set. */
export const judgeResult = (home: string, voice: string): JudgeResult | undefined => measuredJudges(home).get(voice);

/** What was measured of a judge, in a few words, for where one is chosen. */
export const fitnessLabels: Readonly<Record<Fitness, string>> = {
	fit: 'fit to judge',
	with_second: 'fit to judge with a second judge',
	unfit: 'not fit to judge',
	undecided: 'measured on too few turns',
};

/** What the user should know of judges before a debate: those found unfit, and one that sits alone and should not. */
export function judgeNotices(home: string, participants: readonly Participant[]): string[] {
	const judges = [...new Set(participants.filter(({role}) => role === 'judge').map(({voice}) => voice))];
	return judges.flatMap(voice => {
		const result = judgeResult(home, voice);
		if (result?.fitness === 'unfit') return [`${voice} judges here. ${result.sentence}`];
		return result?.fitness === 'with_second' && judges.length === 1
			? [`${voice} judges here alone, and should not: name a second judge. ${result.sentence}`]
			: [];
	});
}

export const sentenceOf = (fitness: Fitness, figures: JudgeFigures): string => fitnessInWords(fitness, figures);

// The labelled turns that ship with Rostrum.

/** `hash` is the beginning of the SHA-256 of its files: figures of another set cannot be compared. */
export type LabelledSet = {readonly turns: readonly LabelledTurn[]; readonly hash: string};

const ours = join(packageRoot, 'data', 'labelled-turns');

/** All turns, file by file in alphabetical order. Throws where a line is not a labelled turn. */
export function readLabelledSet(folder: string = ours): LabelledSet {
	const texts = textsIn(folder);
	const lines = texts.flatMap(text => text.split('\n').filter(line => line.trim() !== ''));
	return {turns: lines.map(line => LabelledTurn.parse(JSON.parse(line))), hash: hashOf(texts)};
}

/** The hash alone, without parsing. */
export const labelledSetHash = (folder: string = ours): string => hashOf(textsIn(folder));

const textsIn = (folder: string): string[] =>
	readdirSync(folder)
		.filter(name => name.endsWith('.jsonl'))
		.toSorted()
		.map(name => readRegularFile(join(folder, name)));

const hashOf = (texts: readonly string[]): string => sha256(...texts).slice(0, 12);
