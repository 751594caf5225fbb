/** Signs for consoles that have no others: each sign of the screens as one character of ASCII, in the same column. */

const pairs: readonly (readonly [signs: string, ascii: string])[] = [
	['─╌–—‐‑−', '-'],
	['━═▬', '='],
	['│┃┆┊▌▍▎▏▐║‖', '|'],
	['╭╮╰╯┌┐└┘├┤┬┴┼╞╡╪✚', '+'],
	['●•▇', '*'],
	['◆█▓', '#'],
	['○◇', 'o'],
	['▲▴↑', '^'],
	['▼▾↓✓', 'v'],
	['■≡▅', '='],
	['★☆', '%'],
	['⚖', '&'],
	['✎', '@'],
	['↯⚡', '!'],
	['✗×', 'x'],
	['❯▸▶→›', '>'],
	['◂◀←‹', '<'],
	['·…░▁▂', '.'],
	['▃▒', ':'],
	['▄', '-'],
	['▆', '+'],
	['“”„', '"'],
	['‘’‚', "'"],
	['↔⇄', '~'],
	['≈', '='],
	...Array.from('⁰¹²³⁴⁵⁶⁷⁸⁹', (raised, digit): readonly [string, string] => [raised, String(digit)]),
];

const table = new Map(pairs.flatMap(([signs, ascii]) => Array.from(signs, sign => [sign, ascii] as const)));
/** Punctuation, arrows, boxes, blocks and shapes; letters of any script stay. */
const sign = /[·×²³¹\u2070\u2074-\u2079\u2248\u2010-\u2027\u2030-\u205E\u2190-\u23FF\u2500-\u27BF\u2900-\u2BFF]/gu;

export const asciiSigns = (text: string): string => text.replaceAll(sign, found => table.get(found) ?? '*');

let ascii = false;

/** Whether the terminal is drawn in ASCII, where the arrow keys would look like `<` and `>`, which are keys as well. */
export function drawAscii(on: boolean): void {
	ascii = on;
}

const arrowKeys: readonly (readonly [signs: string, words: string])[] = [
	['←→', 'left/right'],
	['↑↓', 'up/down'],
	['←', 'left'],
	['→', 'right'],
	['↑', 'up'],
	['↓', 'down'],
];

/** Keys as they are named on the screen. */
export const keysDrawn = (keys: string): string =>
	ascii ? arrowKeys.reduce((text, [signs, words]) => text.replaceAll(signs, words), keys) : keys;
