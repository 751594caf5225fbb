import {describe, expect, it} from 'vitest';
import {rubric, unlessFound, type RubricItem} from '../../src/debate/rubric.ts';
import {turnScore} from '../../src/formats/duelogic/turn-score.ts';
import {crossCheckRules} from '../../src/formats/duelogic/second-look.ts';

const owed = {steelManning: true, selfCritique: true};
const weights = {steelManning: 25, selfCritique: 25, frameworkConsistency: 25, intellectualHonesty: 25};

/** A merit beside what is required and no more, a fault of a turn that has every merit. */
function scoreWith(item: RubricItem, answer: string): number {
	const others = rubric.flatMap(({id, finds, required, answers}): [string, string][] => {
		const stands = unlessFound(id);
		if (stands !== undefined) return [[id, stands]];
		if (item.finds === 'merit') return required ? [[id, answers[1] ?? '']] : [];
		return finds === 'merit' ? [[id, answers.at(-1) ?? '']] : [];
	});
	return turnScore(new Map([...others, [item.id, answer]]), new Map(), owed, weights).score.score;
}

describe('an item of the rubric', () => {
	it.each(rubric)('counts by each answer that finds something: $id', item => {
		const nothing = scoreWith(item, item.answers[0]);
		const moved = item.answers.slice(1).map(answer => Math.sign(scoreWith(item, answer) - nothing));
		const direction = item.finds === 'order' ? 0 : item.finds === 'merit' ? 1 : -1;
		expect(moved).toEqual(moved.map(() => direction));
	});

	it('is looked at again by a question of its own', () => {
		const asked = new Set(
			crossCheckRules.split('\n').flatMap(line => /^- ([^:]+): /u.exec(line)?.[1]?.split(', ') ?? []),
		);
		expect(rubric.map(({secondLook}) => secondLook).filter(look => look !== null && !asked.has(look))).toEqual([]);
	});
});
