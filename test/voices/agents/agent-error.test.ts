import {expect, it} from 'vitest';
import {errorFilter, saidError} from '../../../src/voices/agents/agent-error.ts';
import {withUserAgents} from '../../../src/voices/agents/agent-rows.ts';

const lettersOf = (words: string): string[] => words.match(/[^]/gu) ?? [];

const heard = (pieces: readonly string[]) => {
	const filter = errorFilter();
	return {said: pieces.map(filter.push).join(''), ...filter.end()};
};

it.each([
	'We’re currently experiencing high demand, which may cause temporary errors.\n\n',
	"We're currently experiencing high demand, which may cause temporary errors.",
	'exceeded retry limit, last status: 500 Internal Server Error',
	'stream disconnected before completion: the connection was closed',
	'API Error: 529 overloaded',
])('an error in place of an answer is no answer, however it is cut up: %s', words => {
	for (const pieces of [[words], lettersOf(words)]) expect(heard(pieces)).toEqual({said: '', error: words.trim()});
});

it.each(['We’re currently in the middle of it.', 'Quota', 'An error.', 'unexpected status quo ante: no'])(
	'an answer that begins as an error does is an answer: %s',
	words => {
		const {said, ...rest} = heard(lettersOf(words));
		expect(said + ('text' in rest ? rest.text : '')).toBe(words);
	},
);

it('no other try is made where the account is used up', () => {
	const [row] = withUserAgents({small: {command: 'small'}});
	if (!row) throw new Error('there is no row');
	expect(saidError("You've hit your usage limit. Try again at 5 PM.", row).kind).toBe('unusable');
	expect(saidError('exceeded retry limit, last status: 429 Too Many Requests', row).kind).toBe('rate-limit');
	expect(saidError("We're currently experiencing high demand", row).kind).toBe('server');
});

it('an error is told without the codes that coloured it', () => {
	const [row] = withUserAgents({small: {command: 'small'}});
	if (!row) throw new Error('there is no row');
	expect(saidError('\u001B[31mIt \u001B[1mbroke\u001B[0m', row).message).toMatch(/ reported an error: It broke\.$/u);
});

it('tells the message of an error that a server sent as JSON, and judges it by all of it', () => {
	const [row] = withUserAgents({small: {command: 'small'}});
	if (!row) throw new Error('there is no row');
	const sent = '{"type":"error","error":{"code":401,"message":"The key \\"abc\\" is not known.\\nAsk for one"}}';
	const error = saidError(sent, row);
	expect(error.message).toMatch(
		/ reported an error: The key "abc" is not known\. Ask for one\. Start it once on its own/u,
	);
	expect(error.kind).toBe('unusable');
});
