/** Many debates in one process at once, all of whose events are kept: what memory do they take? */
import {held} from './long-debate.ts';
import {row, type Row} from './report.ts';

const debates = 50;

export async function* debatesAtOnce(): AsyncGenerator<Row> {
	let most = 0;
	const look = () => void (most = Math.max(most, process.memoryUsage.rss()));
	look();
	const before = most;
	const watch = setInterval(look, 20);
	const events = await Promise.all(Array.from({length: debates}, (_, index) => held(index + 1)));
	look();
	clearInterval(watch);
	const turns = events.flat().filter(({type}) => type === 'turn-end').length;
	yield row(
		`memory with ${debates} long Duelogic debates at once, all events kept (${turns} turns), at its most; before them`,
		`${(most / 1e6).toFixed(0)} MB; ${(before / 1e6).toFixed(0)} MB`,
		'< 500 MB',
	);
}
