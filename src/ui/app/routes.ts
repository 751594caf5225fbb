/** The component of each screen in the home screen's menu. Its key and its name are in the key table. */
import type {ReactNode} from 'react';
import type {ScreenName, ScreenProps} from './screen-props.ts';
import {Health} from '../health/health.tsx';
import {Library} from '../library/library.tsx';
import {Settings} from '../settings/settings.tsx';
import {Setup} from '../setup/setup.tsx';
import {Watch} from '../watch/watch.tsx';

export const routes: Readonly<Record<ScreenName, (props: ScreenProps) => ReactNode>> = {
	setup: Setup,
	watch: Watch,
	library: Library,
	settings: Settings,
	health: Health,
};
