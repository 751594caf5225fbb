/** Which point the code is shown for: the one that was chosen, or the one that is spoken of. */
import {isSettled, type AgentRole, type LedgerPoint} from '../../../debate/formats/code-debate/state.ts';
import {heardText} from '../../../debate/queries.ts';
import type {DebateState} from '../../../debate/state.ts';
import {roleOf} from '../../../debate/views/code-debate.ts';
import {findPlace, placesIn, type CodeFile, type CodePlace} from '../../../debate/views/debated-code.ts';

export type PointFocus = {
	/** Undefined before a point is in the ledger. */
	readonly point: LedgerPoint | undefined;
	readonly id: string | undefined;
	readonly title: string;
	/** The place as it is named, and where that is in the code. */
	readonly named: string | undefined;
	readonly place: CodePlace | undefined;
	/** Who named the place first. */
	readonly by: AgentRole | undefined;
	/** Whether it was chosen, and so stays. */
	readonly chosen: boolean;
};

/** Without a point anywhere, the first change. */
export function focusOf(state: DebateState, files: readonly CodeFile[], chosen: string | undefined): PointFocus {
	const {ledger} = state.formats.codeDebate;
	const picked = chosen === undefined ? undefined : ledger.findLast(({id}) => id === chosen);
	if (picked) return focusOn(picked, files, true);
	const spoken = spokenOf(state, files);
	if (spoken) return spoken;
	const point = underDispute(state);
	if (point) return focusOn(point, files, false);
	const [first] = files;
	const place = first && findPlace(files, first.path);
	return {
		point: undefined,
		id: undefined,
		title: first?.path ?? '',
		named: first?.path,
		place,
		by: undefined,
		chosen: false,
	};
}

function focusOn(point: LedgerPoint, files: readonly CodeFile[], chosen: boolean): PointFocus {
	const {id, title, by, place: named} = point;
	const place = named === undefined ? undefined : findPlace(files, named, point.old);
	return {point, id, title, named, place, by, chosen};
}

/** What the latest section leaves in dispute, else what any does, else the last point. */
function underDispute({formats}: DebateState): LedgerPoint | undefined {
	const {ledger, sections, resolved} = formats.codeDebate;
	for (const {id} of sections.at(-1)?.points ?? []) {
		const point = ledger.findLast(each => each.id === id);
		if (point && !isSettled(point)) return point;
	}
	return (resolved < ledger.length ? ledger.findLast(point => !isSettled(point)) : undefined) ?? ledger.at(-1);
}

/** Characters at the end of what is said in which a point is looked for. */
const tail = 4000;
const heading = /^(?:#{3,6}|[-*+])\s+\W*(?<id>P\d+)\b(?<rest>.*)$/u;

/** The point, or at least the place, that the words which are being said came to last. */
function spokenOf(state: DebateState, files: readonly CodeFile[]): PointFocus | undefined {
	const running = state.turns.at(-1);
	if (!running || !state.open.includes(running.id)) return undefined;
	const lines = heardText(state, running).slice(-tail).split('\n').toReversed();
	for (const line of lines) {
		const {id, rest = ''} = heading.exec(line)?.groups ?? {};
		if (id === undefined) continue;
		const known = state.formats.codeDebate.ledger.findLast(point => point.id === id);
		if (known) return focusOn(known, files, false);
		const named = placesIn(line).at(-1);
		const place = named === undefined ? undefined : findPlace(files, named, /, old file/u.test(line));
		if (place) return {point: undefined, id, title: titleIn(rest), named, place, by: roleOf(running), chosen: false};
	}
	return undefined;
}

/** A heading without severity, category and place. */
const titleIn = (rest: string): string =>
	rest
		.replace(/\s*\(`[^`]*`[^)]*\)\s*$/u, '')
		.replace(/^\s*\[\w+\]/u, '')
		.replace(/^[^\p{L}\p{N}`"']*/u, '')
		.replaceAll(/[`*]/gu, '');
