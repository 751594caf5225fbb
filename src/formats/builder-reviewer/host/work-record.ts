/** `work.json` in a run's folder: where the builder works, and the steps that were committed there. */
import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {z} from 'zod';
import {writeWhole} from '../../../engine/host/write-whole.ts';

const Paths = z.object({workTree: z.string(), gitDir: z.string(), commonDir: z.string()});

/** A step that was committed, with the key that the script has for it. */
const StepCommit = z.object({key: z.string(), commit: z.string()});
export type StepCommit = z.infer<typeof StepCommit>;

/** Runs of 0.1.0 have neither `work`, `user` nor `steps`. */
const WorkRecord = z.object({
	path: z.string(),
	/** The commit that the work starts from. */
	base: z.string(),
	/** The top of the user's repository; absent for a scratch repository. */
	top: z.string().optional(),
	uncommitted: z.int().default(0),
	work: Paths.optional(),
	user: Paths.optional(),
	steps: z.array(StepCommit).optional(),
	/** The worktree was set up. */
	setUp: z.boolean().optional(),
	/** How the check is started, as it was tried before the builder came. */
	check: z.enum(['confined', 'isolated', 'open']).optional(),
});
export type WorkRecord = z.infer<typeof WorkRecord>;

const recordFile = (folder: string): string => join(folder, 'work.json');
/** Stands in the folder while the worktree is made: what is at its path then is ours to remove. */
export const makingFile = (folder: string): string => join(folder, 'work.making');

/** The record in a run's folder, if a worktree was made there. */
export const readRecord = (folder: string): WorkRecord | undefined =>
	existsSync(recordFile(folder)) ? WorkRecord.parse(JSON.parse(readFileSync(recordFile(folder), 'utf8'))) : undefined;

export const writeRecord = (folder: string, record: WorkRecord): void =>
	writeWhole(recordFile(folder), `${JSON.stringify(record, undefined, '\t')}\n`);
