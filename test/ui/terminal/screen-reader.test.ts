import {expect, test} from 'vitest';
import {ScreenReader} from '../../../src/ui/terminal/screen-reader.ts';

function speech(columns = 40) {
	const sent: string[] = [];
	const made = new ScreenReader(
		text => void sent.push(text),
		() => columns,
	);
	return {made, taken: () => sent.splice(0).join('')};
}

test('lines come one after the other, broken between words, and nothing is drawn over', () => {
	const {made, taken} = speech(24);
	made.say(['a line that is longer than the terminal', 'b']);
	expect(taken()).toBe('a line that is longer\nthan the terminal\nb\n');
	made.say([]);
	expect(taken()).toBe('');
});

test('what is being written stays the last line, the cursor where it was', () => {
	const {made, taken} = speech();
	made.edit({text: 'hello', cursor: 5});
	expect(taken()).toBe('> hello');
	made.edit({text: 'hello', cursor: 3});
	expect(taken()).toBe('\r\u001B[2K> hello\u001B[2D');
	made.read(['said meanwhile']);
	expect(taken()).toBe('\r\u001B[2Ksaid meanwhile\n> hello\u001B[2D');
	made.edit(undefined);
	expect(taken()).toBe('\r\u001B[2K');
});

test('of a line too long for the terminal the part around the cursor is shown, in one row', () => {
	const {made, taken} = speech(20);
	const text = '日本語の長い文を書いています';
	for (const cursor of [0, 7, text.length]) {
		made.edit({text, cursor});
		const shown = /> ([^\u001B]*)/u.exec(taken())?.[1] ?? '';
		expect(shown.length * 2).toBeLessThanOrEqual(17);
		expect(text).toContain(shown);
		expect(shown).toContain(text[cursor] ?? text.at(-1));
	}
});

test('all that is on the screen can be said again, and keys are told once', () => {
	const {made, taken} = speech();
	const off = made.register(() => ['Debates', '', 'Classic Clash, 1 of 4']);
	made.repeatAll();
	expect(taken()).toBe('Debates\nClassic Clash, 1 of 4\n');
	off();
	made.repeatAll();
	expect(taken()).toBe('');
	expect([
		made.newKeys('stage', ['space: pause']),
		made.newKeys('stage', ['space: pause', 'enter: results']),
		made.newKeys('results', ['space: pause']),
	]).toEqual([['space: pause'], ['enter: results'], ['space: pause']]);
});

test('that something is closed is said unless a screen says something itself; a debate that goes on does not count', async () => {
	const {made, taken} = speech();
	made.sayIfQuiet('Closed.');
	made.read(['the debate goes on']);
	await Promise.resolve();
	expect(taken()).toBe('the debate goes on\nClosed.\n');
	made.sayIfQuiet('Closed.');
	made.say(['Library']);
	await Promise.resolve();
	expect(taken()).toBe('Library\n');
});

test('after its end nothing is said', () => {
	const {made, taken} = speech();
	made.edit({text: 'half a word', cursor: 11});
	made.close();
	expect(taken()).toBe('> half a word\r\u001B[2K');
	made.say(['late']);
	expect(taken()).toBe('');
});
