/** Speech from an endpoint of the OpenAI kind, on loopback. */
import {once} from 'node:events';
import {mkdtempSync, readFileSync} from 'node:fs';
import {createServer, type IncomingHttpHeaders, type Server, type ServerResponse} from 'node:http';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {afterEach, describe, expect, it} from 'vitest';
import {findVoice} from '../../../src/app/sound/speech-engines.ts';
import type {SpeechVoice} from '../../../src/app/sound/speech-voice.ts';
import {NoSound, WavWriter} from '../../../src/app/sound/wav.ts';
import {resolveSettings} from '../../../src/settings/settings.ts';

const rate = 8000;
/** Half a second of a WAV file. */
function sound(): Buffer {
	const file = path.join(mkdtempSync(path.join(tmpdir(), 'rostrum-speech-')), 's.wav');
	const writer = new WavWriter(file, rate, 1);
	writer.write(Float32Array.from({length: rate / 2}, (_, at) => 0.3 * Math.sin(at / 5)));
	writer.end();
	return readFileSync(file);
}

type Asked = {readonly url: string; readonly headers: IncomingHttpHeaders; readonly body: object};
let open: Server | undefined;
afterEach(() => {
	open?.closeAllConnections();
	open?.close();
	open = undefined;
});

/** A server, and the voice that asks it with a key. */
async function served(
	answer: (response: ServerResponse, nth: number) => void,
): Promise<{readonly voice: SpeechVoice; readonly asked: readonly Asked[]}> {
	const asked: Asked[] = [];
	open = createServer((request, response) => {
		const parts: Buffer[] = [];
		request.on('data', (part: Buffer) => parts.push(part));
		request.on('end', () => {
			const body: unknown = JSON.parse(Buffer.concat(parts).toString('utf8'));
			asked.push({url: request.url ?? '', headers: request.headers, body: Object(body)});
			answer(response, asked.length);
		});
	}).listen(0, '127.0.0.1');
	await once(open, 'listening');
	const address = open.address();
	const baseUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/v1`;
	const {settings} = resolveSettings({flags: {}, env: {}, file: {providers: {own: {baseUrl}}}});
	return {voice: findVoice('own:tts-9/ada', {settings, keyOf: () => ({key: 'k-1', from: 'a test'})}), asked};
}

const how = (timeoutMs = 2000, signal = new AbortController().signal) => ({
	wpm: 150,
	timeoutMs,
	signal,
});

describe('a speech server', () => {
	it('is sent the words, model, voice, pace and key, and its sound is read', async () => {
		const {voice, asked} = await served(response => response.end(sound()));
		expect((await voice.speak('Hello.', {...how(), wpm: 300})).samples).toHaveLength(rate / 2);
		expect(asked).toMatchObject([
			{
				url: '/v1/audio/speech',
				headers: {authorization: 'Bearer k-1'},
				body: {model: 'tts-9', voice: 'ada', input: 'Hello.', response_format: 'wav', speed: 2},
			},
		]);
	});

	it('is waited for where it is busy', async () => {
		const {voice, asked} = await served((response, nth) =>
			nth < 3 ? response.writeHead(nth === 1 ? 429 : 503, {'retry-after': '0'}).end() : response.end(sound()),
		);
		await voice.speak('Hello.', how());
		expect(asked).toHaveLength(3);
	});

	it.each<readonly [string, (response: ServerResponse) => void, RegExp]>([
		['refuses the key', response => response.writeHead(401).end('no such key'), /answered 401: no such key/u],
		[
			'sends on elsewhere',
			response => response.writeHead(307, {location: 'http://127.0.0.1:1/'}).end(),
			/cannot be asked/u,
		],
		['sends something else', response => response.end('<!doctype html>'), /./u],
		['breaks off', response => (response.write(sound().subarray(0, 50)), response.destroy()), /cannot be asked/u],
		['never answers', () => undefined, /did not answer in time/u],
	])('that %s gives no sound, and says why', async (what, answer, said) => {
		const {voice} = await served(answer);
		const failure: unknown = await voice
			.speak('Hello.', how(what === 'never answers' ? 300 : 20_000))
			.catch((error: unknown) => error);
		expect(failure).toBeInstanceOf(NoSound);
		expect(String(failure)).toMatch(said);
	});

	it('is left at once where the user stops', async () => {
		const {voice} = await served(() => undefined);
		const stopping = new AbortController();
		const spoken = voice.speak('Hello.', how(60_000, stopping.signal));
		stopping.abort(new Error('stopped'));
		await expect(spoken).rejects.toThrow('stopped');
	});
});
