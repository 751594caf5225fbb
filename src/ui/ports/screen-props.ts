import type {LibrarySpot} from './library-port.ts';
import type {RostrumPort, Session} from './port.ts';

/**
 * What a screen that the home screen leads to is given. A session that is opened (see `use-opening.ts`) with the spot
 * it was found at is left for that spot, and `last` is it then. `leave` goes back to the home screen.
 */
export type PlaceProps = {
	readonly port: RostrumPort;
	readonly columns: number;
	readonly rows: number;
	readonly last?: LibrarySpot | undefined;
	readonly exit: {
		readonly open: (make: () => Promise<Session>, from?: LibrarySpot) => Promise<void>;
		readonly leave: () => void;
	};
};
