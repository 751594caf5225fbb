/** A question to a participant: answered by a prefetched request, by a form that a person fills in, or by the voice. */
import type {z} from 'zod';
import type {Answer, AskOptions, Prompt} from '../../debate/protocol.ts';
import {askVoice, RecordedAnswer, type VoiceAnswer} from '../calls/ask-voice.ts';
import {fillForm, isHuman, unlessTaken} from '../turns/people.ts';
import {isOut, putOut, settleSeat} from '../turns/seats.ts';
import type {ThinkingListener} from '../calls/thinking-meter.ts';
import type {FloorContext} from './floor-context.ts';

export type FloorQuestion = {
	readonly participant: string;
	readonly prompt: Prompt;
	readonly schema: z.ZodType;
	readonly options: AskOptions;
	readonly step: string;
	/** Whether the debate waits for the answer: then the screen shows it. */
	readonly inScript: boolean;
};

/** Asks until there is an answer, or a reason why there is none; a seat whose voice cannot go on may be filled anew. */
export async function ask(context: FloorContext, question: FloorQuestion): Promise<VoiceAnswer<unknown>> {
	const {participant, step} = question;
	const {purpose, form, reading} = question.options;
	const out = isOut(context, participant);
	if (out !== undefined) return {ok: false, reason: out};
	const waiting = question.inScript ? showWaiting(context, participant, purpose) : undefined;
	const askOnce = (signal: AbortSignal) => requestAnswer(context, question, waiting, signal);
	for (;;) {
		const given = form && (await fillForm(context, {participant, step, purpose, form, reading}));
		if (given) return given;
		if (isHuman(context, participant))
			return {ok: false, reason: 'a person sits there, who is asked for nothing that has no form'};
		waiting?.(0);
		const answer = await (form ? unlessTaken(context, participant, askOnce) : askOnce(context.over.signal));
		if (!answer) continue;
		if (answer.ok || answer.out === undefined) return answer;
		if ((await settleSeat(context, participant, answer.out)) === 'asked-again') continue;
		putOut(context, participant, answer.out);
		return answer;
	}
}

const requestAnswer = (
	context: FloorContext,
	{participant, prompt, schema, step, options: {purpose, limitMs, patience, mostBytes, early, once}}: FloorQuestion,
	whileThinking: ThinkingListener | undefined,
	signal: AbortSignal,
): Promise<VoiceAnswer<unknown>> =>
	context.prefetch.claimAnswer(participant, prompt, step) ??
	askVoice(
		context,
		{
			participant,
			prompt,
			schema,
			purpose,
			step,
			limitMs,
			whileThinking,
			...(patience && {patience}),
			...(early && {early}),
			...(once && {once}),
			...(mostBytes !== undefined && {mostBytes}),
		},
		signal,
	);

/** Shows on the screen, never in the journal, who is being waited for. */
function showWaiting({clock, log}: FloorContext, participant: string, purpose: string): ThinkingListener {
	const since = clock.now();
	return thinking => log.live({type: 'voice-waiting', participant, purpose, since, thinking});
}

/** The answer as the script gets it: its value checked against the schema, the engine's own fields left out. */
export function readAnswer<T>(value: unknown, schema: z.ZodType<T>): Answer<T> {
	const answer = RecordedAnswer.parse(value);
	if (answer.ok) return {ok: true, value: schema.parse(answer.value)};
	const {reason, raw, whole, timedOut} = answer;
	return {
		ok: false,
		reason,
		...(raw === undefined ? {} : {raw}),
		...(whole ? {whole: true} : {}),
		...(timedOut ? {timedOut: true} : {}),
	};
}
