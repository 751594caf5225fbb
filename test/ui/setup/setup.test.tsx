/** The setup of a debate as a screen: each step at each size, and what keys, pastes and refusals do. */
import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import type {SetupPort} from '../../../src/app/session/session.ts';
import {sampleDebate, halted} from '../support/sample-debate.ts';
import {samplePort, sampleSession} from '../support/sample-port.ts';
import {thorough} from '../../hunt/every.ts';
import {ownWorld, sampleSetup} from '../support/sample-setup.ts';
import {expectToFit} from '../support/expect-to-fit.ts';
import {show} from '../support/show.tsx';

const enter = '\r';
const escape = '\u001B';
const [left, right, down] = ['\u001B[D', '\u001B[C', '\u001B[B'];
const backspace = '\u007F';
const running = () => sampleSession([], {events: halted(sampleDebate(), 100)});
const topic = ['enter', 'Voting should be compulsory.', enter].map(key => (key === 'enter' ? enter : key));
const paste = (text: string) => `\u001B[200~${text}\u001B[201~`;

/** The home screen with a setup behind its key, opened. */
async function open(setup: SetupPort, size: {columns?: number; rows?: number} = {}) {
	const app = show({port: samplePort(running, {setup: async () => setup}), ...size});
	await app.sees('m more');
	await app.settle();
	await app.press('n');
	await app.sees('Choose a format');
	return app;
}

const screens = {
	protocol: {keys: [], sees: 'A podcast-style debate'},
	'topic, being written': {keys: [enter, 'Voting should be compulsory.'], sees: 'compulsory.'},
	'topic, one of several ways': {keys: [down, down, down, enter], sees: 'A pull request'},
	seats: {keys: [...topic, right], sees: 'Virtue Ethics Chair'},
	'seats, a voice': {keys: [...topic, right, enter], sees: 'claude-sonnet-4'},
	'seats, a voice looked for': {keys: [...topic, right, enter, 'qwen'], sees: 'as written'},
	'seats, a framework': {keys: [...topic, right, 'f'], sees: 'Another framework'},
	options: {keys: [...topic, right, right], sees: 'Set the options'},
	'options, one refused': {
		keys: [...topic, right, right, enter, '9', enter],
		sees: 'expected 3 to 30',
	},
	'options, the advanced ones': {keys: [...topic, right, right, 'G', 'k', enter], sees: '▾ Advanced'},
	start: {keys: [...topic, right, right, right], sees: 'rostrum run duelogic'},
	'start, a name for it': {keys: [...topic, right, right, right, 's', 'My own'], sees: 'My own'},
	help: {keys: ['?'], sees: 'esc close'},
} as const;

describe.each([
	[60, 20],
	[80, 24],
	[120, 40],
	[200, 60],
] as const)('at %i columns and %i rows', (columns, rows) => {
	test.skipIf(columns > 120 && !thorough).concurrent.for(Object.entries(screens))(
		'%s',
		async ([, {keys, sees}], {expect}) => {
			const app = await open(sampleSetup(running), {columns, rows});
			for (const key of keys) await app.press(key);
			await app.sees(sees);
			const text = app.text();
			app.close();
			expectToFit(text, columns, rows);
			expect(text).toMatchSnapshot();
		},
	);
});

test.concurrent('Enter takes the topic that is suggested', async () => {
	const app = await open(sampleSetup(running));
	await app.press(enter);
	await app.sees('enter confirm');
	const suggested = app.text().split('\n').at(-4)?.trim() ?? '';
	expect(suggested).not.toBe('');
	await app.press(enter);
	await app.sees(`Topic           ${suggested}`);
	app.close();
});

test.concurrent('what was set up is started: topic, a seat more, its voice and framework, options', async () => {
	const setup = sampleSetup(running);
	const app = await open(setup);
	for (const key of [
		...topic,
		right,
		'a',
		'libert',
		enter,
		enter,
		'qwen3:8b',
		enter,
		'p',
		'a retired skipper',
		enter,
		right,
	])
		await app.press(key);
	await app.sees('Set the options');
	await app.press(down);
	await app.press(down);
	await app.press(down);
	await app.press(enter);
	await app.press(right);
	await app.sees('rostrum run');
	await app.press(enter);
	await app.sees('space pause');
	app.close();
	expect(setup.begun).toMatchObject([
		{
			protocol: 'duelogic',
			form: {
				answers: {'--topic': 'Voting should be compulsory.'},
				places: [
					{stance: 'utilitarian'},
					{stance: 'virtue_ethics'},
					{stance: 'libertarian', voice: 'ollama:qwen3:8b', manner: 'a retired skipper'},
				],
				options: {tone: 'heated'},
			},
		},
	]);
	expect(setup.savedDraft()).toBeUndefined();
});

