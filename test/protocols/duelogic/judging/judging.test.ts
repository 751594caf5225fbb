import {describe, expect, it} from 'vitest';
import type {Seat} from '../../../../src/debate/seats.ts';
import {emptyState, type DebateState, type Turn} from '../../../../src/debate/state.ts';
import {evaluate, requiredInterjection} from '../../../../src/protocols/duelogic/judging/evaluation.ts';
import {panelFor, judgedTurn, judgePrompt, verdictOf} from '../../../../src/protocols/duelogic/judging/judging.ts';
import {JudgeAnswer} from '../../../../src/protocols/duelogic/config/answers.ts';
import {participantsOf} from '../run-duelogic.ts';
import {parseDuelogicConfig} from '../../../../src/protocols/duelogic/config/config.ts';
import {createDebate} from '../../../../src/protocols/duelogic/seating/seating.ts';

const ofOpponent = 'A vote that nobody casts is a voice that nobody hears, and so we owe it to each other.';
const ofTurn = [
	'My opponent says that a vote nobody casts is a voice nobody hears.',
	'They say so because we owe it to each other, and I would sign that myself.',
	'I have learned from this that silence is heard too.',
	'Yet taken together people are better off when they are left alone.',
	'My framework cannot count the loss of one who is forced.',
	'It fails the conscientious objector, and that would change my mind.',
].join(' ');

type Item = JudgeAnswer['items'][number];
const item = (id: Item['id'], quote: string | null, more: Partial<Item> = {}): Item => ({
	id,
	answer: 'yes',
	quote,
	target_quote: null,
	target_turn: null,
	...more,
});
const nothing = (id: Item['id']): Item => ({id, answer: 'no', quote: null, target_quote: null, target_turn: null});
const violation = (
	id: JudgeAnswer['violations'][number]['id'],
	quote: string,
	more: Partial<JudgeAnswer['violations'][number]> = {},
): JudgeAnswer['violations'][number] => ({
	id,
	severity: 'major',
	quote,
	target_quote: null,
	target_turn: null,
	note: '',
	...more,
});

const restated = item('S1', 'a vote nobody casts is a voice nobody hears', {
	target_quote: 'A vote that nobody casts is a voice',
	target_turn: 't1',
});
const strong: JudgeAnswer = {
	items: [
		restated,
		item('S2', 'because we owe it to each other'),
		item('S3', 'I would sign that myself'),
		item('S4', 'I have learned from this'),
		nothing('S5'),
		item('C1', 'My framework cannot count the loss'),
		item('C2', 'the loss of one who is forced'),
		item('C3', 'It fails the conscientious objector'),
		item('C4', 'that would change my mind'),
		item('F1', 'taken together people are better off'),
	],
	violations: [],
};
const bare: JudgeAnswer = {
	items: [...strong.items.filter(({id}) => id === 'F1'), nothing('S1'), nothing('C1')],
	violations: [],
};

type Setting = {
	readonly config?: object;
	readonly voices?: Readonly<Record<string, string>>;
	readonly judges?: number;
	readonly text?: string;
	readonly finish?: Turn['finish'];
	readonly resumption?: string;
	readonly opponent?: string;
};

function scene({
	config: partial = {},
	voices = {},
	judges = 1,
	text = ofTurn,
	finish = 'complete',
	resumption,
	opponent = ofOpponent,
}: Setting = {}) {
	const config = parseDuelogicConfig(partial);
	const participants = participantsOf(config, {voices, judges});
	const debate = createDebate({config, subject: {text: 'Voting should be compulsory.'}, participants});
	const turns = [
		turn('t1', 'chair_2', 'opening', opponent),
		turn('t2', 'chair_1', 'reply', text, finish),
		...(resumption === undefined ? [] : [turn('t3', 'chair_1', 'resumption', resumption)]),
	];
	const heard: DebateState = {
		...emptyState,
		turns,
		seats: participants.map((seat): Seat => ({...seat, out: undefined, formerly: [], since: 0})),
	};
	const [, replied = turn('t2', 'chair_1', 'reply', text), resumed] = turns;
	const judged = judgedTurn(debate, heard, replied, resumed);
	return {debate, heard, judged, panel: panelFor(debate, heard, 'chair_1')};
}

