import {assert, constantFrom, integer, nat, property, tuple} from 'fast-check';
import {describe, expect, it} from 'vitest';
import type {ChecklistItem} from '../../../../src/debate/formats/duelogic/events.ts';
import type {Checklist} from '../../../../src/protocols/duelogic/judging/checklist.ts';
import {majority} from '../../../../src/protocols/duelogic/judging/panel.ts';
import {levelsOf, scoreOf, type Levels} from '../../../../src/protocols/duelogic/judging/scoring.ts';

const even = {steelManning: 25, selfCritique: 25, frameworkConsistency: 25, intellectualHonesty: 25};
const best: Levels = {
	steelManning: 'strong',
	selfCritique: 'strong',
	frameworkConsistency: 'consistent',
	intellectualHonesty: 'high',
};
const score = (levels: Partial<Levels>, straw = false) => scoreOf({...best, ...levels}, even, straw).score;

const yes = (id: string, more: Partial<ChecklistItem> = {}): ChecklistItem => ({
	id,
	answer: 'yes',
	quote: 'four words at least',
	match: 'exact',
	start: 0,
	end: 5,
	...more,
});
const voided = (id: string): ChecklistItem => yes(id, {match: 'not_found'});
const no = (id: string): ChecklistItem => ({id, answer: 'no'});
const reading = (items: ChecklistItem[], violations: ChecklistItem[] = []): Checklist => ({
	items,
	violations,
	owed: {steelManning: true, selfCritique: true},
});
const all = (...ids: string[]) => ids.map(id => yes(id));

describe('the score', () => {
	it.each([
		['all strong', {}, 100],
		['all adequate', {steelManning: 'adequate', selfCritique: 'adequate'}, 88],
		['strong claimed, but no quotation stands', {steelManning: 'weak', selfCritique: 'weak'}, 70],
		[
			'no steel man, the rest adequate, consistent, medium',
			{steelManning: 'absent', selfCritique: 'adequate', intellectualHonesty: 'medium'},
			59,
		],
		['an opening with an adequate self-critique', {steelManning: undefined, selfCritique: 'adequate'}, 92],
		[
			'nothing at all',
			{steelManning: 'absent', selfCritique: 'absent', frameworkConsistency: 'major_drift', intellectualHonesty: 'low'},
			8,
		],
	] as const)('of %s', (_, levels, wanted) => {
		expect(score(levels)).toBe(wanted);
	});

	it('is at most 55 with a verified straw man, and says so', () => {
		expect(scoreOf(best, even, true)).toMatchObject({score: 55, cap: {at: 55}});
		expect(scoreOf({...best, steelManning: 'absent', selfCritique: 'absent'}, even, true)).not.toHaveProperty('cap');
	});

	it('shows its working: 88 = 19 + 19 + 25 + 25', () => {
		expect(
			scoreOf({...best, steelManning: 'adequate', selfCritique: 'adequate'}, even, false).working.map(
				({points}) => points,
			),
		).toEqual([19, 19, 25, 25]);
	});

	it('weighs the parts as set', () => {
		expect(scoreOf({...best, steelManning: 'absent'}, {...even, steelManning: 75}, false).score).toBe(50);
		expect(scoreOf({...best, steelManning: undefined}, {...even, steelManning: 75}, false).score).toBe(100);
	});

	it('is the sum of its points for any weights and levels', () => {
		const level = constantFrom('absent', 'weak', 'adequate', 'strong', undefined);
		const weight = nat(100);
		assert(
			property(
				level,
				level,
				constantFrom('consistent', 'minor_drift', 'major_drift', 'abandoned'),
				constantFrom('high', 'medium', 'low'),
				tuple(weight, weight, integer({min: 1, max: 100}), weight),
				(steelManning, selfCritique, frameworkConsistency, intellectualHonesty, [a, b, c, d]) => {
					const {score, working} = scoreOf(
						{steelManning, selfCritique, frameworkConsistency, intellectualHonesty},
						{steelManning: a, selfCritique: b, frameworkConsistency: c, intellectualHonesty: d},
						false,
					);
					expect(working.reduce((sum, {points}) => sum + points, 0)).toBe(score);
					expect(score).toBeGreaterThanOrEqual(0);
					expect(score).toBeLessThanOrEqual(100);
				},
			),
		);
	});
});

