/** What debates say of themselves in each place, held line by line against a truth that was written before. */
import {debates} from '../truth/debates.ts';
import {compared} from '../truth/hold.ts';
import {detail, row, type Row} from './report.ts';

export async function* truth(): AsyncGenerator<Row> {
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
