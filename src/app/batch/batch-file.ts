/** The file of a batch: which debates to hold. */
import {parse} from 'yaml';
import {z} from 'zod';
import {expected, expectedFields, errorCode, UsageError} from '../../debate/usage-error.ts';
import {reasonOf} from '../../debate/text/words.ts';
import {readRegularFile} from '../../engine/host/regular-file.ts';
import {namedFile} from '../../engine/host/named-file.ts';
import {formats} from '../../formats/index.ts';

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
	const parsed = BatchFile.safeParse(contentOf(namedFile(cwd, named), named));
	if (parsed.success) return checked(parsed.data, named);
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
		const content: unknown = parse(readRegularFile(path));
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
