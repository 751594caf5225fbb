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
export type RequestForm = {readonly temperature?: number | undefined; readonly format?: string | undefined};

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
