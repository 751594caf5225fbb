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
	const kind = kindOf(status, words);
	const said = words === '' ? '.' : `: ${/[.!?]$/u.test(words) ? words : `${words}.`}`;
	return new VoiceError(
		kind,
		`${to.name} ${meaning(status, kind, to)}${status === undefined ? '' : ` (${status})`}${said}${remedy(status, to)}`,
		{status, ...details},
	);
}

const unknownModel =
	/not a valid model|model.{0,80}(?:not found|does not exist|not available)|unknown model|no such model|invalid model/iu;

const tooLong =
	/context (?:size|length|window)[^.]{0,60}exceed|exceed[^.]{0,60}context (?:size|length|window)|maximum context length/iu;

function kindOf(status: number | undefined, words: string): VoiceErrorKind {
	// Some servers report a prompt that is too long as a server error, but a retry would not help.
	if (tooLong.test(words)) return 'refused-request';
	if (status === undefined) return 'server';
	if (
		[401, 402, 403, 404].includes(status) ||
		((status === 400 || status === 422) && (unknownModel.test(words) || /api.?key/iu.test(words)))
	)
		return 'unusable';
	if (status === 429) return 'rate-limit';
	return status >= 500 || status === 408 || status === 409 || status === 425 ? 'server' : 'refused-request';
}

function meaning(status: number | undefined, kind: VoiceErrorKind, to: RequestTarget): string {
	if (status === 401) return 'does not accept the key';
	if (status === 402) return 'asks for payment';
	if (status === 403) return 'forbids this request';
	if (kind === 'unusable') return `does not know the model "${to.model}" at ${to.baseUrl}`;
	if (kind === 'rate-limit') return 'asks to slow down';
	if (kind === 'refused-request') return 'refused the request';
	return status === undefined ? 'reported an error' : 'is in trouble';
}

const remedy = (status: number | undefined, {keyVariable}: RequestTarget): string =>
	status === 401 && keyVariable ? ` Check ${keyVariable}.` : '';

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
