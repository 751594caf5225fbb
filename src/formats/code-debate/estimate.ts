/** Estimates a Code Debate: an opening, then rounds in which each side reads the whole file again. */
import {tally, tokensIn, type Expectation, type Setup} from '../../debate/protocol.ts';
import type {CodeDebateConfig} from './config.ts';

/** What nobody has read yet is taken for a change of some twenty lines, in tokens. */
const usualSubject = 250;
/** The rules and the task, in tokens. */
const rules = 480;
/** What is heard, in words; and what the file grows by, in tokens. */
const [openingWords, roundWords] = [60, 215];
const [openingTokens, roundTokens] = [290, 330];

export function estimateCodeDebate({
	config: {request, rounds, part, role, sides},
	subject,
}: Setup<CodeDebateConfig>): Expectation {
	const sum = tally();
	const told =
		rules + (request && request.kind !== 'text' ? usualSubject : tokensIn(subject.text) + tokensIn(subject.context));
	const ours = (seat: string): boolean =>
		part === 'side' ? role.toLowerCase() === seat : sides === 'both' || sides === seat;
	const ask = (seat: string, file: number, output: number, times = 1): void => {
		if (ours(seat)) sum.ask(seat, {shared: told + file, own: 0, output, times});
	};
	// An opening is at times sent back once.
	ask('a', 0, 180, 1.3);
	// B looks before it reads what A found.
	ask('b', 0, 180);
	for (let round = 0; round < rounds; round++) {
		const file = openingTokens + round * roundTokens;
		ask('b', file, 135);
		ask('a', file + roundTokens / 2, 130);
	}
	ask('a', openingTokens + rounds * roundTokens, 150);
	sum.say(openingWords + rounds * roundWords);
	return sum.expected;
}
