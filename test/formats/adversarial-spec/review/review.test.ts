import {readFileSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {earlyChoiceNotice} from '../../../../src/formats/adversarial-spec/review.ts';
import {critique, debate, issue, specText, type Asked} from '../run-spec.ts';

const three = {personas: ['security', 'oncall', 'qa']};

/** Two changes: one in line 9, one in line 14. */
const twoChanges = ({kind, ids, round}: Asked) => {
	if (kind === 'spec-critique')
		return critique(round === 1 ? [issue('Fast is no number', 9), issue('Kept for how long', 14)] : []);
	if (kind === 'spec-grouping')
		return {
			groups: [
				['security/1', 'oncall/1', 'qa/1'],
				['security/2', 'oncall/2', 'qa/2'],
			],
		};
	return kind === 'spec-synthesis'
		? {
				edits: [
					{issues: [ids[0]], line: 9, find: 'respond fast', replace: 'respond within 200 ms', reason: 'A number.'},
					{issues: [ids[1]], line: 14, find: 'are kept.', replace: 'are kept for an hour.', reason: 'An end.'},
				],
				left: [],
			}
		: undefined;
};

describe('a review', () => {
	it.each([
		[[0], (text: string) => text.replace('fast', 'within 200 ms')],
		[[1], (text: string) => text.replace('kept.', 'kept for an hour.')],
		[[0, 1], (text: string) => text.replace('fast', 'within 200 ms').replace('kept.', 'kept for an hour.')],
	])('takes over the changes %j and no others', async (changes, made) => {
		const {spec, of} = await debate({config: three, answers: twoChanges, choose: () => ({do: 'accept', changes})});
		expect(spec()).toBe(made(specText));
		expect(of('spec-outcome')).toMatchObject([{saved: true, accepted: changes.length, of: 2}]);
	});

	it('leaves the file alone where nothing is accepted', async () => {
		const {spec, of, folder} = await debate({
			config: three,
			answers: twoChanges,
			choose: (_, nth) => (nth === 1 ? {do: 'accept', changes: []} : {do: 'leave'}),
		});
		expect(spec()).toBe(specText);
		expect(of('spec-outcome')[0]).toMatchObject({saved: false});
		expect(readFileSync(path.join(folder, 'refined.md'), 'utf8')).toContain('200 ms');
	});

	it('refuses to accept while the text is still being refined', async () => {
		const {notices, done} = await debate({
			config: three,
			choose: () => ({do: 'leave'}),
			onEvent: (event, debate) => {
				if (event.type === 'spec-critique' && event.agent === 'security' && event.round === 1)
					debate.act({action: 'choose', question: 'review', choice: '{"do":"accept","changes":"all"}'});
			},
		});
		expect(notices).toContain(earlyChoiceNotice);
		expect(done.outcome).toBe('consensus');
	});

	it('tells the fault of an edited text, and goes on with the one before', async () => {
		const broken = `${specText}\n## Empty\n`;
		const {of, notices, spec} = await debate({
			config: three,
			answers: twoChanges,
			choose: (review, nth) =>
				nth === 1 ? {do: 'edit', text: broken} : {do: 'accept', changes: review.changes.map((_, place) => place)},
		});
		expect(notices).toContain(
			'Validation failed on line 16: The section "Empty" is empty. Please correct the error and retry validation.',
		);
		expect(of('spec-review')[1]).toMatchObject({
			faults: [{line: 16, rule: 'empty-section'}],
			changes: [{line: 9}, {line: 14}],
		});
		expect(spec()).toContain('200 ms');
	});

	it('takes an edited text in place of the refined one', async () => {
		const {spec, of} = await debate({
			config: three,
			answers: twoChanges,
			choose: (_, nth) =>
				nth === 1 ? {do: 'edit', text: specText.replace('fast', 'in time for tea')} : {do: 'accept', changes: 'all'},
		});
		expect(of('spec-review')[1]?.changes).toMatchObject([
			{line: 9, added: ['The service must respond in time for tea.']},
		]);
		expect(spec()).toBe(specText.replace('fast', 'in time for tea'));
	});

	it('works in a contested issue that the user takes, and drops one that they do not', async () => {
		const contested = (asked: Asked) => {
			if (asked.kind === 'spec-critique')
				return critique(
					asked.seat === 'qa' && asked.round === 1
						? [issue('Fast is no number', 9), issue('Kept for how long', 14)]
						: [],
				);
			if (asked.kind === 'spec-grouping') return {groups: []};
			if (asked.kind === 'spec-ballot') return {votes: []};
			return asked.kind === 'spec-synthesis'
				? {edits: [{issues: asked.ids, line: 9, find: 'fast', replace: 'within 200 ms', reason: 'A number.'}], left: []}
				: undefined;
		};
		const {of, spec, done} = await debate({
			config: three,
			answers: contested,
			choose: (review, nth) => {
				const [first] = review.contested;
				if (nth <= 2 && first) return {do: 'decide', issue: first.id, take: first.title === 'Fast is no number'};
				return {do: 'accept', changes: 'all'};
			},
		});
		expect(of('spec-review').map(({contested: left}) => left.length)).toEqual([2, 1, 0]);
		expect(done.outcome).toBe('completed');
		expect(spec()).toBe(specText.replace('fast', 'within 200 ms'));
	});

	it('goes back to the original, and can begin again from there', async () => {
		const {of, spec} = await debate({
			config: three,
			answers: twoChanges,
			choose: (_, nth) =>
				[{do: 'reset' as const}, {do: 'again' as const}, {do: 'leave' as const}][nth - 1] ?? {do: 'leave'},
		});
		expect(of('spec-review').map(({changes}) => changes.length)).toEqual([2, 0, 0]);
		expect(
			of('segment-start')
				.filter(({segment}) => segment === 'critique')
				.map(({round}) => round),
		).toEqual([1, 2, 3]);
		expect(spec()).toBe(specText);
	});
});
