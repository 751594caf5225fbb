/** The requests that a turn took, from its journal and the answers beside it. */
import {existsSync} from 'node:fs';
import type {VoiceCall} from '../../debate/events.ts';
import {cleanText} from '../../debate/text/intake.ts';
import {answersFileOf, keptAnswersIn, type KeptAnswer} from '../../engine/replay/kept-answers.ts';
import {eventsIn} from './read-debate.ts';

/** A request to a voice as it was recorded. */
export type RecordedCall = {
	readonly purpose: string;
	readonly voice: string;
	readonly tries: number;
	/** Milliseconds. */
	readonly ms: number;
	/** Tokens sent and received, as the server counted them. */
	readonly tokens?: {readonly input: number; readonly output: number};
	/** Why it came to nothing. */
	readonly failed?: string;
	/** The answer as it was received; absent where it was not kept. */
	readonly answer?: string;
	readonly prompt?: RemadePrompt;
};

/**
 * The messages of a request, made again from the journal. `same` if their hash is the one that was kept of what was
 * sent, `other` if it is not, `unchecked` where none was kept.
 */
export type RemadePrompt = {
	readonly messages: readonly {readonly role: string; readonly text: string}[];
	readonly check: 'same' | 'other' | 'unchecked';
};

/** With the step that it was made for, and the hash of what was sent where its answer was kept. */
export type CallOfTurn = Omit<RecordedCall, 'prompt'> & {
	readonly step: string;
	readonly participant: string;
	readonly hash?: string;
};

/**
 * In the order in which they were recorded. A turn that was asked for as a whole before it was said, as a review is,
 * has its speaker's requests since the turn before.
 */
export function recordedCalls(journal: string, turnId: string): readonly CallOfTurn[] {
	const calls: VoiceCall[] = [];
	let step: string | undefined;
	let before: readonly VoiceCall[] = [];
	let since = 0;
	for (const event of eventsIn(journal)) {
		if (event.type === 'voice-call') calls.push(event);
		if (event.type !== 'turn-start') continue;
		if (event.turnId === turnId) {
			step = event.step;
			before = calls.slice(since).filter(({participant}) => participant === event.speaker);
		}
		since = calls.length;
	}
	const answers = answersBeside(journal);
	const isOwn = ({call, answer = 0}: VoiceCall): boolean =>
		call === step || (step !== undefined && answers.get(answer)?.step === step) || isAbout(call, turnId);
	const own = calls.filter(isOwn);
	return (own.length > 0 ? own : before).map(call => recorded(call, answers.get(call.answer ?? 0)));
}

/** Steps that judge or watch a turn have its id in their key: `script/judge-t4/judge/1 ask judge`. */
const isAbout = (call: string, turnId: string): boolean => call.split(/[-/]/u).includes(turnId);

/** By their numbers. */
function answersBeside(journal: string): ReadonlyMap<number, KeptAnswer> {
	const file = answersFileOf(journal);
	return new Map(existsSync(file) ? keptAnswersIn(file).map(answer => [answer.answer, answer]) : []);
}

const recorded = (
	{call, participant, purpose, voice, tries, ms, usage, withdrawn, error: failed = withdrawn}: VoiceCall,
	kept: KeptAnswer | undefined,
): CallOfTurn => ({
	step: kept?.step ?? call,
	participant,
	purpose,
	voice,
	tries,
	ms,
	...(usage && {tokens: {input: usage.input, output: usage.output}}),
	...(failed !== undefined && {failed}),
	...(kept && {answer: cleanText(kept.text), hash: kept.asked}),
});
