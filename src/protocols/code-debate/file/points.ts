/** The ledger of points as a fold over a file's sections: what was raised, its state, and which section set it. */
import type {PointState} from '../../../debate/formats/code-debate/events.ts';
import {findingsIn, headline, openingEntries, replyEntries} from './entries.ts';
import type {DebateFile, Section} from './file.ts';
import {otherRole, type Role} from './signature.ts';
import {writerOf} from './turns.ts';

export type DebatePoint = {
	/** `P1`, `P2`, … in the order in which they were raised. */
	readonly id: string;
	readonly title: string;
	readonly by: Role;
	/** Such as `src/retry.ts:42`. */
	readonly place: string | undefined;
	/** As the latest section to answer it has it; `open` until one does. */
	readonly state: PointState;
	/** What was said last. */
	readonly why: string;
	/** What was said last by the other side before that. */
	readonly before: string;
	/** The section that set the state, and who wrote it. */
	readonly in: string;
	readonly set: Role;
};

export type Ledger = readonly DebatePoint[];

/** The ledger after one more section. The next free number is given to a new finding that has none. */
export function withSection(ledger: Ledger, section: Section): Ledger {
	const by = roleOf(section);
	if (section.kind === 'opening')
		return openingEntries(section).map((entry, place) => ({
			id: `P${place + 1}`,
			title: entry.title,
			by,
			place: entry.place,
			state: 'open',
			why: entry.why,
			before: '',
			in: section.heading,
			set: by,
		}));
	const answered = replyEntries(section)
		.filter(({category}) => category !== undefined)
		.reduce<Ledger>((points, {id, category, why}, place) => {
			const meant = id ?? unresolved(ledger)[place]?.id;
			return points.map(point =>
				point.id === meant && category
					? {
							...point,
							state: category,
							why,
							before: point.set === by ? point.before : point.why,
							in: section.heading,
							set: by,
						}
					: point,
			);
		}, ledger);
	const found = section.kind === 'consensus' ? [] : findingsIn(section).filter(({mark}) => mark === 'new finding');
	return found.reduce<Ledger>(
		(points, {id, text, place}) => [
			...points,
			{
				id: freeId(points, id),
				title: headline(text),
				by,
				place,
				state: 'open',
				why: text,
				before: '',
				in: section.heading,
				set: by,
			},
		],
		answered,
	);
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

/** Points on which the two do not agree yet. */
export const unresolved = (ledger: Ledger): DebatePoint[] => ledger.filter(({state}) => state !== 'agreed');

/** Unresolved points that `role` is to answer: those on which the other side spoke last. */
export const pointsToAnswer = (ledger: Ledger, role: Role): DebatePoint[] =>
	unresolved(ledger).filter(({set}) => set === otherRole(role));