function turn(id: string, speaker: string, kind: string, text: string, finish: Turn['finish'] = 'complete'): Turn {
	return {
		id,
		speaker,
		by: undefined,
		kind,
		text,
		finish,
		segment: 'exchange',
		round: 1,
		step: undefined,
		replyTo: undefined,
		amid: undefined,
		startedAt: 0,
		endedAt: 1,
		reason: undefined,
		usage: undefined,
		cost: undefined,
		contentHash: undefined,
		firstTokenMs: undefined,
		totalMs: undefined,
		evaluation: undefined,
		cut: undefined,
		interjection: undefined,
	};
}

function judge(setting: Setting, ...answers: (JudgeAnswer | string)[]) {
	const {debate, heard, judged, panel} = scene({judges: Math.max(1, answers.length), ...setting});
	const verdicts = answers.map((answer, index) =>
		verdictOf(
			`judge_${index + 1}`,
			typeof answer === 'string'
				? {ok: false, reason: answer, raw: 'prose'}
				: {ok: true, value: JudgeAnswer.parse(answer)},
			judged,
		),
	);
	return {evaluation: evaluate(debate, judged, panel, verdicts), debate, heard, panel};
}

describe('an evaluation', () => {
	it('carries every item with its quotation, offsets and match, and the working of its score', () => {
		const {evaluation} = judge({}, strong);
		expect(evaluation).toMatchObject({
			turnId: 't2',
			judge: 'judge',
			adherenceScore: 100,
			requiresInterjection: false,
			violations: [],
			steelManning: {attempted: true, quality: 'strong', applicable: true},
			selfCritique: {attempted: true, quality: 'strong', applicable: true},
			frameworkConsistency: {consistent: true, level: 'consistent'},
			intellectualHonesty: {score: 'high'},
		});
		expect(evaluation.items.map(({id, answer, match}) => [id, answer, match].join(' '))).toEqual([
			'S1 yes exact',
			'S2 yes exact',
			'S3 yes exact',
			'S4 yes exact',
			'S5 no ',
			'C1 yes exact',
			'C2 yes exact',
			'C3 yes exact',
			'C4 yes exact',
			'F1 yes exact',
			'S6 yes exact',
		]);
		for (const {quote, start, end, answer} of evaluation.items)
			if (answer === 'yes') expect(ofTurn.slice(start, end)).toBe(quote);
		expect(evaluation.working.map(({points}) => points)).toEqual([25, 25, 25, 25]);
	});

	it('finds the opponent’s words though the judge names the wrong turn', () => {
		const {evaluation} = judge({}, {...strong, items: [{...restated, target_turn: 't9'}, ...strong.items.slice(1)]});
		expect(evaluation.items[0]).toMatchObject({targetMatch: 'exact', targetTurn: 't1'});
	});

	it('is at most weak where the restated claim was never made', () => {
		const {evaluation} = judge(
			{},
			{...strong, items: [{...restated, target_quote: 'the state should own every home'}, ...strong.items.slice(1)]},
		);
		expect(evaluation.steelManning).toMatchObject({
			quality: 'weak',
			notes: 'void, for want of a quotation that stands: S1',
		});
		expect(evaluation.adherenceScore).toBe(85);
	});

	it('is not strong where the chair’s own case comes before the restatement', () => {
		const text = `Taken together people are better off when left alone. ${ofTurn}`;
		const early = {
			...strong,
			items: strong.items.map(each =>
				each.id === 'F1' ? item('F1', 'Taken together people are better off when left alone') : each,
			),
		};
		expect(judge({text}, early).evaluation.steelManning?.quality).toBe('adequate');
	});

	it('does not take a point granted for a change of ground', () => {
		const {evaluation} = judge(
			{},
			{...strong, violations: [violation('V', 'because we owe it to each other', {note: 'communitarian'})]},
		);
		expect(evaluation.frameworkConsistency).toEqual({consistent: true, level: 'consistent'});
		const drifted = judge(
			{},
			{...strong, violations: [violation('V', 'when they are left alone', {note: 'libertarian'})]},
		).evaluation;
		expect(drifted.frameworkConsistency).toEqual({
			consistent: false,
			level: 'major_drift',
			violations: ['V: libertarian'],
		});
	});

	it('caps a straw man at 55 only if both quotations stand', () => {
		const straw = violation('X1', 'a vote nobody casts is a voice nobody hears', {
			target_quote: 'we owe it to each other',
			target_turn: 't1',
		});
		expect(judge({}, {...strong, violations: [straw]}).evaluation).toMatchObject({
			adherenceScore: 55,
			cap: {at: 55},
			requiresInterjection: true,
			violations: [{violation: 'straw_manning', major: true}],
		});
		expect(judge({}, {...strong, violations: [{...straw, target_quote: null}]}).evaluation).toMatchObject({
			adherenceScore: 100,
			requiresInterjection: false,
			violations: [],
		});
		expect(
			judge({}, {...strong, violations: [{...straw, quote: 'the earth is flat and square'}]}).evaluation.adherenceScore,
		).toBe(100);
	});

	it('gives the same score whatever the chair is called', () => {
		const named = judge(
			{
				config: {
					chairs: [{framework: 'utilitarian', modelId: 'a/b', modelDisplayName: 'Zed'}, {framework: 'virtue_ethics'}],
				},
			},
			strong,
		).evaluation;
		expect(named.adherenceScore).toBe(judge({}, strong).evaluation.adherenceScore);
	});

	it('leaves out what the mandates switch off', () => {
		const {evaluation} = judge({config: {mandates: {requireSteelManning: false, requireSelfCritique: false}}}, bare);
		expect(evaluation).toMatchObject({
			adherenceScore: 100,
			steelManning: {applicable: false},
			selfCritique: {applicable: false},
			violations: [],
		});
	});

	it('owes no steel man before an opponent has spoken', () => {
		expect(judge({opponent: ''}, strong).evaluation).toMatchObject({
			steelManning: {applicable: false},
			adherenceScore: 100,
		});
	});
});

