/** What debates say of themselves in each place, held line by line against a truth that was written before. */
import {debates} from '../truth/debates.ts';
import {cheats, judgedPair} from '../truth/cheats.ts';
import {compared} from '../truth/hold.ts';
import {detail, row, type Row} from './report.ts';

export async function* truth(): AsyncGenerator<Row> {
	const pairs = cheats.map(pair => ({...pair, ...judgedPair(pair)}));
	for (const {name, honest, cheating} of pairs)
		yield detail(
			name,
			`${cheating.score ?? 'not scored'} ${cheating.called.join(', ')}`.trim(),
			`honest: ${honest.score}`,
		);
	const paying = pairs.filter(({honest, cheating}) => (cheating.score ?? 0) > (honest.score ?? 0));
	yield row(
		'kinds of cheating, each beside an honest turn; that raise a score',
		`${pairs.length}; ${paying.length}`,
		'none',
	);
	let [said, untrue, missing] = [0, 0, 0];
	for (const staged of debates)
		for (const place of await compared(staged)) {
			said += place.said;
			untrue += place.untrue.length;
			missing += place.missing.length;
			const faults = [...place.untrue.map(line => `false: ${line}`), ...place.missing.map(line => `not said: ${line}`)];
			yield detail(`${staged.name}: ${place.place}`, [`${place.said} lines`, ...faults].join('; '));
		}
	yield row(
		'lines that four staged debates say of themselves; false; true and not said',
		`${said}; ${untrue}; ${missing}`,
		'0 false',
	);
}
