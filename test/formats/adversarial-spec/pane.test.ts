import {beforeAll, describe, expect, it} from 'vitest';
import {fold} from '../../../src/debate/reduce.ts';
import {specOf} from '../../../src/formats/adversarial-spec/view.ts';
import type {SpecReview} from '../../../src/debate/formats/adversarial-spec.ts';
import {allRows} from '../../../src/view/blocks.ts';
import {DebateStore} from '../../../src/ui/stage/debate-store.ts';
import {contestedRows, reviewRows, specBlocks, specSummary} from '../../../src/formats/adversarial-spec/pane.ts';
import {transcriptRows} from '../../../src/ui/transcript/transcript-pane.ts';
import {plainLines} from '../../../src/ui/plain/plain-lines.ts';
import {layOutRow, spansWidth} from '../../../src/view/rows.ts';
import {
	acceptedIn,
	inSight,
	mark,
	markAll,
	move,
	openReview,
	refinedText,
	undecidedIn,
	markIssue,
} from '../../../src/formats/adversarial-spec/review-view.ts';
import {sampleSession} from '../../ui/support/sample-port.ts';
import {critique, debate, issue, specText, type Asked, type Debated} from './run-spec.ts';
import {textOf} from '../../ui/support/text-of.ts';

const answers = ({kind, seat, ids, round}: Asked) => {
	if (kind === 'spec-critique' && seat === 'oncall') return 'I would rather not.';
	if (kind === 'spec-critique')
		return critique(
			round === 1 ? [issue('Fast is no number', 9), ...(seat === 'qa' ? [issue('Kept for how long', 14)] : [])] : [],
		);
	if (kind === 'spec-grouping') return {groups: [['security/1', 'pm/1', 'qa/1']]};
	if (kind === 'spec-ballot')
		return {
			votes: ids.map(id => ({
				issue: id,
				vote: seat === 'pm' ? 'disagree' : 'abstain',
				reason: 'Line 14 is clear enough.',
			})),
		};
	return undefined;
};

let debated: Debated;
beforeAll(async () => {
	debated = await debate({
		config: {personas: ['security', 'oncall', 'pm', 'qa'], consensusThreshold: 0.6, maxRounds: 2},
		answers,
	});
});

describe('the pane of a specification', () => {
	it.each([60, 80, 120])('shows agents, issues, changes and the end in %d columns', width => {
		// The folder’s name wraps as it pleases: it is taken out before anything is drawn.
		const rows = allRows(
			specBlocks(
				fold(
					debated.events.map(event =>
						event.type === 'spec-outcome' ? {...event, note: event.note.replaceAll(debated.folder, '/debate')} : event,
					),
				),
				width,
			),
		);
		expect(rows.every(row => spansWidth(layOutRow(row, width)) <= width)).toBe(true);
		expect(textOf(rows, width)).toMatchSnapshot();
	});

	it('says without colour what its colours say', () => {
		const text = textOf(allRows(specBlocks(debated.state, 100)), 100);
		expect(text).toMatch(/✗ \S oncall +failed: Agent oncall failed/u);
		expect(text).toMatch(/✓ ● Fast is no number +█{10} 100 %/u);
		expect(text).toMatch(/~ Kept for how long +█{3}░{7} +33 %/u);
		expect(textOf(specSummary(debated.state, 100), 100)).toContain('contested · major line 14 · qa');
	});

	it('shows an agent that is being asked', () => {
		const at = debated.events.findIndex(event => event.type === 'spec-query' && event.state === 'asked');
		expect(specOf(fold(debated.events.slice(0, at + 1)))?.agents.map(({status}) => status)).toContain('thinking');
		expect(specOf(fold(debated.events.slice(0, 2)))?.agents.map(({status}) => status)).toEqual([
			'waiting',
			'waiting',
			'waiting',
			'waiting',
		]);
	});

	it('says who is heard while others are asked, and of nobody that it thinks then', () => {
		const at = debated.events.findIndex(event => event.type === 'turn-start');
		const text = textOf(allRows(specBlocks(fold(debated.events.slice(0, at + 1)), 100)), 100);
		expect(text).toContain('critique: speaking');
		expect(text).toContain('critique: not heard yet');
		expect(text).not.toContain('thinking');
	});
});

describe('the transcript beside it', () => {
	it('says whom it waits for while all are asked and nobody is heard', () => {
		const heard = debated.events.findIndex(event => event.type === 'turn-start');
		const store = new DebateStore(sampleSession([]));
		store.state = fold(debated.events.slice(0, heard));
		const asked = specOf(store.state)?.agents.filter(({status}) => status === 'thinking').length ?? 0;
		const text = textOf(transcriptRows(store, 60, 8), 60);
		store.close();
		expect(asked).toBeGreaterThan(1);
		expect(text).toContain(`▸ waiting for ${asked} agents`);
	});
});

