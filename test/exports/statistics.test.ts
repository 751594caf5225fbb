import {describe, expect, it} from 'vitest';
import {fold} from '../../src/debate/reduce.ts';
import {statisticsOf} from '../../src/exports/statistics.ts';
import {Recording, sampleEvents, scored, start} from './sample.ts';

const chair = (statistics: ReturnType<typeof statisticsOf>, id: string) =>
	statistics.chairs.find(({seat}) => seat.id === id);

describe('statistics', () => {
	it('count chairs only, and what each of them did and suffered', () => {
		const statistics = statisticsOf(fold(sampleEvents()));
		expect(statistics.chairs.map(({seat}) => seat.id)).toEqual(['chair_1', 'chair_2', 'chair_3']);
		expect(chair(statistics, 'chair_1')).toMatchObject({
			mean: 88,
			scores: [88],
			unscored: 0,
			cutsMade: 0,
			cutsSuffered: 1,
			turns: 3,
		});
		expect(chair(statistics, 'chair_2')).toMatchObject({mean: undefined, scores: [], cutsMade: 1, cutsSuffered: 0});
		expect(chair(statistics, 'chair_3')).toMatchObject({
			mean: undefined,
			scores: [null],
			unscored: 1,
			steelMan: undefined,
		});
	});

	it('leave turns without a score out of means and shares, and keep them in the course', () => {
		const told = new Recording();
		told.emit(start);
		const low = {attempted: false, quality: 'absent', applicable: true} as const;
		for (const [score, more] of [
			[90, {}],
			[60, {steelManning: low}],
			[null, {steelManning: low, selfCritique: low}],
			[
				51,
				{selfCritique: {...low, applicable: false}, frameworkConsistency: {consistent: false, level: 'major_drift'}},
			],
		] as const)
			told.emit(scored(told.say('chair_1', 'reply', 'Two words.'), {adherenceScore: score, ...more}));
		const statistics = chair(statisticsOf(fold(told.events)), 'chair_1');
		expect(statistics).toMatchObject({
			mean: 67,
			scores: [90, 60, null, 51],
			unscored: 1,
			steelMan: 2 / 3,
			selfCritique: 1,
			consistent: 2 / 3,
			words: 8,
		});
	});

	it('take a listener’s last vote, and the shift where there are two', () => {
		const told = new Recording();
		told.emit(start);
		const vote = (listener: string, when: 'before' | 'after', stance: number) =>
			told.emit({type: 'user-action', data: {action: 'vote', listener, when, stance}});
		vote('ada', 'before', 3);
		vote('ada', 'before', 1);
		vote('bo', 'before', 0);
		vote('ada', 'after', -2);
		expect(statisticsOf(fold(told.events)).votes).toEqual([
			{listener: 'ada', before: 1, after: -2, shift: -3},
			{listener: 'bo', before: 0, after: undefined, shift: undefined},
		]);
	});

	it('do not add up a cost of which a part is unknown', () => {
		const told = new Recording();
		told.emit(start);
		told.say('chair_1', 'reply', 'Words.');
		expect(statisticsOf(fold(told.events)).cost).toBeCloseTo(0.0042);
		told.emit({type: 'voice-call', call: 'c', participant: 'judge', voice: 'x:y', purpose: 'judge', tries: 1, ms: 5});
		expect(statisticsOf(fold(told.events)).cost).toBeNull();
	});
});
