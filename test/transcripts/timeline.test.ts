import {describe, expect, it} from 'vitest';
import {fold} from '../../src/debate/reduce.ts';
import {speechText} from '../../src/transcripts/speech-text.ts';
import {timelineOf} from '../../src/transcripts/timeline.ts';
import {sampleEvents} from './sample.ts';

describe('the timeline', () => {
	const timeline = timelineOf(fold(sampleEvents()));
	const gaps = timeline.slice(1).map(({start, passage, section}, at) => ({
		gap: Math.round(start - (timeline[at]?.end ?? 0)),
		kind: passage.turn.kind,
		section,
	}));

	it('gives each stretch 150 words a minute', () => {
		for (const {text, start, end} of timeline) expect(end - start).toBeCloseTo(text.split(/\s+/u).length * 400, 3);
	});

	it('pauses between turns, longer between sections, and lets interruptions overlap', () => {
		for (const {gap, kind, section} of gaps)
			expect(gap).toBe(section !== undefined ? 800 : kind === 'interruption' ? -300 : 400);
		expect(gaps.filter(({section}) => section !== undefined).map(({section}) => section)).toEqual([
			'Opening',
			'Exchange 1',
			'Synthesis',
		]);
		expect(gaps.filter(({gap}) => gap < 0)).toHaveLength(1);
	});

	it('never runs backwards', () => {
		for (const [at, {start, end}] of timeline.entries()) {
			expect(end).toBeGreaterThanOrEqual(start);
			expect(start).toBeGreaterThanOrEqual(timeline[at - 1]?.start ?? 0);
		}
	});
});

describe('what is written for the eye is said for the ear', () => {
	it.each([
		['**We** must *vote*, `now`.', 'We must vote, now.'],
		['# A heading\nand text', 'A heading\nand text'],
		['- first\n- second!\n2. third', 'first.\nsecond!\nthird.'],
		['See [the report](http://example.org/x) [1][^2].', 'See the report.'],
		[
			'Kant, e.g., or Mill, i.e. others vs. them etc. Then 5 % & more.',
			'Kant, for example or Mill, that is others versus them and so on. Then 5 percent and more.',
		],
		['```js\ncode\n```', 'code'],
		['snake_case * 2 < 3', 'snake_case * 2 < 3'],
	])('%j', (written, said) => {
		expect(speechText(written)).toBe(said);
	});

	it('loses no word after any number of marks', () => {
		for (const mark of ['*a ', '[', '`', '**', '- ', '![a](', '\n- a'])
			expect(speechText(`${mark.repeat(100_000 / mark.length)}\n\nThe end.`)).toMatch(/The end\.$/u);
	});
});
