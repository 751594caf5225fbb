/** `rostrum library`: search over all that was ever said, lists, single debates and statistics. */
import {basename, dirname, join, resolve} from 'node:path';
import {type Input, numberOption, flagOption, textOption} from '../formats/options.ts';
import type {Filter, FoundDebate, FoundPassage, LibraryDebate} from '../library/find.ts';
import {type Row, excerpt, blank, line, row, span, figureTable, padEnd, padStart} from '../view/rows.ts';
import {type DebateLibrary, openDebateLibrary, askLibrary, syncLibrary} from '../app/library/library-sync.ts';
import {type PrintStyle, printRows, printStyleFor} from './print-rows.ts';
import {aboutText, scoreText, sidesText, topicOf, whereText} from '../ui/library/library-text.ts';
import {journalName} from '../app/files/debate-folders.ts';
import {breather, eventsIn} from '../app/files/read-debate.ts';
import {shellQuote} from '../debate/text/words.ts';
import {plural, formatCount, money, percent} from '../languages/wording.ts';
import {UsageError} from '../debate/usage-error.ts';
import type {Figures, Counts, Matchup, Reviewer} from '../library/statistics.ts';
import {csvLine} from '../ratings/rows.ts';
import {truncate, widthOf} from '../view/wrap.ts';
import {settingFlags, libraryOptions} from '../app/plan/option-rows.ts';
import type {CliContext} from '../app/context.ts';
import {exitCodes} from '../formats/contract.ts';
import {formatName, formatOf, formats} from '../formats/index.ts';
import {comparisonRows, type ComparedDebate} from '../view/comparison.ts';
import {renamedText} from '../ui/screens/compare.tsx';
import {costText} from '../ui/board/costs.ts';
import {factsOf} from '../exports/facts.ts';
import {statisticsOf} from '../exports/statistics.ts';
import {fold} from '../debate/reduce.ts';
import {withEdition} from '../app/judging/edition-beside.ts';
import {keepName, nameBeside} from '../app/files/debate-name.ts';
import {isInteractive} from '../settings/terminal.ts';
import type {Run} from './command.ts';
import {openScreen, portFor} from './open-screen.ts';
import {writePieces} from './write-output.ts';

// Types for the actions of `rostrum library`.

/** The result of an action: as data, as rows for people, and notices to go with them. */
export type LibraryResult = {
	readonly data: unknown;
	/** The same as comma-separated values, where there are figures. */
	readonly csv?: () => string;
	readonly rows: (paper: PrintStyle) => readonly Row[];
	readonly remark?: string | undefined;
	/** ListParts of a list that is too long to be held whole, for `data` and `rows`. */
	readonly parts?: Iterable<{readonly data: unknown; readonly rows: LibraryResult['rows']}>;
};

/** `words` are the arguments after the action's name. */
export type LibraryRequest = DebateLibrary & {
	readonly words: readonly string[];
	readonly options: Input['options'];
	readonly filter: Filter;
	readonly cwd: string;
};

/** Runs an action. Throws `UsageError`. */
export type LibraryAction = (asked: LibraryRequest) => LibraryResult;

// `rostrum library list`, `search` and `show`.

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

/** Debates a page, and how many passages of each are printed and given as data; `--all` gives all of all. */
const searchPage = {debates: 20, printed: 3, given: 20} as const;

export const searchDebates: LibraryAction = ({library, filter, words, options}) => {
	const text = words.join(' ');
	if (!/[\p{L}\p{N}]/u.test(text))
		throw new UsageError({
			what: 'There is nothing to look for',
			value: text,
			from: 'the command line',
			todo: 'Give a word, several, or a phrase in quotation marks.',
		});
	const whole = flagOption(options, 'all') ?? false;
	const page = numberOption(options, 'page', {flag: '--page', from: 1}) ?? 1;
	const size = numberOption(options, 'limit', {flag: '--limit', from: 1}) ?? searchPage.debates;
	const all = library.search(text, filter);
	const first = whole ? 0 : (page - 1) * size;
	const shown = whole ? all : all.slice(first, first + size);
	const [most, printed] = whole ? [undefined, Infinity] : [searchPage.given, searchPage.printed];
	const hits = all.reduce((sum, debate) => sum + debate.hits, 0);
	return {
		data: [],
		rows: () => [],
		parts: shown.values().map((debate, place) => {
			const found = {...debate, passages: library.passages(debate.path, text, most)};
			return {
				data: found,
				rows: ({width}) => [...(place === 0 ? [] : [blank]), ...foundRows(found, printed, width)],
			};
		}),
		remark: searchRemark({hits, debates: all.length, first, shown: shown.length, page}),
	};
};

