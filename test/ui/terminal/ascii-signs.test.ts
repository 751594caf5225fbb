import {expect, onTestFinished, test} from 'vitest';
import {asciiSigns, drawAscii, keysDrawn} from '../../../src/ui/terminal/ascii-signs.ts';
import {hintRow} from '../../../src/ui/kit/lines.tsx';
import {signs} from '../../../src/view/theme.ts';

test('what has passed of a bar is told from what is ahead without any colour', () => {
	expect(asciiSigns(signs.passed)).not.toBe(asciiSigns(signs.ahead));
	expect(asciiSigns(signs.passed)).not.toBe(asciiSigns(signs.rule));
});

test('the arrow keys are told from the keys < and >, which set the pace', () => {
	onTestFinished(() => drawAscii(false));
	expect(keysDrawn('←→')).toBe('←→');
	drawAscii(true);
	const drawn = ['←→', '←', '→', '↑↓', '</>'].map(keys => asciiSigns(keysDrawn(keys)));
	expect(drawn).toEqual(['left/right', 'left', 'right', 'up/down', '</>']);
	expect(hintRow('enter vote · ←→ stance').spans[0]?.text).toContain('left/right stance');
});
