/** Statistics over the library's debates. Only measured values count: without any, a figure is undefined. */
import type {DatabaseSync} from 'node:sqlite';
import {z} from 'zod';
import {speechPace} from '../debate/text/words.ts';
import {conditionOf, type Filter} from './find.ts';
import {passagesPerDebate} from './tables.ts';

// Rows that the statistics queries return.

/**
 * One speaker's turns in one debate with one model. Each dimension has a count of measurements (`steels`) and the sum
 * of their values in thousandths (`steel`).
 */
const SpokenRow = z.object({
	debate: z.number(),
	protocol: z.string(),
	speaker: z.string(),
	model: z.string(),
	framework: z.string().nullable(),
	turns: z.number(),
	judged: z.number(),
	scored: z.number(),
	score: z.number(),
	steels: z.number(),
	steel: z.number(),
	selves: z.number(),
	self: z.number(),
	frames: z.number(),
	frame: z.number(),
	honests: z.number(),
	honest: z.number(),
	/** Turns in which it was due, and in which it was done. */
	steelDue: z.number(),
	steelDone: z.number(),
	selfDue: z.number(),
	selfDone: z.number(),
	frameDue: z.number(),
	consistent: z.number(),
	/** Quotations of documents, and those that stand there word for word. */
	quoted: z.number(),
	verified: z.number(),
});
type SpokenRow = z.infer<typeof SpokenRow>;

const CutRow = z.object({
	debate: z.number(),
	protocol: z.string(),
	model: z.string(),
	framework: z.string().nullable(),
	ofModel: z.string(),
	ofFramework: z.string().nullable(),
});
type CutRow = z.infer<typeof CutRow>;

/** A seat that argues in one debate. */
const SideRow = z.object({
	debate: z.number(),
	seat: z.string(),
	role: z.string(),
	model: z.string(),
	framework: z.string().nullable(),
	persona: z.string().nullable(),
});
type SideRow = z.infer<typeof SideRow>;

const orZero = z
	.number()
	.nullable()
	.transform(count => count ?? 0);
const DebateCount = z.object({
	debate: z.number(),
	protocol: z.string().nullable(),
	state: z.string(),
	turns: orZero,
	words: orZero,
	cost: z.number().nullable(),
});
type DebateCount = z.infer<typeof DebateCount>;

const AgreementRow = z.object({protocol: z.string(), same: z.number(), answers: z.number()});
const StanceRow = z.object({before: z.number().nullable(), after: z.number().nullable()});

/**
 * A reviewer's judgements against the checks: objections confirmed (true positives) and not, acceptances confirmed
 * (true negatives) and not, and judgements that no check covers.
 */
const reviewed = {
	truePositives: z.number(),
	falsePositives: z.number(),
	trueNegatives: z.number(),
	falseNegatives: z.number(),
	unknown: z.number(),
};
type Reviewed = {readonly [K in keyof typeof reviewed]: number};
const ReviewRow = z.object({model: z.string(), runs: z.number(), ...reviewed});

// Aggregates counts by protocol, model, framework and matchup. Pure.

/** Means of scores and dimensions, 0 to 100; undefined without any. `unscored` counts unusable judgements. */
export type Figures = {
	readonly name: string;
	readonly debates: number;
	readonly turns: number;
	readonly scored: number;
	readonly unscored: number;
	readonly score: number | undefined;
	readonly steelManning: number | undefined;
	readonly selfCritique: number | undefined;
	readonly frameworkConsistency: number | undefined;
	readonly intellectualHonesty: number | undefined;
	/** Shares, 0 to 1, of the scored turns in which it was due. */
	readonly steelManRate: number | undefined;
	readonly selfCritiqueRate: number | undefined;
	readonly consistentRate: number | undefined;
	/** Quotations of documents that code has checked, and the share of them that stand there word for word. */
	readonly quotations: number;
	readonly verifiedRate: number | undefined;
	readonly cutsMade: number;
	readonly cutsSuffered: number;
};

/** Debates between the same sides; `cuts` counts the interruptions among them. */
export type Matchup = {
	readonly sides: readonly {readonly name: string; readonly scored: number; readonly score: number | undefined}[];
	readonly debates: number;
	readonly cuts: number;
};

type Counted = {
	readonly turns: readonly SpokenRow[];
	readonly cuts: readonly CutRow[];
	/** For groups with debates in which nobody spoke. */
	readonly debates?: readonly DebateCount[];
};

/**
 * One row per group, the one with most debates first. Rows without a group name are left out. `sidesOf` gives the
 * groups that interrupted and were interrupted.
 */
