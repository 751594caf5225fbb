/** The judges’ own stances on the proposition, before and after the debate; they move no score. */
import {mayJudge} from '../../debate/bench.ts';
import {tag, promptOf} from '../../debate/prompt.ts';
import type {Floor, Prompt} from '../../debate/protocol.ts';
import {splitSentences} from '../../debate/text/sentences.ts';
import type {Seat} from '../../debate/seats.ts';
import type {JudgeStanceEvent} from '../../debate/evaluation.ts';
import type {DebateState} from '../../debate/state.ts';
import {maxJudges} from './evaluate.ts';
import {sharedMessages} from './shared-prefix.ts';
import {StanceAnswer} from './config.ts';
import {isOut, type DuelogicDebate} from './seats.ts';

type StanceTime = JudgeStanceEvent['when'];

/** The judges who can answer, or else the arbiter; no rehearsal where others than rehearsals argue. */
function stanceJudges(debate: DuelogicDebate, heard: DebateState): Seat[] {
	const able = heard.seats.filter(({id}) => !isOut(heard, id));
	const judges = able.filter(({role}) => role === 'judge').slice(0, maxJudges);
	return [...mayJudge(judges.length > 0 ? judges : able.filter(({id}) => id === debate.arbiter.id), heard.seats)];
}

/** Asks every judge in the background what it thinks of the proposition. */
export function askJudgeStances(debate: DuelogicDebate, floor: Floor, when: StanceTime): void {
	const {heard} = floor;
	if (!debate.config.judgeStances || floor.stopping) return;
	floor.background(`stance ${when}`, async floor => {
		const stances = await floor.together(
			Object.fromEntries(
				stanceJudges(debate, heard).map(({id}) => [
					id,
					async (floor: Floor): Promise<JudgeStanceEvent> => {
						const answer = await floor.ask(id, stancePrompt(debate, heard, id, when), StanceAnswer, {
							purpose: 'stance',
						});
						return {
							type: 'judge-stance',
							judge: id,
							when,
							...(answer.ok
								? {stance: answer.value.stance, reason: sentence(answer.value.reason)}
								: {stance: null, reason: answer.reason}),
						};
					},
				]),
			),
		);
		for (const stance of stances) await floor.record(stance);
	});
}

const wanted: Readonly<Record<StanceTime, string>> = {
	before: 'Nobody has argued yet. Where do you stand on the proposition as it is put, by all you know yourself?',
	after:
		'You have heard the debate. Where do you stand on the proposition now? Go by what was argued, not by how well, nor by who was honest; to stay where you were is an answer too.',
};

/** Before the debate, only the proposition is shown, without any turn heard meanwhile. */
function stancePrompt(debate: DuelogicDebate, heard: DebateState, judge: string, when: StanceTime): Prompt {
	const task = tag(
		'task',
		{kind: 'stance', speaker: judge, when, words: 30},
		[
			wanted[when],
			'This once your own view is asked for; it counts in no score. First the reason: one sentence, what weighs most with you. Then the stance: a whole number from -3 (wholly against the proposition) over 0 (undecided) to 3 (wholly in favour).',
		].join('\n'),
	);
	return promptOf(
		sharedMessages(debate, when === 'before' ? {...heard, turns: []} : heard),
		`You are a judge.\n${task}`,
		{
			maxTokens: 300,
			temperature: 0,
		},
	);
}

const sentence = (text: string): string => (splitSentences(text.replace(/\s+/gu, ' ').trim())[0] ?? '').trim();
