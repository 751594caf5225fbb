import {describe, expect, it} from 'vitest';
import {readRunFolder} from '../../../../src/formats/builder-reviewer/host/mailbox.ts';
import {verifyRun} from '../../../../src/formats/builder-reviewer/verify-run.ts';
import {addDiff, fixtureRepo, planOf, run, type Asked} from '../run-build.ts';

/** A whole run in two cycles with an alert, made once. */
const answers = ({kind, attribute}: Asked) => {
	const first = attribute('cycle') === '1';
	if (kind === 'plan') return planOf('One', 'Two');
	if (kind === 'plan-feedback')
		return {
			risk: 'low',
			notes: [],
			additional_checks: [],
			alternative: first ? {summary: 'Other.', steps: planOf('One', 'Two').steps} : null,
		};
	if (kind === 'step')
		return attribute('step') === 's1' && first
			? {diff: addDiff('a - b', 'a + b'), note: 'x', read: []}
			: {diff: '', note: 'x', read: []};
	if (kind === 'watch')
		return first && attribute('step') === 's1'
			? {severity: 'warning', reason: 'Look here.', evidence: null}
			: undefined;
	return kind === 'decision' && first ? {decision: 'revise', rationale: 'r', comments: ['c']} : undefined;
};
const {runFolder} = await run({config: {repo: fixtureRepo(), check: 'true'}, answers});
const runId = runFolder.split('/').at(-1) ?? '';
const sound = readRunFolder(runFolder);
type Files = Record<string, string>;
type Message = {
	schema_version: string;
	timestamp: string;
	sender: string;
	run_id: string;
	message_type: string;
	body: Record<string, unknown>;
};

const named = (files: Files, part: string): string =>
	Object.keys(files)
		.filter(path => /^mailbox\/[^/]+$/u.test(path))
		.find(path => path.includes(part)) ?? `no ${part}`;
const changed =
	(part: string, change: (message: Message) => void) =>
	(files: Files): Files => {
		const path = named(files, part);
		const message: Message = JSON.parse(files[path] ?? '');
		change(message);
		return {...files, [path]: JSON.stringify(message)};
	};
const without =
	(part: string) =>
	(files: Files): Files => {
		const {[part in files ? part : named(files, part)]: _gone, ...rest} = files;
		return rest;
	};
const body = (part: string, change: object) => changed(part, message => Object.assign(message.body, change));
const put =
	(path: string, text: string) =>
	(files: Files): Files => ({...files, [path]: text});
const later =
	(part: string, source: string, change: (message: Message) => void = () => undefined) =>
	(files: Files): Files => {
		const message: Message = JSON.parse(files[named(files, source)] ?? '');
		const after = named(files, part).slice('mailbox/'.length);
		const time = new Date(
			Date.parse(
				`${after.slice(0, 4)}-${after.slice(4, 6)}-${after.slice(6, 8)}T${after.slice(9, 11)}:${after.slice(11, 13)}:${after.slice(13, 15)}.${after.slice(15, 18)}Z`,
			) + 1,
		);
		message.timestamp = time.toISOString();
		change(message);
		return {
			...files,
			[`mailbox/${message.timestamp.replaceAll(/[-:.]/gu, '')}-${message.sender}-extra.json`]: JSON.stringify(message),
		};
	};

