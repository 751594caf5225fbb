/** The name of the app, as large as the screen allows. */
import {row, span, type Row} from './rows.ts';

const LETTERS = [
	'┏━┓┏━┓┏━┓╺┳╸┏━┓╻ ╻┏┳┓',
	'┣┳┛┃ ┃┗━┓ ┃ ┣┳┛┃ ┃┃┃┃',
	'╹┗╸┗━┛┗━┛ ╹ ╹┗╸┗━┛╹ ╹',
] as const;

const CLAIM = 'live debates between language models';

/** Three rows and a blank one where there is room, else one row and a blank one. */
export function wordmark(version: string, rows: number): readonly Row[] {
	if (rows < 20) return [row(span('ROSTRUM', 'brand'), span(`  ${CLAIM} · ${version}`, 'dim'))];
	const beside = ['', CLAIM, version];
	return [row(), ...LETTERS.map((letters, index) => row(span(letters, 'brand'), span(`   ${beside[index] ?? ''}`, 'dim'))), row()];
}
