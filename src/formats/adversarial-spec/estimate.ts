/**
 * Estimates an Adversarial Spec debate: a first round that finds most issues and, if allowed, a second for the rest.
 */
import {tally, tokensIn, type Expectation, type Setup} from '../../debate/protocol.ts';
import {agentsOf, type SpecConfig} from './config.ts';
import {synthesisId} from './spec-state.ts';

/** Measured per critique of each round: words heard, prompt tokens besides the text, answer tokens. */
const critiques = [
	{words: 121, own: 705, output: 825},
	{words: 21, own: 1015, output: 350},
	{words: 18, own: 1090, output: 200},
] as const;
/** Of the second of three rounds: the first finds what all see, and the last finds nothing to vote on. */
const ballot = {own: 900, output: 100, perFound: 1.35} as const;
/** Words of a round's count and synthesis. */
const counting = 105;
/** Most debates end with the third round. */
const usualRounds = 3;

export function estimateSpec({config, subject}: Setup<SpecConfig>): Expectation {
	const sum = tally();
	const text = tokensIn(subject.text) + tokensIn(subject.context);
	const agents = agentsOf(config);
	const rounds = config.verify ? 1 : Math.min(config.maxRounds, usualRounds);
	for (let round = 1; round <= rounds; round++) {
		const {words, own, output} = critiques[Math.min(round, critiques.length) - 1] ?? critiques[0];
		const found = agents.length * output;
		const votes = round === 2 && rounds > 2;
		for (const {id} of agents) {
			sum.ask(id, {shared: text, own, output});
			sum.say(words);
			if (votes) sum.ask(id, {shared: text, own: ballot.own + ballot.perFound * found, output: ballot.output});
		}
		if (config.verify) continue;
		sum.say(round === 1 ? counting : counting * 0.35);
		// The last round only criticises.
		if (round === rounds && round > 1) continue;
		if (config.grouping === 'model') sum.ask(synthesisId, {shared: text, own: 400 + 0.5 * found, output: 55});
		sum.ask(synthesisId, {shared: text, own: 900 + 0.7 * found, output: 400});
	}
	return sum.expected;
}
