import type {RostrumPort, Session} from './port.ts';

/** What a screen that the home screen leads to is given. `leave` goes back to the home screen, `abandon` ends the app (Ctrl-C). */
export type PlaceProps = {
	readonly port: RostrumPort;
	readonly columns: number;
	readonly rows: number;
	readonly exit: {readonly open: (session: Session) => void; readonly leave: () => void; readonly abandon: () => void; readonly redraw: () => void};
};
