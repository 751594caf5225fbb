import {useEffect, useState} from 'react';
import {reasonOf} from '../../debate/text/words.ts';
import type {DebateLook} from '../../app/screens/debate-look.ts';
import type {RostrumPort} from '../../app/screens/home-port.ts';
import type {Chosen} from './home-view.ts';

/** Milliseconds that the cursor rests on a debate before it is read. */
const REST = 120;

/** What was read of a debate, or why it could not be. */
export type Looked = {readonly look: DebateLook} | {readonly failed: string};

/** The debate that the cursor rests on; undefined until it is read. Reading ends when the cursor moves on. */
export function useLook(read: RostrumPort['look'], choice: Chosen | undefined): Looked | undefined {
	const [looked, set] = useState<{readonly path: string; readonly what: Looked}>();
	const path = choice && 'recent' in choice ? choice.recent.path : undefined;
	useEffect(() => {
		if (!read || path === undefined) return undefined;
		const moved = new AbortController();
		const keep = (what: Looked) => (moved.signal.aborted ? undefined : set({path, what}));
		const rest = setTimeout(() => {
			void read(path, moved.signal).then(
				look => keep({look}),
				(error: unknown) => keep({failed: reasonOf(error)}),
			);
		}, REST);
		return () => {
			clearTimeout(rest);
			moved.abort();
		};
	}, [read, path]);
	return looked?.path === path ? looked?.what : undefined;
}
