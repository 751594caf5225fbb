/** Judges a turn on the floor: the checklist, then the second look at what decides. */
import type {EvaluationEvent} from '../../../debate/formats/duelogic/events.ts';
import type {Floor} from '../../../debate/protocol.ts';
import type {DebateState, Turn} from '../../../debate/state.ts';
import type {DuelogicDebate} from '../seating/seating.ts';
import {judgingOf, notResumed, type JudgeAnswers, type JudgeRequest} from './judging.ts';
import type {Owed} from './rubric.ts';

/** A turn as it was heard, with what it owed and how it was resumed after a cut. */
export type TurnToJudge = {readonly turn: Turn; readonly owed: Owed; readonly resumption: Turn | undefined};

/** The evaluation of a turn and its resumption; without a score where judges failed, or where it was never resumed. */
export async function judgeTurn(
	debate: DuelogicDebate,
	floor: Floor,
	heard: DebateState,
	{turn, owed, resumption}: TurnToJudge,
): Promise<EvaluationEvent> {
	if (turn.cut && !resumption) return notResumed(debate, turn);
	const judging = judgingOf(debate, heard, turn, owed, resumption ? [resumption] : []);
	const first = await askAll(floor, judging.first, '');
	const second = await askAll(floor, judging.second(first), 'check ');
	return judging.evaluation(first, second);
}

async function askAll(floor: Floor, requests: readonly JudgeRequest[], prefix: string): Promise<JudgeAnswers> {
	if (requests.length === 0) return new Map();
	const asked = requests.map(({judge, prompt, schema}) => [
		`${prefix}${judge}`,
		async (own: Floor) => [judge, await own.ask(judge, prompt, schema, {purpose: 'judge'})] as const,
	]);
	return new Map(await floor.together(Object.fromEntries(asked)));
}
