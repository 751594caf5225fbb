import * as fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {equalBench, equalMeans, isEnough, type JudgedRow} from '../../src/debate/bench.ts';

const seat = (id: string, voice: string) => ({id, voice, model: voice.slice(voice.indexOf(':') + 1)});
const speakers = [seat('chair_1', 'openrouter:x-ai/grok-3'), seat('chair_2', 'vllm:lantern-13b-instruct')];

describe('the bench', () => {
	it('has one voice once, however often it is named, and wherever or under whichever date it is served', () => {
		const judges = [
			seat('judge', 'openai:gpt-4o'),
			seat('judge_2', 'openai:gpt-4o'),
			seat('judge_3', 'openrouter:openai/gpt-4o-2024-08-06'),
			seat('judge_4', 'ollama:qwen3'),
		];
		expect(equalBench(judges, speakers, 3)).toEqual({judges: ['judge', 'judge_4'], selfJudged: false});
	});

	it.each(['xai:grok-4-0709', 'ollama:grok-3-mini', 'ollama:lantern:70b', 'vllm:lantern-13b-20250601', 'own:lantern'])(
		'leaves out %s, a model of a family that speaks',
		voice => {
			const judges = [seat('judge', voice), seat('judge_2', 'ollama:qwen3')];
			expect(equalBench(judges, speakers, 3).judges).toEqual(['judge_2']);
		},
	);

	it('is all voices, said to be self-judged, where each is kin to a speaker', () => {
		const judges = [seat('judge', 'xai:grok-4'), seat('judge_2', 'xai:grok-4'), seat('judge_3', 'ollama:lantern:7b')];
		expect(equalBench(judges, speakers, 3)).toEqual({judges: ['judge', 'judge_3'], selfJudged: true});
	});

	it('does not change by a seat that is named twice', () => {
		const voices = fc.constantFrom('openai:gpt-4o', 'ollama:qwen3', 'xai:grok-4', 'own:lantern', 'own:heron');
		fc.assert(
			fc.property(fc.array(voices, {minLength: 1, maxLength: 4}), fc.nat(3), (named, at) => {
				const judges = named.map((voice, place) => seat(`judge_${place + 1}`, voice));
				const twice = [...judges, seat('judge_9', named[at % named.length] ?? '')];
				expect(equalBench(twice, speakers, 3)).toEqual(equalBench(judges, speakers, 3));
			}),
		);
	});

	it.each([
		[0, 1, false],
		[1, 1, true],
		[1, 2, true],
		[1, 3, false],
		[2, 3, true],
	])('with %i of %i usable has a verdict: %s', (usable, bench, enough) => expect(isEnough(usable, bench)).toBe(enough));
});

const row = (speaker: string, round: number, ...scores: (number | null)[]): JudgedRow => ({
	speaker,
	round,
	verdicts: scores.map((score, place) => ({judge: `judge_${place + 1}`, score})),
});

describe('equal means', () => {
	it('leave the whole exchange in which a judge failed out of every speaker’s mean for that judge', () => {
		const rows = [row('a', 1, 80, 40), row('b', 1, 80, 40), row('a', 2, 80, null), row('b', 2, 80, 40)];
		const {means, leftOut, out} = equalMeans(rows);
		expect(Object.fromEntries(means)).toEqual({a: 70, b: 70});
		expect([...leftOut]).toEqual([['judge_2', [2]]]);
		expect(out).toEqual([]);
	});

	it('know nothing of a judge that was usable for less than half of one speaker’s turns', () => {
		const rows = [1, 2, 3].flatMap(round => [row('a', round, 80, 20), row('b', round, 60, round === 1 ? 90 : null)]);
		const {means, out} = equalMeans(rows);
		expect(Object.fromEntries(means)).toEqual({a: 80, b: 60});
		expect(out).toEqual(['judge_2']);
	});

	it('are none where fewer than half of the bench are left', () => {
		expect(equalMeans([row('a', 1, 80, null, null), row('b', 1, 80, 70, 70)]).means.size).toBe(0);
	});

	it('put two speakers whom each judge scores alike on one mean, whoever fails on which turns', () => {
		const score = fc.integer({min: 0, max: 100});
		const exchange = fc.array(fc.record({score, fails: fc.constantFrom('a', 'b', 'none')}), {
			minLength: 1,
			maxLength: 3,
		});
		fc.assert(
			fc.property(fc.array(exchange, {minLength: 1, maxLength: 5}), exchanges => {
				const rows = exchanges.flatMap((verdicts, round) =>
					['a', 'b'].map(speaker =>
						row(speaker, round, ...verdicts.map(one => (one.fails === speaker ? null : one.score))),
					),
				);
				const {means} = equalMeans(rows);
				expect(means.get('a')).toBe(means.get('b'));
			}),
		);
	});
});
