/** What speaks a text: a server with the speech endpoint of OpenAI's API, or a program on this machine. */
import {setTimeout as wait} from 'node:timers/promises';
import {redact} from '../../debate/text/redact.ts';
import {speechPace} from '../../debate/text/words.ts';
import {UsageError} from '../../debate/usage-error.ts';
import type {Configuration} from '../../settings/settings.ts';
import {withUserProviders} from '../../voices/providers.ts';
import {errorText} from '../../voices/limited-fetch.ts';
import {programVoice, programVoices} from './speech-programs.ts';
import type {SpeechPrice, SpeechVoice} from './speech-voice.ts';
import {NoSound, readWav} from './wav.ts';
import type {Segment} from '../../exports/segments.ts';

const serverVoices = ['onyx', 'nova', 'echo', 'shimmer', 'ash', 'coral', 'sage', 'verse', 'alloy', 'fable'];
/** The model that speaks where none is named before the voice: `openai:gpt-4o-mini-tts/onyx`. */
const usualModel = 'gpt-4o-mini-tts';

const written =
	'Write espeak-ng:en-gb+f3, espeak-ng:en+m7@70 with a pitch, piper:MODEL.onnx#0, say:Daniel, openai:onyx, openai:MODEL/VOICE, http://host:port/v1#VOICE, or a command such as "flite -o {out} {text-file}".';

/** Voices that an engine gives out by default, distinct where there are enough; one that names a voice gives that. */
function voicesOf(engine: string, language: string): readonly string[] {
	const own = programVoices(engine, language);
	if (own) return own;
	if (/^https?:/u.test(engine)) return serverVoices.map(voice => `${engine.replace(/#.*$/u, '')}#${voice}`);
	return engine.includes(':') ? [engine] : serverVoices.map(voice => `${engine}:${voice}`);
}

/** Throws `UsageError` for a voice that cannot be. */
export function findVoice(spec: string, configuration: Pick<Configuration, 'settings' | 'keyOf'>): SpeechVoice {
	if (/^https?:\/\//u.test(spec)) {
		const [baseUrl = '', voice = ''] = spec.split('#');
		return serverVoice(spec, {baseUrl, key: undefined, ...modelAndVoice(voice || 'alloy')});
	}
	const [engine = '', ...rest] = spec.split(':');
	const voice = rest.join(':');
	const own = programVoice(spec);
	if (own) return own;
	const row = withUserProviders(configuration.settings.providers).find(({id}) => id === engine);
	if (!row || voice === '')
		throw new UsageError({what: 'There is no such speech voice', value: spec, from: 'the voices', todo: written});
	return serverVoice(spec, {baseUrl: row.baseUrl, key: configuration.keyOf(row)?.key, ...modelAndVoice(voice)});
}

function modelAndVoice(text: string): {readonly model: string; readonly voice: string} {
	const at = text.lastIndexOf('/');
	return at < 0 ? {model: usualModel, voice: text} : {model: text.slice(0, at), voice: text.slice(at + 1)};
}

type Server = {
	readonly baseUrl: string;
	readonly key: string | undefined;
	readonly model: string;
	readonly voice: string;
};

/** OpenAI's endpoint: https://platform.openai.com/docs/api-reference/audio/createSpeech */
function serverVoice(key: string, {baseUrl, key: secret, model, voice}: Server): SpeechVoice {
	return {
		key,
		limit: 4000,
		price: speechPriceOf(baseUrl, model),
		async speak(text, {wpm, signal, timeoutMs, instructions}) {
			const response = await asked(`${baseUrl.replace(/\/$/u, '')}/audio/speech`, {
				method: 'POST',
				headers: {
					'content-type': 'application/json',
					...(secret !== undefined && {authorization: `Bearer ${secret}`}),
				},
				body: JSON.stringify({
					model,
					voice,
					input: text,
					response_format: 'wav',
					// The earliest models refuse it.
					...(instructions !== undefined && !model.startsWith('tts-1') && {instructions}),
					...(wpm !== speechPace && {speed: Math.min(4, Math.max(0.25, wpm / speechPace))}),
				}),
				// Neither the words nor the key are sent on to another address.
				redirect: 'error',
				signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
			});
			const sound = await soundIn(response, signal, text);
			if (!response.ok)
				throw new NoSound(
					`${new URL(baseUrl).host} answered ${response.status}: ${redact(sound.toString('utf8').slice(0, 300))}`,
				);
			return readWav(sound);
		},
	};
}

/** As often as a server that is busy is asked again, and how long it is left alone where it does not say, in ms. */
const [mostTries, restMs] = [4, 2000];

