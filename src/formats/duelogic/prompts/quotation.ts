/** Quotations in prompts. */
import {fence} from '../../../debate/prompt.ts';
import {splitSentences} from '../../../debate/text/sentences.ts';

/** On one line, in quotation marks, at most `most` words: the last ones, where the question usually is. */
export function quotation(text: string, most: number): string {
	const words = fence(text)
		.split(/\s+/u)
		.filter(word => word !== '');
	return `“${words.length > most ? `… ${words.slice(-most).join(' ')}` : words.join(' ')}”`;
}

export const lastSentence = (text: string): string => splitSentences(text).at(-1)?.trim() ?? '';
