import {existsSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {z} from 'zod';
import {packageRoot} from '../../src/engine/host/package-root.ts';
import {keepCheckResult, labelledSetHash} from '../../src/app/judging/judge-results.ts';
import {rulesVersion} from '../../src/debate/rubric.ts';
import {rehearse} from '../../src/rehearsal/rehearse.ts';
import {rehearsalServer} from '../fixtures/http-voice.ts';
import {freshFolder, rostrum} from '../run-in-process.ts';

const Findings = z.array(
	z.object({area: z.string(), name: z.string(), ok: z.boolean().nullable(), detail: z.string()}),
);
const colour = {
	rehearse: (messages: Parameters<typeof rehearse>[0]) => ({
		text: messages.at(-1)?.content.includes('JSON') ? '{"colour": "blue"}' : 'Good morning.',
	}),
	tps: 0,
};

async function examine(settings: Readonly<Record<string, unknown>>, home = freshFolder()) {
	writeFileSync(join(home, 'settings.json'), JSON.stringify(settings));
	const {code, stdout} = await rostrum(['doctor', '--json'], {home});
	return {code, findings: Findings.parse(JSON.parse(stdout))};
}

it('finds everything well without a key, after a debate of its own', async () => {
	const home = freshFolder();
	keepCheckResult(home, {
		voice: 'test:judge',
		at: '2026-01-01T00:00:00.000Z',
		rules: rulesVersion,
		set: labelledSetHash(),
		turns: 221,
		whole: true,
		fitness: 'unfit',
		sentence: 'Not fit to judge: it falls for every trap.',
		journal: '',
		figures: {},
	});
	const {code, findings} = await examine({}, home);
	expect(findings).toContainEqual({
		area: 'judge',
		name: 'test:judge',
		ok: null,
		detail: 'Not fit to judge: it falls for every trap.',
	});
	expect(code).toBe(0);
	expect(findings.filter(({area}) => area === 'sandbox')).toHaveLength(1);
	expect(findings).toContainEqual({
		area: 'debate',
		name: 'rehearsal',
		ok: true,
		detail: expect.stringMatching(/^completed, \d+ events/u),
	});
	expect(findings.filter(({area}) => area === 'folder').map(({ok}) => ok)).toEqual([true, true]);
});

it('says of a server on this machine how many requests it answers at once, as far as it or its row says', async () => {
	const server = await rehearsalServer([], colour);
	const row = (more: object) => ({baseUrl: server.url, ...more});
	const {findings} = await examine({providers: {silent: row({}), one: row({atOnce: 1}), four: row({atOnce: 4})}});
	const detail = (name: string) => findings.find(one => one.area === 'server' && one.name === name)?.detail;
	expect(detail('silent')).toContain('does not say how many requests it answers at once');
	expect(detail('one')).toContain('answers one request at a time');
	expect(detail('four')).toContain('answers 4 requests at a time');
});

it('tries the voices of the settings: how they answer to a schema, and whether they count', async () => {
	const [plain, odd] = [await rehearsalServer([], colour), await rehearsalServer(['reject-json', 'no-usage'], colour)];
	const {code, findings} = await examine({voice: `${plain.url}#good`, arbiter: `${odd.url}#odd`});
	const voices = findings.filter(({area}) => area === 'voice');
	expect(voices.map(({ok, detail}) => [ok, detail.replace(/\d+ ms/u, 'N ms')])).toEqual([
		[true, 'first word after N ms; answers to a schema; counts its tokens'],
		[true, 'first word after N ms; answers in JSON when asked in words; tokens are estimated'],
	]);
	expect(code).toBe(0);
});

it('ends with 3 where a voice cannot speak, and says why', async () => {
	const server = await rehearsalServer(['401'], colour);
	const {code, findings} = await examine({voice: `${server.url}#m`});
	expect(code).toBe(3);
	expect(findings.find(({area}) => area === 'voice')).toMatchObject({
		ok: false,
		detail: expect.stringContaining('does not accept the key (401)'),
	});
});

it('shows what is remembered of models with its age, and learns it anew for the voices of the settings', async () => {
	const home = freshFolder();
	const server = await rehearsalServer(['reject-schema', 'reject-temperature'], colour);
	const voice = `${server.url}#odd`;
	const learnt = async () => (await examine({voice}, home)).findings.filter(({area}) => area === 'learnt');
	const expected = [
		{area: 'learnt', name: voice, ok: null, detail: 'answers in JSON; takes no temperature; learnt within the hour'},
	];
	expect(await learnt()).toEqual(expected);
	const [name = ''] = readdirSync(join(home, 'quirks'));
	const file = join(home, 'quirks', name);
	writeFileSync(file, readFileSync(file, 'utf8').replace('"object"', '"text"').replace('"temperature"', '"seed"'));
	expect(await learnt()).toEqual(expected);
});

it('starts agents only where it is asked to, and says whether they are signed in, their model and their words', async () => {
	const agent = (...args: readonly string[]) => ({
		command: process.execPath,
		args: [join(packageRoot, 'test/fixtures/acp-agent.ts'), ...args],
		name: 'Small',
	});
	const diary = join(freshFolder(), 'diary');
	const settings = {agents: {inside: agent('models', diary), outside: agent('signed-out')}};
	const findingsOf = async (...options: readonly string[]) => {
		const home = freshFolder();
		writeFileSync(join(home, 'settings.json'), JSON.stringify(settings));
		const {code, stdout} = await rostrum(['doctor', '--json', ...options], {home});
		const findings = Findings.parse(JSON.parse(stdout));
		return {code, find: (name: string) => findings.find(one => one.name === name)};
	};
	const found = await findingsOf();
	expect(found.find('agent:inside')).toMatchObject({ok: null, detail: expect.stringContaining('--agents')});
	expect(existsSync(diary)).toBe(false);
	const asked = await findingsOf('--agents');
	expect(asked.find('agent:inside')).toMatchObject({
		ok: true,
		detail: expect.stringMatching(/signed in: first word after \d+ ms; Small answers with the model maker\/large/u),
	});
	expect(asked.find('agent:outside')).toMatchObject({ok: false, detail: expect.stringMatching(/sign|log/iu)});
	expect(asked.code).toBe(3);
});
