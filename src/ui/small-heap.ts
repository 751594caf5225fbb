/** How much memory the screens take beside what they show. */
import {getHeapSpaceStatistics, setFlagsFromString} from 'node:v8';

/** Room for what is new, in bytes: with less, what is gone a moment later is kept for good too often, and the processor works more. */
const roomForNew = 32_000_000;

/**
 * Nearly all that a frame makes is gone with the next one, and V8 would give it ever more room: with a long debate on the
 * screen, four times what is in use. What is kept may grow by three quarters before it is looked through, and the room for what
 * is new stops growing once it is enough. Holds for the whole process; docs/numbers.md says what it saves and costs.
 */
export function keepHeapSmall(): void {
	setFlagsFromString('--heap-growing-percent=75');
	const watch = setInterval(() => {
		const room = getHeapSpaceStatistics().find(space => space.space_name === 'new_space')?.space_size ?? roomForNew;
		if (room < roomForNew) return;
		setFlagsFromString('--semi-space-growth-factor=1');
		clearInterval(watch);
	}, 20);
	watch.unref();
}
