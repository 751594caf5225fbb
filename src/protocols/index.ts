/** Every way to debate that there is. */
import type {Protocol} from '../debate/protocol.ts';
import {duelogic} from './duelogic/duelogic.ts';

/** Protocols by id. Each checks again the config it is handed, so that callers need not know its shape. */
export const protocols: Readonly<Record<string, Protocol>> = {
	duelogic: sealed(duelogic),
};

function sealed<C>({config, cast, speakers, script, ...about}: Protocol<C>): Protocol {
	return {
		...about,
		config,
		cast: given => cast(config.parse(given)),
		speakers: given => speakers(config.parse(given)),
		script: (setup, floor) => script({...setup, config: config.parse(setup.config)}, floor),
	};
}
