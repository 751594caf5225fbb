/** Reads one foreign judgement: a row of a table or an object, whatever its author calls the columns. */
import {sanitize} from '../../debate/text/sanitize.ts';
import {maxMargin, type SideJudgement} from '../judgement.ts';

/** What each field may be called, in small letters without anything between them. The first is our own name for it. */
const names = {
	group: ['group', 'groupid', 'matchup', 'matchupid', 'pair', 'pairid'],
	debate: ['debate', 'debateid', 'debatekey', 'match', 'matchid', 'game', 'gameid'],
	pro: ['pro', 'promodel', 'proname', 'for', 'formodel', 'affirmative', 'modelpro', 'prodebater'],
	con: ['con', 'conmodel', 'conname', 'against', 'againstmodel', 'negative', 'modelcon', 'condebater'],
	judge: ['judge', 'judgemodel', 'judgename', 'judgeid', 'modeljudge'],
	winner: ['winner', 'winnermodel', 'winnername', 'verdict', 'winningmodel'],
	margin: ['margin', 'signedmargin', 'marginscore'],
	proWords: ['prowords', 'wordspro', 'prowordcount', 'prolength'],
	conWords: ['conwords', 'wordscon', 'conwordcount', 'conlength'],
} as const;
type RowField = keyof typeof names;

const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/gu, '');

/** Our name for a column; undefined for one that does not matter here. */
export const fieldOf = (column: string): RowField | undefined => fields.get(plain(column));
const fields = new Map<string, RowField>(
	Object.keys(names)
		.filter(isField)
		.flatMap(field => names[field].map((name): [string, RowField] => [name, field])),
);

function isField(name: string): name is RowField {
	return Object.hasOwn(names, name);
}

/** The columns that every file needs. */
export const neededFields = ['group', 'pro', 'con', 'winner'] as const satisfies readonly RowField[];
export const allFields = [
	'group',
	'debate',
	'pro',
	'con',
	'judge',
	'winner',
	'margin',
] as const satisfies readonly RowField[];

/** A judgement, what is wrong with it, or `none`: the judge gave no verdict. */
export type RowReading = {readonly judgement: SideJudgement} | {readonly fault: string} | {readonly none: true};

/** `row` has a value for each column; names of columns may differ from ours. */
export function readRow(row: Readonly<Record<string, unknown>>): RowReading {
	const given = new Map<RowField, string>();
	for (const [column, value] of Object.entries(row)) {
		const field = fieldOf(column);
		if (field !== undefined && !given.has(field)) given.set(field, textOf(value));
	}
	const text = (field: RowField): string => given.get(field) ?? '';
	const missing = (['group', 'pro', 'con'] as const).filter(field => text(field) === '');
	if (missing.length > 0) return {fault: `has no ${missing.join(' and no ')}`};
	const [pro, con] = [text('pro'), text('con')];
	const signed = marginOf(text('winner'), text('margin'), pro, con);
	if (typeof signed !== 'number') return signed;
	const words = wordsOf(text('proWords'), text('conWords'));
	if (words !== undefined && 'fault' in words) return words;
	const debate = text('debate') === '' ? `${text('group')} ${pro}` : text('debate');
	return {
		judgement: {
			group: text('group'),
			debate,
			pro,
			con,
			judge: text('judge') === '' ? 'judge' : text('judge'),
			margin: signed,
			...(words && {words}),
		},
	};
}

const textOf = (value: unknown): string =>
	typeof value === 'string' ? sanitize(value).trim() : typeof value === 'number' ? String(value) : '';

const ties = new Set(['tie', 'draw', 'even', 'equal', 'tied']);
const sides: Readonly<Record<string, 'pro' | 'con'>> = {pro: 'pro', for: 'pro', con: 'con', against: 'con'};

/** The side that won. A name goes before the words for a side, in case somebody is called "pro". */
function sideOf(winner: string, pro: string, con: string): 'pro' | 'con' | 'tie' | undefined {
	if (winner === pro) return 'pro';
	if (winner === con) return 'con';
	const small = winner.toLowerCase();
	if (small !== '' && pro.toLowerCase() !== con.toLowerCase()) {
		if (small === pro.toLowerCase()) return 'pro';
		if (small === con.toLowerCase()) return 'con';
	}
	return ties.has(small) ? 'tie' : sides[small];
}

/**
 * The margin above 0 for the side for the motion. A file may give it with its sign, or its size alone beside the
 * winner; without one, a win counts 1.
 */
function marginOf(
	winner: string,
	margin: string,
	pro: string,
	con: string,
): number | Exclude<RowReading, {judgement: unknown}> {
	const size = margin === '' ? undefined : Number(margin.replace('−', '-'));
	if (size !== undefined && !(Math.abs(size) <= maxMargin))
		return {fault: `has a margin that is not a number from −${maxMargin} to ${maxMargin}: ${JSON.stringify(margin)}`};
	if (winner === '') return size === undefined ? {none: true} : size;
	const side = sideOf(winner, pro, con);
	if (side === undefined)
		return {
			fault: `has a winner that is neither ${JSON.stringify(pro)} nor ${JSON.stringify(con)} nor "tie": ${JSON.stringify(winner)}`,
		};
	if (side === 'tie') return 0;
	if (side === 'pro' && size !== undefined && size < 0)
		return {fault: `has a winner for the motion, but a margin for the other side: ${margin}`};
	return (side === 'pro' ? 1 : -1) * Math.abs(size ?? 1);
}

function wordsOf(pro: string, con: string): {pro: number; con: number} | {fault: string} | undefined {
	if (pro === '' || con === '') return undefined;
	const words = {pro: Number(pro), con: Number(con)};
	const bad = Object.values(words).some(count => !(count >= 0));
	return bad ? {fault: `has a number of words that is none: ${JSON.stringify(bad ? [pro, con] : [])}`} : words;
}
