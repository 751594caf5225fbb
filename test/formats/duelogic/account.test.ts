/** What a turn owes is one account: asked by its prompt, changed by a cut, recorded with it, and read by its judges. */
import {expect, it, describe} from 'vitest';
import {emptyState, type DebateState, type Turn} from '../../../src/debate/state.ts';
import {accountOf, afterCut, type OwedAccount} from '../../../src/formats/duelogic/account.ts';
import {replyPrompt, resumptionPrompt} from '../../../src/formats/duelogic/chair-prompts.ts';
import {parseDuelogicConfig} from '../../../src/formats/duelogic/config.ts';
import {judgingOf} from '../../../src/formats/duelogic/judging.ts';
import {createDebate, type DuelogicDebate} from '../../../src/formats/duelogic/seats.ts';
import {turn} from './judging/turn.ts';
import {participantsOf} from './run-duelogic.ts';
import {looksOf, verdictOf} from './verdict.ts';

const byName = 'And you, Claude Sonnet 4, who pays?';
const unnamed = 'Would you have the old stand?';
const fromTheHost = 'Claude Sonnet 4, what of the rain?';
const cutIn = 'Whom did you ever ask?';

const staged = (preset: object = {}): DuelogicDebate => {
	const config = parseDuelogicConfig(preset);
	return createDebate({config, subject: {text: 'Towns should set up benches.'}, participants: participantsOf(config)});
};
const pair = staged();
const three = staged({
	chairs: ['utilitarian', 'virtue_ethics', 'deontological'].map((framework, at) => ({
		position: `chair_${at + 1}`,
		framework,
		modelId: ['anthropic/claude-sonnet-4', 'x-ai/grok-3', 'other/one'][at],
		...(at === 0 && {modelDisplayName: 'Claude Sonnet 4'}),
	})),
});

const own = turn('t1', 'chair_1', 'A bench costs little.', {kind: 'opening', segment: 'opening', round: undefined});
const theirs = turn('t2', 'chair_2', `${unnamed} It will be cold there. ${byName}`);
const host = turn('t3', 'arbiter', fromTheHost, {kind: 'question', replyTo: 't1'});
const listener = turn('t4', 'user', 'Is this about parks? I like them.', {kind: 'barge-in'});
const before: DebateState = {...emptyState, segment: 'exchange', round: 1, turns: [own, theirs, host, listener]};

const wordsOf = (sentences: readonly (readonly [string, string])[]) =>
	sentences.map(([turnId, sentence]) => ({turnId, sentence}));

describe('the account of a reply', () => {
	it.each([
		[
			'two',
			pair,
			[
				['t3', fromTheHost],
				['t2', byName],
				['t4', 'Is this about parks?'],
				['t2', unnamed],
			],
		],
		[
			'three',
			three,
			[
				['t3', fromTheHost],
				['t2', byName],
				['t4', 'Is this about parks?'],
			],
		],
	] as const)('of %s has what its prompt asks, and no more', (_, debate, asked) => {
		const account = accountOf(debate, before, 'chair_1', 1);
		expect(account).toMatchObject({owes: {steelManning: true, selfCritique: true}, asked: wordsOf(asked)});
		const chair = debate.chairs[0] ?? expect.fail();
		const task = replyPrompt(debate, before, chair, 1, account).messages.at(-1)?.content ?? '';
		for (const sentence of [fromTheHost, byName, 'Is this about parks?']) expect(task).toContain(sentence);
	});

	it('has one question where one point is asked for', () => {
		const short = staged({flow: {maxExchanges: 3}});
		const {asked} = accountOf(short, {...before, turns: [own, theirs]}, 'chair_1', 2);
		expect(asked).toEqual(wordsOf([['t2', byName]]));
	});
});

const cutTurn = ({owes, asked}: OwedAccount): Turn =>
	turn('t5', 'chair_1', 'A bench in the sun is cheap.', {
		finish: 'interrupted',
		owes,
		asked,
		cut: {
			type: 'interruption',
			turnId: 't5',
			interrupted: 'chair_1',
			interrupter: 'chair_2',
			reason: 'direct_challenge',
			trigger: 'A bench in the sun is cheap.',
			opener: '',
			line: '',
			urgency: 0.9,
			atMs: 1,
		},
	});
