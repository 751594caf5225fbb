/** The user's own frameworks: `frameworks.json` under ROSTRUM_HOME, an object of frameworks by id. */
import {existsSync} from 'node:fs';
import {frameworks, OwnFrameworks, type Framework} from '../protocols/duelogic/frameworks.ts';
import {refusals} from '../protocols/refusals.ts';
import {homeFiles} from '../home-files.ts';
import {readText} from './subject.ts';
import {UsageError} from './usage-error.ts';

/** Throws `UsageError` that names the file, the field and what it may be. */
export function ownFrameworks(home: string): Record<string, Framework> {
	const file = homeFiles(home).frameworks;
	if (!existsSync(file)) return {};
	const parsed = OwnFrameworks.safeParse(parseJson(readText(file, 'ROSTRUM_HOME'), file));
	if (!parsed.success) throw refused(file, refusals(parsed.error).join('; '));
	const taken = Object.keys(parsed.data).find(id => Object.hasOwn(frameworks, id));
	if (taken !== undefined) throw refused(file, `"${taken}" is built in`);
	return parsed.data;
}

function parseJson(text: string, file: string): unknown {
	try {
		const json: unknown = JSON.parse(text);
		return json;
	} catch (error) {
		throw refused(file, error instanceof Error ? error.message : String(error));
	}
}

const refused = (file: string, why: string): UsageError => new UsageError({what: `The frameworks do not fit: ${why}`, from: file, todo: 'Correct the file or take it away.'});
