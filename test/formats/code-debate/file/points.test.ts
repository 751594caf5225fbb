import {describe, expect, it} from 'vitest';
import {parseDebate, type NewSection} from '../../../../src/formats/code-debate/file.ts';
import {writeDebate} from '../sample.ts';
import {ledgerOf, pointsToAnswer, unfinished, type DebatePoint} from '../../../../src/formats/code-debate/points.ts';
import {verifyDebate} from '../../../../src/formats/code-debate/rules.ts';
import {endingOf} from '../../../../src/formats/code-debate/narration.ts';

const headings = ['Opening', 'Response 1', 'Follow-up 1', 'Response 2', 'Follow-up 2', 'Response 3'];

/** A debate whose sections A and B write in turn; a last one that begins with "END" is a consensus. */
function debate(...bodies: readonly string[]) {
	const sections = bodies.map((body, at): NewSection => ({
		heading: body.startsWith('END') ? 'CONSENSUS' : (headings[at] ?? ''),
		body: body.replace(/^END\s*/u, ''),
		role: at % 2 === 0 ? 'A' : 'B',
		at: `2026-01-01T12:0${at}:00Z`,
	}));
	return parseDebate(writeDebate('a change', sections));
}

const states = (...bodies: readonly string[]): string[] =>
	ledgerOf(debate(...bodies)).map(({id, state, withdrawn}) => `${id} ${withdrawn ? 'withdrawn' : state}`);

const opening =
	'### P1 [blocker]: No ceiling (`retry.js:1`)\n\nFor ever.\n\n### P2: No jitter (`retry.js:2`)\n\nAt once.';
const agreed = '### P1 — **Agreed**\n\n*Tried:* a dead server.';

describe('a point', () => {
	it('is not agreed by entries that name another place, however many there are', () => {
		expect(states(opening, '- **Agreed** `retry.js:3` one\n- **Agreed** `retry.js:3` two')).toEqual([
			'P1 open',
			'P2 open',
		]);
	});

	it('is found by file and line among all points, where an answer names no id', () => {
		expect(states(opening, '- **Disagreed** (`src/retry.js:2`): it is spread.\n- **Agreed** (`retry.js:1`).')).toEqual([
			'P1 agreed',
			'P2 disagreed',
		]);
	});

	it.each([
		[
			'as many as there are points',
			'- **Agreed**, seen\n- **Disagreed**: not so at all',
			['P1 agreed', 'P2 disagreed'],
		],
		['fewer', '- **Agreed**, seen', ['P1 open', 'P2 open']],
		['more', '- **Agreed**\n- **Agreed**\n- **Agreed**', ['P1 open', 'P2 open']],
	])('is found by order where answers name neither id nor place, and are %s', (_, reply, expected) => {
		expect(states(opening, reply)).toEqual(expected);
	});

	it('is not told apart from another at the same place by one answer', () => {
		const twice = '### P1: One (`a.js:1`)\n\nx\n\n### P2: Two (`a.js:1`)\n\ny';
		expect(states(twice, '- **Agreed** (`a.js:1`)')).toEqual(['P1 open', 'P2 open']);
		expect(states(twice, '- **Agreed** (`a.js:1`)\n- **Disagreed** (`a.js:1`): no, it is not so')).toEqual([
			'P1 agreed',
			'P2 disagreed',
		]);
	});

	it('is not agreed by its own writer', () => {
		expect(states(opening, agreed, '### P2 — **Agreed**\n\nIndeed, as I said.')).toEqual(['P1 agreed', 'P2 open']);
		const partly = '### P2 — **Partially agreed**\n\nOnly for two clients.';
		expect(states(opening, `${agreed}\n\n${partly}`, '### P2 — **Agreed**\n\nOnly for two.')).toEqual([
			'P1 agreed',
			'P2 partly',
		]);
		expect(
			states(opening, `${agreed}\n\n${partly}`, '### P2 — **Agreed**\n\nOnly for two.', '### P2 — **Agreed**\n\nYes.'),
		).toEqual(['P1 agreed', 'P2 agreed']);
	});

	it('is withdrawn where its writer accepts that it is wrong, or says so', () => {
		const no = '### P2 — **Disagreed**\n\nThe caller spreads them.';
		expect(states(opening, `${agreed}\n\n${no}`, '### P2 — **Agreed**\n\nI had not seen that.')).toEqual([
			'P1 agreed',
			'P2 withdrawn',
		]);
		expect(states(opening, agreed, '### P2 — **Withdrawn**\n\nI had not seen that.')).toEqual([
			'P1 agreed',
			'P2 withdrawn',
		]);
	});

	it('is open again where its writer changes it after it was agreed', () => {
		const back = '### P1 — **Partially agreed**\n\nIt is only so without a signal.';
		const ledger = ledgerOf(debate(opening, agreed, back));
		expect(ledger[0]).toMatchObject({state: 'partly', set: 'A'});
		expect(pointsToAnswer(ledger, 'B').map(({id}) => id)).toEqual(['P1', 'P2']);
	});

	it('carries its severity, its evidence and its resolution', () => {
		const [point] = ledgerOf(
			debate(
				'### P1 [minor]: Off by one (`a.js:3`, old file)\n\nOne too many.\n\n*Shown by (patch):*\n\n```diff\n- a\n+ b\n```\n\n*Resolution:* Use `<`.',
			),
		);
		expect(point).toMatchObject({
			title: 'Off by one',
			severity: 'minor',
			place: 'a.js:3',
			old: true,
			evidence: {kind: 'patch', text: '- a\n+ b'},
			resolution: 'Use `<`.',
			why: 'One too many.',
		});
	});

	it('is called as it is written, its names with their underscores', () => {
		const titles = (text: string) => ledgerOf(debate(text)).map(({title}) => title);
		expect(titles('### P1 [minor]: `_process` and __init__ swap _both_ (`a.py:3`)\n\nWhy.')).toEqual([
			'_process and __init__ swap both',
		]);
		expect(titles('**P1: Slow**\n\nIt is _very_ slow.')).toEqual(['Slow']);
	});

	it.each(['1. (minor) Slow: it is slow', '- **minor**: it is slow', '- It is slow. Severity: minor'])(
		'has the severity that a foreign side gives it: %s',
		text => {
			expect(ledgerOf(debate(text))[0]?.severity).toBe('minor');
		},
	);
});

