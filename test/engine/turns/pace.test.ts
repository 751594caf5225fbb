/** A debate that is left while it is paused. */
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
