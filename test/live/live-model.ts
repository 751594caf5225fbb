/** The model or agent that is really there. Where none is named nothing is tried, and the tests say so. */
import {it} from 'vitest';

export const baseUrl = process.env['ROSTRUM_LIVE_URL'] ?? '';
export const model = process.env['ROSTRUM_LIVE_MODEL'] ?? 'default';
const agent = process.env['ROSTRUM_LIVE_AGENT'] ?? '';

/** As `--voice` takes it: the model, or the agent where no model is named. */
export const voice = baseUrl === '' ? agent : `${baseUrl}#${model}`;

/** A test against that model. */
export const live = (name: string, test: () => Promise<void>): void =>
	it.skipIf(baseUrl === '')(baseUrl === '' ? `not tried, for ROSTRUM_LIVE_URL names no model: ${name}` : name, test);

/** A test against that model or agent. */
export const liveVoice = (name: string, test: () => Promise<void>): void =>
	it.skipIf(voice === '')(
		voice === '' ? `not tried, for ROSTRUM_LIVE_URL names no model and ROSTRUM_LIVE_AGENT no agent: ${name}` : name,
		test,
	);