test.concurrent('going back, leaving and coming again lose nothing; starting afresh forgets it', async () => {
	const setup = sampleSetup(running);
	const app = await open(setup);
	for (const key of [...topic, right, 'a', 'libert', enter, right, left, left]) await app.press(key);
	await app.sees('What is it about?');
	expect(app.text()).toContain('Voting should be compulsory.');
	await app.press('q');
	await app.sees('enter start');
	await app.press('n');
	await app.sees('What is it about?');
	await app.press(right);
	await app.sees('Libertarian Chair');
	for (const key of [left, left]) await app.press(key);
	await app.sees('Choose a format');
	await app.press('0');
	await app.press(enter);
	await app.sees('enter confirm');
	expect(app.text()).not.toContain('❯ Topic           Voting');
	await app.press(escape);
	expect(app.text()).toContain('Topic           —');
	app.close();
});

test.concurrent('there is no way on without what is debated', async () => {
	const app = await open(sampleSetup(running));
	await app.press(enter);
	await app.sees('enter confirm');
	await app.press(escape);
	await app.press(right);
	await app.sees('enter confirm');
	await app.press(`@nowhere.md${enter}`);
	await app.sees('The file cannot be read');
	await app.press(right);
	await app.sees('What is it about?');
	app.close();
});

test.concurrent('a paste over several lines is one topic; a specification keeps its lines', async () => {
	const setup = sampleSetup(running);
	const app = await open(setup);
	await app.press(enter);
	await app.sees('enter confirm');
	await app.press(paste('Voting should\r\nbe compulsory.'));
	await app.press(enter);
	await app.sees('Voting should be compulsory.');
	await app.press(left);
	await app.press(down);
	await app.press(enter);
	await app.sees('A text');
	await app.press(down);
	await app.press(enter);
	await app.press(paste('# Logging in\r\n\r\nUsers log in \u001B[31mquickly\u001B[0m.'));
	await app.press(enter);
	await app.sees('Users log in quickly.');
	app.close();
	expect(setup.savedDraft()?.forms['adversarial-spec']).toMatchObject({
		way: '--topic',
		answers: {'--topic': '# Logging in\n\nUsers log in quickly.'},
	});
});

test.concurrent('a paste that is too long is not taken, and what else can be done is said', async () => {
	const app = await open(sampleSetup(running), {columns: 60, rows: 15});
	await app.press(enter);
	await app.sees('enter confirm');
	await app.press(paste('word '.repeat(4100)));
	await app.sees('20,500 characters were not taken');
	expect(app.text().replaceAll(/\s+/gu, ' ')).toContain('Keep it in a file, and write @ and its path.');
	expect(app.text().split('\n').length).toBeLessThanOrEqual(15);
	app.close();
});

test.concurrent('Tab completes the path of a file, and says what it could be', async () => {
	const {cwd, port} = ownWorld();
	for (const name of ['spec-one.md', 'spec-two.md']) writeFileSync(join(cwd, name), `# ${name}\n\nIt is fast.\n`);
	const app = await open(port);
	await app.press(down);
	await app.press(enter);
	await app.press(enter);
	await app.sees('tab completes');
	await app.press('sp\t');
	await app.sees('spec-one.md  spec-two.md');
	await app.press('t\t');
	await app.sees('spec-two.md');
	await app.press(enter);
	await app.press(right);
	await app.sees('Who takes part?');
	expect(app.text()).toContain('Security');
	app.close();
});

