import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import type {DebateState} from '../../../src/debate/state.ts';
import type {AnswerCache} from '../../../src/formats/adversarial-spec/host/effects.ts';
import {VoiceError} from '../../../src/voices/voice.ts';
import {critique, debate, issue, specText, type Asked, type Wanted} from './run-spec.ts';
import {every} from '../../hunt/every.ts';

const none: AnswerCache = {get: async () => undefined, set: async () => undefined, close: async () => undefined};

/** Two rounds with a failure, an edit and a saving in them. */
const wanted: Wanted = {
	config: {personas: ['security', 'oncall', 'qa'], maxRounds: 2, consensusThreshold: 0.6},
	cache: none,
	answers: ({kind, seat, round, ids}: Asked) => {
		if (kind === 'spec-critique' && seat === 'oncall' && round === 1) return new VoiceError('malformed', 'No.');
		if (kind === 'spec-critique')
			return critique(seat === 'oncall' ? [] : [issue(`Fault of ${seat} ${round}`, seat === 'qa' ? 14 : 9)]);
		if (kind === 'spec-grouping') return {groups: []};
		if (kind === 'spec-ballot')
			return {votes: ids.map(id => ({issue: id, vote: seat === 'qa' ? 'agree' : 'disagree', reason: 'So it is.'}))};
		return undefined;
	},
	choose: (_, nth) =>
		nth === 1 ? {do: 'edit', text: specText.replace('fast', 'soon')} : {do: 'accept', changes: 'all'},
};

/** A state without times, and with the records of agents that worked at once in an order of their own. */
const lasting = ({records, turns, notices, seats, outcome, reason}: DebateState) => ({
	records: records
		.map(record =>
			JSON.stringify(record, (key, value: unknown) =>
				['at', 'hash', 'seq', 'turnId', 'waitedMs'].includes(key)
					? 0
					: typeof value === 'string'
						? value.replaceAll(/\S*\/spec-\w+\//gu, '/')
						: value,
			),
		)
		.toSorted(),
	turns: turns.map(({speaker, kind, text, finish}) => ({speaker, kind, text, finish})),
	notices: notices.map(({text}) => text.replaceAll(/\S*\/spec-\w+\//gu, '/')).toSorted(),
	seats,
	outcome,
	reason,
});

describe('a debate that was cut off', () => {
	it('ends as it would have, wherever that was, and asks only for what was not answered', async () => {
		const whole = await debate(wanted);
		expect(whole.spec()).toBe(specText.replace('fast', 'soon'));
		expect(whole.of('spec-consensus')).toHaveLength(2);
		const lines = readFileSync(path.join(whole.folder, 'debate.jsonl'), 'utf8').split('\n').slice(0, -1);
		for (let length = 1; length < lines.length; length += every(9, 3)) {
			const folder = mkdtempSync(path.join(tmpdir(), 'spec-'));
			writeFileSync(whole.specFile, specText);
			rmSync(`${whole.specFile}.previous`, {force: true});
			writeFileSync(path.join(folder, 'debate.jsonl'), lines.slice(0, length).join('\n').concat('\n'));
			const past = lines.slice(0, length).map(line => JSON.parse(line));
			const answered = past.filter(event => event.type === 'step-end' && / ask /u.test(event.step)).length;
			const resumed = await debate({...wanted, folder});
			expect(lasting(resumed.state), `after ${length} of ${lines.length} lines`).toEqual(lasting(whole.state));
			expect(resumed.asked.length).toBe(whole.asked.length - answered);
		}
	}, 60_000);

	it('keeps an agent out that had failed too often before', async () => {
		const failing: Wanted = {
			config: {personas: ['security', 'oncall', 'qa'], maxRounds: 4, consensusThreshold: 0.9},
			cache: none,
			answers: ({kind, seat, round}: Asked) => {
				if (kind === 'spec-critique' && seat === 'oncall') return new VoiceError('malformed', 'No.');
				if (kind === 'spec-critique') return critique(seat === 'qa' ? [issue(`Fault ${round}`, 9)] : []);
				return kind === 'spec-grouping' ? {groups: []} : kind === 'spec-ballot' ? {votes: []} : undefined;
			},
		};
		const whole = await debate(failing);
		expect(whole.asked.filter(({seat, kind}) => seat === 'oncall' && kind === 'spec-critique')).toHaveLength(3);
		const lines = readFileSync(path.join(whole.folder, 'debate.jsonl'), 'utf8').split('\n').slice(0, -1);
		const third = lines.findLastIndex(line => line.includes(' ask oncall"'));
		for (const length of [third - 1, third + 1, third + 4]) {
			const folder = mkdtempSync(path.join(tmpdir(), 'spec-'));
			writeFileSync(path.join(folder, 'debate.jsonl'), lines.slice(0, length).join('\n').concat('\n'));
			const resumed = await debate({...failing, folder});
			expect(lasting(resumed.state), `after ${length} of ${lines.length} lines`).toEqual(lasting(whole.state));
			expect(resumed.notices).toContain(
				'Agent oncall has failed 3 times in a row and is kept out of the debate for 60 s.',
			);
		}
	});
});
