import {expect, test} from 'vitest';
import {asciiSigns} from '../../../src/ui/terminal/ascii-signs.ts';
import {signs} from '../../../src/ui/text/theme.ts';

test('what has passed of a bar is told from what is ahead without any colour', () => {
	expect(asciiSigns(signs.passed)).not.toBe(asciiSigns(signs.ahead));
	expect(asciiSigns(signs.passed)).not.toBe(asciiSigns(signs.rule));
});
