/** Estimates a Model Duel: three stages, each of which reads what came before. */
import {tally, tokensIn, type Expectation, type Setup} from '../../debate/protocol.ts';
import {criticSeats, type ModelDuelConfig} from './config.ts';

type UsualStage = {readonly words: number; readonly own: number; readonly output: number};

/** As they turn out: words heard, tokens of the prompt beside the subject, tokens of the answer. */
const usual = {
	draft: {words: 145, own: 255, output: 188},
	critique: {words: 52, own: 600, output: 365},
	revision: {words: 172, own: 995, output: 440},
} as const satisfies Record<string, UsualStage>;

export function estimateDuel({subject, config}: Setup<ModelDuelConfig>): Expectation {
	const sum = tally();
	const told = tokensIn(subject.text) + tokensIn(subject.context);
	const stages: readonly (readonly [string, UsualStage])[] = [
		['codex', usual.draft],
		...criticSeats(config).map(seat => [seat, usual.critique] as const),
		['codex', usual.revision],
	];
	for (const [place, [seat, {words, own, output}]] of stages.entries()) {
		// A text of the duel before is not asked for again.
		if (place > 0 || config.previous === undefined) sum.ask(seat, {own: own + told, output});
		sum.say(words);
	}
	return sum.expected;
}
