/** All debates of a batch, as `rostrum run` would be asked for each. Pure. */
import type {Format} from '../../formats/contract.ts';
import type {Input} from '../../formats/options.ts';
import {sha256} from '../../engine/host/hash.ts';
import {slug} from '../files/debate-folders.ts';
import type {BatchDebater, BatchFile} from './batch-file.ts';
import {benchFor} from './bench.ts';

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

function itemOf({config, judges, moderator}: BatchFile, cell: MatrixCell, pair: PairDebaters): BatchItem {
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
	};
	const name = sha256(JSON.stringify([protocol, topic, seed, one, other, config, judges, moderator])).slice(0, 10);
	return {...cell, folder: `${slug(topic)}-${name}`, input: {args: [protocol], options}};
}
