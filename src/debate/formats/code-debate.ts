/** A section of a shared debate file, and what it does to the points: the facts of a Code Debate. */
import {z} from 'zod';
import {append, replace, type InPlaceArrays} from '../fold.ts';

/** How grave a point is, the gravest first. Free of schemas, which take long to load: the first frame needs them. */
export const severities = ['blocker', 'major', 'minor', 'note'] as const;

/** Where a point in dispute stands: not answered yet, or as the latest section to answer it has it. */
export const PointState = z.enum(['open', 'agreed', 'partly', 'disagreed']);
export type PointState = z.infer<typeof PointState>;

/** How grave a point is, the gravest first. One that says nothing of it counts as `major`. */
export const PointSeverity = z.enum(severities);
export type PointSeverity = z.infer<typeof PointSeverity>;

/**
 * What shows a point: an input that fails, a command with its output, or a patch. `ran` is what came of it where code
 * has run it, and `why` says so in a few words; without `ran` it is no more than claimed.
 */
export const Evidence = z.object({
	kind: z.enum(['input', 'command', 'patch']),
	text: z.string().min(1),
	ran: z.enum(['holds', 'does not hold']).optional(),
	why: z.string().optional(),
});
export type Evidence = z.infer<typeof Evidence>;

/** How much is asked of the sides: `quick` is two reviews, of which what a run shows needs no reply. */
export const depths = ['quick', 'full'] as const;

const count = z.int().nonnegative();

/** Of a file: its lines that a change adds or removes, how many of them were shown, and why not all. */
const FileRead = z.object({
	file: z.string(),
	lines: count,
	shown: count,
	why: z.string().optional(),
	/** It is no file that is read: a lock file, say, or a binary one. */
	byRule: z.literal(true).optional(),
});
export type FileRead = z.infer<typeof FileRead>;

/**
 * How much of its subject a side was shown. `lines`, `shown` and `files` are of files that are to be read, `whole` is
 * how many of these were shown whole; `named` has the first of all files, those that were not read before the others.
 */
export const Coverage = z.object({
	lines: count,
	shown: count,
	files: count,
	whole: count,
	byRule: z.object({files: count, lines: count}),
	/** The user takes a verdict on less than all. */
	allowed: z.literal(true).optional(),
	named: z.array(FileRead),
});
export type Coverage = z.infer<typeof Coverage>;

/** Files that are named: a side's table has at most so many. */
const mostNamed = 200;

/** The sum of what was shown of files; those that were not read come first. Undefined where there are none. */
export function sumCoverage(files: readonly FileRead[]): Coverage | undefined {
	if (files.length === 0) return undefined;
	const ruled = files.filter(({byRule}) => byRule);
	const read = files.filter(({byRule}) => !byRule);
	const [whole, part] = [read.filter(isWhole), read.filter(file => !isWhole(file))];
	const sum = (of: readonly FileRead[], what: 'lines' | 'shown'): number =>
		of.reduce((all, file) => all + file[what], 0);
	return {
		lines: sum(read, 'lines'),
		shown: sum(read, 'shown'),
		files: read.length,
		whole: whole.length,
		byRule: {files: ruled.length, lines: sum(ruled, 'lines')},
		named: [...part, ...ruled, ...whole].slice(0, mostNamed),
	};
}

/** Whether all of a file was read. */
export const isWhole = ({lines, shown, why}: FileRead): boolean => shown === lines && why === undefined;

/** Whether something was not read that is to be read. */
export const isPartial = ({
	lines,
	shown,
	files,
	whole,
}: Pick<Coverage, 'lines' | 'shown' | 'files' | 'whole'>): boolean => shown < lines || whole < files;

/** That of the side that was shown less; undefined where neither says. */
export function lesserCoverage(one: Coverage | undefined, other: Coverage | undefined): Coverage | undefined {
	if (!one || !other) return one ?? other;
	const [unread, too] = [one, other].map(({lines, shown}) => lines - shown);
	const isOther = unread === too ? other.files - other.whole > one.files - one.whole : (too ?? 0) > (unread ?? 0);
	return {...(isOther ? other : one), ...((one.allowed || other.allowed) && {allowed: true as const})};
}

