/** A headless browser of the machine's own, where it has one. */
import {existsSync} from 'node:fs';

const places = [
	'/usr/bin/chromium-headless-shell',
	'/usr/bin/chromium',
	'/usr/bin/chromium-browser',
	'/usr/bin/google-chrome',
];

/** Its program; undefined where none is installed. `ROSTRUM_CHROMIUM` names another. */
export const browserProgram = (): string | undefined =>
	[process.env['ROSTRUM_CHROMIUM'] ?? '', ...places].find(place => place !== '' && existsSync(place));
