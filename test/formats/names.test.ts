import {expect, test} from 'vitest';
import {formatName, formats} from '../../src/formats/index.ts';

test('every format is called by its own name, and one that is not known by its id', () => {
	expect(formats.map(({id}) => formatName(id))).toEqual(formats.map(({name}) => name));
	expect(formatName('toString')).toBe('toString');
});
