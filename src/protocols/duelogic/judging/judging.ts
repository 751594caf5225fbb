/** The judges of a turn, their prompt, and how their answers are read. */
import {fence, tag, turnName} from '../../../debate/prompt.ts';
import type {Answer, Prompt} from '../../../debate/protocol.ts';
import type {Seat} from '../../../debate/seats.ts';
import type {DebateState, Turn} from '../../../debate/state.ts';
import {judgedText, verify, type Checklist, type JudgedTurn} from './checklist.ts';
import type {DuelogicConfig} from '../config/config.ts';
import {obligationsOf} from '../config/obligations.ts';
import {promptOf, sharedMessages} from '../prompts/shared-prefix.ts';
import type {JudgeAnswer} from '../config/answers.ts';
import {chairOf, isOut, isCaseTurn, seatIn, type DuelogicDebate} from '../seating/seating.ts';

export const maxJudges = 3;

export type JudgePanel = {readonly judges: readonly Seat[]; readonly selfJudged: boolean};

/** Up to three judges for a chair's turn, none on the speaker's own model unless there is no other (`selfJudged`). */
export function panelFor(debate: DuelogicDebate, heard: DebateState, speaker: string): JudgePanel {
	const able = heard.seats.filter(({id}) => !isOut(heard, id));
	const seated = able.filter(({role}) => role === 'judge');
	const arbiter = able.filter(({id}) => id === debate.arbiter.id);
	const others = (seats: readonly Seat[]) => seats.filter(seat => !sameModel(seat, seatIn(heard, speaker)));
	const [fair = []] = [others(seated), others(arbiter)].filter(seats => seats.length > 0);
	const judges = fair.length > 0 ? fair : seated.length > 0 ? seated : arbiter;
	return {judges: judges.slice(0, maxJudges), selfJudged: judges.length > 0 && fair.length === 0};
}

/** Whether two seats use the same model, whichever provider serves it. */
function sameModel(one: Seat, other: Seat | undefined): boolean {
	if (one.voice === other?.voice) return true;
	const bare = (model: string) => model.toLowerCase().split('/').at(-1);
	return one.model !== undefined && other?.model !== undefined && bare(one.model) === bare(other.model);
}

/** A turn with what it owed and the opponents' turns it is checked against. */
export function judgedTurn({config}: DuelogicDebate, heard: DebateState, turn: Turn, resumption?: Turn): JudgedTurn {
	const before = heard.turns.slice(
		0,
		heard.turns.findIndex(({id}) => id === turn.id),
	);
	const opponents = before.filter(
		other =>
			other.speaker !== turn.speaker &&
			(isCaseTurn(other) || other.kind === 'interruption') &&
			other.text.trim() !== '',
	);
	return {
		turn,
		resumption,
		opponents,
		owed: {
			steelManning: config.mandates.requireSteelManning && opponents.length > 0,
			selfCritique: config.mandates.requireSelfCritique,
		},
	};
}

/** The checklist as a task. A turn that was cut is repeated together with its resumption. */
export function judgePrompt(debate: DuelogicDebate, heard: DebateState, judge: string, judged: JudgedTurn): Prompt {
	const {turn, resumption} = judged;
	const chair = chairOf(debate, turn.speaker);
	const name = turnName(turn.id);
	const again = tag(
		'turn',
		{id: name, speaker: chair.id, name: turn.by?.name ?? chair.name, kind: turn.kind, segment: turn.segment},
		fence(judgedText(judged).trim()),
	);
	const task = tag(
		'task',
		{kind: 'judge', speaker: judge, turn: name},
		[
			`Annotate ${name}, spoken by ${chair.id} for the ${fence(chair.frameworkProfile.name)}, by the judges’ checklist. Every item below; violations only where you can quote them.`,
			...owedItems(debate.config, judged).map(({id, brief}) => `- ${id}: ${brief}`),
			...(isCut(turn) ? ['It was cut off. Judge it as one with what was said when it was taken up again:', again] : []),
		].join('\n'),
	);
	return promptOf(sharedMessages(debate, heard), `You are a judge.\n${task}`, {maxTokens: 2000, temperature: 0});
	function isCut({finish}: Turn): boolean {
		return finish === 'interrupted' || resumption !== undefined;
	}
}

const owedItems = (config: DuelogicConfig, {owed}: JudgedTurn) =>
	obligationsOf(config)
		.filter(
			({dimension}) =>
				(dimension !== 'steelManning' || owed.steelManning) && (dimension !== 'selfCritique' || owed.selfCritique),
		)
		.flatMap(({items}) => items);

/** A judge's answer; without `checklist` it was unusable, and `reason` says why. */
export type Verdict = {
	readonly judge: string;
	readonly checklist?: Checklist;
	readonly reason?: string;
	readonly raw?: string;
};

/**
 * Reads one judge's answer. If an item that decides a level is missing, the answer is unusable; nothing is filled in.
 */
export function verdictOf(judge: string, answer: Answer<JudgeAnswer>, judged: JudgedTurn): Verdict {
	if (!answer.ok) return {judge, reason: answer.reason, ...(answer.raw === undefined ? {} : {raw: answer.raw})};
	const needed = [...(judged.owed.steelManning ? ['S1'] : []), ...(judged.owed.selfCritique ? ['C1'] : []), 'F1'];
	const missing = needed.filter(id => !answer.value.items.some(item => item.id === id));
	if (missing.length > 0)
		return {judge, reason: `the checklist came back without ${missing.join(', ')}`, raw: JSON.stringify(answer.value)};
	return {judge, checklist: verify(answer.value, judged)};
}
