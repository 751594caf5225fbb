/** Aggregates counts by protocol, model, framework and matchup. Pure. */
import type {CutRow, DebateCount, SideRow, SpokenRow} from './figure-rows.ts';

/**
 * Means of scores and dimensions, 0 to 100; undefined if nothing was measured. `unscored` counts unusable judgements.
 */
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
export function groupFigures(
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
	};
}

/** Debates grouped by who argued against whom, most frequent first. */
export function matchupsOf(sides: readonly SideRow[], turns: readonly SpokenRow[], cuts: readonly CutRow[]): Matchup[] {
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
