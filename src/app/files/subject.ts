/** Builds the subject of a debate: a topic, and optionally a context from the command line or a file. */
import {readText} from '../../engine/host/read-text.ts';
import type {Subject} from '../../debate/events.ts';
import {cleanText} from '../../debate/text/intake.ts';
import {sha256} from '../../engine/host/hash.ts';
import {UsageError} from '../../debate/usage-error.ts';
import {namedFile} from '../../engine/host/named-file.ts';

/**
 * `context` is text or `@FILE`. A file's path and SHA-256 are recorded, so that resuming can detect changes. Throws
 * `UsageError`.
 */
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
	const source = namedFile(cwd, context.slice(1), '--context');
	const content = readText(source, '--context');
	return {text, context: cleanText(content), source, hash: sha256(content)};
}
