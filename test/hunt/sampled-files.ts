/** The tests of which `npm test` tries a part: those that thin out what they try, or draw it at random. */
import {globSync, readFileSync} from 'node:fs';

const samples = /from '(?:fast-check|[./]+\/hunt\/every\.ts)'/u;

export const sampledFiles = globSync('test/**/*.test.{ts,tsx}').filter(file =>
	samples.test(readFileSync(file, 'utf8')),
);