export const SectionEvent = z.object({
	type: z.literal('section'),
	/** The turn that holds its text. */
	turnId: z.string().min(1),
	/** Such as `Response 2`, and the line of the file that it stands on. */
	heading: z.string().min(1),
	line: z.int().positive(),
	/** Who signed it, with which tool, and when by the signer's clock. */
	role: z.enum(['A', 'B']),
	tool: z.string().optional(),
	signedAt: z.string().optional(),
	/** In a side's first section: what it was shown. */
	coverage: Coverage.optional(),
	/** In the consensus of a debate that was not `full`: what that leaves out, as a sentence. */
	depth: z.object({level: z.enum(depths), told: z.string()}).optional(),
	/**
	 * The points that this section raises or whose state it sets. `place` is where the point is found, such as
	 * `src/retry.ts:42`.
	 */
	points: z.array(
		z.object({
			id: z.string().min(1),
			title: z.string(),
			by: z.enum(['A', 'B']),
			place: z.string().optional(),
			state: PointState,
			why: z.string().optional(),
			/** As its writer has it; left out where the writer said nothing of it. */
			severity: PointSeverity.optional(),
			/** Set where the place is in the file as it was before the change. */
			old: z.literal(true).optional(),
			evidence: Evidence.optional(),
			/** Its writer has given it up; the state is then `disagreed`. */
			withdrawn: z.literal(true).optional(),
			/** Nothing that ran shows it, and it is too slight for the other side to be asked. */
			aside: z.literal(true).optional(),
			/** What should be done, in a sentence; `unconfirmed` if one side has changed it without a yes of the other. */
			resolution: z.string().optional(),
			unconfirmed: z.literal(true).optional(),
		}),
	),
});
export type SectionEvent = z.infer<typeof SectionEvent>;

export const codeDebateEvents = [SectionEvent] as const;

// The ledger of a Code Debate: every point in dispute, and how each section changed its state.

export type AgentRole = SectionEvent['role'];

type SectionPoint = SectionEvent['points'][number];

/** A point as it stands, and every section that raised it or set its state, in order. */
export type LedgerPoint = SectionPoint & {
	readonly history: readonly {
		readonly heading: string;
		readonly role: AgentRole;
		readonly state: SectionPoint['state'];
		readonly withdrawn?: true;
		readonly why?: string | undefined;
	}[];
};

/** How a point stands, or ends where nothing more is said: only what is upheld is to be acted on. */
export const pointOutcomes = ['upheld', 'withdrawn', 'disputed', 'noted'] as const;
export type PointOutcome = (typeof pointOutcomes)[number];

type PointStanding = Pick<SectionPoint, 'state' | 'withdrawn' | 'severity' | 'aside'>;

/** `noted`: one side says so, and the other was not asked. */
export function outcomeOf({state, withdrawn, severity, aside}: PointStanding): PointOutcome {
	if (withdrawn) return 'withdrawn';
	if (state === 'agreed') return 'upheld';
	return state === 'open' && (severity === 'note' || aside) ? 'noted' : 'disputed';
}

export const isSettled = (point: PointStanding): boolean => outcomeOf(point) !== 'disputed';

export const severityOf = ({severity = 'major'}: Pick<SectionPoint, 'severity'>): PointSeverity => severity;

/** As a point counts: a severity lower where what shows it was run and does not hold. */
export function weightOf(point: Pick<SectionPoint, 'severity' | 'evidence'>): PointSeverity {
	const given = severityOf(point);
	if (point.evidence?.ran !== 'does not hold') return given;
	return severities[severities.indexOf(given) + 1] ?? given;
}

/** Whether what shows a point was run, and holds. */
export const isShown = ({evidence}: {readonly evidence?: SectionPoint['evidence'] | null}): boolean =>
	evidence?.ran === 'holds';

/** Whether a severity is that of `least` or graver. */
export const isAtLeast = (severity: PointSeverity, least: PointSeverity): boolean =>
	severities.indexOf(severity) <= severities.indexOf(least);

export type CodeDebateState = {
	readonly ledger: readonly LedgerPoint[];
	/** How many points are settled: upheld or withdrawn. */
	readonly resolved: number;
	/** The tool that each agent signed with last. */
	readonly tools: Readonly<Partial<Record<AgentRole, string>>>;
	readonly sections: readonly SectionEvent[];
	/** What each side says that it was shown. */
	readonly coverage: Readonly<Partial<Record<AgentRole, Coverage>>>;
	/** What the consensus says of the depth, where that was not full. */
	readonly depth?: SectionEvent['depth'];
};

