import {useEffect, useRef} from 'react';
import type {LibrarySpot} from '../ports/library-port.ts';
import type {Session} from '../ports/port.ts';

type OpenSession = {
	/**
	 * Has a session made and shows it once it is there, unless one is being waited for. One that comes when the user has
	 * gone elsewhere meanwhile is let go. Rejects where it cannot be had.
	 */
	readonly open: (make: () => Promise<Session>, from?: LibrarySpot) => Promise<void>;
	/** What is still to come is not waited for any more: the user goes elsewhere. */
	readonly forget: () => void;
};

/**
 * The way to sessions that take time to be had, one at a time. `shown` is another once one is on the screen: until
 * then, keys still come to the screen that asked for it.
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
