/** Reads the goal of a builder-reviewer run from its prompt. */
import {decapitalise} from '../language/grammar.ts';
import type {ParsedPrompt} from '../request/notation.ts';
import {contentWords, firstWords, withoutStop} from '../language/text.ts';
import {stopWords} from '../language/words.ts';

const making =
	/^(?:please\s+)?(?:write|draft|design|plan|propose|define|create|prepare|build|make|develop|specify|outline|produce|implement|add|document)\s+(?<thing>.+)$/iu;

/** The goal as a noun phrase (`a guide to …`), and its subjects (`the guide`). */
export function goalOf({proposition = 'the task'}: ParsedPrompt): {
	readonly thing: string;
	readonly terms: readonly [string, string, string];
} {
	const made = making.exec(withoutStop(proposition))?.groups?.['thing'];
	const thing =
		made === undefined
			? `“${firstWords(withoutStop(proposition), 12)}”`
			: decapitalise(firstWords(made.split(/[.;:]\s/u)[0] ?? made, 12));
	const [one = 'the goal', two = 'the way there', three = 'the result'] = thingsIn(thing);
	return {thing, terms: [one, two, three]};
}

/** The parts between function words, as noun phrases. */
const thingsIn = (text: string): string[] => [
	...new Set(
		text
			.replaceAll(/[“”"]/gu, '')
			.split(/,|\s(?:for|of|from|to|in|on|at|by|with|without|into|and|or|that|which|who|is|are|has|have|so|nobody)\s/iu)
			.map(part => part.trim().replace(/^(?:a|an|the|our|my|your|some|this|these|to)\s+/iu, ''))
			.filter(
				part =>
					/^[\p{L}][\p{L}\p{N}\s-]*$/u.test(part) &&
					part.split(/\s+/u).length <= 3 &&
					!stopWords.has(part.split(/\s+/u)[0]?.toLowerCase() ?? '') &&
					contentWords(part).length > 0,
			)
			.map(part => `the ${decapitalise(part)}`),
	),
];
