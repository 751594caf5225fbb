/** Counts what of a debate's state is looked at: a measure of work that needs no clock. */
import type {DebateState} from '../../../src/debate/state.ts';

/** Turns, records and all else that a state lists, counted when anything of them is read. */
export function watched() {
	const touched = new Set<object>();
	const watcher = <T extends object>() => {
		const known = new WeakMap<T, T>();
		return (items: readonly T[]): T[] =>
			items.map(item => {
				const proxy =
					known.get(item) ??
					new Proxy(item, {
						get(target, name, receiver): unknown {
							touched.add(target);
							return Reflect.get(target, name, receiver);
						},
					});
				known.set(item, proxy);
				return proxy;
			});
	};
	const [turns, records, notices, actions, cuts, calls] = [
		watcher<DebateState['turns'][number]>(),
		watcher<DebateState['records'][number]>(),
		watcher<DebateState['notices'][number]>(),
		watcher<DebateState['actions'][number]>(),
		watcher<DebateState['interruptions'][number]>(),
		watcher<DebateState['interjections'][number]>(),
	];
	const of = (state: DebateState): DebateState => ({
		...state,
		turns: turns(state.turns),
		records: records(state.records),
		notices: notices(state.notices),
		actions: actions(state.actions),
		interruptions: cuts(state.interruptions),
		interjections: calls(state.interjections),
	});
	return {
		of,
		taken(): number {
			const {size} = touched;
			touched.clear();
			return size;
		},
	};
}
