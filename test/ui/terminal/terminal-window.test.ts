import {expect, test} from 'vitest';
import {terminalWindow} from '../../../src/ui/terminal/terminal-window.ts';

test('the clipboard is written to only once that was allowed, and gets every character', () => {
	const sent: string[] = [];
	const window = terminalWindow(text => void sent.push(text), 'none');
	expect(window.copy('So 漢字.')).toBe('asked');
	expect(sent).toEqual([]);
	expect(window.copy('So 漢字.')).toBe('copied');
	expect(sent).toEqual([`\u001B]52;c;${Buffer.from('So 漢字.').toString('base64')}\u0007`]);
});
