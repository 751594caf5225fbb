/** The name of the app, as large as the screen allows. */
import {blank, row, span, type Row} from '../../view/rows.ts';

const LETTERS = [
	'█▀█ █▀█ █▀▀ ▀█▀ █▀█ █ █ █▄ ▄█',
	'█▀▄ █ █ ▀▀█  █  █▀▄ █ █ █ ▀ █',
	'▀ ▀ ▀▀▀ ▀▀▀  ▀  ▀ ▀ ▀▀▀ ▀   ▀',
] as const;

const CLAIM = ['live debates', 'between language models'] as const;

/** Three rows with a blank one above and below; one row where there are few, or where it is read aloud. */
export function wordmark(version: string, rows: number): readonly Row[] {
	if (rows < 20) return [row(span('ROSTRUM', 'brand'), span(`  ${CLAIM.join(' ')} · ${version}`, 'dim'))];
	const beside = [...CLAIM, version];
	return [
		blank,
		...LETTERS.map((letters, index) => row(span(letters, 'brand'), span(`   ${beside[index] ?? ''}`, 'dim'))),
		blank,
	];
}
