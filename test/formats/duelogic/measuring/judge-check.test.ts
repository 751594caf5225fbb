/** What judge-check says of judges whose answers are known. */
import {describe, expect, it} from 'vitest';
import type {EvaluationEvent} from '../../../../src/debate/evaluation.ts';
import type {Participant} from '../../../../src/debate/events.ts';
import type {RawAnswers} from '../../../../src/formats/duelogic/check-answers.ts';
import {judgingOf} from '../../../../src/formats/duelogic/judging.ts';
import {
	figuresOf,
	type JudgeFigures,
	fitnessInWords,
	fitnessOf,
	stageTurn,
} from '../../../../src/formats/duelogic/figures.ts';
import {checkedTurns, probesOf, type Probe} from '../../../../src/formats/duelogic/judge-check.ts';
import {allAnswersOf, labelledTurns} from '../judging/labelled.ts';
import {looksOf} from '../verdict.ts';

const judge: Participant = {id: 'judge', role: 'judge', name: 'judge', voice: 'test'};
const owed = {steelManning: true, selfCritique: true};

/** The evaluation of a probe by a judge that answers like this, and affirms whatever it is asked a second time. */
function evaluated({id, labelled, variant}: Probe, answers: RawAnswers | undefined): EvaluationEvent {
	const {debate, heard, turn} = stageTurn(labelled, variant, judge, {}, 1_000_000);
	const judging = judgingOf(debate, heard, turn, owed);
	const first = new Map([
		['judge', answers ? {ok: true as const, value: answers} : {ok: false as const, reason: 'no JSON', raw: 'hm'}],
	]);
	const second = judging.second(first).map(({judge: seat, schema, prompt}) => {
		const looks = looksOf(prompt.messages.at(-1)?.content ?? '', () => 'yes');
		return [seat, {ok: true as const, value: schema.parse(looks)}] as const;
	});
	return {...judging.evaluation(first, new Map(second)), turnId: id};
}

function examined(answer: (probe: Probe) => RawAnswers | undefined, turns?: number): JudgeFigures {
	const probes = probesOf(labelledTurns, turns);
	return figuresOf(
		checkedTurns(
			probes,
			probes.map(probe => evaluated(probe, answer(probe))),
		),
	);
}

describe('a judge', () => {
	it('that answers as the labels do is fit, and the same however a turn is put', () => {
		const figures = examined(({labelled, variant}) =>
			// A judge copies its phrases from what it is shown.
			allAnswersOf({
				...labelled,
				text: variant === 'seats' ? labelled.text.replaceAll('Chair 2', 'Chair 1') : labelled.text,
			}),
		);
		expect(figures).toMatchObject({turns: 221, usable: 221, unusable: 0, falseYes: 0});
		// Three labels give one sentence two merits.
		expect(figures.accuracy).toBeGreaterThan(0.999);
		expect(figures.found).toBeGreaterThan(0.996);
		expect(figures.traps).toMatchObject({turns: 122, fellFor: 0});
		for (const {turns, same, distance} of [figures.stability, figures.seats, figures.names])
			expect({turns, same, distance}).toEqual({turns: 32, same: 1, distance: 0});
		expect(fitnessOf(figures, true)).toBe('fit');
	});

	it('that finds nothing is not fit, though it agrees with most labels and falls for no trap', () => {
		const figures = examined(({labelled}) => allAnswersOf({...labelled, labels: {}}), 60);
		expect(figures.accuracy).toBeGreaterThan(0.75);
		expect(figures.traps.fellFor).toBe(0);
		expect(fitnessOf(figures, true)).toBe('unfit');
	});

	it('that is taken in by every trap is not fit', () => {
		const figures = examined(({labelled}) => {
			const labels = {...labelled.labels};
			for (const id of labelled.mustNot ?? [])
				if (id === 'S1') labels[id] = {answer: 'loose', sentence: 1, other_turn: 't2', other_sentence: 1};
			for (const id of labelled.mustNot ?? []) if (id === 'C1') labels[id] = {answer: 'plan', sentence: 2};
			return allAnswersOf({...labelled, labels});
		}, 60);
		expect(figures.traps.falseYes).toBeGreaterThan(0.5);
		expect(figures.traps.kinds.find(({kind}) => kind === 'denial')?.fellFor).toBeGreaterThan(1);
		expect(fitnessOf(figures, true)).toBe('unfit');
	});

	it('whose answers are often of no use is not fit, and those turns count in no other figure', () => {
		const figures = examined(({id, labelled}) => (/[13]$/u.test(id) ? undefined : allAnswersOf(labelled)), 60);
		expect(figures.usable).toBeLessThan(figures.turns);
		expect(figures.accuracy).toBeGreaterThan(0.999);
		expect(figures.unusable).toBeGreaterThan(0.05);
		expect(fitnessOf(figures, true)).toBe('unfit');
	});

	it('that was put few turns is not called fit, nor unfit for that alone', () => {
		const figures = examined(({labelled}) => allAnswersOf(labelled), 20);
		expect(figures.turns).toBe(20);
		expect(fitnessOf(figures, false)).toBe('undecided');
		expect(fitnessInWords('undecided', figures)).toMatch(/^Not decided, 20 turns are too few/u);
	});
});

it('a smaller part of the set is spread over honest turns and kinds of traps', () => {
	const kinds = probesOf(labelledTurns, 44).map(({labelled}) => labelled.kind);
	expect(new Set(kinds).size).toBeGreaterThan(8);
	expect(kinds.filter(kind => kind === 'honest').length / kinds.length).toBeCloseTo(91 / 221, 1);
});

it('a judge’s copy is the same whatever the chairs are called', () => {
	const labelled = labelledTurns.find(({text}) => text.includes('Chair 2'));
	if (!labelled) throw new Error('no turn names a chair');
	const promptOf = (variant: 'plain' | 'names') => {
		const {debate, heard, turn} = stageTurn(labelled, variant, judge, {}, 1_000_000);
		return judgingOf(debate, heard, turn, owed).first[0]?.prompt;
	};
	expect(promptOf('names')).toEqual(promptOf('plain'));
});
