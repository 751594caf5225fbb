/** What the user's environment and files say of the config of an Adversarial Spec debate. */
import {existsSync} from 'node:fs';
import {configFromEnvironment, variableFor} from '../protocols/adversarial-spec/config.ts';
import {OwnPersonas, type Persona} from '../protocols/adversarial-spec/personas.ts';
import {refusals} from '../protocols/refusals.ts';
import type {Environment} from '../terminal.ts';
import type {Layer} from './debate-config.ts';
import {readText} from './subject.ts';
import {UsageError} from './usage-error.ts';

/** A layer a variable, so that a refusal can name it; and the personas in the user's file. */
export const specLayers = (environment: Environment, personasFile: string): Layer[] => [
	...Object.entries(configFromEnvironment(environment)).map(([field, value]) => ({from: variableFor(field), config: {[field]: value}})),
	{from: personasFile, config: {ownPersonas: ownPersonas(personasFile)}},
];

/** `personas.json` under ROSTRUM_HOME: an object of personas by id. Throws `UsageError` that names the file, the field and what it may be. */
export function ownPersonas(file: string): Record<string, Persona> {
	if (!existsSync(file)) return {};
	const parsed = OwnPersonas.safeParse(parseJson(readText(file, 'ROSTRUM_HOME'), file));
	if (parsed.success) return parsed.data;
	throw refused(file, refusals(parsed.error).join('; '));
}

function parseJson(text: string, file: string): unknown {
	try {
		const json: unknown = JSON.parse(text);
		return json;
	} catch (error) {
		throw refused(file, error instanceof Error ? error.message : String(error));
	}
}

const refused = (file: string, why: string): UsageError => new UsageError({what: `The personas do not fit: ${why}`, from: file, todo: 'Correct the file or take it away.'});
