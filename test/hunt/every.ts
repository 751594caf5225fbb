/**
 * Laws that hold at every place of a journal, for every preset or seed: `npm test` tries some, `npm run test:deep` more,
 * `npm run test:hunt` all.
 */
const hunting = Number(process.env['ROSTRUM_HUNT_SECONDS'] ?? 0) > 0;
const deep = process.env['ROSTRUM_DEEP'] === '1';

/** The distance between two places that are tried. */
export const every = (usual: number, deeper = usual): number => (hunting ? 1 : deep ? deeper : usual);
