/** What speech costs where its price is published. */

/** US dollars. */
export type SpeechPrice = {readonly perCharacter: number} | {readonly perMinute: number};

/** Where the prices are from, and as of when. */
export const speechPriceSource = 'developers.openai.com, 2026-11-23';

/** https://developers.openai.com/api/docs/pricing; a model that counts sound goes by OpenAI's own estimate a minute. */
const prices: Readonly<Record<string, SpeechPrice>> = {
	'tts-1': {perCharacter: 15e-6},
	'tts-1-hd': {perCharacter: 30e-6},
	'gpt-4o-mini-tts': {perMinute: 0.015},
};

/** The price of a model at an address; undefined where none is known. Dated versions cost what their model does. */
export function speechPriceOf(baseUrl: string, model: string): SpeechPrice | undefined {
	if (new URL(baseUrl).host !== 'api.openai.com') return undefined;
	const name = model.replace(/-(?:\d{4}-\d{2}-\d{2}|\d{4})$/u, '');
	return Object.hasOwn(prices, name) ? prices[name] : undefined;
}

/** US dollars for so many characters that take so many milliseconds to say. */
export const speechCost = (price: SpeechPrice, {characters, ms}: {readonly characters: number; readonly ms: number}) =>
	'perCharacter' in price ? price.perCharacter * characters : (price.perMinute * ms) / 60_000;
