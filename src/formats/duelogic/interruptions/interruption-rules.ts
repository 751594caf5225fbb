/** Whether one chair may interrupt another, and where: decided by code, not by a model. */
import type {InterruptionReason} from '../../../debate/events.ts';
import type {Cut, SoFar} from '../../../debate/protocol.ts';
import {isPerson} from '../../../debate/seats.ts';
import type {DebateState, Turn} from '../../../debate/state.ts';
import type {InterruptionAnswer} from '../config/answers.ts';
import {activeChairs, isOut, seatIn, spokenMinutes, type ChairSeat, type DuelogicDebate} from '../seating/seating.ts';

/** Urgency at high severity, in hundredths; medium is 15 less, low 30 less. */
const urgencies: Readonly<Record<InterruptionReason, number>> = {
	straw_man_detected: 95,
	factual_correction: 90,
	direct_challenge: 85,
	pivotal_point: 75,
	clarification_needed: 70,
	strong_agreement: 60,
};
const severityDiscounts = {high: 0, medium: 15, low: 30} as const;

/** Urgency from 0 to 1. */
export const urgencyOf = (reason: InterruptionReason, severity: InterruptionAnswer['severity']): number =>
	(urgencies[reason] - severityDiscounts[severity]) / 100;

/** Minimum urgency for an interruption, by aggressiveness 1 to 5: 0.9, 0.8, 0.7, 0.6, 0.5. */
export const thresholdOf = (aggressiveness: number): number => (10 - aggressiveness) / 10;

/** The first sentence at whose end a turn can be cut. */
export const firstCuttable = 3;
/** The rest of the expected length is protected. */
const unprotectedShare = 0.8;

/** Whether a turn has come into its last fifth, where nobody cuts in any more. */
export const isPastMark = (words: number, expectedWords: number): boolean => words >= unprotectedShare * expectedWords;

/** Chairs that may interrupt the running turn once so much of it was heard, if it gives them cause. */
export function whoMayCut(debate: DuelogicDebate, heard: DebateState, spoken: SoFar): readonly ChairSeat[] {
	const {enabled, allowChairInterruptions} = debate.config.interruptions;
	if (!enabled || !allowChairInterruptions || heard.segment !== 'exchange' || isSpared(debate, heard, spoken))
		return [];
	// A person who wants to cut in barges in: nobody says that for them.
	return activeChairs(debate, heard).filter(
		({id}) =>
			id !== spoken.speaker &&
			!isPerson(seatIn(heard, id) ?? {voice: ''}) &&
			isCooldownOver(debate, heard, id, spoken.words),
	);
}

/** Whether a cut may be made after what was heard. */
export const mayCut = (
	debate: DuelogicDebate,
	heard: DebateState,
	{interrupter}: Cut,
	spoken: SoFar,
	expectedWords: number,
): boolean =>
	spoken.sentences.length >= firstCuttable &&
	!isPastMark(spoken.words, expectedWords) &&
	whoMayCut(debate, heard, spoken).some(({id}) => id === interrupter);

/** Turns after a cut in which a chair is not cut again. */
const sparedTurns = 2;

/** Whether the speaker was cut off lately, and another chair was not: then it is that one's turn to be cut. */
function isSpared(debate: DuelogicDebate, {turns, ...heard}: DebateState, {speaker, turnId}: SoFar): boolean {
	const before = turns.slice(
		0,
		turns.findIndex(({id}) => id === turnId),
	);
	const wasCut = (chair: string): boolean =>
		repliesOf(before, chair)
			.slice(-sparedTurns)
			.some(({cut}) => cut);
	return wasCut(speaker) && activeChairs(debate, {turns, ...heard}).some(({id}) => id !== speaker && !wasCut(id));
}

const repliesOf = (turns: readonly Turn[], chair: string): Turn[] =>
	turns.filter(({kind, speaker}) => kind === 'reply' && speaker === chair);

/** Whether enough has been said since the chair's last interruption, in debate time (150 words a minute). */
function isCooldownOver({config}: DuelogicDebate, {turns}: DebateState, chair: string, running: number): boolean {
	const last = turns.findLastIndex(({kind, speaker}) => kind === 'interruption' && speaker === chair);
	return last < 0 || spokenMinutes(turns.slice(last + 1), running) * 60 >= config.interruptions.cooldownSeconds;
}

/** The seat that is asked about interruptions: the first judge that is not out, else the arbiter. */
export const watcherSeat = (debate: DuelogicDebate, heard: DebateState): string | undefined =>
	[...heard.seats.filter(({role}) => role === 'judge').map(({id}) => id), debate.arbiter.id].find(
		id => !isOut(heard, id),
	);
