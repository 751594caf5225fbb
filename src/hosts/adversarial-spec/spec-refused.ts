/** A specification that is refused, in words for the user. */
import {SpecRefused} from './spec-file.ts';
import {UsageError} from '../../debate/usage-error.ts';

/** Does what may refuse a file. Throws `UsageError` in its place. */
export function asUsageError<T>(act: () => T): T {
	try {
		return act();
	} catch (error) {
		throw error instanceof SpecRefused ? new UsageError(error.message, {cause: error}) : error;
	}
}
