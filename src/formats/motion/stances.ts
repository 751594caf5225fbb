/** Where the judges stand on the motion, before the debate and after it; without effect on any verdict. */
import type {JudgeStanceEvent} from '../../debate/formats/duelogic/events.ts';
import {tag} from '../../debate/prompt.ts';
import type {Floor, Prompt} from '../../debate/protocol.ts';
import {splitSentences} from '../../debate/text/sentences.ts';
import type {DebateState} from '../../debate/state.ts';
import {MotionStance} from './config/answers.ts';
import {promptOf, sharedMessages} from './prompts/shared-prefix.ts';
import {isOut, type MotionDebate} from './seating/seating.ts';

type When = JudgeStanceEvent['when'];

/** Asks them all in the background. */
export function askStances(debate: MotionDebate, floor: Floor, when: When): void {
	const {heard} = floor;
	if (!debate.config.verdict.enabled || floor.stopping) return;
	floor.background(`stance ${when}`, async own => {
		const able = debate.bench.judges.filter(judge => !isOut(heard, judge));
		const stances = await own.together(
			Object.fromEntries(
				able.map(judge => [
					judge,
					async (each: Floor): Promise<JudgeStanceEvent> => {
						const answer = await each.ask(judge, stancePrompt(debate, heard, judge, when), MotionStance, {
							purpose: 'stance',
						});
						return answer.ok
							? {type: 'judge-stance', judge, when, stance: answer.value.stance, reason: sentence(answer.value.reason)}
							: {type: 'judge-stance', judge, when, stance: null, reason: answer.reason};
					},
				]),
			),
		);
		for (const stance of stances) await own.record(stance);
	});
}

/** Before the debate, only the motion is shown. */
function stancePrompt(debate: MotionDebate, heard: DebateState, judge: string, when: When): Prompt {
	const wanted =
		when === 'before'
			? 'Nobody has argued yet. Where do you stand on the motion, by all you know yourself?'
			: 'You have heard the debate. Where do you stand on the motion now? Go by what was argued, not by how well; to stay where you were is an answer too.';
	const task = tag(
		'task',
		{kind: 'stance', speaker: judge, when, words: 30},
		`${wanted}\nThis once your own view is asked for; it counts in no verdict. First the reason: one sentence. Then the stance: a whole number from -3 (wholly against) over 0 (undecided) to 3 (wholly for).`,
	);
	return promptOf(
		sharedMessages(debate, when === 'before' ? {...heard, turns: []} : heard),
		`You are a judge.\n${task}`,
		{maxTokens: 300, temperature: 0},
	);
}

const sentence = (text: string): string => (splitSentences(text.replace(/\s+/gu, ' ').trim())[0] ?? '').trim();
