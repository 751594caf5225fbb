import {expect, it} from 'vitest';
import {debate, honest} from './run-duelogic.ts';

const words = 300;
/** An introduction that takes more than a minute to read. */
const introduction = Array.from(
	{length: words / 15},
	(_, place) => `${Array.from({length: 15}, (_, word) => `Welcome${place}x${word}`).join(' ')}.`,
).join(' ');

it('the introduction is read at the pace, the first chair has its words ready by then, and follows at once', async () => {
	const {state, events, asked} = await debate({
		config: {flow: {maxExchanges: 3}},
		pace: 250,
		delays: {introduction: 1500, opening: 40_000},
		answers: ({kind}) => (kind === 'introduction' ? introduction : kind === 'opening' ? honest('o') : undefined),
	});
	const [host, first] = state.turns;
	expect(host?.text).toBe(introduction);
	const read = 1500 + (words / 250) * 60_000;
	expect(host?.endedAt).toBeGreaterThan(read - 1000);
	expect(host?.endedAt).toBeLessThan(read + 2000);
	expect((first?.startedAt ?? Infinity) - (host?.endedAt ?? 0)).toBeLessThan(1000);
	// The first sentence is recorded at its end; the turn begins with its first word.
	const heard = events.find(event => event.type === 'turn-delta' && event.turnId === first?.id);
	expect((heard?.at ?? Infinity) - (host?.endedAt ?? 0)).toBeLessThan(12_000);
	expect(asked.filter(({kind}) => kind === 'opening')).toHaveLength(2);
});
