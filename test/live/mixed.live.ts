import {expect} from 'vitest';
import {mixedCompany} from '../fixtures/mixed-company.ts';
import {baseUrl, live, model} from './live-model.ts';

live('a real model, however small, sits at one table with two other servers, a coding agent and a person', async () => {
	const {state, problems, typed} = await mixedCompany({third: `${baseUrl}#${model}`, timeoutMs: 180_000});
	expect(problems).toEqual([]);
	expect(['completed', 'degraded']).toContain(state.outcome);
	expect(state.turns.filter(({speaker}) => speaker === 'chair_5').map(({text}) => text)).toEqual(typed);
	for (const chair of ['chair_1', 'chair_2', 'chair_4', 'chair_5'])
		expect(
			state.turns.filter(
				({speaker, kind, finish}) => speaker === chair && kind !== 'resumption' && finish === 'complete',
			),
			chair,
		).toHaveLength(5);
	expect(state.turns.filter(({speaker, text}) => speaker === 'chair_3' && text.trim() !== '').length).toBeGreaterThan(
		1,
	);
	expect(state.turns.map(({text}) => text).join(' ')).not.toContain('<think>');
});
