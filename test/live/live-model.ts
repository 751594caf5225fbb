/** The model that is really there. Without `ROSTRUM_LIVE_URL` nothing is tried, and the tests say so. */
import {it} from 'vitest';

export const baseUrl = process.env['ROSTRUM_LIVE_URL'] ?? '';
export const model = process.env['ROSTRUM_LIVE_MODEL'] ?? 'default';

/** A test against that model. */
export const live = (name: string, test: () => Promise<void>): void =>
	it.skipIf(baseUrl === '')(baseUrl === '' ? `not tried, for ROSTRUM_LIVE_URL names no model: ${name}` : name, test);
