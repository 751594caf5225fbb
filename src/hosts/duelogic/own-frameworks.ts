/** The user's own frameworks: `frameworks.json` under ROSTRUM_HOME, an object of frameworks by id. */
import {frameworks, OwnFrameworks, type Framework} from '../../protocols/duelogic/config/frameworks.ts';
import {homeFiles} from '../../settings/home.ts';
import {readUserFile, invalidUserFile} from '../../app/files/user-file.ts';

/** Throws `UsageError` that names the file, the field and what it may be. */
export function ownFrameworks(home: string): Record<string, Framework> {
	const file = homeFiles(home).frameworks;
	const own = readUserFile(file, 'frameworks', OwnFrameworks);
	const taken = Object.keys(own).find(id => Object.hasOwn(frameworks, id));
	if (taken !== undefined) throw invalidUserFile(file, 'frameworks', `"${taken}" is built in`);
	return own;
}
