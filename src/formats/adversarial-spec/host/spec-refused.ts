/** Refused specifications as errors of usage. */
import {SpecRefused} from './spec-file.ts';
import {UsageError} from '../../../debate/usage-error.ts';

/** Runs what may throw `SpecRefused`. Throws a `UsageError` instead. */
export function asUsageError<T>(act: () => T): T {
	try {
		return act();
	} catch (error) {
		throw error instanceof SpecRefused ? new UsageError(error.message, {cause: error}) : error;
	}
}
