/** How much memory is taken beside what is in use, where there are screens or long journals. */
import {constants, PerformanceObserver} from 'node:perf_hooks';
import {getHeapSpaceStatistics, setFlagsFromString} from 'node:v8';
import {createContext, runInContext, type Context} from 'node:vm';

/** How little memory is wanted. The less, the more the processor works. */
type Thrift = {
	/** Room for what is new, in bytes: with less, what is gone a moment later is kept for good too often. */
	readonly roomForNew: number;
	/** How much what is kept may grow, in percent, before it is looked through. */
	readonly growth: number;
	/** Whether memory is collected at once where it is much, whatever works meanwhile. */
	readonly isStrict: boolean;
};

const forScreens: Thrift = {roomForNew: 32_000_000, growth: 32, isStrict: false};
/** For work on files, which nobody waits for key by key. */
export const forFiles: Thrift = {roomForNew: 8_000_000, growth: 15, isStrict: true};

let thrift = forScreens;
/** Memory of the whole process, in bytes, from which on V8 is to give back what it has freed. */
const much = 210_000_000;
/** The same, from which on it gives it back at once: the next frame waits 0.15 s. */
const tooMuch = 243_000_000;

let watch: NodeJS.Timeout | undefined;
let roomGrows = false;
/** Asks again only once the process takes 7 % more than V8 left it the last time. */
let askAbove = much;
let asked: PerformanceObserver | undefined;

/**
 * Nearly all that a frame makes is gone with the next one, and V8 would give it ever more room: with a long debate on
 * the screen, four times what is in use. What is kept may grow by a part before it is looked through, the room for
 * what is new stops growing once it is enough, and what V8 has freed it gives back. To be called before anything large
 * is read; what is asked for last counts. Holds for the whole process; docs/numbers.md says what it saves and costs.
 */
export function keepHeapSmall(wanted = forScreens): void {
	thrift = wanted;
	setFlagsFromString(`--heap-growing-percent=${thrift.growth}`);
	if (!watch) letRoomGrow();
}

function letRoomGrow(): void {
	roomGrows = true;
	setFlagsFromString('--semi-space-growth-factor=2');
	lookEvery(20, endGrowth);
}

function lookEvery(ms: number, look: () => void): void {
	clearInterval(watch);
	watch = setInterval(look, ms);
	watch.unref();
}

/**
 * For whoever reads so long at a stretch that no timer runs meanwhile. There memory is collected at once where it is
 * much: words that stream would have to wait for it, and reading has them wait already.
 */
export function lookAtHeap(): void {
	if (!watch) return;
	collectMuch();
	endGrowth();
}

/** Ends the growth of the room for what is new once that is enough. */
function endGrowth(): void {
	if (!roomGrows) return;
	const {roomForNew, isStrict} = thrift;
	const room = getHeapSpaceStatistics().find(space => space.space_name === 'new_space')?.space_size ?? roomForNew;
	if (room < roomForNew) return;
	roomGrows = false;
	setFlagsFromString('--semi-space-growth-factor=1');
	if (isStrict) lookEvery(200, collectMuch);
	else lookEvery(1000, lookAtProcess);
}

/**
 * V8 keeps the pages that it has emptied, a third of all it has after a fast scroll. It gives them back with a
 * collection that saves memory: the next one is to be such, and only that one, since it shrinks the room for what is
 * new, too.
 */
function lookAtProcess(): void {
	const taken = process.memoryUsage.rss();
	if (taken >= Math.max(tooMuch, askAbove)) return collectNow();
	if (asked || taken < askAbove) return;
	setFlagsFromString('--optimize-for-size');
	asked = new PerformanceObserver(list => {
		if (list.getEntries().some(isFull)) stopAsking();
	});
	asked.observe({entryTypes: ['gc']});
}

/** Where V8's `gc` can be called, which is only in contexts that are made once it is exposed. */
let exposed: Context | undefined;

/** For whoever is not waited for key by key, and while much is read. */
function collectMuch(): void {
	if (process.memoryUsage.rss() >= askAbove) collectNow();
}

/** Gives back what is free now: V8's own next collection may be seconds away. */
function collectNow(): void {
	setFlagsFromString('--expose-gc');
	exposed ??= createContext();
	runInContext('gc({type: "major", execution: "sync", flavor: "last-resort"})', exposed);
	stopAsking();
}

function stopAsking(): void {
	if (asked) setFlagsFromString('--no-optimize-for-size');
	asked?.disconnect();
	asked = undefined;
	askAbove = Math.max(much, process.memoryUsage.rss() * 1.07);
	letRoomGrow();
}

const isFull = (entry: object): boolean =>
	'detail' in entry &&
	typeof entry.detail === 'object' &&
	entry.detail !== null &&
	'kind' in entry.detail &&
	entry.detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR;
