import {describe, expect, test} from 'vitest';
import type {EvaluationEvent} from '../../../src/debate/evaluation.ts';
import {emptyState, type DebateState} from '../../../src/debate/state.ts';
import {fold, reduce} from '../../../src/debate/reduce.ts';
import {judgeVotesOf} from '../../../src/debate/views/judgements.ts';
import {statisticsOf} from '../../../src/exports/statistics.ts';
import {costRows, resultsRows} from '../../../src/ui/results/results-rows.ts';
import {previewRows, tabsRows} from '../../../src/ui/screens/export.tsx';
import {statusRow} from '../../../src/ui/board/status.ts';
import {layOutRow, type Row} from '../../../src/view/rows.ts';
import {chartRows} from '../../../src/ui/results/score-chart.ts';
import {judgeVoteRows, voteRows} from '../../../src/ui/results/card-rows.ts';
import {sampleDebate} from '../support/sample-debate.ts';
import {indexedDebate} from '../support/heard.ts';

const text = (rows: readonly Row[], width: number) =>
	rows.map(row =>
		layOutRow(row, width)
			.map(span => span.text)
			.join('')
			.trimEnd(),
	);

const held = fold(sampleDebate());

/** A debate in which the first chair gets these scores, one a turn. */
function scored(scores: readonly (number | null)[]): DebateState {
	const turns = scores.flatMap((score, index) =>
		held.turns.slice(0, 1).map(turn => {
			const evaluation: EvaluationEvent = {
				type: 'evaluation',
				turnId: `t${index}`,
				judge: 'arbiter',
				adherenceScore: score,
				requiresInterjection: false,
				violations: [],
				items: [],
				working:
					score === null
						? []
						: [{dimension: 'steelManning', level: 'strong', value: score / 100, weight: 25, points: score}],
			};
			return {...turn, id: `t${index}`, speaker: 'chair_1', by: undefined, round: index + 1, evaluation};
		}),
	);
	return {...emptyState, start: held.start, seats: held.seats, turns};
}

describe('the chart of scores', () => {
	test('has a bar a turn with its score and its round, and a dot where there is none', () => {
		const state = scored([100, 0, null, 50]);
		expect(text(chartRows(state, statisticsOf(state).chairs, 40), 40)).toMatchInlineSnapshot(`
			[
			  "● Claude Sonnet 4     0 to 100 · mean 50",
			  "100┤███",
			  "   │███",
			  "   │███         ▄▄▄",
			  "   │███         ███",
			  "   │███ ▁▁▁ ··· ███",
			  "  0┴────────────────",
			  "    100 0   ?   50",
			  "    1   2   3   4",
			  "steel-man     ━━━━━╌╌╌╌ 50 % of points",
			  "self-critique ╌╌╌╌╌╌╌╌╌ —",
			  "framework     ╌╌╌╌╌╌╌╌╌ —",
			  "honesty       ╌╌╌╌╌╌╌╌╌ —",
			  "",
			]
		`);
	});

	test.each([30, 58, 78, 118])('of 3,000 turns fits %i columns, several turns to a column', width => {
		const state = scored(Array.from({length: 3000}, (_, index) => index % 101));
		const rows = text(chartRows(state, statisticsOf(state).chairs, width), width);
		expect(rows.join('\n')).toMatch(/turns 1 to 3000 by \d+/u);
		expect(rows.filter(row => row.length > width)).toEqual([]);
		expect(rows).toHaveLength(13);
	});

	test('is left out for who was not judged', () => {
		const state = scored([]);
		expect(chartRows(state, statisticsOf(state).chairs, 80)).toEqual([]);
	});
});

test('a vote shows where its listener stood and stands, and how far that is', () => {
	const votes = [
		{listener: 'Ann', before: -1, after: 2, shift: 3},
		{listener: 'Listener 2', before: 3, after: 3, shift: 0},
		{listener: 'Bo', before: undefined, after: -3, shift: undefined},
	];
	expect(text(voteRows(votes, 78), 78)).toMatchInlineSnapshot(`
		[
		  "Votes                                                        ○ before  ● after",
		  "  Ann               −3 ┼──┼──○━━━━━━━━●──┼ +3  −1 → +2  moved by +3",
		  "  Listener 2        −3 ┼──┼──┼──┼──┼──┼──● +3  +3 → +3  did not move",
		  "  Bo                −3 ●──┼──┼──┼──┼──┼──┼ +3  — → −3",
		  "  1 of 2 listeners moved, on average by +1.5",
		  "",
		]
	`);
	expect(text(voteRows(votes, 58), 58)[1]).toBe('  Ann               −1 → +2  moved by +3');
	expect(voteRows([], 78)).toEqual([]);
});

