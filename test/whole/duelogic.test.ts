import {mkdtempSync, readFileSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import type {UserAction} from '../../src/debate/events.ts';
import {fold} from '../../src/debate/reduce.ts';
import type {DebateState} from '../../src/debate/state.ts';
import {judgeVotesOf} from '../../src/debate/views/judgements.ts';
import {VoiceError} from '../../src/voices/voice.ts';
import {every} from '../hunt/every.ts';
import {
	debate,
	fullAnswers,
	honest,
	said,
	type Answers,
	type Asked,
	type Debated,
	type Wanted,
} from '../formats/duelogic/run-duelogic.ts';

const short = {flow: {maxExchanges: 3, style: 'structured'}};
const order = ({state}: Debated) => state.turns.map(({kind, speaker}) => `${kind} ${speaker}`);

/** A wish to cut in on the last sentence written, from the first candidate. */
const wants = ({task, attribute}: Asked, more: object = {}): string =>
	JSON.stringify({
		reason: 'straw_man_detected',
		severity: 'high',
		chair: attribute('candidates').split(' ')[0],
		sentence: Number([...task.matchAll(/^\[(\d+)\]/gmu)].at(-1)?.[1]),
		...more,
	});

/** Gives an answer of its own to the first request that it fits. */
const once = (when: (asked: Asked) => boolean, answer: (asked: Asked) => string): Answers => {
	let done = false;
	return asked => {
		if (done || !when(asked)) return undefined;
		done = true;
		return answer(asked);
	};
};

/** A judge's answers on which the turn admitted nothing. */
const unadmitted = (asked: Asked): string => JSON.stringify(fullAnswers(asked, {C1: {answer: 'none'}}));

/** A debate that several tests look at. */
const shared = (wanted: () => Wanted): (() => Promise<Debated>) => {
	let held: Promise<Debated> | undefined;
	return () => (held ??= debate(wanted()));
};
const undisturbed = shared(() => ({config: short}));

describe('the judges’ own stances', () => {
	const asking = {...short, judgeStances: true};
	const stance =
		(answer: (asked: Asked) => string | VoiceError): Answers =>
		asked =>
			asked.request.purpose === 'stance' ? answer(asked) : undefined;
	const telling = stance(({attribute}) =>
		JSON.stringify({
			reason: `So I think ${attribute('when')}. And more.`,
			stance: attribute('when') === 'before' ? -1 : 2,
		}),
	);
	const stances = ({state}: Debated) =>
		state.records
			.filter(record => record.type === 'judge-stance')
			.map(({judge, when, stance, reason}) => [judge, when, stance, reason]);

	it('are not asked for unless somebody wants them', async () => {
		const {asked, events} = await undisturbed();
		expect(asked.some(({kind}) => kind === 'stance')).toBe(false);
		expect(events.some(({type}) => type === 'judge-stance')).toBe(false);
	});

	it('are asked of each judge, on the proposition alone and with the whole debate', async () => {
		const done = await debate({config: asking, judges: 2, answers: telling});
		expect(stances(done)).toEqual([
			['judge', 'before', -1, 'So I think before.'],
			['judge_2', 'before', -1, 'So I think before.'],
			['judge', 'after', 2, 'So I think after.'],
			['judge_2', 'after', 2, 'So I think after.'],
		]);
		const [before, , after] = done.asked.filter(({kind}) => kind === 'stance');
		expect(before?.request.messages.map(({role}) => role)).toEqual(['system', 'user']);
		expect(after && said(after, 't13')).toContain('This is the synthesis');
		expect(judgeVotesOf(done.state)).toMatchObject([
			{judge: 'judge', before: -1, after: 2, shift: 3},
			{judge: 'judge_2', shift: 3},
		]);
	});

	it('hold up no word, however long they take', async () => {
		const slow = await debate({config: asking, answers: telling, delays: {stance: 50_000}});
		const without = await undisturbed();
		const course = ({state}: Debated) =>
			state.turns.map(({id, text, startedAt, endedAt}) => ({id, text, startedAt, endedAt}));
		expect(course(slow)).toEqual(course(without));
		expect(stances(slow).map(([, when]) => when)).toEqual(['before', 'after']);
	});

	it.each([
		['does not answer', stance(() => new VoiceError('unusable', 'the key was refused (401)')), /401/u],
		['answers out of bounds', stance(() => '{"reason": "Very much so.", "stance": 5}'), /stance/u],
	])('are null, with the reason, where a judge %s', async (_, answers, reason) => {
		const done = await debate({config: asking, answers});
		expect(stances(done)[0]).toEqual(['judge', 'before', null, expect.stringMatching(reason)]);
		expect(judgeVotesOf(done.state)[0]).toMatchObject({before: undefined, shift: undefined});
	});

	it('are not asked for again where a debate goes on', async () => {
		const whole = await debate({config: asking, answers: telling});
		const lines = readFileSync(whole.file, 'utf8').split('\n').slice(0, -1);
		for (const part of [0.1, 0.3, 0.6, 0.98]) {
			const file = path.join(mkdtempSync(path.join(tmpdir(), 'duelogic-')), 'debate.jsonl');
			writeFileSync(file, `${lines.slice(0, Math.ceil(part * lines.length)).join('\n')}\n`);
			expect(stances(await debate({config: asking, answers: telling, file}))).toEqual(stances(whole));
		}
	});
});

describe('a debate', () => {
	it('is introduced, opened by each chair, argued in exchanges, and closed', async () => {
		const done = await undisturbed();
		expect(order(done)).toEqual([
			'introduction arbiter',
			'opening chair_1',
			'opening chair_2',
			'reply chair_1',
			'reply chair_2',
			'question arbiter',
			'reply chair_1',
			'reply chair_2',
			'reply chair_1',
			'reply chair_2',
			'last-word chair_1',
			'last-word chair_2',
			'synthesis arbiter',
		]);
		expect(done.state.outcome).toBe('completed');
		expect([...new Set(done.state.turns.map(({segment}) => segment))]).toEqual([
			'introduction',
			'opening',
			'exchange',
			'synthesis',
		]);
	});

	it('says at once that what is debated may hold a key that was not redacted', async () => {
		const {events} = await debate({config: short, proposition: `Is xsk-ant-${'a1B2'.repeat(6)} a word?`});
		expect(events[1]).toMatchObject({type: 'notice', level: 'warning'});
		expect(events[1]).toMatchObject({text: expect.stringContaining('glued to other letters')});
	});

	it('scores every exchange turn, and no other', async () => {
		const {state} = await undisturbed();
		for (const {kind, evaluation} of state.turns)
			expect(evaluation?.adherenceScore).toEqual(kind === 'reply' ? expect.any(Number) : undefined);
	});

	it('goes to the synthesis after the exchange in which its time runs out', async () => {
		const {turns} = await debate({config: {flow: {targetDurationMinutes: 12, maxExchanges: 30, style: 'structured'}}});
		expect(turns('reply')).toHaveLength(8);
	});

	it('asks for a show where it is one, and for plain words where it is not', async () => {
		const show = await debate({config: {...short, podcastMode: {showName: 'Agora', includeCallToAction: false}}});
		expect(show.prompts('introduction')[0]).toContain('words="200-350" mode="podcast" first="chair_1"');
		expect(show.prompts('synthesis')[0]).toMatch(
			/words="350-500" mode="podcast" calltoaction="no"[^]*the show’s name, Agora/u,
		);
		const plain = await debate({config: {...short, podcastMode: {enabled: false}}});
		expect(plain.prompts('introduction')[0]).toContain('mode="plain"');
		expect(plain.prompts('synthesis')[0]).not.toMatch(/thanks to|call to action|sign-off/u);
		expect(plain.asked[0]?.request.messages[0]?.content).not.toContain('<show');
	});

	it('closes with what the record holds of each chair, in words, with sentences and without means', async () => {
		const {prompts} = await undisturbed();
		const record = /<record>\n([^]*?)\n<\/record>/u.exec(prompts('synthesis')[0] ?? '')?.[1] ?? '';
		for (const chair of ['chair_1', 'chair_2']) {
			expect(record).toMatch(new RegExp(`^${chair} put an opponent’s case fairly: “`, 'mu'));
			expect(record).toMatch(new RegExp(`^${chair} admitted: “A limit of my framework is that it`, 'mu'));
		}
		expect(record).not.toMatch(/mean|\d\/\d/u);
	});
});

describe('an interruption', () => {
	const answers = () => once(({kind, attribute}) => kind === 'wish' && attribute('target') === 'chair_1', wants);
	const interrupted = shared(() => ({config: short, answers: answers()}));

	it('cuts the turn at a sentence end, is made, and is answered by the one cut off', async () => {
		const done = await interrupted();
		expect(order(done).slice(3, 7)).toEqual([
			'reply chair_1',
			'interruption chair_2',
			'resumption chair_1',
			'reply chair_2',
		]);
		const [cut, interruption, resumption] = done.state.turns.slice(3);
		expect(cut).toMatchObject({
			finish: 'interrupted',
			cut: {
				interrupter: 'chair_2',
				interrupted: 'chair_1',
				reason: 'straw_man_detected',
				urgency: 0.95,
			},
		});
		expect(cut?.text.trim().endsWith(cut.cut?.trigger ?? '-')).toBe(true);
		expect(honest('reply 4 of chair_1').startsWith(cut?.text.trim() ?? '-')).toBe(true);
		expect(interruption?.replyTo).toBe(cut?.id);
		expect(resumption?.replyTo).toBe(interruption?.id);
	});

	it('tells the interrupter the sentence that it cut, and the one cut off where it stopped and what to answer', async () => {
		const {prompts, state} = await interrupted();
		expect(prompts('interruption')[0]).toMatch(
			/kind="interruption" speaker="chair_2" words="40".* reason="straw_man_detected" opener="[^"]+" target="chair_1"/u,
		);
		const cut = state.turns.find(turn => turn.cut);
		expect(cut?.text.trim().endsWith(cut.cut?.trigger ?? '-')).toBe(true);
		expect(prompts('interruption')[0]).toContain(`right after the last sentence of ${cut?.id}.`);
		expect(prompts('resumption')[0]).toContain(
			`cut you off right after the last sentence of ${cut?.id}. Answer that briefly`,
		);
	});

	it('tells the one cut off what nobody heard of its answer, and the doubt that it still owes', async () => {
		const {prompts, events} = await debate({config: short, wishing: 500, answers: answers()});
		const cut = events.find(event => event.type === 'interruption');
		const unheard = cut?.type === 'interruption' ? (cut.unheard ?? '') : '';
		expect(unheard).not.toBe('');
		const [task = ''] = prompts('resumption');
		expect(task).toContain('<unheard>');
		expect(task).toContain(unheard.split(/\s+/u).slice(0, 6).join(' '));
		expect(task).toContain('- self_critique:');
	});

	it('is judged with the turn it cut, and not by itself', async () => {
		const {state, asked} = await interrupted();
		const cut = state.turns[3];
		expect(cut?.evaluation).toBeDefined();
		expect(state.turns.filter(({kind, evaluation}) => kind !== 'reply' && evaluation)).toEqual([]);
		const judged = asked.find(({kind, attribute}) => kind === 'judge' && attribute('turn') === cut?.id);
		const told = judged?.request.messages.map(({content}) => content).join('\n') ?? '';
		expect(told).toMatch(
			/<turn id="t4" speaker="chair_1" cut_after="\d+">[^<]*Granted, and yet the point I was making stands\./u,
		);
		expect(told.split('Granted, and yet the point I was making stands.')).toHaveLength(2);
		expect(told.indexOf('id="t4"')).toBeLessThan(told.indexOf('id="t5" speaker="chair_2" kind="interruption"'));
	});

	it('is heard by whoever speaks next', async () => {
		const {asked} = await interrupted();
		const next = asked.filter(({kind}) => kind === 'reply')[1];
		expect(next?.request.messages.map(({content}) => /^<turn[^>]*>/u.exec(content)?.[0]).slice(3, 6)).toEqual([
			'<turn id="t4" name="Claude Sonnet 4" cut="yes">',
			'<turn id="t5" name="Grok 3" kind="interruption">',
			'<turn id="t6" name="Claude Sonnet 4" kind="resumption">',
		]);
	});

	it('never happens in the opening', async () => {
		const {asked} = await undisturbed();
		const heard = asked.filter(({kind}) => kind === 'wish').map(({attribute}) => attribute('turn'));
		expect(heard.length).toBeGreaterThan(0);
		expect(heard).not.toContain('t2');
	});

	it.each([
		['malformed', 'I think chair_2 should cut in!'],
		[
			'about a sentence that is not there',
			JSON.stringify({
				reason: 'direct_challenge',
				severity: 'high',
				chair: 'chair_2',
				sentence: 40,
			}),
		],
	])('does not come of a judgement that is %s, and costs nothing', async (_, answer) => {
		const {state} = await debate({config: short, answers: ({kind}) => (kind === 'wish' ? answer : undefined)});
		expect([state.interruptions.length, state.outcome, state.turns.length]).toEqual([0, 'completed', 13]);
	});

	it('that comes after the turn has ended becomes a point for that chair’s next turn, once', async () => {
		const {state, prompts} = await debate({config: short, wishing: 6_000, answers: answers()});
		expect(state.interruptions).toEqual([]);
		const pointed = prompts('reply').filter(task =>
			task.includes('- point: while Claude Sonnet 4 spoke you wanted to break in on “'),
		);
		expect(pointed).toHaveLength(1);
		expect(pointed[0]).toContain('speaker="chair_2"');
	});
});