export const emptyCodeDebate: CodeDebateState = {ledger: [], resolved: 0, tools: {}, sections: [], coverage: {}};

export function reduceCodeDebate(
	debate: CodeDebateState,
	section: SectionEvent,
	own: InPlaceArrays = new WeakSet(),
): CodeDebateState {
	const {tool, role, points, coverage, depth} = section;
	const signed = {
		...debate,
		coverage: coverage ? {[role]: coverage, ...debate.coverage} : debate.coverage,
		sections: append(debate.sections, section, own),
		...(depth && {depth}),
		tools: tool === undefined ? debate.tools : {...debate.tools, [role]: tool},
	};
	return points.reduce((result, point) => withPoint(result, point, section, own), signed);
}

function withPoint(
	debate: CodeDebateState,
	point: SectionPoint,
	{heading, role}: SectionEvent,
	own: InPlaceArrays,
): CodeDebateState {
	const {ledger, resolved} = debate;
	const index = ledger.findLastIndex(({id}) => id === point.id);
	const before = ledger[index];
	const after = {
		...point,
		history: [
			...(before?.history ?? []),
			{heading, role, state: point.state, why: point.why, ...(point.withdrawn && {withdrawn: true as const})},
		],
	};
	return {
		...debate,
		ledger: before ? replace(ledger, index, after, own) : append(ledger, after, own),
		resolved: resolved + Number(isSettled(point)) - Number(before !== undefined && isSettled(before)),
	};
}

// What the points of a Code Debate come to: a verdict on the change, and whether a threshold is met.

/** What to do with the change. */
export const verdicts = ['merge', 'merge after fixes', 'do not merge', 'undecided'] as const;
type MergeVerdict = (typeof verdicts)[number];

export type JudgedPoint = Parameters<typeof outcomeOf>[0] & Parameters<typeof weightOf>[0];

const isSo = (point: JudgedPoint, outcome: PointOutcome, least: PointSeverity): boolean =>
	outcomeOf(point) === outcome && isAtLeast(weightOf(point), least);

/**
 * An upheld blocker forbids it, a disputed blocker or major point leaves it open, as do lines that were not read; an
 * upheld major or minor point wants a fix first.
 */
export function verdictOf(points: readonly JudgedPoint[], coverage: Coverage | undefined): MergeVerdict {
	const has = (outcome: PointOutcome, least: PointSeverity): boolean =>
		points.some(point => isSo(point, outcome, least));
	if (has('upheld', 'blocker')) return 'do not merge';
	if (has('disputed', 'major') || leavesOpen(coverage)) return 'undecided';
	return has('upheld', 'minor') ? 'merge after fixes' : 'merge';
}

/** Whether lines that were not read leave the verdict open: not where the user has allowed it, or nobody says. */
export const leavesOpen = (coverage: Coverage | undefined): boolean =>
	coverage !== undefined && isPartial(coverage) && !coverage.allowed;

/**
 * When a debate counts as failed: an upheld point of this severity or graver, only one that was shown where
 * `failOnShown` is set, or one that stays disputed.
 */
export type Threshold = {
	readonly failOn?: PointSeverity | undefined;
	readonly failOnShown?: boolean | undefined;
	readonly failOnDisputed?: boolean | undefined;
};

/** The points that meet a threshold. A shown or disputed one counts from the same severity on; without one, always. */
export const pointsOver = <P extends JudgedPoint>(
	points: readonly P[],
	{failOn, failOnShown, failOnDisputed}: Threshold,
): P[] =>
	points.filter(
		point =>
			(failOnShown
				? isShown(point) && isSo(point, 'upheld', failOn ?? 'note')
				: failOn !== undefined && isSo(point, 'upheld', failOn)) ||
			// What one side noted has no reply; whoever wants to fail by notes is told of it.
			(failOn === 'note' && !failOnShown && outcomeOf(point) === 'noted') ||
			(failOnDisputed === true && isSo(point, 'disputed', failOn ?? 'note')),
	);
