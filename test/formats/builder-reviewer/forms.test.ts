/** What a person who reviews is asked for: what it comes to fits the answers of the format. */
import {expect, it} from 'vitest';
import type {z} from 'zod';
import type {Form} from '../../../src/debate/form.ts';
import {decisionForm, feedbackForm, watchForm} from '../../../src/formats/builder-reviewer/reviewing.ts';
import {DecisionAnswer, FeedbackAnswer, WatchAnswer} from '../../../src/formats/builder-reviewer/config.ts';
import {answered} from '../../debate/answered.ts';

it.each<[string, z.ZodType, Form, readonly string[], object]>([
	[
		'a plan’s risk',
		FeedbackAnswer,
		feedbackForm,
		['high', 'It may lock.', '', 'Run it twice.', '', ''],
		{risk: 'high', notes: ['It may lock.'], additional_checks: ['Run it twice.'], alternative: null},
	],
	[
		'another plan',
		FeedbackAnswer,
		feedbackForm,
		['low', '', '', 'Read first.', 'Read it.', 'Write it.', ''],
		{alternative: {summary: 'Read first.', steps: [{title: 'Read it.'}, {title: 'Write it.'}]}},
	],
	['a step that is well', WatchAnswer, watchForm('s1'), ['none'], {severity: 'none'}],
	[
		'an alert',
		WatchAnswer,
		watchForm('s1'),
		['critical', 'It deletes the data.'],
		{severity: 'critical', reason: 'It deletes the data.'},
	],
	['an acceptance', DecisionAnswer, decisionForm, ['accept', ''], {decision: 'accept'}],
	[
		'a revision',
		DecisionAnswer,
		decisionForm,
		['revise', 'Add a test.', 'Name it.', ''],
		{decision: 'revise', comments: ['Add a test.', 'Name it.']},
	],
	[
		'an abort',
		DecisionAnswer,
		decisionForm,
		['abort', 'It makes no sense.'],
		{decision: 'abort', rationale: 'It makes no sense.'},
	],
])('%s fits', (_what, schema, form, said, wanted) => {
	expect(schema.parse(answered(form, ...said))).toMatchObject(wanted);
	expect(answered(form, ...said.slice(0, -1))).toMatchObject({label: expect.any(String)});
});

it('no list is longer than it may be', () => {
	const many = Array.from({length: 20}, (_, place) => `No. ${place}`);
	expect(answered(decisionForm, 'revise', ...many)).toMatchObject({comments: {length: 12}});
});
