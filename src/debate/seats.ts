/** Which parts the seats of a debate have. */
import type {Seat} from './state.ts';

const behindTheScenes = new Set(['judge', 'synthesis']);

/** Those who argue: everyone but hosts and judges. */
export const arguing = (seats: readonly Seat[]): readonly Seat[] => seats.filter(({role}) => !behindTheScenes.has(role) && role !== 'arbiter');
