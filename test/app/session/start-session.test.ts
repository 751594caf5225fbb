import {mkdtempSync, readdirSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {resolvePlan} from '../../../src/app/plan/resolve-plan.ts';
import {startSession} from '../../../src/app/session/start-session.ts';
import {rehearsalServer} from '../../fixtures/http-voice.ts';
import {checkedPlan} from '../../../src/app/plan/start-check.ts';
import {resumeSession} from '../../../src/app/session/resume.ts';
import {readJournal} from '../../../src/engine/journal/journal.ts';
import {loadSettings} from '../../../src/settings/settings.ts';

const {signal} = new AbortController();

async function planned(flags: Readonly<Record<string, string>> = {}, env: Readonly<Record<string, string>> = {}) {
	const home = mkdtempSync(join(tmpdir(), 'rostrum-hold-'));
	const configuration = loadSettings(
		{pace: 'instant', seed: '3', out: join(home, 'out'), export: '', ...flags},
		{env: {ROSTRUM_HOME: home, ...env}},
	);
	const arrangement = resolvePlan(
		{
			args: ['duelogic'],
			options: {preset: 'classic_clash', topic: 'Voting should be compulsory.', set: ['flow.maxExchanges=3']},
		},
		configuration,
		{cwd: home, interactive: true},
	);
	return {plan: await checkedPlan(arrangement, configuration, {signal}), configuration, home};
}

const begin = async () => {
	const {plan, configuration, home} = await planned();
	return startSession(plan, {cwd: home, configuration, signal, headless: false});
};

const locksUnder = (folder: string): string[] =>
	readdirSync(folder, {recursive: true, encoding: 'utf8'}).filter(name => name.endsWith('.lock'));

const votesIn = (folder = ''): unknown[] =>
	readJournal(join(folder, 'debate.jsonl')).events.flatMap(event =>
		event.type === 'user-action' && event.data.action === 'vote' ? [event.data] : [],
	);

it('counts every vote once, even one cast after the end before any event was read', async () => {
	const {session, done} = await begin();
	const before = {action: 'vote', listener: 'Ann', when: 'before', stance: -1} as const;
	const after = {action: 'vote', listener: 'Ann', when: 'after', stance: 2} as const;
	expect(await session.vote?.(before)).toBeUndefined();
	await done;
	// No event has been read yet.
	expect(await session.vote?.(after)).toMatchObject({type: 'user-action', data: after});
	expect(votesIn(session.folder)).toEqual([before, after]);
});

it('tells the screen what was known before the debate started', async () => {
	const {plan, configuration, home} = await planned({voice: 'maker/model-1'});
	const {session, done} = await startSession(plan, {cwd: home, configuration, signal, headless: false});
	expect(session.notices).toEqual([
		expect.stringMatching(/^Rehearsal voices \(no model\) speak for .+: no key for them was found\./u),
	]);
	await session.leave?.();
	await done;
});

it('warns of no model that nobody chose', async () => {
	const {session, done} = await begin();
	expect(session.notices).toEqual([]);
	await session.leave?.();
	await done;
});

it('unlocks the journal if the debate cannot start', async () => {
	const {plan, configuration, home} = await planned();
	// The host of another format rejects the config.
	const broken = {...plan, protocol: {...plan.protocol, id: 'adversarial-spec'}};
	await expect(startSession(broken, {cwd: home, configuration, signal, headless: false})).rejects.toThrow(/agents/u);
	expect(locksUnder(configuration.settings.out ?? '')).toEqual([]);
});

it('unlocks a journal that cannot be resumed, so that it can be once the cause is fixed', async () => {
	const server = await rehearsalServer();
	const keyed = {OPENAI_API_KEY: 'sk-test', OPENAI_BASE_URL: server.url};
	const {plan, configuration, home} = await planned({voice: 'openai:gpt-4o'}, keyed);
	const {session} = await startSession(plan, {cwd: home, configuration, signal, headless: false});
	await session.leave?.();
	const folder = configuration.settings.out ?? '';
	const file = join(session.folder ?? '', 'debate.jsonl');
	const keyless = loadSettings({}, {env: {ROSTRUM_HOME: home}});
	await expect(
		resumeSession(file, {cwd: home, configuration: keyless, folder, headless: false, signal}),
	).rejects.toThrow(/needs a key/u);
	expect(locksUnder(folder)).toEqual([]);
});
