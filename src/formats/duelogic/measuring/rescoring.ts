/** Judges the turns of a debate that was held before anew, by the present rules, by a script that the engine runs. */
import {z} from 'zod';
import {tally, tokensIn} from '../../../debate/expectation.ts';
import type {Participant} from '../../../debate/events.ts';
import type {EvaluationEvent} from '../../../debate/formats/duelogic/events.ts';
import type {Floor, Protocol, Setup} from '../../../debate/protocol.ts';
import type {DebateState, Turn} from '../../../debate/state.ts';
import type {DuelogicConfig} from '../config/config.ts';
import {judgeTurn, type TurnToJudge} from '../judging/judge-turn.ts';
import {judgingOf} from '../judging/judging.ts';
import {owedBy} from '../seating/owed.ts';
import type {Owed} from '../judging/rubric.ts';
import {typicalJudging} from '../judging/typical-tokens.ts';
import {resumptionOf} from '../judging/whole-turns.ts';
import {createDebate, type DuelogicDebate} from '../seating/seating.ts';

/** What is judged anew: recorded, so that a rescoring is only gone on with where it is the same. */
export const RescoreConfig = z.object({
	rules: z.int(),
	/** The debate's id, and the hash of the last event that was read. */
	debate: z.string(),
	upto: z.string(),
	contextTokens: z.int().min(4000),
});
export type RescoreConfig = z.infer<typeof RescoreConfig>;

/** The script for a debate as it was heard. It is no format: nothing lists it, and only judges sit in it. */
export function rescoring(old: DebateState, config: DuelogicConfig): Protocol<RescoreConfig> {
	const stage = ({participants, cachedShares, config: {contextTokens}}: Setup<RescoreConfig>): DuelogicDebate =>
		createDebate({
			config: {...config, contextTokens},
			subject: old.start?.subject ?? {text: ''},
			participants: [...speakersOf(old), ...participants],
			...(cachedShares && {cachedShares}),
		});
	const heard = withoutScores(old);
	return {
		id: 'rescore',
		name: 'Rescore',
		summary: 'The turns of an earlier debate are judged anew.',
		version: 1,
		config: RescoreConfig,
		cast: () => [{id: 'judge', role: 'judge'}],
		minSpeakers: 1,
		speakers: () => ['judge', 'judge_2', 'judge_3'],
		estimate: setup => estimateRescoring(stage(setup), heard),
		script: async (setup, floor) => {
			const debate = stage(setup);
			const judged = turnsToJudge(debate, heard);
			const chairs = [...new Set(judged.map(({turn}) => turn.speaker))];
			await floor.together(
				Object.fromEntries(
					chairs.map(chair => [
						chair,
						(own: Floor) =>
							judgeChair(
								debate,
								own,
								heard,
								judged.filter(({turn}) => turn.speaker === chair),
							),
					]),
				),
			);
			return {outcome: 'completed'};
		},
	};
}

/** One chair's turns in their order, so that a judge is told what it was found to admit before. */
async function judgeChair(
	debate: DuelogicDebate,
	floor: Floor,
	heard: DebateState,
	turns: readonly TurnToJudge[],
): Promise<void> {
	const evaluations = new Map<string, EvaluationEvent>();
	for (const each of turns) {
		const known = heard.turns.map(turn => ({...turn, evaluation: evaluations.get(turn.id)}));
		await floor.together({
			[each.turn.id]: async own => {
				const evaluation = await judgeTurn(debate, own, {...heard, turns: known}, each);
				evaluations.set(each.turn.id, evaluation);
				await own.record(evaluation);
			},
		});
	}
}

/** Who spoke and hosted, by the names and models of the start; the judges of that time are left out. */
const speakersOf = ({start}: DebateState): readonly Participant[] =>
	(start?.participants ?? []).filter(({role}) => role !== 'judge');

/** Nobody who judges anew is shown what was found before. */
const withoutScores = (state: DebateState): DebateState => ({
	...state,
	turns: state.turns.map(turn => ({...turn, evaluation: undefined})),
});

/** The turns that a debate judges: replies in exchanges, with how they were taken up again after a cut. */
function turnsToJudge(debate: DuelogicDebate, heard: DebateState): readonly TurnToJudge[] {
	return heard.turns
		.filter(({kind, text, finish}) => kind === 'reply' && finish !== undefined && text.trim() !== '')
		.map(turn => ({turn, owed: owedWhenSpoken(debate, heard, turn), resumption: resumptionOf(heard.turns, turn)}));
}

function owedWhenSpoken(debate: DuelogicDebate, heard: DebateState, turn: Turn): Owed {
	const {steelManning, selfCritique} = turn.owes ?? {};
	if (steelManning !== undefined && selfCritique !== undefined) return {steelManning, selfCritique};
	const earlier = heard.turns.slice(0, heard.turns.indexOf(turn));
	return owedBy(debate, {...heard, turns: earlier}, turn.speaker);
}

function estimateRescoring(debate: DuelogicDebate, heard: DebateState) {
	const sum = tally();
	for (const {turn, owed, resumption} of turnsToJudge(debate, heard)) {
		if (turn.cut && !resumption) continue;
		const {first} = judgingOf(debate, heard, turn, owed, resumption ? [resumption] : []);
		for (const {judge, prompt} of first) {
			const tokens = prompt.messages.reduce((all, {content}) => all + tokensIn(content), 0);
			const shared = tokens - tokensIn(prompt.messages.at(-1)?.content);
			sum.ask(judge, {shared, own: tokens - shared, output: typicalJudging.answer});
			sum.ask(judge, {
				own: typicalJudging.crossCheckPrompt,
				output: typicalJudging.crossCheckAnswer,
				times: typicalJudging.crossChecks,
			});
		}
	}
	return sum.expected;
}
