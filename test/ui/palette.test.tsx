import {expect, test} from 'vitest';
import {commandsOf, idleContext} from '../../src/ui/input/keys.ts';
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
	const commands = commandsOf('stage', {...idleContext, over: true});
	expect(commands.every(({key}) => key !== '')).toBe(true);
	expect(commands.filter(({action}) => action === 'mute').map(({key}) => key)).toEqual(['1', '2', '3', '4', '5', '6']);
	expect(commands.map(({action}) => action)).not.toContain('pause');
});
