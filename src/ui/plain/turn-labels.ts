/** Who speaks and how, above what is said. */
import type {DebateState, Turn} from '../../debate/state.ts';
import {humanize, interruptionNames, speakerOfTurn, turnKindLabel} from '../../languages/wording.ts';

const cutBy = ({interruptions}: DebateState, turn: Turn) =>
	turn.kind === 'interruption' ? interruptions.find(({turnId}) => turnId === turn.replyTo) : undefined;

/** For files and pipes, whose words stay what they always were. */
export function labelOf(state: DebateState, turn: Turn): string {
	const seat = state.seats.find(({id}) => id === turn.speaker);
	const kind = turnKindLabel(turn);
	const cut = cutBy(state, turn);
	const about = cut
		? ` (${humanize(cut.reason)})`
		: kind === undefined && seat?.framework !== undefined
			? ` (${humanize(seat.framework)})`
			: '';
	return `${speakerOfTurn(state, turn)}${kind === undefined ? '' : ` ${kind}`}${about}:`;
}

/** For a screen reader, as the screens have it. */
export function labelAloud(state: DebateState, turn: Turn): string {
	const cut = cutBy(state, turn);
	if (cut) return `${speakerOfTurn(state, turn)} cuts in and ${interruptionNames[cut.reason]}:`;
	return turn.kind === 'resumption' ? `${speakerOfTurn(state, turn)} resumes:` : labelOf(state, turn);
}
