/**
 * A debate as an engine would send it, made of a seed: three chairs, cuts, interjections amid a turn, scores, notices.
 */
import {createHash} from 'node:crypto';
import type {DebateEvent, EventOf, JournalEvent, RunEvent} from '../../../src/debate/events.ts';
import type {EvaluationEvent} from '../../../src/debate/evaluation.ts';

const SENTENCES = [
	'The strongest thing my opponent said is that a passenger who is sacrificed never agreed to the sum.',
	'I grant that, and I grant it without a footnote: consent that nobody asked for is not consent.',
	'But a car that protects its owner first makes every pedestrian pay for somebody else’s comfort.',
	'Count the people in the crossing, and then tell me which of them signed a contract.',
	'A promise is not a price tag, and whoever breaks it for four strangers will break it for three.',
	'What would a person of good character build, if she knew that she might be on either side of the glass?',
	'Here my own framework is weak: it can tell you what was best, and only once the road is empty again.',
	'So let us be exact about the case: brakes gone, two seconds, five on the left and one inside.',
	'You speak of the passenger as if buying a ticket had made him a soldier.',
	'There is a difference between letting a harm happen and drawing it up in a meeting three years before.',
	'I do not think that the difference survives the meeting; the engineers know exactly whom they choose.',
	'Habit matters here, since a city of cars that count is a city of people who learn to be counted.',
	'If the rule were public, and the same for all, most of us would choose it before we knew our seat.',
	'And yet nobody in this room would lower a child into that car and call it arithmetic.',
	'My view has trouble with this, and I would rather say so than hide behind the word dignity.',
	'The question is not whom to kill but what we may promise to anyone who steps inside.',
	'Trust is a kind of welfare as well, and a machine that betrays its rider spends it quickly.',
	'Five families at the funeral is not a rhetorical device; it is the other half of the ledger.',
];

const CHAIRS = [
	{
		id: 'chair_1',
		name: 'Claude Sonnet 4',
		framework: 'utilitarian',
		voice: 'openrouter:anthropic/claude-sonnet-4',
		provider: 'Anthropic',
	},
	{id: 'chair_2', name: 'Grok 3', framework: 'virtue_ethics', voice: 'openrouter:x-ai/grok-3', provider: 'xAI'},
	{
		id: 'chair_3',
		name: 'Gemini 2.5 Pro',
		framework: 'deontological',
		voice: 'openrouter:google/gemini-2.5-pro',
		provider: 'Google',
	},
] as const;

export const PROPOSITION = 'A self-driving car should always minimise total deaths, even at its passenger’s expense.';

export type SampleOptions = {
	readonly rounds?: number;
	readonly seed?: number;
	readonly rehearsal?: boolean;
	readonly ending?: boolean;
	readonly words?: boolean;
	/** Whether a ledger of claims is kept, and stances are recorded. */
	readonly claims?: boolean;
};

/** A small generator of numbers in [0, 1), the same for the same seed. */
function numbers(seed: number): () => number {
	let state = seed;
	return () => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return state / 2 ** 32;
	};
}

type Stage = {
	readonly emit: (event: DebateEvent) => void;
	readonly hear: (event: RunEvent) => void;
	readonly random: () => number;
	readonly wordByWord: boolean;
	turns: number;
	at: number;
	readonly said: Map<string, string>;
	readonly claims: {readonly id: string; readonly holder: string; open: boolean}[] | undefined;
};

