/** A debate that is paused. */
import {expect, it} from 'vitest';
import {paceOf} from '../../../src/engine/turns/floor-lock.ts';

it.each(['before', 'after'])('nobody waits for a paused debate that is left, %s they came to wait', async when => {
	const pace = paceOf(250);
	const leaving = new AbortController();
	pace.pause();
	if (when === 'before') leaving.abort(new Error('left'));
	const waiting = pace.open(leaving.signal);
	leaving.abort(new Error('left'));
	await expect(waiting).rejects.toThrow('left');
});

it('a step releases what waits up to the end of a sentence, and no more', async () => {
	const pace = paceOf(250);
	const leaving = new AbortController();
	pace.pause();
	const waiting = pace.open(leaving.signal);
	pace.step();
	await waiting;
	await pace.open(leaving.signal);
	pace.sentenceEnded();
	const next = pace.open(leaving.signal);
	leaving.abort(new Error('still paused'));
	await expect(next).rejects.toThrow('still paused');
});
