import {describe, expect, it} from 'vitest';
import {fold} from '../../../src/debate/reduce.ts';
import {buildSections} from '../../../src/formats/builder-reviewer/markdown.ts';
import {markdown} from '../../exports/written.ts';
import {momentRows} from '../../../src/ui/board/moments.ts';
import {allRows, PaneWindow} from '../../../src/view/blocks.ts';
import {buildBlocks} from '../../../src/formats/builder-reviewer/pane.ts';
import {layOutRow} from '../../../src/view/rows.ts';
import {widthOf} from '../../../src/view/wrap.ts';
import {addDiff, fixtureRepo, planOf, run, type Asked} from './run-build.ts';
import {indexedDebate} from '../../ui/support/heard.ts';
import {textOf} from '../../ui/support/text-of.ts';

const answers = ({kind, attribute, text}: Asked) => {
	const first = attribute('cycle') === '1';
	if (kind === 'plan') return first ? planOf('Mend the sum', 'Tell somebody') : planOf('Mend it for good');
	if (kind === 'plan-feedback')
		return {risk: 'medium', notes: ['Run the test.'], additional_checks: ['negative numbers'], alternative: null};
	if (kind === 'step')
		return attribute('step') === 's2'
			? {diff: addDiff('x', 'y'), note: 'Told.', read: []}
			: {diff: first ? addDiff('a - b', 'a * b + 1') : addDiff('a * b + 1', 'a + b'), note: 'Mended.', read: []};
	if (kind === 'watch')
		return text.includes('result="failed"')
			? {severity: 'warning', reason: 'The test fails `here`.', evidence: '2 + 2 is 5'}
			: undefined;
	return kind === 'decision' && first
		? {decision: 'revise', rationale: 'The test fails.', comments: ['Make add(2, 2) be 4.']}
		: undefined;
};
const {state, events, build} = await run({config: {repo: fixtureRepo(), check: 'node test.js'}, answers});
/** What differs from run to run. */
const steady = (text: string): string =>
	text
		.replaceAll(/\/\S*rostrum-build-\S*/gu, '<FOLDER>')
		.replaceAll(/\d+\.\d s/gu, '0.0 s')
		.replaceAll(/index [0-9a-f]{40}\.\.[0-9a-f]{40}/gu, 'index');

describe('the panes of a run', () => {
	it.each([60, 80, 120])(
		'show plan, risk, alerts, checks, diff and decision at %i columns, and no row is wider',
		width => {
			const rows = allRows(buildBlocks(state, width));
			for (const row of rows)
				expect(
					widthOf(
						layOutRow(row, width)
							.map(({text}) => text)
							.join(''),
					),
				).toBeLessThanOrEqual(width);
			const text = textOf(rows, width);
			for (const part of [
				'cycle 2 of 3',
				'risk medium ●●○',
				'✓ s3 Mend it for good',
				'warning s1: The test fails',
				'+    return a + b;',
				'accept',
			])
				expect(text).toContain(part);
		},
	);

	it.each([60, 80, 120])('say for whom they wait, and how long its thinking has become, at %i columns', width => {
		const planned = fold(
			events.slice(
				0,
				events.findIndex(event => event.type === 'message' && event.message.message_type === 'plan.feedback'),
			),
		);
		const waiting = {participant: 'reviewer', purpose: 'feedback on the plan', thinking: 18_400, for: 125_000};
		const rows = allRows(buildBlocks({...planned, open: []}, width, waiting)).slice(0, 3);
		for (const row of rows)
			expect(
				widthOf(
					layOutRow(row, width)
						.map(({text}) => text)
						.join(''),
				),
			).toBeLessThanOrEqual(width);
		expect(textOf(rows.slice(1), width)).toMatchSnapshot();
		expect(textOf(rows, width)).toContain('2:05 · thinking 18k · feedback');
		expect(textOf(allRows(buildBlocks(state, width, waiting)), width)).not.toContain('waiting for');
	});

	it('tick steps off as they are done, and name the failed ones', () => {
		const before = events.findIndex(
			event => event.type === 'message' && event.message.message_type === 'review.decision',
		);
		const text = textOf(allRows(buildBlocks(fold(events.slice(0, before)), 100)), 100);
		expect(text).toMatch(/✗ s1 Mend the sum +check ✗/u);
		expect(text).toContain('✗ s2 Tell somebody');
		const planned = events.findIndex(
			event => event.type === 'message' && event.message.message_type === 'plan.feedback',
		);
		expect(textOf(allRows(buildBlocks(fold(events.slice(0, planned)), 100)), 100)).toMatch(
			/risk not scored yet[^]*○ s1 Mend the sum/u,
		);
	});

	it('have the alerts in the ticker too, the latest first', () => {
		const rows = textOf(momentRows(indexedDebate(state), 60, 10), 60);
		expect(rows).toMatch(/! reviewer warning s1: The test fails `here`\./u);
		expect(rows.indexOf('Nothing in')).toBeLessThan(rows.indexOf('warning s1'));
	});

	it('can be seen through a window that follows the end', () => {
		const all = textOf(allRows(buildBlocks(state, 80)), 80);
		const pane = new PaneWindow();
		const shown = () => textOf(pane.view(buildBlocks(state, 80), 8, 'start'), 80);
		expect(shown()).toContain('cycle 2 of 3');
		pane.toEnd();
		expect(all.endsWith(shown())).toBe(true);
	});

	it('are empty for other debates', () => {
		expect(allRows(buildBlocks(fold([]), 80))).toEqual([]);
		expect(buildSections(fold([]))).toEqual([]);
	});
});

describe('the Markdown of a run', () => {
	it('has the plan, every check, the alerts, the decisions, and all that was changed', () => {
		const text = steady(buildSections(state).join('\n\n'));
		for (const part of [
			'## The plan of cycle 2',
			'- ✓ **s3** Mend it for good',
			'**Risk: medium.** Run the test.',
			'| 1 | s1 | failed | failed',
			'| 1 | s2 | failed |',
			'| 2 | s3 | done | passed |',
			'- **warning**, cycle 1, s1: The test fails \\`here\\`.',
			'- Cycle 1: **revise**',
			'  - Make add(2, 2) be 4.',
			'- Cycle 2: **accept**',
			'The checks bear out 2 of 2 objections (0 false), and 0 of 1 acceptances went against them.',
			'+\treturn a + b;',
		])
			expect(text).toContain(part);
		expect(build.effectiveness).toMatchObject({truePositives: 2, trueNegatives: 1});
		expect(markdown(state)).toContain('## All that was changed');
	});

	it('has what keeps the risks down behind them, and no column of what nobody argues from', () => {
		const {builderReviewer} = state.formats;
		const feedback = builderReviewer.feedback && {...builderReviewer.feedback, risks: ['It may break.', 'Or not.']};
		const text = markdown({...state, formats: {...state.formats, builderReviewer: {...builderReviewer, feedback}}});
		expect(text).toContain('**Risk: medium.**\n\n- It may break.\n- Or not.\n\nRun the test.\n');
		expect(text).toContain('| who | seat | voice |\n| --- | --- | --- |\n');
	});
});
