/** What servers put around the words of an answer: each row is read as any other answer, with all of its words. */
import * as fc from 'fast-check';
import {describe, expect, it, test} from 'vitest';
import {AnswerReader} from '../../../src/voices/openai/answer-reader.ts';
import {BodyParser} from '../../../src/voices/openai/response-body.ts';
import {firstQuirks, type Quirks} from '../../../src/voices/quirks.ts';
import {VoiceError, type VoiceDelta} from '../../../src/voices/voice.ts';
import {context, handServer, hear, question, turn, voiceAt, type Heard} from '../../fixtures/http-voice.ts';
import {data, done, labelled, piece, recorded, says, send, stop, streamed, type Recorded} from './recorded.ts';

const zoos =
	'I am for closing zoos. A cage teaches a child that a living thing is a picture. We can know animals by films, by reserves and by patience, and none of these asks an elephant to stand on concrete for forty years. So I ask you to close them, slowly and with care for the animals that are there.';
const three = 'One. Two. Three.';
const pieces = ['One. ', 'Two. ', 'Three.'];
const words = pieces.map(says);
const whole = {choices: [{index: 0, message: {role: 'assistant', content: three}, finish_reason: 'stop'}]};

type Shape = {
	readonly of: string;
	readonly answer: Recorded;
	readonly text: string;
	readonly thinking?: string;
	readonly finish?: string;
	readonly notices?: readonly string[];
};

const shape = (of: string, answer: Recorded, more: Partial<Shape> = {}): Shape => ({of, answer, text: three, ...more});

const ends: readonly Shape[] = [
	shape('a finish reason with every piece', recorded('finish-on-every-chunk'), {text: zoos}),
	shape(
		'a finish reason with the first piece, which is empty',
		streamed(piece({role: 'assistant', content: ''}, {finish_reason: 'stop'}), ...words, done),
	),
	shape(
		'finish reasons that change',
		streamed(...pieces.map((content, at) => piece({content}, {finish_reason: ['stop', 'length', 'stop'][at]})), done),
	),
	shape(
		'a finish reason in the middle, words behind it, and no other',
		streamed(says('One. '), stop, says('Two. '), says('Three.'), done),
	),
	shape('no finish reason, and the mark', streamed(...words, done)),
	shape('neither finish reason nor mark', streamed(...words)),
	shape('empty finish reasons', streamed(...pieces.map(content => piece({content}, {finish_reason: ''})), stop)),
	shape(
		'"null" as a finish reason',
		streamed(...pieces.map(content => piece({content}, {finish_reason: 'null'})), done),
	),
	shape('an answer that stops in the middle of a sentence, without a word on why', streamed(says('One. Two and')), {
		text: 'One. Two and',
		finish: 'cut',
	}),
	shape('the same with the mark', streamed(says('One. Two and'), done), {text: 'One. Two and'}),
	shape('words behind the mark', streamed(...words, done, says(' Buy now.'))),
];

const labels: readonly Shape[] = [
	shape('JSON as an event stream', recorded('json-in-event-stream'), {text: zoos}),
	shape('JSON as plain text', recorded('json-as-text-plain'), {text: zoos}),
	shape('JSON under no label, over several lines', labelled(undefined, `\n${JSON.stringify(whole, undefined, 2)}\n`)),
	shape('JSON as a web page', labelled('text/html', JSON.stringify(whole))),
	shape('JSON with a byte order mark', labelled('application/json', `\uFEFF${JSON.stringify(whole)}`)),
	shape('events as JSON', labelled('application/json', [...words, stop, done].map(line => `${line}\n\n`).join(''))),
	shape(
		'events as a web page, with a byte order mark',
		labelled('text/html', `\uFEFF${[...words, stop].map(line => `${line}\n\n`).join('')}`),
	),
	shape(
		'a JSON value a line',
		labelled(
			'application/x-ndjson',
			pieces.map(content => `${JSON.stringify({choices: [{delta: {content}}]})}\n`).join(''),
		),
	),
	shape(
		'a list of pieces',
		labelled('application/json', JSON.stringify(pieces.map(content => ({choices: [{delta: {content}}]})))),
	),
	shape(
		'messages on their own, a line each',
		labelled(
			'application/x-ndjson',
			[
				...pieces.map(content => JSON.stringify({message: {role: 'assistant', content}, done: false})),
				'{"message":{"role":"assistant","content":""},"done":true,"done_reason":"stop"}',
			].join('\n'),
		),
	),
	shape('one whole answer as an event', streamed(data(whole), done)),
	shape('the whole answer again behind its pieces', streamed(...words, data(whole), done)),
	shape(
		'an answer that grows from value to value',
		streamed(...pieces.map((_, at) => data({choices: [{message: {content: pieces.slice(0, at + 1).join('')}}]})), done),
	),
	shape('events without an empty line between them', labelled('text/event-stream', [...words, stop, done].join('\n'))),
	shape(
		'lines that end in CR alone',
		labelled('text/event-stream', [...words, done].map(line => `${line}\r\r`).join('')),
	),
	shape(
		'data over several lines',
		streamed(
			...pieces.map(content =>
				JSON.stringify({choices: [{delta: {content}}]}, undefined, 1).replaceAll(/^/gmu, 'data:'),
			),
			done,
		),
	),
	shape(
		'a prefix of the proxy before that of the server',
		streamed(...words.map(line => `data: ${line}`), `data: ${done}`),
	),
	shape('the mark on its own, in small letters', streamed(...words, '[done]')),
];

