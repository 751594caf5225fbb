/** The marks of thinking and the tokens of templates, as models write them among their words: none of them is ever said. */
import * as fc from 'fast-check';
import {describe, expect, it, test} from 'vitest';
import type {Quirks} from '../../../src/voices/quirks.ts';
import {ThinkingSplitter, withoutThinking} from '../../../src/voices/thinking-marks.ts';
import {context, handServer, hear, question, turn, voiceAt} from '../../fixtures/http-voice.ts';
import {done, labelled, recorded, says, send, stop, streamed, type Recorded} from './recorded.ts';

const zoos = 'I am for closing zoos. A cage teaches a child that a living thing is a picture.';

type Split = {readonly text: string; readonly thinking: string; readonly notices: number};

/** What a splitter makes of these pieces, for one who takes back what is taken back. */
function split(pieces: readonly string[]): Split {
	const splitter = new ThinkingSplitter();
	let [text, thinking, notices] = ['', '', 0];
	for (const part of [...pieces.flatMap(piece => splitter.push(piece)), ...splitter.end()]) {
		if (part.type === 'taken-back') [text, thinking] = ['', thinking + text];
		else if (part.type === 'notice') notices++;
		else if (part.type === 'text') text += part.text;
		else thinking += part.text;
	}
	return {text, thinking, notices};
}

/** What was written, what of it is said, and what is thinking. */
type Row = readonly [written: string, text: string, thinking?: string];

const marks: readonly Row[] = [
	...[
		'think',
		'thinking',
		'thought',
		'thoughts',
		'reasoning',
		'seed:think',
		'mm:think',
		'ant_thinking',
		'antthinking',
		'reflection',
		'scratchpad',
		'inner_monologue',
		'THINK',
	].map((name): Row => [`<${name}>Hm, 1 < 2.</${name}>\n\nYes.`, 'Yes.', 'Hm, 1 < 2.']),
	['<think time="3">Hm.</think>Yes.', 'Yes.', 'Hm.'],
	['<think/>Yes.', 'Yes.'],
	['<think>\n\n</think>\n\nYes.', 'Yes.', '\n\n'],
	[
		'<details type="reasoning" done="true">\n<summary>Thought</summary>\nHm.</details>\nYes.',
		'Yes.',
		'\n<summary>Thought</summary>\nHm.',
	],
	['[THINK]Hm.[/THINK]Yes.', 'Yes.', 'Hm.'],
	['◁think▷Hm.◁/think▷Yes.', 'Yes.', 'Hm.'],
	['<|START_THINKING|>Hm.<|END_THINKING|><|START_RESPONSE|>Yes.<|END_RESPONSE|>', 'Yes.', 'Hm.'],
	['<|begin_of_thought|>Hm.<|end_of_thought|>\n\n<|begin_of_solution|>Yes.<|end_of_solution|>', 'Yes.', 'Hm.'],
	['<unused94>thought\nHm.<unused95>Yes.', 'Yes.', 'Hm.'],
	[
		'<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant<|channel|>final<|message|>Yes.<|return|>',
		'Yes.',
		'Hm.',
	],
	[
		'<|start|>assistant<|channel|>analysis<|message|>Hm.<|end|>\n<|start|>assistant<|channel|>final <|constrain|>json<|message|>{"a": 1}',
		'{"a": 1}',
		'Hm.',
	],
	[
		'<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant<|channel|>commentary<|message|>So.<|end|><|start|>assistant<|channel|>final<|message|>Yes.',
		'Yes.',
		'Hm.So.',
	],
	['<|channel|>final<|message|>Yes.', 'Yes.'],
	['<|channel>thought\nHm.<channel|>Yes.', 'Yes.', 'Hm.'],
	['analysisHm, they want a speech.assistantfinalYes.', 'Yes.', 'Hm, they want a speech.'],
	['Yes. <think>Hm.</think>And no.', 'Yes. And no.', 'Hm.'],
	['<think>a</think>b<think>c</think>d', 'bd', 'ac'],
	['<think>Hm.', '', 'Hm.'],
];

