/**
 * One speaker is heard at a time. The one who has the word lets others in at the ends of sentences, and then goes on.
 */

type Waiter = {readonly amid: boolean; readonly grant: () => void};

export type SpeakingLock = {
	/**
	 * Waits for the word; `amid` before others, and at a sentence end of whoever has it. Gives the function that hands it
	 * back.
	 */
	take(amid: boolean, signal: AbortSignal): Promise<() => void>;
	/** For the one who has the word, at a sentence end: lets those in who wait amid, and returns once they are done. */
	giveWay(): Promise<void>;
	/** Whether somebody waits to speak amid, or does. */
	readonly busyAmid: boolean;
	/** Resolves when nobody has the word and nobody waits amid. */
	silence(): Promise<void>;
};

export function speakingLock(): SpeakingLock {
	const waiting: Waiter[] = [];
	const listeners: (() => void)[] = [];
	let taken = false;
	let inside = 0;

	const nextAmid = () => {
		const index = waiting.findIndex(waiter => waiter.amid);
		return index < 0 ? undefined : waiting.splice(index, 1)[0];
	};
	const passOn = () => {
		const next = nextAmid() ?? waiting.shift();
		taken = next !== undefined;
		if (next) next.grant();
		else for (const listener of listeners.splice(0)) listener();
	};

	const queue = (amid: boolean, signal: AbortSignal): Promise<void> =>
		new Promise((resolve, reject) => {
			const waiter: Waiter = {
				amid,
				grant() {
					signal.removeEventListener('abort', leave);
					resolve();
				},
			};
			const leave = () => {
				waiting.splice(waiting.indexOf(waiter), 1);
				reject(signal.reason);
			};
			signal.addEventListener('abort', leave, {once: true});
			waiting.push(waiter);
		});

	return {
		async take(amid, signal) {
			signal.throwIfAborted();
			if (taken) await queue(amid, signal);
			else taken = true;
			if (amid) inside++;
			let held = true;
			return () => {
				if (!held) return;
				held = false;
				if (amid) inside--;
				passOn();
			};
		},
		async giveWay() {
			if (!waiting.some(waiter => waiter.amid)) return;
			// The holder stands first in line again, behind those who wait amid.
			const back = new Promise<void>(resolve => waiting.unshift({amid: false, grant: resolve}));
			passOn();
			await back;
		},
		get busyAmid() {
			return inside > 0 || waiting.some(waiter => waiter.amid);
		},
		silence: () => (taken ? new Promise(resolve => listeners.push(resolve)) : Promise.resolve()),
	};
}
