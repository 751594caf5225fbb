import {expect, it} from 'vitest';
import {mixedCompany} from '../fixtures/mixed-company.ts';

const baseUrl = process.env['ROSTRUM_LIVE_URL'] ?? 'http://127.0.0.1:8080/v1';
const model = process.env['ROSTRUM_LIVE_MODEL'] ?? 'default';

it('a real model, however small, sits at one table with two other servers, a coding agent and a person', async () => {
	const {state, problems, typed} = await mixedCompany({third: `${baseUrl}#${model}`, timeoutMs: 180_000});
	expect(problems).toEqual([]);
	expect(['completed', 'degraded']).toContain(state.outcome);
	expect(typed.length).toBe(4);
	for (const chair of ['chair_1', 'chair_2', 'chair_4', 'chair_5'])
		expect(state.turns.filter(({speaker, finish}) => speaker === chair && finish === 'complete').length, chair).toBe(4);
	expect(state.turns.filter(({speaker, text}) => speaker === 'chair_3' && text.trim() !== '').length).toBeGreaterThan(
		1,
	);
	expect(state.turns.map(({text}) => text).join(' ')).not.toContain('<think>');
});