/** All events of a sample debate in order; with `words`, live words between the facts. */
export function sampleDebate({
	rounds = 4,
	seed = 7,
	rehearsal = false,
	ending = true,
	words = false,
	claims = false,
}: SampleOptions = {}): RunEvent[] {
	const events: RunEvent[] = [];
	let seq = 0;
	const stage: Stage = {
		random: numbers(seed),
		turns: 0,
		at: 0,
		wordByWord: words,
		said: new Map(),
		claims: claims ? [] : undefined,
		hear: event => events.push(event),
		emit(event) {
			seq += 1;
			const stamped: JournalEvent = {
				...event,
				seq,
				at: stage.at,
				hash: createHash('sha256').update(`${seq}`).digest('hex'),
			};
			events.push(stamped);
		},
	};
	stage.emit(startOf(seed, rehearsal));
	stage.emit({type: 'segment-start', segment: 'introduction'});
	speak(stage, 'arbiter', 'introduction', 'introduction', undefined, 5);
	stage.emit({type: 'segment-start', segment: 'opening'});
	if (claims) takeStances(stage, 'before');
	for (const chair of CHAIRS) {
		const opening = speak(stage, chair.id, 'opening', 'opening', undefined, 4);
		keepLedger(stage, opening, chair.id);
	}
	for (let round = 1; round <= rounds; round++) holdRound(stage, round);
	if (!ending) return events;
	if (claims) takeStances(stage, 'after');
	stage.emit({type: 'segment-start', segment: 'synthesis'});
	speak(stage, 'arbiter', 'synthesis', 'synthesis', undefined, 6);
	stage.emit(endOf(stage));
	return events;
}

const startOf = (seed: number, rehearsal: boolean): EventOf<'debate-start'> => ({
	type: 'debate-start',
	v: 1,
	debateId: 'sample',
	startedAt: '2026-11-21T20:00:00Z',
	protocol: 'duelogic',
	title: 'Three-Way Ethics Showdown',
	subject: {text: PROPOSITION},
	config: {flow: {maxExchanges: 8, targetDurationMinutes: 45}},
	seed,
	app: {name: 'rostrum', version: '0.1.0', protocolVersion: 1},
	participants: [
		...CHAIRS.map(chair => ({...chair, role: 'chair', voice: rehearsal ? 'rehearsal' : chair.voice})),
		{id: 'arbiter', name: 'GPT-4o', role: 'arbiter', voice: rehearsal ? 'rehearsal' : 'openrouter:openai/gpt-4o'},
	],
});

const endOf = ({turns, at}: Stage): EventOf<'debate-end'> => ({
	type: 'debate-end',
	outcome: 'completed',
	stats: {
		turns,
		words: 0,
		interruptions: 0,
		interjections: 0,
		notScored: 0,
		calls: turns,
		input: 0,
		cached: 0,
		output: 0,
		cost: null,
		ms: at,
	},
});

function holdRound(stage: Stage, round: number) {
	stage.emit({type: 'segment-start', segment: 'exchange', round});
	for (const [place, chair] of CHAIRS.entries()) {
		const other = CHAIRS[(place + 1) % CHAIRS.length] ?? CHAIRS[0];
		const draw = stage.random();
		const turn =
			draw < 0.2
				? cutShort(stage, chair.id, other.id, round)
				: draw < 0.4
					? interruptedByTheArbiter(stage, chair.id, round)
					: speak(stage, chair.id, 'reply', 'exchange', round, 5);
		judge(stage, turn);
		keepLedger(stage, turn, chair.id);
	}
	if (round % 3 === 1)
		stage.emit({
			type: 'notice',
			level: 'warning',
			text: 'x-ai/grok-3 answered 429 (rate limit); asked again after 4 s, second try of three.',
			participant: 'chair_2',
		});
}

/** A turn that another chair cuts into, its line, and the cut one's return. */
function cutShort(stage: Stage, speaker: string, interrupter: string, round: number): string {
	const cut = speak(stage, speaker, 'reply', 'exchange', round, 3, 'interrupted');
	stage.emit({
		type: 'interruption',
		turnId: cut,
		interrupter,
		interrupted: speaker,
		reason: 'direct_challenge',
		trigger: 'never agreed',
		urgency: 0.85,
		atMs: stage.at,
		opener: 'Hold on a moment:',
		line: 'that is not what I said.',
	});
	speak(stage, interrupter, 'interruption', 'exchange', round, 1);
	speak(stage, speaker, 'resumption', 'exchange', round, 2);
	return cut;
}

