import {describe, expect, it} from 'vitest';
import {sha256} from '../../../../src/engine/host/hash.ts';
import {verifyLog} from '../../../../src/formats/model-duel/verify-log.ts';
import {critique, draftText, issues, revision, rubric} from '../duel.ts';

type Event = Record<string, unknown>;

/** A good log as another program would write it: two duels, one of them degraded, their lines mixed. */
function goodLog(): Event[] {
	const event = (
		debateId: string,
		type: string,
		speaker: string,
		content: string,
		replyToEventId: string | null,
		more: Event = {},
	): Event => ({
		eventId: `${debateId}-${type}`,
		debateId,
		taskId: `task-${debateId}`,
		ackId: `ack-${debateId}`,
		timestamp: '2026-02-13T09:30:00.000Z',
		round: 1,
		speaker,
		type,
		content,
		contentHash: sha256(content),
		replyToEventId,
		status: 'ok',
		...more,
	});
	return [
		event('a', 'request', 'system', 'Write a retry policy', null),
		event('b', 'request', 'system', '요청: 시 쓰기', null, {timestamp: '2026-02-13T18:30:00+09:00', round: 0}),
		event('a', 'draft', 'codex', draftText, 'a-request'),
		event('a', 'critique', 'antigravity', critique.content, 'a-draft', {rubric, issues}),
		event('b', 'error', 'system', 'the draft timed out', 'b-request', {status: 'error'}),
		event('a', 'revision', 'codex', revision.content, 'a-critique', {
			rubric,
			issues,
			decision: 'accepted',
			responses: revision.responses.toReversed(),
		}),
		event('b', 'final', 'system', 'nothing came of it', 'b-error', {
			status: 'degraded',
			extra: {of: 'another program'},
		}),
		event('a', 'final', 'system', revision.content, 'a-revision', {status: 'completed'}),
	];
}

const write = (events: readonly unknown[]) =>
	events
		.map(event => (typeof event === 'string' ? event : JSON.stringify(event)))
		.join('\n')
		.concat('\n');
const check = (events: readonly unknown[]) => verifyLog(write(events), text => sha256(text));
/** The good log with one line changed; lines count from 1. */
const changed = (line: number, change: Event | ((event: Event) => unknown)): unknown[] =>
	goodLog().map((event, place) =>
		place + 1 !== line ? event : typeof change === 'function' ? change(event) : {...event, ...change},
	);
const without =
	(field: string) =>
	({[field]: _gone, ...event}: Event): Event =>
		event;

