import * as fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {parseDebate} from '../../../../src/formats/code-debate/file.ts';
import {verifyDebate, rules, type DebateRule} from '../../../../src/formats/code-debate/rules.ts';
import {debate, sample, sections, writeDebate} from '../sample.ts';

const breaches = (text: string) => verifyDebate(parseDebate(text));
const lineOf = (text: string, part: string): number => text.slice(0, text.indexOf(part)).split('\n').length;

const change = (from: string | RegExp, to: string): string => {
	const changed = sample.replace(from, to);
	if (changed === sample) throw new Error(`nothing in the sample matches ${String(from)}`);
	return changed;
};
const without = (heading: string): string => change(new RegExp(String.raw`## ${heading}\n[\s\S]*?\n---\n\n`, 'u'), '');
const long = (): string => {
	const body = '### P1 — **Disagreed**: No ceiling\n\nIt is not so, for these four reasons.';
	const replies = Array.from({length: 10}, (_, place) => ({
		heading: `${place % 2 === 0 ? 'Response' : 'Follow-up'} ${Math.floor(place / 2) + 1}`,
		role: place % 2 === 0 ? ('B' as const) : ('A' as const),
		at: `2026-01-01T13:${10 + place}:00Z`,
		body,
	}));
	return writeDebate('x', [
		{heading: 'Opening', role: 'A', at: '2026-01-01T13:00:00Z', body: '### P1: No ceiling\n\nIt asks for ever.'},
		...replies,
	]);
};

