/** Holds the debates of a batch in this process, some at once. */
import type {Budget} from '../../debate/events.ts';
import {voiceLimiter} from '../../engine/calls/voice-limiter.ts';
import {realClock} from '../../engine/clock.ts';
import {expectedOf, holdItem, planItem, type BatchPlace} from './hold-item.ts';
import {statusOf, sumOf, type ItemStatus} from './item-status.ts';
import type {BatchItem} from './matrix.ts';
import {amountOf, leftOf, shareOf, type Amount} from './share.ts';

/** Called as debates begin, go on and end. */
export type BatchWatch = {
	/** `worker` holds it, if not this process. */
	readonly began: (item: BatchItem, worker?: string) => void;
	readonly heard: (item: BatchItem, turns: number) => void;
	readonly ended: (status: ItemStatus) => void;
	/** It was cut off, and waits to be gone on with. */
	readonly left: (item: BatchItem) => void;
	readonly told: (text: string) => void;
};

export type BatchRun = BatchPlace & {
	readonly atOnce: number;
	readonly budget: Budget | undefined;
	readonly watch: BatchWatch;
};

export type BatchEnd = {
	readonly statuses: readonly ItemStatus[];
	readonly why: 'done' | 'interrupted' | 'budget';
	/** Debates that no worker could hold, and why. */
	readonly given?: readonly {readonly item: BatchItem; readonly reason: string}[];
};

export async function holdBatch(known: readonly ItemStatus[], run: BatchRun): Promise<BatchEnd> {
	const statuses = new Map(known.map(status => [status.item, status]));
	const open = known.filter(({outcome}) => outcome === undefined);
	const reserved = new Map<BatchItem, Amount>();
	const {signal} = run.context;
	const limiter = voiceLimiter(realClock());
	let why: BatchEnd['why'] = 'done';

	const used = (): Amount =>
		sumOf([
			...[...statuses.values()].filter(({item}) => !reserved.has(item)).map(({spent}) => spent),
			...reserved.values(),
		]);

	async function worker(): Promise<void> {
		for (let next = open.shift(); next && !signal.aborted && why === 'done'; next = open.shift()) {
			const {item} = next;
			const plan = planItem(item, run);
			const share = shareOf(leftOf(run.budget, used()), expectedOf(plan, run.configuration), next.spent);
			if (share === 'none') {
				why = 'budget';
				return;
			}
			reserved.set(item, amountOf(share));
			run.watch.began(item);
			await holdItem(plan, next, {...run, limiter, budget: share, heard: turns => run.watch.heard(item, turns)});
			reserved.delete(item);
			const after = statusOf(item, run.folder);
			statuses.set(item, after);
			if (after.outcome === undefined) return run.watch.left(item);
			run.watch.ended(after);
		}
	}

	await Promise.all(Array.from({length: Math.min(run.atOnce, open.length)}, worker));
	return {statuses: [...statuses.values()], why: signal.aborted ? 'interrupted' : why};
}