/** A turn inside which the arbiter steps in at the end of a sentence; its speaker goes on. */
function interruptedByTheArbiter(stage: Stage, speaker: string, round: number): string {
	const host = begin(stage, speaker, 'reply', 'exchange', round);
	const first = say(stage, host, 3);
	const inner = begin(stage, 'arbiter', 'interjection', 'exchange', round, {turnId: host, offset: first.length});
	stage.emit({type: 'interjection', turnId: inner, target: speaker, violation: 'missing_self_critique', by: 'arbiter'});
	end(stage, inner, say(stage, inner, 2));
	end(stage, host, first + say(stage, host, 3));
	return host;
}

/** Where two listeners and a judge stand. */
function takeStances(stage: Stage, when: 'before' | 'after') {
	const moved = when === 'before' ? 0 : 2;
	for (const [listener, stance] of [
		['Ann', -1],
		['Ben', 1],
	] as const)
		stage.emit({type: 'user-action', data: {action: 'vote', listener, when, stance: stance + moved}});
	stage.emit({type: 'judge-stance', judge: 'arbiter', when, stance: 1 - moved, reason: 'The cases were close.'});
}

/** Makes a claim of a turn's first sentence, and meets the oldest open one of somebody else in every second turn. */
function keepLedger(stage: Stage, turnId: string, speaker: string) {
	const {claims} = stage;
	if (!claims) return;
	const seat = CHAIRS.findIndex(({id}) => id === speaker);
	const sentence = (stage.said.get(turnId) ?? '').split(/(?<=[.?!])\s/u)[0] ?? '';
	const met = claims.length % 2 === 0 ? claims.find(({open, holder}) => open && holder !== speaker) : undefined;
	const given = claims.length % 5 === 4 ? claims.find(({open, holder}) => open && holder === speaker) : undefined;
	if (met) met.open = false;
	if (given) given.open = false;
	const id = `${'ABC'.charAt(seat)}${claims.length + 1}`;
	claims.push({id, holder: speaker, open: true});
	stage.emit({
		type: 'ledger',
		turnId,
		speaker,
		new: [{id, claim: sentence.split(' ').slice(0, 20).join(' '), sentence}],
		answered: met ? [{claim: met.id, sentence}] : [],
		conceded: given ? [{claim: given.id, sentence}] : [],
		withdrawn: [],
	});
}

function speak(
	stage: Stage,
	speaker: string,
	kind: string,
	segment: string,
	round: number | undefined,
	sentences: number,
	finish: 'complete' | 'interrupted' = 'complete',
): string {
	stage.hear({type: 'voice-waiting', participant: speaker, purpose: kind, since: stage.at, thinking: 0});
	const turnId = begin(stage, speaker, kind, segment, round);
	end(stage, turnId, say(stage, turnId, sentences), finish);
	return turnId;
}

function begin(
	stage: Stage,
	speaker: string,
	kind: string,
	segment: string,
	round?: number,
	amid?: {turnId: string; offset: number},
): string {
	stage.turns += 1;
	const turnId = `t${stage.turns}`;
	stage.emit({
		type: 'turn-start',
		turnId,
		speaker,
		kind,
		segment,
		...(round === undefined ? {} : {round}),
		...(amid ? {amid} : {}),
	});
	return turnId;
}

function say(stage: Stage, turnId: string, sentences: number): string {
	let said = '';
	for (let n = 0; n < sentences; n++) {
		const sentence = `${SENTENCES[Math.floor(stage.random() * SENTENCES.length)] ?? ''}${n % 3 === 2 ? '\n\n' : ' '}`;
		if (stage.wordByWord)
			for (const word of sentence.match(/\S+\s*/gu) ?? []) stage.hear({type: 'turn-token', turnId, text: word});
		stage.at += sentence.split(' ').length * 400;
		stage.emit({type: 'turn-delta', turnId, text: sentence});
		said += sentence;
	}
	return said;
}