const lone: readonly Row[] = [
	['Okay, the user wants a speech.\n</think>\n\nYes.', 'Yes.', 'Okay, the user wants a speech.\n'],
	['Okay.</thinking>Yes.', 'Yes.', 'Okay.'],
	['Okay.[/THINK]Yes.', 'Yes.', 'Okay.'],
	['Okay.◁/think▷Yes.', 'Yes.', 'Okay.'],
	['</think>\n\nYes.', 'Yes.'],
	['Okay.<|end|><|start|>assistant<|channel|>final<|message|>Yes.', 'Yes.', 'Okay.'],
	['They say "why"</think>Yes.', 'Yes.', 'They say "why"'],
	['Okay, all thinking.</think>', '', 'Okay, all thinking.'],
	['<think>Hm.</think>Yes.</think>', 'Yes.', 'Hm.'],
	['<think>Hm.</think></think>\n\nYes.', 'Yes.', 'Hm.'],
];

const tokens: readonly Row[] = [
	['Yes.<|im_end|>', 'Yes.'],
	['The cost is $5.<|im_end|>\n\nAnd no more.', 'The cost is $5.\n\nAnd no more.'],
	['<s>Yes.</s>', 'Yes.'],
	['[/INST] Yes.', 'Yes.'],
	['<|start_header_id|>assistant<|end_header_id|>\n\nYes.<|eot_id|>', 'Yes.'],
	['<start_of_turn>model\nYes.<end_of_turn>', 'Yes.'],
	['<|im_start|>assistant\nYes.', 'Yes.'],
	['<|assistant|>\nYes.<|endoftext|>', 'Yes.'],
	['<｜begin▁of▁sentence｜>Yes.<｜end▁of▁sentence｜>', 'Yes.'],
	['He said "no."<|im_end|>', 'He said "no."'],
	['Yes.<pad><pad><eos>', 'Yes.'],
	['<|turn>model\nYes.<turn|>', 'Yes.'],
	['<|start_of_role|>assistant<|end_of_role|>Yes.<|end_of_text|>', 'Yes.'],
];

const untouched = [
	'A < B, they say, and B > A. 1 <',
	'I think <b>so</b>; she wrote <thing> and [THINGS] and x<y.',
	'The parser looks for `<think>` and `</think>`, and misses both.',
	'It prints "<|im_end|>" and ‘</think>’ at its end.',
	'Here it is:\n\n```ts\nif (text.includes("<think>")) strip(text);\nconst end = </think>;\n```\n\nThat is wrong.',
	'The line `const tags = ["<think>", "</think>"]` is wrong.',
	'{"quote": "ends with </think> and <think>", "line": 3}',
	'analysis of the case shows it.',
	'an',
	'<details><summary>More</summary>All of it.</details>',
	'<think',
	'It is [1] and [INSTALL] and [/home].',
	'Use < and <= and <- and <|>.',
];

function cutAt(text: string, places: readonly number[]): string[] {
	const at = [0, ...places.map(place => place % (text.length + 1)).toSorted((one, other) => one - other), text.length];
	return at.slice(1).map((end, index) => text.slice(at[index], end));
}

describe.each([
	['thinking between marks', marks],
	['thinking that nothing opens', lone],
	['the tokens of templates', tokens],
	['words that only speak of them', untouched.map((text): Row => [text, text])],
])('%s', (_, rows) => {
	test.each(rows.map(([written, text, thinking = '']) => ({written, text, thinking})))(
		'$written',
		({written, text, thinking}) => {
			expect(split([written])).toEqual({text, thinking, notices: 0});
			expect(withoutThinking(written)).toBe(text.trim());
			expect(split(written.split(''))).toEqual({text, thinking, notices: 0});
			fc.assert(
				fc.property(fc.array(fc.nat(), {maxLength: 12}), places => {
					expect(split(cutAt(written, places))).toEqual({text, thinking, notices: 0});
				}),
				{numRuns: 40},
			);
		},
	);
});

