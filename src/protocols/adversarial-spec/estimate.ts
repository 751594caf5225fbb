/**
 * What an Adversarial Spec debate is expected to come to: a first round that finds most, and, where more are allowed, a
 * second one that finds the rest.
 */
import {tally, tokensIn, type Expectation} from '../../debate/expectation.ts';
import type {Setup} from '../../debate/protocol.ts';
import {agentsOf, type SpecConfig} from './config/config.ts';
import {synthesisId} from './state/spec-state.ts';

/** A critique as it turns out: words heard, tokens of the prompt beside the text, tokens of the answer. */
const first = {words: 123, own: 575, output: 790} as const;
const later = {words: 42, own: 830, output: 290} as const;
const ballot = {own: 870, output: 38} as const;
/** How many of the agents are asked for a ballot in a round. */
const voting = 0.5;
/** Words of a round's count and its synthesis. */
const counting = 100;
/** Most debates are over by then. */
const usualRounds = 2;

export function estimateSpec({config, subject}: Setup<SpecConfig>): Expectation {
	const sum = tally();
	const text = tokensIn(subject.text) + tokensIn(subject.context);
	const agents = agentsOf(config);
	const rounds = config.verify ? 1 : Math.min(config.maxRounds, usualRounds);
	for (let round = 1; round <= rounds; round++) {
		const {words, own, output} = round === 1 ? first : later;
		for (const {id} of agents) {
			sum.ask(id, {shared: text, own, output});
			sum.say(words);
			if (!config.verify) sum.ask(id, {shared: text, own: ballot.own, output: ballot.output, times: voting});
		}
		if (config.verify) continue;
		const found = agents.length * output;
		if (config.grouping === 'model') sum.ask(synthesisId, {own: 545 + 0.48 * found, output: 50});
		sum.ask(synthesisId, {shared: text, own: 0.92 * found, output: 350});
		sum.say(round === 1 ? counting : counting * 0.7);
	}
	return sum.expected;
}