const faults: readonly (readonly [what: string, events: unknown[], line: number, rule: string])[] = [
	['a line that is no JSON', changed(3, () => '{"eventId": "x", '), 3, 'json'],
	['a line that is no object', changed(3, () => '[1, 2]'), 3, 'json'],
	['an empty line', goodLog().flatMap((event, place) => (place === 2 ? ['', event] : [event])), 3, 'json'],
	['a required field left out', changed(3, without('ackId')), 3, 'ackId'],
	['an empty id', changed(8, {taskId: ' '}), 8, 'taskId'],
	['a time that is none', changed(4, {timestamp: 'yesterday'}), 4, 'timestamp'],
	['a round below 0', changed(3, {round: -1}), 3, 'round'],
	['a round that is no whole number', changed(3, {round: 0.5}), 3, 'round'],
	['a second round', changed(3, {round: 2}), 3, 'round'],
	['a speaker that there is not', changed(3, {speaker: 'gpt'}), 3, 'speaker'],
	['a type that there is not', changed(3, {type: 'rant'}), 3, 'type'],
	['a status that there is not', changed(3, {status: 'fine'}), 3, 'status'],
	['content that is no text', changed(3, {content: 5}), 3, 'content'],
	['content that was changed', changed(3, {content: 'Retry never.'}), 3, 'hash'],
	['a hash that is none', changed(3, {contentHash: 'abc'}), 3, 'contentHash'],
	['an id used twice', changed(5, {eventId: 'a-request'}), 5, 'unique'],
	['a critique without a rubric', changed(4, without('rubric')), 4, 'rubric'],
	['a mark out of range', changed(4, {rubric: {...rubric, risk: 6}}), 4, 'rubric'],
	['a mark that is no whole number', changed(4, {rubric: {...rubric, risk: 2.5}}), 4, 'rubric'],
	['no issues', changed(4, {issues: []}), 4, 'issues'],
	['an issue without evidence', changed(4, {issues: [{...issues[0], evidence: ''}, issues[1]]}), 4, 'issues'],
	['issues that are not the critique’s', changed(6, {issues: [issues[1], issues[0]]}), 6, 'issues'],
	['a decision that there is not', changed(6, {decision: 'maybe'}), 6, 'decision'],
	['no decision', changed(6, without('decision')), 6, 'decision'],
	['a response missing', changed(6, {responses: revision.responses.slice(1)}), 6, 'responses'],
	['an issue answered twice', changed(6, {responses: [revision.responses[0], revision.responses[0]]}), 6, 'responses'],
	[
		'a reference to no issue',
		changed(6, {responses: [revision.responses[0], {...revision.responses[1], issueRef: '3'}]}),
		6,
		'responses',
	],
	[
		'a response without a rationale',
		changed(6, {responses: [revision.responses[0], {...revision.responses[1], rationale: ''}]}),
		6,
		'responses',
	],
	['a draft missing', goodLog().toSpliced(2, 1), 3, 'order'],
	['a critique missing', goodLog().toSpliced(3, 1), 5, 'order'],
	['a request missing', goodLog().toSpliced(0, 1), 2, 'order'],
	[
		'a stage twice',
		goodLog().flatMap((event, place) => (place === 2 ? [event, {...event, eventId: 'again'}] : [event])),
		4,
		'order',
	],
	[
		'stages that changed places',
		goodLog().map((event, place, all) => all[place === 2 ? 3 : place === 3 ? 2 : place] ?? event),
		3,
		'order',
	],
	['an event after the final', [...goodLog(), {...goodLog()[2], eventId: 'late'}], 9, 'order'],
	['an error without a final', goodLog().toSpliced(6, 1), 5, 'unfinished'],
	['a duel that does not end', goodLog().slice(0, -1), 6, 'unfinished'],
	['a draft by the critic', changed(3, {speaker: 'antigravity'}), 3, 'speaker'],
	['a draft that is degraded', changed(3, {status: 'degraded'}), 3, 'status'],
	['a degraded final without an error', changed(8, {status: 'degraded'}), 8, 'status'],
	['a completed final after an error', changed(7, {status: 'completed'}), 7, 'status'],
	['a parent that there is not', changed(4, {replyToEventId: 'nobody'}), 4, 'parent'],
	['a parent of another duel', changed(5, {replyToEventId: 'a-request'}), 5, 'parent'],
	['a parent two stages back', changed(6, {replyToEventId: 'a-draft'}), 6, 'parent'],
	['a request that replies', changed(1, {replyToEventId: 'b-request'}), 1, 'parent'],
	['a task that changes', changed(6, {taskId: 'another'}), 6, 'task'],
	['an unstructured flag that is no flag', changed(4, {unstructured: 'yes'}), 4, 'unstructured'],
	['an unstructured revision of a structured critique', changed(6, {unstructured: true}), 6, 'unstructured'],
];

describe('checking a log', () => {
	it('finds nothing in a good one, with its last line end or without', () => {
		expect(check(goodLog())).toEqual([]);
		expect(verifyLog(write(goodLog()).trimEnd(), text => sha256(text))).toEqual([]);
		expect(verifyLog('', text => sha256(text))).toEqual([]);
	});

	it.each(faults)('names line and rule of %s', (_what, events, line, rule) => {
		expect(check(events)[0]).toMatchObject({line, rule});
	});

	it('names nothing else where one field is wrong', () => {
		for (const [what, events, line] of faults.filter(
			([, , , rule]) => !['order', 'unfinished', 'json', 'type', 'unique'].includes(rule),
		)) {
			expect(
				check(events).every(fault => fault.line === line),
				what,
			).toBe(true);
		}
	});

	it('names a last line that was cut short', () => {
		const text = `${write(goodLog().slice(0, -1))}{"eventId":"a-fin`;
		expect(verifyLog(text, each => sha256(each))).toEqual(
			expect.arrayContaining([{line: 8, rule: 'torn', what: 'the line is cut short'}]),
		);
	});

	it('accepts what a critique in prose leaves out, and only then', () => {
		const prose = [{claim: 'Too vague.'}];
		const events = goodLog().map(event => {
			if (event['type'] === 'critique') return {...without('rubric')(event), issues: prose, unstructured: true};
			return event['type'] === 'revision' ? {...event, issues: prose, responses: [revision.responses[0]]} : event;
		});
		expect(check(events)).toEqual([]);
		expect(
			check(events.map(event => (event['type'] === 'critique' ? without('unstructured')(event) : event))).map(
				({rule}) => rule,
			),
		).toEqual(expect.arrayContaining(['rubric', 'issues']));
	});
});
