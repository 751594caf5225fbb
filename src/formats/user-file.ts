/** The files under ROSTRUM_HOME in which a user keeps things of their own, each an object by id. */
import {reasonOf} from '../debate/text/words.ts';
import {readText} from '../engine/host/read-text.ts';
import {existsSync} from 'node:fs';
import type {z} from 'zod';
import {configErrors, UsageError} from '../debate/usage-error.ts';

/** Paths of the files in which users keep frameworks and personas of their own. */
export type OwnFiles = {readonly frameworks: string; readonly personas: string};

/**
 * What a file holds; nothing where there is none. `what` is in it, such as "personas". Throws `UsageError` that names
 * the file, the field and what it may be.
 */
export function readUserFile<T>(file: string, what: string, schema: z.ZodType<Record<string, T>>): Record<string, T> {
	if (!existsSync(file)) return {};
	const parsed = schema.safeParse(parseJson(readText(file, 'ROSTRUM_HOME'), file, what));
	if (parsed.success) return parsed.data;
	throw invalidUserFile(file, what, configErrors(parsed.error).join('; '));
}

export const invalidUserFile = (file: string, what: string, why: string): UsageError =>
	new UsageError({what: `The ${what} are not valid: ${why}`, from: file, todo: 'Correct or remove the file.'});

function parseJson(text: string, file: string, what: string): unknown {
	try {
		const json: unknown = JSON.parse(text);
		return json;
	} catch (error) {
		throw invalidUserFile(file, what, reasonOf(error));
	}
}