describe('a resolution', () => {
	const raised = '### P1: No ceiling (`retry.js:1`)\n\nFor ever.\n\n*Resolution:* Stop after five tries.';
	const other = `${agreed}\n\n*Resolution:* Stop at the caller’s deadline.`;
	const after = (...more: readonly string[]): DebatePoint | undefined => ledgerOf(debate(raised, other, ...more))[0];

	it('that is the same in other signs is no change', () => {
		expect(unfinished(ledgerOf(debate(raised, `${agreed}\n\n*Resolution:* stop after five tries`)))).toEqual([]);
	});

	it('that the other side changes goes back to the writer once, for yes or no', () => {
		expect(after()).toMatchObject({state: 'agreed', confirm: 'A', resolution: 'Stop at the caller’s deadline.'});
		const yes = after('### P1 — **Agreed**\n\nYes.');
		expect([yes?.confirm, yes?.unconfirmed, yes?.state]).toEqual([undefined, undefined, 'agreed']);
		// It is the other side that has agreed to the point.
		expect([yes?.set, yes?.in, yes?.why]).toEqual(['B', 'Response 1', after()?.why]);
		const no = after('### P1 — **Disagreed**\n\nIt has none in two places.');
		expect([no?.confirm, no?.unconfirmed, no?.state]).toEqual([undefined, true, 'agreed']);
	});
});

describe('a debate', () => {
	it('that is ended before anybody responded has come to nothing', () => {
		expect(endingOf(debate(opening, 'END All is well.'))).toEqual({
			outcome: 'failed',
			reason: 'the debate was ended before Agent B had responded; 0 of 2 points agreed',
		});
	});

	it('is no consensus because it calls itself one', () => {
		expect(endingOf(debate(opening, agreed, 'END **Outcome: consensus.** All is resolved.')).outcome).toBe('deadlock');
	});

	it('is a consensus without points where neither side has any', () => {
		expect(endingOf(debate('Fine.\n\n*No points.*', 'Nothing to add.', 'END Done.'))).toEqual({
			outcome: 'consensus',
			reason: 'no points were raised',
		});
		expect(ledgerOf(debate('LGTM, no issues found.'))).toEqual([]);
	});

	it('of sides that know the seed’s text alone breaks no rule, whatever their style', () => {
		const signed = (heading: string, body: string, role: string, at: number): string =>
			`## ${heading}\n${body}\n\n*— Agent ${role}, 2025-06-15T14:3${at}:00Z*\n\n---\n\n`;
		for (const [first, reply, follow, second] of [
			[
				'1. `a.js:1` is wrong\n2. `a.js:2` too',
				'1. **Agreed**\n2. **Disagreed** — it is used in b',
				'On the second: b is dead code.',
				'2. **Agreed** — right',
			],
			['- `a.js:1` is wrong', '**Partially agreed** — only at night', 'At night then.', '**Agreed**'],
			[
				'### Ceiling\nnone in `a.js:1`',
				'### Ceiling\n**Disagreed**, see b.',
				'### Ceiling\nI withdraw this.',
				'Fine: **Agreed**',
			],
			['The loop in `a.js:1` is endless.', '- **Agreed**: it is.', 'Good.', '- **Agreed**'],
		]) {
			const text = `# Code Debate: x\n\n${signed('Opening', first ?? '', 'A', 0)}${signed('Response 1', reply ?? '', 'B', 1)}${signed('Follow-up 1', follow ?? '', 'A', 2)}${signed('Response 2', second ?? '', 'B', 3)}## CONSENSUS\nAgreed on what stands above.\n`;
			expect(verifyDebate(parseDebate(text)).filter(({advice}) => !advice)).toEqual([]);
		}
	});
});
