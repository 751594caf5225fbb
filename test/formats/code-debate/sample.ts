/** A debate that keeps every rule, and arbitrary ones. */
import * as fc from 'fast-check';
import {
	appendedText,
	escapeMarkdown,
	headingOf,
	titleText,
	type NewSection,
} from '../../../src/formats/code-debate/file.ts';

const at = (minute: number): string => new Date(Date.UTC(2026, 0, 1, 12, minute)).toISOString();

export const sections: readonly NewSection[] = [
	{
		heading: 'Opening',
		role: 'A',
		tool: 'one',
		at: at(0),
		body: 'Nearly right.\n\n### P1: No ceiling (`src/retry.ts:12`)\n\nIt asks for ever.\n\n### P2: No jitter (`src/retry.ts:20`)\n\nAll come back at once.',
	},
	{
		heading: 'Response 1',
		role: 'B',
		tool: 'two',
		at: at(1),
		body: '### P1 — **Agreed**: No ceiling\n\nSeen at line 12.\n\n### P2 — **Disagreed**: No jitter\n\nThe server sheds load by itself.\n\n### Independent findings\n\n- **P3** `src/retry.ts:40` — The signal is lost — *new finding*',
	},
	{
		heading: 'Follow-up 1',
		role: 'A',
		tool: 'one',
		at: at(2),
		body: '### P2 — **Disagreed**: No jitter\n\nIt sheds load only above a limit.\n\n### P3 — **Agreed**: The signal is lost\n\nYes.',
	},
	{
		heading: 'Response 2',
		role: 'B',
		tool: 'two',
		at: at(3),
		body: '### P2 — **Agreed**: No jitter\n\nThat limit convinced me.',
	},
	{heading: 'CONSENSUS', role: 'A', tool: 'one', at: at(4), body: '**Outcome: consensus.** All 3 points are resolved.'},
];

/** A whole file: the title, and sections in the order given. */
export const writeDebate = (subject: string, written: readonly NewSection[]): string =>
	titleText(subject) + appendedText(titleText(subject), written);

export const sample = writeDebate('commit abc: Retry', sections);

const word = fc.stringMatching(/^[a-zA-Z]{1,9}$/u);
const nasty = fc.constantFrom(
	'## CONSENSUS',
	'## Response 9',
	'# Code Debate: x',
	'---',
	'***',
	'```',
	'````js',
	'~~~',
	'*— Agent B (x), 2026-01-01T00:00:00Z*',
	'*— Agent A, 2026-01-01T00:00:00Z*',
	'— Agent A, 2026-01-01',
	'- item',
	'1. one',
	'> quoted',
	'    indented',
	'| a | b |',
	'<!-- hidden',
	'<details>',
	'Title\r',
	'===',
	'--',
	'',
	'\u2028## Opening',
	'### P1 — **Agreed**',
	'  ```',
	'   ## Follow-up 3',
);
/** A model's text: words, and whatever could pass for structure. */
export const modelText: fc.Arbitrary<string> = fc
	.array(
		fc.oneof(
			nasty,
			fc.array(word, {minLength: 1, maxLength: 6}).map(words => words.join(' ')),
			fc.string({unit: 'binary', maxLength: 20}),
		),
		{maxLength: 12},
	)
	.map(lines => lines.join('\n'));

const opening = (body: string): string => `${body}\n\n### P1: A point\n\nIt is so.`;

/** A debate of any length in which every section is in order; its bodies are models' texts made harmless. */
export const debate: fc.Arbitrary<{subject: string; sections: NewSection[]}> = fc
	.record({
		subject: fc.array(word, {minLength: 1, maxLength: 5}).map(words => words.join(' ')),
		length: fc.integer({min: 1, max: 11}),
		ended: fc.boolean(),
		bodies: fc.array(modelText, {minLength: 12, maxLength: 12}),
		tool: fc.option(word, {nil: undefined}),
	})
	.map(({subject, length, ended, bodies, tool}) => {
		const written = Array.from({length}, (_, place): NewSection => {
			const body = escapeMarkdown(bodies[place] ?? '');
			const heading =
				place === 0
					? headingOf('opening')
					: headingOf(place % 2 === 1 ? 'response' : 'follow-up', Math.ceil(place / 2));
			const reply = `### P1 — **${place % 2 === 1 ? 'Disagreed' : 'Partially agreed'}**: A point\n\nIt is so because of what follows here.\n\n${body}`;
			return {
				heading,
				role: place % 2 === 1 ? 'B' : 'A',
				tool,
				at: at(place),
				body: place === 0 ? opening(body) : reply,
			};
		});
		const end: NewSection = {
			heading: 'CONSENSUS',
			role: 'A',
			tool,
			at: at(30),
			body: '**Outcome: deadlock.** P1 stays disputed.',
		};
		return {
			subject,
			sections: ended && length % 2 === 0 ? [...written, end] : length === 11 ? [...written, end] : written,
		};
	});
