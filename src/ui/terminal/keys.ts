/** Looks keys up in the table: what a key does, and which keys the key line, the menu and the help show. */
import type {Key} from 'ink';
import {bindings, type Action, type Binding, type Scope} from './key-table.ts';

/**
 * What decides whether a key is of use just now: a replay is not live, but it can be steered; one that is only watched
 * cannot.
 */
export type KeyContext = {
	readonly live: boolean;
	readonly steerable: boolean;
	readonly over: boolean;
	/** Actions that this debate has not got. */ readonly unavailable?: readonly string[];
	/** Actions that are not worth proposing: they would come to nothing yet. */ readonly tooEarly?: readonly string[];
	readonly paused?: boolean;
	/** How many chairs there are, for the keys of one each. */ readonly chairs?: number;
	/** What a key does just now, where that is not what the key table says: by action. */
	readonly hints?: Readonly<Partial<Record<Action, string>>>;
	/** Keys as they are shown just now, where fewer of them do something. */
	readonly shown?: Readonly<Partial<Record<Action, string>>>;
};

/** The moment of screens on which nothing runs. */
export const idleContext: KeyContext = {live: false, steerable: false, over: true};

const NAMED = [
	['upArrow', 'up'],
	['downArrow', 'down'],
	['leftArrow', 'left'],
	['rightArrow', 'right'],
	['pageUp', 'pgup'],
	['pageDown', 'pgdn'],
	['home', 'home'],
	['end', 'end'],
	['return', 'enter'],
	['escape', 'esc'],
	['tab', 'tab'],
	['backspace', 'backspace'],
	['delete', 'delete'],
] as const satisfies readonly (readonly [keyof Key, string])[];

/** A key as the table names it: `up`, `enter`, `space`, `shift+tab`, `ctrl+l`, or the character itself. */
export function nameOfKey(input: string, key: Key): string {
	const named = NAMED.find(([flag]) => key[flag])?.[1];
	const name = named ?? (input === ' ' ? 'space' : input);
	if (named === 'tab' && key.shift) return 'shift+tab';
	return key.ctrl && named === undefined ? `ctrl+${name}` : name;
}

function isAvailable({action, when}: Binding, {live, steerable, over, unavailable = []}: KeyContext): boolean {
	if (unavailable.includes(action)) return false;
	if (when === undefined) return true;
	switch (when) {
		case 'over':
			return over;
		case 'idle':
			return over || !live;
		case 'live':
			return !over && live;
		case 'running':
			return !over && steerable;
		default:
			return when satisfies never;
	}
}

/** What a key does here and now, if it does anything. */
export const actionOf = (name: string, scope: Scope, keyContext: KeyContext): Action | undefined =>
	bindings.find(
		binding => binding.scopes.includes(scope) && binding.keys.includes(name) && isAvailable(binding, keyContext),
	)?.action;

/** Whether it is a key of a screen at all, of use just now or not. */
export const isKeyOf = (name: string, scope: Scope): boolean =>
	bindings.some(({scopes, keys}) => scopes.includes(scope) && keys.includes(name));

const hintOf = ({action, hint, paused}: (typeof bindings)[number], keyContext: KeyContext): string | undefined =>
	keyContext.hints?.[action] ?? (keyContext.paused ? paused : undefined) ?? hint;

/** The keys worth showing at the foot of a screen, the most useful first. */
export const keyLine = (
	scope: Scope,
	keyContext: KeyContext,
): readonly {readonly keys: string; readonly hint: string; readonly action: Action}[] =>
	bindings.flatMap(binding => {
		const hint = hintOf(binding, keyContext);
		return hint !== undefined &&
			binding.scopes.includes(scope) &&
			isAvailable(binding, keyContext) &&
			!keyContext.tooEarly?.includes(binding.action)
			? [{keys: keyContext.shown?.[binding.action] ?? binding.short ?? binding.show, hint, action: binding.action}]
			: [];
	});

/** Keys that the app hears itself, whatever is on the screen. */
const global: readonly Action[] = ['palette', 'redraw', 'suspend', 'abandon'];

/** All that can be done on a screen just now, each with the key that does it; a key a chair is a command a chair. */
export const commandsOf = (
	scope: Scope,
	keyContext: KeyContext,
): readonly {readonly action: Action; readonly key: string; readonly shown: string; readonly help: string}[] =>
	bindings.flatMap(binding => {
		const {action, keys, scopes, show, help} = binding;
		const [key] = keys;
		if (key === undefined || global.includes(action)) return [];
		if (!scopes.includes(scope) || !isAvailable(binding, keyContext)) return [];
		return keys.every(each => /^\d$/u.test(each))
			? keys.slice(0, keyContext.chairs).map(digit => ({action, key: digit, shown: digit, help: `${help}: ${digit}`}))
			: [{action, key, shown: show, help}];
	});

/** The menu of places that the home screen leads to. */
export const menuOf = (
	keyContext: KeyContext,
): readonly {readonly action: Action; readonly keys: string; readonly menu: string}[] =>
	bindings.flatMap(binding =>
		binding.menu !== undefined && isAvailable(binding, keyContext)
			? [{action: binding.action, keys: binding.show, menu: binding.menu}]
			: [],
	);

/** All keys of a screen with their help, `most` used ones first, but for what this debate has not got. */
export function helpFor(
	scope: Scope,
	unavailable: readonly string[] = [],
	most: readonly Action[] = [],
): readonly {readonly keys: string; readonly help: string}[] {
	const here = bindings.filter(({action, scopes}) => scopes.includes(scope) && !unavailable.includes(action));
	const first = most.slice(0, firstKeys).flatMap(action => {
		const at = here.findIndex(binding => binding.action === action);
		const [one, before] = [here[at], here[at - 1]];
		// The key line names one action of a pair such as ← and →.
		return one === undefined ? [] : before && one.short?.includes(before.show) ? [before, one] : [one];
	});
	return [...first, ...here.filter(binding => !first.includes(binding))].map(({show, help}) => ({keys: show, help}));
}

/** Keys that the help begins with: the first of the screen’s key line. */
const firstKeys = 8;
