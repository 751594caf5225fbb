import {expect, it} from 'vitest';
import {speakingLock} from '../../../src/engine/turns/floor-lock.ts';

const {signal} = new AbortController();

it('lets those who wait amid in at a sentence end, and then the speaker goes on', async () => {
	const one = speakingLock();
	const order: string[] = [];
	const handBack = await one.take(false, signal);
	const later = one.take(false, signal).then(back => {
		order.push('next');
		back();
	});
	const amid = one.take(true, signal).then(back => {
		order.push('amid');
		back();
	});
	expect(one.busyAmid).toBe(true);
	await one.giveWay();
	order.push('speaker goes on');
	handBack();
	await Promise.all([later, amid]);
	expect(order).toEqual(['amid', 'speaker goes on', 'next']);
	expect(one.busyAmid).toBe(false);
});

it('does not give way to those who wait for the turn to end', async () => {
	const one = speakingLock();
	const handBack = await one.take(false, signal);
	let spoke = false;
	const later = one.take(false, signal).then(back => {
		spoke = true;
		back();
	});
	await one.giveWay();
	expect(spoke).toBe(false);
	handBack();
	await later;
	await one.silence();
});

it('lets go of a waiter whose debate has ended', async () => {
	const one = speakingLock();
	const over = new AbortController();
	const handBack = await one.take(false, signal);
	const waiting = one.take(true, over.signal);
	over.abort(new Error('over'));
	await expect(waiting).rejects.toThrow('over');
	expect(one.busyAmid).toBe(false);
	handBack();
	(await one.take(false, signal))();
});
