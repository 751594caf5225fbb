/** What people are asked for in a Code Debate: what it comes to is never sent back. */
import {describe, expect, it} from 'vitest';
import {openingForm, replyForm} from '../../../src/formats/code-debate/compose-section.ts';
import type {DebatePoint} from '../../../src/formats/code-debate/points.ts';
import {DebateReply, OpeningReply, raisedFaults, replyFaults} from '../../../src/formats/code-debate/answers.ts';
import {answered} from '../../debate/answered.ts';

const files = [{path: 'src/retry.ts', lines: [[1, 60] as [number, number]]}];
const point = (id: string): DebatePoint => ({
	id,
	title: `Point ${id}`,
	by: 'A',
	place: undefined,
	severity: undefined,
	evidence: undefined,
	answer: undefined,
	resolution: undefined,
	confirm: undefined,
	state: 'open',
	why: 'It never ends.',
	before: '',
	in: 'Opening',
	set: 'A',
});
const due = [point('P1'), point('P2')];
const reply = replyForm({role: 'B', due, ledger: due}, files);

describe('an opening', () => {
	it('is a summary and points, each with a place that is in the subject, or none', () => {
		const opening = OpeningReply.parse(
			answered(
				openingForm(3, files),
				'Nearly right.',
				'No end',
				'It asks for ever.',
				'blocker',
				'src/retry.ts:42',
				'Give the loop a ceiling.',
				'No jitter',
				'They come together.',
				'minor',
				'',
				'',
				'',
			),
		);
		expect(opening).toEqual({
			summary: 'Nearly right.',
			points: [
				{
					title: 'No end',
					claim: 'It asks for ever.',
					severity: 'blocker',
					file: 'src/retry.ts',
					line: 42,
					resolution: 'Give the loop a ceiling.',
				},
				{title: 'No jitter', claim: 'They come together.', severity: 'minor', file: null, line: null},
			],
		});
		expect(raisedFaults(opening.points, files)).toEqual([]);
		expect(
			answered(openingForm(1, files), 'Nearly right.', 'No end', 'It asks for ever.', 'note', '', ''),
		).toMatchObject({
			points: {length: 1},
		});
	});

	it.each(['src/other.ts', 'retry.ts:61', 'retry.ts:0'])(
		'is asked again for the place "%s", with what stood there',
		written => {
			expect(
				answered(openingForm(3, files), 'Nearly right.', 'No end', 'It asks for ever.', 'major', written),
			).toMatchObject({
				label: 'point 1, place',
				initial: written,
				wrong: expect.stringContaining('in the subject'),
			});
		},
	);
});

describe('a reply', () => {
	const said = [
		'agreed',
		'The server may stay away.',
		'partially_agreed',
		'That it is late',
		'That it is wrong',
		'The caller has a deadline.',
		'The delay is fixed.',
		'src/retry.ts:51',
		'new finding',
		'minor',
		'It retries payments.',
		'src/retry.ts:9',
		'same as other agent',
		'P2',
		'',
	];

	it('takes up each point that waits for one, and what was found beside', () => {
		const value = DebateReply.parse(answered(reply, ...said));
		expect(value.points.map(({id, category}) => [id, category])).toEqual([
			['P1', 'agreed'],
			['P2', 'partially_agreed'],
		]);
		expect(value.findings).toMatchObject([
			{line: 51, mark: 'new finding'},
			{line: 9, mark: 'same as other agent', point: 'P2'},
		]);
		expect(replyFaults(value, {role: 'B', due, known: due, files})).toEqual([]);
	});

	it.each([
		['A truncated file', '', true],
		['empty file', '', true],
		['截断的文件', '', true],
		['', 'It fails for an empty file.', true],
		['yes', 'it holds', false],
		[null, '', false],
	])('that agrees names what was tried, in few words: %s, %s', (tried, why, isEnough) => {
		const points = due.map(({id}) => ({id, category: 'agreed' as const, tried, why}));
		const faults = replyFaults({points}, {role: 'B', due, known: due, files});
		expect(faults).toHaveLength(isEnough ? 0 : 2);
	});

	it('shows what the other side said, and asks again for a reason that is none and a finding without a line', () => {
		expect(answered(reply)).toMatchObject({
			label: expect.stringContaining('Agent A: It never ends.'),
			choices: [{value: 'agreed'}, {value: 'partially_agreed'}, {value: 'disagreed'}],
		});
		expect(answered(reply, 'agreed', 'Yes.')).toMatchObject({
			initial: 'Yes.',
			wrong: expect.stringContaining('4 words'),
		});
		expect(answered(reply, ...said.slice(0, 7), 'src/retry.ts')).toMatchObject({
			label: 'finding 1, place',
			wrong: expect.stringContaining('file and line'),
		});
		expect(answered(reply, ...said.slice(0, 7), '')).toEqual({passed: true});
	});
});
