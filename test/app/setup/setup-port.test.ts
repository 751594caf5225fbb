/** A setup equals the command line that it shows, with the same errors, and can be saved as a preset. */
import {settingFlags, debateOptions} from '../../../src/app/plan/option-rows.ts';
import {setupAgain, setupFromJournal} from '../../../src/app/setup/setup-port.ts';
import type {Input} from '../../../src/formats/options.ts';
import {planWithVoices, type ReadyPlan} from '../../../src/app/plan/attach-voices.ts';
import {makeProgram} from '../../../src/cli/program.ts';
import {withFormatOptions} from '../../../src/cli/command.ts';
import {commands as rows} from '../../../src/cli/registry.ts';
import {normalizeInput} from '../../../src/app/plan/normalize-input.ts';
import {UsageError} from '../../../src/debate/usage-error.ts';
import {loadSettings} from '../../../src/settings/settings.ts';
import type {SetupChoice, SetupForm, ProtocolSetup} from '../../../src/app/setup/setup.ts';
import {ownWorld, setupWorld, sheets} from '../../ui/support/sample-setup.ts';
import {execFileSync} from 'node:child_process';
import {existsSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import * as fc from 'fast-check';
import {describe, expect, it} from 'vitest';

const {cwd, home, port} = ownWorld();
const env = {ROSTRUM_HOME: home, PATH: ''};
writeFileSync(join(cwd, 'topic.md'), '# Should tea be first?\n\nSome say so.\n');
writeFileSync(join(cwd, 'spec.md'), '# Logging in\n\nUsers log in quickly.\n');
mkdirSync(join(cwd, 'src'));

const commands = await Promise.all(rows.map(withFormatOptions));

/** Parses a command line like a shell and commander do. */
function said(command: string): Input {
	const words = execFileSync('/bin/sh', ['-c', `printf '%s\\0' ${command}`], {encoding: 'utf8'})
		.split('\0')
		.slice(2, -1);
	const streams = {
		stdin: process.stdin,
		stdout: process.stdout,
		stderr: process.stderr,
		writeStyled: () => undefined,
	};
	const run = makeProgram(
		commands,
		{...streams, cwd, env, signal: new AbortController().signal},
		() => undefined,
	).commands.find(one => one.name() === 'run');
	let input: Input | undefined;
	run
		?.action(() => {
			input = {args: run.args, options: run.opts()};
		})
		.parse(words, {from: 'user'});
	if (!input) throw new Error(`the program did not take: ${command}`);
	return input;
}

/** The plan that `rostrum run` would run. Throws `UsageError`. */
function planned(given: Input): ReadyPlan {
	const input = normalizeInput(given, home, cwd);
	return planWithVoices(input, loadSettings(settingFlags(input.options, debateOptions), {env}), {
		cwd,
		interactive: true,
	});
}

/** A plan's data, without random parts. */
const dataOf = ({config, subject, participants, pace, timeoutMs, budget}: ReadyPlan) => ({
	config,
	subject,
	participants,
	pace,
	timeoutMs,
	budget,
});

const sheetOf = (protocol: string): ProtocolSetup => {
	const sheet = sheets.find(one => one.protocol === protocol);
	if (!sheet) throw new Error(`there is no sheet for ${protocol}`);
	return sheet;
};
const filled = (protocol: string, form: Partial<SetupForm>): SetupChoice => ({
	protocol,
	form: {...sheetOf(protocol).blank, ...form},
});

const topics = {
	duelogic: {'--topic': 'Tea before coffee.'},
	'adversarial-spec': {file: 'spec.md'},
	'builder-reviewer': {'--topic': 'Write a guide.'},
	'code-debate': {'--commit': 'HEAD'},
	'model-duel': {'--topic': 'Write it.'},
};

describe('every protocol', () => {
	it.each(Object.entries(topics))('%s can be set up from its schema and setup data', (protocol, answers) => {
		const sheet = sheetOf(protocol);
		expect(sheet.fields.length).toBeGreaterThan(3);
		expect(sheet.fields.filter(({about, kind, may}) => about === '' || (may === '' && kind !== 'text'))).toEqual([]);
		const outlook = port.preview(filled(protocol, {answers}));
		expect(outlook).toMatchObject({estimate: {cost: 0}});
		expect(outlook.refused ?? outlook.missing).toBeUndefined();
		expect(outlook.seats.length).toBeGreaterThanOrEqual(2);
	});

	it.each(Object.keys(topics))('%s asks for a subject before anything is started', protocol => {
		expect(port.preview(filled(protocol, {})).missing).toMatch(/^There is nothing to debate/u);
	});
});

const values = fc.constantFrom(
	'true',
	'false',
	'0',
	'3',
	'99',
	'0.5',
	'strict',
	'heated',
	'none',
	'"quoted"',
	'two words',
	'-x',
);
const voices = fc.constantFrom(
	'rehearsal',
	'ollama:qwen3',
	'openrouter:openai/gpt-4o',
	'agent:claude',
	'nobody',
	'x:y',
);
const words = fc.constantFrom(
	'',
	'HEAD',
	'3',
	'Tea before coffee.',
	'It\'s "so" – $HOME `x`',
	'-x',
	'--voice',
	'@topic.md',
	'@nowhere.md',
	'spec.md',
	'nowhere.md',
	'# A title\n\nand *more*\nlines',
	'src spec.md',
	'.',
);

const forms: fc.Arbitrary<SetupChoice> = fc
	.constantFrom(...sheets)
	.chain(({protocol, ways, beside, table, fields, blank}) =>
		fc.record({
			protocol: fc.constant(protocol),
			form: fc.record(
				{
					way: fc.constantFrom(...ways.map(({flag}) => flag)),
					answers: fc.record(Object.fromEntries([...ways, ...beside].map(({flag}) => [flag, words]))),
					places:
						table === undefined
							? fc.constant(blank.places)
							: fc.array(
									fc.record(
										{
											stance: fc.constantFrom(...table.stances.map(({id}) => id), 'nobody’s'),
											...(table.manner !== undefined && {manner: fc.constantFrom('dry', 'A "quoted" skipper')}),
											voice: voices,
										},
										{requiredKeys: ['stance']},
									),
									{minLength: 1, maxLength: 7},
								),
					voices: fc.dictionary(
						fc.constantFrom('arbiter', 'judge', 'synthesis', 'builder', 'codex', 'a', 'nowhere'),
						voices,
						{maxKeys: 2},
					),
					everyone: voices,
					options: fc.dictionary(fc.constantFrom(...fields.map(({path}) => path)), values, {maxKeys: 3}),
				},
				{requiredKeys: ['way', 'answers', 'places', 'voices', 'options']},
			),
		}),
	);

describe('a setup', () => {
	it.each([
		['model-duel', {'--topic': 'Write it.'}, {codex: 'human:Ann', antigravity: 'human:Ben'}, undefined],
		['code-debate', {'--topic': 'Should it retry?'}, {a: 'human:Ann', b: 'rehearsal'}, undefined],
		['builder-reviewer', {'--topic': 'Write a guide.'}, {reviewer: 'human:Rae'}, undefined],
		['builder-reviewer', {'--topic': 'Write a guide.'}, {builder: 'human:Rae'}, /people may sit as reviewer/u],
	] as const)('of %s, %j, takes people where they may sit: %j', (protocol, answers, voices, refusal) => {
		const form = protocol === 'code-debate' ? {way: '--topic', answers, voices} : {answers, voices};
		const {refused} = port.preview(filled(protocol, form));
		if (refusal) expect(refused).toMatch(refusal);
		else expect(refused).toBeUndefined();
	});

	it('of a Code Debate with a person waits an hour, unless configured otherwise', () => {
		const waits = (...more: readonly string[]) =>
			planned({args: ['code-debate'], options: {topic: 'Should it retry?', seat: ['a=human:Ann'], set: more}}).config;
		expect(waits()).toMatchObject({timeoutSeconds: 3600});
		expect(waits('timeoutSeconds=60')).toMatchObject({timeoutSeconds: 60});
		expect(planned({args: ['code-debate'], options: {topic: 'Should it retry?'}}).config).toMatchObject({
			timeoutSeconds: 600,
		});
	});

	it('equals the command line that it shows, which fails with the same message if the setup is rejected', () => {
		let taken = 0;
		fc.assert(
			fc.property(forms, choice => {
				const outlook = port.preview(choice);
				const problem = outlook.refused ?? outlook.missing;
				if (problem === undefined) {
					taken++;
					const ours = planned(said(outlook.command)).participants.filter(({voice}) => voice !== 'outside');
					expect(ours.map(({id, name, voice}) => ({id, name, voice}))).toEqual(
						outlook.seats.map(({id, name, voice}) => ({id, name, voice})),
					);
				} else if (outlook.command !== '' && !problem.startsWith('There is nothing to debate'))
					expect(() => planned(said(outlook.command))).toThrow(UsageError);
			}),
			{numRuns: 150},
		);
		expect(taken).toBeGreaterThan(0);
	}, 120_000);

	it.each([
		[
			'flow.maxExchanges',
			'99',
			/^The config’s "flow\.maxExchanges" does not fit: got 99, expected 3 to 30 \(from --set\)/u,
		],
		['tone', 'furious', /got "furious", expected respectful, spirited, heated/u],
		['--budget', 'much', /The setting "budget" does not fit: "much" \(from --budget\)/u],
	])('rejects %s=%s with the command line’s message', (path, value, fault) => {
		const {refused} = port.preview(filled('duelogic', {answers: topics.duelogic, options: {[path]: value}}));
		expect(refused).toMatch(fault);
		const input: Input = {
			args: ['duelogic'],
			options: {topic: 'Tea before coffee.', ...(path === '--budget' ? {budget: value} : {set: [`${path}=${value}`]})},
		};
		expect(() => planned(input)).toThrow(refused);
	});

	it('takes a topic from a file: its first line is the topic, all of it the context', () => {
		const {missing, command} = port.preview(filled('duelogic', {answers: {'--topic': '@topic.md'}}));
		expect(missing).toBeUndefined();
		expect(planned(said(command)).subject).toMatchObject({
			text: 'Should tea be first?',
			context: expect.stringContaining('Some say so.'),
			source: join(cwd, 'topic.md'),
		});
		expect(port.preview(filled('duelogic', {answers: {'--topic': '@nowhere.md'}})).missing).toMatch(/nowhere\.md/u);
	});

	it('debates a pasted specification under its first line', () => {
		const text = '# Logging in #\n\nUsers log in quickly.\nThe log is kept.';
		const {command} = port.preview(filled('adversarial-spec', {way: '--topic', answers: {'--topic': text}}));
		expect(planned(said(command)).subject).toMatchObject({text: 'Logging in', context: text});
	});

	it('completes paths in the form they were typed', () => {
		expect(port.complete('s', 'file')).toEqual(['spec.md', 'src/']);
		expect(port.complete('./s', 'folder')).toEqual(['./src/']);
		expect(port.complete(`${cwd}/to`, 'file')).toEqual([`${cwd}/topic.md`]);
		expect(port.complete('nowhere/', 'file')).toEqual([]);
	});
});

describe('an earlier debate', () => {
	const seats = ['chair_2=ollama:qwen3', 'arbiter=ollama:mistral'];
	it.each<[string, Input]>([
		[
			'a debate with voices of its own',
			{
				args: ['duelogic'],
				options: {
					topic: 'Tea.',
					context: 'Only black tea.',
					voice: 'rehearsal',
					seat: seats,
					set: [
						'chairs=[{"framework":"pragmatic","persona":"dry"},{"framework":"utilitarian"}]',
						'flow.maxExchanges=5',
						'podcastMode.enabled=false',
					],
				},
			},
		],
		['a preset', {args: ['duelogic'], options: {preset: 'battle_royale'}}],
		['a topic from a file', {args: ['duelogic'], options: {topic: '@topic.md'}}],
		['a specification', {args: ['adversarial-spec', 'spec.md'], options: {personas: 'security,qa', accept: 'all'}}],
		[
			'a specification in words',
			{args: ['adversarial-spec'], options: {topic: 'It is fast.', set: ['personas=["qa","qa"]']}},
		],
		['a commit', {args: ['code-debate'], options: {commit: 'HEAD', wait: '30'}}],
		['files', {args: ['code-debate'], options: {files: ['spec.md', 'a file.md']}}],
		[
			'a task',
			{args: ['builder-reviewer'], options: {goal: 'Mend it.', repo: 'src', check: 'npm test', maxCycles: '2'}},
		],
		['a duel', {args: ['model-duel'], options: {task: 'Write it.', log: 'duel.jsonl'}}],
	])('can be set up again as it was: %s', (_, input) => {
		const plan = planned(input);
		const again = setupAgain(plan, setupWorld(cwd, home));
		const draft = again.savedDraft();
		expect(
			setupFromJournal(
				{protocol: plan.protocol.id, config: plan.config, subject: plan.subject, participants: [...plan.participants]},
				setupWorld(cwd, home),
			).savedDraft(),
		).toEqual(draft);
		expect(draft).toMatchObject({step: 'seats', protocol: input.args[0]});
		const form = draft?.forms[draft.protocol];
		if (!draft || !form) throw new Error('there is no form');
		const outlook = again.preview({protocol: draft.protocol, form});
		expect(outlook.refused ?? outlook.missing).toBeUndefined();
		const next = planned(said(outlook.command));
		expect({...dataOf(next), config: undefined}).toEqual({...dataOf(plan), config: undefined});
		expect(next.config).toEqual(plan.config);
	});

	it('of an unknown protocol or config is rejected with a message', () => {
		const world = setupWorld(cwd, home);
		expect(() =>
			setupFromJournal({protocol: 'chess', config: {}, subject: {text: 'e4'}, participants: []}, world),
		).toThrow(/There is no such protocol: "chess"/u);
		expect(() =>
			setupFromJournal(
				{protocol: 'duelogic', config: {tone: 'furious'}, subject: {text: 'Tea.'}, participants: []},
				world,
			),
		).toThrow(/tone: got \\?"furious/u);
	});
});

describe('a user preset', () => {
	const whole = filled('duelogic', {
		answers: {'--topic': '@topic.md'},
		places: [
			{stance: 'utilitarian', manner: 'dry'},
			{stance: 'libertarian', voice: 'ollama:qwen3'},
			{stance: 'pragmatic'},
		],
		voices: {arbiter: 'ollama:mistral'},
		everyone: 'rehearsal',
		options: {
			'flow.maxExchanges': '4',
			tone: 'heated',
			'--budget': '5000tok',
			'--pace': 'speech',
			'podcastMode.showName': '7',
		},
	});

	it.each<[string, SetupChoice]>([
		['all that can be set', whole],
		[
			'a specification',
			filled('adversarial-spec', {
				answers: {file: 'spec.md'},
				places: [{stance: 'security'}, {stance: 'security', voice: 'ollama:qwen3'}],
				voices: {synthesis: 'rehearsal'},
			}),
		],
		['a diff', filled('code-debate', {way: '--diff', answers: {}, options: {rounds: '2'}})],
		['files', filled('code-debate', {way: '--files', answers: {'--files': "spec.md 'a file.md'"}})],
		[
			'a task with a check',
			filled('builder-reviewer', {answers: {'--topic': 'Mend it.', '--repo': 'src', '--check': 'npm test'}}),
		],
		[
			'a duel',
			filled('model-duel', {
				answers: {'--topic': 'Write it.', '--log': 'duel.jsonl'},
				options: {allowUnstructuredCritique: 'true'},
			}),
		],
	])('restores what was set up: %s', (name, choice) => {
		const {id} = port.presetId(choice.protocol, name);
		expect(port.presetId(choice.protocol, name).taken).toBe(false);
		const file = port.save(choice, name);
		expect(port.presetId(choice.protocol, name)).toEqual({id, taken: true});
		expect(existsSync(file)).toBe(true);
		const now = dataOf(planned(said(port.preview(choice).command)));
		expect(dataOf(planned({args: [choice.protocol], options: {preset: id}}))).toEqual(now);
	});

	it('is overridden by the command line', () => {
		const {id} = port.presetId('duelogic', 'all that can be set');
		const plan = planned({
			args: ['duelogic'],
			options: {preset: id, topic: 'Coffee.', budget: '9tok', seat: ['arbiter=rehearsal'], set: ['tone=respectful']},
		});
		expect(plan).toMatchObject({
			subject: {text: 'Coffee.'},
			budget: {tokens: 9},
			config: {tone: 'respectful', flow: {maxExchanges: 4}},
		});
		expect(plan.participants.map(({voice}) => voice)).toEqual([
			'rehearsal',
			'ollama:qwen3',
			'rehearsal',
			'rehearsal',
			'rehearsal',
		]);
	});

	it('contains only the chosen voices and topic, and can be read', () => {
		const file = port.save(filled('model-duel', {answers: topics['model-duel']}), 'Plain');
		expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
			id: 'plain',
			name: 'Plain',
			propositions: ['Write it.'],
			config: {},
			options: {},
		});
	});

	it('requires a name that yields an id', () => {
		expect(() => port.presetId('duelogic', '！')).toThrow(/No id can be made/u);
	});
});
