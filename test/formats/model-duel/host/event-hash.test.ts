import {mkdtempSync, readFileSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {beforeEach, describe, expect, it} from 'vitest';
import {appendEvent} from '../../../../src/formats/model-duel/host/append-event.ts';
import {verifyDuelLog} from '../../../../src/formats/model-duel/host/duel-log.ts';
import {describeFaults, readNewEvent} from '../../../../src/formats/model-duel/log.ts';

const base = {debateId: 'd', taskId: 't', ackId: 'a', round: 1, status: 'ok'} as const;
const rubric = {correctness: 3, feasibility: 3, risk: 3, clarity: 3, testability: 3};
const issues = [{claim: 'It is slow.', evidence: 'Line 3.', suggestedFix: 'Cache it.'}];

let log = '';
beforeEach(async () => {
	log = join(mkdtempSync(join(tmpdir(), 'rostrum-hash-')), 'model_duel.jsonl');
	const add = (event: Parameters<typeof appendEvent>[1]) => appendEvent(log, event);
	await add({...base, eventId: 'd.request', speaker: 'system', type: 'request', content: 'x', replyToEventId: null});
	await add({...base, eventId: 'd.draft', speaker: 'codex', type: 'draft', content: 'y', replyToEventId: 'd.request'});
	await add({
		...base,
		eventId: 'd.critique',
		speaker: 'antigravity',
		type: 'critique',
		content: 'z',
		replyToEventId: 'd.draft',
		rubric,
		issues,
	});
});

const rules = (): string[] => verifyDuelLog(log).faults.map(({rule}) => rule);
const change = (from: string | RegExp, to: string): void => {
	const before = readFileSync(log, 'utf8');
	const after = before.replace(from, to);
	expect(after).not.toBe(before);
	writeFileSync(log, after);
};

describe('a duel log', () => {
	it('that nobody has touched keeps every rule', () => {
		expect(rules()).toEqual(['unfinished']);
		expect(verifyDuelLog(log).unhashed).toBe(0);
	});

	it.each([
		['a mark', '"clarity":3', '"clarity":5'],
		['an issue', 'It is slow.', 'It is fast.'],
		['a speaker’s reply', '"replyToEventId":"d.draft"', '"replyToEventId":"d.request"'],
		['a time', /"timestamp":"2/u, '"timestamp":"1'],
	])('shows that %s was altered', (_, from, to) => {
		change(from, to);
		expect(rules()).toContain('eventHash');
	});

	it('shows that a hash was taken away', () => {
		change(/(?<=d\.critique[^\n]*),"eventHash":"[0-9a-f]{64}"/u, '');
		expect(rules()).toContain('eventHash');
	});

	it('of 0.1.0, without hashes of events, is sound, and says what is not checked', () => {
		change(/,"eventHash":"[0-9a-f]{64}"/gu, '');
		expect(rules()).toEqual(['unfinished']);
		expect(verifyDuelLog(log).unhashed).toBe(3);
	});
});

describe('an event that somebody else gives', () => {
	it.each([
		[{...base, speaker: 'codex', type: 'draft', replyToEventId: null}, 'content: is missing (string)'],
		[{...base, speaker: 'me', type: 'draft', content: 'x', replyToEventId: null}, 'speaker: must be one of'],
		[{...base, speaker: 'antigravity', type: 'critique', content: 'x', replyToEventId: 'd.draft'}, 'is missing'],
	])('is refused in words that say what is wrong: %o', (event, words) => {
		const read = readNewEvent(event);
		const said = 'faults' in read ? describeFaults(read.faults) : 'nothing';
		expect(said).toContain(words);
		expect(said).not.toMatch(/Invalid (?:input|option)/u);
	});
});