function end(stage: Stage, turnId: string, text: string, finish: 'complete' | 'interrupted' = 'complete') {
	stage.said.set(turnId, text);
	stage.emit({
		type: 'turn-end',
		turnId,
		text,
		finish,
		contentHash: createHash('sha256').update(text).digest('hex'),
		usage: {input: 5200, cached: 4100, output: 240, reasoning: 90},
		cost: 0.0123,
		firstTokenMs: 640,
		totalMs: 4000,
	});
	stage.emit({
		type: 'voice-call',
		call: turnId,
		participant: 'chair_1',
		voice: 'openrouter:anthropic/claude-sonnet-4',
		purpose: 'reply',
		tries: 1,
		usage: {input: 1800, cached: 1500, output: 220},
		cost: 0.0042,
		ms: 4000,
	});
}

const WORTH = {
	strong: 1,
	adequate: 0.75,
	weak: 0.4,
	absent: 0,
	consistent: 1,
	minor_drift: 0.75,
	major_drift: 0.25,
	high: 1,
	medium: 0.6,
} as const;

/** Some score with its working; one turn in eleven stays without one. */
function judge(stage: Stage, turnId: string) {
	const draw = stage.random();
	if (draw < 0.09) {
		stage.emit({
			type: 'evaluation',
			turnId,
			judge: 'arbiter',
			adherenceScore: null,
			reason: 'the judge gave no usable answer',
			requiresInterjection: false,
			violations: [],
			items: [],
			working: [],
		});
		return;
	}
	const quality = draw > 0.6 ? 'strong' : draw > 0.25 ? 'adequate' : 'absent';
	const critique = draw > 0.3 ? 'weak' : 'absent';
	const level = draw > 0.5 ? 'consistent' : 'minor_drift';
	const honesty = draw > 0.4 ? 'high' : 'medium';
	const working: EvaluationEvent['working'] = (
		[
			['steelManning', quality],
			['selfCritique', critique],
			['frameworkConsistency', level],
			['intellectualHonesty', honesty],
		] as const
	).map(([dimension, reached]) => ({
		dimension,
		level: reached,
		value: WORTH[reached],
		weight: 25,
		points: WORTH[reached] * 25,
	}));
	stage.emit({
		type: 'evaluation',
		turnId,
		judge: 'arbiter',
		adherenceScore: Math.round(working.reduce((sum, {points}) => sum + points, 0)),
		requiresInterjection: critique === 'absent',
		steelManning: {attempted: quality !== 'absent', quality, applicable: true},
		selfCritique: {attempted: critique !== 'absent', quality: critique, applicable: true},
		frameworkConsistency: {consistent: true, level},
		intellectualHonesty: {score: honesty},
		working,
		violations: critique === 'absent' ? [{violation: 'missing_self_critique', major: true}] : [],
		items: itemsOf(stage.said.get(turnId) ?? '', critique === 'absent'),
	});
}

/** What a judge might have answered, its quotations taken from the turn. */
function itemsOf(text: string, flawless: boolean): EvaluationEvent['items'] {
	const quote = text.slice(0, text.indexOf('.')).split(' ').slice(2).join(' ');
	const start = text.indexOf(quote);
	return [
		{id: 'S1', answer: 'yes', quote, match: 'exact', start, end: start + quote.length},
		{id: 'S2', answer: 'no'},
		{id: 'S5', answer: 'na'},
		flawless
			? {id: 'C1', answer: 'no'}
			: {id: 'C1', answer: 'yes', quote: 'words that nobody said here', match: 'not_found'},
	];
}

/** Hands events on one after another, `everyMs` apart; 0 is as fast as they come. */
export async function* played(events: readonly RunEvent[], everyMs = 0): AsyncGenerator<RunEvent> {
	for (const event of events) {
		if (everyMs > 0 && event.type === 'turn-token') await new Promise(resolve => setTimeout(resolve, everyMs));
		yield event;
	}
}

/** Hands the first events on and then nothing more, without an end: a debate that stands still. */
export async function* halted(events: readonly RunEvent[], count: number): AsyncGenerator<RunEvent> {
	yield* events.slice(0, count);
	await new Promise(() => {});
}
