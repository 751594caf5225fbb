import {readUserFile} from '../../contract/user-file.ts';
import {OwnPersonas, type Persona} from '../config.ts';

/**
 * The user's own personas by id: `personas.json` under ROSTRUM_HOME. Throws `UsageError` with the file, the field and
 * the values it may have.
 */
export const ownPersonas = (file: string): Record<string, Persona> => readUserFile(file, 'personas', OwnPersonas);
