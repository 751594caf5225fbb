/** The requests that a turn took with their prompts, which are made again from the journal. */
import {existsSync} from 'node:fs';
import type {EventOf, VoiceCall} from '../../debate/events.ts';
import type {Protocol} from '../../debate/protocol.ts';
import {cleanText} from '../../debate/text/intake.ts';
import {askedHash} from '../../engine/calls/keep-answer.ts';
import {parseAnswer, reaskMessages} from '../../engine/calls/structured.ts';
import type {AskedPrompt} from '../../engine/floor.ts';
import {remakePrompts} from '../../engine/remake-prompts.ts';
import {readJournaledEvents} from '../../engine/replay/history.ts';
import {continuing} from '../../engine/turns/write-turn.ts';
import {findProtocol} from '../plan/debate-config.ts';
import {answersFileOf, keptAnswersIn, type KeptAnswer} from '../../engine/replay/kept-answers.ts';
import {eventsIn} from '../files/read-debate.ts';

/** `missing` says why there are no prompts. */
export type TurnCalls = {readonly calls: readonly RecordedCall[]; readonly missing?: string};

/** Milliseconds that the prompts of one turn may take to be made. */
const longest = 30_000;

export async function turnCalls(journal: string, turnId: string): Promise<TurnCalls> {
	const calls = recordedCalls(journal, turnId);
	const {past} = readJournaledEvents(journal);
	const start = past.at(0);
	if (calls.length === 0 || start?.type !== 'debate-start') return {calls: calls.map(shown)};
	const protocol = findProtocol(start.protocol);
	const missing = whyNot(start, protocol);
	if (missing !== undefined) return {calls: calls.map(shown), missing};
	const steps = new Set(calls.map(({step}) => step));
	const made: Made[] = [];
	for (const layout of ['cheap', 'dear', 'one-prompt'] as const) {
		made.push(await remakePrompts({past, protocol, layout}, steps, AbortSignal.timeout(longest)));
		const told = withPrompts(calls, made);
		if (!told.some(({prompt}) => prompt?.check === 'other')) return {calls: told};
	}
	return {calls: withPrompts(calls, made)};
}

/** Why prompts that are made today are not those of then. */
function whyNot({app, config}: EventOf<'debate-start'>, protocol: Protocol): string | undefined {
	if (app.protocolVersion !== protocol.version)
		return `the debate was held by version ${app.protocolVersion} of ${protocol.name}, and this Rostrum has version ${protocol.version}`;
	return protocol.config.safeParse(config).success ? undefined : 'its config is no longer valid';
}

type Made = ReadonlyMap<string, AskedPrompt>;

function withPrompts(calls: readonly CallOfTurn[], made: readonly Made[]): readonly RecordedCall[] {
	return calls.map((call, place) => {
		const before = calls.slice(0, place).findLast(({step}) => step === call.step);
		const prompt = promptOf(
			call,
			made.flatMap(prompts => prompts.get(call.step) ?? []),
			before,
		);
		return {...shown(call), ...(prompt && {prompt})};
	});
}

/** What was asked for, or what follows on an earlier request of the same step, by the hash of what was sent. */
function promptOf(
	{hash, participant, voice}: CallOfTurn,
	asked: readonly AskedPrompt[],
	before: CallOfTurn | undefined,
): RemadePrompt | undefined {
	const candidates = asked.flatMap(one => [one.prompt.messages, ...followUps(one, before?.answer)]);
	const same = candidates.find(messages => askedHash(participant, {id: voice}, {messages}) === hash);
	const messages = same ?? candidates[0];
	return (
		messages && {
			messages: messages.map(({role, content}) => ({role, text: cleanText(content)})),
			check: same ? 'same' : hash === undefined ? 'unchecked' : 'other',
		}
	);
}

/** The request for the rest of an answer that broke off, and the one to correct it. */
function followUps(
	{prompt, schema}: AskedPrompt,
	answer: string | undefined,
): readonly AskedPrompt['prompt']['messages'][] {
	if (answer === undefined) return [];
	if (!schema) return [continuing(prompt, cleanText(answer)).messages];
	const parsed = parseAnswer(answer, schema);
	return parsed.ok ? [] : [reaskMessages(prompt.messages, answer, parsed.reason)];
}

const shown = ({step: _step, participant: _participant, hash: _hash, ...call}: CallOfTurn): RecordedCall => call;

// The requests that a turn took, from its journal and the answers beside it.

/** A request to a voice as it was recorded. */
export type RecordedCall = {
	readonly purpose: string;
	readonly voice: string;
	readonly tries: number;
	/** Milliseconds. */
	readonly ms: number;
	/** Tokens sent and received, as the server counted them. */
	readonly tokens?: {readonly input: number; readonly output: number};
	/** Why the request failed. */
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
type CallOfTurn = Omit<RecordedCall, 'prompt'> & {
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

/** The answers that are kept beside a journal, by the numbers of their requests. */
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