describe('a turn that was cut', () => {
	it('is judged as one with its resumption, and offsets point into the turn alone', () => {
		const [text, resumption] = [
			ofTurn.slice(0, ofTurn.indexOf('My framework')),
			ofTurn.slice(ofTurn.indexOf('My framework')),
		];
		const {evaluation} = judge({text, resumption, finish: 'interrupted'}, strong);
		expect(evaluation).toMatchObject({turnId: 't2', adherenceScore: 100});
		expect(evaluation.items.find(({id}) => id === 'C1')).toMatchObject({match: 'exact', note: 'said in t3'});
		expect(evaluation.items.find(({id}) => id === 'C1')).not.toHaveProperty('start');
	});

	it('does not owe what it could not reach', () => {
		const {evaluation} = judge(
			{text: ofTurn.slice(0, 150), finish: 'interrupted'},
			{...strong, items: strong.items.map(each => (each.id.startsWith('C') ? nothing(each.id) : each))},
		);
		expect(evaluation.selfCritique?.applicable).toBe(false);
		expect(evaluation.violations).toEqual([]);
	});

	it('is shown to the judge once more, as one', () => {
		const {debate, heard, judged} = scene({
			text: 'I was saying that, and',
			finish: 'interrupted',
			resumption: 'so it stands.',
		});
		const task = judgePrompt(debate, heard, 'judge', judged).messages.at(-1)?.content ?? '';
		expect(task).toContain(
			'<turn id="t2" speaker="chair_1" name="Claude Sonnet 4" kind="reply" segment="exchange">\nI was saying that, and so it stands.\n</turn>',
		);
	});
});

describe('no score is made up', () => {
	it('where the judge fails, with its reason and what it said instead', () => {
		expect(judge({}, 'timed out').evaluation).toMatchObject({
			adherenceScore: null,
			reason: 'judge_1: timed out',
			raw: 'prose',
			requiresInterjection: false,
			violations: [],
			working: [],
		});
	});

	it('where the answer leaves out what decides a level', () => {
		expect(judge({}, {items: [], violations: []}).evaluation).toMatchObject({
			adherenceScore: null,
			reason: 'judge_1: the checklist came back without S1, C1, F1',
		});
	});

	it('where fewer than half of the panel are of use', () => {
		expect(judge({}, strong, 'failed', 'failed').evaluation.adherenceScore).toBeNull();
		expect(judge({}, strong, 'failed').evaluation.adherenceScore).toBe(100);
		expect(judge({}, strong, strong, 'failed').evaluation.adherenceScore).toBe(100);
	});
});

