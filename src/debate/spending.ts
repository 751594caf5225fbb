/** What a debate's requests used and cost. */
import type {VoiceCall} from './events.ts';

/** Sums over requests. `unpriced` counts those whose price was not known. */
export type Spending = {
	readonly calls: number;
	readonly tries: number;
	readonly failed: number;
	/** Cancelled by us, such as a prefetched request that was not needed. */
	readonly withdrawn: number;
	readonly input: number;
	readonly cached: number;
	readonly output: number;
	readonly reasoning: number;
	readonly cost: number;
	/** US dollars that caching saved, as far as prices are known. */
	readonly saved: number;
	readonly unpriced: number;
};

const noSpending: Spending = {
	calls: 0,
	tries: 0,
	failed: 0,
	withdrawn: 0,
	input: 0,
	cached: 0,
	output: 0,
	reasoning: 0,
	cost: 0,
	saved: 0,
	unpriced: 0,
};

/** Adds one request. */
export function addCall(sum: Spending = noSpending, call: VoiceCall): Spending {
	return {
		calls: sum.calls + 1,
		tries: sum.tries + call.tries,
		failed: sum.failed + (call.error === undefined ? 0 : 1),
		withdrawn: sum.withdrawn + (call.withdrawn === undefined ? 0 : 1),
		input: sum.input + (call.usage?.input ?? 0),
		cached: sum.cached + (call.usage?.cached ?? 0),
		output: sum.output + (call.usage?.output ?? 0),
		reasoning: sum.reasoning + (call.usage?.reasoning ?? 0),
		cost: sum.cost + (call.cost ?? 0),
		saved: sum.saved + (call.saved ?? 0),
		unpriced: sum.unpriced + (call.cost === undefined ? 1 : 0),
	};
}

/** Sums the spending of all participants. */
export const totalSpending = ({spending}: {readonly spending: Readonly<Record<string, Spending>>}): Spending =>
	Object.values(spending).reduce<Spending>(
		(sum, one) => ({
			calls: sum.calls + one.calls,
			tries: sum.tries + one.tries,
			failed: sum.failed + one.failed,
			withdrawn: sum.withdrawn + one.withdrawn,
			input: sum.input + one.input,
			cached: sum.cached + one.cached,
			output: sum.output + one.output,
			reasoning: sum.reasoning + one.reasoning,
			cost: sum.cost + one.cost,
			saved: sum.saved + one.saved,
			unpriced: sum.unpriced + one.unpriced,
		}),
		noSpending,
	);
