/**
 * A debate as an engine records it, with everything that can happen in one: cuts, steps in, a listener, votes, a failed
 * voice.
 */
import {createHash} from 'node:crypto';
import type {DebateEvent, EventOf, Finish, JournalEvent, Participant} from '../../src/debate/events.ts';
import type {EvaluationEvent} from '../../src/debate/evaluation.ts';
import {splitSentences} from '../../src/debate/text/sentences.ts';
import {countWords} from '../../src/debate/text/words.ts';

const seats: readonly Participant[] = [
	{
		id: 'chair_1',
		name: 'Claude Sonnet 4',
		role: 'chair',
		voice: 'openrouter:anthropic/claude-sonnet-4',
		model: 'anthropic/claude-sonnet-4',
		provider: 'Anthropic',
		framework: 'utilitarian',
	},
	{
		id: 'chair_2',
		name: 'Grok 3',
		role: 'chair',
		voice: 'openrouter:x-ai/grok-3',
		model: 'x-ai/grok-3',
		provider: 'xAI',
		framework: 'virtue_ethics',
	},
	{
		id: 'chair_3',
		name: 'Rehearsal B',
		role: 'chair',
		voice: 'rehearsal',
		provider: 'rehearsal, no model',
		framework: 'libertarian',
	},
	{
		id: 'arbiter',
		name: 'GPT-4o',
		role: 'arbiter',
		voice: 'openrouter:openai/gpt-4o',
		model: 'openai/gpt-4o',
		provider: 'OpenAI',
	},
	{
		id: 'judge',
		name: 'GPT-4o',
		role: 'judge',
		voice: 'openrouter:openai/gpt-4o',
		model: 'openai/gpt-4o',
		provider: 'OpenAI',
	},
];

type Said = {
	readonly segment?: string;
	readonly round?: number;
	readonly replyTo?: string;
	readonly amid?: {readonly turnId: string; readonly offset: number};
	readonly finish?: Finish;
	readonly reason?: string;
};

/** Writes events down one after another, and stamps them; a turn's clock runs at 150 words a minute. */
export class Recording {
	readonly events: JournalEvent[] = [];
	#turns = 0;
	#at = 0;
	#segment = '';
	#round: number | undefined;