describe('a panel', () => {
	it('shows the range of its judges’ scores', () => {
		expect(judge({}, strong, strong, bare).evaluation).toMatchObject({
			judge: 'judge',
			judges: ['judge', 'judge_2', 'judge_3'],
			adherenceScore: 100,
			range: [50, 100],
		});
	});

	it('is never more than three', () => {
		expect(scene({judges: 5}).panel.judges).toHaveLength(3);
	});
});

describe('a judge', () => {
	const ids = (setting: Setting) => {
		const {panel} = scene(setting);
		return [panel.judges.map(({id}) => id).join(' '), panel.selfJudged];
	};

	it('does not judge its own model’s turn while there is another', () => {
		expect(ids({judges: 2, voices: {judge: 'test:anthropic/claude-sonnet-4'}})).toEqual(['judge_2', false]);
		expect(ids({judges: 1, voices: {judge: 'test:anthropic/claude-sonnet-4'}})).toEqual(['arbiter', false]);
	});

	it('does so where there is no other, and the score says it', () => {
		const voices = {chair_1: 'rehearsal', judge: 'rehearsal', arbiter: 'rehearsal'};
		expect(ids({voices})).toEqual(['judge', true]);
		expect(judge({voices}, strong).evaluation.selfJudged).toBe(true);
	});

	it('is the arbiter where nobody was cast as one', () => {
		expect(ids({judges: 0})).toEqual(['arbiter', false]);
	});
});

describe('the arbiter steps in', () => {
	const due = (config: object, answer: JudgeAnswer) => {
		const {evaluation, debate} = judge({config}, answer);
		return requiredInterjection(debate.config, evaluation, 'chair_1')?.violation;
	};
	const minor: JudgeAnswer = {
		...strong,
		violations: [
			violation('evaded_direct_question', 'silence is heard too', {severity: 'minor'}),
			violation('overclaimed_certainty', 'that would change my mind', {severity: 'minor'}),
		],
	};

	it('never where relaxed, on major violations where moderate, on every one where strict', () => {
		expect(
			['relaxed', 'moderate', 'strict'].map(accountabilityLevel => due({arbiter: {accountabilityLevel}}, bare)),
		).toEqual([undefined, 'straw_manning', 'straw_manning']);
		expect(
			['relaxed', 'moderate', 'strict'].map(accountabilityLevel => due({arbiter: {accountabilityLevel}}, minor)),
		).toEqual([undefined, undefined, 'rhetorical_evasion']);
	});

	it('not where it is switched off', () => {
		expect(due({mandates: {arbiterCanInterject: false}}, bare)).toBeUndefined();
		expect(due({interruptions: {allowArbiterInterruptions: false}}, bare)).toBeUndefined();
		expect(due({interruptions: {enabled: false}}, bare)).toBe('straw_manning');
	});

	it.each([
		[
			'an absent self-critique',
			{...strong, items: strong.items.map(each => (each.id.startsWith('C') ? nothing(each.id) : each))},
			'missing_self_critique',
		],
		['a major drift', {...strong, violations: [violation('V', 'when they are left alone')]}, 'framework_inconsistency'],
		[
			'low honesty',
			{...strong, violations: [violation('invented_source', 'silence is heard too')]},
			'rhetorical_evasion',
		],
	] as const)('on %s', (_, answer, wanted) => {
		expect(due({}, {items: [...answer.items], violations: [...answer.violations]})).toBe(wanted);
	});
});

describe('what a chair is told and what its judge asks', () => {
	it('are never at odds, whatever the mandates', () => {
		for (const requireSteelManning of [true, false]) {
			for (const requireSelfCritique of [true, false]) {
				const {debate, heard, judged} = scene({config: {mandates: {requireSteelManning, requireSelfCritique}}});
				const {messages} = judgePrompt(debate, heard, 'judge', judged);
				const [system, task] = [messages[0]?.content ?? '', messages.at(-1)?.content ?? ''];
				expect([/^- steel_man: /mu.test(system), /^- S1: /mu.test(system), /^- S1: /mu.test(task)]).toEqual([
					requireSteelManning,
					requireSteelManning,
					requireSteelManning,
				]);
				expect([/^- self_critique: /mu.test(system), /^- C1: /mu.test(system), /^- C1: /mu.test(task)]).toEqual([
					requireSelfCritique,
					requireSelfCritique,
					requireSelfCritique,
				]);
			}
		}
	});
});
