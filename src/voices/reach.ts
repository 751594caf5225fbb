/**
 * Whether a model would answer, found out without a token: by its server's list of models, the model's own entry there,
 * and what the server says of the key.
 */
import {answerError, voiceError, type RequestTarget} from './errors.ts';
import {errorText, fetchHere, RedirectRefused} from './limited-fetch.ts';
import {headersFor, listAddress, modelsIn, type ListedModel} from './model-list.ts';
import type {Provider} from './providers.ts';
import type {VoiceError} from './voice.ts';

/**
 * `slow` has not answered within the time, which is no fault; `silent` does not answer. `says` is in words for the
 * user; `unknown` that its server does not have it, `away` that
 * nothing is there to say so. `instead` has ids of models that the server has.
 */
export type Reach =
	| {readonly is: 'answers' | 'slow'; readonly says: string}
	| {
			readonly is: 'silent';
			readonly says: string;
			readonly unknown?: true;
			readonly away?: true;
			readonly instead: readonly string[];
	  };

type ReachOptions = {
	readonly key: string | undefined;
	/** Milliseconds for all requests together. */
	readonly withinMs: number;
	readonly signal: AbortSignal;
};

export type ReachedModels = {
	/** What the server listed, if it did. */
	readonly listed: readonly ListedModel[] | undefined;
	readonly of: (model: string) => Reach;
};

/**
 * Reaches a server for these models of it. Refused, unresolved and unauthorised requests and unknown models mean that
 * nobody answers; any other answer counts as one. Rejects only when aborted.
 */
export async function reachModels(
	row: Provider,
	models: readonly string[],
	{key, withinMs, signal}: ReachOptions,
): Promise<ReachedModels> {
	const limit = AbortSignal.timeout(withinMs);
	const asking: Asking = {row, key, signal: AbortSignal.any([signal, limit])};
	const began = performance.now();
	const [list, own] = await Promise.all([
		answerOf(asking, listAddress(row)),
		row.keyPath === undefined || key === undefined
			? undefined
			: answerOf(asking, new URL(row.keyPath, row.baseUrl).href),
	]);
	signal.throwIfAborted();
	const seconds = Math.round(withinMs / 1000);
	const slow: Reach = {is: 'slow', says: `${row.name} has not answered for ${seconds} s; it is waited for`};
	const failed = [list, own].find(answer => answer?.is === 'failed');
	if (failed?.is === 'failed') return none(silent(failed.error));
	if (list.is !== 'answered' || own?.is === 'late') return none(slow);
	if (own?.is === 'answered') await own.response.body?.cancel();
	const listed = await readList(list.response, row, asking.signal);
	const unlisted = listed ? models.filter(model => !isListed(listed, model, row)) : [];
	const unknown = new Set(row.listPath === undefined ? await unknownIn(asking, unlisted) : unlisted);
	signal.throwIfAborted();
	const answers: Reach = {is: 'answers', says: `answers in ${Math.max(1, Math.round(performance.now() - began))} ms`};
	return {
		listed,
		of: model => (unknown.has(model) ? withoutModel(row, model, listed ?? []) : answers),
	};
}

/** What a server says of a key: that it takes it, that it does not, or nothing for want of an answer. */
export async function reachKey(
	row: Provider,
	key: string,
	withinMs: number,
): Promise<'taken' | 'refused' | 'unanswered'> {
	const asking: Asking = {row, key, signal: AbortSignal.timeout(withinMs)};
	const answer = await answerOf(
		asking,
		row.keyPath === undefined ? listAddress(row) : new URL(row.keyPath, row.baseUrl).href,
	);
	if (answer.is === 'failed') return answer.error.kind === 'unusable' ? 'refused' : 'unanswered';
	if (answer.is === 'late') return 'unanswered';
	await answer.response.body?.cancel();
	return answer.response.ok ? 'taken' : 'unanswered';
}

const none = (reach: Reach): ReachedModels => ({listed: undefined, of: () => reach});
const silent = ({kind, message}: VoiceError): Reach => ({
	is: 'silent',
	says: message,
	...(kind === 'network' && {away: true}),
	instead: [],
});

