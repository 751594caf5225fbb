/**
 * The screens that the home screen leads to, one line each, by the action that opens them; `keys.ts` gives each its key
 * and its name in the menu.
 */
import type {ReactNode} from 'react';
import type {Action} from './input/keys.ts';
import type {PlaceProps} from './ports/screen-props.ts';
import type {RostrumPort} from './ports/port.ts';
import {Health} from './health/health.tsx';
import {Library} from './library/library.tsx';
import {Settings} from './settings/settings.tsx';
import {Setup} from './setup/setup.tsx';
import {Watch} from './home/watch.tsx';

export const places = {
	setup: Setup,
	watch: Watch,
	library: Library,
	settings: Settings,
	health: Health,
} as const satisfies Partial<Record<Action & keyof RostrumPort, (props: PlaceProps) => ReactNode>>;

/** Named as its action and as what it needs of the port. */
export type PlaceName = keyof typeof places;

export const isPlace = (name: string): name is PlaceName => Object.hasOwn(places, name);

/** Places that this port has nothing for. */
export const lacking = (port: RostrumPort): readonly PlaceName[] =>
	Object.keys(places)
		.filter(isPlace)
		.filter(place => port[place] === undefined);
