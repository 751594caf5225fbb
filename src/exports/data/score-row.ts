/** The table of scores: its columns, and a line of it. */

export const columns = [
	'debate',
	'turn',
	'segment',
	'round',
	'speaker',
	'model',
	'framework',
	'judge',
	'kind',
	'item',
	'value',
	'points',
	'finding',
	'quote',
	'edited',
] as const;
/** A line: what it leaves out is empty. */
export type ScoreRow = Partial<Record<(typeof columns)[number], string | number | boolean | null | undefined>>;