describe('words in the place of another speaker, in a template’s own tokens, are left out with a notice', () => {
	test.each([
		['Yes.<|im_end|>\n<|im_start|>user\nBut why?<|im_end|>\n<|im_start|>assistant\nBecause.', 'Yes.\n'],
		['Yes.<end_of_turn>\n<start_of_turn>user\nBut why?', 'Yes.\n'],
		['Yes.<|eot_id|><|start_header_id|>user<|end_header_id|>\n\nBut why?', 'Yes.'],
		['Yes. [INST] But why? [/INST] Because.', 'Yes. '],
		['Yes.<|user|>\nBut why?', 'Yes.'],
	])('%j', (written, text) => {
		expect(split([written])).toMatchObject({text, notices: 1});
		expect(split(written.split(''))).toMatchObject({text, notices: 1});
	});

	it('but an echo of the prompt before the first word is only passed over', () => {
		expect(split(['<|im_start|>user\nSpeak.<|im_end|>\n<|im_start|>assistant\nYes.'])).toMatchObject({
			text: 'Yes.',
			notices: 0,
		});
	});
});

test('whatever is written, a splitter gives the same however it comes, and adds nothing', () => {
	const scraps = fc.constantFrom(
		'<think>',
		'</think>',
		'<|channel|>',
		'final',
		'<|message|>',
		'<|im_start|>',
		'user',
		'\n',
		'`',
		'"',
		'```',
		'<',
		'>',
		'[INST]',
		'analysis',
		'A word. ',
		'{',
		'</details>',
		'<|end|>',
	);
	fc.assert(
		fc.property(
			fc.array(fc.oneof(scraps, fc.string({maxLength: 4})), {maxLength: 20}),
			fc.array(fc.nat(), {maxLength: 20}),
			(written, places) => {
				const whole = written.join('');
				const together = split([whole]);
				expect(split(cutAt(whole, places))).toEqual(together);
				expect(together.text.length + together.thinking.length).toBeLessThanOrEqual(whole.length);
			},
		),
		{numRuns: 300},
	);
});

describe('an answer of a server', () => {
	test.each<[string, Recorded, string]>([
		['Harmony', recorded('harmony-channels'), 'PRIVATE The user wants a speech.'],
		['other tags', recorded('other-thinking-tags'), 'PRIVATE They want me to argue.'],
		[
			'a mark that nothing opens',
			recorded('think-without-opening-tag'),
			'Okay, the user wants me to argue. PRIVATE I would rather argue the other side.\n',
		],
	])('with %s is heard without its thinking', async (_, answer, thinking) => {
		const {url} = await handServer((_body, response) => send(response, answer));
		const heard = await hear(
			voiceAt(url, {model: 'deepseek-r1:8b', row: {id: 'local', name: 'Local', baseUrl: url}}).answer(turn, context()),
		);
		expect(heard).toMatchObject({thinking, finish: 'stop', error: undefined});
		expect(heard.text.startsWith(zoos)).toBe(true);
		expect(heard.deltas.filter(({type}) => type === 'taken-back')).toEqual([]);
	});

	it('with its tokens is heard without them', async () => {
		const {url} = await handServer((_body, response) => send(response, recorded('stage-directions')));
		const {text} = await hear(voiceAt(url).answer(turn, context()));
		expect(text).toContain('$E = mc^2$.\n\nI am for closing zoos.');
	});

	it('that is whole is read in the same way', async () => {
		const message = {role: 'assistant', content: 'Okay.</think>\n\nYes.'};
		const {url} = await handServer((_body, response) =>
			send(response, labelled('application/json', JSON.stringify({choices: [{message}]}))),
		);
		const heard = await hear(voiceAt(url, {row: {id: 'local', name: 'Local', baseUrl: url}}).answer(turn, context()));
		expect(heard).toMatchObject({text: 'Yes.', thinking: 'Okay.'});
	});
});

