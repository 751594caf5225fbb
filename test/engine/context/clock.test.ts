import {expect, it} from 'vitest';
import {steppedClock} from '../../../src/engine/clock.ts';

it('wakes sleepers by their hour, whoever fell asleep first, and takes no time over it', async () => {
	const clock = steppedClock({hurry: true});
	const order: string[] = [];
	const nap = async (name: string, ms: number) => {
		await clock.sleep(ms);
		order.push(`${name} ${clock.now()}`);
	};
	await Promise.all([
		nap('long', 86_400_000),
		nap('short', 5),
		(async () => {
			await nap('first', 2);
			await nap('then', 2);
		})(),
	]);
	expect(order).toEqual(['first 2', 'then 4', 'short 5', 'long 86400000']);
});

it('wakes those first who ask for it at the same hour', async () => {
	const clock = steppedClock({hurry: true});
	const order: string[] = [];
	await Promise.all([
		clock.sleepUntil(5).then(() => order.push('usual')),
		clock.sleepUntil(5, true).then(() => order.push('first')),
	]);
	expect(order).toEqual(['first', 'usual']);
});

it('lets a sleeper go when its signal aborts, and wakes the others all the same', async () => {
	const clock = steppedClock({hurry: true});
	const stop = new AbortController();
	const stopped = clock.sleep(10, stop.signal);
	const other = clock.sleep(20);
	stop.abort(new Error('enough'));
	await expect(stopped).rejects.toThrow('enough');
	await other;
	expect(clock.now()).toBe(20);
});

it('waits its steps out in real time where it is in no hurry', async () => {
	const clock = steppedClock({hurry: false});
	const before = performance.now();
	await clock.sleep(40);
	await clock.sleep(40);
	expect(performance.now() - before).toBeGreaterThanOrEqual(75);
	expect(clock.now()).toBe(80);
});

it('waits no longer, in the middle of a step, once it is told to hurry', async () => {
	const clock = steppedClock({hurry: false});
	const long = clock.sleep(86_400_000);
	await clock.settle();
	clock.hurry = true;
	await long;
	expect(clock.now()).toBe(86_400_000);
});
