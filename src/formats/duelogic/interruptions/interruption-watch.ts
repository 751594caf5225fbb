/**
 * Watches a turn as it is written, in small questions beside it, for a chair that wants to interrupt. What is written
 * is ahead of what is heard, so that a cut can be made where its cause is.
 */
import {numberedSentences} from '../../../debate/evidence/numbered.ts';
import type {Cut, SoFar, TurnWatch} from '../../../debate/protocol.ts';
import type {DebateState} from '../../../debate/state.ts';
import {InterruptionAnswer} from '../config/answers.ts';
import {savedPointNotice} from '../seating/pending-answers.ts';
import {isOut, type ChairSeat, type DuelogicDebate} from '../seating/seating.ts';
import {isPastMark, mayCut, thresholdOf, urgencyOf, watcherSeat, whoMayCut} from './interruption-rules.ts';
import {nextLook} from './look-placement.ts';
import {watchPrompt} from './watch-prompt.ts';

/**
 * The watch over a reply of so many expected words. A cut that is not made becomes a point for that chair's next
 * turn.
 */
export const watchForInterruptions = (debate: DuelogicDebate, expectedWords: number): TurnWatch => ({
	lookAt: (written, heard, looks) => nextLook(debate, written, heard, looks, expectedWords),
	async look(written, seen, floor) {
		const {heard} = floor;
		const watcher = watcherSeat(debate, heard);
		const candidates = whoMayCut(debate, heard, written);
		if (watcher === undefined || candidates.length === 0) return undefined;
		const prompt = watchPrompt(debate, heard, {watcher, written, seen, candidates});
		const answer = await floor.ask(watcher, prompt, InterruptionAnswer, {
			purpose: 'wish',
			once: true,
			early: knownEarly,
		});
		return answer.ok ? wantedCut(debate, floor.heard, answer.value, written, candidates) : undefined;
	},
	allows: (cut, spoken, heard) => mayCut(debate, heard, cut, spoken, expectedWords),
	isPast: ({words}) => isPastMark(words, expectedWords),
	async missed({interrupter, trigger}, turnId, floor) {
		const {heard, stopping} = floor;
		if (stopping || heard.segment !== 'exchange' || isOut(heard, interrupter)) return;
		await floor.record(savedPointNotice(interrupter, turnId, `on “${trigger}”`));
	},
});

const none: InterruptionAnswer = {reason: 'none', severity: 'low', chair: null, sentence: null};

/**
 * The answer as soon as it is known: at "none", the rest need not be written; nor what a model adds behind the
 * object.
 */
export function knownEarly(sofar: string): InterruptionAnswer | undefined {
	if (/"reason"\s*:\s*"none"/u.test(sofar)) return none;
	const object = /\{[^{}]*\}/u.exec(sofar)?.[0];
	return object === undefined ? undefined : InterruptionAnswer.safeParse(readJson(object)).data;
}

function readJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/**
 * The cut that an answer asks for, or undefined: it needs a candidate, enough urgency, and a sentence that is
 * there.
 */
export function wantedCut(
	{config, language}: DuelogicDebate,
	{interruptions}: DebateState,
	{reason, severity, chair, sentence: number}: InterruptionAnswer,
	written: SoFar,
	candidates: readonly ChairSeat[],
): Cut | undefined {
	const interrupter = candidates.find(({id}) => id === chair)?.id;
	const sentence = number === null ? undefined : placeOf(written.sentences, number);
	if (reason === 'none' || interrupter === undefined || sentence === undefined) return undefined;
	const urgency = urgencyOf(reason, severity);
	if (urgency < thresholdOf(config.interruptions.aggressiveness)) return undefined;
	const ours = language.words.openers[reason];
	return {
		interrupter,
		reason,
		trigger: (written.sentences[sentence - 1] ?? '').replaceAll(/\s+/gu, ' ').trim(),
		sentence,
		urgency,
		opener: ours[interruptions.length % ours.length] ?? '',
		line: '',
	};
}

/** Which of a turn's sentences, from 1, has this number in the prompt, where blank ones have none. */
function placeOf(sentences: readonly string[], number: number): number | undefined {
	let numbered = 0;
	for (const [index, sentence] of sentences.entries()) {
		numbered += numberedSentences(sentence).length;
		if (number > 0 && numbered >= number) return index + 1;
	}
	return undefined;
}
