import {readFileSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {adversarialSpec} from '../../../src/formats/adversarial-spec/adversarial-spec.ts';
import {fold} from '../../../src/debate/reduce.ts';
import {critique, debate, issue, type Asked, type Debated} from './run-spec.ts';

const three = {personas: ['security', 'oncall', 'qa']};
const exitCode = ({events}: Debated): number => adversarialSpec.endsWith?.(fold(events))?.code ?? 0;
const report = ({folder}: Debated): string => readFileSync(path.join(folder, 'report.md'), 'utf8');

describe('a choice that is the author’s', () => {
	/** The synthesis asks how long sessions are kept, and writes what it is told to. */
	const asking =
		(heard: string[]) =>
		({kind, round, request}: Asked) => {
			if (kind === 'spec-critique') return critique(round === 1 ? [issue('Kept for how long', 14)] : []);
			if (kind !== 'spec-synthesis') return undefined;
			const prompt = request.messages.map(({content}) => content).join('\n');
			heard.push(prompt);
			const chosen = /Asked: For how long\? Chosen: (?<chosen>.*)$/mu.exec(prompt)?.groups?.['chosen'];
			return chosen === undefined
				? {edits: [], left: [], choices: [{issue: 'i1', question: 'For how long?', options: ['an hour', 'a day']}]}
				: {
						edits: [{issues: ['i1'], line: 14, find: 'are kept', replace: `are kept for ${chosen}`, reason: 'Chosen.'}],
						left: [],
					};
		};

	it('lists its options by number, and is worked in as it is chosen by flag', async () => {
		const open = await debate({config: three, answers: asking([])});
		expect(report(open)).toContain(
			'For you to decide: For how long? [1] an hour [2] a day (--decide i1=1, =2 … takes one)',
		);
		const heard: string[] = [];
		const told = await debate({
			config: {...three, accept: 'all', decide: [{issue: 'i1', how: 2}]},
			answers: asking(heard),
		});
		expect(heard.at(-1)).not.toContain('you do not decide');
		expect(told.spec()).toContain('Sessions are kept for a day.');
		expect([told.done.outcome, exitCode(told)]).toEqual(['completed', 0]);
	});

	it('is worked in as it is chosen at the keyboard, and left to the synthesis where it is only taken', async () => {
		for (const [option, words] of [
			[1, 'for an hour'],
			[undefined, 'for The one that serves the goals'],
		] as const) {
			const {of} = await debate({
				config: three,
				answers: asking([]),
				choose: (_, nth) =>
					nth === 1 ? {do: 'decide', issue: 'i1', take: true, ...(option !== undefined && {option})} : {do: 'leave'},
			});
			expect(
				of('spec-review')
					.at(-1)
					?.edits?.map(({put}) => put)
					.join(),
			).toContain(words);
		}
	});

	it('that is told of an issue or option that is not there changes nothing, and says what is open', async () => {
		const {events, spec} = await debate({
			config: {
				...three,
				decide: [
					{issue: 'i1', how: 7},
					{issue: 'i9', how: 'take'},
				],
			},
			answers: asking([]),
		});
		const notices = events.flatMap(event => (event.type === 'notice' ? [event.text] : []));
		expect(notices).toContain(
			'--decide i1=7 decides nothing: i1 has 2 options. Open: i1 (Kept for how long [1] an hour [2] a day).',
		);
		expect(
			notices.some(text => text.startsWith('--decide i9=take decides nothing: there is no such open issue.')),
		).toBe(true);
		expect(spec()).toContain('Sessions are kept.');
	});
});

describe('--accept all', () => {
	/** Round 2, the last one, finds a critical fault in the words that the synthesis put in. */
	const answers = ({kind, round, ids}: Asked) => {
		if (kind === 'spec-critique')
			return critique(
				round === 1
					? [issue('Fast is no number', 9), issue('Kept for how long', 14)]
					: [issue('200 ms contradicts the goal', 9, {severity: 'critical'})],
			);
		if (kind === 'spec-grouping')
			return {groups: [1, 2].map(nth => ['security', 'oncall', 'qa'].map(agent => `${agent}/${nth}`))};
		if (kind === 'spec-ballot') return {votes: ids.map(id => ({issue: id, vote: 'agree', reason: 'So it is.'}))};
		return {
			edits: [
				{issues: ['i1'], line: 9, find: 'fast', replace: 'within 200 ms', reason: 'A number.'},
				{issues: ['i2'], line: 14, find: 'are kept', replace: 'are kept for a day', reason: 'How long.'},
			],
			left: [],
		};
	};

	it('does not write what an agreed critical fault stands against, says so in file, report and exit code', async () => {
		const held = await debate({config: {...three, maxRounds: 2, accept: 'all'}, answers});
		expect(held.spec()).toContain('The service must respond fast.');
		expect(held.spec()).toContain('Sessions are kept for a day.');
		expect(exitCode(held)).toBe(3);
		expect(held.of('spec-outcome')[0]).toMatchObject({saved: true, took: [1], stands: ['i3'], withheld: [0]});
		expect(report(held)).toContain('## Critical, and not mended\n\n- i3: 200 ms contradicts the goal\n- Not written,');
		expect(report(held)).toContain('Line 9, not accepted');
	});

	it('writes no words that nobody has read, and a person is offered them', async () => {
		const mending = (asked: Asked) =>
			asked.kind === 'spec-synthesis' && asked.ids.includes('i3')
				? {
						edits: [
							{issues: ['i3'], line: 9, find: 'within 200 ms', replace: 'within a second', reason: 'As the goal.'},
						],
						left: [],
					}
				: answers(asked);
		const held = await debate({config: {...three, maxRounds: 2, accept: 'all'}, answers: mending});
		expect(held.spec()).toContain('The service must respond fast.');
		expect(held.spec()).toContain('Sessions are kept for a day.');
		expect(exitCode(held)).toBe(3);
		expect(held.of('spec-review')[0]?.edits?.map(({unread}) => unread)).toEqual([true, undefined]);
		expect(held.of('spec-outcome')[0]).toMatchObject({took: [1], stands: ['i3'], withheld: [0]});
		expect(report(held)).toContain('- Not written, for no agent has read it: the edit of line 9');
		const taken = await debate({
			config: {...three, maxRounds: 2},
			answers: mending,
			choose: () => ({do: 'accept', changes: 'all'}),
		});
		expect(taken.spec()).toContain('The service must respond within a second.');
		expect(taken.of('spec-outcome')[0]?.stands).toBeUndefined();
		// Where the agents read them in another round, they are words like all others.
		const read = await debate({
			config: {...three, maxRounds: 2},
			answers: asked => (asked.kind === 'spec-critique' && asked.round > 2 ? critique() : mending(asked)),
			choose: (_, nth) => (nth === 1 ? {do: 'again'} : {do: 'leave'}),
		});
		expect(read.done.reason).not.toContain('nobody has read');
		expect(
			read
				.of('spec-review')
				.at(-1)
				?.edits?.some(({unread}) => unread),
		).toBe(false);
	});

	it('writes all of it, and ends well, where nothing critical stands', async () => {
		const all = await debate({
			config: {...three, maxRounds: 2, accept: 'all'},
			answers: asked => (asked.kind === 'spec-critique' && asked.round > 1 ? critique() : answers(asked)),
		});
		expect(all.spec()).toContain('The service must respond within 200 ms.');
		expect(exitCode(all)).toBe(0);
	});
});
