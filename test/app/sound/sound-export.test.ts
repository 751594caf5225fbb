/** The sound of a debate as the results screen makes it, spoken by a server on loopback. */
import {once} from 'node:events';
import {cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {createServer, type Server, type ServerResponse} from 'node:http';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {afterEach, expect, test} from 'vitest';
import {WavWriter} from '../../../src/app/sound/wav.ts';
import {exportsOf} from '../../../src/app/session/session.ts';
import {episodeFrom} from '../../../src/exports/episode.ts';
import {spokenSentences} from '../../../src/exports/segments.ts';
import {fold} from '../../../src/debate/reduce.ts';
import {loadSettings} from '../../../src/settings/settings.ts';
import {exportKinds} from '../../../src/app/files/export-formats.ts';
import {makeExport, type WriteStep} from '../../../src/app/files/exports.ts';
import {journalAt} from '../../exports/recorded.ts';

const sample = 'transcripts/sample-four-day-week/debate.jsonl';
const {segments} = episodeFrom(fold(journalAt(sample)), {coldOpen: true});
const spokenTexts = segments.flatMap(({name, spoken}) => spokenSentences(spoken).map(({text}) => `${name}: ${text}`));
const pieces = spokenTexts.length;
/** What is said twice by the same voice is spoken once. */
const distinct = new Set(spokenTexts).size;

/** A tenth of a second of a WAV file. */
function sound(folder: string): Buffer {
	const file = path.join(folder, 'tone.wav');
	const writer = new WavWriter(file, 8000, 1);
	writer.write(Float32Array.from({length: 800}, (_, at) => 0.3 * Math.sin(at / 5)));
	writer.end();
	return readFileSync(file);
}

let open: Server | undefined;
afterEach(() => {
	open?.closeAllConnections();
	open?.close();
	open = undefined;
});

/** The exports of a debate, and what the server that speaks them was asked for. */
async function spokenBy(answer: (response: ServerResponse, nth: number, tone: Buffer) => void) {
	const folder = mkdtempSync(path.join(tmpdir(), 'rostrum-sound-'));
	const journal = path.join(folder, 'debate.jsonl');
	cpSync(sample, journal);
	const tone = sound(mkdtempSync(path.join(tmpdir(), 'rostrum-tone-')));
	const asked: string[] = [];
	open = createServer((request, response) => {
		const parts: Buffer[] = [];
		request.on('data', (part: Buffer) => parts.push(part));
		request.on('end', () => {
			asked.push(String(Object(JSON.parse(Buffer.concat(parts).toString('utf8'))).input));
			answer(response, asked.length, tone);
		});
	}).listen(0, '127.0.0.1');
	await once(open, 'listening');
	const address = open.address();
	const speech = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/v1`;
	const configure = () =>
		loadSettings({speech}, {env: {ROSTRUM_HOME: path.join(folder, 'home'), PATH: '/usr/bin:/bin'}});
	return {folder, speech, asked, exports: exportsOf(journal, 'motion', {configure})};
}

const spoken = (folder: string): string[] =>
	readdirSync(path.join(folder, 'sound', 'audio')).filter(name => name.endsWith('.wav'));

test('the sound is looked at first: voices, length, cost, and the words as they will be said', async () => {
	const {asked, speech, folder, exports} = await spokenBy(response => void response.end());
	expect(exports.formats.at(-1)).toEqual({id: 'sound', name: 'sound'});
	const preview = await exports.preview('sound');
	expect(preview).toContain('About 12:');
	expect(preview).toContain(`Rehearsal A     ${speech}#onyx`);
	expect(preview).toContain(`No price is known of ${speech}.`);
	expect(preview).toContain('Rehearsal Host: ');
	expect(asked).toEqual([]);
	expect(existsSync(path.join(folder, 'sound'))).toBe(false);
});

test('it is stopped between two pieces, tells what is kept, and goes on without speaking anything twice', async () => {
	const {asked, folder, exports} = await spokenBy((response, _, tone) => void response.end(tone));
	const stop = new AbortController();
	const steps: WriteStep[] = [];
	const progress = (share: number, step?: WriteStep): void => {
		if (step) steps.push(step);
		if (share > 0.2) stop.abort();
	};
	const stopped = exports.write('sound', {signal: stop.signal, progress});
	await expect(stopped).rejects.toThrow('stopped; what was spoken is kept, and the next time goes on from there');
	expect(steps[1]).toEqual({what: `2 of ${pieces} sentences spoken`, seconds: expect.any(Number)});
	const before = spoken(folder);
	expect(before.length).toBeGreaterThan(2);
	expect(before.length).toBeLessThan(pieces);
	expect(existsSync(path.join(folder, 'sound', 'episode.wav'))).toBe(false);
	expect(await exports.preview('sound')).toMatch(
		new RegExp(String.raw`\d\d of ${pieces} sentences are spoken already`, 'u'),
	);

	const told: string[] = [];
	const written = await exports.write('sound', {progress: (_, step) => void told.push(step?.what ?? '')});
	expect(written.path).toBe(path.join(folder, 'sound', 'episode.wav'));
	expect(written.note).toContain('episode.vtt, episode.srt, episode.transcript.json, episode.chapters.json');
	expect(told.some(what => what.endsWith(`${before.length} there already`))).toBe(true);
	expect(told.at(-1)).toMatch(/^written, \d+%$/u);
	expect(spoken(folder)).toHaveLength(distinct);
	// Scripts and captions that are exported from then on have the times of the sound.
	const [podcast, chapters] = [exportKinds['podcast'], exportKinds['chapters']];
	if (!podcast || !chapters) throw new Error('there is no such export');
	const journal = path.join(folder, 'debate.jsonl');
	expect(await makeExport(journal, podcast)).toContain('all times are those of the sound');
	expect(await makeExport(journal, chapters)).toBe(
		readFileSync(path.join(folder, 'sound', 'episode.chapters.json'), 'utf8'),
	);
	// What was on its way when it was stopped may have been asked for a second time.
	expect(asked.length - distinct).toBeLessThanOrEqual(2);
});

test('an engine that fails is told of in one line, with what is kept', async () => {
	const {folder, exports} = await spokenBy((response, nth, tone) =>
		nth > 4 ? void response.writeHead(402).end('no\ncredit') : void response.end(tone),
	);
	await expect(exports.write('sound')).rejects.toThrow(
		/^127\.0\.0\.1:\d+ answered 402: no credit; what was spoken is kept, and the next time goes on from there$/u,
	);
	expect(spoken(folder).length).toBeGreaterThan(0);
});

test('its price is told where it is known, for what is not spoken yet', async () => {
	const folder = mkdtempSync(path.join(tmpdir(), 'rostrum-sound-'));
	const journal = path.join(folder, 'debate.jsonl');
	cpSync(sample, journal);
	writeFileSync(path.join(folder, 'settings.json'), '{"speech": "openai"}');
	const preview = await exportsOf(journal, 'motion', {
		configure: () => loadSettings({}, {env: {ROSTRUM_HOME: folder}}),
	}).preview('sound');
	// Twelve minutes and 46 seconds without pauses at 0.015 dollars each.
	expect(preview).toContain('About $0.19 (developers.openai.com, 2026-11-23).');
});
