import type {Seat} from '../../../../src/debate/seats.ts';
import {describe, expect, it} from 'vitest';
import {InterruptionReason} from '../../../../src/debate/events.ts';
import type {SoFar} from '../../../../src/debate/protocol.ts';
import {splitSentences} from '../../../../src/debate/text/sentences.ts';
import {countWords} from '../../../../src/debate/text/words.ts';
import {emptyState, type DebateState, type Turn} from '../../../../src/debate/state.ts';
import {parseDuelogicConfig} from '../../../../src/protocols/duelogic/config/config.ts';
import {
	acceptedCut,
	isProtected,
	interruptionCandidates,
	selfCriticises,
	steelMans,
	thresholdOf,
	urgencyOf,
} from '../../../../src/protocols/duelogic/interruptions/interruption-rules.ts';
import {openers} from '../../../../src/protocols/duelogic/interruptions/openers.ts';
import type {InterruptionAnswer} from '../../../../src/protocols/duelogic/config/answers.ts';
import {createDebate} from '../../../../src/protocols/duelogic/seating/seating.ts';
import {participantsOf} from '../run-duelogic.ts';

const heardText =
	'Let me begin with the rule. It is a plain one. Nobody has ever voted against their own street. You cannot say otherwise.';
const expectedWords = 225;

const turn = (id: string, speaker: string, kind: string, text: string, more: Partial<Turn> = {}): Turn => ({
	id,
	speaker,
	by: undefined,
	kind,
	text,
	finish: 'complete',
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
	...more,
});

function scene({
	config = {},
	text = heardText,
	before = [] as Turn[],
	segment = 'exchange',
	out = [] as string[],
} = {}) {
	const full = parseDuelogicConfig({
		chairs: [{framework: 'utilitarian'}, {framework: 'virtue_ethics'}, {framework: 'pragmatic'}],
		...config,
	});
	const participants = participantsOf(full);
	const table = createDebate({config: full, subject: {text: 'P'}, participants});
	const heard: DebateState = {
		...emptyState,
		segment,
		open: ['t9'],
		turns: [...before, turn('t9', 'chair_1', 'reply', '', {finish: undefined})],
		seats: participants.map((seat): Seat => ({
			...seat,
			out: out.includes(seat.id) ? 'gone' : undefined,
			formerly: [],
			since: 0,
		})),
	};
	const sofar: SoFar = {
		turnId: 't9',
		speaker: 'chair_1',
		sentences: splitSentences(text),
		text,
		words: countWords(text),
	};
	return {table, heard, sofar, may: interruptionCandidates(table, heard, sofar, expectedWords).map(({id}) => id)};
}

const wish = (more: Partial<InterruptionAnswer> = {}): InterruptionAnswer => ({
	reason: 'direct_challenge',
	severity: 'high',
	chair: 'chair_2',
	quote: 'ever voted against their own street',
	line: 'I did.',
	opener: 'I did that once:',
	...more,
});

function cut(answer: InterruptionAnswer, setting: Parameters<typeof scene>[0] = {}, draw = 0) {
	const {table, heard, sofar} = scene(setting);
	return acceptedCut(table, answer, sofar, interruptionCandidates(table, heard, sofar, expectedWords), draw);
}

describe('urgency', () => {
	it('comes from the table', () => {
		const rows = InterruptionReason.options.map(reason => [
			reason,
			...(['high', 'medium', 'low'] as const).map(severity => urgencyOf(reason, severity)),
		]);
		expect(rows).toEqual([
			['factual_correction', 0.9, 0.75, 0.6],
			['straw_man_detected', 0.95, 0.8, 0.65],
			['direct_challenge', 0.85, 0.7, 0.55],
			['clarification_needed', 0.7, 0.55, 0.4],
			['strong_agreement', 0.6, 0.45, 0.3],
			['pivotal_point', 0.75, 0.6, 0.45],
		]);
	});

	it('has to reach the threshold of the aggressiveness', () => {
		expect([1, 2, 3, 4, 5].map(thresholdOf)).toEqual([0.9, 0.8, 0.7, 0.6, 0.5]);
		const at = (aggressiveness: number, more: Partial<InterruptionAnswer>) =>
			cut(wish(more), {config: {interruptions: {aggressiveness}}})?.urgency;
		expect(at(3, {severity: 'medium'})).toBe(0.7);
		expect(at(3, {reason: 'pivotal_point', severity: 'medium'})).toBeUndefined();
		expect(at(4, {reason: 'pivotal_point', severity: 'medium'})).toBe(0.6);
		expect(at(1, {})).toBeUndefined();
	});
});