describe('levels', () => {
	const steel = (...items: ChecklistItem[]) => levelsOf(reading([...items, yes('F1')])).steelManning;
	const self = (...items: ChecklistItem[]) => levelsOf(reading([...items, yes('F1')])).selfCritique;

	it('of the steel man', () => {
		expect(steel(no('S1'))).toBe('absent');
		expect(steel(yes('S1'))).toBe('weak');
		expect(steel(...all('S1', 'S2'), no('S3'))).toBe('weak');
		expect(steel(...all('S1', 'S2', 'S3'))).toBe('adequate');
		expect(steel(...all('S1', 'S2', 'S3', 'S4'))).toBe('adequate');
		expect(steel(...all('S1', 'S2', 'S3', 'S4', 'S6'))).toBe('strong');
		expect(steel(...all('S1', 'S2', 'S3', 'S5', 'S6'))).toBe('strong');
	});

	it('of the self-critique', () => {
		expect(self(no('C1'))).toBe('absent');
		expect(self(yes('C1'))).toBe('weak');
		expect(self(...all('C1', 'C2', 'C3'))).toBe('adequate');
		expect(self(...all('C1', 'C2', 'C3', 'C4'))).toBe('strong');
	});

	it('are at most weak where a quotation is not found, and never worse for it', () => {
		expect(steel(voided('S1'), ...all('S2', 'S3', 'S4', 'S6'))).toBe('weak');
		expect(steel(...all('S1', 'S2', 'S3', 'S6'), voided('S4'))).toBe('weak');
		expect(self(voided('C1'), voided('C2'))).toBe('weak');
		expect(steel(yes('S1', {targetMatch: 'not_found'}), ...all('S2', 'S3'))).toBe('weak');
	});

	it('make 70 of "strong" without any verified quotation', () => {
		const nothing = levelsOf(reading(['S1', 'S2', 'S3', 'S4', 'S5', 'C1', 'C2', 'C3', 'C4', 'F1'].map(voided)));
		expect(scoreOf(nothing, even, false).score).toBe(70);
	});

	it('of the framework', () => {
		const frame = (f1: ChecklistItem, ...drifts: ChecklistItem[]) =>
			levelsOf(reading([f1], drifts)).frameworkConsistency;
		const minor = yes('V', {severity: 'minor'});
		const major = yes('V', {severity: 'major'});
		expect(frame(yes('F1'), minor)).toBe('consistent');
		expect(frame(yes('F1'), minor, minor)).toBe('minor_drift');
		expect(frame(yes('F1'), major)).toBe('major_drift');
		expect(frame(no('F1'))).toBe('major_drift');
		expect(frame(no('F1'), major)).toBe('abandoned');
		expect(frame(yes('F1'), {...major, match: 'not_found'})).toBe('consistent');
	});

	it('of honesty', () => {
		const honesty = (...issues: ChecklistItem[]) => levelsOf(reading([yes('F1')], issues)).intellectualHonesty;
		const minor = yes('cherry_picked', {severity: 'minor'});
		const major = yes('moved_goalposts', {severity: 'major'});
		expect(honesty(minor)).toBe('high');
		expect(honesty(minor, minor)).toBe('medium');
		expect(honesty(major, minor)).toBe('medium');
		expect(honesty(major, major)).toBe('low');
		expect(honesty(yes('invented_source', {severity: 'minor'}))).toBe('low');
		expect(honesty({...major, match: 'not_found'}, {...major, match: 'too_short'})).toBe('high');
		expect(honesty(yes('X1', {severity: 'major'}))).toBe('high');
	});

	it('do not apply where nothing was owed or the turn had no occasion', () => {
		expect(levelsOf({...reading([yes('F1')]), owed: {steelManning: false, selfCritique: false}})).toMatchObject({
			steelManning: undefined,
			selfCritique: undefined,
		});
		expect(steel({id: 'S1', answer: 'na'})).toBeUndefined();
	});
});

describe('a panel', () => {
	const answers = (...votes: ChecklistItem[]) => majority(votes.map(vote => reading([vote])))?.items[0]?.answer;

	it('decides each item by majority, and a tie is no', () => {
		expect(answers(yes('S1'), yes('S1'), no('S1'))).toBe('yes');
		expect(answers(yes('S1'), no('S1'), no('S1'))).toBe('no');
		expect(answers(yes('S1'), no('S1'))).toBe('no');
	});

	it('does not count a yes whose quotation fails as a vote', () => {
		expect(answers(yes('S1'), voided('S1'), voided('S1'))).toBe('yes');
		expect(answers(yes('S1'), voided('S1'), no('S1'))).toBe('no');
		expect(majority([reading([voided('S1')]), reading([voided('S1')])])?.items[0]?.match).toBe('not_found');
	});

	it('upholds a violation that most judges found, as grave as most say', () => {
		const found = (severity: 'minor' | 'major') => reading([], [yes('X1', {severity})]);
		const counted = (panel: Checklist[]) =>
			majority(panel)
				?.violations.filter(({answer}) => answer === 'yes')
				.map(({severity}) => severity);
		expect(counted([found('major'), found('minor'), reading([])])).toEqual(['minor']);
		expect(counted([found('major'), found('major'), reading([])])).toEqual(['major']);
		expect(counted([found('major'), reading([])])).toEqual([]);
	});
});
