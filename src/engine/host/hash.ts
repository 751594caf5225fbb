import {createHash} from 'node:crypto';

/** SHA-256 of the parts one after the other (texts in UTF-8), in hex. */
export const sha256 = (...parts: readonly (string | Uint8Array)[]): string =>
	parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest('hex');
