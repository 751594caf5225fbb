/** Predicts the requests that follow the current turn, so that they can be made ahead of time. Pure. */
import type {ExpectedRequest, AnswerLookup, Prompt} from '../../debate/protocol.ts';
import type {DebateState} from '../../debate/state.ts';
import type {EvaluationEvent} from '../../debate/evaluation.ts';
import {judgingOf, type JudgeAnswers, type JudgeRequest, type TurnToJudge} from './judging.ts';
import {dueInterjection} from './due-interjection.ts';
import {interjectionPrompt, questionPrompt, turnsToCondense} from './arbiter-prompts.ts';
import {closingCheck} from './closing-check.ts';
import {goesOn, nextSpeaker, questionTarget, isOut, activeChairs, type DuelogicDebate} from './seats.ts';
import {lastWordPrompt, openingPrompt, replyPrompt} from './chair-prompts.ts';
import {pinResearch} from './research.ts';

/** The current exchange, from 1 (0 before the first), and the chairs that have spoken in it. */
export type ExchangeProgress = {readonly exchange: number; readonly spoken: ReadonlySet<string>};

/**
 * After an opening, or after the introduction if nobody has opened yet: the next opening, or the first reply. Neither
 * is foreseen while its chair still looks for what it will stand on: the prompt would be made without it.
 */
export function expectedAfterOpening(
	debate: DuelogicDebate,
	heard: DebateState,
	opened: ReadonlySet<string>,
): ExpectedRequest[] {
	const next = activeChairs(debate, heard).find(({id}) => !opened.has(id));
	if (!next) return expectedNextSpeaker(debate, heard, {exchange: 0, spoken: opened});
	if (debate.research.pending.has(next.id)) return [];
	pinResearch(debate, heard);
	return [{speak: next.id, prompt: openingPrompt(debate, heard, next)}];
}

/** After a turn that is judged: its judgement, then the interjection it requires or else the next speaker. */
export function expectedAfterReply(
	debate: DuelogicDebate,
	heard: DebateState,
	foreseen: AnswerLookup,
	progress: ExchangeProgress,
	{turn, owed, resumption}: TurnToJudge,
): ExpectedRequest[] {
	const judging = judgingOf(debate, heard, turn, owed, resumption ? [resumption] : []);
	if (judging.first.length === 0) return expectedBetween(debate, heard, progress, true);
	const requests = judging.first.map(expectedRequest);
	const first = answersTo(judging.first, foreseen);
	if (!first) return [...requests, ...expectedBetween(debate, heard, progress)];
	const second = judging.second(first);
	requests.push(...second.map(expectedRequest));
	const crossAnswers = answersTo(second, foreseen);
	const third = crossAnswers ? judging.third(first, crossAnswers) : [];
	requests.push(...third.map(expectedRequest));
	const own = crossAnswers && answersTo(third, foreseen);
	const judged = own ? withEvaluation(heard, judging.evaluation(first, crossAnswers, own)) : heard;
	return [...requests, ...expectedBetween(debate, judged, progress, own !== undefined)];
}

/** The arbiter, if it has to step in; else the next speaker. */
function expectedBetween(
	debate: DuelogicDebate,
	heard: DebateState,
	progress: ExchangeProgress,
	isJudged = false,
): ExpectedRequest[] {
	const next = nextSpeaker(debate, heard, progress.spoken);
	const due = next && dueInterjection(debate, heard)?.due;
	if (due && !isOut(heard, debate.arbiter.id))
		return [{speak: debate.arbiter.id, prompt: interjectionPrompt(debate, heard, due)}];
	return expectedNextSpeaker(debate, heard, progress, isJudged);
}

const expectedRequest = ({judge, prompt, schema}: JudgeRequest): ExpectedRequest => ({
	ask: judge,
	prompt,
	schema,
	name: 'judge',
});

