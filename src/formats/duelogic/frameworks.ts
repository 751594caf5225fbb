/** The ten built-in philosophical frameworks, and the schema of user-defined ones. */
import {z} from 'zod';
import builtIn from '../../../data/formats/frameworks.json' with {type: 'json'};
import {expected} from '../../debate/usage-error.ts';
import {closed, list, text} from '../config-fields.ts';

const sentence = (what: string) => text(what).max(400, expected(`${what} of at most 400 characters`));
const sentences = list(sentence('a sentence'), 1, 6, 'a list of 1 to 6 sentences');

/** A framework as stored in a user's JSON file. */
export const Framework = closed({
	/** Display name, such as `Utilitarian Chair`. */
	name: sentence('a display name'),
	/** One line on the framework's point of view. */
	description: sentence('a line of description'),
	coreQuestion: sentence('a question'),
	strengthsToAcknowledge: sentences,
	blindSpotsToAdmit: sentences,
});
export type Framework = z.infer<typeof Framework>;

/** User-defined frameworks by id. */
export const OwnFrameworks = z.record(
	z.string().regex(/^[a-z][a-z0-9_]*$/u, expected('an id of lowercase letters, digits and _')),
	Framework,
	expected('an object of frameworks by id'),
);

export const frameworks = builtIn satisfies Readonly<Record<string, Framework>>;
