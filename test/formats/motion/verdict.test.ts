/** The verdict: two readings with labels swapped, flips, void readings, the panel. */
import * as fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import type {VerdictReading} from '../../../src/debate/formats/motion.ts';
import {panelOf, verdictOf} from '../../../src/formats/motion/verdict.ts';
import {panelText} from '../../../src/debate/views/motion.ts';
import {motionSections} from '../../../src/formats/motion/sections.ts';
import {episodeWords} from '../../../src/languages/find.ts';
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
		expect(motionSections(state, true, episodeWords('en')).join('\n')).toContain('a flip, counted as a tie');
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
		expect(twice.state.outcome).toBe('degraded');
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

/** Speeches with a name in each, so that a judge reads labels; a closing brings something new. */
const named: MotionAnswers = ({kind, seat}) => {
	const own = seat.startsWith('for') ? 'Name of against_1' : 'Name of for_1';
	if (kind === 'late_claims' || kind === 'new_claims') return {sentences: [2]};
	return ['opening', 'rebuttal', 'closing'].includes(kind)
		? `Here ${own} concedes that ${kind} cages keep animals from harm. No zoo pays a keeper in the ${kind} of ${seat}.`
		: undefined;
};
/** The number and words of the sentences in a judge's copy. */
const copied = ({request}: MotionRequest): readonly (readonly [number: number, text: string])[] =>
	[...(request.messages[0]?.content ?? '').matchAll(/^\[(\d+)\] (.+)$/gmu)].map(([, number, text = '']) => [
		Number(number),
		text,
	]);
/** A judge who names the first sentence with these words, and copies its first five words. */
const naming =
	(pattern: RegExp, otherwise: MotionAnswers = named): MotionAnswers =>
	asked => {
		if (asked.kind !== 'judge_verdict') return otherwise(asked) ?? judging(() => ({}))(asked);
		const [number, text = ''] = copied(asked).find(([, one]) => pattern.test(one)) ?? [0];
		return {
			...finding(asked, isAFor(asked) ? 'A' : 'B', 2),
			decisive: {sentence: number, phrase: text.split(' ').slice(0, 5).join(' ')},
		};
	};

describe('a verdict that is honest', () => {
	it('stands where its phrase names a side by the label that the judge has read', async () => {
		const {state} = await runMotion({config: short, answers: naming(/^Here Side [AB] concedes/u)});
		const [verdict] = state.formats.motion.verdicts;
		expect(verdict?.readings.map(reading => reading.void)).toEqual([undefined, undefined]);
		expect(verdict?.readings[0]?.decisive).toMatchObject({text: expect.stringContaining('Name of against_1')});
		expect(state.formats.motion.panel).toMatchObject({winner: 'for', margin: 2});
	});

	it('may name the point of information that a turn was stopped for', async () => {
		const point = 'Is the otter of your own example not still behind glass?';
		const rising: MotionAnswers = asked => {
			if (asked.kind === 'point_look')
				return asked.seat === 'against_1'
					? {rise: true, severity: 'high', sentence: 1, point}
					: {rise: false, severity: 'low', sentence: null, point: ''};
			if (asked.kind === 'point_decision') return {take: true};
			if (asked.kind === 'late_claims' || asked.kind === 'new_claims') return {sentences: []};
			return undefined;
		};
		const answers: MotionAnswers = asked =>
			asked.kind === 'judge_verdict' ? naming(/otter of your own/u)(asked) : rising(asked);
		const {state, turns} = await runMotion({config: {...short, words: {opening: 90, rebuttal: 90}}, answers});
		expect(turns('point').length).toBeGreaterThan(0);
		expect(state.formats.motion.verdicts[0]?.readings[0]?.decisive?.text).toBe(point);
		expect(state.formats.motion.panel?.winner).toBe('for');
	});
});