type Asking = {readonly row: Provider; readonly key: string | undefined; readonly signal: AbortSignal};

type ServerReply =
	| {readonly is: 'answered'; readonly response: Response}
	| {readonly is: 'late'}
	| {readonly is: 'failed'; readonly error: VoiceError};

/** An answer to a request without a body, whatever it is; a key that is not accepted is a failure. */
async function answerOf({row, key, signal}: Asking, address: string): Promise<ServerReply> {
	try {
		const response = await fetchHere(address, {headers: headersFor(row, key), signal});
		const refused = await refusalOf(response, targetOf(row, key));
		return refused ? {is: 'failed', error: refused} : {is: 'answered', response};
	} catch (error) {
		if (signal.aborted) return {is: 'late'};
		// Whoever sends a request elsewhere has answered; what is asked of it later is followed as little.
		if (error instanceof RedirectRefused) return {is: 'answered', response: new Response(null, {status: 404})};
		return {is: 'failed', error: voiceError(error, targetOf(row, key))};
	}
}

const targetOf = ({name, baseUrl, keyVariable}: Provider, key: string | undefined): RequestTarget => ({
	name,
	baseUrl,
	model: '',
	keyVariable,
	secrets: key === undefined ? [] : [key],
});

/** Some servers say with 400 that a key is none, others with 401; what 403 forbids may be the list alone. */
async function refusalOf(response: Response, target: RequestTarget): Promise<VoiceError | undefined> {
	if (response.status !== 401 && response.status !== 400) return undefined;
	const error = answerError(await errorText(response), target, {status: response.status});
	return response.status === 401 || error.kind === 'unusable' ? error : undefined;
}

/** Undefined where the answer is no list: the server is there all the same. */
const readList = async (
	response: Response,
	row: Provider,
	signal: AbortSignal,
): Promise<readonly ListedModel[] | undefined> =>
	response.ok ? modelsIn(response, row, signal).catch(() => undefined) : undefined;

/** A tag, a router's variant or a folder of its own may stand around the id; one model of llama.cpp takes any name. */
function isListed(listed: readonly ListedModel[], model: string, {listPath}: Provider): boolean {
	const [first, ...others] = listed;
	if (!first) return listPath === undefined;
	if (others.length === 0 && first.atOnce === 1) return true;
	const base = model.replace(/:[\w-]+$/u, '');
	return (
		model.startsWith('@preset/') ||
		listed.some(
			({id}) =>
				id.includes('*') ||
				[model, `${model}:latest`, `models/${model}`].includes(id) ||
				(listPath === undefined && id === base),
		)
	);
}

/** Those of the models that the server says it does not have: an alias has an entry without being listed. */
async function unknownIn(asking: Asking, models: readonly string[]): Promise<readonly string[]> {
	const asked = await Promise.all(
		models.map(async model => {
			const answer = await answerOf(asking, `${asking.row.baseUrl}/models/${encodeURI(model)}`);
			if (answer.is !== 'answered') return [];
			await answer.response.body?.cancel();
			return answer.response.status === 404 ? [model] : [];
		}),
	);
	return asked.flat();
}

const mostNamed = 3;

function withoutModel({name, baseUrl}: Provider, model: string, listed: readonly ListedModel[]): Reach {
	const instead = byLikeness(
		listed.map(({id}) => id),
		model,
	);
	const more = instead.length - mostNamed;
	const has =
		instead.length === 0
			? 'It has no models.'
			: `It has ${instead.slice(0, mostNamed).join(', ')}${more > 0 ? ` and ${more} more` : ''}.`;
	return {
		is: 'silent',
		says: `${name} does not know the model "${model}" at ${baseUrl}. ${has}`,
		unknown: true,
		instead,
	};
}

/** Those that share the most of their beginning come first. */
function byLikeness(ids: readonly string[], model: string): readonly string[] {
	const wanted = model.toLowerCase();
	const likeness = (id: string): number => {
		const own = id.toLowerCase();
		let end = 0;
		while (end < own.length && own[end] === wanted[end]) end++;
		return end;
	};
	return ids.toSorted((one, other) => likeness(other) - likeness(one));
}