const interruption = turn('t6', 'chair_2', `Wait. ${cutIn}`, {kind: 'interruption', replyTo: 't5'});

describe('after a cut', () => {
	const account = accountOf(pair, before, 'chair_1', 1);
	const first = cutTurn(account);
	const heard: DebateState = {...before, turns: [...before.turns, first, interruption]};
	const changed = afterCut(account, heard, first);

	it('all is owed still, and what was asked by whoever cut in', () => {
		expect(changed.owes).toEqual(account.owes);
		expect(changed.asked).toEqual([...account.asked, ...wordsOf([['t6', cutIn]])]);
		const chair = pair.chairs[0] ?? expect.fail();
		const task =
			resumptionPrompt(pair, heard, chair, {
				turn: first,
				account: changed,
				interrupter: 'chair_2',
				shown: [],
			}).messages.at(-1)?.content ?? '';
		for (const sentence of [fromTheHost, byName, 'Is this about parks?', '- self_critique', '- steel_man'])
			expect(task).toContain(sentence);
	});

	/** The turn and how it was resumed, judged by one who finds that a question was passed over. */
	const evading = (place: readonly [string, number], recorded: Partial<Pick<Turn, 'owes' | 'asked'>>) => {
		const resumption = turn('t7', 'chair_1', 'I hear you. A bench costs little, and it lasts.', {
			kind: 'resumption',
			replyTo: 't6',
			owes: changed.owes,
			asked: changed.asked,
			...recorded,
		});
		const judging = judgingOf(
			pair,
			{...heard, turns: [...heard.turns, resumption]},
			first,
			{steelManning: true, selfCritique: true},
			[resumption],
		);
		const finding = {
			answer: 'major',
			sentence: 1,
			phrase: 'A bench in the',
			other_turn: place[0],
			other_sentence: place[1],
		};
		const answers = new Map(
			judging.first.map(({judge, schema}) => [
				judge,
				{ok: true as const, value: schema.parse(verdictOf({evaded_direct_question: finding}))},
			]),
		);
		const second = new Map(
			judging
				.second(answers)
				.map(({judge, prompt, schema}) => [
					judge,
					{ok: true as const, value: schema.parse(looksOf(prompt.messages.at(-1)?.content ?? '', () => 'yes'))},
				]),
		);
		const evaluation = judging.evaluation(answers, second);
		const task = judging.first[0]?.prompt.messages.at(-1)?.content ?? '';
		return {task, evaluation, evaded: evaluation.items.find(({id}) => id === 'evaded_direct_question')};
	};

	it.each([
		['by name', ['t2', 3]],
		['without a name', ['t2', 1]],
		['by the host', ['t3', 1]],
		['by a listener', ['t4', 1]],
		['by whoever cut in', ['t6', 2]],
	] as const)('a question that was put %s is judged, and its judge is told of it', (_, place) => {
		const {task, evaded} = evading(place, {});
		expect(evaded).toMatchObject({answer: 'yes', targetTurn: place[0]});
		expect(task).toMatch(new RegExp(`^It was asked: .*${place[0]} ${place[1]} “`, 'mu'));
	});

	it('what the last prompt did not ask is judged by nobody', () => {
		const {evaded} = evading(['t2', 3], {asked: []});
		expect(evaded).toMatchObject({answer: 'no', note: 'the speaker was not asked to answer it'});
	});

	it.each([
		['selfCritique', 'missing_self_critique'],
		['steelManning', 'missing_steel_man'],
	] as const)('%s is excused where it was not asked for again, and else is not', (duty, violation) => {
		const called = (owes: Turn['owes']) => evading(['t2', 3], {owes}).evaluation.violations.map(each => each.violation);
		expect(called({...account.owes, [duty]: false})).not.toContain(violation);
		expect(called(account.owes)).toContain(violation);
	});
});
