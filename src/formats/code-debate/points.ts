/** The ledger of points as a fold over a file's sections: what was raised, its state, and which section set it. */
import {type Evidence, type PointState, type PointSeverity, isSettled} from '../../debate/formats/code-debate.ts';
import {
	findingsIn,
	headline,
	openingEntries,
	replyEntries,
	type PointEntry,
	withoutLabels,
	matchEntries,
} from './entries.ts';
import type {Category} from './category.ts';
import {isBetter, replaces} from './evidence.ts';
import {type DebateFile, type Section, otherRole, type Role, writerOf} from './file.ts';

export type DebatePoint = {
	/** `P1`, `P2`, … in the order in which they were raised. */
	readonly id: string;
	readonly title: string;
	readonly by: Role;
	/** Such as `src/retry.ts:42`; `old`: in the file as it was before the change. */
	readonly place: string | undefined;
	readonly old?: true | undefined;
	readonly severity: PointSeverity | undefined;
	readonly evidence: Evidence | undefined;
	/** Agreed only where the other side said so after the writer last changed the point. */
	readonly state: PointState;
	/** The other side's last answer. */
	readonly answer: Category | undefined;
	readonly withdrawn?: true | undefined;
	/** Nothing that ran shows it, and it is too slight for the other side to be asked. */
	readonly aside?: true | undefined;
	/** What should be done, and who has put it so. */
	readonly resolution: string | undefined;
	/** The side that is asked whether it accepts the resolution, which the other one has changed. */
	readonly confirm: Role | undefined;
	/** That side did not accept it, or was not asked. */
	readonly unconfirmed?: true | undefined;
	/** What was said last. */
	readonly why: string;
	/** What was said last by the other side before that. */
	readonly before: string;
	/** The section that set the state, and who wrote it. */
	readonly in: string;
	readonly set: Role;
};

export type Ledger = readonly DebatePoint[];

type Raised = Pick<PointEntry, 'title' | 'place' | 'why' | 'severity' | 'evidence' | 'resolution' | 'old' | 'aside'>;

const raised = (
	id: string,
	{title, place, why, severity, evidence, resolution, old, aside}: Raised,
	by: Role,
	at: string,
): DebatePoint => ({
	id,
	title,
	by,
	place,
	old,
	severity,
	evidence,
	state: 'open',
	aside,
	answer: undefined,
	resolution,
	confirm: undefined,
	why: withoutLabels(why),
	before: '',
	in: at,
	set: by,
});

/** The ledger after one more section. The next free number is given to a new finding that has none. */
export function withSection(ledger: Ledger, section: Section): Ledger {
	const by = roleOf(section);
	if (section.kind === 'opening') {
		const entries = openingEntries(section);
		const own = new Set(entries.map(({id}) => id)).size === entries.length && entries.every(({id}) => id !== undefined);
		return entries.map((entry, place) => raised((own && entry.id) || `P${place + 1}`, entry, by, section.heading));
	}
	const entries = replyEntries(section).filter(({category, withdrawn}) => category !== undefined || withdrawn);
	const meant = matchEntries(entries, ledger, pointsToAnswer(ledger, by));
	const answered = ledger.map(point => {
		const entry = entries.findLast((_, at) => meant[at] === point.id);
		return entry ? afterAnswer(point, entry, by, section.heading) : point;
	});
	const found = section.kind === 'consensus' ? [] : findingsIn(section).filter(({mark}) => mark === 'new finding');
	return found.reduce<Ledger>(
		(points, finding) => [
			...points,
			raised(
				freeId(points, finding.id),
				{...finding, title: finding.title ?? headline(finding.text), why: finding.text},
				by,
				section.heading,
			),
		],
		answered,
	);
}

function afterAnswer(point: DebatePoint, entry: PointEntry, by: Role, heading: string): DebatePoint {
	// Only whoever raised a point can take it back.
	if (point.withdrawn || (!entry.category && by !== point.by)) return point;
	const before = point.set === by ? point.before : point.why;
	const said: DebatePoint = {...point, why: entry.why, before, in: heading, set: by};
	return by === point.by ? byItsWriter(point, said, entry) : byTheOther(said, entry);
}

