import {describe, expect, it} from 'vitest';
import {BuildMessage} from '../../../src/debate/formats/builder-reviewer.ts';
import {narrate} from '../../../src/formats/builder-reviewer/run-events.ts';

const message = (type: string, sender: string, body: object) =>
	BuildMessage.parse({
		schema_version: '0.1',
		timestamp: '2026-01-02T13:00:00.000Z',
		sender,
		run_id: '2026-01-02-sums',
		message_type: type,
		body: {cycle: 1, ...body},
	});

describe('what listeners hear of a run', () => {
	it('says after which step the check may still fail, and with what', () => {
		const steps = [
			{id: 's1', title: 'Mend the guard', expect: '“sums” fails, until s2'},
			{id: 's2', title: 'Mend the sums'},
		];
		expect(narrate(message('plan.proposed', 'builder', {summary: 'Two steps.', confidence: 0.9, steps}))).toBe(
			'Two steps. My confidence is 90 %.\n- s1: Mend the guard (the check may then still fail: “sums” fails, until s2)\n- s2: Mend the sums',
		);
	});

	it('has a question and its answer as sentences of their own', () => {
		const question = 'Does an empty list still sum to 0?';
		expect(
			narrate(message('plan.feedback', 'reviewer', {risk: 'low', additional_checks: [question, 'Who calls it']})),
		).toBe(`Risk: low. To be checked besides: ${question}; Who calls it.`);
		const answers = [{request: question, answer: 'Yes, it does'}];
		expect(narrate(message('execution.update', 'builder', {step: 's1', answers}))).toBe(
			`Step s1 is done. On “${question}”: Yes, it does.`,
		);
	});
});
