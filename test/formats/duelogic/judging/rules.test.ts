import {expect, it} from 'vitest';
import type {Participant} from '../../../../src/debate/events.ts';
import {judgingOf, type JudgeAnswers} from '../../../../src/formats/duelogic/judging.ts';
import {scoreFault} from '../../../../src/formats/duelogic/points.ts';
import {rulesVersion} from '../../../../src/formats/duelogic/rubric.ts';
import {judgeSeat, stageTurn} from '../../../../src/formats/duelogic/figures.ts';
import {allAnswersOf, labelledTurns} from './labelled.ts';

const judge: Participant = {id: judgeSeat, name: 'Judge', role: 'judge', voice: 'test:judge'};
const owed = {steelManning: true, selfCritique: true};
/** It evades what it was asked, which the second rules forgave more. */
const evasive = labelledTurns.find(({id}) => id === 'comm-10');

/** The turn judged by its labels, in a debate whose first score followed these rules; or had none. */
function judgedAfter(earlier: number | undefined) {
	if (!evasive) throw new Error('comm-10 is not in the set');
	const {debate, heard, turn} = stageTurn(evasive, 'plain', judge, {}, 100_000);
	const begun = heard.turns.map((each, place) =>
		place === 0 && earlier !== undefined
			? {
					...each,
					evaluation: {
						type: 'evaluation' as const,
						turnId: each.id,
						judge: judgeSeat,
						rules: earlier,
						adherenceScore: 50,
						requiresInterjection: false,
						violations: [],
						items: [],
						working: [],
					},
				}
			: each,
	);
	const judging = judgingOf(debate, {...heard, turns: begun}, turn, owed);
	const first: JudgeAnswers = new Map([[judgeSeat, {ok: true, value: allAnswersOf(evasive)}]]);
	const affirmed = Object.fromEntries(['q1', 'q2', 'q3'].map(key => [key, {affirms: 'yes', to_the_scorer: 'no'}]));
	return judging.evaluation(first, new Map([[judgeSeat, {ok: true, value: affirmed}]]));
}

it('scores a debate by the rules under which it was begun, to its end', () => {
	const [now, second] = [judgedAfter(undefined), judgedAfter(2)];
	expect([now.rules, second.rules]).toEqual([rulesVersion, 2]);
	expect(second.adherenceScore).toBeGreaterThan((now.adherenceScore ?? Infinity) + 5);
	for (const evaluation of [now, second]) expect(scoreFault(evaluation)).toBeUndefined();
});
