/** Lists as people and programs read them: columns, or JSON. */
import stringWidth from 'string-width';

/** Rows of cells under no heading, each column as wide as its widest cell, the last one as it is. */
export function columns(rows: readonly (readonly string[])[]): string {
	const widths = rows.reduce<number[]>(
		(most, row) => row.map((cell, place) => Math.max(most[place] ?? 0, stringWidth(cell))),
		[],
	);
	const pad = (cell: string, place: number, row: readonly string[]): string =>
		place === row.length - 1 ? cell : cell + ' '.repeat((widths[place] ?? 0) - stringWidth(cell));
	return rows.map(row => `${row.map(pad).join('  ').trimEnd()}\n`).join('');
}

/** Writes a list: `data` with `--json`, the rows otherwise. */
export function writeListing(
	{stdout}: {readonly stdout: {write(text: string): unknown}},
	options: Readonly<Record<string, unknown>>,
	list: {readonly data: unknown; readonly rows: readonly (readonly string[])[]},
): void {
	stdout.write(options['json'] === true ? `${JSON.stringify(list.data, undefined, '\t')}\n` : columns(list.rows));
}

/** How long ago, in milliseconds, in words. */
export function ago(ms: number): string {
	const hours = Math.floor(ms / 3_600_000);
	if (hours >= 48) return `${Math.floor(hours / 24)} days ago`;
	return hours === 0 ? 'within the hour' : `${hours} ${hours === 1 ? 'hour' : 'hours'} ago`;
}
