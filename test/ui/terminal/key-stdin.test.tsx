import {PassThrough} from 'node:stream';
import {setTimeout as sleep} from 'node:timers/promises';
import {Text, useInput} from 'ink';
import {useEffect, useLayoutEffect, useState} from 'react';
import {unstable_NormalPriority, unstable_scheduleCallback, unstable_UserBlockingPriority} from 'scheduler';
import {expect, test, vi} from 'vitest';
import {KeyStdin} from '../../../src/ui/terminal/key-stdin.ts';
import {renderSized} from '../support/render-sized.tsx';

/** What comes out, one entry a piece, when these chunks go in. */
async function keysOf(...chunks: readonly string[]): Promise<readonly string[]> {
	const source = Object.assign(new PassThrough({encoding: 'utf8'}), {isTTY: true});
	const keys: string[] = [];
	const stdin = new KeyStdin(source);
	stdin.on('data', (key: string) => keys.push(key));
	stdin.ref();
	for (const chunk of chunks) {
		source.write(chunk);
		await sleep(5);
	}
	// Each look gives a key its turn, however long the process was held up before it; a lone escape takes 25 ms.
	for (let looks = 0; looks < 12; looks++) await sleep(5);
	return keys;
}

test('a burst of keys in one chunk comes out key by key', async () => {
	expect(await keysOf('\u001B[B\u001B[B\r')).toEqual(['\u001B[B', '\u001B[B', '\r']);
	expect(await keysOf('xy\u007F\u007F')).toEqual(['x', 'y', '\u007F', '\u007F']);
	expect(await keysOf('\u001B[1;5Cé👩')).toEqual(['\u001B[1;5C', 'é', '👩']);
});

test('a paste stays in one piece, with the Enter in it', async () => {
	expect(await keysOf('a\u001B[200~one\rtwo\u001B[201~b')).toEqual(['a', '\u001B[200~one\rtwo\u001B[201~', 'b']);
});

test('a paste that comes in several chunks is one piece too', async () => {
	expect(await keysOf('\u001B[200~one', ' two', ' three\u001B[201~\r')).toEqual([
		'\u001B[200~one two three\u001B[201~',
		'\r',
	]);
});

test('a long text without paste markers is one piece, and Enter after it is a key', async () => {
	expect(await keysOf('cities should ban private cars\r')).toEqual(['cities should ban private cars', '\r']);
});

test.each([
	['lines', 'Line one of it\rline two of it\rline three'],
	['lines with an end', 'Line one of it\nline two of it\n'],
])('%s in one go are one paste, though the terminal marks none', async (_what, text) => {
	expect(await keysOf(text)).toEqual([`\u001B[200~${text}\u001B[201~`]);
});

test.each([
	['a topic and two keys behind it', 'cities should ban private cars\rjk'],
	['arrows', '\u001B[A'.repeat(12)],
	['a key that is held, behind Enter', 'cities should ban private cars\rjjjjjjjjjj'],
])('%s are no paste', async (_what, text) => {
	expect((await keysOf(text)).some(key => key.startsWith('\u001B[200~'))).toBe(false);
});

test('Ctrl+C is a key of its own behind an escape, and in a paste whose end never comes', async () => {
	expect(await keysOf('\u001B\u0003')).toEqual(['\u001B', '\u0003']);
	expect(await keysOf('\u001B[200~half a paste', '\u0003', 'x')).toEqual(['\u0003', 'x']);
});

test('keys wait for what they are meant for, Ctrl+C for nothing, and none of them for ever', async () => {
	const source = Object.assign(new PassThrough({encoding: 'utf8'}), {isTTY: true});
	const stdin = new KeyStdin(source);
	const keys: string[] = [];
	stdin.on('data', (key: string) => {
		keys.push(key);
		if (key === '\r') stdin.hold(60_000);
	});
	stdin.ref();
	source.write('a\rbc\rd');
	await expect.poll(() => keys).toEqual(['a', '\r']);
	await sleep(20);
	expect(keys).toHaveLength(2);
	stdin.release();
	await expect.poll(() => keys).toEqual(['a', '\r', 'b', 'c', '\r']);
	source.write('\u0003');
	await expect.poll(() => keys.slice(5)).toEqual(['d', '\u0003']);
	stdin.hold(5);
	source.write('e');
	await expect.poll(() => keys.at(-1)).toBe('e');
});

