import * as fc from 'fast-check';
import {expect, it} from 'vitest';
import {bytesOfText, showHidden, textOfBytes, withHidden} from '../../../src/debate/text/hidden.ts';

it('bytes of any encoding are given back as they were', () => {
	fc.assert(
		fc.property(fc.uint8Array({maxLength: 40}), bytes => {
			expect(bytesOfText(textOfBytes(bytes))).toEqual(Buffer.from(bytes));
		}),
	);
});

it('text that is UTF-8 is itself', () => {
	fc.assert(
		fc.property(fc.string({unit: 'binary'}), text => {
			expect(textOfBytes(Buffer.from(text.toWellFormed()))).toBe(text.toWellFormed());
		}),
	);
});

it('what is shown shows itself', () => {
	fc.assert(
		fc.property(fc.string({unit: 'binary'}), text => {
			const shown = showHidden(text);
			expect(showHidden(shown)).toBe(shown);
		}),
	);
});

it('a line written from one with escapes has its characters, and a file’s own escapes stay', () => {
	expect(withHidden(String.raw`x = "adm\u200bin2"`, 'x = "adm\u200Bin"')).toBe('x = "adm\u200Bin2"');
	expect(withHidden(String.raw`// \xE9t\xE9`, textOfBytes(Buffer.from('// \xE9t\xE9 2', 'latin1')))).toBe(
		textOfBytes(Buffer.from('// \xE9t\xE9', 'latin1')),
	);
	expect(withHidden(String.raw`/\u200B/`, String.raw`/\u200B/ // ` + '\u200B')).toBe(String.raw`/\u200B/`);
});
