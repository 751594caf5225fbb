/** `rostrum run adversarial-spec SPEC.md --restore`: puts the previous version back. */
import {resolve} from 'node:path';
import {readSpec, restoreSpec} from './spec-file.ts';
import {validate, validationMessage} from '../document/validation.ts';
import {asUsageError} from './spec-refused.ts';
import {UsageError} from '../../../debate/usage-error.ts';

/** Returns what to tell the user. Throws `UsageError`. */
export function restore(named: string | undefined, cwd: string): string {
	if (named === undefined)
		throw new UsageError({
			what: 'No file to restore is named',
			from: '--restore',
			todo: 'Name it: rostrum run adversarial-spec SPEC.md --restore',
		});
	const {file, kept} = asUsageError(() => restoreSpec(resolve(cwd, named)));
	const [fault] = validate(asUsageError(() => readSpec(file)).text);
	return `${file} is the version before again; the one that it took the place of is in ${kept}.\n${fault ? `${validationMessage(fault)}\n` : ''}`;
}
