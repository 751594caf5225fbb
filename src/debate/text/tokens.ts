/** Tokens of a text where nobody has counted them: four characters each, and one each where words are not set apart. */
import {unspacedCharacters} from './words.ts';

export function tokensIn(text: string): number {
	const dense = unspacedCharacters(text);
	return Math.ceil((text.length - dense) / 4 + dense);
}
