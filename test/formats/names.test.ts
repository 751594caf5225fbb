import {expect, test} from 'vitest';
import {helpPage} from '../../src/cli/help.ts';
import {formatName, formats} from '../../src/formats/index.ts';

test('every format is called by its own name, and one that is not known by its id', () => {
	expect(formats.map(({id}) => formatName(id))).toEqual(formats.map(({name}) => name));
	expect(formatName('toString')).toBe('toString');
});

test('every format has a page for "rostrum help" under its own name', () => {
	for (const {id, name} of formats) expect(helpPage(id).split('\n', 1)).toEqual([`# ${name}`]);
});
