/**
 * What each answer is worth, by number of rules. Numbers under one number never change: `verify` works every score out
 * again by those that its evaluation names. docs/decisions/0021 says why there is a third.
 */
import type {RubricId} from './rubric.ts';

export type AnswerPoints = {
	/** Parts of a dimension, by answer; an item's first answer is worth nothing. */
	readonly worth: Readonly<Partial<Record<RubricId, Readonly<Record<string, number>>>>>;
	/** What is left of a steel-man that was bent, and of an admission that was taken back. */
	readonly bentAtMost: number;
	readonly takenBackAtMost: number;
	/** What is left of an argument on foreign ground, and what an aside there costs. */
	readonly foreignAtMost: number;
	readonly foreignAside: number;
	/** What a lapse costs, and what is left where a source was invented. */
	readonly lapses: Readonly<Record<string, number>>;
	readonly inventedAtMost: number;
	/** From which value honesty is high, with at most one minor lapse, and from which it is medium. */
	readonly honestyLevels: {readonly high: number; readonly medium: number};
	/** What a straw man leaves of honesty, and the score at most. */
	readonly honestyWithStrawMan: number;
	readonly strawManAtMost: number;
};

const rules2: AnswerPoints = {
	worth: {
		S1: {loose: 0.35, exact: 0.55},
		S2: {named: 0.1, concrete: 0.2},
		S4: {yes: 0.08},
		S5: {yes: 0.17},
		C1: {plan: 0.25, framework: 0.45},
		C2: {named: 0.1, concrete: 0.25},
		C3: {yes: 0.2},
		C5: {yes: 0.1},
		F1: {named: 0.6, carries: 1},
	},
	bentAtMost: 0.55,
	takenBackAtMost: 0.4,
	foreignAtMost: 0.2,
	foreignAside: 0.2,
	lapses: {minor: 0.15, major: 0.4},
	inventedAtMost: 0.1,
	honestyLevels: {high: 0.85, medium: 0.5},
	honestyWithStrawMan: 1,
	strawManAtMost: 55,
};

/** What undoes a turn costs more: an admission taken back, a foreign framework, a major lapse, a straw man. */
const rules3: AnswerPoints = {
	...rules2,
	takenBackAtMost: 0.1,
	foreignAtMost: 0.05,
	lapses: {minor: 0.15, major: 0.8},
	honestyLevels: {high: 0.85, medium: 0.2},
	honestyWithStrawMan: 0,
};

/** By number of rules, from the second on; the first has other questions (rules-1.ts). */
export const pointRules: ReadonlyMap<number, AnswerPoints> = new Map([
	[2, rules2],
	[3, rules3],
]);

/** By which turns are scored now. */
export const presentPoints = rules3;