const keepAlives: readonly Shape[] = [
	shape('an event without data', recorded('keep-alive-event-without-data'), {text: zoos}),
	shape('empty data', recorded('keep-alive-empty-data'), {text: zoos}),
	...[
		': wait',
		':',
		'event: ping',
		'event: ping\ndata:',
		'data',
		'data: : OPENROUTER PROCESSING',
		'data: [PING]',
		'data: ping',
		'data: "keep-alive"',
		'data: null',
		'data: {}',
		'data: {"type":"ping"}',
		'id: 7',
		'retry: 3000',
		'\n\n',
		'data: {"choices":[]}',
		'data: []',
	].map(alive =>
		shape(
			JSON.stringify(alive),
			streamed(alive, says('One. '), alive, alive, says('Two. '), says('Three.'), alive, stop, alive, done),
		),
	),
];

const contents: readonly Shape[] = [
	shape('lists of parts', recorded('content-parts'), {
		text: zoos,
		thinking: 'The side is given. I begin with the child.',
	}),
	shape(
		'parts and texts in one stream',
		streamed(
			says([{type: 'thinking', thinking: 'Hm.'}]),
			says('One. '),
			says([{type: 'text', text: 'Two. '}, 'Three.']),
			stop,
		),
		{thinking: 'Hm.'},
	),
	shape(
		'a reference between parts',
		streamed(
			says([
				{type: 'text', text: 'One. '},
				{type: 'reference', reference_ids: [1]},
				{type: 'text', text: 'Two. Three.'},
			]),
			stop,
		),
	),
	shape(
		'parts in an answer that does not stream',
		labelled(
			'application/json',
			JSON.stringify({
				choices: [
					{
						message: {
							content: [
								{type: 'thinking', thinking: [{type: 'text', text: 'Hm.'}], closed: true},
								{type: 'text', text: three},
							],
						},
						finish_reason: 'stop',
					},
				],
			}),
		),
		{thinking: 'Hm.'},
	),
	shape('one part that is no list', streamed(says({type: 'output_text', text: three}), stop)),
	shape('a text within a part', streamed(says([{type: 'text', text: {value: three, annotations: []}}]), stop)),
	shape('parts marked as thought', streamed(says([{text: 'Hm.', thought: true}, {text: three}]), stop), {
		thinking: 'Hm.',
	}),
	shape('text beside the delta', streamed(...pieces.map(text => data({choices: [{text}]})), done)),
	shape('a number as a piece', streamed(says('One. Two. '), says(3), says(' is enough.'), stop), {
		text: 'One. Two. 3 is enough.',
	}),
	shape(
		'several answers at once',
		streamed(
			data({
				choices: [
					{index: 0, delta: {content: three}},
					{index: 1, delta: {content: 'Four.'}},
				],
			}),
			data({choices: [{index: 1, delta: {content: 'Five.'}}]}),
			stop,
		),
	),
	shape(
		'thinking under two names',
		streamed(
			piece({reasoning: 'Hm.', reasoning_content: 'Hm.', reasoning_details: [{type: 'reasoning.text', text: 'Hm.'}]}),
			...words,
			stop,
		),
		{thinking: 'Hm.'},
	),
	shape(
		'thinking as details alone',
		streamed(
			piece({
				content: '',
				reasoning: null,
				reasoning_details: [
					{type: 'reasoning.summary', summary: 'Hm.'},
					{type: 'reasoning.encrypted', data: 'xyz'},
				],
			}),
			...words,
			stop,
		),
		{thinking: 'Hm.'},
	),
	shape('thinking as an object', streamed(piece({reasoning: {content: 'Hm.'}}), ...words, stop), {thinking: 'Hm.'}),
	shape(
		'blocks of thinking',
		labelled(
			'application/json',
			JSON.stringify({
				choices: [{message: {content: three, thinking_blocks: [{type: 'thinking', thinking: 'Hm.', signature: 'x'}]}}],
			}),
		),
		{thinking: 'Hm.'},
	),
];

