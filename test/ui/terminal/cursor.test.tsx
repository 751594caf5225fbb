import {setTimeout as sleep} from 'node:timers/promises';
import {expect, test} from 'vitest';
import {sampleDebate} from '../support/sample-debate.ts';
import {sampleSession} from '../support/sample-port.ts';
import {terminalScreen} from '../support/terminal-screen.tsx';

type Screen = ReturnType<typeof terminalScreen>;

/** Waits until the terminal's own cursor stands right behind a text, and is shown. */
async function cursorBehind(screen: Screen, text: string, columns: number): Promise<void> {
	const place = () => {
		const {cursorX, cursorY} = screen.terminal.buffer.active;
		const row = screen.lines().findIndex(line => line.includes(text));
		const column = (screen.lines()[row] ?? '').indexOf(text);
		return {cursor: [cursorX, cursorY], text: [column + columns, row]};
	};
	for (let tries = 0; tries < 300 && place().cursor.join() !== place().text.join(); tries++) await sleep(10);
	expect(place().cursor).toEqual(place().text);
	expect(lastOf(screen.sent())).toBe('\u001B[?25h');
}

const lastOf = (sent: string): string | undefined => sent.match(/\u001B\[\?25[hl]/gu)?.at(-1);

test('the cursor of the terminal stands where a text is written, wherever the text changes', async () => {
	const screen = terminalScreen({
		session: sampleSession(sampleDebate({rounds: 2}), {live: false}),
		columns: 100,
		rows: 30,
	});
	for (let tries = 0; !screen.lines().join('\n').includes('the end') && tries < 300; tries++) await sleep(10);
	screen.press('/');
	for (let tries = 0; !screen.lines().join('\n').includes('esc done') && tries < 300; tries++) await sleep(10);
	screen.press('한글 입력');
	await cursorBehind(screen, '한글 입력', 9);
	screen.press('\u001B[D');
	await cursorBehind(screen, '한글 입', 7);
	screen.press('\u001B[F xyz\u001F');
	await cursorBehind(screen, '한글 입력', 9);
	screen.press('\u001B');
	for (let tries = 0; lastOf(screen.sent()) !== '\u001B[?25l' && tries < 300; tries++) await sleep(10);
	expect(lastOf(screen.sent())).toBe('\u001B[?25l');
	screen.close();
});
