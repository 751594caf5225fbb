import {readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {packageRoot} from '../../../src/engine/host/package-root.ts';
import {parseJournal} from '../../../src/engine/journal/journal.ts';
import {rehearse} from '../../../src/rehearsal/rehearse.ts';
import {rehearsalServer} from '../../fixtures/http-voice.ts';
import {unjudgedText} from '../../../src/debate/views/judgements.ts';
import {markdown} from '../../exports/written.ts';
import {resultsRows} from '../../../src/ui/results/results-rows.ts';
import {indexedDebate} from '../../ui/support/heard.ts';
import {mixedCompany} from '../../fixtures/mixed-company.ts';
import {freshFolder, rostrum} from '../../run-in-process.ts';

it('debates between models on two servers with different quirks and a coding agent, in one transcript', async () => {
	const speaker = {rehearse, tps: 0, burst: 8};
	const [one, other] = [
		await rehearsalServer(['reject-schema', 'reasoning', '503@2'], speaker),
		await rehearsalServer(['reject-temperature', 'no-usage', 'fence-json'], speaker),
	];
	const home = freshFolder();
	const secret = 'sk-test-0123456789abcdefghij';
	const small = {
		command: process.execPath,
		args: [join(packageRoot, 'test/fixtures/acp-agent.ts'), 'ready'],
		name: 'Small',
	};
	writeFileSync(
		join(home, 'settings.json'),
		JSON.stringify({agents: {small}, providers: {one: {baseUrl: one.url, keyVariable: 'ONE_KEY'}}}),
	);
	const {code, stdout, stderr} = await rostrum(
		[
			'run',
			'duelogic',
			'--topic',
			'Should voting be compulsory?',
			'--arbiter',
			'rehearsal',
			'--headless',
			'--seed',
			'3',
			'--set',
			'flow.maxExchanges=3',
			'--set',
			'interruptions.enabled=false',
			'--set',
			'chairs=[{"framework":"utilitarian"},{"framework":"libertarian"},{"framework":"pragmatic"}]',
			'--seat',
			'chair_1=one:model-1',
			'--seat',
			`chair_2=${other.url}#model-2`,
			'--seat',
			'chair_3=agent:small',
		],
		{home, env: {ONE_KEY: secret}},
	);
	expect({code, stderr}).toEqual({code: 0, stderr: expect.any(String)});
	const folder = join(home, 'transcripts');
	const debate =
		readdirSync(folder, {recursive: true, encoding: 'utf8'}).find(name => name.endsWith('debate.jsonl')) ?? '';
	const text = readFileSync(join(folder, debate), 'utf8');
	const {events, problems} = parseJournal(text);
	expect(problems).toEqual([]);
	const spoke = events.flatMap(event => (event.type === 'turn-start' ? [event.speaker] : []));
	expect(new Set(spoke)).toEqual(new Set(['arbiter', 'chair_1', 'chair_2', 'chair_3']));
	expect(
		events.flatMap(event => (event.type === 'turn-end' && event.finish !== 'complete' ? [event.reason] : [])),
	).toEqual([]);
	expect(events.find(event => event.type === 'debate-end')).toMatchObject({outcome: 'completed'});
	expect(events).toContainEqual(
		expect.objectContaining({
			type: 'notice',
			participant: 'chair_1',
			text: expect.stringContaining('one is in trouble (503): Overloaded. Trying again in'),
		}),
	);
	expect(stdout).toContain('The point stands.');
	for (const said of [text, stdout, stderr, readFileSync(join(folder, debate, '..', 'debate.md'), 'utf8')])
		expect(said).not.toContain(secret);
}, 120_000);

it('debates between models on three servers, a coding agent and a person, in one transcript', async () => {
	const third = await rehearsalServer(['reject-json', 'no-done', 'fence-json'], {rehearse, tps: 0});
	const {state, problems, typed} = await mixedCompany({third: `${third.url}#model-3`, timeoutMs: 20_000});
	expect(problems).toEqual([]);
	expect(state.outcome).toBe('completed');
	expect(state.turns.filter(({finish}) => finish !== 'complete').map(({speaker, reason}) => [speaker, reason])).toEqual(
		[],
	);
	for (const chair of ['chair_1', 'chair_2', 'chair_3', 'chair_4', 'chair_5'])
		expect(
			state.turns.filter(({speaker, kind}) => speaker === chair && kind !== 'resumption'),
			chair,
		).toHaveLength(5);
	expect(state.turns.filter(({speaker}) => speaker === 'chair_5').map(({text}) => text)).toEqual(typed);
	// The only judge is a rehearsal, which judges nobody but rehearsals.
	expect(state.turns.filter(({evaluation}) => evaluation)).toEqual([]);
	expect(unjudgedText(state)).toMatch(
		/^No scores: .* is no rehearsal, and only a rehearsal judges here\. A model would/u,
	);
	const results = resultsRows(state, indexedDebate(state).index, undefined, 120, false).map(({spans}) =>
		spans.map(({text}) => text).join(''),
	);
	expect(results.join('\n')).toContain('A model would give some: --judge VOICE, or Judges in the settings.');
	expect(markdown(state)).toContain(unjudgedText(state));
}, 120_000);
