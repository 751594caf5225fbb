import {expect, it} from 'vitest';
import {formats, shownEvents} from '../../src/formats/index.ts';

/** What several formats record. */
const shared = ['judge-stance', 'ledger'];

it('has each event of a format in the definition of that format alone, as it is shown', () => {
	for (const [type, shown] of Object.entries(shownEvents)) {
		const having = formats.filter(({events = {}}) => events[type] === shown);
		expect([type, having.length]).toEqual([type, shared.includes(type) ? 0 : 1]);
	}
	expect(formats.flatMap(({events = {}}) => Object.keys(events)).length).toBe(
		Object.keys(shownEvents).length - shared.length,
	);
});
