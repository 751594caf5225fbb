/** A duel's task in forms that fit into sentences. */
import {blocksOf, type ParsedPrompt} from '../request/notation.ts';
import {contentWords, firstWords, withoutStop} from '../language/text.ts';

export type DuelTask = {
	readonly request: string;
	readonly target: string | undefined;
	readonly doneWhen: string | undefined;
	/** The thing to make, as a noun phrase: `a retry policy for the login service`, or the quoted request. */
	readonly thing: string;
	/** The words that carry its meaning. */
	readonly terms: readonly string[];
};

const making =
	/^(?:please\s+)?(?:can you\s+|could you\s+)?(?:write|draft|design|plan|propose|define|create|prepare|build|make|develop|specify|outline|produce|implement|add)\s+(?:me\s+|us\s+)?(?<thing>(?:a|an|the|our|my|some|three|two|\d+)?\s*\S.*)$/iu;

export function readDuelTask({system, proposition = 'the task'}: ParsedPrompt): DuelTask {
	const inside = blocksOf(blocksOf(system).find(({name}) => name === 'debate')?.body ?? '');
	const part = (name: string): string | undefined => inside.find(block => block.name === name)?.body || undefined;
	const [request = proposition] = proposition.split('\n');
	const made = making.exec(withoutStop(request))?.groups?.['thing'];
	const thing =
		made === undefined
			? `“${firstWords(withoutStop(request), 14)}”`
			: firstWords(made.split(/[.;:]\s/u)[0] ?? made, 14);
	return {request, target: part('target'), doneWhen: part('done-when'), thing, terms: contentWords(thing)};
}
