/** The lines that either side has named: of the point in focus, and of the others in the same file. */
import {memoizeRecent} from '../../../debate/fold/memoize-recent.ts';
import type {AgentRole, LedgerPoint} from '../../../debate/formats/code-debate/state.ts';
import {findPlace, placesIn, type CodeFile} from '../../../debate/views/debated-code.ts';
import type {PointFocus} from './focus.ts';

/** `sides` have named the line for the point in focus; `points` are found there. */
export type LineMark = {readonly sides: readonly AgentRole[]; readonly points: readonly string[]};

/** By the places of lines in the file in focus. */
export type LineMarks = ReadonlyMap<number, LineMark>;

type Points = readonly LedgerPoint[];

/** The others that are looked at, the latest. */
const OTHERS = 60;

export function marksOf({place, point, named, by}: PointFocus, ledger: Points, files: readonly CodeFile[]): LineMarks {
	if (!place) return new Map();
	const marks = marksIn(ledger, place.file, files, point);
	// What is being raised just now is not in the ledger yet.
	return point || by === undefined || named === undefined
		? marks
		: new Map([...marks, [place.at, {sides: [by], points: marks.get(place.at)?.points ?? []}]]);
}

const marksIn = memoizeRecent(
	(ledger: Points, file: CodeFile, files: readonly CodeFile[], point: LedgerPoint | undefined): LineMarks => {
		const marks = new Map<number, {sides: AgentRole[]; points: string[]}>();
		const markAt = (named: string, old = false) => {
			const place = findPlace(files, named, old);
			if (place?.file !== file) return undefined;
			const mark = marks.get(place.at) ?? {sides: [], points: []};
			marks.set(place.at, mark);
			return mark;
		};
		for (const {id, place, old} of ledger.slice(-OTHERS)) if (place !== undefined) markAt(place, old)?.points.push(id);
		if (!point) return marks;
		if (point.place !== undefined) markAt(point.place, point.old)?.sides.push(point.by);
		for (const {role, why = ''} of point.history)
			for (const named of placesIn(why)) {
				const sides = markAt(named)?.sides;
				if (sides && !sides.includes(role)) sides.push(role);
			}
		return marks;
	},
);
