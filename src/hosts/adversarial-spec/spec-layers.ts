/** What the user's environment and files say of the config of an Adversarial Spec debate. */
import {configFromEnvironment, variableFor} from '../../protocols/adversarial-spec/config/config.ts';
import {OwnPersonas, type Persona} from '../../protocols/adversarial-spec/config/personas.ts';
import type {Environment} from '../../engine/host/terminal.ts';
import type {Layer} from '../../app/plan/debate-config.ts';
import {readUserFile} from '../../app/files/user-file.ts';

/** A layer a variable, so that a refusal can name it; and the personas in the user's file. */
export const specLayers = (environment: Environment, personasFile: string): Layer[] => [
	...Object.entries(configFromEnvironment(environment)).map(([field, value]) => ({
		from: variableFor(field),
		config: {[field]: value},
	})),
	{from: personasFile, config: {ownPersonas: ownPersonas(personasFile)}},
];

/**
 * `personas.json` under ROSTRUM_HOME: an object of personas by id. Throws `UsageError` that names the file, the field
 * and what it may be.
 */
export const ownPersonas = (file: string): Record<string, Persona> => readUserFile(file, 'personas', OwnPersonas);