test('keys that come while nobody listens are kept, and come out one by one', async () => {
	const source = Object.assign(new PassThrough({encoding: 'utf8'}), {isTTY: true});
	const stdin = new KeyStdin(source);
	const keys: unknown[] = [];
	const read = () => {
		for (let key: unknown; (key = stdin.read()) !== null;) keys.push(key);
	};
	stdin.on('readable', read);
	stdin.ref();
	source.emit('data', 'a\u001Bb');
	stdin.off('readable', read);
	stdin.unref();
	source.emit('data', '\u001B[A\u0003');
	await sleep(20);
	expect(keys).toEqual([]);
	stdin.on('readable', read);
	stdin.ref();
	await expect.poll(() => keys).toEqual(['a', '\u001Bb', '\u001B[A', '\u0003']);
});

test('the end of the source is the end', async () => {
	const source = new PassThrough();
	const stdin = new KeyStdin(source);
	stdin.resume();
	stdin.ref();
	source.end();
	await new Promise(resolve => stdin.once('end', resolve));
	expect(stdin.readableEnded).toBe(true);
});

/**
 * Keeps React waiting for its turn: its scheduler does these pieces of work first, and yields to the terminal after
 * each.
 */
function keepBusy(): void {
	for (let n = 0; n < 6; n++) {
		unstable_scheduleCallback(unstable_UserBlockingPriority, () => {
			for (const until = performance.now() + 12; performance.now() < until;);
		});
	}
}

test('who answers a screen as soon as it is drawn is heard, however much there is to do before it listens', async () => {
	const heard: string[] = [];
	const answer = vi.fn<() => void>();
	const Question = () => {
		useInput(input => void heard.push(input));
		useLayoutEffect(answer, []);
		return <Text>Which seat?</Text>;
	};
	const App = () => {
		const [asked, setAsked] = useState(false);
		useInput(() => {});
		useEffect(() => {
			const soon = setTimeout(() => setAsked(true), 50);
			return () => clearTimeout(soon);
		}, []);
		return asked ? <Question /> : null;
	};
	const app = renderSized(<App />);
	answer.mockImplementation(() => {
		keepBusy();
		void app.press('x');
	});
	await expect.poll(() => heard).toEqual(['x']);
	app.unmount();
});

test('a key that comes while the one before it has its turn waits for the screen, too', async () => {
	const source = Object.assign(new PassThrough({encoding: 'utf8'}), {isTTY: true});
	const stdin = new KeyStdin(source);
	const heard: string[] = [];
	let listens = false;
	stdin.on('data', (key: string) => {
		if (key === 'b' && listens) heard.push(key);
		if (key !== 'a') return;
		// As React does for a screen that it has drawn, which may be while the turn is not over.
		queueMicrotask(() => {
			unstable_scheduleCallback(unstable_NormalPriority, () => {
				listens = true;
			});
			source.write('b');
		});
	});
	stdin.ref();
	source.write('a');
	await expect.poll(() => heard).toEqual(['b']);
});

test('a key that comes while a turn is waited for waits for what is drawn until then', async () => {
	const source = Object.assign(new PassThrough({encoding: 'utf8'}), {isTTY: true});
	const stdin = new KeyStdin(source);
	const heard: string[] = [];
	let listens = false;
	const draw = () => {
		unstable_scheduleCallback(unstable_NormalPriority, () => {
			listens = true;
		});
		// So long that React lets others have a turn, such as a key.
		for (const until = performance.now() + 12; performance.now() < until;);
		source.write('b');
	};
	stdin.on('data', (key: string) => {
		if (key === 'b' && listens) heard.push(key);
		if (key !== 'a') return;
		queueMicrotask(() => setImmediate(() => unstable_scheduleCallback(unstable_UserBlockingPriority, draw)));
	});
	stdin.ref();
	source.write('a');
	await expect.poll(() => heard).toEqual(['b']);
});

test('once it is destroyed it takes no key from the terminal any more', () => {
	const source = new PassThrough();
	const before = [source.listenerCount('data'), source.listenerCount('end')];
	const stdin = new KeyStdin(source);
	stdin.destroy();
	expect([source.listenerCount('data'), source.listenerCount('end')]).toEqual(before);
});
