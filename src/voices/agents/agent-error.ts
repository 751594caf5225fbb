/** Errors of an ACP connection, in words for the user. */
import {stripVTControlCharacters} from 'node:util';
import {z} from 'zod';
import {VoiceError, type VoiceErrorKind} from '../voice.ts';
import type {AgentRow} from './agent-rows.ts';

/** The protocol's JSON-RPC code for "authentication required". */
export const signInFirst = -32_000;

/** Whether the error is a JSON-RPC error sent by the agent, with this code if given. */
export const hasCode = (error: unknown, wanted?: number): boolean =>
	error instanceof Error &&
	'code' in error &&
	typeof error.code === 'number' &&
	(wanted === undefined || error.code === wanted);

/** Where agents put what really went wrong. */
const Data = z.object({data: z.union([z.string(), z.object({details: z.string()}), z.object({message: z.string()})])});

function detailsOf(error: Error): string {
	const data = Data.safeParse(error).data?.data;
	if (data === undefined) return '';
	return typeof data === 'string' ? data : 'details' in data ? data.details : data.message;
}

/** A `VoiceError` for what went wrong; what is none of ours is passed on as it is. */
export function agentError(error: unknown, row: AgentRow): unknown {
	const {name} = row;
	if (error instanceof VoiceError || !(error instanceof Error)) return error;
	if (hasCode(error, signInFirst))
		return new VoiceError('unusable', `${name} needs you to sign in first: start it once on its own.`, {
			cause: error,
			owed: 'login',
		});
	if (hasCode(error)) return saidError([error.message, detailsOf(error)].filter(Boolean).join(': '), row, error);
	return new VoiceError('network', `The connection to ${name} broke: ${error.message}.`, {cause: error});
}

/** An error by the words that the agent has for it. */
export function saidError(words: string, {name}: AgentRow, cause?: unknown): VoiceError {
	const kind = kindOf(reportedLine(words));
	const line = reportedLine(messageIn(words) ?? words);
	const todo = kind === 'unusable' ? ' Start it once on its own to see what it lacks.' : '';
	return new VoiceError(kind, `${name} reported an error: ${line}.${todo}`, {cause});
}

/** Some pass on what a server answered, as it is: the message in that JSON. */
const messageIn = (words: string): string | undefined =>
	/^\s*\{[^]*?"message":\s*"(?<said>(?:[^"\\]|\\.)+)"/u
		.exec(words)
		?.groups?.['said']?.replaceAll(/\\(?:n|(["\\/]))/gu, (_, sign: string | undefined) => sign ?? ' ');

const longest = 400;
const reportedLine = (words: string): string => {
	const line = stripVTControlCharacters(words)
		.replace(/\b(?:(?:sk|pk|rk|gsk|hf|xai)[-_]|AIza|Bearer )[\w*.-]{8,}/gu, '[key]')
		.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
		.trim()
		.replace(/[.!]+$/u, '');
	return line.length > longest ? `${line.slice(0, longest)}…` : line;
};

/** Another try cannot help where a key, a login, money or the model is lacking. */
const lacking =
	/\b40[123]\b|unauthori[sz]ed|authenticat|api.?key|credential|log ?in|sign ?in|forbidden|billing|payment|credit balance|insufficient|usage limit|quota/iu;
const unknownModel = /model.{0,60}(?:not found|does not exist|not supported|unknown)|unknown model|no such model/iu;

function kindOf(line: string): VoiceErrorKind {
	if (/\b429\b|rate.?limit|too many requests|overloaded/iu.test(line)) return 'rate-limit';
	return lacking.test(line) || unknownModel.test(line) ? 'unusable' : 'server';
}

/** How agents begin when they put an error where their answer should be. */
const errorOpenings = [
	'API Error',
	'[API Error',
	'Failed to authenticate',
	'Invalid API key',
	'Credit balance is too low',
	'Please run /login',
	'Unable to connect to API',
	// Those of Codex, whose adapter sends them as words where its client has not asked for errors of its own kind.
	"We're currently experiencing high demand",
	'exceeded retry limit, last status',
	'unexpected status 4',
	'unexpected status 5',
	'stream disconnected before completion',
	"You've hit your usage limit",
	'Quota exceeded',
	'Selected model is at capacity',
	'Codex ran out of room',
	'To use Codex with',
];
const beginsAsError = (words: string): boolean =>
	errorOpenings.some(opening => words.trimStart().replaceAll('’', "'").startsWith(opening));
const mayBecomeError = (words: string): boolean =>
	errorOpenings.some(opening => opening.startsWith(words.trimStart().replaceAll('’', "'")));
/** Errors are short: a longer text is an answer about one. */
const longestError = 1_000;

/**
 * Holds the words of an answer back while they may be those of an error. `push` gives what may be heard, `end` the
 * rest, or the error that it was.
 */
export function errorFilter(): {
	readonly push: (text: string) => string;
	readonly end: () => {readonly text: string} | {readonly error: string};
} {
	let held = '';
	let open = true;
	return {
		push(text) {
			if (!open) return text;
			held += text;
			if (held.length < longestError && (mayBecomeError(held) || beginsAsError(held))) return '';
			open = false;
			return held;
		},
		end() {
			if (!open || held === '') return {text: ''};
			return beginsAsError(held) ? {error: held.trim()} : {text: held};
		},
	};
}
