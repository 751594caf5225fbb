/** Estimates a Model Duel: three stages, each of which reads what came before. */
import {tally, tokensIn, type Expectation} from '../../debate/expectation.ts';
import type {Setup} from '../../debate/protocol.ts';
import type {ModelDuelConfig} from './config.ts';

/** As they turn out: words heard, tokens of the prompt beside the subject, tokens of the answer. */
const usual = {
	draft: {words: 145, own: 255, output: 188},
	critique: {words: 52, own: 600, output: 365},
	revision: {words: 172, own: 995, output: 440},
} as const;

export function estimateDuel({subject}: Setup<ModelDuelConfig>): Expectation {
	const sum = tally();
	const told = tokensIn(subject.text) + tokensIn(subject.context);
	for (const [seat, {words, own, output}] of [
		['codex', usual.draft],
		['antigravity', usual.critique],
		['codex', usual.revision],
	] as const) {
		sum.ask(seat, {own: own + told, output});
		sum.say(words);
	}
	return sum.expected;
}
