import {describe, expect, it} from 'vitest';
import {emptyState, type DebateState} from '../../../../src/debate/state.ts';
import {fold} from '../../../../src/debate/reduce.ts';
import type {JournalEvent} from '../../../../src/debate/events.ts';
import {parseDebate} from '../../../../src/formats/code-debate/file.ts';
import {changedPoints, withSection, type Ledger} from '../../../../src/formats/code-debate/points.ts';
import {ledgerSections} from '../../../../src/formats/code-debate/code-debate.ts';
import {allRows} from '../../../../src/view/blocks.ts';
import {codeDebateBlocks} from '../../../../src/formats/code-debate/pane.ts';
import {layOutRow} from '../../../../src/view/rows.ts';
import {widthOf} from '../../../../src/view/wrap.ts';
import {sample} from '../sample.ts';
import {textOf} from '../../../ui/support/text-of.ts';

/** The sample as its viewer tells it, up to so many sections. */
function told(count = 5): DebateState {
	const events: JournalEvent[] = [];
	const stamp = () => ({seq: events.length + 1, at: events.length * 1000, hash: ''});
	const participants = ['a', 'b'].map(id => ({id, name: `Agent ${id.toUpperCase()}`, role: 'agent', voice: 'outside'}));
	events.push({
		type: 'debate-start',
		v: 1,
		debateId: 'x',
		startedAt: '2026-01-01T00:00:00.000Z',
		protocol: 'code-debate',
		title: 'commit abc',
		subject: {text: 'commit abc'},
		config: {},
		participants,
		seed: 1,
		app: {name: 'rostrum', version: '0', protocolVersion: 1},
		...stamp(),
	});
	let ledger: Ledger = [];
	for (const [place, section] of parseDebate(sample).sections.slice(0, count).entries()) {
		const after = withSection(ledger, section);
		const [turnId, role] = [`t${place + 1}`, section.signature?.role ?? 'A'];
		events.push({
			type: 'turn-start',
			turnId,
			speaker: role.toLowerCase(),
			kind: section.kind,
			segment: section.kind,
			...(section.number === undefined ? {} : {round: section.number}),
			...stamp(),
		});
		events.push({
			type: 'turn-end',
			turnId,
			text: section.body,
			finish: 'complete',
			contentHash: '',
			totalMs: 0,
			...stamp(),
		});
		const points = changedPoints(ledger, after).map(({id, title, by, place: where, state}) => ({
			id,
			title,
			by,
			state,
			...(where === undefined ? {} : {place: where}),
		}));
		events.push({
			type: 'section',
			turnId,
			heading: section.heading,
			line: section.line,
			role,
			tool: role === 'A' ? 'one' : 'two',
			points,
			...stamp(),
		});
		ledger = after;
	}
	return fold(events, emptyState);
}

describe('the panes of a code debate', () => {
	it.each([60, 80, 120])('show both sides, the ledger and the end at %i columns, and no row is wider', width => {
		const rows = allRows(codeDebateBlocks(told(), width));
		for (const row of rows)
			expect(
				widthOf(
					layOutRow(row, width)
						.map(({text}) => text)
						.join(''),
				),
			).toBeLessThanOrEqual(width);
		expect(textOf(rows, width)).toMatchSnapshot();
	});

	it('count what is resolved, and name the section that settled each point', () => {
		expect(textOf(allRows(codeDebateBlocks(told(2), 100)), 100)).toContain('1/3 resolved');
		const end = textOf(allRows(codeDebateBlocks(told(), 100)), 100);
		expect(end).toContain('●●● 3/3 resolved');
		expect(end).toMatch(/✓ P2 +A No jitter .*agreed Response 2/u);
	});

	it('say who is waited for, with what and for how long', () => {
		const waiting = {participant: 'b', purpose: 'Response 2', thinking: 0, for: 65_000};
		expect(textOf(allRows(codeDebateBlocks(told(3), 80, waiting)).slice(-4), 80)).toContain(
			'waiting for Agent B · Response 2 · 1:05',
		);
		expect(textOf(allRows(codeDebateBlocks(told(3), 80, {...waiting, thinking: 1200})).slice(-4), 80)).toContain(
			'1:05 · thinking 1.2k',
		);
	});
});

describe('the ledger as Markdown', () => {
	it('tells the course of every point', () => {
		const [heading, count, table] = ledgerSections(told());
		expect([heading, count]).toEqual(['## Points', '3 of 3 points agreed.']);
		expect(table).toMatch(
			/\| P2 \| No jitter \|.*\| ✓ agreed \| Opening \(A\): open, Response 1 \(B\): disagreed, Follow-up 1 \(A\): disagreed, Response 2 \(B\): agreed \|/u,
		);
	});
});
