/** Statistics over the library's debates. Only measured values count: without any, a figure is undefined. */
import {speechPace} from '../debate/text/words.ts';
import type {DatabaseSync} from 'node:sqlite';
import {z} from 'zod';
import {conditionOf, type Filter} from './filter.ts';
import {groupFigures, matchupsOf, type Figures, type Matchup} from './figures.ts';
import {passagesPerDebate} from './schema.ts';
import {
	AgreementRow,
	CutRow,
	DebateCount,
	ReviewRow,
	SideRow,
	SpokenRow,
	StanceRow,
	type Reviewed,
} from './figure-rows.ts';

/** How often a reviewing model's objections and acceptances agreed with the checks, over all its runs. */
export type Reviewer = Reviewed & {readonly model: string; readonly runs: number};

/** `cost` is US dollars over the debates with known prices; `unpriced` counts the others. */
type Totals = {
	readonly debates: number;
	readonly finished: number;
	readonly unfinished: number;
	readonly damaged: number;
	readonly unreadable: number;
	readonly turns: number;
	readonly words: number;
	readonly cost: number;
	readonly unpriced: number;
	/** US dollars a minute of speech at 150 words, over debates with known prices; undefined without any. */
	readonly costPerMinute: number | undefined;
};

/** Of the answers of judges that can be compared, how many were the same. */
type JudgesAgreement = {
	readonly protocol: string;
	readonly same: number;
	readonly answers: number;
	readonly share: number;
};

/** Listeners who voted before and after, and their mean change of stance (−6 to 6); undefined without any. */
type Shift = {readonly listeners: number; readonly mean: number | undefined};

export type Counts = {
	readonly totals: Totals;
	readonly protocols: readonly Figures[];
	/** Only seats that argue; hosts and judges are not counted. */
	readonly models: readonly Figures[];
	readonly frameworks: readonly Figures[];
	readonly matchups: readonly Matchup[];
	readonly reviewers: readonly Reviewer[];
	readonly shift: Shift;
	readonly agreement: readonly JudgesAgreement[];
};

const spoken = `SELECT debates.id AS debate, debates.protocol, passages.speaker, passages.model, passages.framework, count(*) AS turns, sum(passages.judged) AS judged,
	count(passages.score) AS scored, total(passages.score) AS score, count(passages.steel) AS steels, total(passages.steel) AS steel, count(passages.self) AS selves, total(passages.self) AS self,
	count(passages.frame) AS frames, total(passages.frame) AS frame, count(passages.honest) AS honests, total(passages.honest) AS honest,
	count(passages.steel_done) AS steelDue, total(passages.steel_done) AS steelDone, count(passages.self_done) AS selfDue, total(passages.self_done) AS selfDone,
	count(passages.consistent) AS frameDue, total(passages.consistent) AS consistent
	FROM passages JOIN debates ON debates.id = passages.id / ${passagesPerDebate} JOIN seats ON seats.debate = debates.id AND seats.id = passages.speaker AND seats.argues = 1`;

export function countsOf(db: DatabaseSync, filter: Filter): Counts {
	const condition = conditionOf(filter);
	const {sql, values} = condition;
	const rows = <T extends z.ZodType>(schema: T, select: string, rest = ''): z.output<T>[] =>
		db
			.prepare(`${select} WHERE ${sql} ${rest}`)
			.all(...values)
			.map(row => schema.parse(row));
	const turns = rows(SpokenRow, spoken, 'AND passages.turn IS NOT NULL GROUP BY 1, 2, 3, 4, 5');
	const cuts = rows(
		CutRow,
		'SELECT debates.id AS debate, debates.protocol, cuts.model, cuts.framework, cuts.of_model AS ofModel, cuts.of_framework AS ofFramework FROM cuts JOIN debates ON debates.id = cuts.debate',
	);
	const sides = rows(
		SideRow,
		'SELECT debates.id AS debate, seats.id AS seat, seats.role, seats.model, seats.framework, seats.persona FROM seats JOIN debates ON debates.id = seats.debate',
		'AND seats.argues = 1 ORDER BY seats.debate, seats.place',
	);
	const debates = rows(
		DebateCount,
		'SELECT debates.id AS debate, debates.protocol, debates.state, debates.turns, debates.words, debates.cost FROM debates',
		'ORDER BY debates.path',
	);
	const reviews = rows(
		ReviewRow,
		'SELECT reviews.model, count(*) AS runs, sum(true_positives) AS truePositives, sum(false_positives) AS falsePositives, sum(true_negatives) AS trueNegatives, sum(false_negatives) AS falseNegatives, sum(unknown) AS unknown FROM reviews JOIN debates ON debates.id = reviews.debate',
		'GROUP BY reviews.model ORDER BY runs DESC, reviews.model',
	);
	return {
		totals: totalsOf(debates),
		protocols: groupFigures(
			{turns, cuts, debates},
			row => row.protocol,
			cut => [cut.protocol, cut.protocol],
		),
		models: groupFigures(
			{turns, cuts},
			row => row.model,
			cut => [cut.model, cut.ofModel],
		),
		frameworks: groupFigures(
			{turns, cuts},
			row => row.framework,
			cut => [cut.framework, cut.ofFramework],
		),
		matchups: matchupsOf(sides, turns, cuts),
		reviewers: reviews,
		agreement: rows(
			AgreementRow,
			'SELECT debates.protocol, sum(agreements.same) AS same, sum(agreements.answers) AS answers FROM agreements JOIN debates ON debates.id = agreements.debate',
			'GROUP BY debates.protocol ORDER BY debates.protocol',
		).map(one => ({...one, share: one.same / one.answers})),
		shift: shiftOf(
			rows(StanceRow, 'SELECT votes.before, votes.after FROM votes JOIN debates ON debates.id = votes.debate'),
		),
	};
}

function totalsOf(debates: readonly DebateCount[]): Totals {
	const of = (state: string): number => debates.filter(debate => debate.state === state).length;
	const priced = debates.flatMap(({cost}) => cost ?? []);
	const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);
	return {
		debates: debates.length,
		finished: of('finished'),
		unfinished: of('unfinished'),
		damaged: of('damaged'),
		unreadable: of('unreadable'),
		turns: sum(debates.map(({turns}) => turns)),
		words: sum(debates.map(({words}) => words)),
		cost: sum(priced),
		unpriced: debates.length - of('unreadable') - priced.length,
		costPerMinute: costPerMinute(debates),
	};
}

function costPerMinute(debates: readonly DebateCount[]): number | undefined {
	const priced = debates.filter(({cost, words}) => cost !== null && words > 0);
	const words = priced.reduce((all, one) => all + one.words, 0);
	return words === 0 ? undefined : priced.reduce((all, {cost}) => all + (cost ?? 0), 0) / (words / speechPace);
}

function shiftOf(stances: readonly z.output<typeof StanceRow>[]): Shift {
	const shifts = stances.flatMap(({before, after}) => (before === null || after === null ? [] : [after - before]));
	return {
		listeners: shifts.length,
		mean: shifts.length === 0 ? undefined : shifts.reduce((sum, one) => sum + one, 0) / shifts.length,
	};
}
