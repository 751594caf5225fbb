import {join} from 'node:path';
import {expect, it} from 'vitest';
import {parse} from 'yaml';
import {z} from 'zod';
import {packageRoot} from '../../../src/engine/host/package-root.ts';
import {councilExports, DecisionFile} from '../../../src/formats/council/decision.ts';
import {councilInput, unevenSeats} from '../../../src/formats/council/config.ts';
import {freshFolder, rostrum} from '../../run-in-process.ts';
import {tokensIn} from '../../../src/debate/text/words.ts';
import {brief} from '../../../src/formats/council/view.ts';
import {holdCouncil, usual} from './run-council.ts';

// `npx vitest run test/formats/council/decision.test.ts -u` brings it up to date.
it('the schema of decision.json in the documentation is that of the code', async () => {
	const schema = {title: 'decision.json of a council', ...z.toJSONSchema(DecisionFile)};
	await expect(`${JSON.stringify(schema, undefined, '\t')}\n`).toMatchFileSnapshot(
		join(packageRoot, 'docs', 'decision.schema.json'),
	);
});

const text = (pieces: Iterable<string>): string => [...pieces].join('');

it('a decision is a record with front matter and its heads, the same as JSON, a table, and told in few tokens', async () => {
	const {state} = await holdCouncil({
		says: usual({m1: 'o1', m2: 'o1', m3: 'o2'}),
		config: {options: ['The first | way', 'The second way'], criteria: ['It can be undone'], leaning: 'the second'},
	});
	const record = text(councilExports.decision.pieces(state));
	const [, front = ''] = record.split('---\n');
	expect(parse(front)).toEqual({
		title: 'Which way should we take?',
		date: '2026-01-01',
		status: 'proposed',
		tags: ['decision', 'council'],
	});
	expect([...record.matchAll(/^## (.*)$/gmu)].map(([, head]) => head)).toEqual([
		'Question and criteria',
		'Options',
		'Decision',
		'Reasons',
		'Consequences',
		'Dissent',
		'What it hangs on',
		'What would settle what is open',
		'How it was decided',
	]);
	// Dissent is copied word for word.
	expect(record).toContain('**Seat 3**: The second way\n\n> I take o2. It is so, says whoever takes o2.');
	const file = DecisionFile.parse(JSON.parse(text(councilExports['decision-json'].pieces(state))));
	expect(file).toMatchObject({
		decision: 'The first | way',
		leaning: 'the second',
		facts: {result: {strength: 'majority'}},
	});
	expect(text(councilExports.votes.pieces(state)).trim().split('\r\n')).toHaveLength(4);
	expect(tokensIn((brief(state) ?? []).join('\n'))).toBeLessThan(400);
});

it.each([
	['members', {member: ['a:b', 'c:d']}, ['seats=2']],
	['options', {options: 'a | b'}, ['options=["a","b"]']],
	['a fifth seat', {seat: ['seat_5=a:b']}, ['seats=5']],
	['a number', {number: 'days', tolerance: '10'}, ['number="days"', 'tolerance=10']],
])('--%s become fields of the config', (_what, options, set) => {
	expect(councilInput({args: [], options}).options['set']).toEqual(set);
});

it('takes one person, and refuses a second', () => {
	expect(() => councilInput({args: [], options: {member: ['human:Ann', 'a:b', 'human:Ben']}})).toThrow(
		'At most one person sits in a council',
	);
});

it('a fault of an option names the option', async () => {
	const home = freshFolder();
	const {code, stderr} = await rostrum(['run', 'council', '--topic', 'x', '--options', 'a', '--headless'], {
		home,
		cwd: home,
	});
	expect([code, stderr]).toEqual([2, expect.stringContaining('(from --options or --set)')]);
});

it.each([
	['a voice far cheaper than another is told of', {'test:a': 30, 'test:b': 1}, ['B costs 30 times less than A.']],
	['voices of like prices, or of none that is known, are not', {'test:a': 30, 'test:b': 10}, []],
])('%s', (_what, prices: Readonly<Record<string, number>>, told) => {
	const participants = [
		{id: 'seat_1', name: 'A', role: 'member', voice: 'test:a'},
		{id: 'seat_2', name: 'B', role: 'member', voice: 'test:b'},
		{id: 'seat_3', name: 'Ann', role: 'member', voice: 'human:Ann'},
		{id: 'clerk', name: 'C', role: 'arbiter', voice: 'test:c'},
	];
	const notices = unevenSeats(participants, voice => prices[voice]);
	expect(notices.map(text => text.slice(0, text.indexOf('.') + 1))).toEqual(told);
});