describe('an interjection', () => {
	const lapse = () => once(({kind, attribute}) => kind === 'judge' && attribute('turn') === 't4', unadmitted);

	it('stands between the turns where its judgement is ready in time', async () => {
		const done = await debate({
			config: {...short, interruptions: {allowChairInterruptions: false}},
			pace: 600,
			judging: 20,
			answers: lapse(),
		});
		expect(order(done).slice(3, 6)).toEqual(['reply chair_1', 'interjection arbiter', 'reply chair_2']);
		expect(done.state.turns[4]?.amid).toBeUndefined();
		expect(done.state.interjections).toMatchObject([
			{target: 'chair_1', violation: 'missing_self_critique', by: 'arbiter'},
		]);
	});

	it('on the turn before waits for the verdict on the turn just heard, and is made between turns', async () => {
		const done = await debate({config: short, judging: 700, answers: lapse()});
		expect(order(done).slice(3, 8)).toEqual([
			'reply chair_1',
			'reply chair_2',
			'interjection arbiter',
			'reply chair_1',
			'reply chair_2',
		]);
		expect(done.state.turns.filter(({amid}) => amid)).toEqual([]);
		expect(done.state.interjections).toMatchObject([{target: 'chair_1', violation: 'missing_self_critique'}]);
		const judged = done.events.findIndex(event => event.type === 'evaluation' && event.turnId === 't5');
		const spoken = done.events.findIndex(event => event.type === 'turn-start' && event.kind === 'interjection');
		expect(judged).toBeGreaterThan(0);
		expect(judged).toBeLessThan(spoken);
	});

	it('is waited for by nobody where there is nothing to say about the turn before', async () => {
		const {events} = await debate({config: short, judging: 700});
		const places = (type: string) => events.flatMap((event, place) => (event.type === type ? [place] : []));
		const [judged = 0] = places('evaluation');
		const second = events.findIndex(event => event.type === 'turn-start' && event.turnId === 't5');
		expect(second).toBeLessThan(judged);
	});

	it.each([
		['moderate', 3],
		['strict', 1],
	] as const)(
		'of a %s arbiter stands before every turn %i at most, however many faults there are',
		async (level, least) => {
			const {state} = await debate({
				config: {
					flow: {maxExchanges: 5, style: 'structured'},
					arbiter: {accountabilityLevel: level},
					interruptions: {allowChairInterruptions: false},
				},
				pace: 600,
				judging: 20,
				answers: asked => (asked.kind === 'judge' ? unadmitted(asked) : undefined),
			});
			const heard = state.turns.filter(({segment, kind}) => segment === 'exchange' && kind !== 'question');
			const kinds = heard.map(({kind}) => kind);
			const between = kinds
				.join(' ')
				.split('interjection')
				.slice(1, -1)
				.map(part => part.trim().split(' ').length);
			expect(between.length).toBeGreaterThan(1);
			expect(Math.min(...between)).toBe(least);
			expect(kinds.at(-1)).toBe('reply');
		},
	);

	it('is made about a missing steel-man as such', async () => {
		const {state} = await debate({
			config: short,
			pace: 600,
			judging: 20,
			answers: asked =>
				asked.kind === 'judge' && asked.attribute('turn') === 't4'
					? JSON.stringify(fullAnswers(asked, {S1: {answer: 'none'}}))
					: undefined,
		});
		expect(state.interjections).toMatchObject([{target: 'chair_1', violation: 'missing_steel_man', by: 'arbiter'}]);
	});

	it('is told to the arbiter with its target and reason, and to the chair as what to answer first', async () => {
		const {prompts} = await debate({config: short, pace: 600, judging: 20, answers: lapse()});
		expect(prompts('interjection')[0]).toContain(
			'words="30-75" target="chair_1" violation="missing_self_critique">\nStep in now, at Claude Sonnet 4: speak to the chair by name, firm but fair, say what went wrong and give it the chance to mend it; ask for the hardest objection to its own framework in this case.\nReason: Claude Sonnet 4 admitted no limit',
		);
		const answering = prompts('reply').filter(task => task.includes('- answer: the arbiter: “'));
		expect(answering).toHaveLength(1);
		expect(answering[0]).toContain('speaker="chair_1"');
	});

	it('is not made on a lapse where the arbiter is relaxed', async () => {
		const {state} = await debate({
			config: {...short, arbiter: {accountabilityLevel: 'relaxed'}},
			answers: ({kind, ...asked}) => (kind === 'judge' ? unadmitted({kind, ...asked}) : undefined),
		});
		expect(state.interjections).toEqual([]);
	});

	it('never cuts into the arbiter’s own closing', async () => {
		const {state} = await debate({
			config: short,
			judging: 5000,
			answers: asked => (asked.kind === 'judge' ? unadmitted(asked) : undefined),
		});
		const closing = state.turns.at(-1);
		expect(closing?.kind).toBe('synthesis');
		expect(state.turns.filter(({amid}) => amid?.turnId === closing?.id)).toEqual([]);
	});
});

