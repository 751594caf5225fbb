/** `rostrum library list`, `search` and `show`. */
import {basename, dirname, join, resolve} from 'node:path';
import type {FoundDebate, FoundPassage} from '../../library/find.ts';
import type {LibraryDebate} from '../../library/rows.ts';
import {excerpt} from '../../view/text/excerpt.ts';
import {aboutText, scoreText, sidesText, topicOf, whereText} from '../../ui/library/library-text.ts';
import {blank, line, row, span, type Row} from '../../view/text/rows.ts';
import {journalName} from '../../app/files/find-debate.ts';
import type {LibraryAction, LibraryRequest} from './library-action.ts';
import {numberOption} from '../../formats/options.ts';
import {shellQuote} from '../../debate/text/shell-quote.ts';
import {plural} from '../../exports/wording.ts';
import {UsageError} from '../../debate/usage-error.ts';

/** An abbreviated debate id, long enough to be unique in practice. */
const shortId = ({debateId}: LibraryDebate): string => (debateId ?? '').slice(0, idWidth).padEnd(idWidth);
const idWidth = 8;
const indent = ' '.repeat(idWidth + 2);

const entryRows = (entry: LibraryDebate): Row[] => [
	row(span(shortId(entry), 'dim'), span('  '), span(topicOf(entry), 'strong')),
	line(`${indent}${aboutText(entry)}`, 'dim'),
	...(entry.fault === undefined ? [] : [line(`${indent}${entry.path}: ${entry.fault}`, 'warning')]),
];

export const listDebates: LibraryAction = ({library, filter, options}) => {
	const all = library.debates(filter);
	const debates = all.slice(0, most(options));
	return {
		data: debates,
		rows: () => debates.flatMap(entryRows),
		remark:
			all.length === 0
				? 'No debate fits.'
				: debates.length < all.length
					? `${debates.length} of ${plural(all.length, 'debate')}`
					: undefined,
	};
};

const most = (options: LibraryRequest['options']): number =>
	numberOption(options, 'limit', {flag: '--limit', from: 1}) ?? Number.MAX_SAFE_INTEGER;

/** How many passages per debate are printed. */
const passagesShown = 3;

export const searchDebates: LibraryAction = ({library, filter, words, options}) => {
	const text = words.join(' ');
	if (!/[\p{L}\p{N}]/u.test(text))
		throw new UsageError({
			what: 'There is nothing to look for',
			value: text,
			from: 'the command line',
			todo: 'Give a word, several, or a phrase in quotation marks.',
		});
	const all = library.search(text, filter);
	const found = all.slice(0, most(options)).map(debate => ({...debate, passages: library.passages(debate.path, text)}));
	const hits = all.reduce((sum, debate) => sum + debate.hits, 0);
	return {
		data: found,
		rows: ({width}) => found.flatMap((debate, place) => [...(place === 0 ? [] : [blank]), ...foundRows(debate, width)]),
		remark:
			all.length === 0
				? 'Nothing was found.'
				: `${plural(hits, 'passage')} in ${plural(all.length, 'debate')}${found.length < all.length ? `, of which ${found.length} shown` : ''}`,
	};
};

function foundRows(
	{passages, ...debate}: FoundDebate & {readonly passages: readonly FoundPassage[]},
	width: number,
): Row[] {
	const spoken = passages.filter(({turn}) => turn !== undefined);
	const more = spoken.length - passagesShown;
	return [
		row(
			span(shortId(debate), 'dim'),
			span('  '),
			...excerpt(
				topicOf(debate),
				passages.find(({turn}) => turn === undefined)?.marks ?? [],
				width - indent.length,
			).map(piece => (piece.tone === 'plain' ? {...piece, tone: 'strong' as const} : piece)),
		),
		line(`${indent}${aboutText(debate)}`, 'dim'),
		...spoken.slice(0, passagesShown).flatMap(passage => passageRows(passage, width)),
		...(more > 0 ? [line(`${indent}and ${plural(more, 'turn')} more`, 'dim')] : []),
	];
}

const passageRows = (passage: FoundPassage, width: number): Row[] => [
	row(span(String(passage.place).padStart(idWidth), 'dim'), span('  '), span(whereText(passage), 'accent')),
	row(span(indent), ...excerpt(passage.text, passage.marks, width - indent.length)),
];

export const showDebate: LibraryAction = ({library, words, cwd}) => {
	const debate = named(library.debates({}), words.join(' '), cwd);
	const passages = library.passages(debate.path).filter(({turn}) => turn !== undefined);
	return {
		data: {...debate, passages},
		rows: ({width}) => [
			...headRows(debate),
			...(passages.length > 0 ? [blank] : []),
			...passages.map(passage => turnRow(passage, width)),
			blank,
			...waysOn(debate),
		],
	};
};

function headRows(debate: LibraryDebate): Row[] {
	const sides = sidesText(debate);
	return [
		line(topicOf(debate), 'strong'),
		line(aboutText(debate)),
		...(sides === '' ? [] : [line(sides)]),
		line(dirname(debate.path), 'dim'),
		...(debate.reason === undefined ? [] : [line(`It ended so: ${debate.reason}`)]),
		...(debate.fault === undefined ? [] : [line(`What cannot be read: ${debate.fault}`, 'warning')]),
	];
}

const turnRow = (passage: FoundPassage, width: number): Row =>
	row(
		span(String(passage.place).padStart(4), 'dim'),
		span('  '),
		span(whereText(passage), 'accent'),
		span(`  ${scoreText(passage.score)}`.trimEnd(), 'strong'),
		span('  '),
		...excerpt(passage.text, [], width),
	);

/** Commands for what can be done with a debate. */
function waysOn({state, path}: LibraryDebate): Row[] {
	const folder = shellQuote(basename(path) === journalName ? dirname(path) : path);
	if (state === 'unreadable') return [line(`rostrum verify ${folder}`, 'dim')];
	return [
		...(state === 'unfinished' ? [line(`rostrum resume ${folder}`, 'dim')] : []),
		line(`rostrum replay ${folder}`, 'dim'),
		line(`rostrum export ${folder}`, 'dim'),
	];
}

/** Finds a debate by its id or the start of it, its folder's name, or a path. Throws `UsageError`. */
function named(debates: readonly LibraryDebate[], name: string, cwd: string): LibraryDebate {
	if (name === '')
		throw new UsageError({
			what: 'Which debate?',
			from: 'the command line',
			todo: 'Name one by the id that "rostrum library" lists, by its folder or by its path.',
		});
	const place = resolve(cwd, name);
	const found = debates.filter(
		({path, debateId}) =>
			[place, join(place, journalName)].includes(path) ||
			basename(dirname(path)) === name ||
			debateId?.startsWith(name),
	);
	const [debate, ...others] = found;
	if (debate && others.length === 0) return debate;
	if (!debate)
		throw new UsageError({
			what: 'The library has no such debate',
			value: name,
			from: 'the command line',
			todo: 'Name one by the id that "rostrum library" lists, by its folder or by its path.',
		});
	throw new UsageError({
		what: 'Several debates match',
		value: name,
		from: 'the command line',
		todo: `Name one of ${found.map(({path}) => dirname(path)).join(', ')}.`,
	});
}
