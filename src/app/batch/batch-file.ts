/**
 * What a batch is: its file, the debates that this makes, as `rostrum run` would be asked for each, and who judges
 * them.
 */
import {dirname} from 'node:path';
import {isRehearsal} from '../../debate/seats.ts';
import {parse} from 'yaml';
import {z} from 'zod';
import {expected, expectedFields, errorCode, UsageError} from '../../debate/usage-error.ts';
import {reasonOf} from '../../debate/text/words.ts';
import {readUserText} from '../../engine/host/regular-file.ts';
import {namedFile} from '../../engine/host/named-file.ts';
import {formats} from '../../formats/index.ts';
import type {Format} from '../../formats/contract.ts';
import type {Input} from '../../formats/options.ts';
import {sha256} from '../../engine/host/hash.ts';
import {slug} from '../files/debate-folders.ts';
import {makerOf} from '../../debate/bench.ts';
import {judgeResult} from '../judging/judge-results.ts';
import {filesNamedIn} from '../plan/open-sources.ts';
import type {ReadyPlan} from '../plan/attach-voices.ts';

const text = expected('a text');
const said = z.string(text).trim().min(1, text);
/** Who debates: a voice, and how it speaks where several debaters have one voice. */
export const BatchDebater = z.union(
	[said.transform(voice => ({voice})), z.strictObject({voice: said, persona: said.optional()})],
	expected('a voice, or an object with voice and persona'),
);
export type BatchDebater = {readonly voice: string; readonly persona?: string | undefined};

const most = 10_000;
const texts = expected('a list of texts');
const seeds = expected(`a list of whole numbers, or how many from 1 to ${most}`);
const pairing = expected('two numbers of debaters, such as [1, 2]');
const place = expected('the number of a debater');
const number = z.int(place).positive(place);
const debaters = expected('a list of two debaters or more');
const atOnce = expected('a whole number from 1 to 100');

/** The first format in which debaters can be paired. */
const usual = (): string[] => formats.flatMap(({id, pair}) => (pair ? [id] : [])).slice(0, 1);

const fields = {
	formats: z.array(said, texts).min(1, texts).default(usual),
	topics: z.array(said, texts).min(1, texts),
	debaters: z.array(BatchDebater, debaters).min(2, debaters),
	/** Numbers of debaters, from 1; every two of them by default. */
	pairings: z.array(z.tuple([number, number], pairing), expected('a list of pairs, such as [[1, 2]]')).optional(),
	/** Each debate twice, with sides swapped. */
	swap: z.boolean(expected('true or false')).default(true),
	/** Seeds, or how many. */
	seeds: z.union([z.array(z.int().nonnegative()).min(1), z.int().min(1).max(most)], seeds).default([1]),
	/** Who may judge: of each pairing up to three, none of a debater's maker where that can be avoided. */
	judges: z.array(said, texts).max(12, expected('at most 12 voices')).default([]),
	moderator: said.optional(),
	/** Who keeps the ledger of claims; the moderator where nobody is named. */
	keeper: said.optional(),
	/** Documents that all of them stand on: files, folders and globs, from where the file lies. */
	sources: z.array(said, texts).default([]),
	/** Any part of the formats' config. */
	config: z.record(z.string(), z.unknown(), expected('an object')).default({}),
	/** For all debates together, such as 5usd or 2000000tok. */
	budget: said.optional(),
	/** Debates at once. */
	atOnce: z.int(atOnce).min(1, atOnce).max(100, atOnce).default(2),
};

/** A matrix of debates: formats × topics × pairings × sides × seeds. */
export const BatchFile = z.strictObject(fields, expectedFields(Object.keys(fields)));
export type BatchFile = z.infer<typeof BatchFile>;

/** Reads a batch in JSON or YAML. Throws `UsageError` that names each field that does not fit. */
export function readBatchFile(named: string, cwd: string): BatchFile {
	const path = namedFile(cwd, named);
	const parsed = BatchFile.safeParse(contentOf(path, named));
	if (parsed.success) {
		const sources = [...filesNamedIn('batch', parsed.data.sources, dirname(path))];
		return checked({...parsed.data, sources}, named);
	}
	throw new UsageError(
		parsed.error.issues.map(({path, message}) => ({
			what: `${path.length === 0 ? 'The batch' : `The batch’s "${path.join('.')}"`} does not fit: ${message}`,
			from: named,
			todo: 'Correct the file; "rostrum help batch" shows one.',
		})),
	);
}

function contentOf(path: string, named: string): unknown {
	try {
		const content: unknown = parse(readUserText(path));
		return content;
	} catch (error) {
		throw new UsageError(
			{
				what: `The batch cannot be read: ${reasonOf(error).split('\n', 1)[0]}`,
				value: named,
				from: errorCode(error) === undefined ? named : 'the command line',
				todo: 'Name a file in JSON or YAML.',
			},
			{cause: error},
		);
	}
}

function checked(batch: BatchFile, named: string): BatchFile {
	const wrong = (batch.pairings ?? []).find(
		([one, other]) => one === other || Math.max(one, other) > batch.debaters.length,
	);
	if (!wrong) return batch;
	throw new UsageError({
		what: 'A pairing names two of the debaters by their numbers',
		value: wrong,
		from: named,
		todo: `Give two different numbers from 1 to ${batch.debaters.length}.`,
	});
}