const oddFields: readonly Shape[] = [
	shape('a part of an unknown kind', streamed(says([{type: 'hologram', url: 'x'}]), ...words, stop), {
		notices: ['Test sends a part of its content of the type "hologram", which is passed over.'],
	}),
	shape('a content that is none', streamed(says(true), ...words, stop), {
		notices: ['Test sends content that is no text, which is passed over.'],
	}),
	shape('a finish reason that is none', streamed(...words, piece({}, {finish_reason: {why: 'over'}}), done), {
		notices: ['Test sends a finish reason that is no text, which is passed over.'],
	}),
	shape(
		'a line that is none',
		streamed(says('One. '), 'data: thinking hard', says('Two. Three.'), 'data: thinking hard', stop),
		{notices: ['Test sends "thinking hard", which is passed over.']},
	),
	shape(
		'numbers that JSON does not have',
		labelled(
			'text/event-stream',
			`data: {"choices":[{"delta":{"content":"One. Two. "},"logprobs":NaN}]}\n\ndata: {"choices":[{"delta":{"content":"Three."},"score":-Infinity}]}\n\n`,
		),
	),
	shape(
		'usage that is none',
		streamed(
			...words,
			stop,
			data({choices: [], usage: {prompt_tokens: null, completion_tokens: 'many'}}),
			data({usage: 'none'}),
		),
	),
	shape(
		'deltas and choices that are none',
		streamed(data({choices: [null]}), piece(null), piece('x'), data({choices: null}), ...words, stop),
	),
	shape(
		'errors that are none',
		streamed(
			data({error: null, choices: [{delta: {content: 'One. '}, error: {}}]}),
			data({error: '', choices: [{delta: {content: 'Two. Three.'}}]}),
			stop,
		),
	),
];

const kinds = {
	'ends in every way': ends,
	'under every label': labels,
	'with every keep-alive': keepAlives,
	'in every kind of content': contents,
	'beside odd fields': oddFields,
};

const noticesOf = ({deltas}: Heard): string[] => deltas.flatMap(delta => (delta.type === 'notice' ? delta.text : []));

describe.each(Object.entries(kinds))('an answer %s is read whole', (_, shapes) => {
	test.each(shapes)('$of', async ({answer, text, thinking = '', finish = 'stop', notices = []}) => {
		const {url} = await handServer((_body, response) => send(response, answer));
		const heard = await hear(voiceAt(url).answer(turn, context()));
		expect(heard).toMatchObject({text, thinking, finish, error: undefined});
		expect(noticesOf(heard)).toEqual(notices);
	});
});

/** All that a reader makes of the text of a body in these pieces. */
function read(cut: readonly string[]): {text: string; thinking: string; finish: string | undefined; error?: string} {
	const reader = new AnswerReader(turn, {
		to: {name: 'Test', baseUrl: 'http://test', model: 'm', secrets: []},
		price: undefined,
	});
	const parser = new BodyParser();
	const deltas: VoiceDelta[] = [];
	let error: string | undefined;
	try {
		for (const part of [...cut.flatMap(each => parser.push(each)), ...parser.end()]) deltas.push(...reader.read(part));
		deltas.push(...reader.end());
	} catch (thrown) {
		if (!(thrown instanceof VoiceError)) throw thrown;
		error = thrown.message;
	}
	const joined = (type: 'text' | 'thinking') => deltas.map(delta => (delta.type === type ? delta.text : '')).join('');
	const finish = deltas.find(delta => delta.type === 'finish')?.finish;
	return {text: joined('text'), thinking: joined('thinking'), finish, ...(error !== undefined && {error})};
}

function cutAt(text: string, places: readonly number[]): string[] {
	const at = [0, ...places.map(place => place % (text.length + 1)).toSorted((one, other) => one - other), text.length];
	return at.slice(1).map((end, index) => text.slice(at[index], end));
}

