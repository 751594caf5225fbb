/** What a person has to read for their answer, beside the debate while they type. */
import {describe, expect, test} from 'vitest';
import type {RunEvent} from '../../../src/debate/events.ts';
import {widthOf} from '../../../src/view/wrap.ts';
import {halted} from '../support/sample-debate.ts';
import {sampleSession} from '../support/sample-port.ts';
import {show} from '../support/show.tsx';

const participants = [
	{id: 'a', name: 'Ann', role: 'agent', voice: 'human:Ann'},
	{id: 'b', name: 'Rehearsal B', role: 'agent', voice: 'rehearsal'},
];
const stamp = (seq: number) => ({seq, at: seq * 1000, hash: ''});
const start: RunEvent = {
	type: 'debate-start',
	v: 1,
	debateId: 'x',
	startedAt: '2026-01-01T00:00:00.000Z',
	protocol: 'code-debate',
	title: 'commit abc',
	subject: {text: 'commit abc'},
	config: {},
	participants,
	seed: 1,
	app: {name: 'rostrum', version: '0', protocolVersion: 1},
	...stamp(1),
};
const said: readonly RunEvent[] = [
	{type: 'turn-start', turnId: 't1', speaker: 'a', kind: 'opening', segment: 'opening', ...stamp(2)},
	{
		type: 'turn-end',
		turnId: 't1',
		text: 'Retries never stop.',
		finish: 'complete',
		contentHash: '',
		totalMs: 0,
		...stamp(3),
	},
];
const text = [
	'Retry failed requests',
	'',
	'=== src/retry.ts ===',
	'    1   export async function retry() {',
	'    2 - \treturn ask();',
	'    2 + \t// Whoever calls this is told of nothing, and so the loop goes on for as long as the process does, with nobody to stop it.',
	...Array.from({length: 30}, (_, line) => `${String(line + 3).padStart(5)} + \tstep${line}();`),
].join('\n');
const wanted: RunEvent = {
	type: 'turn-wanted',
	call: 'script/2 ask a#1',
	participant: 'a',
	kind: 'opening',
	field: {label: 'summary', about: 'What do you make of it?'},
	reading: {name: 'diff', text},
};
const ctrlO = '\u000F';

const open = (events: readonly RunEvent[], columns: number, rows: number) =>
	show({columns, rows, session: sampleSession([], {events: halted([...events], events.length + 1)})});

describe.each([
	[60, 20],
	[80, 24],
	[120, 40],
] as const)('at %i columns and %i rows', (columns, rows) => {
	test.each([
		['first, as long as nothing has been said', [start, wanted], [], '[diff]'],
		['a key away, and by pages, later on', [start, ...said, wanted], [ctrlO, '\u001B[6~'], '[diff]'],
		['left for the debate', [start, wanted], [ctrlO], '[points]'],
	] as const)('it is %s', async (_name, events, keys, sees) => {
		const app = open(events, columns, rows);
		await app.sees('your turn');
		await app.settle();
		for (const key of keys) await app.press(key);
		await app.sees(sees);
		const seen = app.text();
		app.close();
		expect(seen.split('\n').filter(line => widthOf(line) > columns)).toEqual([]);
		expect(seen).toMatchSnapshot();
	});
});

test('what is typed stays while one reads, and nothing of it is taken for a key', async () => {
	const app = open([start, ...said, wanted], 80, 24);
	await app.sees('your turn');
	for (const key of ['It asks', ctrlO, ' for ever', '\u001B[6~', '.']) await app.press(key);
	await app.sees('It asks for ever.');
	expect(app.text()).toContain('[diff]');
	app.close();
});

test('a subject that is cut says which key shows all of it', async () => {
	const text = 'Whether a retry that nobody waits for any longer should go on for as long as the process does';
	const app = open([{...start, subject: {text}}, ...said], 80, 24);
	await app.sees('[points]');
	expect(app.text()).toMatch(/^ ?\[points\] .*── Whether a .*… ─* ?T topic ─ tab$/mu);
	await app.press('T');
	await app.sees('The topic');
	expect(app.text()).toContain('the process does');
	app.close();
});
