/** Estimates a builder-reviewer run: two cycles, each with a plan, a few reviewed steps, and a decision. */
import {tally, tokensIn, type Expectation, type Setup} from '../../debate/protocol.ts';
import {reviewerSeats, type BuilderReviewerConfig} from './config.ts';

/**
 * Requests as they turn out in a cycle and at the start: how often, tokens of the prompt beside the subject, tokens of
 * the answer.
 */
const atStart = [{seat: 'reviewer', times: 1, own: 310, output: 30}] as const;
const inCycle = [
	{seat: 'builder', times: 1.1, own: 890, output: 92},
	{seat: 'reviewer', times: 1, own: 920, output: 109},
	{seat: 'builder', times: 0.4, own: 695, output: 35},
	{seat: 'builder', times: 2, own: 1030, output: 136},
	{seat: 'reviewer', times: 2, own: 1130, output: 19},
	{seat: 'reviewer', times: 1, own: 1630, output: 53},
] as const;

/** In words. */
const [opening, cycle] = [60, 212];
/** Most tasks are done by then. */
const usualCycles = 2;

export function estimateBuild({config, subject}: Setup<BuilderReviewerConfig>): Expectation {
	const {maxCycles, side} = config;
	const sum = tally();
	const cycles = Math.min(maxCycles, usualCycles);
	const told = tokensIn(subject.text) + tokensIn(subject.context);
	const requests = [...atStart, ...inCycle.map(each => ({...each, times: each.times * cycles}))];
	for (const {seat, own, ...request} of requests)
		if (side === 'both' || side === seat)
			for (const each of seat === 'reviewer' ? reviewerSeats(config) : [seat])
				sum.ask(each, {...request, own: own + told});
	sum.say(opening + cycles * cycle);
	return sum.expected;
}
