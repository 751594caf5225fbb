import {describe, expect, it} from 'vitest';
import {markdown} from '../../src/transcripts/markdown/markdown.ts';
import type {FaultName} from '../../src/voices/rehearsal/server/faults.ts';
import {held, type Held} from './held.ts';

/** What holds for every debate, whatever its servers did. */
function expectSound({state, events, problems}: Held): void {
	expect(problems).toEqual([]);
	expect(events.filter(({type}) => type === 'debate-end')).toHaveLength(1);
	expect(events.at(-1)?.type).toBe('debate-end');
	for (const turn of state.turns) {
		if (turn.finish !== 'complete' && turn.finish !== 'interrupted') expect(turn.reason, turn.id).toBeTruthy();
		if (turn.evaluation?.adherenceScore === null) expect(turn.evaluation.reason).toBeTruthy();
		if (typeof turn.evaluation?.adherenceScore === 'number') expect(turn.evaluation.working.length).toBeGreaterThan(0);
	}
}

/** What stands on the screen and in the exports about what went wrong. */
const said = ({state}: Held): string =>
	[
		...state.notices.map(({text}) => text),
		...state.seats.map(({out}) => out ?? ''),
		...state.turns.map(({reason}) => reason ?? ''),
		state.reason ?? '',
	].join('\n');

describe('a chair whose server always fails is out, and the debate ends degraded with the reason', () => {
	const always: readonly (readonly [FaultName, RegExp])[] = [
		['401', /401|Incorrect API key/u],
		['402', /402|Insufficient credits/u],
		['403', /403|may not use/u],
		['404', /404|does not exist/u],
		['500', /500|Internal error/u],
		['503', /503|Overloaded/u],
		['429', /429|Rate limit/u],
		['429-retry-after', /Rate limit/u],
		['408', /408|took too long/u],
		['reset', /.+/u],
		['html', /HTML|no chat|not/iu],
		['empty', /empty|nothing/iu],
		['stall', /no first word within 0\.7 s/u],
	];
	it.each(always)('%s', async (name, reason) => {
		const debate = await held({faults: [{name, model: 'chair_2'}], timeoutMs: 700});
		expectSound(debate);
		expect(debate.state.outcome).toBe('degraded');
		expect(debate.state.seats.find(({id}) => id === 'chair_2')?.out).toMatch(reason);
		expect(said(debate)).toMatch(reason);
		expect(markdown(debate.state)).toContain('What went wrong');
	});
});

describe('a chair whose server fails in mid-speech keeps what was heard', () => {
	it.each(['reset-mid', 'stall-mid', 'error-in-stream', 'no-finish'] as const)('%s', async name => {
		const debate = await held({faults: [{name, nth: 2, model: 'chair_2'}], timeoutMs: 700});
		expectSound(debate);
		const broken = debate.state.turns.find(
			({speaker, finish}) => speaker === 'chair_2' && finish !== 'complete' && finish !== 'interrupted',
		);
		const askedForTheRest = debate.state.notices.some(
			({participant, text}) => participant === 'chair_2' && /its rest is asked for|Trying again/u.test(text),
		);
		// Where it broke off in mid-sentence, or before a word had come through, it was asked for again, and may have come.
		expect(broken?.finish ?? askedForTheRest).toBeTruthy();
		if (broken) expect(broken.text.trim()).not.toBe('');
		expect(debate.state.turns.filter(({speaker}) => speaker === 'chair_2').length).toBeGreaterThan(2);
	});
});

describe('an arbiter and judge whose server fails leaves turns not scored and no made-up score', () => {
	it.each(['401', '500', 'stall', 'empty'] as const)('%s', async name => {
		const debate = await held({faults: [{name, model: 'arbiter'}], timeoutMs: 500});
		expectSound(debate);
		expect(debate.state.outcome).toBe('degraded');
		const scored = debate.state.turns.flatMap(({evaluation}) => evaluation ?? []);
		expect(scored.length).toBeGreaterThan(0);
		expect(scored.every(({adherenceScore}) => adherenceScore === null)).toBe(true);
		expect(debate.state.turns.filter(({kind}) => kind === 'announcement').length).toBeGreaterThanOrEqual(2);
	});
});

it('answers that are only half JSON are asked for again, and then left unscored', async () => {
	const debate = await held({faults: [{name: 'half-json', model: 'arbiter'}]});
	expectSound(debate);
	expect(debate.state.turns.some(({evaluation}) => evaluation?.adherenceScore === null)).toBe(true);
});

it('one fault in passing is got over, with a word on the screen', async () => {
	const debate = await held({faults: [{name: '503', nth: 1, model: 'chair_1'}], timeoutMs: 5000});
	expectSound(debate);
	expect(debate.state.outcome).toBe('completed');
	expect(said(debate)).toMatch(/Trying again in/u);
});

it('ends as failed, at once, where fewer than two chairs are left', async () => {
	const debate = await held({
		faults: [
			{name: '401', model: 'chair_1'},
			{name: '402', model: 'chair_3'},
		],
	});
	expectSound(debate);
	expect(debate.state.outcome).toBe('failed');
	expect(debate.state.reason).toMatch(/1 of 3 speakers/u);
});
