/** The file of a batch: which debates to hold. */
import {readFileSync} from 'node:fs';
import {resolve} from 'node:path';
import {parse} from 'yaml';
import {z} from 'zod';
import {errorCode, UsageError} from '../../debate/usage-error.ts';
import {reasonOf} from '../../debate/text/reason.ts';

const said = z.string().trim().min(1);
/** Who debates: a voice, and how it speaks where several debaters have one voice. */
export const BatchDebater = z.union([
	said.transform(voice => ({voice})),
	z.strictObject({voice: said, persona: said.optional()}),
]);
export type BatchDebater = {readonly voice: string; readonly persona?: string | undefined};

const most = 10_000;

/** A matrix of debates: formats × topics × pairings × sides × seeds. */
export const BatchFile = z.strictObject({
	formats: z.array(said).min(1).default(['motion']),
	topics: z.array(said).min(1),
	debaters: z.array(BatchDebater).min(2),
	/** Numbers of debaters, from 1; every two of them by default. */
	pairings: z.array(z.tuple([z.int().positive(), z.int().positive()])).optional(),
	/** Each debate twice, with sides swapped. */
	swap: z.boolean().default(true),
	/** Seeds, or how many. */
	seeds: z.union([z.array(z.int().nonnegative()).min(1), z.int().min(1).max(most)]).default([1]),
	/** Who may judge: of each pairing up to three, none of a debater's maker where that can be avoided. */
	judges: z.array(said).max(12).default([]),
	moderator: said.optional(),
	/** Any part of the formats' config. */
	config: z.record(z.string(), z.unknown()).default({}),
	/** For all debates together, such as 5usd or 2000000tok. */
	budget: said.optional(),
	/** Debates at once. */
	atOnce: z.int().min(1).max(100).default(2),
});
export type BatchFile = z.infer<typeof BatchFile>;

/** Reads a batch in JSON or YAML. Throws `UsageError` that names each field that does not fit. */
export function readBatchFile(named: string, cwd: string): BatchFile {
	const parsed = BatchFile.safeParse(contentOf(resolve(cwd, named), named));
	if (parsed.success) return checked(parsed.data, named);
	throw new UsageError(
		parsed.error.issues.map(({path, message}) => ({
			what: `The batch’s "${path.join('.') || 'whole'}" does not fit: ${message}`,
			from: named,
			todo: 'Correct the file; "rostrum help batch" shows one.',
		})),
	);
}

function contentOf(path: string, named: string): unknown {
	try {
		const content: unknown = parse(readFileSync(path, 'utf8'));
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
