/** `rostrum library stats`: totals over all debates, as tables. */
import type {Figures, Matchup} from '../../library/figures.ts';
import type {Counts, Reviewer} from '../../library/statistics.ts';
import {formatCount, money, percent, plural} from '../../exports/wording.ts';
import {blank, line, row, span, type Row} from '../../view/text/rows.ts';
import {figureTable, padEnd, padStart} from '../../view/text/table.ts';
import {truncate, widthOf} from '../../view/text/wrap.ts';
import {countsCsv} from './library-csv.ts';
import type {LibraryAction} from './library-action.ts';

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

function figureRows(title: string, figures: readonly Figures[], width: number): Row[] {
	if (figures.length === 0) return [];
	const heads = [title, 'debates', 'turns', 'score', 'steel', 'self', 'frame', 'honest', 'cuts', 'cut off'];
	return figureTable(
		heads,
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
