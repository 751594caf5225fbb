/** A show as it is kept: `show.json` in a folder of its own, beside the files of its episodes. */
import {existsSync, mkdirSync} from 'node:fs';
import {join} from 'node:path';
import {z} from 'zod';
import {UsageError} from '../../debate/usage-error.ts';
import {writeWhole} from '../../engine/host/write-whole.ts';
import {reasonOf} from '../../debate/text/words.ts';
import {decodeText, encodeText} from '../../debate/text/text-file.ts';
import {readRegularBytes, readUserText} from '../../engine/host/regular-file.ts';

const ShowEpisode = z.object({
	number: z.int().positive(),
	/** The debate's id: it stays, whatever else is changed. */
	guid: z.string().min(1),
	title: z.string().min(1),
	description: z.string(),
	/** When it was added, ISO 8601. */
	published: z.iso.datetime(),
	/** Seconds. */
	length: z.number().positive(),
	/** File names in the show's folder, by kind: audio, vtt, srt, transcript, chapters. */
	files: z.record(z.string(), z.string()),
	/** Bytes of the audio file. */
	bytes: z.int().positive(),
	people: z.array(z.object({name: z.string(), role: z.enum(['host', 'guest'])})),
});
export type ShowEpisode = z.infer<typeof ShowEpisode>;

const Show = z.object({
	title: z.string().default(''),
	description: z.string().default(''),
	author: z.string().default(''),
	email: z.string().default(''),
	language: z.string().default('en'),
	/** Where the files are uploaded to, and the show's own page. */
	baseUrl: z.string().default(''),
	link: z.string().default(''),
	/** A file in the show's folder, or an address. */
	artwork: z.string().default(''),
	category: z.string().default('Society & Culture'),
	subcategory: z.string().default('Philosophy'),
	explicit: z.boolean().default(false),
	/** Made once from its first base URL; never changed. */
	guid: z.string().default(''),
	/** The name that a seat is credited with, by seat id. */
	hosts: z.record(z.string(), z.string()).default({}),
	/** The voice of a speaker, by name or seat id. */
	voices: z.record(z.string(), z.string()).default({}),
	episodes: z.array(ShowEpisode).default([]),
});
export type Show = z.infer<typeof Show>;

/** What can be set in it by name. */
export const showFields = [
	'title',
	'description',
	'author',
	'email',
	'language',
	'baseUrl',
	'link',
	'artwork',
	'category',
	'subcategory',
] as const;

const fileIn = (folder: string): string => join(folder, 'show.json');

/** An empty one where there is none yet. Throws `UsageError` for a file that is none. */
export function readShow(folder: string): Show {
	const file = fileIn(folder);
	if (!existsSync(file)) return Show.parse({});
	try {
		return Show.parse(JSON.parse(readUserText(file)));
	} catch (error) {
		throw new UsageError(
			{
				what: `The show cannot be read: ${error instanceof z.ZodError ? z.prettifyError(error).replaceAll('\n', ' ') : reasonOf(error)}`,
				from: file,
				todo: 'Mend the file, or name another folder with --dir.',
			},
			{cause: error},
		);
	}
}

export function writeShow(folder: string, show: Show): void {
	mkdirSync(folder, {recursive: true});
	const file = fileIn(folder);
	const savedAs = existsSync(file) ? decodeText(readRegularBytes(file)).savedAs : 'utf-8';
	writeWhole(file, encodeText(`${JSON.stringify(show, undefined, '\t')}\n`, savedAs));
}
