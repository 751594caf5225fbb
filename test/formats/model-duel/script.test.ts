import {createHash} from 'node:crypto';
import {describe, expect, it} from 'vitest';
import {VoiceError, type VoiceRequest} from '../../../src/voices/voice.ts';
import {verifyDuelLog} from '../../../src/formats/model-duel/host/duel-log.ts';
import {critique, draftText, issues, revision, runDuel, scripted, type Answers, type Reply} from './duel.ts';

const types = (log: readonly Record<string, unknown>[]) =>
	log.map(event => `${String(event['type'])} ${String(event['speaker'])} ${String(event['status'])}`);
const hashOf = (text: unknown) => createHash('sha256').update(String(text)).digest('hex');

describe('a duel', () => {
	it('leaves five events in order, each replying to the one before it, with the hash of what it says', async () => {
		const {log, done, folder} = await runDuel();
		expect(done).toEqual({outcome: 'completed'});
		expect(types(log)).toEqual([
			'request system ok',
			'draft codex ok',
			'critique antigravity ok',
			'revision codex ok',
			'final system completed',
		]);
		expect(log.map(event => event['replyToEventId'])).toEqual([
			null,
			...log.slice(0, -1).map(event => event['eventId']),
		]);
		for (const event of log) expect(event['contentHash']).toBe(hashOf(event['content']));
		expect(log[2]).toMatchObject({content: critique.content, rubric: critique.rubric, issues});
		expect(log[3]).toMatchObject({...revision, issues});
		expect(log[4]?.['content']).toBe(revision.content);
		expect(verifyDuelLog(`${folder}/model_duel.jsonl`).faults).toEqual([]);
	});

	it('lets draft, critique and revision be heard as turns, and keeps marks, issues and answers as facts', async () => {
		const {state, seen} = await runDuel();
		expect(state.turns.map(turn => [turn.speaker, turn.kind, turn.text])).toEqual([
			['codex', 'draft', draftText],
			['antigravity', 'critique', critique.content],
			['codex', 'revision', revision.content],
		]);
		expect(state.records).toMatchObject([
			{type: 'critique', turnId: 't2', of: 't1', issues},
			{type: 'revision', turnId: 't3', of: 't2', decision: 'partially_accepted', responses: revision.responses},
		]);
		expect(seen.filter(event => event.type === 'turn-token' && event.turnId === 't1').length).toBeGreaterThan(5);
	});

	it('asks the critic with a message that begins with the marker, after the draft', async () => {
		const seen: VoiceRequest[] = [];
		await runDuel({antigravity: scripted({}, seen)});
		const [request] = seen;
		expect(request?.messages.at(-1)?.content.startsWith('[DUEL_CRITIQUE_REQUEST:v1]\n<task kind="critique"')).toBe(
			true,
		);
		expect(request?.messages.some(({content}) => content.includes(draftText))).toBe(true);
		expect(request?.messages[0]?.content).toContain('<done-when>\nthree tests pass\n</done-when>');
		expect(Object.keys(request?.schema?.json['properties'] ?? {})).toEqual(['content', 'rubric', 'issues']);
	});

	it('sends an answer that fails a gate back once, with what is wrong', async () => {
		const seen: VoiceRequest[] = [];
		const {done} = await runDuel({
			codex: scripted(
				{revision: nth => (nth === 1 ? {...revision, responses: revision.responses.slice(1)} : revision)},
				seen,
			),
		});
		expect(done.outcome).toBe('completed');
		expect(seen.filter(({purpose}) => purpose === 'revision')).toHaveLength(2);
		expect(seen.at(-1)?.messages.at(-1)?.content).toContain('no response to issue 1');
	});

	it('puts responses into the order of the issues, and takes a number for its text', async () => {
		const responses = revision.responses
			.toReversed()
			.map(response => ({...response, issueRef: Number(response.issueRef)}));
		const {log} = await runDuel({codex: scripted({revision: () => ({...revision, responses})})});
		expect(log[3]?.['responses']).toEqual(revision.responses);
	});

	it('goes on with the ids that the queue gave', async () => {
		const {log} = await runDuel({config: {taskId: 'bridge-7', ackId: 'ack-9'}});
		expect(new Set(log.map(event => `${String(event['taskId'])} ${String(event['ackId'])}`))).toEqual(
			new Set(['bridge-7 ack-9']),
		);
	});

	it('lets the model of the next stage work while the last one is still being read', async () => {
		const seen: VoiceRequest[] = [];
		let whileDraft = 0;
		const {done} = await runDuel({
			pace: 6000,
			antigravity: scripted({}, seen),
			onEvent: event => {
				if (event.type === 'turn-end' && event.turnId === 't1') whileDraft = seen.length;
			},
		});
		expect(whileDraft).toBe(1);
		expect(seen).toHaveLength(1);
		expect(done.outcome).toBe('completed');
	});
});

const refuse: Reply = () => {
	throw new VoiceError('refused-request', 'connect ECONNREFUSED 127.0.0.1:1');
};
const gone: Reply = () => {
	throw new VoiceError('unusable', '401: the key was refused', {status: 401});
};
const hang: Reply = () => 'hang';
const badJson: Reply = () => '{"content": "half';