describe('what comes next is asked ahead', () => {
	it('so that at a pace slower than the models, each turn is asked for once and judged before it has been heard out', async () => {
		const {asked, events, state} = await debate({config: {...short, interruptions: {enabled: false}}, pace: 600});
		const withdrawn = events.filter(event => event.type === 'voice-call' && event.error !== undefined);
		expect(withdrawn).toEqual([]);
		expect(asked.filter(({kind}) => kind === 'reply')).toHaveLength(6);
		const gaps = state.turns.slice(1).map((turn, index) => turn.startedAt - (state.turns[index]?.endedAt ?? 0));
		expect(Math.max(...gaps)).toBe(0);
		const evaluated = events.flatMap((event, index) =>
			event.type === 'evaluation'
				? [events.slice(index).find(later => later.type === 'turn-start' || later.type === 'segment-start')]
				: [],
		);
		expect(evaluated.every(event => event !== undefined)).toBe(true);
	});
});

describe('a listener', () => {
	/** Does something at the first sentence end of a turn. */
	const inTurn = (turn: string, action: UserAction): NonNullable<Wanted['onEvent']> => {
		let done = false;
		return (event, debate) => {
			if (done || event.type !== 'turn-delta' || event.turnId !== turn) return;
			done = true;
			debate.act(action);
		};
	};

	it('can have the arbiter step in at any time, with a reason and a target', async () => {
		const {state, prompts} = await debate({
			config: short,
			onEvent: inTurn('t5', {action: 'interject', reason: 'keep to voting', target: 'chair_1'}),
		});
		expect(state.interjections).toMatchObject([{target: 'chair_1', reason: 'keep to voting', by: 'user'}]);
		expect(prompts('interjection')[0]).toContain('Reason: keep to voting');
		expect(prompts('reply').find(task => task.includes('- answer: the arbiter:'))).toContain('speaker="chair_1"');
	});

	it('can speak, and whoever speaks next answers it first', async () => {
		const {state, prompts} = await debate({
			config: short,
			onEvent: inTurn('t5', {action: 'barge-in', text: 'What about those who are ill?'}),
		});
		expect(state.turns.find(({kind}) => kind === 'barge-in')).toMatchObject({
			speaker: 'user',
			text: 'What about those who are ill?',
			amid: {turnId: 't5'},
		});
		expect(
			prompts('reply').map(task => task.includes('- answer: a listener: “What about those who are ill?”')),
		).toEqual([false, false, true, false, false, false]);
	});

	it('can stop the debate, which then goes to its closing', async () => {
		const done = await debate({config: short, onEvent: inTurn('t5', {action: 'stop', closing: true})});
		expect(order(done).slice(4)).toEqual(['reply chair_2', 'synthesis arbiter']);
		expect(done.state.outcome).toBe('stopped');
	});
});

