/** A turn that was cut goes on with all that it was shown, in every format that cuts. */
import {describe, expect, it} from 'vitest';
import {passagesShown} from '../../src/formats/sources.ts';
import {deskOf} from '../formats/desk-of.ts';
import {debate, honest} from '../formats/duelogic/run-duelogic.ts';
import {runMotion} from '../formats/motion/run-motion.ts';

const passages = Object.fromEntries(
	['mill', 'weir', 'lock', 'quay', 'barge', 'crane', 'toll'].map((name, at) => [
		`S1.${at + 1}`,
		`The ${name} was repaired in ${1840 + 7 * at} at a cost of ${at + 2}4 pounds and stood for years.`,
	]),
);
const quoted = (id: string): string => passages[id]?.replace(/ and stood.*/u, '') ?? '';
const long = 'The towns along the water paid for what they had, and nobody else did. '.repeat(8);
const shownIn = (messages: readonly {readonly role: string; readonly content: string}[]): readonly string[] =>
	passagesShown({messages: messages.map(({content}) => ({role: 'user', content}))});

describe('a turn that was cut goes on', () => {
	it('in a Duelogic with the passages that its prompt showed, whatever was cited around them', async () => {
		const held = await debate({
			config: {flow: {maxExchanges: 3}},
			passages,
			searched: true,
			answers({kind, attribute}) {
				if (kind === 'research')
					return JSON.stringify({queries: [attribute('speaker') === 'chair_1' ? 'mill' : 'toll']});
				if (kind === 'opening' && attribute('speaker') === 'chair_2')
					return `${honest('this')} It stands there: “${quoted('S1.4')}” [S1.4].`;
				return kind === 'reply' && attribute('speaker') === 'chair_1'
					? `${honest('this')} They write “${quoted('S1.1').replace('24', '94')}” [S1.1]. ${honest('that')}`
					: undefined;
			},
		});
		const cut = held.turns('reply').find(turn => turn.cut);
		expect(cut).toMatchObject({speaker: 'chair_1', cut: {reason: 'factual_correction'}});
		const promptsOf = (kind: string) => held.asked.filter(each => each.kind === kind && each.seat === 'chair_1');
		const before = shownIn(promptsOf('reply')[0]?.request.messages ?? []);
		const resumed = promptsOf('resumption')[0]?.request.messages ?? [];
		expect(before).toEqual(expect.arrayContaining(['S1.1', 'S1.3', 'S1.4', 'S1.5']));
		expect(shownIn(resumed)).toEqual(expect.arrayContaining([...before]));
		expect(resumed.at(-1)?.content).not.toContain('- correction:');
	});

	it('in a Motion with the passages that its prompt showed', async () => {
		const {asked} = await runMotion({
			config: {style: 'short'},
			sources: deskOf(passages, true),
			answers({kind, seat, request}) {
				const lines = Array.from((request.messages.at(-1)?.content ?? '').matchAll(/\[(\d+)\]/gu));
				if (kind === 'research') return {queries: ['mill']};
				if (kind === 'point_decision') return {take: true};
				if (kind === 'point_look')
					return {rise: true, severity: 'high', sentence: Number(lines.at(-1)?.[1]), point: 'Who would feed them?'};
				return kind === 'opening' && seat === 'against_1'
					? `They write “${quoted('S1.5')}” [S1.5]. ${long}`
					: undefined;
			},
		});
		const resumed = asked.filter(({kind}) => kind === 'resumption');
		expect(resumed.map(({seat}) => seat)).toContain('for_1');
		for (const {seat, request} of resumed) {
			const at = asked.findIndex(each => each.request === request);
			const before = asked
				.slice(0, at)
				.findLast(each => each.seat === seat && /^(?:opening|rebuttal)$/u.test(each.kind));
			const had = shownIn(before?.request.messages ?? []);
			if (before?.kind === 'rebuttal' && seat === 'for_1') expect(had).toContain('S1.4');
			expect(shownIn(request.messages)).toEqual(expect.arrayContaining([...had]));
		}
	});
});