/** One file for each way of breaking a rule, and a piece of the line that is to be blamed. */
const broken: readonly (readonly [rule: DebateRule, how: string, text: string, blamed: string])[] = [
	['title-missing', 'no title', change('# Code Debate: commit abc: Retry\n', ''), ''],
	['title-form', 'another form of title', change('# Code Debate:', '# code debate:'), '# code'],
	['title-form', 'a second title', change('\n## Opening', '\n# Something else\n\n## Opening'), '# Something'],
	['text-before-opening', 'text under the title', change('\n## Opening', '\nHello.\n\n## Opening'), 'Hello.'],
	['opening-missing', 'a response first', without('Opening'), '## Response 1'],
	['opening-twice', 'two openings', change('## Follow-up 1', '## Opening'), '## Opening\n\n### P2'],
	[
		'heading-unknown',
		'a section of another name',
		change('It asks for ever.', 'It asks.\n\n## Summary\n\nMore.'),
		'## Summary',
	],
	['heading-unknown', 'a heading without a blank', change('It asks for ever.', 'It asks.\n\n##Summary\n'), '##Summary'],
	['heading-form', 'a heading in lower case', change('## Response 1', '## response 1'), '## response 1'],
	['heading-form', 'more behind a heading', change('## Follow-up 1', '## Follow-up 1: jitter'), '## Follow-up 1'],
	['order', 'two responses in a row', without('Follow-up 1'), '## Response 2'],
	['order', 'a follow-up after the opening', without('Response 1'), '## Follow-up 1'],
	['number', 'a number left out', change('## Response 2', '## Response 3'), '## Response 3'],
	['number', 'a follow-up with another number', change('## Follow-up 1', '## Follow-up 2'), '## Follow-up 2'],
	[
		'rounds',
		'a sixth round',
		`${long()}\n---\n\n## Response 6\n\n### P1 — **Agreed**\n\nSo be it.\n\n*— Agent B, 2026-01-01T14:00:00Z*\n`,
		'## Response 6',
	],
	['consensus-missing', 'five rounds and no end', long(), '## Follow-up 5'],
	[
		'signature-missing',
		'a section without signature',
		change('*— Agent B (two), 2026-01-01T12:01:00.000Z*\n', ''),
		'## Response 1',
	],
	[
		'signature-role',
		'A answers itself',
		change('*— Agent B (two), 2026-01-01T12:01', '*— Agent A (two), 2026-01-01T12:01'),
		'*— Agent A (two)',
	],
	[
		'signature-form',
		'a hyphen in the signature',
		change('*— Agent B (two), 2026-01-01T12:01', '*- Agent B (two), 2026-01-01T12:01'),
		'*- Agent B',
	],
	['signature-form', 'a date without time', change('2026-01-01T12:01:00.000Z', '2026-01-01'), '2026-01-01*'],
	['signature-time', 'a month that there is not', change('2026-01-01T12:01', '2026-13-01T12:01'), '2026-13'],
	['time-order', 'a response before the opening', change('2026-01-01T12:01', '2025-01-01T12:01'), '2025-01'],
	[
		'signature-twice',
		'two signatures',
		change('Seen at line 12.', 'Seen.\n\n*— Agent B (two), 2026-01-01T12:00:30Z*'),
		'12:00:30Z',
	],
	[
		'text-after-signature',
		'an afterthought',
		change('12:01:00.000Z*\n', '12:01:00.000Z*\n\nOne more thing.\n'),
		'One more',
	],
	['divider-missing', 'no divider', change('12:01:00.000Z*\n\n---\n', '12:01:00.000Z*\n'), '12:01:00.000Z*'],
	[
		'divider-inside',
		'a divider inside a section',
		change('Seen at line 12.', 'Seen at line 12.\n\n---'),
		'---\n\n### P2 — **Disagreed**',
	],
	['section-empty', 'nothing said', change(/### P2 — \*\*Agreed\*\*[\s\S]*?convinced me\.\n/u, ''), '## Response 2'],
	['fence-unclosed', 'an open fence', change('Seen at line 12.', 'Seen:\n\n```js\nfor (;;) ask();'), '```js'],
	[
		'category-missing',
		'a point without category',
		change('### P1 — **Agreed**: No ceiling', '### P1: No ceiling'),
		'### P1: No ceiling\n\nSeen',
	],
	['category-missing', 'a reply in prose alone', change(/### P2 — \*\*Agreed\*\*[^\n]*\n\n/u, ''), '## Response 2'],
	[
		'reason-missing',
		'no reason for a disagreement',
		change('The server sheds load by itself.', 'No.'),
		'### P2 — **Disagreed**',
	],
	['point-unknown', 'a point that was never raised', change('### P1 — **Agreed**', '### P9 — **Agreed**'), '### P9'],
	['point-unanswered', 'a point left out', change(/### P1 — \*\*Agreed\*\*[\s\S]*?12\.\n\n/u, ''), '## Response 1'],
	[
		'point-settled',
		'a settled point again',
		change('### P3 — **Agreed**', '### P1 — **Agreed**'),
		'### P1 — **Agreed**: The signal',
	],
	['finding-mark', 'a finding without mark', change(' — *new finding*', ''), '- **P3**'],
	['finding-place', 'a finding without place', change('`src/retry.ts:40` — ', ''), '- **P3**'],
	[
		'consensus-role',
		'B ends the debate',
		change('*— Agent A (one), 2026-01-01T12:04', '*— Agent B (two), 2026-01-01T12:04'),
		'*— Agent B (two), 2026-01-01T12:04',
	],
	[
		'consensus-twice',
		'two ends',
		`${sample}\n---\n\n## CONSENSUS\n\nAgain.\n\n*— Agent A, 2026-01-01T12:05:00Z*\n`,
		'## CONSENSUS\n\nAgain',
	],
	[
		'consensus-incomplete',
		'a dispute passed over',
		change('### P2 — **Agreed**', '### P2 — **Disagreed**'),
		'## CONSENSUS',
	],
	[
		'section-altered',
		'a side that says so',
		change('**Outcome: consensus.** All 3 points are resolved.', '**Outcome: violation.** Agent A reports: it was.'),
		'## CONSENSUS',
	],
	['text-after-consensus', 'words after the end', `${sample}\nOne more thing.\n`, 'One more'],
	[
		'text-after-consensus',
		'a section after the end',
		`${sample}\n---\n\n## Response 3\n\n### P1 — **Agreed**\n\nYes.\n\n*— Agent B, 2026-01-01T12:05:00Z*\n`,
		'## Response 3',
	],
];

describe('rostrum verify, on a DEBATE.md', () => {
	it('finds nothing where nothing is wrong', () => {
		expect(breaches(sample)).toEqual([]);
		for (let count = 0; count < sections.length; count++)
			expect(breaches(writeDebate('x', sections.slice(0, count)))).toEqual([]);
	});

	it.each(broken)('finds %s: %s', (rule, _, text, blamed) => {
		const found = breaches(text);
		expect(found).toContainEqual(expect.objectContaining({rule, line: blamed === '' ? 1 : lineOf(text, blamed)}));
	});

	it('can tell every rule of its book', () => {
		expect(new Set(broken.map(([rule]) => rule))).toEqual(new Set(Object.keys(rules)));
	});

	it('finds nothing in any debate that is in order', () => {
		fc.assert(
			fc.property(debate, ({subject, sections: written}) => {
				const found = breaches(writeDebate(subject, written)).filter(({rule}) => rule !== 'consensus-missing');
				expect(found).toEqual([]);
			}),
			{numRuns: 200},
		);
	});
});