describe('a voice that fails', () => {
	const unusable = new VoiceError('unusable', 'no credit left');

	it('leaves the debate to the other chairs, who pass it over', async () => {
		const done = await debate({
			config: {...short, chairs: ['utilitarian', 'pragmatic', 'libertarian'].map(framework => ({framework}))},
			answers: ({seat, kind}) => (seat === 'chair_2' && kind === 'reply' ? unusable : undefined),
		});
		expect(done.turns('reply').filter(({speaker}) => speaker === 'chair_2')).toHaveLength(1);
		expect(done.turns('reply').filter(({speaker}) => speaker === 'chair_3')).toHaveLength(3);
		expect(done.state.outcome).toBe('degraded');
		// Whoever speaks next answers the latest turn that was heard, not the one that failed without a word.
		const heard = done.turns('reply').find(({speaker}) => speaker === 'chair_1');
		expect(done.turns('reply').find(({speaker}) => speaker === 'chair_3')?.replyTo).toBe(heard?.id);
		const next = done.asked.find(({seat, kind}) => seat === 'chair_3' && kind === 'reply');
		expect(next?.attribute('to')).toBe(heard?.id);
	});

	it('of the arbiter is replaced by plain announcements, said as such', async () => {
		const done = await debate({
			config: short,
			answers: asked => (asked.seat === 'arbiter' ? unusable : asked.kind === 'judge' ? unadmitted(asked) : undefined),
		});
		expect(
			done
				.turns('announcement')
				.map(({text}) => text)
				.filter(text => !text.startsWith('Announcement, without the arbiter:')),
		).toEqual([]);
		expect(done.turns('announcement')[0]?.text).toContain(
			'Claude Sonnet 4 from Anthropic in the Utilitarian Chair and Grok 3 from xAI in the Virtue Ethics Chair',
		);
		expect(done.state.turns.at(-1)).toMatchObject({kind: 'announcement', speaker: 'arbiter', segment: 'synthesis'});
		expect(done.state.interjections.length).toBeGreaterThan(0);
		expect(done.state.outcome).toBe('degraded');
	});

	it('is announced in the language of the debate', async () => {
		const {turns} = await debate({
			config: {...short, language: 'de'},
			answers: asked => (asked.seat === 'arbiter' ? unusable : asked.kind === 'judge' ? unadmitted(asked) : undefined),
		});
		const announced = turns('announcement').map(({text}) => text);
		expect(announced[0]).toMatch(/^Ansage anstelle der Leitung: Die These lautet: .* und Grok 3 von xAI/u);
		expect(announced.filter(text => !text.startsWith('Ansage anstelle der Leitung:'))).toEqual([]);
	});

	it('of the judge leaves turns without a score, and ends it degraded', async () => {
		const {state} = await debate({config: short, answers: ({kind}) => (kind === 'judge' ? 'no idea' : undefined)});
		expect(state.turns.filter(({kind}) => kind === 'reply').map(({evaluation}) => evaluation?.adherenceScore)).toEqual(
			Array.from({length: 6}, () => null),
		);
		expect([state.outcome, state.stats?.notScored]).toEqual(['degraded', 6]);
	});
});

