/** The faults that the rehearsal server can simulate, so that every way a server can fail can be tried out. */

export const faultNames = [
	'stall',
	'stall-mid',
	'reset',
	'reset-mid',
	'401',
	'402',
	'403',
	'404',
	'408',
	'429',
	'429-retry-after',
	'500',
	'503',
	'html',
	'empty',
	'half-json',
	'no-finish',
	'error-in-stream',
	'no-usage',
	'no-cache',
	'reject-schema',
	'reject-json',
	'reject-temperature',
	'fence-json',
	'prose-json',
	'refuse',
	'reasoning',
	'reasoning-content',
	'think-tags',
	'no-done',
	'slow',
] as const;
export type FaultName = (typeof faultNames)[number];

/** A fault for every request, or only for the nth, counted from 1; `model` restricts it to requests for one model. */
export type ServerFault = {readonly name: FaultName; readonly nth?: number; readonly model?: string};

/** Parses `name`, `name@3`, `name:model` or `name@3:model`. Returns an error message if it is none of these. */
export function parseFault(text: string): ServerFault | string {
	const {name, nth, model} = /^(?<name>[\w-]+)(?:@(?<nth>\d+))?(?::(?<model>.+))?$/u.exec(text.trim())?.groups ?? {};
	const known = faultNames.find(each => each === name);
	if (!known)
		return `"${text}" is not a known fault. Write one of ${faultNames.join(', ')}, with \`@3\` behind it for the third request alone, with \`:model\` for those to one model.`;
	if (nth !== undefined && Number(nth) < 1) return `"${text}": requests are counted from 1.`;
	return {name: known, ...(nth !== undefined && {nth: Number(nth)}), ...(model !== undefined && {model})};
}

/** Returns a function that tells which faults apply to a request; call it exactly once per request. */
export function faultCounter(faults: readonly ServerFault[]): (model: string) => ReadonlySet<FaultName> {
	const seen = new Map<string | undefined, number>();
	return model => {
		for (const key of [undefined, model]) seen.set(key, (seen.get(key) ?? 0) + 1);
		const meets = (fault: ServerFault) =>
			(fault.model === undefined || fault.model === model) &&
			(fault.nth === undefined || fault.nth === seen.get(fault.model));
		return new Set(faults.filter(meets).map(({name}) => name));
	};
}

/** An HTTP error sent instead of an answer. */
export type ErrorReply = {
	readonly status: number;
	readonly message: string;
	readonly headers?: Readonly<Record<string, string>>;
};

const plain: Readonly<Partial<Record<FaultName, ErrorReply>>> = {
	401: {status: 401, message: 'Incorrect API key provided.'},
	402: {status: 402, message: 'Insufficient credits.'},
	403: {status: 403, message: 'Your key may not use this model.'},
	404: {status: 404, message: 'The model does not exist.'},
	408: {status: 408, message: 'The request took too long to arrive.'},
	429: {status: 429, message: 'Rate limit reached.'},
	500: {status: 500, message: 'Internal error.'},
	503: {status: 503, message: 'Overloaded.'},
};

/** The parts of a request that a server may reject. */
type RequestForm = {readonly temperature?: number | undefined; readonly format?: string | undefined};

/** The error to reply with, if any. `retryAfter` is in seconds. */
export function errorReplyFor(
	faults: ReadonlySet<FaultName>,
	{temperature, format}: RequestForm,
	retryAfter: number,
): ErrorReply | undefined {
	if (faults.has('429-retry-after'))
		return {status: 429, message: 'Rate limit reached.', headers: {'Retry-After': String(retryAfter)}};
	if (faults.has('reject-schema') && format === 'json_schema')
		return {status: 400, message: "'response_format' of type 'json_schema' is not supported."};
	if (faults.has('reject-json') && format !== undefined)
		return {status: 400, message: `'response_format' of type '${format}' is not supported.`};
	if (faults.has('reject-temperature') && temperature !== undefined)
		return {
			status: 400,
			message: `Unsupported value: 'temperature' does not support ${temperature} with this model. Only the default (1) value is supported.`,
		};
	return Object.values(plain).find(({status}) => faultNames.some(name => name === String(status) && faults.has(name)));
}

// Answers of a fixed length, for measurements. A token is four characters.

export const charactersPerToken = 4;

/** Splits a text into the pieces to stream, without splitting a character. */
export function tokensOf(text: string): string[] {
	const tokens: string[] = [];
	for (let start = 0; start < text.length;) {
		const end = start + charactersPerToken;
		const next = isLowHalf(text.charCodeAt(end)) ? end + 1 : end;
		tokens.push(text.slice(start, next));
		start = next;
	}
	return tokens;
}

const isLowHalf = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;

const fillers = [
	'That is one point.',
	'There is another side to it.',
	'I would weigh both.',
	'Let us stay with it.',
	'The case is not closed.',
];

const sentences = new Intl.Segmenter('en', {granularity: 'sentence'});

/** Shortens a text by leaving out sentences around its middle, as its beginning and end matter most. */
function shortened(text: string, length: number): string {
	const kept = Array.from(sentences.segment(text), ({segment}) => segment);
	let left = text.length;
	while (left > length && kept.length > 1) left -= kept.splice(Math.floor(kept.length / 2), 1)[0]?.length ?? left;
	return kept.join('');
}

/** A turn of exactly this many tokens: shortened and cut, or padded with short sentences. */
export function fitTurn(text: string, tokens: number): string {
	const length = tokens * charactersPerToken;
	let filled = shortened(text, length);
	for (let n = 0; filled.length < length; n++) filled += ` ${fillers[n % fillers.length] ?? ''}`;
	return filled.slice(0, length).toWellFormed();
}

/** Pads JSON to so many tokens with spaces before its last bracket, so that its end cannot be told early. */
export function padJson(json: string, tokens: number): string {
	const text = json.trimEnd();
	const missing = tokens * charactersPerToken - text.length;
	return missing > 0 ? text.slice(0, -1) + ' '.repeat(missing) + text.slice(-1) : text;
}
