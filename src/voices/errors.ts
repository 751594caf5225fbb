/** Turns whatever a request threw into a `VoiceError` with a message for the user. */
import {z} from 'zod';
import {BodyTooLarge, RedirectRefused} from './limited-fetch.ts';
import {VoiceError, type VoiceErrorKind} from './voice.ts';

/** Where a request went, for error messages. `secrets` are redacted from them. */
export type RequestTarget = {
	readonly name: string;
	readonly baseUrl: string;
	readonly model: string;
	readonly keyVariable?: string | undefined;
	readonly secrets: readonly string[];
};

const ApiError = z.object({
	status: z.number().optional().catch(undefined),
	// The class is named when it is needed: its first mention loads all of `fetch`.
	headers: z
		.custom<Headers>(value => value instanceof Headers)
		.optional()
		.catch(undefined),
	error: z.unknown().optional(),
});

/** Handles the SDK's errors, broken connections, and errors within the stream. */
export function voiceError(error: unknown, to: RequestTarget): VoiceError {
	if (error instanceof VoiceError) return error;
	const limited = limitedError(error, to) ?? (error instanceof Error ? limitedError(error.cause, to) : undefined);
	if (limited) return limited;
	if (error instanceof SyntaxError)
		return new VoiceError('malformed', `${to.name} sent invalid JSON in its answer.`, {cause: error});
	const {status, headers, error: body} = ApiError.catch({error: undefined}).parse(error);
	if (status === undefined && body === undefined) return networkError(error, to);
	return answerError(body, to, {status, retryAfterMs: headers && retryAfter(headers), cause: error});
}

/** What our own `fetch` refuses; the SDK wraps it. */
function limitedError(error: unknown, to: RequestTarget): VoiceError | undefined {
	if (error instanceof RedirectRefused) {
		const place = clean(error.message, to.secrets);
		return new VoiceError(
			'unusable',
			`${to.name} sends what is asked at ${to.baseUrl} on to ${place}. Rostrum does not follow, for the key and the prompt would go there: if you trust that address, make it the server's.`,
			{cause: error},
		);
	}
	if (error instanceof BodyTooLarge)
		return new VoiceError('malformed', `${to.name} sent ${error.message} for one answer, and was not read on.`, {
			cause: error,
		});
	return undefined;
}

type Details = {
	readonly status?: number | undefined;
	readonly retryAfterMs?: number | undefined;
	readonly cause?: unknown;
};

/** An error reported by the server, as an HTTP status or inside its stream. */
export function answerError(
	body: unknown,
	to: RequestTarget,
	{status = statusIn(body), ...details}: Details = {},
): VoiceError {
	const words = clean(wordsOf(body), to.secrets);
	const retryAfterMs = details.retryAfterMs ?? retryIn(words) ?? estimatedIn(body);
	const kind = kindOf({status, words, codes: codesOf(body), retryAfterMs});
	const said = words === '' ? '.' : `: ${/[.!?]$/u.test(words) ? words : `${words}.`}`;
	return new VoiceError(
		kindsOf[kind] ?? 'server',
		`${to.name} ${meaning(status, kind, to)}${status === undefined ? '' : ` (${status})`}${said}${remedy(kind, to)}`,
		{
			...details,
			status,
			retryAfterMs,
			owed: owedIn[kind],
			input: kind === 'flagged' || kind === 'too-long' ? kind : undefined,
		},
	);
}

/** What an error is about. The first ones do not mend themselves. */
type ErrorCause =
	| 'key'
	| 'payment'
	| 'quota'
	| 'account'
	| 'region'
	| 'forbidden'
	| 'model'
	| 'rate'
	| 'loading'
	| 'too-long'
	| 'flagged'
	| 'refused'
	| 'reported'
	| 'trouble';

const kindsOf: Readonly<Partial<Record<ErrorCause, VoiceErrorKind>>> = {
	key: 'unusable',
	payment: 'unusable',
	quota: 'unusable',
	account: 'unusable',
	region: 'unusable',
	forbidden: 'unusable',
	model: 'unusable',
	rate: 'rate-limit',
	loading: 'loading',
	'too-long': 'refused-request',
	flagged: 'refused-request',
	refused: 'refused-request',
};

const owedIn: Readonly<Partial<Record<ErrorCause, VoiceError['owed']>>> = {
	key: 'login',
	account: 'login',
	payment: 'money',
	quota: 'money',
};

type Reported = {
	readonly status: number | undefined;
	/** The server's message. */
	readonly words: string;
	/** All that it sent, for the codes in it. */
	readonly codes: string;
	readonly retryAfterMs: number | undefined;
};

