import {setTimeout as sleep} from 'node:timers/promises';
import {expect, test} from 'vitest';
import {sampleDebate} from '../support/sample-debate.ts';
import {sampleSession} from '../support/sample-port.ts';
import {terminalScreen} from '../support/terminal-screen.tsx';

type Screen = ReturnType<typeof terminalScreen>;

async function sees(screen: Screen, text: string): Promise<void> {
	for (let tries = 0; !screen.lines().join('\n').includes(text); tries++) {
		if (tries > 300) throw new Error(`"${text}" did not come:\n${screen.lines().join('\n')}`);
		await sleep(10);
	}
}

/** The screen's lines, once they have stood for a while. */
async function settled(screen: Screen): Promise<readonly string[]> {
	for (let before = ''; ; await sleep(150)) {
		const now = screen.lines().join('\n');
		if (now === before) return screen.lines();
		before = now;
	}
}

const over = (options = {}) =>
	terminalScreen({session: sampleSession(sampleDebate({rounds: 2}), {live: false}), columns: 100, rows: 30, options});
const click = (column: number, row: number) => `\u001B[<0;${column + 1};${row + 1}M\u001B[<0;${column + 1};${row + 1}m`;

test('the wheel scrolls, and a click opens the turn that lies under it', async () => {
	const screen = over();
	await sees(screen, 'the end');
	expect(screen.terminal.modes.mouseTrackingMode).toBe('vt200');
	screen.press('\u001B[<64;10;10M'.repeat(4));
	await sees(screen, '▾');
	const lines = await settled(screen);
	const row = lines.findIndex(line => /^ [●◆▲] /u.test(line));
	const name = /[●◆▲] (\S+ \S+)/u.exec(lines[row] ?? '')?.[1] ?? 'none';
	screen.press(click(5, row + 1));
	await sees(screen, 'other turns');
	expect(screen.lines()[1]).toContain(name);
	screen.close();
	expect(screen.sent()).toContain('\u001B[?1006h');
	expect(screen.sent().lastIndexOf('\u001B[?1000l')).toBeGreaterThan(screen.sent().lastIndexOf('\u001B[?1000h'));
});

test('a click beside the transcript, another button and a report in two pieces do nothing', async () => {
	const screen = over();
	await sees(screen, 'the end');
	const before = screen.lines();
	screen.press(`${click(90, 10)}${click(90, 1)}\u001B[<2;10;10M\u001B[<35;12;12M`);
	screen.press('\u001B[<2;1');
	await sleep(20);
	screen.press('0;10M');
	await sleep(120);
	expect(screen.lines()).toEqual(before);
	screen.close();
});

test.for([0, 1])('a click on row %i, the header or the topic, shows the topic whole', async row => {
	const screen = over();
	await sees(screen, 'the end');
	screen.press(click(5, row));
	await sees(screen, 'A podcast-style debate');
	expect(screen.lines().join(' ').replaceAll(/\s+/gu, ' ')).toContain('even at its passenger’s expense.');
	screen.press('\u001B');
	await sees(screen, 'the end');
	screen.close();
});

test('with the setting off the terminal keeps its mouse', async () => {
	const screen = over({mouse: false});
	await sees(screen, 'the end');
	expect(screen.terminal.modes.mouseTrackingMode).toBe('none');
	screen.close();
	expect(screen.sent()).not.toContain('?1000');
});

test('a click chooses the line of a list that lies under it', async () => {
	const screen = over();
	await sees(screen, 'the end');
	screen.press(':');
	await sees(screen, 'search the transcript');
	const row = (await settled(screen)).findIndex(line => line.includes('search the transcript'));
	screen.press(click(5, row));
	await sees(screen, 'esc done');
	screen.close();
});