const normal = (text: string | undefined): string =>
	(text ?? '')
		.toLowerCase()
		.replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
		.trim();

/** The resolution that an entry puts in the place of the one that stands; undefined where it leaves that as it is. */
const changed = (point: DebatePoint, {resolution}: PointEntry): string | undefined =>
	normal(resolution) === '' || normal(resolution) === normal(point.resolution) ? undefined : resolution;

function byTheOther(point: DebatePoint, entry: PointEntry): DebatePoint {
	const {category = 'disagreed', evidence} = entry;
	const resolution = changed(point, entry);
	return {
		...point,
		state: category,
		answer: category,
		evidence: category === 'agreed' && isBetter(point.evidence, evidence) ? evidence : point.evidence,
		...(resolution !== undefined && {resolution}),
		confirm: category === 'agreed' && resolution !== undefined ? point.by : undefined,
		unconfirmed: undefined,
	};
}

/** A writer can change or give up a point, and answer a changed resolution; it cannot agree to its own point. */
function byItsWriter(point: DebatePoint, said: DebatePoint, entry: PointEntry): DebatePoint {
	const {category, severity = point.severity} = entry;
	const evidence = replaces(point.evidence, entry.evidence) ? entry.evidence : point.evidence;
	const own = {...said, severity, evidence};
	const given = category === 'agreed' && point.answer === 'disagreed';
	if (entry.withdrawn || given) return {...own, state: 'disagreed', withdrawn: true, confirm: undefined};
	const resolution = changed(point, entry);
	if (point.confirm !== undefined)
		// A yes to the resolution leaves it to the other side to have agreed, and in its words.
		return category === 'agreed' && resolution === undefined
			? {...point, severity, evidence, confirm: undefined}
			: {...own, confirm: undefined, unconfirmed: true};
	if (point.answer === undefined || (category === 'agreed' && point.state === 'agreed')) return point;
	return {
		...own,
		state: category === 'agreed' ? 'partly' : (category ?? point.state),
		...(resolution !== undefined && {resolution}),
	};
}

export const roleOf = (section: Section): Role =>
	section.signature?.role ?? (section.kind === 'consensus' ? 'A' : writerOf(section.kind));

function freeId(points: Ledger, wished: string | undefined): string {
	if (wished !== undefined && points.every(({id}) => id !== wished)) return wished;
	return `P${Math.max(0, ...points.map(({id}) => Number(id.slice(1)))) + 1}`;
}

/** The ledger of a whole file; a section that is still being written does not count. */
export const ledgerOf = ({sections}: Pick<DebateFile, 'sections'>): Ledger =>
	sections.filter(({signature, kind}) => signature || kind === 'consensus').reduce(withSection, [] as Ledger);

/** Points that were raised or answered between two states of the ledger. */
export const changedPoints = (before: Ledger, after: Ledger): DebatePoint[] =>
	after.filter(point => !before.includes(point));

/** Points that are neither upheld nor withdrawn. */
export const unresolved = (ledger: Ledger): DebatePoint[] => ledger.filter(point => !isSettled(plain(point)));

/** With the fields that may be left out left out. */
export const plain = ({state, withdrawn, severity, aside}: DebatePoint) => ({
	state,
	...(withdrawn && {withdrawn}),
	...(severity && {severity}),
	...(aside && {aside}),
});

/** Whether something is still to be said to it. Notes have no round, whatever was answered to them. */
const isWaiting = (point: DebatePoint): boolean => point.severity !== 'note' && !isSettled(plain(point));

/** Points on which something is still to be said: unresolved ones, and resolutions that wait for a yes. */
export const unfinished = (ledger: Ledger): DebatePoint[] =>
	ledger.filter(point => isWaiting(point) || point.confirm !== undefined);

/** What `role` is to answer: points on which the other side spoke last, and resolutions that it is to confirm. */
export const pointsToAnswer = (ledger: Ledger, role: Role): DebatePoint[] =>
	ledger.filter(point => point.confirm === role || (isWaiting(point) && point.set === otherRole(role)));
