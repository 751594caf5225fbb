/**
 * Estimates an Adversarial Spec debate: a first round that finds most issues and, if allowed, a second for the rest.
 */
import {tally, tokensIn, type Expectation} from '../../debate/expectation.ts';
import type {Setup} from '../../debate/protocol.ts';
import {agentsOf, type SpecConfig} from './config/config.ts';
import {synthesisId} from './state/spec-state.ts';

/** Measured per critique: words heard, prompt tokens besides the text, answer tokens. */
const first = {words: 123, own: 575, output: 790} as const;
const later = {words: 42, own: 830, output: 290} as const;
const ballot = {own: 870, output: 38} as const;
/** Share of the agents that cast a ballot in a round. */
const voting = 0.5;
/** Words of a round's count and synthesis. */
const counting = 100;
/** Most debates end after two rounds. */
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
