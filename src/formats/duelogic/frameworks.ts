/** The ten built-in philosophical frameworks, and the schema of user-defined ones. */
import {z} from 'zod';
import builtIn from '../../../data/formats/frameworks.json' with {type: 'json'};
import {expected, expectedFields} from '../../debate/usage-error.ts';

const sentence = (what: string) =>
	z
		.string(expected(what))
		.trim()
		.min(1, expected(what))
		.max(400, expected(`${what} of at most 400 characters`));
const sentences = z
	.array(sentence('a sentence'), expected('a list of 1 to 6 sentences'))
	.min(1, expected('a list of 1 to 6 sentences'))
	.max(6, expected('a list of 1 to 6 sentences'));

const fields = {
	/** Display name, such as `Utilitarian Chair`. */
	name: sentence('a display name'),
	/** One line on the framework's point of view. */
	description: sentence('a line of description'),
	coreQuestion: sentence('a question'),
	strengthsToAcknowledge: sentences,
	blindSpotsToAdmit: sentences,
};

/** A framework as stored in a user's JSON file. */
export const Framework = z.strictObject(fields, expectedFields(Object.keys(fields)));
export type Framework = z.infer<typeof Framework>;

/** User-defined frameworks by id. */
export const OwnFrameworks = z.record(
	z.string().regex(/^[a-z][a-z0-9_]*$/u, expected('an id of lowercase letters, digits and _')),
	Framework,
	expected('an object of frameworks by id'),
);

export const frameworks = builtIn satisfies Readonly<Record<string, Framework>>;
