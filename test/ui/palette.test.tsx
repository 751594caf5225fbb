import {expect, test} from 'vitest';
import {commandsOf, idleContext} from '../../src/ui/terminal/keys.ts';
import {terminalWindow} from '../../src/ui/terminal/terminal-window.ts';
import {sampleDebate} from './support/sample-debate.ts';
import {samplePort, sampleSession} from './support/sample-port.ts';
import {show} from './support/show.tsx';

const enter = '\r';
const escape = '\u001B';
const replay = () => sampleSession(sampleDebate({rounds: 2}), {live: false});

test('a command that is found by typing does what its key does', async () => {
	const app = show({session: replay()});
	await app.sees('enter results');
	await app.press(':');
	await app.sees('Commands');
	expect(app.text()).not.toContain('enter results');
	for (const letter of 'score cost') await app.press(letter);
	await app.sees('open a turn: its score');
	await app.press(enter);
	await app.sees('other turns');
	app.close();
});

test('the turn in sight is copied by its key, once that was allowed, and by the list of commands', async () => {
	const sent: string[] = [];
	const window = terminalWindow(text => void sent.push(text), 'none');
	const app = show({session: replay(), window});
	await app.sees('enter results');
	const {store} = app.shown;
	const inSight = () => store?.state.turns.find(({id}) => id === store.transcript.turnInSight);
	// The screens name the window.
	sent.length = 0;
	await app.press('y');
	await app.sees('y again: yes');
	expect(sent).toEqual([]);
	await app.press('y');
	await app.sees('copied');
	expect(copiedIn(sent)).toEqual([inSight()?.text]);
	await app.press('g');
	await app.sees('enter results');
	await app.press(':');
	await app.sees('Commands');
	for (const letter of 'copy') await app.press(letter);
	await app.sees('copy the words of the turn in sight');
	await app.press(enter);
	await app.sees('copied');
	expect(copiedIn(sent)[1]).toBe(store?.state.turns[0]?.text);
	app.close();
});

const copiedIn = (sent: readonly string[]): readonly string[] =>
	sent.map(text =>
		Buffer.from(/^\u001B\]52;c;(?<data>.*)\u0007$/u.exec(text)?.groups?.['data'] ?? '', 'base64').toString(),
	);

test('a list behind it hears none of its keys, and Esc leaves everything as it was', async () => {
	const app = show({port: samplePort(replay)});
	await app.sees('enter start');
	const before = app.text();
	await app.press(':');
	await app.sees('Commands');
	await app.press('\u001B[B');
	await app.press('2');
	await app.press(escape);
	await app.sees('enter start');
	await app.settle();
	expect(app.text()).toBe(before);
	app.close();
});

test('each command has a key, and a chair of its own where a key is a chair’s', () => {
	const commands = commandsOf('stage', {...idleContext, over: true, chairs: 3});
	expect(commands.every(({key}) => key !== '')).toBe(true);
	expect(commands.filter(({action}) => action === 'mute').map(({key}) => key)).toEqual(['1', '2', '3']);
	expect(commands.map(({action}) => action)).not.toContain('pause');
});