describe('a wish holds', () => {
	it('with the trigger as it was said, the opener suggested and the line', () => {
		expect(cut(wish({quote: 'EVER voted, against their own street'}))).toEqual({
			interrupter: 'chair_2',
			reason: 'direct_challenge',
			trigger: 'ever voted against their own street',
			urgency: 0.85,
			opener: 'I did that once:',
			line: 'I did.',
		});
	});

	it.each([
		['there is no reason', {reason: 'none'}],
		['the phrase was not said', {quote: 'everyone votes for their own street'}],
		['nothing is quoted', {quote: null}],
		['the chair is the speaker', {chair: 'chair_1'}],
		['nobody sits there', {chair: 'chair_6'}],
		['nobody is named', {chair: null}],
	] as const)('not where %s', (_, more) => {
		expect(cut(wish(more))).toBeUndefined();
	});

	it('not where the trigger stands in a sentence that steel-mans or admits a limit', () => {
		const text = 'One. Two. The strongest point against me is that nobody asked them. You cannot deny it.';
		expect(cut(wish({quote: 'that nobody asked them'}), {text})).toBeUndefined();
		expect(cut(wish({quote: 'You cannot deny it'}), {text})).toBeDefined();
	});

	it('takes one of our openers where the suggested one is not of 2 to 8 words', () => {
		for (const opener of [null, 'Stop', 'one two three four five six seven eight nine']) {
			expect(openers.direct_challenge).toContain(cut(wish({opener}), {}, 0.99)?.opener);
		}
	});
});

describe('our openers', () => {
	it.each(InterruptionReason.options)('for %s are four or more, of 2 to 8 words each', reason => {
		expect(new Set(openers[reason]).size).toBeGreaterThanOrEqual(4);
		for (const opener of openers[reason]) expect(countWords(opener) >= 2 && countWords(opener) <= 8, opener).toBe(true);
	});
});

describe('nobody may cut in', () => {
	it('unless something calls for it', () => {
		expect(scene().may).toEqual(['chair_2', 'chair_3']);
		expect(scene({text: 'It was a mild day. The rain had gone. We walked along the river for a while.'}).may).toEqual(
			[],
		);
	});

	it.each([
		['in the first two sentences', {text: 'You cannot say otherwise.'}],
		[
			'in the last fifth of the expected length',
			{
				text: `${'word '.repeat(170)}goes on. And on. You cannot say otherwise at all, in none of these many cases here.`,
			},
		],
		['while the speaker steel-mans', {text: 'One. Two. You are right that nobody asked them.'}],
		['while the speaker admits a limit', {text: 'One. Two. My framework cannot say what you ask.'}],
		['outside the exchanges', {segment: 'opening'}],
		['where interruptions are off', {config: {interruptions: {enabled: false}}}],
		['where chairs may not', {config: {interruptions: {allowChairInterruptions: false}}}],
		[
			'right after another interruption',
			{
				before: [
					turn('t7', 'chair_2', 'reply', 'Cut.', {
						cut: {
							type: 'interruption',
							turnId: 't7',
							interrupter: 'chair_3',
							interrupted: 'chair_2',
							reason: 'direct_challenge',
							trigger: 'x',
							urgency: 0.9,
							atMs: 1,
							opener: 'o',
							line: 'l',
						},
					}),
					turn('t8', 'chair_2', 'resumption', 'Well.'),
				],
			},
		],
	])('%s', (_, setting) => {
		expect(scene(setting).may).toEqual([]);
	});

	it('who is out', () => {
		expect(scene({out: ['chair_2']}).may).toEqual(['chair_3']);
	});

	it('before the cooldown has passed in what was said since, at 150 words a minute', () => {
		const since = (words: number) => [
			turn('t1', 'chair_2', 'interruption', 'No.'),
			turn('t2', 'chair_1', 'resumption', 'word '.repeat(words)),
		];
		const running = countWords(heardText);
		expect(scene({before: since(150 - running - 1)}).may).toEqual(['chair_3']);
		expect(scene({before: since(150 - running)}).may).toEqual(['chair_2', 'chair_3']);
		expect(scene({before: since(0), config: {interruptions: {cooldownSeconds: 0}}}).may).toEqual([
			'chair_2',
			'chair_3',
		]);
	});
});

describe('protected sentences', () => {
	it.each([
		'At its strongest, the case is this.',
		'Grok is right that character counts.',
		'I grant that much.',
		'The best version of your argument is older.',
	])('steel-man: %s', sentence => expect(steelMans(sentence)).toBe(true));
	it.each([
		'My framework struggles with the lone objector.',
		'That is a blind spot of my own view: I cannot weigh it.',
		'I admit I have no answer.',
		'The limits of my framework show here.',
	])('admit: %s', sentence => expect(selfCriticises(sentence)).toBe(true));
	it.each(['Your framework fails the poor.', 'Nobody is right all the time.', 'You must vote.'])(
		'are not these: %s',
		sentence => {
			expect(steelMans(sentence) || selfCriticises(sentence)).toBe(false);
			expect(isProtected(sentence, sentence, expectedWords)).toBe(false);
		},
	);
});
