/**
 * What will most likely be asked once a turn has been heard to its end, so that it can be asked ahead: pure, and built
 * by the very functions the script uses.
 */
import type {Expected, Foreseen} from '../../debate/protocol.ts';
import type {DebateState, Turn} from '../../debate/state.ts';
import {evaluate, requiredInterjection, withEvaluation} from './judging/evaluation.ts';
import {arbiterPrompt, interjectionPrompt} from './prompts/arbiter-prompts.ts';
import {turnsToCondense} from './prompts/digest.ts';
import {panelFor, judgedTurn, judgePrompt, verdictOf} from './judging/judging.ts';
import {mayBeginExchange, nextSpeaker} from './seating/speaking-order.ts';
import {JudgeAnswer} from './config/answers.ts';
import {isOut, activeChairs, type DuelogicDebate} from './seating/seating.ts';
import {openingPrompt, replyPrompt} from './prompts/chair-prompts.ts';

/** The running exchange, and who has spoken in it. */
export type ExchangeProgress = {readonly exchange: number; readonly spoken: ReadonlySet<string>};

/** After an opening (or, with nobody, after the introduction): the next one, or the first reply. */
export function expectedAfterOpening(
	debate: DuelogicDebate,
	heard: DebateState,
	opened: ReadonlySet<string>,
): Expected[] {
	const next = activeChairs(debate, heard).find(({id}) => !opened.has(id));
	return next
		? [{speak: next.id, prompt: openingPrompt(debate, heard, next)}]
		: expectedNextSpeaker(debate, heard, {exchange: 0, spoken: opened});
}

/** After a judged turn: its judgement, and then the interjection it demands, or else whoever comes next. */
export function expectedAfterReply(
	debate: DuelogicDebate,
	heard: DebateState,
	foreseen: Foreseen,
	progress: ExchangeProgress,
	turn: Turn,
	resumption?: Turn,
): Expected[] {
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
	function isReply(expected: Expected): boolean {
		return 'speak' in expected && expected.speak !== debate.arbiter.id;
	}
}

/** Whoever speaks next: in this exchange, in the next one, or to close the debate. */
export function expectedNextSpeaker(
	debate: DuelogicDebate,
	heard: DebateState,
	{exchange, spoken}: ExchangeProgress,
): Expected[] {
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