test('a judge’s own stance is shown beside them, with what it said for it, or why there is none', () => {
	const told = (judge: string, when: 'before' | 'after', stance: number | null, reason: string) => ({
		type: 'judge-stance' as const,
		judge,
		when,
		stance,
		reason,
		seq: 1,
		at: 0,
		hash: '',
	});
	const state = [
		told('arbiter', 'before', 1, 'A duty that everyone shares is a light one.'),
		told('judge_2', 'before', null, 'the judge is out'),
		told(
			'arbiter',
			'after',
			-1,
			'What weighs most is that nobody could say what a forced vote tells a parliament that it did not know before, and that this was put fairly.',
		),
		told('judge_2', 'after', 3, 'Those who stay at home are governed too.'),
	].reduce<DebateState>(reduce, {...emptyState, seats: held.seats});
	expect(
		text(
			resultsRows(state, indexedDebate(state).index, undefined, 80, false).filter((_, index) => index > 3),
			80,
		),
	).toMatchInlineSnapshot(`
		[
		  "│ ● Claude Sonnet 4 · utilitarian                             0 turns, 0 words │",
		  "│ ◆ Grok 3 · virtue ethics                                    0 turns, 0 words │",
		  "│ ▲ Gemini 2.5 Pro · deontological                            0 turns, 0 words │",
		  "│ 2 judges: +1 → −1                            against ┼──┼──●━━━━━○──┼──┼ for │",
		  "╰──────────────────────────────────────────────────────────────────────────────╯",
		  "",
		  "The judges’ own stances                                        ○ before  ● after",
		  "  GPT-4o            −3 ┼──┼──●━━━━━○──┼──┼ +3  +1 → −1  moved by −2",
		  "    before: A duty that everyone shares is a light one.",
		  "    after: What weighs most is that nobody could say what a forced vote tells a",
		  "    parliament that it did not know before, and that this was put fairly.",
		  "  judge_2           −3 ┼──┼──┼──┼──┼──┼──● +3  — → +3",
		  "    before: no answer (the judge is out)",
		  "    after: Those who stay at home are governed too.",
		  "",
		  "Cost    $0.00 · US dollars",
		  "        0 tokens in · 0 out · 0 requests",
		  "",
		]
	`);
	expect(text(judgeVoteRows(judgeVotesOf(state), 58), 58).every(row => row.length <= 58)).toBe(true);
	expect(judgeVoteRows([], 78)).toEqual([]);
});

test('what was taken back is not counted as failed, voice by voice and in all', () => {
	const call = {
		type: 'voice-call',
		call: 'x',
		participant: 'chair_1',
		voice: 'v',
		purpose: 'turn',
		tries: 1,
		usage: {input: 1000, cached: 800, output: 50},
		cost: 0.01,
		ms: 10,
		at: 1,
		hash: '',
	} as const;
	const first = {...emptyState, start: held.start, seats: held.seats};
	const state = [
		{...call, seq: 2},
		{...call, seq: 3, withdrawn: 'the debate took another turn'},
		{...call, seq: 4, error: 'no answer'},
	].reduce<DebateState>(reduce, first);
	expect(text(costRows(state, 110), 110)).toMatchInlineSnapshot(`
		[
		  "Cost    $0.03 · US dollars",
		  "        3,000 tokens in (80 % cached) · 150 out · 3 requests, 1 failed, 1 withdrawn",
		  "        ● Claude Sonnet 4                 3 requests  3.0k in  80 % cached   150 out         $0.03",
		]
	`);
	expect(text(costRows(state, 58), 58).filter(row => row.length > 58)).toEqual([]);
});

