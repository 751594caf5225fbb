/**
 * Predicts the requests that follow once the current turn has been heard, so they can be made ahead of time. Pure;
 * the prompts come from the same functions that the script uses.
 */
import type {ExpectedRequest, AnswerLookup} from '../../debate/protocol.ts';
import type {DebateState, Turn} from '../../debate/state.ts';
import {evaluate, requiredInterjection, withEvaluation} from './judging/evaluation.ts';
import {arbiterPrompt, interjectionPrompt} from './prompts/arbiter-prompts.ts';
import {turnsToCondense} from './prompts/digest.ts';
import {panelFor, judgedTurn, judgePrompt, verdictOf} from './judging/judging.ts';
import {mayBeginExchange, nextSpeaker} from './seating/speaking-order.ts';
import {JudgeAnswer} from './config/answers.ts';
import {isOut, activeChairs, type DuelogicDebate} from './seating/seating.ts';
import {openingPrompt, replyPrompt} from './prompts/chair-prompts.ts';

/** The current exchange, from 1 (0 before the first), and the chairs that have spoken in it. */
export type ExchangeProgress = {readonly exchange: number; readonly spoken: ReadonlySet<string>};

/** After an opening, or after the introduction if nobody has opened yet: the next opening, or the first reply. */
export function expectedAfterOpening(
	debate: DuelogicDebate,
	heard: DebateState,
	opened: ReadonlySet<string>,
): ExpectedRequest[] {
	const next = activeChairs(debate, heard).find(({id}) => !opened.has(id));
	return next
		? [{speak: next.id, prompt: openingPrompt(debate, heard, next)}]
		: expectedNextSpeaker(debate, heard, {exchange: 0, spoken: opened});
}

/** After a turn that is judged: its judgement, then the interjection it requires or else the next speaker. */
export function expectedAfterReply(
	debate: DuelogicDebate,
	heard: DebateState,
	foreseen: AnswerLookup,
	progress: ExchangeProgress,
	turn: Turn,
	resumption?: Turn,
): ExpectedRequest[] {
	const judged = judgedTurn(debate, heard, turn, resumption);
	const panel = panelFor(debate, heard, turn.speaker);
	const prompts = panel.judges.map(({id}) => ({
		ask: id,
		prompt: judgePrompt(debate, heard, id, judged),
		schema: JudgeAnswer,
		name: 'judge',
	}));
	const answers = prompts.map(({ask, prompt}) => JudgeAnswer.safeParse(foreseen(ask, prompt)));
	const verdicts = answers.flatMap(({data}, index) =>
		data ? [verdictOf(prompts[index]?.ask ?? '', {ok: true, value: data}, judged)] : [],
	);
	if (verdicts.length < prompts.length || verdicts.length === 0)
		return [...prompts, ...expectedNextSpeaker(debate, heard, progress).filter(isReply)];
	const evaluation = evaluate(debate, judged, panel, verdicts);
	const due = requiredInterjection(debate.config, evaluation, turn.speaker);
	if (due && !isOut(heard, debate.arbiter.id))
		return [...prompts, {speak: debate.arbiter.id, prompt: interjectionPrompt(debate, heard, due)}];
	return [...prompts, ...(due ? [] : expectedNextSpeaker(debate, withEvaluation(heard, evaluation), progress))];

	/** The closing goes by the scores, so it waits for them. */
	function isReply(expected: ExpectedRequest): boolean {
		return 'speak' in expected && expected.speak !== debate.arbiter.id;
	}
}

/** The next speaker: in this exchange, in the next one, or the arbiter's closing. */
export function expectedNextSpeaker(
	debate: DuelogicDebate,
	heard: DebateState,
	{exchange, spoken}: ExchangeProgress,
): ExpectedRequest[] {
	const next = exchange === 0 ? undefined : nextSpeaker(debate, heard, spoken);
	if (next) return [{speak: next.id, prompt: replyPrompt(debate, heard, next, exchange)}];
	if (exchange > 0 && turnsToCondense(debate, heard).length > 0) return [];
	if (mayBeginExchange(debate, exchange + 1, heard)) {
		const first = nextSpeaker(debate, heard, new Set());
		return first ? [{speak: first.id, prompt: replyPrompt(debate, heard, first, exchange + 1)}] : [];
	}
	return isOut(heard, debate.arbiter.id)
		? []
		: [{speak: debate.arbiter.id, prompt: arbiterPrompt(debate, heard, 'synthesis')}];
}