/** The server’s answer; one that is busy is asked again. Throws `NoSound`, or the signal’s reason. */
async function asked(url: string, init: RequestInit & {readonly signal: AbortSignal}): Promise<Response> {
	for (let tries = 1; ; tries++) {
		const response = await fetch(url, init).catch((error: unknown) => {
			throw noSoundFrom(new URL(url).host, error);
		});
		if (tries === mostTries || (response.status !== 429 && response.status < 500)) return response;
		await response.body?.cancel();
		const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
		await wait(Number.isFinite(seconds) ? seconds * 1000 : restMs * tries, undefined, {signal: init.signal});
	}
}

/** Four characters a second in two channels of 48 kHz, and a start: nobody speaks more slowly. */
const [bytesPerCharacter, startBytes] = [48_000, 2_000_000];
const mostBytes = 48_000_000;

/** The body of a server's answer, no longer than the text can sound; of one that refuses, its words. */
async function soundIn(response: Response, signal: AbortSignal, {length}: string): Promise<Buffer> {
	if (!response.ok) return Buffer.from(await errorText(response));
	const most = Math.min(mostBytes, startBytes + bytesPerCharacter * length);
	const parts: Uint8Array[] = [];
	let bytes = 0;
	try {
		for await (const part of response.body ?? []) {
			parts.push(part);
			bytes += part.length;
			if (bytes > most) throw new NoSound('the server sent more than a speech can be');
		}
	} catch (error) {
		signal.throwIfAborted();
		throw noSoundFrom(new URL(response.url).host, error);
	}
	return Buffer.concat(parts);
}

/** The user's own stop stays what it is; anything else is a server that gives no sound. */
function noSoundFrom(host: string, error: unknown): unknown {
	if (error instanceof NoSound || !(error instanceof Error) || error.name === 'AbortError') return error;
	const cause = error.cause instanceof Error ? error.cause.message : error.message;
	return new NoSound(
		error.name === 'TimeoutError' ? `${host} did not answer in time` : `${host} cannot be asked: ${cause}`,
	);
}

// What speech costs where its price is published.

/** Where the prices are from, and as of when. */
export const speechPriceSource = 'developers.openai.com, 2026-11-23';

/** https://developers.openai.com/api/docs/pricing; a model that counts sound goes by OpenAI's own estimate a minute. */
const prices: Readonly<Record<string, SpeechPrice>> = {
	'tts-1': {perCharacter: 15e-6},
	'tts-1-hd': {perCharacter: 30e-6},
	'gpt-4o-mini-tts': {perMinute: 0.015},
};

/** The price of a model at an address; undefined where none is known. Dated versions cost what their model does. */
function speechPriceOf(baseUrl: string, model: string): SpeechPrice | undefined {
	if (new URL(baseUrl).host !== 'api.openai.com') return undefined;
	const name = model.replace(/-(?:\d{4}-\d{2}-\d{2}|\d{4})$/u, '');
	return Object.hasOwn(prices, name) ? prices[name] : undefined;
}

/** US dollars for so many characters that take so many milliseconds to say. */
export const speechCost = (price: SpeechPrice, {characters, ms}: {readonly characters: number; readonly ms: number}) =>
	'perCharacter' in price ? price.perCharacter * characters : (price.perMinute * ms) / 60_000;

// Who is spoken with which voice: as named, as kept by the show, else each with one of their own.

type SpeechCasting = {
	/** By seat id: from the command line. */
	readonly seats: Readonly<Record<string, string>>;
	/** By the speaker's name or seat id: from the show. */
	readonly show: Readonly<Record<string, string>>;
	/** The engine that gives out voices to all others. */
	readonly engine: string;
	readonly language: string;
};

/** The voice of each who speaks, by name; `taken` in order, so that equal debates get equal voices. */
export function assignSpeechVoices(
	{seats: all}: {readonly seats: readonly {readonly name: string}[]},
	segments: readonly Pick<Segment, 'speaker' | 'name'>[],
	{seats, show, engine, language}: SpeechCasting,
): ReadonlyMap<string, string> {
	// What a show keeps for a chair goes before what it keeps for a name: models change chairs, voices do not.
	const speakers = new Map(segments.map(({speaker, name}) => [name, speaker]));
	const order = [...all.map(({name}) => name), ...speakers.keys()].filter(name => speakers.has(name));
	const assigned = new Map<string, string>();
	const free = voicesOf(engine, language);
	for (const name of new Set(order)) {
		const id = speakers.get(name) ?? '';
		const named = seats[id] ?? seats[name] ?? show[id] ?? show[name];
		if (named !== undefined) assigned.set(name, named);
	}
	const taken = new Set(assigned.values());
	const left = free.filter(voice => !taken.has(voice));
	let next = 0;
	for (const name of new Set(order)) {
		if (assigned.has(name)) continue;
		const voice = left.length > 0 ? left[next++ % left.length] : free[next++ % Math.max(1, free.length)];
		if (voice !== undefined) assigned.set(name, voice);
	}
	return assigned;
}
