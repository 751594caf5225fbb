/** The ledger of claims in a whole debate over HTTP: what chairs are told of it, and what is exported. */
import {expect, it} from 'vitest';
import {detailed, podcast} from '../exports/written.ts';
import {scriptedDebate, type Asked} from './scripted.ts';

const opening = {
	chair_1: 'A duty that all share is light. Whoever stays away is governed all the same. I rest there.',
	chair_2: 'A voice that is forced says nothing. Silence is an answer too. I rest there.',
};
const replies = {
	chair_1: 'Silence is an answer, granted. It is one that no parliament hears. That is what I object to.',
	chair_2: 'You say a duty that all share is light. It is not light for those who work on Sundays. I stand by that.',
};

const none = {new: [], answered: [], conceded: [], withdrawn: []};

/** What the arbiter says of a chair's turns: the opening, then its replies. */
const changes: Readonly<Record<string, readonly object[]>> = {
	chair_1: [
		{new: [{sentence: 'A duty that all share', claim: 'A duty that all share is light.'}]},
		{},
		{answered: [{claim: 'B1', sentence: 'It is one that no parliament', granted: true}]},
	],
	chair_2: [
		{new: [{sentence: 'Silence is an answer', claim: 'Silence is an answer too.', against: 'A1'}]},
		{},
		{
			answered: [
				{claim: 'A1', sentence: 'It is not light for those'},
				{claim: 'B1', sentence: 'I stand by that.'},
			],
			new: [{sentence: 'nobody ever said this', claim: 'This was never said.'}],
		},
	],
};

const said = (texts: Readonly<Record<string, string>>, seat: string): string | undefined => texts[seat];

function script({kind, seat, task}: Asked): string | undefined {
	if (kind === 'opening') return said(opening, seat);
	if (kind === 'reply') return said(replies, seat);
	if (kind !== 'ledger') return undefined;
	const [, turn = '', letter = ''] = /<task kind="ledger"[^>]* turn="(\w+)[^>]* seat="(\w)"/u.exec(task) ?? [];
	const target = letter === 'A' ? 'chair_1' : 'chair_2';
	const read = turnsRead.get(target) ?? [];
	turnsRead.set(target, [...new Set([...read, turn])]);
	return JSON.stringify({...none, ...changes[target]?.[turnsRead.get(target)?.indexOf(turn) ?? -1]});
}

const turnsRead = new Map<string, readonly string[]>();

it('is kept beside a debate over HTTP, told to chairs, checked by code, and exported', async () => {
	const {state, events, requests} = await scriptedDebate(script, {unhurried: true});
	expect(state.formats.ledger.claims).toMatchObject([
		{id: 'A1', holder: 'chair_1', status: 'answered', settled: {by: 'chair_2', granted: false}},
		{id: 'B1', holder: 'chair_2', against: 'A1', status: 'answered', settled: {by: 'chair_1', granted: true}},
	]);
	const entries = events.filter(event => event.type === 'ledger');
	// Openings and replies; nobody reads the host, last words or the closing for claims.
	expect(entries.map(({speaker}) => speaker)).toEqual(state.turns.filter(isCase).map(({speaker}) => speaker));
	expect(entries.flatMap(({refused = []}) => refused)).toEqual([
		{change: 'answered B1', because: 'it is the speaker’s own claim'},
		{change: 'new “This was never said.”', because: 'the sentence is not in the turn'},
	]);
	const told = requests.filter(({kind, seat}) => kind === 'reply' && seat === 'chair_1').map(({task}) => task);
	expect(told[1]).toMatch(/<ledger>[^]*Open against you:\nB1: Silence is an answer too\./u);
	expect(detailed(state)).toContain(
		'- A1 A duty that all share is light. (replied to by chair\\_2: “It is not light for those who work on Sundays.”)',
	);
	expect(/\*\*The ledger: what became of claims\*\*\n\n([^]*?)\n\n/u.exec(podcast(state))?.[1]).toBe(
		'- chair\\_1: A duty that all share is light. (replied to by chair\\_2: “It is not light for those who work on Sundays.”)\n- chair\\_2: Silence is an answer too. (granted at least in part by chair\\_1: “It is one that no parliament hears.”)',
	);
});

const isCase = ({kind}: {readonly kind: string}): boolean => kind === 'opening' || kind === 'reply';
