import * as fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import type {SideJudgement} from '../../src/ratings/results.ts';
import {rank, type Ranking} from '../../src/ratings/rank.ts';
import {caveats} from '../../src/ratings/report.ts';
import {knownPool, matchup, spearman} from './pools.ts';
import {processorMs} from '../fixtures/processor.ts';

const few = {resamples: 100};
const figures = ({names}: Ranking) =>
	names.map(({name, rating, interval, ranks, wins, ties, losses}) => ({
		name,
		rating,
		interval,
		ranks,
		wins,
		ties,
		losses,
	}));

const someJudgements = fc.array(
	fc.record({
		group: fc.constantFrom('g1', 'g2', 'g3', 'g4'),
		debate: fc.constantFrom('a', 'b'),
		pro: fc.constantFrom('A', 'B', 'C', 'D'),
		con: fc.constantFrom('A', 'B', 'C', 'D'),
		judge: fc.constantFrom('j1', 'j2'),
		margin: fc.integer({min: -6, max: 6}).map(halves => halves / 2),
	}),
	{maxLength: 40},
);

/** A matchup of A and B before a judge who is drawn to A, and to whichever side is for the motion. */
const even = (group: number, judge: string, toA: number, toPro = 0): SideJudgement[] =>
	matchup(group, 'A', 'B', toA).map(one => ({...one, judge, margin: one.margin + toPro}));
const repeated = (times: number, judgements: readonly SideJudgement[]): SideJudgement[] =>
	Array.from({length: times}, (_, debate) =>
		judgements.map(one => ({...one, ...(one.judge.startsWith('for') && {debate: `${one.debate} #${debate}`})})),
	).flat();

