import * as fc from 'fast-check';
import {expect, it} from 'vitest';
import {decodeText, encodeText, type SavedAs} from '../../../src/debate/text/text-file.ts';

const ways: readonly SavedAs[] = ['utf-8', 'utf-8 with a mark', 'utf-16le', 'utf-16be'];

it('a text is read as it was saved, and written back as it came', () => {
	const written = fc.string({unit: 'grapheme'}).filter(text => !text.includes('\u0000') && !text.startsWith('\uFEFF'));
	fc.assert(
		fc.property(written, fc.constantFrom(...ways), (text, savedAs) => {
			const bytes = encodeText(text, savedAs);
			expect(decodeText(bytes)).toEqual({text, savedAs});
			expect(encodeText(decodeText(bytes).text, savedAs).equals(bytes)).toBe(true);
		}),
	);
});

it.each([
	['Latin-1', Buffer.from('Cafés should close at ten.', 'latin1'), /Windows-1252, Latin-1/u],
	['UTF-16 without a mark', Buffer.from('Zoos should be closed.', 'utf16le'), /UTF-16 without a byte order mark/u],
	[
		'UTF-16 of the other order without a mark',
		Buffer.from('Zoos should be closed.', 'utf16le').swap16(),
		/UTF-16 without/u,
	],
	['UTF-16 that breaks off', encodeText('Zoos.', 'utf-16le').subarray(0, -1), /UTF-16 that breaks off/u],
	['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 0xff, 0xfe, 9, 9, 9]), /a binary file/u],
])('%s is refused by its name', (_, bytes, name) => {
	expect(() => decodeText(bytes)).toThrow(name);
});
