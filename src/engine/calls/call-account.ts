/** The account of one request to a voice: a fold over what arrives of it, and the bill that it comes to. */
import {cleanText} from '../../debate/text/intake.ts';
import {reasonOf} from '../../debate/text/words.ts';
import type {Usage} from '../../debate/events.ts';
import {costOf, estimatedUsage, savedBy} from '../../voices/usage.ts';
import {type Voice, type VoiceDelta, VoiceError, type VoiceErrorKind, type VoiceRequest} from '../../voices/voice.ts';
import {tokensIn} from './budget.ts';

/** What is known of a call so far. Times in milliseconds on the debate's clock, `cost` in US dollars. */
export type CallAccount = {
	readonly began: number;
	readonly tries: number;
	/** The answer so far. */
	readonly text: string;
	/** Tokens of thinking so far, as estimated. */
	readonly thought: number;
	/** Estimated prompt tokens of tries that failed and are paid for. */
	readonly repeatedInput: number;
	/** It failed before the model can have read it. */
	readonly unread: boolean;
	/** Whether the answer came to its end, or failed; else whoever listens went away. */
	readonly ended: boolean;
	/** The number under which it is kept. */
	readonly kept: number | undefined;
	readonly usage: Usage | undefined;
	readonly cost: number | undefined;
	readonly model: string | undefined;
	readonly firstTokenMs: number | undefined;
	readonly error: string | undefined;
	readonly withdrawn: string | undefined;
};

/** What changes the account: a piece of the answer, or what became of the request. */
export type Arrival =
	| VoiceDelta
	| {readonly type: 'retry'; readonly tries: number}
	/** A failed try that the model has most likely read. */
	| {readonly type: 'read-in-vain'; readonly input: number}
	| {readonly type: 'kept'; readonly answer: number | undefined}
	| {readonly type: 'ended'}
	| {readonly type: 'failed'; readonly error: unknown; readonly withdrawn: boolean};

export const newAccount = (began: number): CallAccount => ({
	began,
	tries: 1,
	text: '',
	thought: 0,
	repeatedInput: 0,
	unread: false,
	ended: false,
	kept: undefined,
	usage: undefined,
	cost: undefined,
	model: undefined,
	firstTokenMs: undefined,
	error: undefined,
	withdrawn: undefined,
});

export function accountAfter(account: CallAccount, arrival: Arrival, now: number): CallAccount {
	const firstTokenMs = account.firstTokenMs ?? now - account.began;
	switch (arrival.type) {
		case 'text':
			return {...account, text: account.text + arrival.text, firstTokenMs};
		case 'thinking':
			return {...account, thought: account.thought + tokensIn(arrival.text), firstTokenMs};
		case 'taken-back':
			return {...account, text: '', thought: account.thought + tokensIn(account.text)};
		case 'usage':
			return {...account, usage: arrival.usage, cost: arrival.cost, model: arrival.model};
		case 'retry':
			return {...account, tries: arrival.tries};
		case 'read-in-vain':
			return {...account, repeatedInput: account.repeatedInput + arrival.input};
		case 'kept':
			return {...account, kept: arrival.answer};
		case 'ended':
			return {...account, ended: true};
		case 'failed':
			return afterFailure(account, arrival.error, arrival.withdrawn);
		case 'notice':
		case 'finish':
			return account;
		default:
			return arrival satisfies never;
	}
}

function afterFailure(account: CallAccount, error: unknown, withdrawn: boolean): CallAccount {
	const unread = error instanceof VoiceError && !isPaid(error) && account.firstTokenMs === undefined;
	return {...account, ended: true, unread, [withdrawn ? 'withdrawn' : 'error']: cleanText(reasonOf(error))};
}

/** Failures after which the model has most likely read the request, so that it is paid for. */
const paidFailures: ReadonlySet<VoiceErrorKind> = new Set(['timeout', 'stalled', 'empty', 'malformed']);

export const isPaid = ({kind}: VoiceError): boolean => paidFailures.has(kind);

/** What a call used and cost: as the server reported it, else estimated. */
export function billOf({messages}: VoiceRequest, {price}: Voice, account: CallAccount) {
	const {usage: reported, cost: reportedCost, repeatedInput, unread, text, thought} = account;
	const estimated = {...estimatedUsage(messages, 0), output: Math.ceil(tokensIn(text) + thought)};
	// A key that is not accepted or a server that is not there costs nothing.
	const last = reported ?? (unread ? {input: 0, output: 0} : estimated);
	const usage = repeatedInput > 0 ? {...last, input: last.input + repeatedInput, estimated: true} : last;
	const cost =
		reportedCost === undefined
			? price && costOf(usage, price)
			: reportedCost + (price ? costOf({input: repeatedInput, output: 0}, price) : 0);
	return {usage, cost, saved: price && savedBy(usage, price)};
}