const failures: readonly (readonly [
	stage: 'draft' | 'critique' | 'revision',
	how: string,
	answers: Answers,
	why: RegExp,
])[] = [
	['draft', 'a time-out', {draft: hang}, /longer than the 3 s/u],
	['draft', 'a refused connection', {draft: refuse}, /ECONNREFUSED/u],
	['draft', 'a refused key', {draft: gone}, /401/u],
	['draft', 'an empty answer', {draft: () => ' '}, /empty/u],
	['critique', 'a time-out', {critique: hang}, /longer than the 3 s/u],
	['critique', 'a refused connection', {critique: refuse}, /ECONNREFUSED/u],
	['critique', 'a refused key', {critique: gone}, /401/u],
	['critique', 'bad JSON twice', {critique: badJson}, /./u],
	['critique', 'prose', {critique: () => 'I would not do it like this. It is wrong.'}, /no JSON/u],
	['critique', 'no issues', {critique: () => ({...critique, issues: []})}, /at least one opposing point/u],
	[
		'critique',
		'an issue without a fix',
		{critique: () => ({...critique, issues: [{claim: 'a', evidence: 'b', suggestedFix: ' '}]})},
		/suggestedFix/u,
	],
	[
		'critique',
		'a mark out of range',
		{critique: () => ({...critique, rubric: {...critique.rubric, clarity: 6}})},
		/clarity/u,
	],
	['critique', 'a mark left out', {critique: () => ({...critique, rubric: {correctness: 1}})}, /feasibility/u],
	['revision', 'a time-out', {revision: hang}, /longer than the 3 s/u],
	['revision', 'a refused connection', {revision: refuse}, /ECONNREFUSED/u],
	['revision', 'a refused key', {revision: gone}, /401/u],
	['revision', 'bad JSON twice', {revision: badJson}, /./u],
	[
		'revision',
		'a response missing',
		{revision: () => ({...revision, responses: revision.responses.slice(1)})},
		/no response to issue 1/u,
	],
	[
		'revision',
		'an issue answered twice',
		{revision: () => ({...revision, responses: [...revision.responses, revision.responses[0]]})},
		/more than once/u,
	],
	[
		'revision',
		'an answer to no issue',
		{
			revision: () => ({
				...revision,
				responses: [...revision.responses, {issueRef: '3', decision: 'rejected', rationale: 'x'}],
			}),
		},
		/no issue "3"/u,
	],
	['revision', 'a decision that there is not', {revision: () => ({...revision, decision: 'maybe'})}, /decision/u],
];

describe('a stage that fails', () => {
	it.each(failures)(
		'%s, by %s: error, degraded final, nothing after, the draft handed over',
		async (stage, _how, answers, why) => {
			const {log, done, state, folder} = await runDuel({
				codex: scripted(answers),
				antigravity: scripted(answers),
				config: {stageTimeoutMs: 3000},
			});
			const before = {draft: ['request'], critique: ['request', 'draft'], revision: ['request', 'draft', 'critique']}[
				stage
			];
			expect(log.map(event => event['type'])).toEqual([...before, 'error', 'final']);
			expect(types(log).slice(-2)).toEqual(['error system error', 'final system degraded']);
			expect(log.at(-2)?.['content']).toMatch(why);
			expect(log.at(-2)?.['content']).toMatch(new RegExp(`^${stage} failed: `, 'u'));
			expect(verifyDuelLog(`${folder}/model_duel.jsonl`).faults).toEqual([]);
			expect(done.outcome).toBe('degraded');
			if (stage === 'draft') return;
			expect(log.at(-1)?.['content']).toMatch(
				stage === 'revision' ? /^Unrevised draft[^]*\n1\. / : /^Unreviewed draft/u,
			);
			expect(log.at(-1)?.['content']).toContain(draftText);
			expect(state.turns.at(-1)).toMatchObject({kind: 'unreviewed', finish: 'complete'});
			expect(state.turns.at(-1)?.text).toContain(draftText);
		},
	);

	it('keeps what was heard of a draft that ran out of time', async () => {
		const slow = Array.from({length: 400}, (_, n) => `Sentence number ${n} of a long draft.`).join(' ');
		const {log, state} = await runDuel({codex: scripted({draft: () => slow}), config: {stageTimeoutMs: 2000}});
		expect(log.map(event => event['type'])).toEqual(['request', 'error', 'final']);
		expect(log.at(-1)?.['content']).toContain('Sentence number 3 of a long draft.');
		expect(state.turns[0]?.finish).toBe('failed');
	});

	it('counts a slow answer and the one after it as one stage', async () => {
		const words = `{"content": "${'word '.repeat(120)}`;
		const {log} = await runDuel({antigravity: scripted({critique: () => words}), config: {stageTimeoutMs: 2000}});
		expect(log.at(-2)?.['content']).toMatch(/longer than the 2 s/u);
	});

	it('is closed in the log too where the user stops the duel, with a closing or without', async () => {
		for (const closing of [true, false]) {
			const {log, done, folder} = await runDuel({
				onEvent: (event, debate) => {
					if (event.type === 'turn-start' && event.kind === 'critique') debate.act({action: 'stop', closing});
				},
			});
			expect(done.outcome).toBe('stopped');
			expect(types(log).slice(-2)).toEqual(['error system error', 'final system degraded']);
			expect(log.at(-1)?.['content']).toContain(draftText);
			expect(verifyDuelLog(`${folder}/model_duel.jsonl`).faults).toEqual([]);
		}
	});

	it('is closed in the log too where the budget is used up', async () => {
		const {log, done, folder} = await runDuel({budget: {tokens: 1600}});
		expect(done.outcome).toBe('budget');
		expect(types(log).slice(-2)).toEqual(['error system error', 'final system degraded']);
		expect(verifyDuelLog(`${folder}/model_duel.jsonl`).faults).toEqual([]);
	});

	it('says so where the log itself cannot be written, and hands over what there is', async () => {
		const {done, state, log} = await runDuel({config: {log: '/nowhere/at/all/duel.jsonl'}});
		expect(log).toEqual([]);
		expect(done).toMatchObject({
			outcome: 'degraded',
			reason: expect.stringContaining('/nowhere/at/all/duel.jsonl cannot be written'),
		});
		expect(state.notices.map(({text}) => text).join()).toContain('cannot be written');
	});
});
