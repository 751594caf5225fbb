import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {fold} from '../../../src/debate/reduce.ts';
import {parseJournal} from '../../../src/engine/journal/journal.ts';
import {rehearse} from '../../../src/rehearsal/rehearse.ts';
import {rehearsalServer} from '../../fixtures/http-voice.ts';
import {freshFolder, rostrum} from '../../run-in-process.ts';

const debate = [
	'run',
	'duelogic',
	'--topic',
	'Voting should be compulsory.',
	'--headless',
	'--seed',
	'3',
	'--set',
	'flow.maxExchanges=5',
];

async function hold(contextTokens: number, more: readonly string[] = []) {
	const server = await rehearsalServer([], {rehearse, contextTokens, keepMessages: true, burst: 8});
	const home = freshFolder();
	const {code, stderr} = await rostrum([...debate, '--voice', `${server.url}#rehearsal`, ...more], {home});
	const folder = join(home, 'transcripts', readdirSync(join(home, 'transcripts'))[0] ?? '');
	const {events} = parseJournal(readFileSync(join(folder, 'debate.jsonl'), 'utf8'));
	return {code, stderr, server, state: fold(events)};
}

it.each([4_096, 8_192])(
	'a debate of a model with %i tokens of context ends normally, on a digest where it must',
	async size => {
		const {code, stderr, server, state} = await hold(size);
		expect(stderr).toContain(
			`#rehearsal takes ${size.toLocaleString('en')} tokens at once: when the debate comes near that, its earlier part is sent to everyone as a digest.`,
		);
		expect(state.start?.config).toMatchObject({contextTokens: size});
		expect({
			code,
			outcome: state.outcome,
			failed: state.turns.filter(({finish}) => finish === 'failed').map(({reason}) => reason),
		}).toEqual({code: 0, outcome: 'completed', failed: []});
		// A retry that includes the rejected answer may be too long; no first request is.
		expect(server.log.filter(({status, purpose}) => status !== 200 && purpose !== undefined)).toEqual([]);
		const digested = server.log.some(({messages}) => messages?.some(({content}) => content.startsWith('<digest')));
		expect(digested).toBe(size === 4_096);
	},
	120_000,
);

it('warns in advance that a model’s context is too small for the format', async () => {
	const {stderr} = await hold(3000, ['--set', 'flow.maxExchanges=3']);
	expect(stderr).toContain(
		'#rehearsal takes 3,000 tokens at once, fewer than this format can do with: its turns will fail.',
	);
}, 120_000);

it('a model with enough context changes nothing', async () => {
	const {stderr, state} = await hold(200_000, ['--set', 'flow.maxExchanges=3']);
	expect(stderr).not.toContain('at once');
	expect(state.start?.config).toMatchObject({contextTokens: 100_000});
}, 120_000);