function groupFigures(
	{turns, cuts, debates = []}: Counted,
	nameOf: (row: SpokenRow) => string | null,
	sidesOf: (cut: CutRow) => readonly [string | null, string | null],
): Figures[] {
	const names = new Set([...turns.map(nameOf), ...debates.map(({protocol}) => protocol)].filter(name => name !== null));
	const grouped = Map.groupBy(turns, nameOf);
	const made = Map.groupBy(cuts, cut => sidesOf(cut)[0]);
	const suffered = Map.groupBy(cuts, cut => sidesOf(cut)[1]);
	const held = Map.groupBy(debates, ({protocol}) => protocol);
	return [...names]
		.map(name => {
			const spoken = grouped.get(name) ?? [];
			const ids = new Set([...spoken, ...(held.get(name) ?? [])].map(({debate}) => debate));
			return {
				name,
				debates: ids.size,
				...figuresOf(spoken),
				cutsMade: made.get(name)?.length ?? 0,
				cutsSuffered: suffered.get(name)?.length ?? 0,
			};
		})
		.sort((one, other) => other.debates - one.debates || one.name.localeCompare(other.name));
}

function figuresOf(rows: readonly SpokenRow[]): Omit<Figures, 'name' | 'debates' | 'cutsMade' | 'cutsSuffered'> {
	const sum = (value: (row: SpokenRow) => number): number => rows.reduce((all, row) => all + value(row), 0);
	const mean = (total: (row: SpokenRow) => number, count: (row: SpokenRow) => number, one = 1): number | undefined =>
		sum(count) === 0 ? undefined : sum(total) / (sum(count) * one);
	const scored = sum(row => row.scored);
	return {
		turns: sum(row => row.turns),
		scored,
		unscored: sum(row => row.judged) - scored,
		score: mean(
			row => row.score,
			row => row.scored,
		),
		steelManning: mean(
			row => row.steel,
			row => row.steels,
			10,
		),
		selfCritique: mean(
			row => row.self,
			row => row.selves,
			10,
		),
		frameworkConsistency: mean(
			row => row.frame,
			row => row.frames,
			10,
		),
		intellectualHonesty: mean(
			row => row.honest,
			row => row.honests,
			10,
		),
		steelManRate: mean(
			row => row.steelDone,
			row => row.steelDue,
		),
		selfCritiqueRate: mean(
			row => row.selfDone,
			row => row.selfDue,
		),
		consistentRate: mean(
			row => row.consistent,
			row => row.frameDue,
		),
		quotations: sum(row => row.quoted),
		verifiedRate: mean(
			row => row.verified,
			row => row.quoted,
		),
	};
}

/** Debates grouped by who argued against whom, most frequent first. */
function matchupsOf(sides: readonly SideRow[], turns: readonly SpokenRow[], cuts: readonly CutRow[]): Matchup[] {
	const debates = [...Map.groupBy(sides, ({debate}) => debate)].filter(([, seats]) => seats.length > 1);
	const cutsIn = Map.groupBy(cuts, ({debate}) => debate);
	const spoken = Map.groupBy(turns, ({debate, speaker}) => `${debate} ${speaker}`);
	const met = Map.groupBy(debates, ([, seats]) => seats.map(sideName).sort().join('\n'));
	return [...met]
		.map(([key, held]) => ({
			sides: key
				.split('\n')
				.filter((name, place, all) => all.indexOf(name) === place)
				.map(name => {
					const theirs = held.flatMap(([debate, seats]) =>
						seats.filter(seat => sideName(seat) === name).flatMap(({seat}) => spoken.get(`${debate} ${seat}`) ?? []),
					);
					const {scored, score} = figuresOf(theirs);
					return {name, scored, score};
				}),
			debates: held.length,
			cuts: held.reduce((sum, [debate]) => sum + (cutsIn.get(debate)?.length ?? 0), 0),
		}))
		.sort((one, other) => other.debates - one.debates || namesOf(one).localeCompare(namesOf(other)));
}

const namesOf = ({sides}: Matchup): string => sides.map(({name}) => name).join('\n');

const commonRoles = new Set(['chair', 'agent']);

/** The model and its framework or persona; failing those, its role, unless that is a generic one. */
function sideName({role, model, framework, persona}: SideRow): string {
	const part = framework ?? persona ?? (commonRoles.has(role) ? undefined : role);
	return part === undefined ? model : `${model} (${part})`;
}

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
	count(passages.consistent) AS frameDue, total(passages.consistent) AS consistent, total(passages.quoted) AS quoted, total(passages.verified) AS verified
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
