/** Verdicts on a motion over HTTP: what would void an honest one, and what would let a bad one count. */
import {describe, expect, it} from 'vitest';
import {runMotion, type MotionAnswers, type MotionRequest} from '../formats/motion/run-motion.ts';

const short = {style: 'short'} as const;
const topic = 'Night trains should be free.';

/** What the sides say, each naming the other by its name. */
const speeches: MotionAnswers = ({kind, seat}) => {
	const other = seat.startsWith('for') ? 'Name of against_1' : 'Name of for_1';
	if (kind === 'late_claims' || kind === 'new_claims') return {sentences: [2]};
	if (kind === 'point_look') return {rise: false, severity: 'low', sentence: null, point: ''};
	return ['opening', 'rebuttal', 'closing'].includes(kind)
		? `As ${other} grants, a sleeper spares one night in a ${kind} hotel. The rails to the coast rust in the ${kind} of ${seat}.`
		: undefined;
};

/** The copy that a judge reads, its sentences by number. */
const copyIn = ({request}: MotionRequest): string => request.messages.map(({content}) => content).join('\n');
const isAFor = (asked: MotionRequest): boolean => copyIn(asked).includes('Side A is for the motion');

const even = {better: 'even', sentences: []};
/** A verdict for one side that rests on the first sentence of the copy that is like this, or on words of nobody. */
function verdict(
	asked: MotionRequest,
	{winner, margin = 2, of}: {winner: 'for' | 'against'; margin?: number; of: RegExp},
) {
	const [, number = '0', text = ''] =
		[...copyIn(asked).matchAll(/^\[(\d+)\] (.+)$/gmu)].find(([, , one = '']) => of.test(one)) ?? [];
	return {
		grounds: {arguments: even, rebuttal: even, evidence: even, answering: even, conduct: even},
		decisive: {sentence: Number(number), phrase: text.split(' ').slice(0, 6).join(' ')},
		winner: isAFor(asked) === (winner === 'for') ? 'A' : 'B',
		margin,
	};
}

const held = (judge: (asked: MotionRequest) => object, more: {judges?: number; models?: Record<string, string>} = {}) =>
	runMotion({
		overHttp: true,
		topic,
		config: {...short, ...(more.judges !== undefined && {verdict: {judges: more.judges}})},
		...(more.models && {models: more.models}),
		answers: asked => (asked.kind === 'judge_verdict' ? judge(asked) : speeches(asked)),
	});

const makers = {judge: 'one/a', judge_2: 'two/b', judge_3: 'three/c'};
const spoken = /spares one night/u;
const nobodys = /words that nobody said/u;

describe('an honest verdict', () => {
	it('stands though its phrase has a label where a name was said', async () => {
		const {state} = await held(asked => verdict(asked, {winner: 'against', of: /^As Side [AB] grants/u}));
		const [reading] = state.formats.motion.verdicts[0]?.readings ?? [];
		expect(reading?.void).toBeUndefined();
		expect(reading?.decisive?.text).toMatch(/^As Name of (?:for|against)_1 grants/u);
		expect(state.formats.motion.panel).toMatchObject({winner: 'against', margin: -2});
	});
});

describe('no verdict is won', () => {
	it('by a claim that was ruled out as new', async () => {
		const {state} = await held(asked => verdict(asked, {winner: 'for', of: /rust in the closing/u}));
		expect(state.formats.motion.newClaims.flatMap(({sentences}) => sentences).join(' ')).toContain('in the closing');
		expect(state.formats.motion.panel).toMatchObject({winner: null, judges: 0});
		expect(state.outcome).toBe('degraded');
	});

	it('by the one judge of three that did not fail', async () => {
		const {state} = await held(
			asked => verdict(asked, {winner: 'for', margin: 3, of: asked.seat === 'judge' ? spoken : nobodys}),
			{judges: 3, models: makers},
		);
		expect(state.formats.motion.panel).toMatchObject({winner: null, margin: null, judges: 1});
		expect(state.outcome).toBe('degraded');
	});

	it('by one voice that was seated twice', async () => {
		const two = await held(
			asked => verdict(asked, {winner: asked.seat === 'judge_3' ? 'against' : 'for', margin: 1, of: spoken}),
			{judges: 3, models: {...makers, judge_2: 'elsewhere/a-2025-03-01'}},
		);
		expect(two.state.formats.motion.verdicts.map(({judge}) => judge)).toEqual(['judge', 'judge_3']);
		expect(two.state.formats.motion.panel).toMatchObject({winner: 'tie', margin: 0});
	});
});
