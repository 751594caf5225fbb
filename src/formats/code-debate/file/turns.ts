/** Whose turn it is: what may be appended to a file in a given state, and by whom. */
import {headingOf, type DebateFile, type Section} from './file.ts';
import type {Role} from './signature.ts';

/** A round is a follow-up and a response; the protocol allows no more of them. */
export const maxRounds = 5;

export type TurnState =
	/** `heading` may be appended by `role`; where `consensus` is set, so may a consensus. */
	| {readonly is: 'turn'; readonly role: Role; readonly heading: string; readonly consensus: boolean}
	/** The last section has no signature yet. */
	| {readonly is: 'writing'; readonly role: Role; readonly heading: string}
	| {readonly is: 'over'; readonly section: Section}
	/** Heading and signature contradict each other, so nobody may append. */
	| {readonly is: 'broken'; readonly why: string};

/** Who writes a section of this kind. A consensus is signed by whoever ends the debate. */
export const writerOf = (kind: 'opening' | 'response' | 'follow-up'): Role => (kind === 'response' ? 'B' : 'A');

export function turnStateOf({sections}: DebateFile): TurnState {
	const over = sections.find(({kind}) => kind === 'consensus');
	if (over) return {is: 'over', section: over};
	const last = sections.at(-1);
	if (!last || last.kind === 'consensus')
		return {is: 'turn', role: 'A', heading: headingOf('opening'), consensus: false};
	const role = writerOf(last.kind);
	if (!last.signature) return {is: 'writing', role, heading: last.heading};
	if (last.signature.role !== role)
		return {is: 'broken', why: `"${last.heading}" is Agent ${role}’s, and Agent ${last.signature.role} has signed it`};
	return afterSection(last);
}

function afterSection({kind, number = 0}: Section): TurnState {
	if (kind === 'opening') return {is: 'turn', role: 'B', heading: headingOf('response', 1), consensus: false};
	if (kind === 'response') return {is: 'turn', role: 'A', heading: headingOf('follow-up', number), consensus: true};
	if (number >= maxRounds) return {is: 'turn', role: 'A', heading: headingOf('consensus'), consensus: true};
	return {is: 'turn', role: 'B', heading: headingOf('response', number + 1), consensus: false};
}

/**
 * Why `role` may not append a section with this heading; undefined if it may. `timedOut`: it ends the debate because
 * the other side did not answer.
 */
export function appendRefusal(file: DebateFile, role: Role, heading: string, timedOut = false): string | undefined {
	const standing = turnStateOf(file);
	if (standing.is === 'over') return 'the debate is over: "## CONSENSUS" stands in the file';
	if (timedOut && heading === headingOf('consensus'))
		return standing.is === 'turn' && standing.role === role && file.sections.length > 0
			? `it is Agent ${role}’s own turn`
			: undefined;
	if (standing.is === 'broken') return standing.why;
	if (standing.is === 'writing') return `Agent ${standing.role} is still writing "${standing.heading}"`;
	if (standing.role !== role) return `it is Agent ${standing.role}’s turn, with "${standing.heading}"`;
	if (heading === standing.heading || (standing.consensus && heading === headingOf('consensus'))) return undefined;
	return `"${standing.heading}" is due, not "${heading}"`;
}