describe('a transcript too long for its models', () => {
	const config = {flow: {maxExchanges: 5, style: 'structured'}, contextTokens: 5500};
	const condensed = shared(() => ({config}));

	it('is condensed at ends of exchanges, and later prompts carry the digest instead of the turns', async () => {
		const {asked, prompts} = await condensed();
		expect(prompts('digest').length).toBeGreaterThan(0);
		const last =
			asked
				.filter(({kind}) => kind === 'reply')
				.at(-1)
				?.request.messages.map(({content}) => content) ?? [];
		expect(last[1]).toMatch(/^<digest upto="t\d+">\nWhat was said up to t\d+, in short\./u);
		expect(last.join('\n')).not.toContain('<turn id="t2"');
		expect(last.join('\n')).toContain('<turn id="t12"');
	});

	it('is condensed as soon as a server has read less than half of a prompt, and the user is told once a seat', async () => {
		const {state, prompts} = await debate({config: {flow: config.flow}, reads: 900});
		const told = state.notices.filter(({reads}) => reads !== undefined);
		expect(told.length).toBeGreaterThan(1);
		expect(new Set(told.map(({participant}) => participant)).size).toBe(told.length);
		expect(told[0]?.text).toMatch(
			/^The server of .+ read about 900 of some [\d,]+ tokens of a prompt, .*num_ctx.*--ctx-size/u,
		);
		expect(prompts('digest').length).toBeGreaterThan(0);
		expect((await debate({config: {flow: config.flow}})).prompts('digest')).toEqual([]);
	});

	it('is condensed by its first sentences where nobody can', async () => {
		const {asked} = await debate({config, answers: ({kind}) => (kind === 'digest' ? 'no JSON here' : undefined)});
		const last = asked.filter(({kind}) => kind === 'reply').at(-1)?.request.messages[1]?.content ?? '';
		expect(last).toContain('t2, Claude Sonnet 4: Here is opening 2 of chair_1, and it begins slowly.');
	});

	it('is closed without a digest where its own words fit', async () => {
		const whole = await debate({config: {...config, contextTokens: 6500}});
		const closing = (done: Debated) =>
			done.asked
				.find(({kind}) => kind === 'synthesis')
				?.request.messages.map(({content}) => content)
				.join('\n') ?? '';
		expect(whole.prompts('digest').length).toBeGreaterThan(0);
		expect(closing(whole)).toContain('<turn id="t2"');
		expect(closing(whole)).not.toContain('<digest upto=');
		expect(closing(await debate({config: {...config, contextTokens: 4000}}))).toContain('<digest upto=');
	});
});

