/** Motions against servers that send recorded bytes, one recording a debate: what came of each, in the turns and for the ear. */
import {readdirSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {fold} from '../../src/debate/reduce.ts';
import {readJournal} from '../../src/engine/journal/journal.ts';
import {rehearse} from '../../src/rehearsal/rehearse.ts';
import {handServer} from '../fixtures/http-voice.ts';
import {freshFolder, rostrum} from '../run-in-process.ts';
import {done, recorded, says, send, stop, streamed} from '../voices/shapes/recorded.ts';

const zoos =
	'I am for closing zoos. A cage teaches a child that a living thing is a picture. We can know animals by films, by reserves and by patience, and none of these asks an elephant to stand on concrete for forty years. So I ask you to close them, slowly and with care for the animals that are there.';

const speeches: ReadonlySet<string> = new Set(['opening', 'rebuttal', 'closing', 'resumption']);

/** A short motion whose first side always answers with these bytes; questions are answered as rehearsed. */
async function hold(name: string) {
	let asked = 0;
	const {url} = await handServer((body, response) => {
		const schema: unknown = Reflect.get(Object(Reflect.get(Object(body['response_format']), 'json_schema')), 'schema');
		if (!body['response_format']) {
			asked++;
			return send(response, recorded(name));
		}
		const messages = [body['messages']]
			.flat()
			.map(message => ({role: 'user' as const, content: String(Reflect.get(Object(message), 'content'))}));
		const {text} = rehearse(messages, {seed: 1, schema: {name: 'value', json: Object(schema)}});
		return send(response, streamed(says(text), stop, done));
	});
	const home = freshFolder();
	const {code, stderr} = await rostrum(
		[
			'run',
			'motion',
			'--style',
			'short',
			'--topic',
			'Zoos should be closed.',
			'--voice',
			'rehearsal',
			'--for',
			`${url}#m`,
			'--timeout',
			'6000',
			'--wait-for',
			'1s',
			'--pace',
			'instant',
			'--seed',
			'3',
			'--headless',
			'--out',
			'out',
		],
		{home},
	);
	const folder = join(home, 'out', readdirSync(join(home, 'out'))[0] ?? '');
	const state = fold(readJournal(join(folder, 'debate.jsonl')).events);
	const exported = await Promise.all(
		['dialogue', 'vtt', 'srt', 'md', 'html'].map(to => rostrum(['export', folder, '--to', to], {home})),
	);
	return {
		code,
		asked,
		state,
		turns: state.turns.filter(({speaker, kind}) => speaker === 'for_1' && speeches.has(kind)),
		said: stderr,
		told: [...state.notices.map(({text}) => text), ...state.seats.map(({out}) => out ?? ''), state.reason ?? ''].join(
			'\n',
		),
		exported: exported.map(({stdout}) => stdout),
	};
}

it.each([
	'content-parts',
	'finish-on-every-chunk',
	'harmony-channels',
	'json-as-text-plain',
	'json-in-event-stream',
	'keep-alive-empty-data',
	'keep-alive-event-without-data',
	'name-before-the-words',
	'other-thinking-tags',
	'prompt-cut-by-server',
	'think-without-opening-tag',
])(
	'%s: each turn is what the model said, whole, and nothing else',
	async name => {
		const {code, state, turns, told, exported} = await hold(name);
		expect([code, state.outcome]).toEqual([0, 'completed']);
		expect(turns.length).toBeGreaterThan(2);
		expect(turns.map(({text, finish}) => [text.trim(), finish])).toEqual(turns.map(() => [zoos, 'complete']));
		expect(exported.join('\n')).not.toMatch(/PRIVATE|The side is given|<\||\*\*M:/u);
		expect(told.match(/read about 60 of some [\d,]+ tokens/gu)?.length ?? 0).toBe(
			name === 'prompt-cut-by-server' ? 1 : 0,
		);
	},
	60_000,
);

it('stage-directions: they stand in the transcript, without the token, and nobody speaks them', async () => {
	const {
		state,
		turns,
		exported: [dialogue = '', vtt = '', srt = '', md = ''],
	} = await hold('stage-directions');
	expect(state.outcome).toBe('completed');
	expect(turns[0]?.text).toContain(
		'*clears throat* Good evening! (laughs) [pause] *chuckles softly* The cost is $5 and $E = mc^2$.\n\nI am',
	);
	expect(md).toContain('(laughs)');
	for (const heard of [dialogue, vtt, srt]) {
		// A cue of captions may end between them.
		for (const words of ['Good evening!', 'The cost is 5 dollars and E equals mc squared.'])
			expect(heard.replaceAll(/\s+/gu, ' ')).toContain(words);
		expect(heard).not.toMatch(/laughs|pause\]|chuckles|clears throat|im_end|2 dollars/u);
	}
}, 60_000);

it('error-in-choice: the server’s own words are told', async () => {
	const {code, said} = await hold('error-in-choice');
	expect(code).toBe(3);
	expect(said).toContain('(502): Upstream host is out of memory.');
}, 60_000);

it('quota-used-up: it is asked once, and is out at once in the server’s own words', async () => {
	const {code, asked, said: told} = await hold('quota-used-up');
	expect([code, asked]).toEqual([3, 1]);
	expect(told).toMatch(/says that the quota is used up \(429\): You exceeded your current quota/u);
	expect(told).not.toMatch(/slow down|Trying again/u);
}, 60_000);
