import {createServer} from 'node:http';
import {mkdtempSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {describe, expect, onTestFinished, test} from 'vitest';
import {resolvePlan} from '../../../src/app/plan/resolve-plan.ts';
import {checkedPlan, type SeatReach, type StartAnswer, type StartDialog} from '../../../src/app/plan/start-check.ts';
import {StartCancelled} from '../../../src/app/context.ts';
import {UsageError} from '../../../src/debate/usage-error.ts';
import {loadSettings} from '../../../src/settings/settings.ts';

const {signal} = new AbortController();
const gone = 'http://127.0.0.1:47/v1';

/** A server with one model; gives its address and the requests that came. */
async function oneModel(lists: Readonly<Record<string, unknown>> = {}): Promise<{url: string; asked: string[]}> {
	const asked: string[] = [];
	const http = createServer(({method, url = ''}, response) => {
		asked.push(`${method ?? ''} ${url}`);
		if (lists[url] !== undefined) response.end(JSON.stringify(lists[url]));
		else if (url === '/v1/models') response.end(JSON.stringify({data: [{id: 'small', context_length: 9_000}]}));
		else response.writeHead(404).end();
	});
	await new Promise<void>(resolve => http.listen(0, '127.0.0.1', resolve));
	onTestFinished(() => {
		http.close();
		http.closeAllConnections();
	});
	const address = http.address();
	if (address === null || typeof address === 'string') throw new Error('no port');
	return {url: `http://127.0.0.1:${address.port}/v1`, asked};
}

function check(
	seat: readonly string[],
	dialog?: StartDialog,
	format = 'duelogic',
	env: Record<string, string> = {},
	home = mkdtempSync(join(tmpdir(), 'rostrum-check-')),
) {
	const configuration = loadSettings({voice: 'rehearsal', out: home}, {env: {ROSTRUM_HOME: home, ...env}});
	const options = {topic: 'Voting should be compulsory.', seat};
	const plan = resolvePlan({args: [format], options}, configuration, {
		cwd: home,
		interactive: dialog !== undefined,
	});
	return checkedPlan(plan, configuration, {signal, dialog});
}

/** Answers what it is asked in turn, and keeps what it was shown and asked. */
function answering(...answers: StartAnswer[]) {
	const [shown, asked]: [SeatReach[][], SeatReach[]] = [[], []];
	const dialog: StartDialog = {
		show: voices => void shown.push([...voices]),
		async ask(silent) {
			asked.push(silent);
			return answers.shift() ?? {do: 'cancel'};
		},
	};
	return {dialog, shown, asked};
}

test('without a screen, a debate that cannot go on without a voice is refused, by its address and seats', async () => {
	const refused = check([`chair_1=${gone}#m`]);
	await expect(refused).rejects.toThrow(UsageError);
	await expect(refused).rejects.toThrow(
		/127\.0\.0\.1:47\/v1#m does not answer: Nothing answers at http:\/\/127\.0\.0\.1:47\/v1.*Nobody speaks for chair_1.*nothing was spent/su,
	);
});

test('without a screen, a debate begins without an arbiter, and says whether it is waited for', async () => {
	const {notices} = await check([`arbiter=${gone}#m`]);
	expect(notices.join(' ')).toMatch(/does not answer: Nothing answers at .* It is waited for, 10m at most/u);
	const {notices: never} = await check([`arbiter=${gone}#m`], undefined, 'duelogic', {ROSTRUM_WAITFOR: 'off'});
	expect(never.join(' ')).toMatch(/does not answer: Nothing answers at .* Nobody speaks for arbiter/u);
});

test('without a screen, a debate begins without its server where waiting was asked for, but not without its model', async () => {
	const {url} = await oneModel();
	const asked = {ROSTRUM_WAITFOR: '90s'};
	const {notices} = await check([`chair_1=${gone}#m`], undefined, 'duelogic', asked);
	expect(notices.join(' ')).toMatch(/does not answer: Nothing answers at .* It is waited for, 90s at most/u);
	await expect(check([`chair_1=${url}#large`], undefined, 'duelogic', asked)).rejects.toThrow(
		/does not know the model/u,
	);
	await expect(check([`chair_1=${gone}#m`])).rejects.toThrow(/With --wait-for 10m it is waited for/u);
});

test('a format without a number of its own needs somebody in every role of its speakers', async () => {
	await expect(check([`codex=${gone}#m`], undefined, 'model-duel')).rejects.toThrow(/Nobody speaks for codex/u);
});

test('a server is asked once for all seats that its model has, and never for words', async () => {
	const {url, asked} = await oneModel();
	await check([`chair_1=${url}#small`, `chair_2=${url}#small`, `judge=${url}#small`]);
	expect(asked.filter(path => path !== 'GET /api/tags' && path !== 'GET /api/v0/models')).toEqual(['GET /v1/models']);
});

test('what a server says of a model is known to the debate at once', async () => {
	const {url} = await oneModel();
	const {voices} = await check([`chair_1=${url}#small`]);
	expect(voices.get('chair_1')?.contextTokens).toBe(9_000);
});

test('an agent that is not installed does not answer', async () => {
	await expect(check(['chair_1=agent:claude'], undefined, 'duelogic', {PATH: tmpdir()})).rejects.toThrow(
		/Claude Code is not installed/u,
	);
});

test('a voice that lacks its key is asked about on a screen, and told without one', async () => {
	const {dialog, asked} = answering({do: 'voice', voice: 'rehearsal'});
	const {participants} = await check(['chair_1=openai:gpt-4o'], dialog);
	expect(asked.map(({says}) => says).join(' ')).toContain('OpenAI needs a key');
	expect(participants.find(({id}) => id === 'chair_1')).toMatchObject({voice: 'rehearsal'});
});

test('on a screen the user is asked once for all seats of a voice, and another voice is reached in its turn', async () => {
	const {url} = await oneModel();
	const {dialog, asked, shown} = answering(
		{do: 'retry'},
		{do: 'voice', voice: `${url}#large`},
		{do: 'voice', voice: `${url}#small`},
	);
	const {participants} = await check([`chair_1=${gone}#m`, `chair_2=${gone}#m`], dialog);
	expect(asked.map(({voice}) => voice)).toEqual([`${gone}#m`, `${gone}#m`, `${url}#large`]);
	expect(asked[0]?.seats.map(({id}) => id)).toEqual(['chair_1', 'chair_2']);
	expect(asked[2]).toMatchObject({instead: [`${url}#small`]});
	expect(participants.filter(({id}) => id.startsWith('chair')).map(({voice}) => voice)).toEqual([
		`${url}#small`,
		`${url}#small`,
	]);
	expect(shown[0]?.map(({is}) => is)).toContain('asking');
});

test('a voice that nobody can make out is asked about again', async () => {
	const {dialog, asked} = answering({do: 'voice', voice: 'nonsense'}, {do: 'voice', voice: 'rehearsal'});
	await check([`chair_1=${gone}#m`], dialog);
	expect(asked[1]?.says).toContain('"nonsense" does not say who speaks');
});

test('a user who cancels starts nothing', async () => {
	const {dialog} = answering({do: 'cancel'});
	await expect(check([`chair_1=${gone}#m`], dialog)).rejects.toThrow(expect.objectContaining({name: 'StartCancelled'}));
});

describe('who pays for a server on this machine', () => {
	const small = {id: 'small'};
	const free = {input: 0, output: 0};

	test.each([
		['an Ollama', {'/api/tags': {models: [{name: 'small'}]}}, free],
		['an Ollama that asks its cloud', {'/api/tags': {models: [{name: 'small', remote_host: 'x'}]}}, undefined],
		['an LM Studio', {'/api/v0/models': {data: [{...small, state: 'loaded'}]}}, free],
		['a vLLM', {'/v1/models': {data: [{...small, owned_by: 'vllm'}]}}, free],
		['a gateway', {'/v1/models': {data: [{...small, owned_by: 'openai'}]}}, undefined],
		[
			'a gateway that says the same at every path',
			{'/api/v0/models': {data: [small]}, '/api/tags': {data: [small]}},
			undefined,
		],
	])('without a screen, %s is free only if it says that it runs the model', async (_who, lists, price) => {
		const {url} = await oneModel(lists);
		const {voices} = await check([`chair_1=${url}#small`]);
		expect(voices.get('chair_1')?.price).toEqual(price);
	});

	test.each([
		['nobody', free],
		['somebody', undefined],
	] as const)('%s is asked for once on a screen, and kept', async (payer, price) => {
		const {url} = await oneModel();
		const home = mkdtempSync(join(tmpdir(), 'rostrum-payer-'));
		const asked: string[] = [];
		const dialog = (): StartDialog => ({
			...answering().dialog,
			async payer(address) {
				asked.push(address);
				return payer;
			},
		});
		for (const seat of ['chair_1', 'chair_2']) {
			const {voices} = await check([`${seat}=${url}#small`], dialog(), 'duelogic', {}, home);
			expect(voices.get(seat)?.price).toEqual(price);
		}
		expect(asked).toEqual([url]);
		expect(loadSettings({}, {env: {ROSTRUM_HOME: home}}).settings.payers).toEqual({[url]: payer});
	});

	test('whoever does not want to say starts nothing', async () => {
		const {url} = await oneModel();
		const dialog: StartDialog = {...answering().dialog, payer: async () => 'cancel'};
		await expect(check([`chair_1=${url}#small`], dialog)).rejects.toThrow(StartCancelled);
	});
});
