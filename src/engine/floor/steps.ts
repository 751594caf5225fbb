/**
 * The durable steps of one scope. A step's key is `scope/number what`, so a scope must make the same calls in the same
 * order each time; a step that the journal has is answered from there.
 */
import type {TurnContext} from '../turns/turn-context.ts';
import {untilOver} from '../context/debate-context.ts';

export type Steps = {
	readonly scope: string;
	/** Counts a step and returns its number in the scope. */
	count(): number;
	/** Counts a step and returns its key. Throws once the debate is over. */
	next(what: string): string;
	/** A step with a value, which is recorded as `step-end`; `met` is told its key, recorded or not. */
	value(what: string, live: (key: string) => Promise<unknown>, met?: (key: string) => void): Promise<unknown>;
	/** A step that records an event of its own. */
	fact(what: string, record: (key: string) => void): Promise<void>;
};

/** The scope of a task in another scope. */
export const scopeBelow = (scope: string, name: string): string => `${scope}/${name.replace(/[\s/]+/gu, '-')}`;

export function stepsOf(context: TurnContext, scope: string): Steps {
	const {history, log, over} = context;
	let calls = 0;
	const count = () => ++calls;
	const next = (what: string): string => {
		over.signal.throwIfAborted();
		return `${scope}/${count()} ${what}`;
	};
	return {
		scope,
		count,
		next,
		async value(what, live, met) {
			const key = next(what);
			met?.(key);
			if (history.knows(key)) {
				const event = await untilOver(context, history.ended(key));
				return event.type === 'step-end' ? event.value : undefined;
			}
			// JSON has no undefined.
			const value = (await untilOver(context, live(key))) ?? null;
			log.emit({type: 'step-end', value}, key);
			return value;
		},
		async fact(what, record) {
			const key = next(what);
			if (history.knows(key)) await untilOver(context, history.ended(key));
			else record(key);
		},
	};
}
