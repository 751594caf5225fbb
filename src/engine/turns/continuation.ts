/** Continues a turn that broke off: the prompt for the rest, and the joining of both parts. */
import {fence, tag} from '../../debate/prompt.ts';
import type {Prompt} from '../../debate/protocol.ts';
import {countWords} from '../../debate/text/words.ts';

/** Whether a text ends like a finished sentence: then a listener misses nothing. */
export const endsWell = (text: string): boolean => /[.!?…]["'”’»)\]*_]*\s*$/u.test(text);

/** How many characters of the text the model is asked to repeat, so that the seam can be found. */
const anchorLength = 60;

/** The last words of a text, starting at a whole word. */
export const anchorOf = (text: string): string =>
	text
		.slice(-anchorLength)
		.replace(/^\S*\s+(?=\S)/u, '')
		.trimEnd();

/** Tokens for coming to an end, if a turn is more than half again as long as it was to be. */
const lastTokens = 200;

const restOf = ({words = Infinity, maxTokens = Infinity}: Prompt, text: string): Pick<Prompt, 'maxTokens'> =>
	countWords(text) > 1.5 * words ? {maxTokens: Math.min(maxTokens, lastTokens)} : {};

/** The same prompt with the answer so far, and the request for the rest. */
export function continuing(prompt: Prompt, text: string): Prompt {
	const wish = [
		'Your answer was cut off by a technical limit. Go on from the very place: say its last words again exactly as they are, then the rest, and come to an end. No heading, no remark on the cut.',
		tag('last_words', {}, fence(anchorOf(text))),
	].join('\n\n');
	return {
		...prompt,
		...restOf(prompt, text),
		messages: [...prompt.messages, {role: 'assistant', content: text}, {role: 'user', content: wish}],
	};
}

/** Joins a continuation to a text, piece by piece, without the repeated words. `end` returns what is held back. */
export function seam(text: string): {push(piece: string): string; end(): string} {
	const anchor = anchorOf(text);
	let held = '';
	let found = false;

	function join(): string {
		found = true;
		const said = held.trimStart();
		const again = overlap(text.trimEnd(), said);
		const rest = again > 0 ? said.slice(again) : said;
		held = '';
		// Without repeated words nobody knows whether a word was cut in the middle, so a new one begins.
		if (again === 0) return /\s$/u.test(text) ? rest : ` ${rest}`;
		return /\s$/u.test(text) ? rest.trimStart() : rest;
	}

	return {
		push(piece) {
			if (found) return piece;
			held += piece;
			return held.trimStart().length > anchor.length ? join() : '';
		},
		end: () => (found || held.trim() === '' ? '' : join()),
	};
}

/** How many characters at the start of `more` repeat the end of `text`; fewer than eight count as chance. */
function overlap(text: string, more: string): number {
	for (
		let length = Math.min(text.length, more.length, 4 * anchorLength);
		length >= Math.min(8, text.length);
		length--
	) {
		if (text.endsWith(more.slice(0, length))) return length;
	}
	return 0;
}