describe('a review', () => {
	const reviewOf = (): SpecReview => {
		const [review] = debated.of('spec-review');
		if (!review) throw new Error('there was no review');
		return review;
	};

	it('stands side by side, the original at the left', () => {
		const [change] = reviewOf().changes;
		expect(change && textOf(reviewRows(debated.state, change, 100), 100)).toMatch(
			/- The service must respond fast\. +\+ The service must respond within 200 ms/u,
		);
	});

	it('begins every line at the right in one column, however full the left one is', () => {
		const lines = [30, 36, 44, 45, 46, 47, 60].map(long => 'x'.repeat(long));
		for (const removed of lines) {
			const rows = reviewRows(debated.state, {line: 1, removed: [removed], added: ['after it']}, 100, 0);
			const [head = '', first = ''] = textOf(rows, 100).split('\n');
			expect(first.indexOf('+ after it'), `${removed.length}`).toBe(head.indexOf('  after'));
		}
	});

	it('puts what was said for and against a contested issue beside each other, with its passage', () => {
		const [group] = reviewOf().contested;
		const text = group ? textOf(contestedRows(specText, group, 100), 100) : '';
		expect(text).toContain('Sessions are kept.');
		expect(text).toMatch(/for it +against it/u);
		expect(text).toMatch(/qa: Kept for how long.* +pm: Line 14 is clear enough\./u);
	});

	it('draws the Markdown of what agents say, and leaves the text under debate as it stands', () => {
		const [group] = reviewOf().contested;
		if (!group) throw new Error('nothing was contested');
		const raised = group.raised.map(one => ({...one, issue: {...one.issue, claim: 'Say **how** long `ttl` is.'}}));
		const text = textOf(contestedRows(specText.replaceAll('Sessions', '**Sessions**'), {...group, raised}, 100), 100);
		expect(text).toContain('qa: Say how long ttl is.');
		expect(text).toContain('**Sessions** are kept.');
	});

	const three = (put: (line: number) => string): SpecReview => ({
		...reviewOf(),
		changes: [1, 3, 5].map(line => ({line, removed: ['a'], added: [put(line)]})),
		edits: [1, 3, 5].map((line, place) => ({
			from: line,
			to: line,
			put: put(line),
			issues: [place === 1 ? 'i2' : 'i1'],
			reason: 'So.',
		})),
	});

	it('is undecided at first, and goes from edit to edit and then to what is contested', () => {
		const review = three(() => 'b');
		let view = openReview(review);
		expect([view.summary, acceptedIn(review, view), undecidedIn(review, view)]).toEqual([false, [], 3]);
		view = mark(review, view, 'rejected');
		expect([inSight(review, view), acceptedIn(review, view), undecidedIn(review, view)]).toEqual([{change: 1}, [], 2]);
		view = mark(review, move(review, view, -1), 'accepted');
		expect(acceptedIn(review, view)).toEqual([0]);
		view = move(review, view, 9);
		expect(inSight(review, view)).toEqual({issue: review.contested.length - 1});
		expect(mark(review, view, 'rejected')).toBe(view);
		expect(acceptedIn(review, markAll(review, view, 'accepted'))).toEqual([0, 1, 2]);
	});

	it('decides all edits of an issue at once', () => {
		const review = three(() => 'b');
		const view = markIssue(review, openReview(review), 'accepted');
		expect([acceptedIn(review, view), undecidedIn(review, view)]).toEqual([[0, 2], 1]);
	});

	it('keeps what was decided on edits that are the same after an edit by hand, which is accepted', () => {
		const review = three(line => `b${line}`);
		const decided = mark(review, mark(review, openReview(review), 'rejected'), 'accepted');
		const edited: SpecReview = {
			...review,
			question: 'next',
			changes: [{line: 1, removed: ['a'], added: ['of my own']}, ...review.changes.slice(1)],
			edits: [
				{from: 1, to: 1, put: 'of my own', issues: [], reason: 'Your own edit.', byUser: true},
				...(review.edits ?? []).slice(1),
			],
		};
		const view = openReview(edited, decided);
		expect([view.question, acceptedIn(edited, view), undecidedIn(edited, view)]).toEqual(['next', [0, 1], 1]);
	});

	it('begins with a summary above 500 lines', () => {
		const long = (lines: number): SpecReview => ({
			...reviewOf(),
			changes: [{line: 1, removed: [], added: Array.from({length: lines}, () => 'x')}],
		});
		expect([openReview(long(500)).summary, openReview(long(501)).summary]).toEqual([false, true]);
	});

	it('gives an editor the refined text', () => {
		expect(refinedText(specText, reviewOf())).toBe(
			specText.replace('respond fast', 'respond within 200 ms at the 99th percentile'),
		);
	});

	it('is told in plain lines, for those who hear it', () => {
		const plain = plainLines(100);
		const lines = debated.events
			.flatMap(event => plain.push(event))
			.filter(({stream}) => stream === 'out')
			.map(({text}) => text);
		expect(lines.slice(lines.findIndex(text => text.startsWith('[review]')))).toEqual(
			expect.arrayContaining([
				'[review] 1 change against the original, 1 issue to decide',
				'[change at line 9]',
				'− The service must respond fast.',
				'For i1: Fast is no number, raised by security, pm, qa, support 100 %',
				'Why: A number in place of a word.',
				'[contested] i2: Kept for how long, 33 % for it',
				'Against it, pm: Line 14 is clear enough.',
			]),
		);
	});
});
