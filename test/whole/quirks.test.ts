import {expect, it} from 'vitest';
import {parseFault} from '../../src/rehearsal/faults.ts';
import {held} from './held.ts';

const faultsOf = (names: readonly string[]) =>
	names.map(name => {
		const fault = parseFault(name);
		if (typeof fault === 'string') throw new Error(fault);
		return fault;
	});

/**
 * Servers as they are: what they refuse, how they dress an answer, where they put their thinking, what they leave out.
 */
it.each([
	['takes no schema and thinks aloud', ['reject-schema', 'reasoning']],
	['takes neither and answers in a fence, uncounted', ['reject-json', 'fence-json', 'no-usage']],
	['takes neither, answers within prose and thinks in tags', ['reject-json', 'prose-json', 'think-tags']],
	[
		'takes no temperature, thinks in the other field and never says that it is done',
		['reject-temperature', 'reasoning-content', 'no-done'],
	],
	['takes a schema and answers in a fence all the same', ['fence-json']],
])(
	'a debate on a server that %s comes out as on any other',
	async (_, names) => {
		const {state, problems} = await held({faults: faultsOf(names), timeoutMs: 5000});
		expect(problems).toEqual([]);
		expect(state.outcome).toBe('completed');
		expect(state.turns.filter(({finish}) => finish !== 'complete' && finish !== 'interrupted')).toEqual([]);
		const replies = state.turns.filter(({kind}) => kind === 'reply');
		expect(replies).toHaveLength(9);
		expect(replies.map(({evaluation}) => typeof evaluation?.adherenceScore)).toEqual(replies.map(() => 'number'));
		expect(state.turns.map(({text}) => text).join('\n')).not.toMatch(
			/<think>|First I look at what was asked|```|Here it is:/u,
		);
	},
	60_000,
);
