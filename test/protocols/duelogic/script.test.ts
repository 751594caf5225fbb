import {describe, expect, it} from 'vitest';
import {debate} from './stage.ts';

describe('the running order', () => {
	it('runs', async () => {
		const {state, turns, asked} = await debate();
		console.log(state.outcome, state.reason, state.turns.map(t => `${t.id} ${t.kind} ${t.speaker} ${t.finish} ${t.evaluation?.adherenceScore} ${t.evaluation?.reason}`).join('\n'));
		console.log(asked.filter(a => a.kind==='reply')[3]?.request.messages.at(-1)?.content, asked.filter(a => a.kind==='judge')[3]?.request.messages.at(-1)?.content);
		console.log(asked[0]?.request.messages[0]?.content);
		expect(turns('reply').length).toBe(16);
	});
});