/** All the answers, once each of them is there. */
function answersTo(requests: readonly JudgeRequest[], foreseen: AnswerLookup): JudgeAnswers | undefined {
	const answers = requests.map(({judge, prompt, schema}) => ({judge, read: schema.safeParse(foreseen(judge, prompt))}));
	if (answers.some(({read}) => !read.success)) return undefined;
	return new Map(answers.map(({judge, read}) => [judge, {ok: true as const, value: read.data}]));
}

/** The state as it will be once the evaluation is recorded. */
const withEvaluation = (heard: DebateState, evaluation: EvaluationEvent): DebateState => ({
	...heard,
	turns: heard.turns.map(turn => (turn.id === evaluation.turnId ? {...turn, evaluation} : turn)),
});

/**
 * The next speaker: in this exchange, before the next one or in it, or at the end. The closing goes by the scores, so
 * it waits for them.
 */
export function expectedNextSpeaker(
	debate: DuelogicDebate,
	heard: DebateState,
	progress: ExchangeProgress,
	isJudged = true,
): ExpectedRequest[] {
	const {exchange} = progress;
	const reply = exchange === 0 ? [] : expectedReply(debate, heard, progress);
	if (reply.length > 0) return reply;
	if (exchange > 0 && turnsToCondense(debate, heard).length > 0) return [];
	if (!goesOn(debate, exchange, heard))
		return expectedAtTheEnd(debate, heard, new Set()).filter(
			expected => isJudged || ('speak' in expected && expected.speak !== debate.arbiter.id),
		);
	const target = questionTarget(debate, heard, exchange + 1);
	// The segment begins before its first turn.
	const begun = {...heard, round: exchange + 1};
	const upcoming = {exchange: exchange + 1, spoken: new Set<string>()};
	if (target === undefined) return expectedReply(debate, begun, upcoming);
	const next = nextSpeaker(debate, begun, upcoming.spoken);
	const due = next && dueInterjection(debate, begun)?.due;
	const prompt = due ? interjectionPrompt(debate, begun, due) : questionPrompt(debate, begun, target);
	return [{speak: debate.arbiter.id, prompt}];
}

/** The next reply of this exchange, if one is left. */
export function expectedReply(
	debate: DuelogicDebate,
	heard: DebateState,
	{exchange, spoken}: ExchangeProgress,
): ExpectedRequest[] {
	const next = nextSpeaker(debate, heard, spoken);
	if (!next || debate.research.pending.has(next.id)) return [];
	pinResearch(debate, heard);
	return [{speak: next.id, prompt: replyPrompt(debate, heard, next, exchange)}];
}

/** The next last word, or the arbiter's closing. */
export function expectedAtTheEnd(
	debate: DuelogicDebate,
	heard: DebateState,
	spoken: ReadonlySet<string>,
	foreseen: AnswerLookup = () => undefined,
): ExpectedRequest[] {
	const next = activeChairs(debate, heard).find(({id}) => !spoken.has(id));
	pinResearch(debate, heard);
	if (next) return [{speak: next.id, prompt: lastWordPrompt(debate, heard, next)}];
	return isOut(heard, debate.arbiter.id) ? [] : expectedClosing(debate, heard, foreseen);
}

/** The closing, its check, and as far as that is foreseen the closing once more and the check of that. */
function expectedClosing(debate: DuelogicDebate, heard: DebateState, foreseen: AnswerLookup): ExpectedRequest[] {
	const check = closingCheck(debate, heard);
	const requests: ExpectedRequest[] = [];
	let prompt: Prompt | undefined = check.draft;
	for (let times = 0; prompt && times < 2; times++) {
		requests.push({speak: debate.arbiter.id, prompt});
		const text = foreseen(debate.arbiter.id, prompt);
		if (typeof text !== 'string') break;
		const questions = check.questions(text);
		requests.push(...questions.map(expectedRequest));
		const answers = answersTo(questions, foreseen);
		const accused = answers ? check.accusations(text, answers) : [];
		prompt = accused.length > 0 ? check.again(text, accused) : undefined;
	}
	return requests;
}
