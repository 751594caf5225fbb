/** Rankings of pools whose strengths are known: whether they are found again, how fast, and what the intervals cover. */
import {rank} from '../../src/ratings/rank.ts';
import {knownPool, spearman} from '../ratings/pools.ts';
import {median, row, type Row} from './report.ts';

const pools = 200;
const [names, groups, spread] = [29, 700, 2100];

export function* ranking(): Generator<Row> {
	const measured = Array.from({length: pools}, (_, seed) => {
		const {judgements, ratings} = knownPool({names, groups, spread, seed: seed + 1});
		const begun = performance.now();
		const ranked = rank(judgements, {seed}).names;
		const truths = ranked.map(({name}) => ratings.get(name) ?? 0);
		return {
			ms: performance.now() - begun,
			found: spearman(
				ranked.map(({rating}) => rating),
				truths,
			),
			covered: ranked.filter(
				({interval}, at) => interval.low <= (truths[at] ?? 0) && (truths[at] ?? 0) <= interval.high,
			).length,
		};
	});
	const times = measured.map(({ms}) => ms);
	const found = measured.map(one => one.found);
	const covered = measured.reduce((sum, one) => sum + one.covered, 0) / (pools * names);
	yield row(
		'a pool of 29 names and 700 matchups, 1,000 resamples: median / most',
		`${Math.round(median(times))} / ${Math.round(Math.max(...times))} ms`,
		'< 5,000 ms',
	);
	yield row(
		`Spearman with the known order, strengths evenly over ${spread} points: median / least`,
		`${median(found).toFixed(3)} / ${Math.min(...found).toFixed(3)}`,
		'≥ 0.98',
	);
	yield row(`truths within their 95 % interval, of ${pools} pools`, `${(covered * 100).toFixed(1)} %`, '93–97 %');
}
