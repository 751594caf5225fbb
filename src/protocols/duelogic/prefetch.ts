/**
 * What will most likely be asked once a turn has been heard to its end, so that it can be asked ahead: pure, and built
 * by the very functions the script uses.
 */
import type {Expected, Foreseen} from '../../debate/protocol.ts';
import type {DebateState, Turn} from '../../debate/state.ts';
import {evaluate, interjectionDue, withEvaluation} from './judging/evaluation.ts';
import {hostPrompt, interjectionPrompt, toCondense} from './prompts/arbiter-prompts.ts';
import {benchFor, judgedOf, judgePrompt, verdictOf} from './judging/judging.ts';
import {mayBegin, nextSpeaker} from './seating/speaking-order.ts';
import {JudgeAnswer} from './config/answers.ts';
import {isOut, seated, type Table} from './seating/seating.ts';
import {openingPrompt, replyPrompt} from './prompts/chair-prompts.ts';

/** The running exchange, and who has spoken in it. */
export type Progress = {readonly exchange: number; readonly spoken: ReadonlySet<string>};

/** After an opening (or, with nobody, after the introduction): the next one, or the first reply. */
export function afterOpening(table: Table, heard: DebateState, opened: ReadonlySet<string>): Expected[] {
	const next = seated(table, heard).find(({id}) => !opened.has(id));
	return next
		? [{speak: next.id, prompt: openingPrompt(table, heard, next)}]
		: afterCase(table, heard, {exchange: 0, spoken: opened});
}

/** After a judged turn: its judgement, and then the interjection it demands, or else whoever comes next. */
export function afterReply(
	table: Table,
	heard: DebateState,
	foreseen: Foreseen,
	progress: Progress,
	turn: Turn,
	resumption?: Turn,
): Expected[] {
	const judged = judgedOf(table, heard, turn, resumption);
	const bench = benchFor(table, heard, turn.speaker);
	const prompts = bench.judges.map(({id}) => ({
		ask: id,
		prompt: judgePrompt(table, heard, id, judged),
		schema: JudgeAnswer,
		name: 'judge',
	}));
	const answers = prompts.map(({ask, prompt}) => JudgeAnswer.safeParse(foreseen(ask, prompt)));
	const verdicts = answers.flatMap(({data}, index) =>
		data ? [verdictOf(prompts[index]?.ask ?? '', {ok: true, value: data}, judged)] : [],
	);
	if (verdicts.length < prompts.length || verdicts.length === 0)
		return [...prompts, ...afterCase(table, heard, progress).filter(isReply)];
	const evaluation = evaluate(table, judged, bench, verdicts);
	const due = interjectionDue(table.config, evaluation, turn.speaker);
	if (due && !isOut(heard, table.arbiter.id))
		return [...prompts, {speak: table.arbiter.id, prompt: interjectionPrompt(table, heard, due)}];
	return [...prompts, ...(due ? [] : afterCase(table, withEvaluation(heard, evaluation), progress))];

	/** The closing goes by the scores, so it waits for them. */
	function isReply(expected: Expected): boolean {
		return 'speak' in expected && expected.speak !== table.arbiter.id;
	}
}

/** Whoever speaks next: in this exchange, in the next one, or to close the debate. */
export function afterCase(table: Table, heard: DebateState, {exchange, spoken}: Progress): Expected[] {
	const next = exchange === 0 ? undefined : nextSpeaker(table, heard, spoken);
	if (next) return [{speak: next.id, prompt: replyPrompt(table, heard, next, exchange)}];
	if (exchange > 0 && toCondense(table, heard).length > 0) return [];
	if (mayBegin(table, exchange + 1, heard)) {
		const first = nextSpeaker(table, heard, new Set());
		return first ? [{speak: first.id, prompt: replyPrompt(table, heard, first, exchange + 1)}] : [];
	}
	return isOut(heard, table.arbiter.id)
		? []
		: [{speak: table.arbiter.id, prompt: hostPrompt(table, heard, 'synthesis')}];
}