	emit(event: DebateEvent): void {
		if (event.type === 'segment-start') [this.#segment, this.#round] = [event.segment, event.round];
		this.events.push({
			...event,
			seq: this.events.length + 1,
			at: this.#at,
			hash: createHash('sha256').update(String(this.events.length)).digest('hex'),
		});
	}

	begin(
		speaker: string,
		kind: string,
		{segment = this.#segment, round = this.#round, replyTo, amid}: Said = {},
	): string {
		const turnId = `t${++this.#turns}`;
		this.emit({
			type: 'turn-start',
			turnId,
			speaker,
			kind,
			segment,
			...(round === undefined ? {} : {round}),
			...(replyTo === undefined ? {} : {replyTo}),
			...(amid ? {amid} : {}),
		});
		return turnId;
	}

	hear(turnId: string, text: string): void {
		for (const sentence of splitSentences(text)) {
			this.#at += countWords(sentence) * 400;
			this.emit({type: 'turn-delta', turnId, text: sentence});
		}
	}

	end(turnId: string, speaker: string, text: string, {finish = 'complete', reason}: Said = {}): void {
		this.emit({
			type: 'turn-end',
			turnId,
			text,
			finish,
			...(reason === undefined ? {} : {reason}),
			contentHash: createHash('sha256').update(text).digest('hex'),
			firstTokenMs: 420,
			totalMs: 4000,
		});
		const voice = seats.find(({id}) => id === speaker)?.voice ?? 'human';
		this.emit({
			type: 'voice-call',
			call: turnId,
			participant: speaker,
			voice,
			purpose: 'turn',
			tries: 1,
			usage: {input: 1800, cached: 1500, output: 220},
			cost: voice === 'rehearsal' ? 0 : 0.0042,
			ms: 4000,
		});
	}

	say(speaker: string, kind: string, text: string, said: Said = {}): string {
		const turnId = this.begin(speaker, kind, said);
		this.hear(turnId, text);
		this.end(turnId, speaker, text, said);
		return turnId;
	}
}

/** All adequate but the honesty and the framework, which are without fault: 88 = 19 + 19 + 25 + 25. */
export const scored = (turnId: string, more: Partial<EvaluationEvent> = {}): EvaluationEvent => ({
	type: 'evaluation',
	turnId,
	judge: 'judge',
	adherenceScore: 88,
	steelManning: {attempted: true, quality: 'adequate', applicable: true},
	selfCritique: {attempted: true, quality: 'adequate', applicable: true},
	frameworkConsistency: {consistent: true, level: 'consistent'},
	intellectualHonesty: {score: 'high'},
	requiresInterjection: false,
	violations: [],
	items: [],
	working: [
		{dimension: 'steelManning', level: 'adequate', value: 0.75, weight: 25, points: 18.75},
		{dimension: 'selfCritique', level: 'adequate', value: 0.75, weight: 25, points: 18.75},
		{dimension: 'frameworkConsistency', level: 'consistent', value: 1, weight: 25, points: 25},
		{dimension: 'intellectualHonesty', level: 'high', value: 1, weight: 25, points: 25},
	],
	...more,
});

export const start: EventOf<'debate-start'> = {
	type: 'debate-start',
	v: 1,
	debateId: 'sample',
	startedAt: '2026-11-21T20:00:00.000Z',
	protocol: 'duelogic',
	title: 'Voting should be compulsory.',
	subject: {text: 'Voting should be compulsory.', context: 'Some democracies fine those who stay at home.'},
	config: {mode: 'duelogic', podcastMode: {enabled: true, showName: 'Duelogic', episodeNumber: 12}},
	participants: [...seats],
	seed: 7,
	app: {name: 'rostrum', version: '0.1.0', protocolVersion: 1},
};

export const words = {
	introduction:
		'What would you give up to be heard? Welcome to Duelogic. Tonight Claude Sonnet 4 argues as a utilitarian, Grok 3 from virtue ethics, and Rehearsal B as a libertarian.\n\nClaude, the floor is yours.',
	first:
		'The strongest thing said against me is that a vote nobody wants to cast says nothing. I grant that it may say little. But a parliament hears only those who turn up. ',
	cutIn: 'I have to stop you there: where voting is a duty, the poor still vote less, e.g. in the figures you cited.',
	back: 'Less, yes, and the gap is a third of what it was. My framework cannot say what it does to someone to be made to choose.',
	third:
		'Nobody owes the state an opinion. You say that silence harms the poor, and that is a serious point. Yet a duty that is enforced is not a virtue. What I cannot show is that freedom alone brings anyone to the polls.',
	step: 'Rehearsal B, you have told us what freedom is not. Would you say what your view costs those who stay at home?',
	listener: 'And what about those who are ill?',
	closing: 'Three views, and one hinge: is a voice still yours when it is asked for by law? Thank you, and good night.',
} as const;

/** The whole debate, ended well but for one chair that fell silent. */
export function sampleEvents(): JournalEvent[] {
	const told = new Recording();
	told.emit(start);
	told.emit({type: 'user-action', data: {action: 'vote', listener: 'listener', when: 'before', stance: 2}});
	told.emit({type: 'segment-start', segment: 'introduction'});
	told.say('arbiter', 'introduction', words.introduction);
	told.emit({type: 'segment-start', segment: 'opening'});
	told.say(
		'chair_1',
		'opening',
		'Count everyone who is touched by a law, and ask which parliament would count them too.',
	);
	told.say('chair_2', 'opening', 'A citizen is made by what she does, and so is a city.');
	told.emit({type: 'segment-start', segment: 'exchange', round: 1});
	const cut = told.say('chair_1', 'reply', words.first.trim(), {finish: 'interrupted'});
	told.emit({
		type: 'interruption',
		turnId: cut,
		interrupter: 'chair_2',
		interrupted: 'chair_1',
		reason: 'factual_correction',
		trigger: 'a parliament hears only those who turn up',
		urgency: 0.9,
		atMs: 61_000,
		opener: 'I have to stop you there:',
		line: 'where voting is a duty, the poor still vote less.',
	});
	const said = told.say('chair_2', 'interruption', words.cutIn, {replyTo: cut});
	told.say('chair_1', 'resumption', words.back, {replyTo: said});
	told.emit(
		scored(cut, {
			items: [
				{
					id: 'S1',
					answer: 'yes',
					quote: 'a vote nobody wants to cast says nothing',
					match: 'exact',
					start: 42,
					end: 82,
				},
			],
		}),
	);
	sayAmid(told);
	told.emit({type: 'segment-start', segment: 'exchange', round: 2});
	told.emit({
		type: 'notice',
		level: 'warning',
		text: 'x-ai/grok-3 answered 429 (rate limit); asked again after 4 s.',
		participant: 'chair_2',
	});
	told.say('chair_2', 'reply', '', {finish: 'failed', reason: 'the server answered 500 three times'});
	told.emit({type: 'participant-out', participant: 'chair_2', reason: 'two turns failed running'});
	told.emit({type: 'segment-start', segment: 'synthesis'});
	told.say('arbiter', 'synthesis', words.closing);
	told.emit({type: 'user-action', data: {action: 'vote', listener: 'listener', when: 'after', stance: 0}});
	told.emit({
		type: 'debate-end',
		outcome: 'degraded',
		reason: 'without Grok 3 (two turns failed running)',
		stats: {
			turns: 11,
			words: 300,
			interruptions: 1,
			interjections: 1,
			notScored: 1,
			calls: 11,
			input: 19_800,
			cached: 16_500,
			output: 2420,
			cost: 0.042,
			ms: 120_000,
		},
	});
	return told.events;
}

/** A turn during which the arbiter steps in and, a sentence later, a listener speaks up; nobody could score it. */
function sayAmid(told: Recording): void {
	const sentences = splitSentences(words.third);
	const upTo = (count: number) => sentences.slice(0, count).join('');
	const host = told.begin('chair_3', 'reply');
	told.hear(host, upTo(2));
	const step = told.say('arbiter', 'interjection', words.step, {amid: {turnId: host, offset: upTo(2).length}});
	told.emit({
		type: 'interjection',
		turnId: step,
		target: 'chair_3',
		violation: 'missing_self_critique',
		reason: 'no limit of its own was admitted',
		by: 'arbiter',
	});
	told.hear(host, sentences[2] ?? '');
	told.say('user', 'barge-in', words.listener, {amid: {turnId: host, offset: upTo(3).length}});
	told.hear(host, sentences.slice(3).join(''));
	told.end(host, 'chair_3', words.third);
	told.emit({
		type: 'evaluation',
		turnId: host,
		judge: 'judge',
		adherenceScore: null,
		reason: 'judge: the answer was no JSON',
		requiresInterjection: false,
		violations: [],
		items: [],
		working: [],
	});
}
