/** The verdict: two readings with labels swapped, flips, void readings, the panel. */
import * as fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import type {VerdictReading} from '../../../src/debate/formats/motion.ts';
import {panelOf, verdictOf} from '../../../src/formats/motion/verdict.ts';
import {panelText} from '../../../src/debate/views/motion.ts';
import {motionSections} from '../../../src/formats/motion/markdown.ts';
import {runMotion, type MotionAnswers, type MotionRequest} from './run-motion.ts';

const ground = {better: 'even', sentences: []};
const reading = (a: 'for' | 'against', winner: 'for' | 'against' | 'tie', margin: number): VerdictReading => ({
	a,
	winner,
	margin,
});

/** What a judge answers that finds for this label, with the words of a sentence that is there. */
function finding({request}: MotionRequest, winner: 'A' | 'B' | 'tie', margin: number, phrase?: string): object {
	const lines = [...(request.messages[0]?.content ?? '').matchAll(/^\[(\d+)\] (.+)$/gmu)];
	const sentence = lines.find(([, , text = '']) => text.split(' ').length > 5 && !text.includes('Side'));
	return {
		grounds: {arguments: ground, rebuttal: ground, evidence: ground, answering: ground, conduct: ground},
		decisive: {
			sentence: Number(sentence?.[1]),
			phrase: phrase ?? sentence?.[2]?.split(' ').slice(0, 4).join(' ') ?? '',
		},
		winner,
		margin,
	};
}
const judging =
	(answer: (asked: MotionRequest) => object): MotionAnswers =>
	asked =>
		asked.kind === 'judge_verdict'
			? answer(asked)
			: asked.kind === 'point_look'
				? {rise: false, severity: 'low', sentence: null, point: ''}
				: undefined;
const short = {style: 'short'} as const;
const isAFor = ({request}: MotionRequest) => (request.messages[0]?.content ?? '').includes('Side A is for the motion');

describe('a judge', () => {
	it('is asked twice, labels swapped and grounds in reverse order, and never reads a name', async () => {
		const {asked, state} = await runMotion({
			config: short,
			answers: judging(one => finding(one, isAFor(one) ? 'A' : 'B', 2)),
		});
		const [one, two] = asked.filter(({kind}) => kind === 'judge_verdict').map(({request}) => request.messages);
		expect(one?.[0]?.content).toContain('Side A is for the motion');
		expect(two?.[0]?.content).toContain('Side A is against the motion');
		expect(one?.[1]?.content.indexOf('- arguments')).toBeLessThan(one?.[1]?.content.indexOf('- conduct') ?? 0);
		expect(two?.[1]?.content.indexOf('- arguments')).toBeGreaterThan(two?.[1]?.content.indexOf('- conduct') ?? 0);
		for (const messages of [one, two]) expect(JSON.stringify(messages)).not.toMatch(/Name of|maker-of/u);
		expect(state.formats.motion.verdicts[0]).toMatchObject({winner: 'for', margin: 2, flipped: false});
		expect(state.formats.motion.panel).toMatchObject({winner: 'for', margin: 2});
	});

	it('that goes by the label flips: a tie, and it is said', async () => {
		const {state, turns} = await runMotion({config: short, answers: judging(one => finding(one, 'A', 3))});
		expect(state.formats.motion.verdicts[0]).toMatchObject({winner: 'tie', margin: 0, flipped: true});
		expect(state.formats.motion.panel).toMatchObject({winner: 'tie', flipped: 1});
		expect(motionSections(state).join('\n')).toContain('a flip, counted as a tie');
		expect(turns('verdict').at(-1)?.text).toMatch(/labels were swapped/u);
	});

	it('whose phrase is not in its sentence is asked once more, and is out after a second void reading', async () => {
		const once = await runMotion({
			config: short,
			answers: judging(one =>
				finding(one, isAFor(one) ? 'A' : 'B', 1, one.nth === 1 ? 'words nobody ever said' : undefined),
			),
		});
		expect(once.state.formats.motion.verdicts[0]).toMatchObject({
			winner: 'for',
			readings: [{void: expect.any(String)}, {}, {}],
		});
		const twice = await runMotion({
			config: short,
			answers: judging(one => finding(one, 'A', 1, 'words nobody ever said')),
		});
		expect(twice.state.formats.motion.panel).toMatchObject({winner: null, judges: 0});
		expect(twice.state.outcome).toBe('completed');
	});

	it('that shares a maker with a speaker does not judge where another one can', async () => {
		const models = {for_1: 'acme/one', against_1: 'globex/two', judge: 'acme/three', judge_2: 'initech/four'};
		const {state} = await runMotion({config: {...short, verdict: {judges: 2}}, models});
		expect(state.formats.motion.verdicts.map(({judge}) => judge)).toEqual(['judge_2']);
		expect(state.formats.motion.panel?.selfJudged).toBeUndefined();
		const own = await runMotion({config: short, models: {...models, judge: 'globex/five'}});
		expect(own.state.formats.motion.panel).toMatchObject({judges: 1, selfJudged: true});
		expect(
			panelText(
				own.state,
				own.state.formats.motion.panel ?? {
					type: 'verdict-panel',
					winner: null,
					margin: null,
					judges: 0,
					flipped: 0,
					agreement: null,
				},
			),
		).toContain('shares a model or a maker');
	});
});

describe('the panel', () => {
	it('is the median of the margins, a tie below half a point', () => {
		const judge = (id: string, margin: number) => {
			const winner = margin > 0 ? 'for' : margin < 0 ? 'against' : 'tie';
			return verdictOf(id, [reading('for', winner, margin), reading('against', winner, margin)]);
		};
		expect(panelOf([judge('a', 3), judge('b', 0.5), judge('c', -1)], false)).toMatchObject({
			winner: 'for',
			margin: 0.5,
			agreement: 1 / 3,
		});
		expect(panelOf([judge('a', 1), judge('b', -0.5)], false)).toMatchObject({winner: 'tie', margin: 0.25});
		expect(panelOf([], false)).toMatchObject({winner: null, margin: null, agreement: null});
	});

	it('turns round with the judges', () => {
		const halves = fc.integer({min: -6, max: 6}).map(number => number / 2);
		fc.assert(
			fc.property(fc.array(halves, {minLength: 1, maxLength: 3}), margins => {
				const panel = (sign: number) =>
					panelOf(
						margins.map((margin, at) =>
							verdictOf(String(at), [
								reading('for', sign * margin > 0 ? 'for' : sign * margin < 0 ? 'against' : 'tie', sign * margin),
								reading('against', sign * margin > 0 ? 'for' : sign * margin < 0 ? 'against' : 'tie', sign * margin),
							]),
						),
						false,
					);
				expect((panel(1).margin ?? 0) + (panel(-1).margin ?? 0)).toBeCloseTo(0);
			}),
		);
	});
});
