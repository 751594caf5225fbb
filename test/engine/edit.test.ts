/** A debate is edited once, when all of it was heard and judged, and before it ends. */
import {readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {expect, it} from 'vitest';
import {z} from 'zod';
import {withUnknownConfig} from '../../src/debate/protocol.ts';
import {fold} from '../../src/debate/reduce.ts';
import {compose, folder, runToy, toyConfig, toyProtocol, toyVoice, type Toy} from './toy.ts';

let asked = 0;
const protocol = withUnknownConfig({
	...toyProtocol,
	edit: async (editor, floor) => {
		const {heard} = floor;
		const prompt = {messages: [{role: 'user' as const, content: `edit ${heard.turns.length}`}]};
		const answer = await floor.ask(editor, prompt, z.object({title: z.string()}), {purpose: 'edition'});
		const by = {name: 'Host', voice: 'toy'};
		await floor.record({type: 'edition', editor, by, ...(answer.ok ? {title: answer.value.title} : {reason: 'none'})});
	},
});
const host = toyVoice('host', request => {
	if (request.purpose !== 'edition') return compose(request);
	asked++;
	return JSON.stringify({title: request.messages.at(-1)?.content});
});
const options: Toy = {
	protocol,
	config: toyConfig.parse({rounds: 1}),
	edited: true,
	participants: ['a', 'b', 'host'].map(id => ({
		id,
		name: id,
		role: id === 'host' ? 'arbiter' : 'speaker',
		voice: 'toy',
	})),
	voices: new Map([...['a', 'b'].map(id => [id, toyVoice(id)] as const), ['host', host] as const]),
};

it('is edited once, also where it is gone on with from any of its last lines', async () => {
	asked = 0;
	const {events, file: whole} = await runToy(options);
	const lines = readFileSync(whole, 'utf8').trimEnd().split('\n');
	const state = fold(events);
	expect(asked).toBe(1);
	expect(events.at(-2)?.type).toBe('edition');
	expect(events.at(-1)?.type).toBe('debate-end');
	expect(state.edition?.title).toBe(`edit ${state.turns.length}`);
	for (let left = events.length - 6; left < events.length; left++) {
		asked = 0;
		const file = path.join(folder(), 'debate.jsonl');
		writeFileSync(file, `${lines.slice(0, left).join('\n')}\n`);
		const isMade = events.slice(0, left).some(({type}) => type === 'edition');
		const resumed = await runToy({...options, file});
		expect(fold(resumed.events).edition?.title).toBe(state.edition?.title);
		expect(resumed.events.filter(({type}) => type === 'edition')).toHaveLength(1);
		expect(asked).toBeLessThanOrEqual(isMade ? 0 : 1);
	}
});

it.each([
	['is not edited', 'where nobody wants it', {edited: false}],
	[
		'is not edited',
		'by a rehearsal',
		{participants: (options.participants ?? []).map(seat => ({...seat, voice: 'rehearsal'}))},
	],
])('%s %s', async (_what, _where, change) => {
	asked = 0;
	const {events} = await runToy({...options, ...change});
	expect(asked).toBe(0);
	expect(events.some(({type}) => type === 'edition')).toBe(false);
});
