/** Every colour and every sign of the screens. Colours are the terminal's own sixteen, so that they fit its background, light or dark. */
import {createContext, useContext} from 'react';

/** How a piece of text is drawn, in Ink's terms. */
export type Style = {readonly color?: string; readonly bold?: boolean; readonly dimColor?: boolean; readonly italic?: boolean; readonly inverse?: boolean};

const tones = {
	plain: {},
	dim: {dimColor: true},
	strong: {bold: true},
	italic: {italic: true},
	brand: {bold: true, color: 'cyan'},
	accent: {color: 'cyan'},
	chosen: {bold: true, color: 'cyan'},
	good: {color: 'green'},
	warning: {color: 'yellow'},
	error: {color: 'red'},
	cut: {bold: true, color: 'yellow'},
	found: {inverse: true},
	cursor: {inverse: true},
	arbiter: {bold: true},
	user: {bold: true, color: 'blue'},
	seat1: {bold: true, color: 'cyan'},
	seat2: {bold: true, color: 'magenta'},
	seat3: {bold: true, color: 'green'},
	seat4: {bold: true, color: 'yellow'},
	seat5: {bold: true, color: 'red'},
	seat6: {bold: true, color: 'blueBright'},
} satisfies Record<string, Style>;

/** What a piece of text is, which decides how it looks. */
export type Tone = keyof typeof tones;

/** Single-column, non-emoji signs. Each says without colour what its colour says. */
export const signs = {
	arbiter: '⚖', user: '✎', cut: '↯', out: '✗', notice: '!', yes: '✓', no: '✗', drift: '~', full: '●', empty: '○',
	bar: '▌', cursor: '▍', chosen: '❯', paused: '‖', playing: '▸', separator: '·', rule: '─', none: '—', up: '▴', down: '▾',
} as const;

const seatSigns = ['●', '◆', '▲', '■', '★', '✚'] as const;
const seatTones = ['seat1', 'seat2', 'seat3', 'seat4', 'seat5', 'seat6'] as const;

/** The sign and tone of the nth seat (from 0); a seventh begins again. */
export const seatLook = (index: number): {readonly sign: string; readonly tone: Tone} => ({
	sign: seatSigns[index % seatSigns.length] ?? seatSigns[0],
	tone: seatTones[index % seatTones.length] ?? seatTones[0],
});

export type Theme = Readonly<Record<Tone, Style>>;

export const coloured: Theme = tones;

function mapTones<K extends string>(theme: Readonly<Record<K, Style>>, change: (style: Style) => Style): Record<K, Style> {
	const changed: Record<K, Style> = {...theme};
	for (const tone in theme) changed[tone] = change(theme[tone]);
	return changed;
}

/** The same without any colour: weight and signs alone carry the meaning. */
export const colourless: Theme = mapTones(tones, ({color: _color, ...style}: Style) => style);

const ThemeContext = createContext<Theme>(coloured);
export const ThemeProvider = ThemeContext.Provider;
export const useTheme = (): Theme => useContext(ThemeContext);
