import {expect, it} from 'vitest';
import {callRows} from '../../../src/ui/transcript/turn.tsx';
import {textOf} from '../support/text-of.ts';

const call = {purpose: 'reply', voice: 'ollama:qwen3', tries: 2, ms: 1240, tokens: {input: 812, output: 120}};
const messages = [
	{role: 'system', text: 'You are the utilitarian chair.'},
	{role: 'user', text: '<task>Reply.</task>'},
];

it('shows what was sent and what came back, and whether the hash of what was sent fits', () => {
	const rows = callRows({calls: [{...call, prompt: {messages, check: 'same'}, answer: '**Said**.'}]}, 80);
	expect(textOf(rows, 80)).toMatchInlineSnapshot(`
		"── reply ───────────────────────────────────────────────────────────────────────
		ollama:qwen3 · 812 tokens in, 120 out · 1.24 s · 2 tries

		Prompt
		as it was sent: made again from the journal, and its hash is the one recorded
		system:
		  You are the utilitarian chair.
		user:
		  <task>Reply.</task>

		Answer · as received
		  **Said**."
	`);
	const other = callRows({calls: [{...call, prompt: {messages, check: 'other'}}]}, 100);
	expect(textOf(other, 100)).toContain('what was sent was different');
	expect(textOf(other, 100)).toContain('The answer as received was not kept.');
});

it('says why there is no prompt, and where no request was recorded', () => {
	expect(textOf(callRows({calls: [call], missing: 'the debate was held by version 3'}, 80), 80)).toContain(
		'Prompts cannot be made again: the debate was held by version 3.',
	);
	expect(textOf(callRows({calls: []}, 80), 80)).toBe('No request was recorded for this turn.');
});

it.each([
	['wish', 'whether a chair cuts in'],
	['judge', 'scoring'],
	['point taken?', 'whether to take the point'],
	['answer check', 'answer check'],
])('heads a request for %j with “%s”', (purpose, name) => {
	expect(textOf(callRows({calls: [{...call, purpose}]}, 80), 80)).toMatch(new RegExp(`^── ${name} ─`, 'u'));
});
