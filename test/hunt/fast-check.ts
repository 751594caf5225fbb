/**
 * fast-check as the tests get it. What is drawn is the same in every run, so that no change fails by bad luck: a third
 * of it, but at least 40 draws, in `npm test`, all in `npm run test:deep`. `npm run test:hunt` draws anew, for as many
 * seconds as `ROSTRUM_HUNT_SECONDS` says for each property.
 */
import * as fc from '../../node_modules/fast-check/lib/fast-check.js';
import {every} from './every.ts';

export * from '../../node_modules/fast-check/lib/fast-check.js';

const seconds = Number(process.env['ROSTRUM_HUNT_SECONDS'] ?? 0);
const seed = 7;
const runs = (all: number): number => Math.min(all, Math.max(40, Math.ceil(all / every(3, 1))));

export function assert<Ts>(property: fc.IAsyncProperty<Ts>, parameters?: fc.Parameters<Ts>): Promise<void>;
export function assert<Ts>(property: fc.IProperty<Ts>, parameters?: fc.Parameters<Ts>): void;
export function assert<Ts>(property: fc.IRawProperty<Ts>, parameters?: fc.Parameters<Ts>): Promise<void> | void {
	return fc.assert(
		property,
		seconds > 0
			? {...parameters, numRuns: 1e9, interruptAfterTimeLimit: seconds * 1000, markInterruptAsFailure: false}
			: {seed, ...parameters, numRuns: runs(parameters?.numRuns ?? 100)},
	);
}
