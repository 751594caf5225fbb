/** How much memory is taken beside what is in use, where there are screens or long journals. */
import {constants, PerformanceObserver} from 'node:perf_hooks';
import {getHeapSpaceStatistics, setFlagsFromString} from 'node:v8';

/**
 * Room for what is new, in bytes: with less, what is gone a moment later is kept for good too often, and the processor
 * works more.
 */
const roomForNew = 32_000_000;
/** Memory of the whole process, in bytes, from which on V8 is to give back what it has freed. */
const much = 210_000_000;

let watch: NodeJS.Timeout | undefined;
let roomGrows = false;
/** Asks again only once the process takes 7 % more than V8 left it the last time. */
let askAbove = much;
let asked: PerformanceObserver | undefined;

/**
 * Nearly all that a frame makes is gone with the next one, and V8 would give it ever more room: with a long debate on
 * the screen, four times what is in use. What is kept may grow by a third before it is looked through, the room for
 * what is new stops growing once it is enough, and what V8 has freed it gives back. To be called before anything large
 * is read. Holds for the whole process; docs/numbers.md says what it saves and costs.
 */
export function keepHeapSmall(): void {
	if (watch) return;
	setFlagsFromString('--heap-growing-percent=32');
	letRoomGrow();
}

function letRoomGrow(): void {
	roomGrows = true;
	setFlagsFromString('--semi-space-growth-factor=2');
	lookEvery(20, lookAtHeap);
}

function lookEvery(ms: number, look: () => void): void {
	clearInterval(watch);
	watch = setInterval(look, ms);
	watch.unref();
}

/**
 * Ends the growth of the room for what is new once that is enough. For whoever works so long at a stretch that no timer
 * runs meanwhile.
 */
export function lookAtHeap(): void {
	if (!roomGrows) return;
	const room = getHeapSpaceStatistics().find(space => space.space_name === 'new_space')?.space_size ?? roomForNew;
	if (room < roomForNew) return;
	roomGrows = false;
	setFlagsFromString('--semi-space-growth-factor=1');
	lookEvery(1000, lookAtProcess);
}

/**
 * V8 keeps the pages that it has emptied, a third of all it has after a fast scroll. It gives them back with a
 * collection that saves memory: the next one is to be such, and only that one, since it shrinks the room for what is
 * new, too.
 */
function lookAtProcess(): void {
	if (asked || process.memoryUsage.rss() < askAbove) return;
	setFlagsFromString('--optimize-for-size');
	asked = new PerformanceObserver(list => {
		if (list.getEntries().some(isFull)) stopAsking();
	});
	asked.observe({entryTypes: ['gc']});
}

function stopAsking(): void {
	asked?.disconnect();
	asked = undefined;
	setFlagsFromString('--no-optimize-for-size');
	askAbove = Math.max(much, process.memoryUsage.rss() * 1.07);
	letRoomGrow();
}

const isFull = (entry: object): boolean =>
	'detail' in entry &&
	typeof entry.detail === 'object' &&
	entry.detail !== null &&
	'kind' in entry.detail &&
	entry.detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR;