describe('a ranking', () => {
	it('does not depend on the order of the judgements', () => {
		fc.assert(
			fc.property(someJudgements, fc.infiniteStream(fc.nat()), (judgements, keys) => {
				const shuffled = judgements
					.map(one => ({one, key: keys.next().value}))
					.toSorted((a, b) => a.key - b.key)
					.map(({one}) => one);
				expect(rank(shuffled, few)).toEqual(rank(judgements, few));
			}),
			{numRuns: 30},
		);
	});

	it('does not depend on what the debaters are called', () => {
		const {judgements} = knownPool({names: 6, groups: 40, seed: 3});
		const renamed = (name: string) => `${9 - Number(name.split(' ')[1])} renamed`;
		const others = judgements.map(one => ({...one, pro: renamed(one.pro), con: renamed(one.con)}));
		expect(figures(rank(others, few))).toEqual(
			figures(rank(judgements, few)).map(one => ({...one, name: renamed(one.name)})),
		);
	});

	it('has the mean of 1,500 and is turned round by judges who say the opposite', () => {
		fc.assert(
			fc.property(someJudgements, judgements => {
				const {names} = rank(judgements, few);
				const mean = names.reduce((sum, {rating}) => sum + rating, 0) / Math.max(1, names.length);
				if (names.length > 0) expect(mean).toBeCloseTo(1500, 2);
				const opposite = rank(
					judgements.map(one => ({...one, margin: -one.margin})),
					few,
				);
				for (const {name, rating} of opposite.names)
					expect(rating - 1500).toBeCloseTo(1500 - (names.find(one => one.name === name)?.rating ?? 0), 2);
			}),
			{numRuns: 30},
		);
	});

	it('puts 400 points between two of whom one wins ten of eleven', () => {
		const results = Array.from({length: 1100}, (_, group) =>
			matchup(group, 'A', 'B', group % 11 === 0 ? -1 : 1),
		).flat();
		const [first, second] = rank(results, few).names;
		expect(first?.name).toBe('A');
		expect((first?.rating ?? 0) - (second?.rating ?? 0)).toBeCloseTo(400, 0);
	});

	it('counts the mean of a matchup below 0.5 as a tie, and a tie as half a win each', () => {
		const torn: SideJudgement[] = [
			{group: 'g', debate: '1', pro: 'A', con: 'B', judge: 'j', margin: 3},
			{group: 'g', debate: '2', pro: 'B', con: 'A', judge: 'j', margin: 2.5},
		];
		const {names, tiedMatchups} = rank(torn, few);
		expect([tiedMatchups, names.map(({rating, ties}) => [rating, ties])]).toEqual([
			1,
			[
				[1500, 1],
				[1500, 1],
			],
		]);
		const barely = torn.map(one => ({...one, margin: one.pro === 'A' ? 3 : 2}));
		expect(rank(barely, few).names[0]).toMatchObject({name: 'A', wins: 1});
	});

	it('has intervals of two that mirror each other', () => {
		const results = [1, 1, 1, 1, 1, 1, -1, 1, 1, 1, -1, 1].flatMap((margin, group) => matchup(group, 'A', 'B', margin));
		const [first, second] = rank(results, few).names.map(({rating, interval}) => [
			interval.low - rating,
			interval.high - rating,
		]);
		expect(first?.[0]).toBeCloseTo(-(second?.[1] ?? 0), 6);
		expect(first?.[1]).toBeCloseTo(-(second?.[0] ?? 0), 6);
	});

	it('expects strengths to lie 1,000 points round the mean before anybody has met', () => {
		const wins = 3;
		const results = Array.from({length: wins}, (_, group) => matchup(group, 'A', 'B', 2)).flat();
		const ahead = (rank(results, few).names[0]?.rating ?? 0) - 1500;
		const strength = (ahead * Math.LN10) / 400;
		// At the mode, what the wins pull upwards is what the prior pulls back: strength over its variance.
		const deviation = Math.sqrt((strength * (1 + Math.exp(2 * strength))) / wins);
		expect((deviation * 400) / Math.LN10).toBeCloseTo(1000, -1);
	});

	it('keeps one who always wins finite, and says so', () => {
		const results = ['B', 'C', 'D'].flatMap(name => [1, 2, 3].flatMap(n => matchup(`${name}${n}`, 'A', name, 2)));
		const ranking = rank(results, few);
		expect(ranking.names[0]).toMatchObject({name: 'A', unbounded: 'above'});
		expect(
			ranking.names.every(({rating, interval}) => [rating, interval.low, interval.high].every(Number.isFinite)),
		).toBe(true);
		expect(caveats(ranking).join(' ')).toContain('Won every matchup, so that the rating could be any higher one: A.');
	});

	it('tells nobody apart by fewer than six matchups, and says so', () => {
		const of = (groups: number): Ranking =>
			rank(Array.from({length: groups}, (_, group) => matchup(group, 'A', 'B', 2)).flat());
		expect([5, 6].map(groups => of(groups).names[0]?.apartFromNext)).toEqual([false, true]);
		expect(caveats(of(5)).join(' ')).toContain(
			'Fewer than 6 matchups, so that the interval is too narrow to go by: A, B.',
		);
		expect(caveats(of(6)).join(' ')).not.toContain('Fewer than');
	});

	it('tells nobody apart where all is tied', () => {
		const results = [
			['A', 'B'],
			['B', 'C'],
			['A', 'C'],
		].flatMap(([one = '', other = '']) => matchup(one + other, one, other, 0));
		const ranking = rank(results, few);
		expect(ranking.names.map(({rating, apartFromNext, rank: place}) => [rating, apartFromNext, place])).toEqual([
			[1500, false, 1],
			[1500, false, 1],
			[1500, undefined, 1],
		]);
		expect(caveats(ranking)[0]).toBe('Not told apart from the next one at 95 %: A, B, C.');
	});

	it('says who never met', () => {
		const ranking = rank([...matchup(1, 'A', 'B', 1), ...matchup(2, 'C', 'D', 1), ...matchup(3, 'B', 'E', 1)], few);
		expect(ranking.components.map(group => group.toSorted())).toEqual([
			['A', 'B', 'E'],
			['C', 'D'],
		]);
		expect(caveats(ranking)[0]).toMatch(/fall into 2 groups that never met/u);
	});

	it('leaves out matchups that lack a side, and counts them', () => {
		const [oneSided] = matchup(9, 'A', 'Z', 3);
		if (!oneSided) throw new Error('no judgement');
		const ranking = rank([...matchup(1, 'A', 'B', 1), oneSided, {...oneSided, group: 'self', con: 'A'}], few);
		expect(ranking.leftOut).toEqual({
			oneSided: 1,
			oneSidedJudgements: 1,
			noCommonJudge: 0,
			halfJudged: 0,
			selfPlay: 1,
		});
		expect(ranking.unranked).toEqual(['Z']);
		expect(ranking.names.map(({name}) => name)).toEqual(['A', 'B']);
	});

	it.each<[string, (group: number) => SideJudgement[]]>([
		[
			'one judge is asked six times',
			group => [
				...even(group, 'fair', 0),
				...repeated(6, even(group, 'kind to A', 1)),
				...even(group, 'kind to B', -1),
			],
		],
		[
			'one order of sides is debated five times',
			group =>
				repeated(5, even(group, 'for the motion', 0, 2)).filter(one => one.debate.includes('#0') || one.pro === 'A'),
		],
		[
			'a judge who holds with the motion sees one order of sides only',
			group => [...even(group, 'fair', 0), ...even(group, 'held', 0, 3).filter(({pro}) => pro === 'A')],
		],
	])('of an even pool is even where %s', (_, judgementsOf) => {
		const judgements = [0, 1, 2, 3, 4, 5].flatMap(judgementsOf);
		expect(rank(judgements, few).names.map(({rating}) => rating)).toEqual([1500, 1500]);
	});

	it('leaves out and counts judges who judged one order of sides only, and matchups that no judge judged both ways', () => {
		const [ab, ba] = matchup(2, 'A', 'C', 3);
		if (!ab || !ba) throw new Error('no judgements');
		const half = {...ab, group: 'g1', con: 'B', judge: 'half'};
		const ranking = rank([...matchup(1, 'A', 'B', -1), half, {...ab, judge: 'one'}, {...ba, judge: 'two'}], few);
		expect(ranking.leftOut).toMatchObject({oneSided: 0, noCommonJudge: 1, halfJudged: 3});
		expect([ranking.judgements, ranking.matchups, ranking.unranked]).toEqual([2, 1, ['C']]);
		expect(caveats(ranking)).toContain('1 matchup left out: no judge judged both orders of sides.');
		expect(caveats(ranking).join(' ')).toContain('3 judgements left out: the judge judged one order of sides only');
	});

	it('does not change by answers that a judge gives again', () => {
		fc.assert(
			fc.property(someJudgements, fc.nat(), (judgements, at) => {
				const once = new Map(judgements.map(one => [JSON.stringify({...one, margin: 0}), one]));
				const rows = [...once.values()];
				const again = rows.filter((_, place) => place === at % rows.length);
				expect(figures(rank([...rows, ...again, ...again], few))).toEqual(figures(rank(rows, few)));
			}),
			{numRuns: 30},
		);
	});

	it('takes a group name that several pairs share as a matchup of each pair', () => {
		const shared = [...matchup(1, 'A', 'B', 1), ...matchup(1, 'B', 'C', 1)];
		expect(rank(shared, few)).toMatchObject({matchups: 2, leftOut: {oneSided: 0}});
	});

	it('recovers known strengths of 29 debaters from 700 matchups in under five seconds', () => {
		const {judgements, ratings} = knownPool({spread: 2100, seed: 11});
		let names: ReturnType<typeof rank>['names'] = [];
		expect(processorMs(() => ({names} = rank(judgements)))).toBeLessThan(5000);
		expect(
			spearman(
				names.map(({rating}) => rating),
				names.map(({name}) => ratings.get(name) ?? 0),
			),
		).toBeGreaterThanOrEqual(0.98);
	});

	it('gives intervals that cover the truth about 95 times in 100', () => {
		const covered = Array.from({length: 12}, (_, seed) => {
			const {judgements, ratings} = knownPool({names: 8, groups: 160, spread: 900, seed: seed + 40});
			return rank(judgements, {resamples: 400}).names.map(({name, interval}) => {
				const truth = ratings.get(name) ?? 0;
				return interval.low <= truth && truth <= interval.high ? 1 : 0;
			});
		}).flat();
		const share = covered.reduce<number>((sum, one) => sum + one, 0) / covered.length;
		expect(share).toBeGreaterThan(0.89);
	});
});

