/** A server that speaks, on loopback: a short tone for each text, and a log of what it was asked. */
import {createHash, randomUUID} from 'node:crypto';
import {once} from 'node:events';
import {mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {createServer} from 'node:http';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {WavWriter} from '../../src/app/sound/wav.ts';

export type SpeechServer = {
	/** Including `/v1`. */
	readonly url: string;
	readonly log: readonly {readonly id: string; readonly hash: string; readonly purpose: string}[];
	readonly close: () => Promise<void>;
};

const rate = 8000;

/** A fifth of a second as a WAV file. */
function tone(): Buffer {
	const folder = mkdtempSync(path.join(tmpdir(), 'rostrum-tone-'));
	try {
		const writer = new WavWriter(path.join(folder, 'tone.wav'), rate, 1);
		writer.write(Float32Array.from({length: rate / 5}, (_, at) => 0.3 * Math.sin(at / 5)));
		writer.end();
		return readFileSync(path.join(folder, 'tone.wav'));
	} finally {
		rmSync(folder, {recursive: true, force: true});
	}
}

/** Starts the server on 127.0.0.1; each answer has an `x-request-id`. */
export async function serveSpeech(): Promise<SpeechServer> {
	const sound = tone();
	const log: {id: string; hash: string; purpose: string}[] = [];
	const server = createServer((request, response) => {
		const parts: Buffer[] = [];
		request.on('data', (part: Buffer) => parts.push(part));
		request.on('end', () => {
			const id = randomUUID();
			const hash = createHash('sha256').update(Buffer.concat(parts)).digest('hex');
			log.push({id, hash, purpose: 'a text to speak'});
			setTimeout(() => response.setHeader('x-request-id', id).end(sound), 10);
		});
	}).listen(0, '127.0.0.1');
	await once(server, 'listening');
	const address = server.address();
	return {
		url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/v1`,
		log,
		async close() {
			server.closeAllConnections();
			server.close();
			await once(server, 'close');
		},
	};
}
