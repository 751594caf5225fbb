/** Prints lists for people (columns) or programs (JSON). */
import stringWidth from 'string-width';

/** Aligns columns to their widest cell; the last column is not padded. */
export function columns(rows: readonly (readonly string[])[]): string {
	const widths = rows.reduce<number[]>(
		(most, row) => row.map((cell, place) => Math.max(most[place] ?? 0, stringWidth(cell))),
		[],
	);
	const pad = (cell: string, place: number, row: readonly string[]): string =>
		place === row.length - 1 ? cell : cell + ' '.repeat((widths[place] ?? 0) - stringWidth(cell));
	return rows.map(row => `${row.map(pad).join('  ').trimEnd()}\n`).join('');
}

/** Writes `data` with `--json`, the rows otherwise. */
export function writeListing(
	{stdout}: {readonly stdout: {write(text: string): unknown}},
	options: Readonly<Record<string, unknown>>,
	list: {readonly data: unknown; readonly rows: readonly (readonly string[])[]},
): void {
	stdout.write(options['json'] === true ? `${JSON.stringify(list.data, undefined, '\t')}\n` : columns(list.rows));
}

/** A duration in milliseconds as words, such as "3 days ago". */
export function ago(ms: number): string {
	const hours = Math.floor(ms / 3_600_000);
	if (hours >= 48) return `${Math.floor(hours / 24)} days ago`;
	return hours === 0 ? 'within the hour' : `${hours} ${hours === 1 ? 'hour' : 'hours'} ago`;
}
