/** `--topic @FILE`: what is debated, from a file that the user names. */
import {readText} from '../../engine/host/read-text.ts';
import {expandPath} from '../../engine/host/expand-path.ts';
import {headingText} from '../../hosts/contract/heading.ts';
import {textOption, type Input} from '../../hosts/contract/options.ts';
import {UsageError} from '../../debate/usage-error.ts';

/**
 * The same options with the file's first line as the topic, without the marks of a heading; where it has more, all of
 * it is
 * the context. Only what the user wrote goes through here: a topic from elsewhere cannot name a file. Throws
 * `UsageError`.
 */
export function withTopicFile(options: Input['options'], cwd: string): Input['options'] {
	const named = textOption(options, 'topic');
	if (!named?.startsWith('@')) return options;
	const source = expandPath(cwd, named.slice(1));
	const [first = '', ...rest] = readText(source, '--topic').trim().split(/\r?\n/u);
	const topic = headingText(first);
	const fault = (what: string, todo: string): UsageError =>
		new UsageError({what, value: source, from: '--topic', todo});
	if (topic === '') throw fault('There is no topic in this file', 'Begin it with a line that says what is debated.');
	if (rest.length === 0) return {...options, topic};
	if (options['context'] !== undefined)
		throw fault(
			'The file of the topic is the context too, where it has more than one line',
			'Leave --context out, or leave one line in the file.',
		);
	return {...options, topic, context: `@${source}`};
}
