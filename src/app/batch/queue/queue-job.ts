/**
 * A debate as it is handed to a worker. What comes out of Redis is checked as any input: only formats whose debates are
 * words are held, since others run commands that their config names.
 */
import {basename} from 'node:path';
import {z} from 'zod';
import {sha256} from '../../../engine/host/hash.ts';
import {BatchDebater} from '../batch-file.ts';
import {formatOf} from '../../../formats/index.ts';
import type {BatchItem} from '../matrix.ts';

/** BullMQ's queue of all batches: its name. */
export const queueName = 'rostrum-batch';

/** A name that stays within the folder it is put into. */
const folderName = z.string().refine(name => name !== '' && name !== '.' && name !== '..' && basename(name) === name);
const texts = z.array(z.string());

export const QueueJob = z.object({
	/** The batch's id, and the name of its folder. */
	batch: z.string(),
	name: folderName,
	item: z
		.object({
			folder: folderName,
			protocol: z.string().refine(id => formatOf(id)?.pair !== undefined, 'no format that a batch pairs debaters in'),
			/** What is read from a file is read where the batch was begun. */
			topic: z.string().refine(topic => !topic.startsWith('@')),
			seed: z.number(),
			one: BatchDebater,
			other: BatchDebater,
			input: z.object({
				args: texts.length(1),
				options: z.strictObject({
					topic: z.string().refine(topic => !topic.startsWith('@')),
					seed: z.string(),
					pace: z.literal('instant'),
					seat: texts,
					set: texts,
					judge: texts.optional(),
					arbiter: z.string().optional(),
				}),
			}),
		})
		.refine(({protocol, input}) => input.args[0] === protocol, 'the format is named twice, differently'),
});
export type QueueJob = z.infer<typeof QueueJob>;

/** The same for the same debates, wherever and whenever the batch is begun. */
export const batchId = (name: string, items: readonly BatchItem[]): string =>
	sha256(JSON.stringify([name, items.map(({folder}) => folder).sort()])).slice(0, 12);

export const jobId = (batch: string, item: Pick<BatchItem, 'folder'>): string => `${batch}-${item.folder}`;