// All debates of a batch, as `rostrum run` would be asked for each. Pure.

/** One debate. `folder` is its folder's name, which follows from what is debated by whom. */
export type BatchItem = {
	readonly folder: string;
	readonly protocol: string;
	readonly topic: string;
	readonly seed: number;
	readonly one: BatchDebater;
	readonly other: BatchDebater;
	readonly input: Input;
};

type PairDebaters = NonNullable<Format['pair']>;

/** `pairing` gives each format's way to seat two debaters. */
export function batchItems(batch: BatchFile, pairing: (protocol: string) => PairDebaters): BatchItem[] {
	const seeds = typeof batch.seeds === 'number' ? Array.from({length: batch.seeds}, (_, at) => at + 1) : batch.seeds;
	const pairs = pairsOf(batch);
	return batch.formats.flatMap(protocol =>
		batch.topics.flatMap(topic =>
			seeds.flatMap(seed =>
				pairs.map(([one, other]) => itemOf(batch, {protocol, topic, seed, one, other}, pairing(protocol))),
			),
		),
	);
}

function pairsOf({debaters, pairings, swap}: BatchFile): [BatchDebater, BatchDebater][] {
	const chosen =
		pairings?.flatMap(([one, other]): [BatchDebater, BatchDebater][] => {
			const [first, second] = [debaters[one - 1], debaters[other - 1]];
			return first && second ? [[first, second]] : [];
		}) ??
		debaters.flatMap((one, at) => debaters.slice(at + 1).map((other): [BatchDebater, BatchDebater] => [one, other]));
	return chosen.flatMap(([one, other]): [BatchDebater, BatchDebater][] =>
		swap
			? [
					[one, other],
					[other, one],
				]
			: [[one, other]],
	);
}

type MatrixCell = Omit<BatchItem, 'folder' | 'input'>;

function itemOf(
	{config, judges, moderator, keeper, sources}: BatchFile,
	cell: MatrixCell,
	pair: PairDebaters,
): BatchItem {
	const {protocol, topic, seed, one, other} = cell;
	const {seat, set} = pair(one, other);
	const bench = benchFor(judges, [one, other]);
	const options = {
		topic,
		seed: String(seed),
		pace: 'instant',
		seat: [...seat],
		set: [...Object.entries(config).map(([path, value]) => `${path}=${JSON.stringify(value)}`), ...set],
		...(bench.length > 0 && {judge: bench}),
		...(moderator !== undefined && {arbiter: moderator}),
		...(keeper !== undefined && {keeper}),
		...(sources.length > 0 && {sources}),
	};
	// Names of folders are the same with and without a field that is not given.
	const own = keeper === undefined ? sources : [...sources, {keeper}];
	const name = sha256(JSON.stringify([protocol, topic, seed, one, other, config, judges, moderator, ...own])).slice(
		0,
		10,
	);
	return {...cell, folder: `${slug(topic)}-${name}`, input: {args: [protocol], options}};
}

// Who judges the debates of a batch: nobody whose maker debates, where that can be avoided, and nobody unfit.

const mostJudges = 3;

/** At most three of the judges, none of a debater's maker; all of them where every one is. */
export function benchFor(judges: readonly string[], debaters: readonly BatchDebater[]): readonly string[] {
	const makers = new Set(debaters.map(({voice}) => makerOf(voice)));
	const independent = judges.filter(judge => !makers.has(makerOf(judge)));
	return (independent.length > 0 ? independent : judges).slice(0, mostJudges);
}

type BatchSeats = Pick<ReadyPlan, 'participants'>;

/** Those who judge a debate: its judges, or its host where it has none. */
const judgesOf = ({participants}: BatchSeats): string[] => {
	const judges = participants.filter(({role}) => role === 'judge');
	return (judges.length > 0 ? judges : participants.filter(({role}) => role === 'arbiter')).map(({voice}) => voice);
};

/** Throws `UsageError` where a judge was found unfit, unless `force`. */
export function refuseUnfit(plans: readonly BatchSeats[], home: string, force: boolean): void {
	if (force) return;
	const unfit = [...new Set(plans.flatMap(judgesOf))].flatMap(voice => {
		const result = judgeResult(home, voice);
		return result?.fitness === 'unfit' ? [{voice, sentence: result.sentence}] : [];
	});
	if (unfit.length === 0) return;
	throw new UsageError(
		unfit.map(({voice, sentence}) => ({
			what: `This judge was found unfit, so that a ranking by it would say little: ${sentence.replace(/[.]$/u, '')}`,
			value: voice,
			from: 'the batch’s "judges" or your settings',
			todo: 'Name other judges, or give --force to have it judge all the same.',
		})),
	);
}

/** How many debates are judged by somebody whose maker debates in them; 0 where that could be avoided. */
export const judgedByKin = (plans: readonly BatchSeats[]): number =>
	plans.filter(plan => {
		const speakers = plan.participants.filter(({id}) => /^(?:for|against)_/u.test(id));
		const judges = judgesOf(plan);
		if (judges.every(voice => isRehearsal({voice}))) return false;
		const makers = new Set(speakers.map(({voice}) => makerOf(voice)));
		return judges.every(voice => makers.has(makerOf(voice)));
	}).length;
