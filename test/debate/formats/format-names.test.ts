import {expect, test} from 'vitest';
import {formatName} from '../../../src/debate/formats/format-names.ts';
import {protocols} from '../../../src/formats/protocols.ts';

test('every format is called by its own name, and one that is not known by its id', () => {
	const all = Object.values(protocols);
	expect(all.map(({id}) => formatName(id))).toEqual(all.map(({name}) => name));
	expect(formatName('toString')).toBe('toString');
});
