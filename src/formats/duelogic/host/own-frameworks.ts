/** The user's own frameworks: `frameworks.json` under ROSTRUM_HOME, an object of frameworks by id. */
import {frameworks, OwnFrameworks, type Framework} from '../frameworks.ts';
import {readUserFile, invalidUserFile} from '../../contract/user-file.ts';

/** Throws `UsageError` that names the file, the field and what it may be. */
export function ownFrameworks(file: string): Record<string, Framework> {
	const own = readUserFile(file, 'frameworks', OwnFrameworks);
	const taken = Object.keys(own).find(id => Object.hasOwn(frameworks, id));
	if (taken !== undefined) throw invalidUserFile(file, 'frameworks', `"${taken}" is built in`);
	return own;
}
