import {useSyncExternalStore} from 'react';
import type {DebateStore} from './debate-store.ts';

/**
 * The one hook to the outside: draws again when the debate has gone on. What the user does goes out through the store.
 */
export function useDebate(store: DebateStore): number {
	return useSyncExternalStore(store.subscribe, store.version);
}
