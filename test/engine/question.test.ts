import {describe, expect, it} from 'vitest';
import type {Floor} from '../../src/debate/protocol.ts';
import {general} from '../../src/debate/protocol.ts';
import {fold} from '../../src/debate/state.ts';
import {runToy, toyProtocol} from './toy.ts';

const asking = general({...toyProtocol, script: async (_setup: unknown, floor: Floor) => {
	const answer = await floor.choose({id: 'take-over', text: 'Take it over?', options: ['take', 'leave']}, 'leave');
	return {outcome: 'completed', reason: answer};
}});

describe('what a script asks of the user', () => {
	it('is told to the screens, waits for the answer, and is never written down', async () => {
		const {done, seen, events} = await runToy({protocol: asking, headless: false, onEvent(event, staged) {
			if (event.type === 'question') staged.act({action: 'choose', question: event.id, choice: 'take'});
		}});
		expect(done).toEqual({outcome: 'completed', reason: 'take'});
		expect(seen).toContainEqual({type: 'question', id: 'take-over', text: 'Take it over?', options: ['take', 'leave']});
		expect(JSON.stringify(events)).not.toContain('Take it over?');
		expect(fold(seen).question).toBeUndefined();
	});

	it('is answered by the fallback at once where nobody is there', async () => {
		const {done, seen} = await runToy({protocol: asking, headless: true});
		expect(done).toEqual({outcome: 'completed', reason: 'leave'});
		expect(seen.some(({type}) => type === 'question')).toBe(false);
	});
});
