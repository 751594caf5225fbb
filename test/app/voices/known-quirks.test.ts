import {execFile} from 'node:child_process';
import {mkdirSync, readdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {describe, expect, it} from 'vitest';
import {openQuirks, readQuirks} from '../../../src/app/voices/known-quirks.ts';
import {homeFiles} from '../../../src/settings/home.ts';
import {packageRoot} from '../../../src/engine/host/package-root.ts';
import {firstQuirks, quirkKey} from '../../../src/voices/quirks.ts';
import {
	context,
	events,
	handServer,
	hear,
	question,
	rehearsalServer,
	said,
	speech,
	stopped,
	turn,
	verdict,
	voiceAt,
} from '../../fixtures/http-voice.ts';
import {freshFolder} from '../../run-in-process.ts';

const day = 86_400_000;
const later = (ms: number) => () => new Date(Date.now() + ms);

describe('a model’s stored quirks', () => {
	it('are known to the next run, which uses the right form at once', async () => {
		const home = freshFolder();
		const server = await rehearsalServer(['reject-json', 'reject-temperature', 'no-usage']);
		const warm = {...turn, temperature: 0.7};
		for (const tries of [5, 2]) {
			const before = server.log.length;
			const voice = voiceAt(server.url, {quirks: openQuirks(home)});
			expect(await hear(voice.answer(warm, context()))).toMatchObject({text: speech});
			expect(await hear(voice.answer(question, context()))).toMatchObject({text: verdict});
			expect(server.log.length - before).toBe(tries);
		}
		expect(readQuirks(home, new Date())).toMatchObject([
			{key: quirkKey(server.url, 'model-1'), quirks: {rung: 'text', dropped: ['temperature'], uncounted: true}},
		]);
	});

	it('are learned again if the server has changed', async () => {
		const home = freshFolder();
		let refused = 'max_tokens';
		const {url, bodies} = await handServer((body, response) =>
			body[refused] === undefined
				? events(response, said('Yes.'), stopped())
				: void response.writeHead(400).end(JSON.stringify({error: {message: `Unsupported parameter: '${refused}'.`}})),
		);
		const ask = async () => hear(voiceAt(url, {quirks: openQuirks(home)}).answer({...turn, maxTokens: 50}, context()));
		await ask();
		refused = 'max_completion_tokens';
		expect(await ask()).toMatchObject({text: 'Yes.'});
		expect(bodies.map(body => (body['max_tokens'] === undefined ? 'new' : 'old'))).toEqual([
			'old',
			'new',
			'new',
			'old',
		]);
		expect(await ask()).toMatchObject({text: 'Yes.'});
	});

	it('expire after thirty days', async () => {
		const home = freshFolder();
		const key = quirkKey('http://x', 'm');
		openQuirks(home).set(key, {...firstQuirks({id: 'x', name: 'X', baseUrl: 'http://x'}), rung: 'text'});
		expect(openQuirks(home, later(29 * day)).get(key)).toMatchObject({rung: 'text'});
		expect(openQuirks(home, later(31 * day)).get(key)).toBeUndefined();
		expect(readQuirks(home, later(31 * day)())).toEqual([]);
		expect(readdirSync(homeFiles(home).quirks)).toEqual([]);
	});

	it('are not lost if several processes learn at once', async () => {
		const home = freshFolder();
		const run = promisify(execFile);
		await Promise.all(
			['a', 'b', 'c'].map(name =>
				run(process.execPath, [join(packageRoot, 'test/fixtures/keep-quirks.ts'), home, name, '20']),
			),
		);
		const kept = readQuirks(home, new Date());
		expect(kept).toHaveLength(61);
		expect(kept.find(({key}) => key.endsWith(' shared'))?.quirks.headroom).toBe(19);
		expect(readdirSync(homeFiles(home).quirks).filter(name => !name.endsWith('.json'))).toEqual([]);
	});

	it('are optional: unreadable ones are ignored, and failing to store them does not stop a voice', async () => {
		const server = await rehearsalServer(['reject-temperature']);
		const key = quirkKey(server.url, 'model-1');
		const [torn, closed] = [freshFolder(), freshFolder()];
		openQuirks(torn).set(key, firstQuirks({id: 'x', name: 'X', baseUrl: server.url}));
		for (const name of readdirSync(homeFiles(torn).quirks))
			writeFileSync(join(homeFiles(torn).quirks, name), '{"key": ');
		expect(openQuirks(torn).get(key)).toBeUndefined();
		mkdirSync(closed, {recursive: true});
		writeFileSync(homeFiles(closed).quirks, 'a file where the folder should be');
		expect(
			await hear(voiceAt(server.url, {quirks: openQuirks(closed)}).answer({...turn, temperature: 0.7}, context())),
		).toMatchObject({text: speech, error: undefined});
	});
});

it('a schema that the server does not enforce goes into the prompt next time', async () => {
	const {url, bodies} = await handServer((_body, response) =>
		events(response, said(bodies.length === 1 ? 'It was quite fair, I think.' : verdict), stopped()),
	);
	const voice = voiceAt(url);
	await hear(voice.answer(question, context()));
	expect(await hear(voice.answer(question, context()))).toMatchObject({text: verdict});
	expect(bodies.map(body => Reflect.get(Object(body['response_format']), 'type'))).toEqual([
		'json_schema',
		'json_object',
	]);
});