describe('a debate that was cut off', () => {
	const essence = ({turns, interruptions, interjections, outcome, notices}: DebateState) => ({
		turns: turns.map(({id, speaker, kind, text, finish, evaluation, cut, segment, round}) => [
			id.split('.')[0],
			speaker,
			kind,
			text,
			finish,
			evaluation?.adherenceScore,
			cut?.trigger,
			segment,
			round,
		]),
		interruptions: interruptions.map(({trigger}) => trigger),
		interjections: interjections.map(({target, reason}) => [target, reason]),
		outcome,
		notices: notices.map(({text}) => text),
	});
	/** Answers that follow from the request alone, with something of everything in them. */
	const lively: Answers = asked => {
		const dice = Array.from(asked.task).reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) % 1009, 7);
		if (asked.kind === 'wish' && dice % 5 === 0) return wants(asked);
		return asked.kind === 'judge' && dice % 2 === 0 ? unadmitted(asked) : undefined;
	};

	it('comes to the same end when resumed, from wherever it was cut off', async () => {
		const setting = {
			config: {
				chairs: ['utilitarian', 'pragmatic', 'libertarian'].map(framework => ({framework})),
				flow: {maxExchanges: 3},
			},
			answers: lively,
			wishing: 150,
			judging: 400,
		};
		const whole = await debate(setting);
		expect(whole.state.interruptions.length).toBeGreaterThan(0);
		expect(whole.state.interjections.length).toBeGreaterThan(0);
		const lines = readFileSync(whole.file, 'utf8').split('\n').slice(0, -1);
		for (let kept = 1; kept < lines.length; kept += every(282, 47)) {
			const file = path.join(mkdtempSync(path.join(tmpdir(), 'duelogic-')), 'debate.jsonl');
			writeFileSync(file, `${lines.slice(0, kept).join('\n')}\n`);
			const resumed = await debate({...setting, file});
			expect(essence(fold(resumed.events)), `cut after line ${kept}: ${lines[kept - 1]?.slice(0, 100) ?? ''}`).toEqual(
				essence(whole.state),
			);
		}
	}, 300_000);
});
