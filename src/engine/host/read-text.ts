import {reasonOf} from '../../debate/text/words.ts';
import {UsageError} from '../../debate/usage-error.ts';
import {readUserText} from './regular-file.ts';

/** Reads a text file that the user named; `from` says where. Throws `UsageError` if it cannot be read. */
export function readText(file: string, from: string): string {
	try {
		return readUserText(file);
	} catch (error) {
		throw new UsageError(
			{
				what: `The file cannot be read: ${reasonOf(error)}`,
				value: file,
				from,
				todo: 'Name a file that exists and that you may read.',
			},
			{cause: error},
		);
	}
}
