/** The model or agent that is really there. Where none is named nothing is tried, and the tests say so. */
import {it} from 'vitest';

export const baseUrl = process.env['ROSTRUM_LIVE_URL'] ?? '';
export const model = process.env['ROSTRUM_LIVE_MODEL'] ?? 'default';
const agent = process.env['ROSTRUM_LIVE_AGENT'] ?? '';

/** As `--voice` takes it: the model, or the agent where no model is named. */
export const voice = baseUrl === '' ? agent : `${baseUrl}#${model}`;

const triedWith =
	(named: string, lacking: string) =>
	(name: string, test: () => Promise<void>): void =>
		it.skipIf(named === '')(named === '' ? `not tried, for ${lacking}: ${name}` : name, test);

/** A test against that model. */
export const live = triedWith(baseUrl, 'ROSTRUM_LIVE_URL names no model');

/** A test against that model or agent. */
export const liveVoice = triedWith(voice, 'ROSTRUM_LIVE_URL names no model and ROSTRUM_LIVE_AGENT no agent');