describe('a claim ruled out as new', () => {
	it('decides nothing, shows nothing and is no claim, however often it is named', async () => {
		const late = /No zoo pays a keeper in the closing/u;
		const claims = {new: [{claim: 'no zoo pays', sentence: 'No zoo pays', against: null}], answered: []};
		const answers: MotionAnswers = asked =>
			asked.kind === 'ledger' ? {...claims, conceded: [], withdrawn: []} : naming(late)(asked);
		const {state, asked} = await runMotion({config: short, answers});
		const ruled = state.formats.motion.newClaims.flatMap(({sentences}) => sentences);
		expect(ruled).toContain('No zoo pays a keeper in the closing of against_1.');
		expect(state.formats.motion.panel).toMatchObject({winner: null, judges: 0});
		expect(state.formats.motion.verdicts[0]?.reason).toMatch(/was ruled out as new in a closing/u);
		const again = asked.filter(({kind}) => kind === 'judge_verdict')[1]?.request.messages.at(-1)?.content ?? '';
		expect(again).toMatch(
			/does not count .*: sentence \d+ was ruled out as new in a closing\. Give the whole answer again/u,
		);
		expect(state.formats.ledger.claims.map(({sentence}) => sentence).filter(text => ruled.includes(text))).toEqual([]);
		expect(state.formats.ledger.claims.length).toBeGreaterThan(0);
	});
});

describe('a bench', () => {
	const three = {...short, verdict: {judges: 3}};
	const models = {
		for_1: 'lantern-13b-20250601',
		against_1: 'heron-2',
		judge: 'one/a',
		judge_2: 'two/b',
		judge_3: 'three/c',
	};
	/** Judges who find alike but for those who copy what nobody said. */
	const failing =
		(failed: readonly string[]): MotionAnswers =>
		asked =>
			judging(one =>
				finding(
					one,
					isAFor(one) === (one.seat !== 'judge_3') ? 'A' : 'B',
					one.seat === 'judge' ? 3 : 1,
					failed.includes(one.seat) ? 'words nobody ever said' : undefined,
				),
			)(asked);

	it('of three does not decide by the one that did not fail, and it is said', async () => {
		const {state, turns} = await runMotion({config: three, models, answers: failing(['judge_2', 'judge_3'])});
		expect(state.formats.motion.panel).toMatchObject({winner: null, margin: null, judges: 1});
		expect(state.outcome).toBe('degraded');
		expect(state.reason).toContain('no verdict: 1 of 3 judges gave a usable one');
		expect(motionSections(state, true, episodeWords('en')).join('\n')).toContain(
			'No verdict: 1 of 3 judges gave a usable one',
		);
		expect(turns('verdict').at(-1)?.text ?? turns('announcement').at(-1)?.text).not.toContain('verdict goes to');
	});

	it('has every other judge’s vote as it was, whoever fails', async () => {
		const votes = async (failed: readonly string[]) => {
			const {state} = await runMotion({config: three, models, answers: failing(failed)});
			return Object.fromEntries(
				state.formats.motion.verdicts.map(({judge, winner, margin}) => [
					judge,
					failed.includes(judge) ? null : {winner, margin},
				]),
			);
		};
		const whole = await votes([]);
		for (const judge of ['judge', 'judge_2', 'judge_3'])
			expect(await votes([judge])).toEqual({...whole, [judge]: null});
	});

	it('has one vote for a voice that was seated twice', async () => {
		const twice = await runMotion({config: three, models: {...models, judge_2: 'one/a'}, answers: failing([])});
		const once = await runMotion({
			config: {...short, verdict: {judges: 2}},
			models: {...models, judge_2: 'three/c'},
			answers: failing([]),
		});
		expect(twice.state.formats.motion.verdicts.map(({judge}) => judge)).toEqual(['judge', 'judge_3']);
		expect(once.state.formats.motion.verdicts).toHaveLength(2);
	});

	it('of a speaker’s model under another date is self-judged', async () => {
		const {state} = await runMotion({
			config: short,
			models: {...models, judge: 'lantern-13b-instruct'},
			answers: failing([]),
		});
		expect(state.formats.motion.panel).toMatchObject({judges: 1, selfJudged: true});
	});

	it('is read aloud without figures of the margin', async () => {
		const {asked} = await runMotion({config: {...short, verdict: {judges: 2}}, models, answers: failing([])});
		const told = asked
			.find(({kind, seat}) => kind === 'verdict' && seat === 'moderator')
			?.request.messages.at(-1)?.content;
		expect(told).toContain('by a clear margin');
		expect(told).not.toMatch(/\d\.\d| of 3/u);
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
