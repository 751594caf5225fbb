import {useEffect, useRef} from 'react';
import type {LibrarySpot} from './screen-props.ts';
import type {Session} from '../../app/session/session.ts';

type OpenSession = {
	/**
	 * Makes a session and shows it, unless another is being made. A session that comes after the user has gone elsewhere
	 * is left. Rejects if it cannot be made.
	 */
	readonly open: (make: () => Promise<Session>, from?: LibrarySpot) => Promise<void>;
	/** Stops waiting for a session, because the user goes elsewhere. */
	readonly forget: () => void;
};

/**
 * Opens sessions that take time to make, one at a time. `shown` identifies the current screen: until it changes, the
 * screen that asked still gets keys, which must not open a second one.
 */
export function useOpenSession(
	shown: unknown,
	show: (session: Session, from: LibrarySpot | undefined) => void,
): OpenSession {
	const awaited = useRef<{readonly shown: unknown}>(undefined);
	useEffect(
		() => () => {
			awaited.current = undefined;
		},
		[],
	);
	const forget = () => {
		awaited.current = undefined;
	};
	const open = async (make: () => Promise<Session>, from?: LibrarySpot) => {
		if (awaited.current && awaited.current.shown === shown) return undefined;
		const mine = {shown};
		awaited.current = mine;
		try {
			const session = await make();
			if (awaited.current !== mine) return await session.leave?.();
			show(session, from);
		} catch (error) {
			if (awaited.current === mine) forget();
			throw error;
		}
	};
	return {open, forget};
}
