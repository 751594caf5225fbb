import {expect, it} from 'vitest';
import {atExit} from '../../src/voices/at-exit.ts';

it('has one listener for all, and none once nothing is left to do', () => {
	const before = process.listenerCount('exit');
	const done: number[] = [];
	const forget = Array.from({length: 20}, (_, number) => atExit(() => void done.push(number)));
	expect(process.listenerCount('exit')).toBe(before + 1);
	const listener = process.listeners('exit').at(-1);
	forget[3]?.();
	listener?.(0);
	expect(done).toEqual(Array.from({length: 20}, (_, number) => number).filter(number => number !== 3));
	for (const each of forget) each();
	expect(process.listenerCount('exit')).toBe(before);
});
