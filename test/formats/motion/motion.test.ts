/** A motion debate on the real engine: its running order, points, questions, closings, and how it ends. */
import {mkdtempSync, readFileSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {unjudgedText} from '../../../src/debate/views/judgements.ts';
import {cardOf} from '../../../src/exports/card.ts';
import {episodeFrom} from '../../../src/exports/episode.ts';
import {escapeInline} from '../../../src/exports/escape-markdown.ts';
import {html} from '../../../src/exports/page.ts';
import {markdown} from '../../exports/written.ts';
import {motion} from '../../../src/formats/motion/motion.ts';
import {motionSections} from '../../../src/formats/motion/sections.ts';
import {episodeWords} from '../../../src/languages/find.ts';
import {motionBlocks} from '../../../src/formats/motion/pane.ts';
import {allRows} from '../../../src/view/blocks.ts';
import {progressOf} from '../../../src/view/pane-rows.ts';
import {motionConfig} from '../../../src/formats/motion/seats.ts';
import {openStretch} from '../../../src/formats/motion/points-of-information.ts';
import {bare, sentencesOf} from '../../../src/rehearsal/text.ts';
import type {JournalEvent} from '../../../src/debate/events.ts';
import {runningOrder} from '../../../src/debate/views/motion.ts';
import {countWords} from '../../../src/debate/text/words.ts';
import {essence} from '../../engine/laws.ts';
import {some, thorough} from '../../hunt/every.ts';
import {runMotion, type MotionAnswers} from './run-motion.ts';

const order = (turns: readonly {kind: string; speaker: string}[]) =>
	turns
		.filter(({kind}) => ['opening', 'rebuttal', 'question', 'closing'].includes(kind))
		.map(({kind, speaker}) => `${kind} ${speaker}`);
/** The parts that were held, as the pane's running order has them. */
const held = (events: readonly JournalEvent[]) =>
	events.flatMap(event =>
		event.type === 'segment-start'
			? [{segment: event.segment, ...(event.round === undefined ? {} : {round: event.round})}]
			: [],
	);
const quiet: MotionAnswers = ({kind}) =>
	kind === 'point_look' ? {rise: false, severity: 'low', sentence: null, point: ''} : undefined;

describe('the ledger of a motion', () => {
	const said = {new: [], answered: [], conceded: [], withdrawn: []};
	const own = {claim: 'A1', sentence: 'It is so because of this reason.'};
	/** A side's first speaker claims something, the other side answers it, and a teammate takes it back. */
	const kept: MotionAnswers = asked => {
		if (asked.kind === 'ledger')
			return (
				[
					{...said, new: [{claim: 'cages harm', sentence: own.sentence, against: null}]},
					{...said, answered: [own], new: [{claim: 'zoos teach', sentence: own.sentence, against: 'A1'}]},
					{...said, answered: [own]},
					{...said, answered: [{...own, claim: 'B1'}], withdrawn: [own]},
				][asked.nth - 1] ?? said
			);
		return ['opening', 'rebuttal'].includes(asked.kind) ? `${own.sentence} And ${asked.seat} says more.` : quiet(asked);
	};

	it('takes no claim from a closing’s sentence that was ruled out as new', async () => {
		const late = 'A wholly late reason comes up here.';
		const bring = (claim: string, sentence: string) => ({claim, sentence, against: null});
		const {state} = await runMotion({
			config: {style: 'short'},
			answers: asked => {
				if (asked.kind === 'closing') return `${late} ${own.sentence}`;
				if (asked.kind === 'new_claims') return {sentences: [1]};
				if (asked.kind === 'ledger')
					return {...said, new: [bring('this is late', late), bring('this is not', own.sentence)]};
				return quiet(asked);
			},
		});
		expect(state.formats.motion.newClaims).toMatchObject([{sentences: [late]}, {sentences: [late]}]);
		expect(state.formats.ledger.claims.map(({claim}) => claim)).toEqual(['this is not', 'this is not']);
	});

	it('belongs to the sides, is told to all but openers, and takes only what can be', async () => {
		const {state, asked} = await runMotion({
			config: {style: 'short', speakers: {for: [{}, {}], against: [{}, {}]}},
			answers: kept,
		});
		expect(state.formats.ledger.claims).toMatchObject([
			{id: 'A1', holder: 'for_1', status: 'withdrawn', settled: {by: 'for_2'}},
			{id: 'B1', holder: 'against_1', against: 'A1', status: 'answered', settled: {by: 'for_2'}},
		]);
		const told = (kind: string) =>
			asked
				.filter(one => one.kind === kind)
				.map(({request}) => /<ledger>/u.test(request.messages.at(-1)?.content ?? ''));
		expect(told('opening')).toEqual([false, false]);
		expect(told('rebuttal')).toEqual([true, true]);
	});
});

describe('a motion debate', () => {
	it('goes through its order, against before for where it answers', async () => {
		const {state, events} = await runMotion({answers: quiet});
		expect(held(events)).toEqual(runningOrder(state).items);
		expect(order(state.turns)).toEqual([
			'opening for_1',
			'opening against_1',
			'rebuttal against_1',
			'rebuttal for_1',
			'question for_1',
			'question against_1',
			'question for_1',
			'question against_1',
			'rebuttal for_1',
			'rebuttal against_1',
			'closing against_1',
			'closing for_1',
		]);
		expect(state.outcome).toBe('completed');
		expect(state.formats.motion.panel?.judges).toBe(1);
		expect(state.turns.at(-1)?.segment).toBe('verdict');
	});

	it('is short without questions, and has no verdict where none is wanted', async () => {
		const {state, events} = await runMotion({config: {style: 'short', verdict: {enabled: false}}, answers: quiet});
		expect(held(events)).toEqual(runningOrder(state).items);
		expect(state.turns.some(({kind}) => kind === 'question')).toBe(false);
		expect([state.outcome, state.formats.motion.panel]).toEqual(['completed', undefined]);
	});

	it('lets the speakers of a side take turns', async () => {
		const {state} = await runMotion({
			config: {style: 'short', speakers: {for: [{}, {persona: 'a farmer'}], against: [{}, {}]}},
			answers: quiet,
		});
		expect(order(state.turns)).toEqual([
			'opening for_1',
			'opening against_1',
			'rebuttal against_2',
			'rebuttal for_2',
			'closing against_1',
			'closing for_1',
		]);
	});

	it('keeps the openings from each other', async () => {
		const {asked, turns} = await runMotion({config: {style: 'short'}, answers: quiet});
		const [first] = turns('opening');
		const sent = asked.find(({kind, seat}) => kind === 'opening' && seat === 'against_1')?.request.messages ?? [];
		expect(first?.text).not.toBe('');
		expect(sent.some(({content}) => content.includes(first?.text.slice(0, 60) ?? '…'))).toBe(false);
	});

	it('says no longer sentence twice, whatever the seed', async () => {
		for (const seed of some([1, 2, 3], 2)) {
			const {state} = await runMotion({seed, config: {verdict: {enabled: false}}});
			const said = state.turns.flatMap(({text}) => sentencesOf(text)).filter(text => countWords(text) > 8);
			const words = said.map(bare);
			expect(words.filter((text, at) => words.indexOf(text) !== at)).toEqual([]);
		}
	});

	it('goes on from every place of its journal to the same end', async () => {
		const whole = await runMotion({config: {style: 'short'}});
		const lines = readFileSync(whole.file, 'utf8').trimEnd().split('\n');
		for (let upto = 3; upto < lines.length; upto += Math.ceil(lines.length / (thorough ? 9 : 5))) {
			const file = path.join(mkdtempSync(path.join(tmpdir(), 'motion-')), 'debate.jsonl');
			writeFileSync(file, `${lines.slice(0, upto).join('\n')}\n`);
			const again = await runMotion({config: {style: 'short'}, file});
			expect(essence(again.state)).toEqual(essence(whole.state));
			const [one, other] = [whole, again].map(({state}) => state.formats.motion.panel);
			expect([other?.winner, other?.margin]).toEqual([one?.winner, one?.margin]);
		}
	});

	it('is held between two people, with a model as judge', async () => {
		const {state} = await runMotion({
			config: {style: 'short'},
			people: ['for_1', 'against_1'],
			onEvent(event, {act}) {
				if (event.type !== 'turn-wanted') return;
				const {call, participant, kind} = event;
				act({
					action: 'say',
					participant,
					call,
					text: `This is what ${participant} says as ${kind}. It has two sentences.`,
				});
			},
		});
		expect(state.turns.filter(({by}) => by?.voice.startsWith('human')).map(({kind}) => kind)).toEqual([
			'opening',
			'opening',
			'rebuttal',
			'rebuttal',
			'closing',
			'closing',
		]);
		expect(state.formats.motion.panel?.judges).toBe(1);
		expect(state.formats.motion.points).toEqual([]);
	});

	/** Everything sits on rehearsals but the seats that are named. */
	const amongRehearsals = (others: {readonly people?: readonly string[]; readonly models?: readonly string[]}) =>
		runMotion({
			config: {style: 'short', verdict: {judges: 2}},
			people: others.people ?? [],
			rehearsed: ['for_1', 'against_1', 'moderator', 'judge', 'judge_2'].filter(
				id => ![...(others.people ?? []), ...(others.models ?? [])].includes(id),
			),
			onEvent(event, {act}) {
				if (event.type !== 'turn-wanted') return;
				const {call, participant} = event;
				act({action: 'say', participant, call, text: 'My reply is short. I am for it. That is all.'});
			},
		});

	it.each([
		['a person', {people: ['for_1']}, 'Name of for_1'],
		['a model', {models: ['against_1']}, 'Name of against_1'],
	])('has no verdict of rehearsals over %s, and says why and what would give one', async (_, others, name) => {
		const {state, events, asked} = await amongRehearsals(others);
		expect(asked.filter(({kind}) => kind === 'judge_verdict' || kind === 'stance')).toEqual([]);
		expect(events.filter(({type}) => type === 'verdict' || type === 'verdict-panel')).toEqual([]);
		expect(state.outcome).toBe('completed');
		expect(state.turns.at(-1)?.text).toMatch(/^There is no verdict: only a rehearsal would judge/u);
		const said = `No verdict: ${name} is no rehearsal, and only a rehearsal judges here. A model would give one: --judge VOICE, or Judges in the settings.`;
		const pane = allRows(motionBlocks(state, 200)).map(({spans}) => spans.map(({text}) => text).join(''));
		expect(pane).toContain(said);
		expect(motionSections(state, false, episodeWords('en')).join('\n')).toContain(escapeInline(said));
		expect([...html(episodeFrom(state, {format: motion}))].join('')).toContain(said);
		expect(cardOf(state, undefined).verdict).toBe(
			`No verdict: ${name} is no rehearsal, and only a rehearsal judges here.`,
		);
	});

	it.each([
		['rehearsals', {}, 'judge'],
		['a person, where a model is among the judges', {people: ['for_1'], models: ['judge_2']}, 'judge_2'],
	])('has a verdict over %s', async (_, others, judge) => {
		const {state} = await amongRehearsals(others);
		expect(state.formats.motion.panel?.judges).toBe(1);
		expect(state.formats.motion.verdicts.map(verdict => verdict.judge)).toEqual([judge]);
		expect(unjudgedText(state)).toBeUndefined();
	});
});

describe('a listener of rehearsals', () => {
	it.each(['t1', 't3', 't5', 't16'])('is answered in their own words by who speaks next, from %s on', async begun => {
		const wants = {action: 'barge-in', text: 'What about the quagga?'} as const;
		const {state} = await runMotion({
			onEvent(event, {act}) {
				if (event.type === 'turn-start' && event.turnId === begun) act(wants);
			},
		});
		const spoken = state.turns.findIndex(({kind}) => kind === 'barge-in');
		const next = state.turns.slice(spoken + 1).find(({kind}) => kind !== 'point' && kind !== 'question');
		expect(next?.text).toContain('“What about the quagga”');
	});
});

describe('a debate that is stopped at once', () => {
	it('keeps the words that were shown of the running sentence, and says how far it came', async () => {
		let shown = '';
		const {state, events} = await runMotion({
			config: {style: 'short'},
			onEvent(event, {act}) {
				if (event.type === 'turn-start') shown = '';
				if (event.type !== 'turn-token' || event.turnId === 't1') return;
				shown += event.text;
				if (shown.split(' ').length === 5) act({action: 'stop', closing: false});
			},
		});
		const last = state.turns.at(-1);
		expect(last).toMatchObject({finish: 'interrupted', reason: 'stopped by the user', kind: 'opening'});
		expect(countWords(last?.text ?? '')).toBeGreaterThanOrEqual(4);
		expect(last?.text.startsWith(shown.trim())).toBe(true);
		const deltas = events.flatMap(event =>
			event.type === 'turn-delta' && event.turnId === last?.id ? event.text : [],
		);
		expect(deltas.join('')).toBe(last?.text);
		expect(markdown(state)).toContain(shown.trim());
		expect(progressOf(state, 0, undefined, motion.progress)).toBeCloseTo(1.5 / 5);
	});
});

describe('a point of information', () => {
	const rise: MotionAnswers = ({kind, request}) =>
		kind === 'point_look'
			? {
					rise: true,
					severity: 'high',
					sentence: Number(/\[(\d+)\][^[]*<\/heard>/u.exec(request.messages.at(-1)?.content ?? '')?.[1]),
					point: 'Who would feed them then?',
				}
			: undefined;
	const deciding =
		(take: boolean): MotionAnswers =>
		asked =>
			asked.kind === 'point_decision' ? {take} : rise(asked);

	it('that is taken cuts the turn, is heard, answered, and the speaker goes on', async () => {
		const {state, asked} = await runMotion({config: {style: 'short'}, answers: deciding(true)});
		const [point] = state.formats.motion.points;
		// How it goes on is told what the whole speech is for, and of an opening nothing that its own prompt left out.
		const [going, against] = ['for_1', 'against_1'].map(
			id => asked.find(({kind, seat}) => kind === 'resumption' && seat === id)?.request.messages ?? [],
		);
		expect(going?.at(-1)?.content).toContain('What the whole speech is for: Open for your side');
		expect(against?.some(({content}) => content.includes('speaker="for_1" kind="opening"'))).toBe(false);
		const at = state.turns.findIndex(({id}) => id === point?.turnId);
		expect(point).toMatchObject({taken: true, point: 'Who would feed them then?'});
		expect(state.turns.slice(at, at + 3).map(({kind, finish, speaker}) => [kind, finish, speaker])).toEqual([
			['opening', 'interrupted', 'for_1'],
			['point', 'complete', 'against_1'],
			['resumption', 'complete', 'for_1'],
		]);
		const perTurn = Map.groupBy(
			state.formats.motion.points.filter(({taken}) => taken),
			({turnId}) => turnId,
		);
		expect([...perTurn.values()].every(points => points.length === 1)).toBe(true);
	});

	it.each(['against_1: ', '**against_1:** ', '<think>He errs.</think>', 'Against_1：'])(
		'is heard without what stands before and behind it: %s',
		async before => {
			const answers: MotionAnswers = asked => {
				const given = deciding(true)(asked);
				return asked.kind === 'point_look' && typeof given === 'object'
					? {...given, point: `${before}Who would feed them then?<|im_end|>`}
					: given;
			};
			const {state} = await runMotion({config: {style: 'short'}, answers});
			expect(state.formats.motion.points[0]?.point).toBe('Who would feed them then?');
			expect(state.turns.find(({kind}) => kind === 'point')?.text.trim()).toBe('Who would feed them then?');
		},
	);

	it('that is declined leaves the turn as it is', async () => {
		const {state} = await runMotion({config: {style: 'short'}, answers: deciding(false)});
		expect(state.formats.motion.points.every(({taken}) => !taken)).toBe(true);
		expect(state.turns.filter(({kind}) => kind === 'point')).toEqual([]);
		expect(state.formats.motion.points.length).toBeGreaterThan(0);
		expect(state.turns.some(({finish}) => finish === 'interrupted')).toBe(false);
	});

	it('that is taken when its turn is over is counted, and not heard', async () => {
		const slow: MotionAnswers = asked =>
			asked.kind === 'point_decision' ? `${'Well, '.repeat(2000)}{"take": true}` : rise(asked);
		const {state} = await runMotion({config: {style: 'short'}, answers: slow});
		const {points} = state.formats.motion;
		expect(points.length).toBeGreaterThan(0);
		expect(points.every(({taken, late}) => !taken && late === true)).toBe(true);
		expect(state.turns.filter(({kind}) => kind === 'point')).toEqual([]);
	});

	it('is not offered in questions and closings, nor where none may be taken', async () => {
		const {asked} = await runMotion({config: {points: {takenPerTurn: 0}}, answers: deciding(true)});
		expect(asked.some(({kind}) => kind === 'point_look')).toBe(false);
		const {state} = await runMotion({answers: deciding(true)});
		const kinds = state.formats.motion.points.map(({turnId}) => state.turns.find(({id}) => id === turnId)?.kind);
		expect(new Set(kinds).difference(new Set(['opening', 'rebuttal', 'resumption']))).toEqual(new Set());
	});

	it('waits for the first minute and leaves the last one, or a third where a turn has less than three', () => {
		expect(openStretch(600)).toEqual({from: 150, to: 450});
		expect(openStretch(300)).toEqual({from: 100, to: 200});
	});
});

describe('a question', () => {
	const answering =
		(answers: readonly boolean[]): MotionAnswers =>
		asked =>
			asked.kind === 'answer_check' ? {answered: answers[asked.nth - 1] ?? true, open: 'the question'} : quiet(asked);

	it('that is not answered is asked for once more, then recorded as evaded', async () => {
		const {state, turns} = await runMotion({answers: answering([false, false, false, true])});
		expect(turns('insistence')).toHaveLength(2);
		expect(state.formats.motion.checks.map(({answered, evaded}) => [answered, evaded])).toEqual([
			[false, undefined],
			[false, true],
			[false, undefined],
			[true, undefined],
			[true, undefined],
			[true, undefined],
		]);
	});
});

describe('a closing', () => {
	it('with something new in it is ruled on, and judges are told to pass over it', async () => {
		const {state, asked, turns} = await runMotion({
			config: {style: 'short'},
			answers: one =>
				one.kind === 'new_claims' && one.nth === 1
					? {sentences: [1]}
					: one.kind === 'new_claims'
						? {sentences: []}
						: quiet(one),
		});
		expect(state.formats.motion.newClaims).toHaveLength(1);
		expect(turns('ruling')).toHaveLength(1);
		const judged = asked.find(({kind}) => kind === 'judge_verdict')?.request.messages.at(-1)?.content;
		expect(judged).toMatch(/Pass over what is new in a closing: \d+\./u);
	});
});

describe('the config', () => {
	it('wants sides of one size, and says so', () => {
		const parsed = motionConfig.safeParse({speakers: {for: [{}, {}], against: [{}]}});
		expect(parsed.error?.issues[0]?.message).toBe('got a list of 1, expected as many speakers as on the other side: 2');
	});
});
