import {expect, it} from 'vitest';
import {debate, honest} from './run-duelogic.ts';

/** An introduction of some 300 words, which takes more than a minute to read. */
const introduction = Array.from(
	{length: 20},
	(_, place) => `${Array.from({length: 15}, (_, word) => `Welcome${place}x${word}`).join(' ')}.`,
).join(' ');

it('the first chair speaks within fifteen seconds of the start, the introduction whole before it', async () => {
	const {state, events, asked} = await debate({
		config: {flow: {maxExchanges: 3}},
		pace: 250,
		delays: {introduction: 1500, opening: 12_000},
		answers: ({kind}) => (kind === 'introduction' ? introduction : kind === 'opening' ? honest('o') : undefined),
	});
	const [host, first] = state.turns;
	expect(host?.text).toBe(introduction);
	const heard = events.find(event => event.type === 'turn-delta' && event.turnId === first?.id);
	// The first sentence is recorded at its end; the turn begins with its first word.
	expect(first?.startedAt).toBeLessThanOrEqual(15_000);
	expect(heard?.at).toBeLessThanOrEqual(15_000 + 12_000);
	expect(asked.filter(({kind}) => kind === 'opening')).toHaveLength(2);
});