test('a debate of models that cost nothing was free; one with a budget says what is left of it', () => {
	const call = {type: 'voice-call', call: 'x', participant: 'chair_1', voice: 'v', purpose: 'turn', tries: 1} as const;
	const spent = {...call, usage: {input: 1000, output: 50}, cost: 0, ms: 10, at: 1, hash: '', seq: 2};
	const {start} = held;
	if (!start) throw new Error('no start');
	const before = {...emptyState, start, seats: held.seats};
	const state = reduce(before, spent);
	const header = (of: DebateState) => text([statusRow(of, 100, 80)], 80).join('');
	expect(header(state)).toMatch(/ free$/u);
	expect(text(costRows(state, 110), 110)).toEqual([
		'Cost    free',
		expect.stringContaining('1,000 tokens in'),
		expect.stringMatching(/ free$/u),
	]);
	expect(header(before)).toMatch(/\$0\.00$/u);
	expect(header({...state, start: {...start, budget: {usd: 1}}})).toMatch(/\$0\.00 of \$1\.00$/u);
});

test('a cost says by whose prices it was worked out, also of a voice that has left its seat', () => {
	const call = {type: 'voice-call', call: 'x', participant: 'chair_1', voice: 'v', purpose: 'turn', tries: 1} as const;
	const prices = {source: 'models.dev', date: '2026-11-10'};
	const seats = held.seats.map(seat => (seat.id === 'chair_1' ? {...seat, prices} : seat));
	const spent = {...call, usage: {input: 1000, output: 50}, cost: 0.01, ms: 10, at: 1, hash: '', seq: 2};
	const state = reduce({...emptyState, start: held.start, seats}, spent);
	expect(text(costRows(state, 110), 110)[1]).toContain('1 request · prices: models.dev, 2026-11-10');
	const header = (of: DebateState, width: number) => text([statusRow(of, 100, width)], width).join('');
	expect(header(state, 150)).toContain('$0.01 (models.dev, 2026-11-10)');
	expect(header(state, 80)).toMatch(/\$0\.01$/u);
	const newer = {source: 'OpenAI', date: '2026-11-22'};
	const replaced = reduce(state, {
		type: 'user-action',
		data: {action: 'replace', participant: 'chair_1', voice: 'openai:x', prices: newer},
		seq: 3,
		at: 2,
		hash: '',
	});
	expect(replaced.seats.find(({id}) => id === 'chair_1')?.prices).toEqual(newer);
});

describe('an export, looked at', () => {
	test('is shown as it would be written, in lines that fit, its end named where it is long', () => {
		expect(text(previewRows('# A\n\n- b\n', 40), 40)).toEqual(['  # A', '', '  - b']);
		expect(text(previewRows(`${'a'.repeat(63_999)}👩 goes on`, 40), 40).every(line => line.isWellFormed())).toBe(true);
		const long = text(previewRows('words '.repeat(20_000), 40), 40);
		expect(long.at(-1)).toBe('  … and 56,000 characters more');
		expect(long.filter(row => row.length > 40)).toEqual([]);
	});

	test('names all formats, on as many lines as they take', () => {
		const names = ['Markdown', 'podcast script', 'captions', 'plain text', 'JSON', 'HTML'];
		for (const [chosen, name] of names.entries()) {
			const rows = text(tabsRows(names, chosen, 40), 40);
			expect(rows).toHaveLength(2);
			expect(rows.join(' ')).toContain(`[${name}]`);
			for (const each of names) expect(rows.join(' ')).toContain(each);
			expect(Math.max(...rows.map(row => row.length))).toBeLessThanOrEqual(40);
		}
		expect(tabsRows(names, 0, 118)).toHaveLength(1);
	});
});

test.for([90, 98, 103, 118])('the table of chairs is whole at %i columns', width => {
	const index = indexedDebate(held).index;
	const rows = text(resultsRows(held, index, undefined, width, false), width);
	const head = rows.findIndex(row => row.startsWith('Chair '));
	expect(rows[head]).toMatch(/adherence +steel-man +self-critique +framework +cuts/u);
	expect(rows[head + 1]).toMatch(/of turns kept +made\/got/u);
	expect(rows[head + 2]).not.toContain('…');
});

test('on a wide screen the figures of a chair stand near its name', () => {
	const index = indexedDebate(held).index;
	const heads = text(resultsRows(held, index, undefined, 198, false), 198).filter(row => row.startsWith('Chair '));
	expect(heads.length).toBe(1);
	expect(heads[0]?.indexOf('adherence')).toBeLessThan(60);
});