const faults: [string, string, (files: Files) => Files][] = [
	[
		'a message that is no JSON',
		'json',
		files => ({...files, [named(files, 'session.ack')]: '{"schema_version": "0.1", '}),
	],
	[
		'another schema version',
		'version',
		changed('session.ack', message => Object.assign(message, {schema_version: '1.0'})),
	],
	[
		'a timestamp that is none',
		'timestamp',
		changed('session.ack', message => Object.assign(message, {timestamp: '6 October'})),
	],
	['a stranger', 'sender', changed('session.ack', message => Object.assign(message, {sender: 'ci'}))],
	['an unknown type', 'type', changed('session.ack', message => Object.assign(message, {message_type: 'session.ok'}))],
	[
		'a reviewer who plans',
		'author',
		changed('plan.proposed-c1.', message => Object.assign(message, {sender: 'reviewer'})),
	],
	[
		'a message of another run',
		'run',
		changed('plan.feedback-c1.', message => Object.assign(message, {run_id: 'another'})),
	],
	[
		'a name that says nothing of its time',
		'name',
		files => ({...without('session.ack')(files), 'mailbox/ack.json': files[named(files, 'session.ack')] ?? ''}),
	],
	[
		'a name of another time',
		'time',
		changed('session.end', message => Object.assign(message, {timestamp: '2031-01-01T00:00:00Z'})),
	],
	['a confidence over 1', 'body', body('plan.proposed-c1.', {confidence: 58})],
	['an unknown risk', 'body', body('plan.feedback-c1.', {risk: 'huge'})],
	['a revision without a comment', 'body', body('review.decision-c1.', {comments: []})],
	['an abort without a rationale', 'body', body('review.decision-c2.', {decision: 'abort', rationale: ' '})],
	['an alternative without a reason', 'body', body('plan.proposed-c1-answer', {alternative: {taken: true}})],
	[
		'two steps of one name',
		'body',
		body('plan.proposed-c1.', {
			steps: [
				{id: 's1', title: 'a'},
				{id: 's1', title: 'b'},
			],
		}),
	],
	['no session.start', 'start', without('session.start')],
	['no acknowledgement', 'order', without('session.ack')],
	['no feedback on the plan', 'order', without('plan.feedback-c2.')],
	[
		'an alternative that is passed over',
		'alternative',
		changed('plan.proposed-c1-answer', message =>
			Object.assign(message.body, {alternative: undefined, summary: 'Passed over.'}),
		),
	],
	['an answer to no alternative', 'alternative', body('plan.proposed-c2.', {alternative: {taken: false, reason: 'x'}})],
	['a step that is not in the plan', 'step', body('execution.update-c1-s2', {step: 's9'})],
	['a step twice', 'step', body('execution.update-c1-s2', {step: 's1'})],
	['another cycle', 'cycle', body('execution.update-c2-s', {cycle: 3})],
	['a step after a critical alert', 'halt', body('execution.alert-c1-s1', {severity: 'critical'})],
	['a decision before the hand-in', 'order', without('execution.update-c2-final')],
	['more cycles than were agreed', 'order', body('session.start', {max_cycles: 1})],
	['an end that the decision contradicts', 'status', body('session.end', {status: 'aborted'})],
	[
		'a message after the end',
		'closed',
		later('session.end', 'session.ack', message => Object.assign(message.body, {note: 'late'})),
	],
	['a message twice', 'duplicate', later('session.ack', 'session.ack')],
	['no end', 'unfinished', without('session.end')],
	['no plan', 'missing', without('plan.json')],
	['another plan', 'plan', put('plan.json', JSON.stringify({summary: 'x', steps: []}))],
	['no log of the builder', 'missing', without('builder-log.jsonl')],
	[
		'a log that lacks a message',
		'log',
		files => ({...files, 'reviewer-log.jsonl': (files['reviewer-log.jsonl'] ?? '').split('\n').slice(1).join('\n')}),
	],
	[
		'a log that says something else than was sent',
		'log',
		files => ({
			...files,
			'reviewer-log.jsonl': (files['reviewer-log.jsonl'] ?? '').replace('"decision":"revise"', '"decision":"accept"'),
		}),
	],
	[
		'another patch than was handed in',
		'patch',
		files => ({...files, 'diffs/cycle-1.patch': (files['diffs/cycle-1.patch'] ?? '').replace('a + b', 'a - b')}),
	],
	[
		'a log cut short',
		'torn',
		files => ({...files, 'builder-log.jsonl': (files['builder-log.jsonl'] ?? '').slice(0, -20)}),
	],
	['telemetry that is no JSON', 'json', put('telemetry.jsonl', 'fast\n')],
	['no patch of a cycle', 'missing', without('diffs/cycle-1.patch')],
	['no decision', 'missing', without('decisions/final.json')],
	['another decision', 'decision', put('decisions/final.json', '{"decision": "abort"}')],
	['a refusal without a reason', 'reason', put('mailbox/rejected/x.json', '{}')],
];

describe('verify', () => {
	it('finds nothing wrong with a run of ours', () => {
		expect(verifyRun({runId, files: sound})).toEqual([]);
		expect(Object.keys(sound).filter(path => path.startsWith('mailbox/'))).toHaveLength(17);
	});

	it.each(faults)('finds %s, by the rule "%s", and the file', (_name, rule, spoil) => {
		const findings = verifyRun({runId, files: spoil({...sound})});
		expect(findings.map(finding => finding.rule)).toContain(rule);
		expect(findings.every(({file, what}) => file !== '' && what !== '')).toBe(true);
		expect(findings.length).toBeLessThan(6);
	});
});
