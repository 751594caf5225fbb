/**
 * Laws that hold at every place of a journal, for every preset or seed: `npm test` tries some, `npm run test:deep` more,
 * `npm run test:hunt` all.
 */
const hunting = Number(process.env['ROSTRUM_HUNT_SECONDS'] ?? 0) > 0;
const deep = process.env['ROSTRUM_DEEP'] === '1';

/** Whether this is more than `npm test`: with thousands of turns where it has hundreds. */
export const thorough = hunting || deep;

/** The distance between two places that are tried. */
export const every = (usual: number, deeper = usual): number => (hunting ? 1 : deep ? deeper : usual);

/** Of cases that show the same in many ways, the first of every so many, and outside of `npm test` all. */
export const some = <T>(cases: readonly T[], usual: number): T[] =>
	cases.filter((_, place) => place % every(usual, 1) === 0);
