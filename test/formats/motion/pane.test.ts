/** The pane of a motion as people see it: while it runs, at its end, and with two people and a model as judge. */
import {describe, expect, it} from 'vitest';
import type {DebateState} from '../../../src/debate/state.ts';
import {fold} from '../../../src/debate/reduce.ts';
import {markdown} from '../../exports/written.ts';
import {motion} from '../../../src/formats/motion/motion.ts';
import {progressOf} from '../../../src/view/pane-rows.ts';
import {motionBlocks} from '../../../src/formats/motion/pane.ts';
import {allRows} from '../../../src/view/blocks.ts';
import {layOutRow} from '../../../src/view/rows.ts';
import {runMotion} from './run-motion.ts';

const drawn = (state: DebateState, width: number): string =>
	allRows(motionBlocks(state, width))
		.map(row =>
			layOutRow(row, width)
				.map(({text}) => text)
				.join('')
				.trimEnd(),
		)
		.join('\n');

/** Both sides are people; the rehearsal judge hears them. */
const betweenPeople = () =>
	runMotion({
		config: {style: 'short'},
		people: ['for_1', 'against_1'],
		onEvent(event, {act}) {
			if (event.type !== 'turn-wanted') return;
			const {call, participant, kind} = event;
			const text = `${participant} says this as ${kind}, because cages harm animals. A second reason follows from it.`;
			act({action: 'say', participant, call, text});
		},
	});

const whole = await runMotion();

describe('the pane of a motion', () => {
	it.each([44, 60, 100])('has cards, points, questions and the verdict in %i columns', width => {
		expect(drawn(whole.state, width)).toMatchSnapshot();
	});

	it('draws Markdown in claims, answers and points', () => {
		const {formats} = whole.state;
		const [claim] = formats.ledger.claims;
		const marked = '**Habits** outlast `reasons`, and they do so *for a reason*. ';
		const claims = claim
			? [
					{
						...claim,
						claim: marked,
						status: 'answered' as const,
						settled: {turnId: 'x', granted: false, by: 'for_1', sentence: marked.repeat(9)},
					},
				]
			: [];
		const point = {type: 'point' as const, trigger: '', by: 'for_1', point: marked, taken: true, turnId: 'x'};
		const state = {
			...whole.state,
			formats: {...formats, ledger: {...formats.ledger, claims}, motion: {...formats.motion, points: [point]}},
		};
		const text = drawn(state, 60);
		expect(text.match(/Habits outlast reasons/gu)?.length).toBeGreaterThan(3);
		expect(text).not.toMatch(/[*`]/u);
		expect(text).toMatch(/ …$/mu);
	});

	it('has no verdict while it runs, and the same when it is played again', () => {
		const {events, state} = whole;
		const half = fold(events.slice(0, Math.floor(events.length / 2)));
		expect(drawn(half, 60)).not.toContain('Verdict');
		expect(drawn(half, 60)).toMatch(/Running order[^]*✓ introduction\n✓ opening\n[^]*▸ [^]*○ closing\n○ verdict/u);
		expect(drawn(state, 60)).not.toContain('Running order');
		expect([half, state].map(at => progressOf(at, 0, undefined, motion.progress))).toEqual([expect.closeTo(0.5, 0), 1]);
		expect(drawn(fold(events), 60)).toBe(drawn(state, 60));
	});

	it('shows two people and what a model made of their debate, and so does the article', async () => {
		const {state} = await betweenPeople();
		expect(drawn(state, 60)).toMatch(/by the verdict of 1 judge[\s\S]*Name of for_1/u);
		const article = markdown(state);
		expect(article).toContain('## Verdict');
		expect(article).not.toContain('## Scores');
	});
});
