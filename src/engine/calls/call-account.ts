/** The account of one request to a voice: a fold over what arrives of it, and the bill that it comes to. */
import {cleanText} from '../../debate/text/intake.ts';
import {reasonOf} from '../../debate/text/words.ts';
import type {Usage} from '../../debate/events.ts';
import {cacheWritesOf, costOf, savedBy} from '../../voices/usage.ts';
import {type Voice, type VoiceDelta, VoiceError, type VoiceErrorKind} from '../../voices/voice.ts';
import {tokensIn} from './budget.ts';
import type {SentRequest} from './usage-estimate.ts';

/** What is known of a call so far. Times in milliseconds on the debate's clock, `cost` in US dollars. */
export type CallAccount = {
	readonly began: number;
	readonly tries: number;
	/** The answer so far. */
	readonly text: string;
	/** Tokens of thinking so far, as estimated. */
	readonly thought: number;
	/** Tokens of words and thinking that came, heard or held back, as estimated. */
	readonly written: number;
	/** Estimated prompt tokens of tries that failed and are paid for. */
	readonly repeatedInput: number;
	/** Estimated tokens of answers that broke off and came again: no server counts them. */
	readonly broken: number;
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
	| {readonly type: 'written'; readonly tokens: number}
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
	written: 0,
	repeatedInput: 0,
	broken: 0,
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
			return takenBack(account, arrival.broke !== undefined);
		case 'written':
			return {...account, written: account.written + arrival.tokens};
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

function takenBack(account: CallAccount, broke: boolean): CallAccount {
	const rest = {...account, text: '', thought: account.thought + tokensIn(account.text)};
	const uncounted = {...rest, usage: undefined, cost: undefined};
	return broke ? {...uncounted, broken: Math.ceil(writtenIn(uncounted))} : rest;
}

function afterFailure(account: CallAccount, error: unknown, withdrawn: boolean): CallAccount {
	const unread = error instanceof VoiceError && !isPaid(error) && account.firstTokenMs === undefined;
	return {...account, ended: true, unread, [withdrawn ? 'withdrawn' : 'error']: cleanText(reasonOf(error))};
}

/** Failures after which the model has most likely read the request, so that it is paid for. */
const paidFailures: ReadonlySet<VoiceErrorKind> = new Set(['timeout', 'stalled', 'empty', 'malformed']);

export const isPaid = ({kind}: VoiceError): boolean => paidFailures.has(kind);

/** What a call used and cost: as the server reported it, else estimated. `more` is what it may have cost beyond. */
export function billOf(sent: SentRequest, {price, billing, reportsUsage}: Voice, account: CallAccount) {
	const {usage: reported, cost: reportedCost, unread} = account;
	const isCounted = isCountedIn(account, reportsUsage);
	// A key that is not accepted or a server that is not there costs nothing.
	const guess = unread ? {input: 0, output: 0} : sent.estimate(writtenIn(account));
	const last = (isCounted && reported) || guess;
	// What is not counted is estimated with what broke off in it.
	const vain = {input: account.repeatedInput, output: isCounted ? account.broken : 0};
	const both = {input: last.input + vain.input, output: last.output + vain.output};
	const usage = vain.input + vain.output > 0 ? {...last, ...both, estimated: true} : last;
	const again = price ? costOf(vain, price) : 0;
	const written = price && !isCounted ? cacheWritesOf(last, price, billing?.cacheWrite) : 0;
	const told = isCounted ? reportedCost : undefined;
	const cost = told === undefined ? price && costOf(usage, price) + written : told + again;
	const more = isCounted || unread ? 0 : sent.atMost({usage: last, ...(cost !== undefined && {cost: cost - again})});
	return {usage, cost, more, saved: price && savedBy(usage, price)};
}

/** Whether the server counted: a voice that reports what it uses is believed where it says that it is an estimate. */
export const isCountedIn = ({usage}: CallAccount, reportsUsage: true | undefined): boolean =>
	usage !== undefined && (!usage.estimated || reportsUsage === true);

export const writtenIn = ({usage, text, thought, written}: CallAccount): number =>
	Math.max(written, tokensIn(text) + thought, usage?.estimated ? usage.output : 0);