describe('words never depend on', () => {
	const bodies = Object.values(kinds)
		.flat()
		.map(({of, answer}) => [of, answer.body.toString()] as const);

	it.each(bodies)('how the bytes were cut: %s', (_, body) => {
		const together = read([body]);
		fc.assert(
			fc.property(fc.array(fc.nat(), {maxLength: 40}), places => {
				expect(read(cutAt(body, places))).toEqual(together);
			}),
			{numRuns: 30},
		);
		expect(read(body.split(''))).toEqual(together);
	});

	it('the order of fields, or what stands beside them', () => {
		const beside = fc.dictionary(fc.stringMatching(/^x_[a-z]{1,5}$/u), fc.jsonValue({maxDepth: 2}), {maxKeys: 3});
		const shuffled = (fields: Readonly<Record<string, unknown>>) =>
			fc
				.tuple(fc.shuffledSubarray(Object.entries(fields), {minLength: Object.keys(fields).length}), beside)
				.map(([own, others]) => Object.fromEntries([...own, ...Object.entries(others)].toReversed()));
		const event = (content: string) =>
			shuffled({content, role: 'assistant'}).chain(delta =>
				shuffled({index: 0, delta, finish_reason: null, logprobs: null}).chain(choice =>
					shuffled({id: 'c', choices: [choice], created: 1, usage: null}),
				),
			);
		fc.assert(
			fc.property(fc.tuple(...pieces.map(event)), fc.array(fc.nat(), {maxLength: 20}), (values, places) => {
				const body = [...values.map(data), stop, done].map(line => `${line}\n\n`).join('');
				expect(read(cutAt(body, places))).toEqual({text: three, thinking: '', finish: 'stop'});
			}),
			{numRuns: 60},
		);
	});

	it('anything: whatever comes as a body, the reader ends with words or one error', () => {
		const line = fc.oneof(
			fc.string(),
			fc.json().map(json => `data: ${json}`),
			fc.jsonValue().map(value => data({choices: [{delta: {content: value}, finish_reason: value}]})),
		);
		fc.assert(
			fc.property(fc.array(line), fc.constantFrom('\n', '\n\n', '\r\n\r\n'), (lines, gap) => {
				const {finish, error} = read([lines.join(gap)]);
				expect(finish === undefined).toBe(error !== undefined);
			}),
		);
	});
});

describe('what a server turns out to do', () => {
	it('is told once per server, and remembered', async () => {
		const {url} = await handServer((_body, response) =>
			send(response, streamed(says([{type: 'hologram'}]), ...words, done)),
		);
		const quirks = new Map<string, Quirks>();
		const other = voiceAt(url, {quirks, model: 'model-2'});
		const first = await hear(voiceAt(url, {quirks}).answer(turn, context()));
		const then = [
			await hear(voiceAt(url, {quirks}).answer(turn, context())),
			await hear(other.answer(turn, context())),
		];
		expect(noticesOf(first)).toHaveLength(1);
		expect(then.map(({text}) => text)).toEqual([three, three]);
		expect(then.flatMap(noticesOf)).toEqual([]);
		expect(quirks.get(`${url} model-1`)).toEqual({
			...firstQuirks({id: 't', name: 'T', baseUrl: url}),
			uncounted: true,
			unfinished: true,
			thinks: 'apart',
			odd: ['a part of its content of the type "hologram"'],
		});
	});

	it.each([
		['no streaming', labelled('application/json', JSON.stringify(whole)), {unstreamed: true}],
		['no finish reason', streamed(...words, done), {unfinished: true}],
		['a finish reason before the end', recorded('finish-on-every-chunk'), {finishesEarly: true}],
	])('%s', async (_, answer, lesson) => {
		const {url} = await handServer((_body, response) => send(response, answer));
		const quirks = new Map<string, Quirks>();
		await hear(voiceAt(url, {quirks}).answer(turn, context()));
		expect([...quirks.values()]).toMatchObject([lesson]);
	});

	it.each([
		[400, {error: {message: 'System role not supported'}}],
		[400, {object: 'error', message: 'Conversation roles must alternate user/assistant/user/assistant/...'}],
		[500, {error: {code: 500, message: 'Only user, assistant and tool roles are supported, got system.'}}],
		[400, {error: {message: 'Developer instruction is not enabled for models/gemma-3'}}],
	])('%i %j: it gets the system message in the first of the user', async (status, refusal) => {
		const {url, bodies} = await handServer((body, response) => {
			const roles = [body['messages']].flat().map(message => Reflect.get(Object(message), 'role'));
			const isRefused = roles.some((role, at) => role === 'system' || role === roles[at + 1]);
			return isRefused
				? void response.writeHead(status).end(JSON.stringify(refusal))
				: send(response, streamed(...words, done));
		});
		const quirks = new Map<string, Quirks>();
		const request = {
			...turn,
			messages: [
				...turn.messages,
				{role: 'assistant' as const, content: 'Yes.'},
				{role: 'user' as const, content: 'Go on.'},
			],
		};
		expect(await hear(voiceAt(url, {quirks}).answer(request, context()))).toMatchObject({text: three});
		expect(bodies[1]?.['messages']).toEqual([
			{role: 'user', content: 'Speak.\n\n<task kind="reply" speaker="chair_1">Reply.</task>'},
			{role: 'assistant', content: 'Yes.'},
			{role: 'user', content: 'Go on.'},
		]);
		await hear(voiceAt(url, {quirks}).answer(request, context()));
		expect(bodies).toHaveLength(3);
	});

	it('that it takes no stream: it is asked for the whole', async () => {
		const refusal = {
			error: {message: "Unsupported value: 'stream' does not support true with this model.", param: 'stream'},
		};
		const {url, bodies} = await handServer((body, response) =>
			body['stream'] === true
				? void response.writeHead(400).end(JSON.stringify(refusal))
				: send(response, labelled('application/json', JSON.stringify(whole))),
		);
		expect(await hear(voiceAt(url).answer(turn, context()))).toMatchObject({text: three, finish: 'stop'});
		expect(bodies.map(body => [body['stream'], body['stream_options']])).toEqual([
			[true, {include_usage: true}],
			[false, undefined],
		]);
	});

	it('slowly: an answer that says from the start that it has finished is waited for as any other', async () => {
		const {url} = await handServer(async (_body, response) => {
			response.writeHead(200, {'content-type': 'text/event-stream'});
			for (const content of pieces) {
				response.write(`${piece({content}, {finish_reason: 'stop'})}\n\n`);
				await new Promise(resolve => setTimeout(resolve, 1_300));
			}
			response.end();
		});
		expect(await hear(voiceAt(url).answer(turn, context(10_000)))).toMatchObject({text: three, finish: 'stop'});
	}, 15_000);
});