/** A server that sends these pieces, each when it is told to. */
async function steps(...answers: readonly (readonly string[])[]) {
	let release = () => {};
	let count = 0;
	const {url} = await handServer(async (_body, response) => {
		response.writeHead(200, {'content-type': 'text/event-stream'});
		for (const content of answers[count++ % answers.length] ?? []) {
			response.write(`${says(content)}\n\n`);
			await new Promise<void>(resolve => (release = resolve));
		}
		response.end(`${stop}\n\n${done}\n\n`);
	});
	return {url, release: () => release()};
}

/** What had been heard at each step, joined. */
async function hearBySteps(server: Awaited<ReturnType<typeof steps>>, quirks: Map<string, Quirks>): Promise<string[]> {
	const row = {id: 'local', name: 'Local', baseUrl: server.url};
	const heard = [''];
	const ticking = setInterval(() => {
		heard.push(heard.at(-1) ?? '');
		server.release();
	}, 60);
	for await (const delta of voiceAt(server.url, {row, quirks}).answer(turn, context()))
		heard[heard.length - 1] += delta.type === 'text' ? delta.text : delta.type === 'taken-back' ? '«' : '';
	clearInterval(ticking);
	return [...new Set(heard)];
}

describe('the first answer of a model that nobody knows', () => {
	it('is held for a sentence; the next comes as it is written', async () => {
		const server = await steps(['One. ', 'Two. ', 'Three.']);
		const quirks = new Map<string, Quirks>();
		expect(await hearBySteps(server, quirks)).toEqual(['', 'One. Two. ', 'One. Two. Three.']);
		expect([...quirks.values()]).toMatchObject([{thinks: 'apart'}]);
		expect(await hearBySteps(server, quirks)).toEqual(['One. ', 'One. Two. ', 'One. Two. Three.']);
	});

	it('teaches that its thinking ends with a mark: each answer is held to that, and comes as it is written from there', async () => {
		const server = await steps(['Okay. ', 'So.</think>', 'One. ', 'Two.']);
		const quirks = new Map<string, Quirks>();
		await hearBySteps(server, quirks);
		expect([...quirks.values()]).toMatchObject([{thinks: 'open'}]);
		expect(await hearBySteps(server, quirks)).toEqual(['', 'One. ', 'One. Two.']);
	});

	it('is all words where a model that marks the end of its thinking has not thought', async () => {
		const server = await steps(['Okay.</think>One.'], ['Two.']);
		const quirks = new Map<string, Quirks>();
		expect((await hearBySteps(server, quirks)).at(-1)).toBe('One.');
		expect((await hearBySteps(server, quirks)).at(-1)).toBe('Two.');
	});

	it('is not heard where it breaks: nobody knows what it was', async () => {
		const {url} = await handServer((_body, response) => {
			response.writeHead(200, {'content-type': 'text/event-stream'});
			response.write(`${says('Okay, the user')}\n\n`, () => response.destroy());
		});
		const heard = await hear(voiceAt(url, {row: {id: 'local', name: 'Local', baseUrl: url}}).answer(turn, context()));
		expect(heard).toMatchObject({text: '', error: {kind: 'network'}});
	});

	it('to a question with a schema shows nothing of how it thinks', async () => {
		const {url} = await handServer((_body, response) => send(response, streamed(says('{"fair": true}'), stop)));
		const quirks = new Map<string, Quirks>();
		await hear(voiceAt(url, {row: {id: 'local', name: 'Local', baseUrl: url}, quirks}).answer(question, context()));
		expect([...quirks.values()]).toMatchObject([{thinks: 'unknown'}]);
	});
});

it('words that were let through are taken back where a mark shows that they were thinking', async () => {
	const server = await steps(['One.'], ['Okay. ', 'So.</think>', 'Two.']);
	const quirks = new Map<string, Quirks>();
	await hearBySteps(server, quirks);
	expect((await hearBySteps(server, quirks)).at(-1)).toBe('Okay. So.«Two.');
	expect([...quirks.values()]).toMatchObject([{thinks: 'open'}]);
});
