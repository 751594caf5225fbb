import {readFileSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {BuildMessage} from '../../../src/debate/formats/builder-reviewer.ts';
import {verifyRunFolder} from '../../../src/formats/builder-reviewer/host/run-folder.ts';
import {builderReviewer} from '../../../src/formats/builder-reviewer/builder-reviewer.ts';
import {mergeAlerts, mergeDecisions, mergeFeedback} from '../../../src/formats/builder-reviewer/votes.ts';
import {markdown} from '../../exports/written.ts';
import {buildBlocks} from '../../../src/formats/builder-reviewer/pane.ts';
import {allRows} from '../../../src/view/blocks.ts';
import {VoiceError} from '../../../src/voices/voice.ts';
import {kinds, run, type Asked} from './run-build.ts';

const three = {reviewers: 3};
const vote = (reviewer: string, decision: 'accept' | 'revise' | 'abort', rest: object = {}) => ({
	reviewer,
	decision,
	comments: [],
	remarks: [],
	...rest,
});

describe('several reviewers', () => {
	it('read nothing of each other, and one message with their votes leaves their side', async () => {
		const answers = ({kind, speaker, attribute}: Asked) => {
			if (kind === 'plan-feedback' && speaker === 'reviewer_3')
				return {risk: 'medium', risks: ['Third’s misgiving.'], notes: [], additional_checks: [], alternative: null};
			if (kind === 'watch' && speaker === 'reviewer_2')
				return {severity: 'warning', reason: 'Second’s warning.', evidence: 'a + b'};
			if (kind === 'decision' && speaker === 'reviewer_2')
				return {decision: 'revise', rationale: 'Second objects.', comments: ['Second’s comment.'], remarks: []};
			if (kind === 'decision' && speaker === 'reviewer_3' && attribute('cycle') === '1')
				return {decision: 'accept', rationale: 'Third accepts.', critical: 'It drops negative numbers.', comments: []};
			return undefined;
		};
		const {messages, asked, outcome, build, runFolder, state} = await run({config: three, answers});
		expect(outcome).toBe('completed');
		expect(kinds(messages).filter(kind => kind === 'review.decision')).toHaveLength(2);
		const [vetoed, accepted] = build.decisions;
		expect(vetoed).toMatchObject({
			decision: 'revise',
			comments: ['It drops negative numbers.', 'Second’s comment.'],
			rationale: expect.stringMatching(
				/^Of 3 reviewers, 2 accept, 1 asks for a revision; a critical finding rules an acceptance out\./u,
			),
			votes: [{reviewer: 'reviewer'}, {reviewer: 'reviewer_2'}, {reviewer: 'reviewer_3'}],
		});
		expect(accepted).toMatchObject({decision: 'accept', remarks: ['Second’s comment.']});
		expect(messages.find(({message_type: type}) => type === 'plan.feedback')?.body).toMatchObject({
			risk: 'medium',
			risks: ['Third’s misgiving.'],
			votes: [{risk: 'low'}, {risk: 'low'}, {risk: 'medium'}],
		});
		expect(build.alerts[0]).toMatchObject({
			severity: 'warning',
			reason: 'Second’s warning.',
			evidence: 'a + b',
			votes: [{severity: 'none'}, {severity: 'warning'}, {severity: 'none'}],
		});
		// Neither the other reviewers nor the builder are shown who said what.
		const shown = asked.map(({request}) => JSON.stringify(request.messages)).join('\n');
		expect(shown).not.toMatch(/Second objects|Third accepts/u);
		expect(shown).toContain('You are one of 3 reviewers');
		// Listeners hear each of them, readers find the votes, and the run's files have them.
		expect(state.turns.filter(({kind}) => kind === 'vote').map(({speaker, text}) => `${speaker}: ${text}`)).toContain(
			'reviewer_3: I accept it. It must not be accepted: It drops negative numbers. Third accepts.',
		);
		expect(markdown(state)).toContain('reviewer\\_2: revise. Second objects.');
		const pane = allRows(buildBlocks(state, 80)).map(({spans}) => spans.map(({text}) => text).join(''));
		expect(pane.join('\n')).toContain('reviewer_2: revise. Second objects.');
		expect(verifyRunFolder(runFolder).findings).toEqual([]);
		expect(JSON.parse(readFileSync(path.join(runFolder, 'decisions/final.json'), 'utf8'))).toMatchObject({
			votes: [{}, {decision: 'revise'}, {}],
		});
	});

	it('go on without one that is out, which the ending says', async () => {
		const answers = ({speaker}: Asked) => {
			if (speaker === 'reviewer_2') throw new VoiceError('unusable', 'no credit left');
			return undefined;
		};
		const {outcome, reason, build} = await run({config: {reviewers: 2}, answers});
		expect([outcome, reason]).toEqual(['degraded', expect.stringContaining('reviewer_2')]);
		expect(build.decisions[0]?.votes).toHaveLength(1);
	});

	it.each([3, 7])('are asked again where a crash has cut them off (effect %i)', async place => {
		const whole = await run({config: three});
		const cut = await run({config: three, crashAfter: place});
		const resumed = await run({config: three, at: cut.at});
		expect(resumed.outcome).toBe('completed');
		expect(kinds(resumed.messages)).toEqual(kinds(whole.messages));
	});
});

describe('merging', () => {
	it('takes the middle decision, the graver one of two, and no acceptance against a critical finding', () => {
		const decided = (...votes: Parameters<typeof vote>[1][]) =>
			mergeDecisions(votes.map((each, place) => vote(`r${place}`, each, {rationale: 'Because.'}))).decision;
		expect(decided('accept', 'accept', 'abort')).toBe('accept');
		expect(decided('accept', 'revise', 'abort')).toBe('revise');
		expect(decided('accept', 'abort', 'abort')).toBe('abort');
		expect(decided('accept', 'revise')).toBe('revise');
		expect(decided('accept', 'abort')).toBe('abort');
		const vetoed = mergeDecisions([
			vote('a', 'accept'),
			vote('b', 'accept'),
			vote('c', 'abort', {critical: 'It leaks.'}),
		]);
		expect(vetoed).toMatchObject({decision: 'revise', comments: ['It leaks.'], remarks: []});
	});

	it('keeps what those said who were outvoted', () => {
		const merged = mergeDecisions([
			vote('a', 'accept', {remarks: ['Name it better.']}),
			vote('b', 'accept', {remarks: ['name it  better']}),
			vote('c', 'abort', {rationale: 'The goal is wrong.'}),
		]);
		expect(merged).toMatchObject({decision: 'accept', remarks: ['Name it better.', 'The goal is wrong.']});
	});

	it('scores the gravest risk, and proposes another plan only where half want one', () => {
		const none = {risks: [], notes: [], additional_checks: []};
		const other = {summary: 'Begin with the test.', steps: ['test']};
		const one = mergeFeedback(
			[
				{reviewer: 'a', risk: 'low' as const, ...none, notes: ['first', 'third']},
				{reviewer: 'b', risk: 'high' as const, ...none, notes: ['second'], other},
				{reviewer: 'c', risk: 'low' as const, ...none},
			],
			12,
		);
		expect(one).toMatchObject({
			risk: 'high',
			notes: ['first', 'second', 'third', 'One reviewer would plan it otherwise: Begin with the test.'],
		});
		expect(one.alternative).toBeUndefined();
		expect(
			mergeFeedback(
				[
					{reviewer: 'a', risk: 'low', ...none, other},
					{reviewer: 'b', risk: 'low', ...none},
				],
				12,
			),
		).toMatchObject({
			alternative: other,
			notes: [],
		});
	});

	it('raises the gravest alert with what all have to say', () => {
		const merged = mergeAlerts([
			{reviewer: 'a', severity: 'info', reason: 'A name.'},
			{reviewer: 'b', severity: 'none', reason: ''},
			{reviewer: 'c', severity: 'critical', reason: 'It deletes the data.'},
		]);
		expect(merged).toMatchObject({
			severity: 'critical',
			reason: 'It deletes the data. A name.',
			worst: {reviewer: 'c'},
		});
		expect(mergeAlerts([{reviewer: 'a', severity: 'none', reason: ''}])).toBeUndefined();
	});
});

it('a decision against a critical finding breaks the protocol’s rules', () => {
	const message = BuildMessage.parse({
		schema_version: '0.1',
		timestamp: '2026-01-02T03:04:05.000Z',
		run_id: 'x',
		sender: 'reviewer',
		message_type: 'review.decision',
		body: {
			cycle: 1,
			decision: 'accept',
			comments: [],
			remarks: [],
			votes: [vote('b', 'accept', {critical: 'It leaks.'})],
		},
	});
	expect(builderReviewer.auditEvent?.({type: 'message', file: 'x.json', message})).toBe(
		'accepts against a critical finding of b',
	);
});
