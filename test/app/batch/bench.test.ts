import {mkdtempSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {benchFor, judgedByKin, refuseUnfit} from '../../../src/app/batch/batch-file.ts';
import {makerOf} from '../../../src/debate/bench.ts';
import {keepCheckResult, labelledSetHash} from '../../../src/app/judging/judge-results.ts';
import type {ReadyPlan} from '../../../src/app/plan/attach-voices.ts';
import {rulesVersion} from '../../../src/debate/rubric.ts';

const planOf = (seats: Readonly<Record<string, string>>): Pick<ReadyPlan, 'participants'> => ({
	participants: Object.entries(seats).map(([id, voice]) => ({
		id,
		name: id,
		voice,
		role: id.startsWith('judge') ? 'judge' : id === 'moderator' ? 'arbiter' : id.slice(0, id.indexOf('_')),
	})),
});

describe('the maker of a voice', () => {
	it.each([
		['openrouter:anthropic/claude-opus-5', 'anthropic'],
		['anthropic:claude-opus-5', 'anthropic'],
		['openai:gpt-4o', 'openai'],
		['openai:o3', 'openai'],
		['ollama:llama3.3', 'meta-llama'],
		['openrouter:meta-llama/llama-3.3-70b', 'meta-llama'],
		['vllm:acme/own-model', 'acme'],
		['ollama:own-model', 'ollama:own-model'],
	])('of %s is %s', (voice, maker) => expect(makerOf(voice)).toBe(maker));
});

describe('the bench of a pairing', () => {
	const judges = [
		'openai:gpt-4o',
		'openrouter:anthropic/claude-opus-5',
		'ollama:qwen3',
		'ollama:gemma3',
		'ollama:phi4',
	];

	it('has nobody whose maker debates, and at most three', () => {
		expect(benchFor(judges, [{voice: 'openai:o3'}, {voice: 'ollama:qwen3:8b'}])).toEqual([
			'openrouter:anthropic/claude-opus-5',
			'ollama:gemma3',
			'ollama:phi4',
		]);
	});

	it('is all of them where each is kin, which is counted', () => {
		expect(benchFor(['openai:gpt-4o'], [{voice: 'openai:o3'}, {voice: 'ollama:qwen3'}])).toEqual(['openai:gpt-4o']);
		const kin = planOf({
			for_1: 'openai:o3',
			against_1: 'ollama:qwen3',
			judge_1: 'openai:gpt-4o',
			moderator: 'rehearsal',
		});
		const others = planOf({
			for_1: 'openai:o3',
			against_1: 'ollama:qwen3',
			judge_1: 'ollama:phi4',
			moderator: 'openai:o3',
		});
		const rehearsals = planOf({for_1: 'rehearsal', against_1: 'rehearsal', moderator: 'rehearsal'});
		expect(judgedByKin([kin, others, rehearsals])).toBe(1);
	});
});

describe('a judge that judge-check found unfit', () => {
	it('is refused by its name, unless it is forced', () => {
		const home = mkdtempSync(join(tmpdir(), 'rostrum-bench-'));
		const result = {
			at: '2026-11-22T00:00:00.000Z',
			rules: rulesVersion,
			set: labelledSetHash(),
			turns: 221,
			whole: true,
			sentence: 'It says yes to everything.',
			journal: 'j',
			figures: {},
		};
		keepCheckResult(home, {...result, voice: 'ollama:small', fitness: 'unfit'});
		keepCheckResult(home, {...result, voice: 'ollama:large', fitness: 'fit'});
		const unfit = [
			planOf({for_1: 'ollama:a', against_1: 'ollama:b', judge_1: 'ollama:small', judge_2: 'ollama:large'}),
		];
		const fit = [
			planOf({for_1: 'ollama:a', against_1: 'ollama:b', judge_1: 'ollama:large', moderator: 'ollama:small'}),
		];
		expect(() => refuseUnfit(unfit, home, false)).toThrow(/says yes to everything.*"ollama:small"/u);
		expect(() => refuseUnfit(unfit, home, true)).not.toThrow();
		expect(() => refuseUnfit(fit, home, false)).not.toThrow();
	});
});
