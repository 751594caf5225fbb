/** Text as a user's programs save it: UTF-8 with a byte order mark or without, and UTF-16 with one. */

/** How a text was saved, so that it can be written back as it came. */
export type SavedAs = 'utf-8' | 'utf-8 with a mark' | 'utf-16le' | 'utf-16be';

/** Bytes that are no text; it has the parts of an error of the system's. */
export class NotText extends Error {
	override readonly name = 'NotText';
	readonly code = 'ENOTTEXT';

	constructor(encoding: string) {
		super(`it is not text in UTF-8, but seems to be ${encoding}: save it as UTF-8`);
	}
}

const mark = '\uFEFF';

/** Reads bytes as the text that they are, without the mark. Throws `NotText`. */
export function decodeText(bytes: Uint8Array): {readonly text: string; readonly savedAs: SavedAs} {
	const savedAs = encodingOf(bytes);
	const label = savedAs === 'utf-8 with a mark' ? 'utf-8' : savedAs;
	try {
		const text = new TextDecoder(label, {fatal: true}).decode(bytes);
		if (savedAs !== 'utf-8' || !text.includes('\u0000')) return {text, savedAs};
	} catch (error) {
		if (!(error instanceof TypeError)) throw error;
		if (savedAs.startsWith('utf-16')) throw new NotText('UTF-16 that breaks off');
		if (!bytes.includes(0)) throw new NotText('Windows-1252, Latin-1 or another older encoding');
	}
	throw new NotText(isHalfZeros(bytes) ? 'UTF-16 without a byte order mark' : 'a binary file');
}

/** The bytes of a text that is saved in this way. */
export function encodeText(text: string, savedAs: SavedAs): Buffer {
	if (savedAs === 'utf-8') return Buffer.from(text);
	if (savedAs === 'utf-8 with a mark') return Buffer.from(mark + text);
	const units = Buffer.from(mark + text, 'utf16le');
	return savedAs === 'utf-16le' ? units : units.swap16();
}

function encodingOf([first, second, third]: Uint8Array): SavedAs {
	if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8 with a mark';
	if (first === 0xff && second === 0xfe) return 'utf-16le';
	return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}

/** Whether every other byte is zero, or nearly so, as in Latin letters of two bytes. */
const isHalfZeros = (bytes: Uint8Array): boolean => {
	const zeros = bytes.filter(byte => byte === 0).length;
	return zeros * 3 > bytes.length && zeros * 3 < bytes.length * 2 + 3;
};
