/** How much memory is taken beside what is in use, where there are screens or long journals. */
import {getHeapSpaceStatistics, setFlagsFromString} from 'node:v8';

/**
 * Room for what is new, in bytes: with less, what is gone a moment later is kept for good too often, and the processor
 * works more.
 */
const roomForNew = 32_000_000;

let watch: NodeJS.Timeout | undefined;

/**
 * Nearly all that a frame makes is gone with the next one, and V8 would give it ever more room: with a long debate on
 * the screen, four times what is in use. What is kept may grow by a third before it is looked through, and the room for
 * what is new stops growing once it is enough. To be called before anything large is read: room that was taken is not
 * given back. Holds for the whole process; docs/numbers.md says what it saves and costs.
 */
export function keepHeapSmall(): void {
	if (watch) return;
	setFlagsFromString('--heap-growing-percent=32');
	watch = setInterval(lookAtHeap, 20);
	watch.unref();
}

/**
 * Ends the growth of the room for what is new once that is enough. For whoever works so long at a stretch that no timer
 * runs meanwhile.
 */
export function lookAtHeap(): void {
	if (!watch) return;
	const room = getHeapSpaceStatistics().find(space => space.space_name === 'new_space')?.space_size ?? roomForNew;
	if (room < roomForNew) return;
	setFlagsFromString('--semi-space-growth-factor=1');
	clearInterval(watch);
	watch = undefined;
}
