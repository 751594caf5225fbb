/** What is debated: a topic, and perhaps a context from the command line or a file. */
import {readFileSync} from 'node:fs';
import type {Subject} from '../../debate/events.ts';
import {cleanText} from '../../debate/text/intake.ts';
import {sha256} from '../../engine/host/hash.ts';
import {placeOf} from '../../settings/home.ts';
import {UsageError} from '../../debate/usage-error.ts';

/** Text or `@FILE`. A file's path and SHA-256 are kept, so that resuming can tell whether it has changed. */
export function makeSubject(topic: string, context: string | undefined, cwd: string): Subject {
	const text = cleanText(topic).trim();
	if (text === '')
		throw new UsageError({
			what: 'The topic is empty',
			from: '--topic',
			todo: 'Say what is debated, such as --topic "Voting should be compulsory."',
		});
	if (context === undefined) return {text};
	if (!context.startsWith('@')) return {text, context: cleanText(context)};
	const source = placeOf(cwd, context.slice(1));
	const content = readText(source, '--context');
	return {text, context: cleanText(content), source, hash: sha256(content)};
}

/** A text file that the user named. Throws `UsageError` where it cannot be read. */
export function readText(file: string, from: string): string {
	try {
		return readFileSync(file, 'utf8');
	} catch (error) {
		throw new UsageError(
			{
				what: `A file cannot be read: ${error instanceof Error ? error.message : String(error)}`,
				value: file,
				from,
				todo: 'Name one that exists and that you may read.',
			},
			{cause: error},
		);
	}
}