describe('a body that is no answer', () => {
	it.each([
		['a web page', labelled('text/html', '<!doctype html><title>Sign in</title>'), /answers with a web page/u],
		[
			'a web page labelled as a stream',
			labelled('text/event-stream', '<html><body>Sign in</body></html>'),
			/answers with a web page/u,
		],
		[
			'a sentence',
			labelled('text/plain', 'upstream connect error'),
			/sent an unexpected chunk: upstream connect error/u,
		],
		[
			'an event without choices',
			streamed(data({status: 'queued'})),
			/sent an unexpected chunk: \{"status":"queued"\}/u,
		],
		['half of a value', labelled('application/json', '{"choices":[{"message":{"content":"One.'), /sent invalid JSON/u],
		['half of an event', streamed('data: {"choices":[{"delta":{"cont'), /sent invalid JSON/u],
	])('%s', async (_, answer, message) => {
		const {url} = await handServer((_body, response) => send(response, answer));
		for (const request of [turn, question])
			expect((await hear(voiceAt(url).answer(request, context()))).error).toMatchObject({
				kind: 'malformed',
				message: expect.stringMatching(message),
			});
	});

	it.each([
		['an error of a choice', recorded('error-in-choice'), /Upstream host is out of memory/u],
		[
			'an event called error',
			streamed('event: error\ndata: {"message":"Out of memory","code":507}'),
			/\(507\): Out of memory/u,
		],
		[
			'an event called error, in words',
			streamed('event: error\ndata: Out of memory'),
			/reported an error: Out of memory/u,
		],
		[
			'an error on a line of its own',
			streamed(says('One. '), '{"error":{"message":"Out of memory"}}'),
			/reported an error: Out of memory/u,
		],
		[
			'a message alone',
			labelled('application/json', '{"object":"error","message":"Out of memory","code":500}'),
			/\(500\): Out of memory/u,
		],
		['a detail alone', labelled('application/json', '{"detail":"Out of memory"}'), /reported an error: Out of memory/u],
	])('%s', async (_, answer, message) => {
		const {url} = await handServer((_body, response) => send(response, answer));
		expect((await hear(voiceAt(url).answer(turn, context()))).error).toMatchObject({
			kind: 'server',
			message: expect.stringMatching(message),
		});
	});
});

it('a quota that is used up is told in the server’s own words, and not as a wish to slow down', async () => {
	const {url} = await handServer((_body, response) => send(response, recorded('quota-used-up')));
	expect((await hear(voiceAt(url).answer(turn, context()))).error).toMatchObject({
		kind: 'unusable',
		message:
			'Test says that the quota is used up (429): You exceeded your current quota, please check your plan and billing details.',
	});
});