const unknownModel =
	/not a valid model|model.{0,80}(?:not found|does not exist|not available|decommissioned|retired|no longer (?:available|supported))|unknown model|no such model|invalid model|(?:do(?:es)? not|don't) have access to (?:the )?model/iu;
const tooLong =
	/context (?:size|length|window)[^.]{0,60}exceed|exceed[^.]{0,60}context (?:size|length|window)|maximum context length|prompt is too long|input is too long|too many (?:input )?tokens/iu;
const flagged =
	/content[ _](?:filter|management policy|policy)|flagged|moderation|content exists risk|data_?inspection_?failed|inappropriate content|prohibited[ _]content|violat\w* (?:our |the )?(?:usage|content) polic/iu;
const noRegion =
	/unsupported[_ ]country|(?:country|region|location)[^.]{0,40}not (?:supported|available)|not available in your (?:country|region)/iu;
const noAccount = /(?:account|organi[sz]ation|project)[^.]{0,40}(?:deactivated|disabled|suspended|restricted|closed)/iu;
const noKey = /api.?key|invalid_api_key|authentication_error/iu;
const noMoney =
	/insufficient[ _](?:quota|balance|credits?|funds)|billing[ _](?:hard[ _])?(?:limit|not[ _]active)|billing.{0,20}not active|out of credits|credit balance is too low|payment required|\blimit: 0\b(?! (?:remaining|requests|left))/iu;
const spent = /exceeded your current quota|quota[^.]{0,30}(?:exhausted|used up|exceeded)/iu;
const aDay = /per[ _-]?day|daily|\b[RT]PD\b/iu;
const aMinute = /per[ _-]?minute|\b[RT]PM\b/iu;

const loads =
	/load(?:ing)?[^.]{0,40}model|model[^.]{0,60}(?:is (?:currently |still )?(?:loading|being loaded|starting|warming up)|not (?:yet )?(?:loaded|ready))|warming up|starting up|estimated_time/iu;

/** No debate waits longer than this for one answer, in milliseconds. */
const longestPause = 600_000;

function kindOf({status, words, codes, retryAfterMs}: Reported): ErrorCause {
	const all = `${words} ${codes}`;
	// Some servers report a prompt that is too long as a server error, but a retry would not help.
	if (tooLong.test(words)) return 'too-long';
	if (status === undefined || status === 429) {
		if (isUsedUp(all, retryAfterMs)) return 'quota';
		if (status === 429) return 'rate';
		if (/invalid_api_key|authentication_error/u.test(codes)) return 'key';
		return /model_not_found/u.test(codes) ? 'model' : 'reported';
	}
	if (status === 401) return 'key';
	if (status === 402) return 'payment';
	if (status === 404) return 'model';
	if ([400, 403, 422].includes(status)) return refusalCause(status, words, all);
	if (status === 503 && loads.test(all)) return 'loading';
	return status >= 500 || [408, 409, 425].includes(status) ? 'trouble' : 'refused';
}

function refusalCause(status: number, words: string, all: string): ErrorCause {
	if (noRegion.test(all)) return 'region';
	if (noMoney.test(all)) return 'quota';
	if (noAccount.test(words)) return 'account';
	if (flagged.test(all)) return 'flagged';
	if (unknownModel.test(words) || /model_not_found|model_decommissioned/u.test(all)) return 'model';
	if (status === 403) return 'forbidden';
	return noKey.test(all) ? 'key' : 'refused';
}

/** Whether there is nothing left that a pause would bring back: no money, or a limit a day. */
function isUsedUp(all: string, retryAfterMs = Infinity): boolean {
	if (noMoney.test(all)) return true;
	// What this one says of a pause is not about the day.
	if (/\w*PerDay\w*/u.test(all) && !aMinute.test(all)) return true;
	return (spent.test(all) || (aDay.test(all) && !aMinute.test(all))) && retryAfterMs > longestPause;
}

function meaning(status: number | undefined, cause: ErrorCause, to: RequestTarget): string {
	switch (cause) {
		case 'key':
			return 'does not accept the key';
		case 'payment':
			return 'asks for payment';
		case 'quota':
			return 'says that the quota is used up';
		case 'account':
			return 'does not serve this account';
		case 'region':
			return 'does not serve this region';
		case 'forbidden':
			return 'forbids this request';
		case 'model':
			return `does not know the model "${to.model}" at ${to.baseUrl}`;
		case 'rate':
			return 'asks to slow down';
		case 'loading':
			return 'is loading the model';
		case 'flagged':
			return 'refused what it was sent';
		case 'too-long':
		case 'refused':
			return 'refused the request';
		default:
			return status === undefined ? 'reported an error' : 'is in trouble';
	}
}

/** All that a server sent, also what it wrapped in texts, so that its codes are found in it. */
const codesOf = (body: unknown): string =>
	typeof body === 'string' ? body : body === undefined ? '' : written(body).replaceAll(String.raw`\"`, '"');

/** The delay that a server asks for in words, in milliseconds: "try again in 7m12.5s", "retry in 32.1s". */
function retryIn(words: string): number | undefined {
	const {hours, minutes, seconds, ms} =
		/(?:try again|retry) in (?:(?<hours>\d+)h)?(?:(?<minutes>\d+)m(?!s))?(?:(?<seconds>[\d.]+)\s?s\w*)?(?:(?<ms>[\d.]+)\s?ms)?/iu.exec(
			words,
		)?.groups ?? {};
	const found = [hours, minutes, seconds, ms].map(each => Number(each ?? 0));
	const [h = 0, m = 0, s = 0, rest = 0] = found;
	const total = h * 3_600_000 + m * 60_000 + s * 1_000 + rest;
	return total > 0 && Number.isFinite(total) ? Math.ceil(total) : undefined;
}

/** How long a server says that it will be loading, in milliseconds. */
const estimatedIn = (body: unknown): number | undefined => {
	const found = /"estimated_time":\s*(?<seconds>\d+(?:\.\d+)?)/u.exec(codesOf(body))?.groups?.['seconds'];
	return found === undefined ? undefined : Math.ceil(Number(found) * 1000);
};

const remedy = (cause: ErrorCause, {keyVariable}: RequestTarget): string =>
	cause === 'key' && keyVariable ? ` Check ${keyVariable}.` : '';

function networkError(error: unknown, to: RequestTarget): VoiceError {
	const code = codeIn(error);
	if (code === 'ECONNREFUSED')
		return new VoiceError('network', `Nothing answers at ${to.baseUrl}: is ${to.name} running?`, {cause: error});
	if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
		return new VoiceError('network', `The address ${to.baseUrl} cannot be found: is there a network?`, {cause: error});
	if (code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT')
		return new VoiceError('stalled', `${to.name} sent nothing until the connection timed out.`, {cause: error});
	return new VoiceError('network', `The connection to ${to.name} broke${code ? ` (${code})` : ''}.`, {cause: error});
}

/** The first error code in a chain of causes, such as `ECONNRESET`. */
function codeIn(error: unknown): string | undefined {
	for (let each = error, depth = 0; each instanceof Error && depth < 8; each = each.cause, depth++) {
		if ('code' in each && typeof each.code === 'string') return each.code;
	}
	return undefined;
}

/** The delay a server asks for, in milliseconds, from `retry-after-ms` or `Retry-After` (seconds or a date). */
export function retryAfter(headers: Headers, now = Date.now()): number | undefined {
	const ms = Number(headers.get('retry-after-ms') ?? Number.NaN);
	if (ms >= 0) return ms;
	const text = headers.get('retry-after');
	if (text === null) return undefined;
	const wait = /^\s*\d+(?:\.\d+)?\s*$/u.test(text) ? Number(text) * 1_000 : Date.parse(text) - now;
	return Number.isNaN(wait) ? undefined : Math.max(0, wait);
}

const Body = z
	.object({
		message: z.unknown(),
		error: z.unknown(),
		detail: z.unknown(),
		body: z.unknown(),
		metadata: z.unknown(),
		raw: z.unknown(),
	})
	.partial();

/** No router wraps a message more often. */
const deepest = 20;

/** Lists may be nested until the stack overflows. */
function written(body: unknown): string {
	try {
		return JSON.stringify(body);
	} catch {
		return 'a message that cannot be read';
	}
}

/**
 * The server's message, wherever the body has it. Routers wrap the message of the host behind them, which comes last.
 */
export function wordsOf(body: unknown, depth = 0): string {
	if (typeof body === 'string') return inText(body);
	if (Array.isArray(body) && body.length > 0 && depth < deepest) return wordsOf(body[0], depth + 1);
	const {data} = Body.safeParse(body);
	if (!data) return body === undefined || body === null ? '' : written(body);
	if (depth > deepest) return '';
	const said = [data.message ?? data.error ?? data.detail ?? data.body, data.metadata ?? data.raw]
		.filter(part => part !== undefined && part !== null)
		.map(part => wordsOf(part, depth + 1));
	return said.filter(part => part !== '').join(': ');
}

function inText(text: string): string {
	const trimmed = text.trim();
	if (/^<(?:!doctype|html)/iu.test(trimmed))
		return `an HTML page, ${/<title>([^<]*)/iu.exec(trimmed)?.[1]?.trim() || 'without a title'}`;
	if (!/^[{[]/u.test(trimmed)) return trimmed;
	try {
		return wordsOf(JSON.parse(trimmed));
	} catch {
		return trimmed;
	}
}

const statusIn = (body: unknown): number | undefined => {
	const {code} = z
		.object({code: z.coerce.number().int().min(400).max(599).optional().catch(undefined)})
		.catch({code: undefined})
		.parse(body);
	return code;
};

/** The status and full message of a refused request. */
export function refusalOf(error: VoiceError): {readonly status: number | undefined; readonly words: string} {
	return {status: error.status, words: wordsOf(ApiError.catch({error: undefined}).parse(error.cause).error)};
}

const longest = 400;

/** Fits a server's message on one line, without control characters and anything that looks like a key. */
function clean(words: string, secrets: readonly string[]): string {
	const hidden = secrets
		.filter(secret => secret.length >= 4)
		.reduce((text, secret) => text.replaceAll(secret, '[key]'), words);
	const line = hidden
		.replace(/\b(?:(?:sk|pk|rk|gsk|hf|xai)[-_]|AIza|Bearer )[\w*.-]{8,}/gu, '[key]')
		.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
		.trim();
	return line.length > longest ? `${line.slice(0, longest)}…` : line;
}
