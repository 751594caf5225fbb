import {useSyncExternalStore, type ReactNode} from 'react';
import type {ScreenOptions} from '../terminal/screen-options.ts';
import {paintFor} from '../../view/theme.ts';
import {PaintProvider} from '../kit/lines.tsx';

/** Whether the background is light: as it was set, or as the terminal says once it has answered. */
export class Background {
	readonly #set: boolean | undefined;
	#light: boolean;
	#listener = () => {};

	constructor(light: boolean | undefined) {
		this.#set = light;
		this.#light = light ?? false;
	}

	tell(light: boolean): void {
		if (this.#set !== undefined || light === this.#light) return;
		this.#light = light;
		this.#listener();
	}

	isLight = (): boolean => this.#light;

	subscribe = (listener: () => void): (() => void) => {
		this.#listener = listener;
		return () => (this.#listener = () => {});
	};
}

type ThemedProps = {readonly options: ScreenOptions; readonly background: Background; readonly children: ReactNode};

/** The colours of the screens, which change with what is known of the background. */
export function Themed({options: {colour, contrast}, background, children}: ThemedProps) {
	const light = useSyncExternalStore(background.subscribe, background.isLight);
	return <PaintProvider value={paintFor({colour, contrast, light})}>{children}</PaintProvider>;
}