test.concurrent('an arrow suggests topics', async () => {
	const app = await open(sampleSetup(running));
	await app.press(enter);
	await app.sees('suggestions');
	await app.press(down);
	await app.press(down);
	await app.press(enter);
	await app.sees('❯ On to who takes part');
	expect(app.text()).toContain('Topic           A doctor should lie');
	await app.press(enter);
	await app.sees('Who takes part?');
	app.close();
});

test.concurrent('a digit does on its line what Enter does', async () => {
	const app = await open(sampleSetup(running));
	await app.press('1');
	await app.sees('suggestions');
	await app.press('Cats');
	await app.press(enter);
	await app.sees('❯ On to');
	await app.press('5');
	await app.sees('Who takes part?');
	await app.press('2');
	await app.sees('type to filter');
	app.close();
});

test.concurrent('a value that is not allowed is refused where it is written, and the old one stays', async () => {
	const setup = sampleSetup(running);
	const app = await open(setup);
	for (const key of [...topic, right, right, enter, '9', enter]) await app.press(key);
	await app.sees('got 89, expected 3 to 30');
	await app.press(`${backspace}${backspace}12${enter}`);
	await app.sees('12 ●');
	expect(app.text()).toMatch(/❯ Exchanges, at most +12 ●/u);
	await app.press('r');
	expect(app.text()).toMatch(/❯ Exchanges, at most +8/u);
	app.close();
	expect(setup.savedDraft()?.forms['duelogic']?.options).toEqual({});
});

test.concurrent('a voice that cannot be had is refused where it is chosen', async () => {
	const app = await open(sampleSetup(running));
	for (const key of [...topic, right, enter, 'claude-sonnet', enter]) await app.press(key);
	await app.sees('OpenRouter needs a key');
	await app.press('zzz');
	await app.press(enter);
	await app.sees('Unknown voice');
	await app.press(escape);
	await app.sees('Who takes part?');
	app.close();
});

test.concurrent('where it may cost money, one more key starts it', async () => {
	const setup = sampleSetup(running);
	const priced: SetupPort = {
		...setup,
		preview: choice => ({...setup.preview(choice), estimate: {minutes: 20, tokens: 90_000, cost: 0.42}}),
	};
	const app = await open(priced);
	for (const key of [...topic, right, right, right, enter]) await app.press(key);
	await app.sees('Duelogic: about 20 min · 90k tokens · about $0.42');
	expect(setup.begun).toEqual([]);
	await app.press(enter);
	await app.sees('space pause');
	expect(setup.begun).toHaveLength(1);
	app.close();
});

test.concurrent('what cannot be started is told, and nothing is lost', async () => {
	const setup = sampleSetup(running, {start: async () => Promise.reject(new Error('There is no repository here.'))});
	const app = await open(setup);
	for (const key of [...topic, right, right, right, enter]) await app.press(key);
	await app.sees('✗ There is no repository here.');
	expect(setup.savedDraft()?.step).toBe('start');
	app.close();
});

test.concurrent('a preset is saved under a name, and asks before it takes the place of another', async () => {
	const {port} = ownWorld();
	const app = await open(port);
	for (const key of [...topic, right, right, right, 's', 'My own', enter]) await app.press(key);
	await app.sees('--preset my_own');
	for (const key of ['s', enter]) await app.press(key);
	await app.sees('You have a preset “My own” already');
	await app.press(enter);
	await app.sees('Save as a preset');
	await app.press(enter);
	await app.press(down);
	await app.press(enter);
	await app.sees('--preset my_own');
	app.close();
});

test.concurrent('the results lead back to the seats, with that debate’s voices', async () => {
	const setup = sampleSetup(running);
	const sheet = setup.sheets.find(({protocol}) => protocol === 'duelogic');
	if (!sheet) throw new Error('there is no duelogic');
	setup.saveDraft({
		step: 'seats',
		protocol: 'duelogic',
		forms: {duelogic: {...sheet.blank, answers: {'--topic': 'Tea.'}, everyone: 'ollama:qwen3'}},
	});
	const app = show({session: sampleSession(sampleDebate(), {setup: async () => setup})});
	await app.sees('enter results');
	await app.press(enter);
	await app.sees('c voices');
	await app.press('c');
	await app.sees('Who takes part?');
	expect(app.text()).toContain('ollama:qwen3');
	await app.press('q');
	await app.sees('Outcome');
	app.close();
});
