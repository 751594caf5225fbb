import {describe, expect, it} from 'vitest';
import {markdown} from '../exports/written.ts';
import {faultNames, type FaultName} from '../../src/rehearsal/faults.ts';
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
	/** Three a debate, each at a chair of its own: it goes on between the other two. */
	const always: readonly Readonly<Partial<Record<FaultName, RegExp>>>[] = [
		{401: /401|Incorrect API key/u, 402: /402|Insufficient credits/u, 403: /403|may not use/u},
		{404: /404|does not exist/u, 500: /500|Internal error/u, 503: /503|Overloaded/u},
		{429: /429|Rate limit/u, '429-retry-after': /Rate limit/u, 408: /408|took too long/u},
		{reset: /.+/u, html: /HTML|no chat|not/iu, empty: /empty|nothing/iu},
		{stall: /no first word within 0\.7 s/u},
	];
	it.each(always.map(faults => [Object.keys(faults).join(', '), faults] as const))('%s', async (_, faults) => {
		const failing = faultNames.flatMap(name => (faults[name] ? [{name, reason: faults[name]}] : []));
		const debate = await held({
			chairs: failing.length + 2,
			faults: failing.map(({name}, place) => ({name, model: `chair_${place + 2}`})),
			timeoutMs: 700,
		});
		expectSound(debate);
		expect(debate.state.outcome).toBe('degraded');
		for (const [place, {reason}] of failing.entries()) {
			expect(debate.state.seats.find(({id}) => id === `chair_${place + 2}`)?.out).toMatch(reason);
			expect(said(debate)).toMatch(reason);
		}
		expect(markdown(debate.state)).toContain('What went wrong');
	});
});

describe('a chair whose server fails in mid-speech keeps what was heard', () => {
	const ways = ['reset-mid', 'stall-mid', 'error-in-stream'] as const;
	it(ways.join(', '), async () => {
		const faults = ways.map((name, place) => ({name, nth: 2, model: `chair_${place + 1}`}));
		// A turn that is cut off before it breaks off would show nothing.
		const debate = await held({chairs: ways.length, faults, timeoutMs: 700, cuts: false});
		expectSound(debate);
		for (const {name, model} of faults) {
			const broken = debate.state.turns.find(
				({speaker, finish}) => speaker === model && finish !== 'complete' && finish !== 'interrupted',
			);
			const askedForTheRest = debate.state.notices.some(
				({participant, text}) => participant === model && /its rest is asked for|Trying again/u.test(text),
			);
			// Where it broke off in mid-sentence, or before a word had come through, it was asked for again, and may have come.
			expect(broken?.finish ?? askedForTheRest, name).toBeTruthy();
			if (broken) expect(broken.text.trim(), name).not.toBe('');
			expect(debate.state.turns.filter(({speaker}) => speaker === model).length, name).toBeGreaterThan(2);
		}
	});
});

describe('an arbiter and judge whose server fails leaves turns not scored and no made-up score', () => {
	it.each(['401', 'stall', 'empty'] as const)('%s', async name => {
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

describe('a chair that says nothing but that it will not speak', () => {
	it('is asked once more in other words, and is out where it keeps refusing: no refusal is a turn', async () => {
		const debate = await held({faults: [{name: 'refuse', model: 'chair_2'}]});
		expectSound(debate);
		expect(debate.state.outcome).toBe('degraded');
		expect(debate.state.reason).toMatch(/refused to speak: “I’m sorry, but I can’t take part in this debate.”/u);
		expect(said(debate)).toMatch(/refused to speak .*, and is asked once more in other words/u);
		expect(debate.state.turns.some(({text}) => text.includes('take part in this debate'))).toBe(false);
		expect(debate.state.turns.filter(({speaker, text}) => speaker === 'chair_2' && text !== '')).toEqual([]);
	});

	it('goes on where it speaks at the second time of asking', async () => {
		const debate = await held({faults: [{name: 'refuse', nth: 1, model: 'chair_1'}]});
		expectSound(debate);
		expect(debate.state.outcome).toBe('completed');
		expect(said(debate)).toMatch(/is asked once more in other words/u);
		expect(debate.state.turns.filter(({finish}) => finish === 'failed')).toEqual([]);
	});
});