type SearchCount = Readonly<Record<'hits' | 'debates' | 'first' | 'shown' | 'page', number>>;

function searchRemark({hits, debates, first, shown, page}: SearchCount): string {
	if (debates === 0) return 'Nothing was found.';
	const count = `${plural(hits, 'passage')} in ${plural(debates, 'debate')}`;
	if (shown === debates) return count;
	if (shown === 0) return `${count}; page ${page} is behind the last one`;
	const next = first + shown < debates ? `--page ${page + 1} shows the next, ` : '';
	return `${count}, of which ${first + 1} to ${first + shown} shown; ${next}--all shows everything`;
}

function foundRows(
	{passages, ...debate}: FoundDebate & {readonly passages: readonly FoundPassage[]},
	most: number,
	width: number,
): Row[] {
	const spoken = passages.filter(({turn}) => turn !== undefined);
	const more = debate.hits - (passages.length - spoken.length) - most;
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
		...spoken.slice(0, most).flatMap(passage => passageRows(passage, width)),
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

// `rostrum library compare` and `rename`.

/** Two debates side by side. Throws `UsageError` where two are not named. */
const compareDebates: LibraryAction = ({library, words, cwd}) => {
	const debates = library.debates({});
	const [one, other] = [words[0] ?? '', words[1] ?? ''].map(name => comparedOf(named(debates, name, cwd)));
	return {
		data: [one, other].map(
			debate => debate && {...debate.facts, price: debate.price, chairs: debate.statistics.chairs},
		),
		rows: ({width}) => (one && other ? comparisonRows(one, other, Math.min(width, widest)) : []),
	};
};

function comparedOf({path}: LibraryDebate): ComparedDebate {
	const state = withEdition(fold(eventsIn(path)), path);
	return {
		state,
		statistics: statisticsOf(state),
		facts: factsOf(state, formatOf(state.start?.protocol)),
		format: state.start ? formatName(state.start.protocol) : '',
		price: costText(state),
	};
}

/** Gives a debate the name that follows it; without one, takes its name away. Throws `UsageError`. */
const renameDebate: LibraryAction = ({library, words: [which = '', ...words], cwd}) => {
	const {path} = named(library.debates({}), which, cwd);
	const name = words.join(' ');
	keepName(path, name);
	return {data: {path, name: nameBeside(path) ?? null}, rows: () => [line(renamedText(nameBeside(path) ?? ''))]};
};

// The library's statistics as comma-separated values.

/** A figure a line, so that no table has empty columns. */
export function countsCsv({protocols, models, frameworks, matchups, agreement, totals, shift}: Counts): string {
	const figures = (group: string, rows: readonly Figures[]): string[][] =>
		rows.flatMap(({name, ...values}) =>
			Object.entries(values).flatMap(([figure, value]) =>
				value === undefined ? [] : [[group, name, figure, String(value)]],
			),
		);
	const lines = [
		['group', 'name', 'figure', 'value'],
		...Object.entries({...totals, listeners: shift.listeners, meanSwing: shift.mean}).flatMap(([figure, value]) =>
			value === undefined ? [] : [['all', '', figure, String(value)]],
		),
		...figures('protocol', protocols),
		...figures('model', models),
		...figures('framework', frameworks),
		...matchups.flatMap(({sides, debates, cuts}) => {
			const name = sides.map(side => side.name).join(' against ');
			return [
				['matchup', name, 'debates', String(debates)],
				['matchup', name, 'cuts', String(cuts)],
			];
		}),
		...agreement.flatMap(({protocol, share: part, answers}) => [
			['judges', protocol, 'sameAnswer', String(part)],
			['judges', protocol, 'answers', String(answers)],
		]),
	];
	return lines.map(csvLine).join('');
}

// `rostrum library stats`: totals over all debates, as tables.

export const showStatistics: LibraryAction = ({library, filter}) => {
	const counts = library.statistics(filter);
	return {
		data: counts,
		csv: () => countsCsv(counts),
		rows: ({width}) => countRows(counts, Math.min(width, widest)),
		remark: counts.totals.debates === 0 ? 'No debate fits.' : undefined,
	};
};

/** Wider tables make it hard to follow a row from the name to its figures. */
const widest = 110;
const none = '—';

const countRows = (counts: Counts, width: number): Row[] => [
	...totalRows(counts),
	...rateCharts('Models', counts.models, width),
	...rateCharts('Frameworks', counts.frameworks, width),
	...figureRows('Protocol', counts.protocols, width),
	...figureRows('Model', counts.models, width),
	...figureRows('Framework', counts.frameworks, width),
	...matchupRows(counts.matchups, width),
	...reviewerRows(counts.reviewers, width),
];

function totalRows({totals, shift, agreement}: Counts): Row[] {
	const {debates, finished, unfinished, damaged, unreadable, turns, words, cost, unpriced, costPerMinute} = totals;
	const others = [
		[unfinished, 'unfinished'],
		[damaged, 'damaged'],
		[unreadable, 'not readable'],
	].flatMap(([count, what]) => (count === 0 ? [] : [`${count} ${what}`]));
	return [
		line(`${plural(debates, 'debate')}: ${[`${finished} finished`, ...others].join(', ')}`, 'strong'),
		line(
			`${plural(turns, 'turn')}, ${formatCount(words)} words, ${money(cost)}${unpriced === 0 ? '' : ` and ${plural(unpriced, 'debate')} whose cost is not known`}${costPerMinute === undefined ? '' : `, ${money(costPerMinute)} a minute of speech`}`,
		),
		...agreement.map(({protocol, same, answers, share: part}) =>
			line(`Judges gave the same answer in ${percent(part)} of ${plural(answers, 'case')} (${same}) · ${protocol}`),
		),
		...(shift.mean === undefined
			? []
			: [
					line(
						`${plural(shift.listeners, 'listener')} voted before and after; their stance moved by ${signed(shift.mean)} on the whole`,
					),
				]),
	];
}

const signed = (value: number): string => `${value > 0 ? '+' : value < 0 ? '−' : ''}${Math.abs(value).toFixed(1)}`;

const whole = (value: number | undefined): string => (value === undefined ? none : String(Math.round(value)));

/** The mean score and the number of scored turns. */
const scored = ({scored: count, score}: Pick<Figures, 'scored' | 'score'>): string =>
	score === undefined ? 'not scored' : `${Math.round(score)} (${count})`;

/** The share of quotations that stand word for word in their documents, and how many there are. */
const quotesTrue = ({quotations, verifiedRate}: Figures): string =>
	verifiedRate === undefined ? none : `${percent(verifiedRate)} (${quotations})`;

function figureRows(title: string, figures: readonly Figures[], width: number): Row[] {
	if (figures.length === 0) return [];
	const quote = figures.some(({quotations}) => quotations > 0);
	const heads = [title, 'debates', 'turns', 'score', 'steel', 'self', 'frame', 'honest', 'cuts', 'cut off'];
	return figureTable(
		[...heads, ...(quote ? ['quotes true'] : [])],
		figures.map(one => [
			one.name,
			String(one.debates),
			String(one.turns),
			scored(one),
			whole(one.steelManning),
			whole(one.selfCritique),
			whole(one.frameworkConsistency),
			whole(one.intellectualHonesty),
			String(one.cutsMade),
			String(one.cutsSuffered),
			...(quote ? [quotesTrue(one)] : []),
		]),
		width,
	);
}

/** The widest bar of a chart, and the narrowest that still says something. */
const [widestBar, narrowestBar] = [20, 5];
const longestName = 32;

/** A bar for each rate of each name: what share of the turns in which it was due it was done. */
function rateCharts(title: string, figures: readonly Figures[], width: number): Row[] {
	const judged = figures.filter(({scored: count}) => count > 0);
	if (judged.length === 0) return [];
	const names = Math.min(longestName, Math.max(...[title, ...judged.map(({name}) => name)].map(widthOf)));
	const room = Math.floor((width - names) / 3) - 2;
	const bar = Math.min(widestBar, room - 6);
	if (bar < narrowestBar) return [];
	const heads = ['adherence', 'steel-man', 'self-critique'];
	return [
		blank,
		line(`${padEnd(title, names)}${heads.map(head => `  ${padEnd(head, bar + 6)}`).join('')}`, 'strong'),
		...judged.map(({name, score, steelManRate, selfCritiqueRate}) =>
			row(
				span(padEnd(truncate(name, names), names)),
				...[score === undefined ? undefined : score / 100, steelManRate, selfCritiqueRate].flatMap(value => [
					span('  '),
					span('█'.repeat(Math.round((value ?? 0) * bar)), 'accent'),
					span('░'.repeat(bar - Math.round((value ?? 0) * bar)), 'dim'),
					span(padStart(percent(value), 6)),
				]),
			),
		),
	];
}

function matchupRows(matchups: readonly Matchup[], width: number): Row[] {
	if (matchups.length === 0) return [];
	const rows = matchups.flatMap(({sides, debates, cuts}) =>
		sides.map((side, place) => [
			`${place === 0 ? '' : 'against '}${side.name}`,
			...(place === 0 ? [String(debates), String(cuts)] : ['', '']),
			scored(side),
		]),
	);
	return figureTable(['Matchup', 'debates', 'cuts', 'score'], rows, width);
}

/** How many of each reviewer's objections the checks confirmed, and how many of its approvals they contradicted. */
function reviewerRows(reviewers: readonly Reviewer[], width: number): Row[] {
	if (reviewers.length === 0) return [];
	const rows = reviewers.map(
		({model, runs, truePositives: right, falsePositives: wrong, trueNegatives, falseNegatives: missed, unknown}) => [
			model,
			String(runs),
			share(right, right + wrong),
			share(missed, missed + trueNegatives),
			String(unknown),
		],
	);
	return figureTable(
		['Reviewer, by the checks', 'runs', 'objections borne out', 'acceptances gone wrong', 'not checked'],
		rows,
		width,
	);
}

const share = (count: number, of: number): string => (of === 0 ? none : `${count} of ${of}`);

const actions: Readonly<Record<string, LibraryAction>> = {
	list: listDebates,
	search: searchDebates,
	show: showDebate,
	stats: showStatistics,
	compare: compareDebates,
	rename: renameDebate,
	rebuild: ({library, folders}) => rebuilt(library.debates({}).length, folders),
};

export const run: Run = async (input, context) => {
	if (input.args.length === 0 && Object.keys(input.options).length === 0 && isInteractive(context))
		return openScreen(context, portFor(context), 'library');
	const [name = 'list', ...words] = input.args;
	const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
	if (!action)
		throw new UsageError({
			what: 'There is no such action',
			value: name,
			from: 'the command line',
			todo: `Actions are ${Object.keys(actions).join(', ')}.`,
		});
	const configuration = context.configure(settingFlags(input.options, libraryOptions));
	const shelves = await openDebateLibrary(configuration, context.cwd);
	try {
		if (name === 'rebuild') shelves.library.clear();
		await fill(shelves, context);
		const {library, folders} = shelves;
		const {data, rows, remark, csv, parts} = await askLibrary(library, {folders, signal: context.signal}, () => {
			const filter = filterFrom(input.options, [
				...new Set([...formats.map(({id}) => id), ...library.choices().protocols]),
			]);
			return action({...shelves, words, options: input.options, filter, cwd: context.cwd});
		});
		const json = input.options['json'] === true;
		const table = input.options['csv'] === true;
		if (table && !csv)
			throw new UsageError({
				what: 'Only the statistics are written as comma-separated values',
				value: name,
				from: '--csv',
				todo: 'Ask for "rostrum library stats --csv".',
			});
		if (table && csv) context.stdout.write(csv());
		else if (parts && json) await writePieces(jsonOf(parts), undefined, context);
		else if (parts) await printParts(parts, context);
		else if (json) context.stdout.write(`${JSON.stringify(data, undefined, '\t')}\n`);
		else context.writeStyled(printRows(rows(printStyleFor(context)), printStyleFor(context)));
		for (const notice of [
			...configuration.notices,
			...shelves.library.notices(),
			...(remark === undefined ? [] : [remark]),
		])
			context.stderr.write(`${notice}\n`);
		return exitCodes.ok;
	} finally {
		shelves.library.close();
	}
};

type ListParts = NonNullable<LibraryResult['parts']>;

/** One JSON array, an element a piece. */
function* jsonOf(parts: ListParts): Generator<string> {
	let place = 0;
	for (const {data} of parts) yield `${place++ === 0 ? '[\n' : ',\n'}${JSON.stringify(data, undefined, '\t')}`;
	yield place === 0 ? '[]\n' : '\n]\n';
}

async function printParts(parts: ListParts, context: CliContext): Promise<void> {
	const style = printStyleFor(context);
	const breathe = breather(context.signal);
	for (const {rows} of parts) {
		context.writeStyled(printRows(rows(style), style));
		await breathe();
	}
}

/** Fewer are read before anybody would ask what is going on. */
const worthSaying = 50;

async function fill({library, folders}: DebateLibrary, {signal, stderr}: CliContext): Promise<void> {
	await syncLibrary(library, {
		folders,
		signal,
		onProgress(done, of) {
			if (of >= worthSaying && done === 0) stderr.write(`Reading ${of} journals that are new or have changed …\n`);
		},
	});
}

const rebuilt = (debates: number, folders: readonly string[]): LibraryResult => ({
	data: {debates, folders},
	rows: () => [
		{
			spans: [
				{
					text: `The library is made anew: ${debates} ${debates === 1 ? 'debate' : 'debates'} in ${folders.join(', ')}`,
					tone: 'plain',
				},
			],
		},
	],
});

// Parses the filter options of `rostrum library`.

/** Throws `UsageError`. `protocols` are the valid values of `--protocol`. */
export function filterFrom(options: Input['options'], protocols: readonly string[]): Filter {
	const protocol = textOption(options, 'protocol');
	if (protocol !== undefined && !protocols.includes(protocol))
		throw new UsageError({
			what: 'There is no such protocol, here or in the library',
			value: protocol,
			from: '--protocol',
			todo: `Protocols are ${protocols.join(', ')}.`,
		});
	const until = dayOption(options, 'until');
	return {
		protocol,
		framework: textOption(options, 'framework'),
		model: textOption(options, 'model'),
		unfinished: flagOption(options, 'unfinished'),
		since: dayOption(options, 'since')?.getTime(),
		until: until && new Date(until.getFullYear(), until.getMonth(), until.getDate() + 1).getTime(),
	};
}

/** The start of a day in local time. */
function dayOption(options: Input['options'], name: string): Date | undefined {
	const text = textOption(options, name);
	if (text === undefined) return undefined;
	const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/u.exec(text.trim())?.map(Number) ?? [];
	const date = new Date(year ?? Number.NaN, (month ?? 0) - 1, day);
	if (date.getMonth() === (month ?? 0) - 1 && date.getDate() === day) return date;
	throw new UsageError({
		what: 'Not a date',
		value: text,
		from: `--${name}`,
		todo: 'Write it as year-month-day, such as 2026-11-01.',
	});
}
