import {describe, expect, it} from 'vitest';
import type {JournalEvent} from '../../../../src/debate/events.ts';
import {breaker, gates} from '../../../../src/formats/adversarial-spec/host/effects.ts';
import {tokenBucket} from '../../../../src/engine/calls/voice-limiter.ts';

const answered = (agent: string, at: number, ok: boolean): JournalEvent => ({
	type: 'step-end',
	step: `script/critique-1-${agent}/3 ask ${agent}`,
	value: ok ? {ok, value: {}} : {ok, reason: 'No.'},
	seq: 1,
	at,
	hash: '',
});

describe('a breaker', () => {
	it('opens after failures in a row, lets one try through after its time, and closes when that succeeds', () => {
		let now = 0;
		const circuit = breaker({failures: 2, openMs: 100}, () => now);
		const tried = (ok: boolean): boolean => {
			const admitted = circuit.admits();
			if (admitted) circuit.report(ok);
			return admitted;
		};
		expect([tried(false), tried(true), tried(false), tried(false), tried(true)]).toEqual([
			true,
			true,
			true,
			true,
			false,
		]);
		now = 99;
		expect(circuit.admits()).toBe(false);
		now = 100;
		expect([circuit.admits(), circuit.admits()]).toEqual([true, false]);
		circuit.report(false);
		now = 199;
		expect(circuit.admits()).toBe(false);
		now = 200;
		expect([tried(true), tried(true), tried(true)]).toEqual([true, true, true]);
	});
});

describe('the gates of a debate that goes on', () => {
	it('have the breakers that its journal tells of', () => {
		const past = [
			answered('qa', 10, false),
			answered('qa', 20, true),
			answered('qa', 30, false),
			answered('oncall', 40, false),
			answered('oncall', 50, false),
			answered('oncall', 60, false),
		];
		const admits = (openMs: number) =>
			['qa', 'oncall', 'pm'].map(agent => gates({rate: 2, openMs, past})(agent).breaker.admits());
		expect(admits(60_000)).toEqual([true, false, true]);
		expect(admits(0)).toEqual([true, true, true]);
	});

	it('have buckets from which was taken what was asked', async () => {
		let now = 1000;
		const time = {
			now: () => now,
			sleep: async (ms: number) => {
				now += ms;
			},
		};
		const taken = [0, 0, 0, 900];
		expect(await tokenBucket({capacity: 3, perSecond: 1, taken}, time).take()).toBe(900);
		expect(await tokenBucket({capacity: 3, perSecond: 1}, time).take()).toBe(0);
	});
});
