/** Keeps the answers of voices as they are received, and says them again in a resumed debate instead of asking. */
import {reasonOf} from '../../debate/text/words.ts';
import {cleanText} from '../../debate/text/intake.ts';
import type {Prompt} from '../../debate/protocol.ts';
import type {Usage} from '../../debate/events.ts';
import {isNestedTooDeep, parseJsonIfValid} from '../../debate/text/json.ts';
import type {Voice, VoiceDelta, VoiceRequest} from '../../voices/voice.ts';
import {sha256} from '../host/hash.ts';
import {JournalRefused} from '../journal/journal.ts';
import type {KeptAnswer} from '../replay/kept-answers.ts';
import type {Call, CallContext} from './call-context.ts';
import {cleanTexts} from './structured.ts';

/** What identifies a request: who is asked, through which voice, and the messages. */
export const askedHash = (
	participant: string,
	voice: Pick<Voice, 'id'>,
	{messages}: Pick<VoiceRequest, 'messages'>,
): string => sha256(JSON.stringify([participant, voice.id, messages.map(({role, content}) => [role, content])]));

/** An answer that has ended. */
type Received = Pick<KeptAnswer, 'text' | 'finish'> & {
	readonly asked: string | undefined;
	readonly began: number;
	readonly usage: Usage | undefined;
	readonly cost: number | undefined;
};

/** Longer ones are none that a debate could use. */
const longestKept = 4_000_000;

/**
 * Writes the answer down and gives its number. It is on the disk when this resolves; a disk that refuses ends the
 * debate, which can be resumed. What an agent said that edits files is not kept: it is not true without its edits.
 */
export async function keepAnswer(
	{answers, clock, over}: CallContext,
	{participant, step, request}: Call,
	voice: Voice,
	{asked, text, finish, usage, cost, began}: Received,
): Promise<number | undefined> {
	if (!answers || asked === undefined || request.workplace?.may === 'edit' || text.length > longestKept)
		return undefined;
	try {
		const {number, synced} = answers.keep({
			asked,
			step,
			participant,
			voice: voice.id,
			purpose: request.purpose,
			text: request.schema ? cleanJson(text) : cleanText(text),
			finish,
			...(usage && {usage}),
			...(cost !== undefined && {cost}),
			ms: clock.now() - began,
		});
		// On a stepped clock, time would not wait for the disk.
		if (!clock.stepped) await synced;
		else synced.catch((error: unknown) => over.abort(refused(error)));
		return number;
	} catch (error) {
		over.abort(refused(error));
		throw over.signal.reason;
	}
}

const refused = (error: unknown): JournalRefused =>
	new JournalRefused(
		`An answer cannot be kept (${reasonOf(error)}). The debate stops here: make room, then go on with "rostrum resume".`,
		{cause: error},
	);

/** Secrets inside JSON are redacted in its strings, so that it stays JSON. */
function cleanJson(text: string): string {
	const json = parseJsonIfValid(text);
	return json === undefined || isNestedTooDeep(json) ? cleanText(text) : JSON.stringify(cleanTexts(json));
}

/** Records for which step an answer is used that was asked for ahead. */
export function claimAnswerOf(
	{answers, voices, over}: CallContext,
	participant: string,
	{prompt, step}: {readonly prompt: Prompt; readonly step: string},
): void {
	const voice = voices.get(participant);
	if (!answers || !voice) return;
	try {
		answers.claim(askedHash(participant, voice, prompt), step);
	} catch (error) {
		over.abort(refused(error));
	}
}

/**
 * Says an answer that an earlier session received. Its request is recorded unless that session did so. A deterministic
 * voice says it once more, at the same pace, so that the resumed debate takes the course of an undisturbed one.
 */
export async function* sayKept(
	{clock, log}: CallContext,
	{participant, step, request, signal}: Call,
	voice: Voice,
	{answer, text, finish, usage, cost, ms, billed}: KeptAnswer & {readonly billed: boolean},
): AsyncGenerator<VoiceDelta> {
	if (!billed)
		log.emit({
			type: 'voice-call',
			call: step,
			participant,
			voice: voice.id,
			purpose: request.purpose,
			tries: 1,
			ms,
			answer,
			...(usage && {usage}),
			...(cost === undefined ? {} : {cost}),
		});
	if (voice.deterministic) {
		yield* voice.answer(request, {signal, timeoutMs: Infinity, clock});
		return;
	}
	// In words, as a model writes it: what looks for loops in a turn sees what it saw.
	for (const word of request.schema ? [text] : (text.match(/\s*\S+\s*|\s+/gu) ?? [])) yield {type: 'text', text: word};
	if (usage) yield {type: 'usage', usage, ...(cost === undefined ? {} : {cost})};
	yield {type: 'finish', finish};
}