describe('the judges’ record', () => {
	it('counts agreement, the swap of sides and the pull of a side', () => {
		const verdict = (debate: string, judge: string, margin: number): SideJudgement => ({
			group: 'g',
			debate,
			judge,
			margin,
			...(debate === 'ab' ? {pro: 'A', con: 'B'} : {pro: 'B', con: 'A'}),
		});
		const {judging} = rank(
			[
				verdict('ab', 'x', 2),
				verdict('ba', 'x', -1),
				verdict('ab', 'y', 1),
				verdict('ba', 'y', 2),
				verdict('ab', 'z', 0),
			],
			few,
		);
		expect(judging.agreement).toEqual({winner: {share: 1 / 4, of: 4}, decisive: {share: 1 / 2, of: 2}});
		expect(judging.sameResult).toEqual({share: 1 / 2, of: 2});
		expect(judging.sameSide).toEqual({share: 1 / 2, of: 2});
		expect(judging.proWins).toEqual({share: 3 / 4, of: 4});
		expect(judging.judges.map(({judge, sameResult}) => [judge, sameResult.share])).toEqual([
			['x', 1],
			['y', 0],
			['z', undefined],
		]);
	});

	it('finds the judge who favours whoever speaks longer, and not the one who does not', () => {
		const {judgements} = knownPool({names: 4, groups: 200, spread: 300, seed: 2});
		const measured = judgements.flatMap((one, at): SideJudgement[] => {
			const words = {pro: at % 2 === 0 ? 600 : 300, con: at % 2 === 0 ? 300 : 600};
			return [
				{...one, judge: 'fair', words},
				{...one, judge: 'long', words, margin: words.pro > words.con ? 2 : -2},
			];
		});
		const [fair, long] = rank(measured, few).judging.judges;
		expect(long?.length).toMatchObject({judged: 400, longerWins: 1});
		expect(long?.length.perDoubling).toBeGreaterThan(200);
		expect(Math.abs(fair?.length.perDoubling ?? 0)).toBeLessThan(100);
	});
});
