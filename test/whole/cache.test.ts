import {expect, it} from 'vitest';
import {totalSpending} from '../../src/debate/state.ts';
import {plainLines} from '../../src/ui/plain/plain-lines.ts';
import {resultsRows} from '../../src/ui/results/results-rows.ts';
import {statusRow} from '../../src/ui/board/status.ts';
import {markdown} from '../exports/written.ts';
import {held, type Held} from './held.ts';
import {indexedDebate} from '../ui/support/heard.ts';

const warned = ({state}: Held) => state.notices.filter(({text}) => text.includes('taken none of them from its cache'));
const price = {input: 2, cached: 0.2, output: 10};
const textOf = (
	rows: readonly {
		readonly spans: readonly {readonly text: string}[];
		readonly right?: readonly {readonly text: string}[];
	}[],
): string => rows.map(({spans, right = []}) => [...spans, ...right].map(({text}) => text).join('')).join('\n');

it('says once of each voice whose server never takes from its cache what every prompt repeats', async () => {
	const debate = await held({faults: [{name: 'no-cache'}], about: {cacheFrom: 950}, cuts: false});
	const told = warned(debate);
	// Three chairs reply three times each: too few for a warning. The arbiter's voice judges all of it.
	expect(told.map(({participant}) => participant)).toEqual([expect.stringMatching(/^(?:arbiter|judge)$/u)]);
	expect(told[0]?.text).toMatch(
		/^(?:arbiter|judge) has been sent the same [\d,]+ tokens and more at the beginning of 4 prompts/u,
	);
});

it.each([
	['that hits', {faults: [], about: {cacheFrom: 1024}}],
	['on this machine, whose cache nobody knows', {faults: [{name: 'no-cache' as const}], about: {}}],
	['whose prompts stay below its minimum', {faults: [{name: 'no-cache' as const}], about: {cacheFrom: 100_000}}],
	['that does not count', {faults: [{name: 'no-usage' as const}], about: {cacheFrom: 1024}}],
])('says nothing of a server %s', async (_, options) => {
	expect(warned(await held(options))).toEqual([]);
});

it('shows the cached share, and what it saved where the prices are known', async () => {
	const {state, events} = await held({about: {price, cacheFrom: 1024}});
	const {cached, input, saved, cost} = totalSpending(state);
	expect(saved).toBeCloseTo((cached * (price.input - price.cached)) / 1_000_000);
	const share = `${Math.round((cached / input) * 100)}`;
	const dollars = `$${saved.toFixed(2)}`;
	expect(cost).toBeGreaterThan(0);
	expect(textOf([statusRow(state, 100, 160)])).toMatch(new RegExp(`tok, ${share} ?% cached`, 'u'));
	expect(textOf(resultsRows(state, indexedDebate(state).index, undefined, 120, false))).toContain(
		`${dollars} saved by the cache`,
	);
	expect(markdown(state)).toContain(`${dollars} saved by the cache`);
	const plain = plainLines(80);
	expect(
		events
			.flatMap(event => plain.push(event))
			.map(({text}) => text)
			.join('\n'),
	).toContain(`${dollars} saved by the cache`);
});
