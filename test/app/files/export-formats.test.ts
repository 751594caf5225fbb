import {expect, it} from 'vitest';
import {exportFormats, exportKinds} from '../../../src/app/files/export-formats.ts';
import {exportNames} from '../../../src/exports/export-names.ts';
import {formats} from '../../../src/formats/index.ts';

it('writes every export that has a name, and nothing without one', () => {
	expect(Object.keys(exportKinds)).toEqual(Object.keys(exportNames));
});

it('offers what a format brings for its own debates alone', () => {
	for (const {id, exports = {}} of formats)
		for (const name of Object.keys(exports)) {
			const having = formats.filter(format => exportFormats(format.id).some(kind => kind.id === name));
			expect(having.map(format => format.id)).toEqual([id]);
		}
});
