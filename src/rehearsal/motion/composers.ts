/** Composers for motion debates, by kind of task. */
import {bankOf, banks, cardSlots} from '../argument/framework-banks.ts';
import {chairOf, writerAt, type Speaker, called, lengthOf, named, phraseOf} from '../argument/speaker.ts';
import {at, hash, seededRandom, shuffled} from '../random.ts';
import {type ChairCard, claimsIn, seatLetter, taskLines, blocksOf, type Block} from '../notation.ts';
import {type ComposerInput, fit, shorten, type Piece, wordRangeOf, type Composer} from '../composer.ts';
import {argue} from '../argument/case.ts';
import {citing, research, support} from '../argument/citations.ts';
import {quotedIn, bare, countWords, withoutStop, quotable, shortened, sentencesOf} from '../text.ts';
import * as say from './phrases.ts';
import {isFraming} from './phrases.ts';
import {judgeStance} from '../argument/judge-stance.ts';
import {ledger, ledgerLook} from '../argument/ledger.ts';
import type {Family, SentenceWriter} from '../sentence-writer.ts';

// A motion's speaker as a writer: its side, a bank of arguments of its own, and the opponent it answers.

/** Speakers have no frameworks: each argues from one bank, which goes by its persona where it has one. */
function withBanks(input: ComposerInput): ComposerInput {
	const order = shuffled(Object.keys(banks), seededRandom(hash('banks', input.seed)));
	const taken = new Set<number>();
	const chairs = input.prompt.chairs.map(card => {
		let place = card.persona === undefined ? card.seat : hash(card.persona) % order.length;
		while (taken.has(place)) place = (place + 1) % order.length;
		taken.add(place);
		return {...card, framework: at(order, place)};
	});
	return {...input, prompt: {...input.prompt, chairs}};
}

/** The speaker of the task. `round` sets sentences of its turns apart. */
function motionSpeaker(input: ComposerInput, round: number): Speaker | undefined {
	const me = chairOf(input.prompt, input.task.speaker);
	if (!me) return undefined;
	const stance = me.id.startsWith('against') ? 'against' : 'for';
	const writer = writerAt(input, {round, seat: me.seat, stance, slots: cardSlots(me)});
	return {me, bank: bankOf(me), writer, round, stance};
}

/** The opponent who spoke last, or the first of the other side. */
function opponentFor({prompt}: ComposerInput, {me}: Speaker): ChairCard | undefined {
	const isOther = (card: ChairCard): boolean => card.id.startsWith('for') !== me.id.startsWith('for');
	const last = prompt.turns.findLast(({speaker}) => prompt.chairs.some(card => card.id === speaker && isOther(card)));
	return prompt.chairs.find(card => card.id === last?.speaker) ?? prompt.chairs.find(isOther);
}

// What a motion's speakers say.

type Scene = {
	readonly input: ComposerInput;
	readonly speaker: Speaker;
	readonly opponent: ChairCard;
	readonly quote: string | undefined;
};

/** A composer that knows who speaks and whom they answer. `round` counts the turns of this kind. */
const speech =
	(
		round: (input: ComposerInput) => number,
		pieces: (scene: Scene) => readonly Piece[],
		least: number,
		most: number,
	): Composer =>
	given => {
		const input = withBanks(given);
		const speaker = motionSpeaker(input, round(input));
		const opponent = speaker && opponentFor(input, speaker);
		if (!speaker || !opponent) return undefined;
		const quote = openClaim(input, opponent) ?? phraseOf(input.prompt, opponent);
		const budget = wordRangeOf(input.task, least, most);
		const aim = budget.min + lengthOf(input.random) * (budget.max - budget.min);
		return fit([...toListener(input, speaker), ...pieces({input, speaker, opponent, quote})], budget, aim);
	};

/** Words of a claim that is quoted whole. */
const longestQuote = 14;

/** The newest claim of the other side that stands open and nobody has quoted: a whole sentence, without its stop. */
function openClaim({prompt, task}: ComposerInput, opponent: ChairCard): string | undefined {
	const letter = seatLetter(opponent.id.startsWith('for') ? 0 : 1);
	const quoted = prompt.turns.flatMap(({text}) => quotedIn(text)).map(bare);
	return claimsIn(task.blocks.find(({name}) => name === 'ledger')?.body ?? '')
		.filter(({id, claim}) => id.startsWith(letter) && /[.!]$/u.test(claim) && countWords(claim) <= longestQuote)
		.map(({claim}) => withoutStop(claim))
		.find(claim => !/[“”]/u.test(claim) && !quoted.includes(bare(claim)));
}

const roundOf = ({task}: ComposerInput): number => task.round ?? 1;

const byListener = /^a listener: /u;

/** Whether the moderator wanted something answered. */
const due = ({task}: ComposerInput): boolean => taskLines(task, 'answer').some(text => !byListener.test(text));

/** Answers what a listener said last, in their own words. */
function toListener({task}: ComposerInput, {writer, bank}: Speaker): Piece[] {
	const said = taskLines(task, 'answer').findLast(text => byListener.test(text));
	const quote = shorten(said?.replace(byListener, '').replaceAll(/[“”]/gu, '').trim() ?? '', 8).replace(
		/[.!?,;:]+$/u,
		'',
	);
	const slots = {quote, reason: writer.phrase('reason', bank.reasons)};
	return quote === '' ? [] : [{text: writer.say(say.toListener, slots), keep: 9}];
}

const opening = speech(
	() => 0,
	({input, speaker}) => [
		{text: speaker.writer.say(say.hello, {reason: speaker.writer.phrase('reason', speaker.bank.reasons)}), keep: 9},
		...argue(arguing(speaker, 0)),
		...argue(arguing(speaker, 1)),
		...citing(input, speaker),
		...argue(arguing(speaker, 2)).map(piece => ({...piece, keep: 5, spare: true})),
	],
	150,
	300,
);

/** The same speaker with the argument of this place in its bank, counted from where its seat begins. */
const arguing = (speaker: Speaker, place: number): Speaker => ({
	...speaker,
	writer: {
		...speaker.writer,
		turnIn: (name, length) => (speaker.writer.turnIn(name, length) + place - speaker.round + length * 30) % length,
	},
});

function rebuttalPieces({input, speaker, opponent, quote}: Scene): Piece[] {
	const {writer} = speaker;
	const overlooks = writer.phrase('overlooks', bankOf(opponent).overlooks, cardSlots(opponent));
	const name = named(opponent);
	return [
		{text: quote === undefined ? writer.say(say.rebutPlain, {name}) : writer.say(say.rebut, {name, quote}), keep: 9},
		{text: writer.say(say.because, {overlooks}), keep: 8},
		{text: writer.say(say.rebuilt), keep: 7, paragraph: true},
		...argue(arguing(speaker, 1 + 2 * speaker.round)),
		...citing(input, speaker),
		...argue(arguing(speaker, 2 + 2 * speaker.round)).map(piece => ({...piece, keep: 4, spare: true})),
	];
}

const rebuttal = speech(roundOf, rebuttalPieces, 120, 250);

const question = speech(
	roundOf,
	({speaker, opponent, quote}) => [
		{
			text:
				quote === undefined
					? speaker.writer.say(say.questionPlain, {called: called(opponent)})
					: speaker.writer.say(say.question, {called: called(opponent), quote}),
			keep: 9,
		},
	],
	10,
	40,
);

/** One answer in four evades at first; asked once more, one in four of those evades again. */
const answer = speech(
	input => roundOf(input) + (due(input) ? 2 : 0),
	({input, speaker}) => {
		const {writer, bank} = speaker;
		const roll = hash(`evade ${speaker.me.id} ${roundOf(input)} ${String(due(input))}`, input.seed) % 4;
		if (roll === 0) return [{text: writer.say(say.evade), keep: 9}];
		const slots = {reason: writer.phrase('reason', bank.reasons), creed: writer.phrase('creed', bank.creed)};
		return [
			{text: writer.say(say.answer, slots), keep: 9},
			...argue(arguing(speaker, 6 + speaker.round))
				.slice(0, 1)
				.map(piece => ({...piece, paragraph: false, keep: 5})),
		];
	},
	40,
	90,
);

/** One closing in four brings something new. */
const closing = speech(
	() => 8,
	({input, speaker, opponent, quote}) => {
		const {writer} = speaker;
		const name = named(opponent);
		const grants = quote !== undefined && hash(`grant ${speaker.me.id}`, input.seed) % 2 === 0;
		const overlooks = writer.phrase('overlooks', bankOf(opponent).overlooks, cardSlots(opponent));
		const isLate = hash(`late ${speaker.me.id}`, input.seed) % 4 === 0;
		return [
			{text: writer.say(say.closing), keep: 9},
			...argue(arguing(speaker, 9)).map(piece => ({...piece, keep: 5})),
			{
				text: grants ? writer.say(say.grantedClaim, {name, quote}) : writer.say(say.granted, {name, overlooks}),
				keep: 6,
				paragraph: true,
			},
			{text: isLate ? writer.say(say.late) : '', keep: 8},
			{text: writer.say(say.ask), keep: 9},
		];
	},
	100,
	200,
);

const resumption = speech(
	input => roundOf(input) + 4,
	({speaker, opponent}) => {
		const {writer, bank} = speaker;
		const slots = {
			name: named(opponent),
			reason: writer.phrase('reason', bank.reasons),
			creed: writer.phrase('creed', bank.creed),
		};
		return [{text: writer.say(say.pointAnswer, slots), keep: 9}, ...argue(arguing(speaker, 5 + speaker.round))];
	},
	60,
	150,
);

/** The sentence with which somebody rises on a point of information. */
function pointText(given: ComposerInput, quote: string, round: number): string {
	const speaker = motionSpeaker(withBanks(given), round);
	return speaker ? shorten(speaker.writer.say(say.point, {quote}), 25) : '';
}

const speeches: Readonly<Record<string, Composer>> = {opening, rebuttal, question, answer, closing, resumption};

// How rehearsal voices judge a motion debate, and rise with points of information: by looking at the text.

type Numbered = {readonly number: number; readonly text: string};

const numberedIn = (body: string): Numbered[] =>
	[...body.matchAll(/^\[(?<number>\d+)\] (?<text>.*)$/gmu)].map(({groups}) => ({
		number: Number(groups?.['number']),
		text: groups?.['text'] ?? '',
	}));

/** One judge in six goes by the label as much as by the words: its two readings may differ. */
const biasOneIn = 6;
const biasPoints = 30;

const judgeVerdict: Composer = ({prompt, task, seed}) => {
	const speeches = blocksOf(prompt.system)
		.flatMap(block => [block, ...blocksOf(block.body)])
		.filter(({name}) => name === 'speech');
	const of = (label: 'A' | 'B'): Numbered[] =>
		speeches
			.filter(({attributes}) => attributes['by']?.startsWith(`Side ${label}`))
			.flatMap(({body}) => numberedIn(body));
	const [a, b] = [of('A'), of('B')];
	const bias = hash(`bias ${task.speaker ?? ''}`, seed) % biasOneIn === 0 ? biasPoints : 0;
	const gap = strength(a, seed) + bias - strength(b, seed);
	const margin = Math.min(3, Math.round(Math.abs(gap) / 10) / 2);
	const winner = margin === 0 ? 'tie' : gap > 0 ? 'A' : 'B';
	const decisive = best(winner === 'B' ? b : a, seed) ?? best([...a, ...b], seed) ?? {number: 1, text: ''};
	const ground = (name: string): unknown => {
		const own = strength(a, seed + name.length) - strength(b, seed + name.length);
		return {
			better: Math.abs(own) < 8 ? 'even' : own > 0 ? 'A' : 'B',
			sentences: [best(own > 0 ? a : b, seed + name.length)?.number ?? decisive.number],
		};
	};
	return {
		grounds: Object.fromEntries(
			['arguments', 'rebuttal', 'evidence', 'answering', 'conduct'].map(name => [name, ground(name)]),
		),
		decisive: {sentence: decisive.number, phrase: decisive.text.split(/\s+/u).slice(0, 6).join(' ')},
		winner,
		margin,
	};
};

/** A side's strength, the same whatever it is called: labels are left out of what is weighed. */
const strength = (sentences: readonly Numbered[], seed: number): number =>
	sentences.length === 0 ? 0 : sentences.reduce((sum, one) => sum + weight(one, seed), 0) / Math.sqrt(sentences.length);

const weight = ({text}: Numbered, seed: number): number =>
	(hash(text.replaceAll(/\bSide [AB]\b/gu, ''), seed) % 41) - 20 + (/\bbecause\b|\bsince\b/iu.test(text) ? 3 : 0);

/** The sentence that weighs most and is long enough to be quoted. */
const best = (sentences: readonly Numbered[], seed: number): Numbered | undefined =>
	sentences
		.filter(({text}) => countWords(text) >= 4 && !isFraming(text) && !/\bSide [AB]\b/u.test(text))
		.toSorted((one, other) => weight(other, seed) - weight(one, seed))[0];

const none = {rise: false, severity: 'low', sentence: null, point: ''} as const;

/** One look in three finds something. */
const pointLook: Composer = input => {
	const {task, seed} = input;
	const sentences = numberedIn(task.blocks.find(({name}: Block) => name === 'heard')?.body ?? '');
	const last = sentences.at(-1);
	if (!last || hash(last.text, seed) % 3 !== 0) return none;
	const severity = hash(last.text, seed + 1) % 2 === 0 ? 'high' : 'medium';
	const words = quotedOf(last.text.replaceAll(/[“”]/gu, ''));
	return {rise: true, severity, sentence: last.number, point: pointText(input, words, roundIn(input))};
};

/** A whole clause of the sentence, or its beginning with an ellipsis. */
function quotedOf(sentence: string): string {
	const clause = quotable(sentence, {terms: /(?!)/gu, used: new Set()});
	if (clause !== undefined) return clause;
	const words = shortened(sentence, 7);
	return sentence.replace(/[\s.,;:!?—–-]+$/u, '').endsWith(words) ? words : `${words} …`;
}

const roundIn = ({prompt, task}: ComposerInput): number =>
	prompt.turns.length + Number(/\d+/u.exec(task.attributes['turn'] ?? '')?.[0] ?? 0);

const pointDecision: Composer = ({task, seed}) => ({take: hash(task.labels['point'] ?? '', seed) % 5 < 3});

const judging: Readonly<Record<string, Composer>> = {
	judge_verdict: judgeVerdict,
	stance: judgeStance,
	point_look: pointLook,
	point_decision: pointDecision,
};

// What a motion's moderator says and finds.

const writerOf = (input: ComposerInput): SentenceWriter =>
	writerAt(input, {round: input.prompt.turns.length, seat: input.prompt.chairs.length});

const introduction: Composer = input => {
	const {prompt, task} = input;
	const writer = writerOf(input);
	const pro = task.labels['for'] ?? 'one side';
	return fit(
		[
			{text: writer.say(say.motionIs, {proposition: withoutStop(prompt.proposition ?? input.topic.motion)}), keep: 9},
			{text: writer.say(say.disputed), keep: 6, spare: true},
			{text: writer.say(say.whoSpeaks, {pro, con: task.labels['against'] ?? 'the other'}), keep: 9},
			{text: writer.say(say.begin, {first: prompt.chairs[0]?.name ?? pro}), keep: 9},
		],
		wordRangeOf(task, 30, 54),
		40,
	);
};

/** A sentence to the seat that the task names. */
const addressed =
	(family: Family): Composer =>
	input => {
		const target = chairOf(input.prompt, input.task.attributes['target']);
		const reason = withoutStop(input.task.labels['reason']?.replaceAll(/[“”]/gu, '') ?? 'that needs an answer');
		return writerOf(input).say(family, {name: target?.name ?? 'Both of you', reason});
	};

const answerCheck: Composer = ({task}) => {
	const isEvaded = say.isEvasion(task.labels['answer'] ?? '');
	return {answered: !isEvaded, open: isEvaded ? 'the question itself' : ''};
};

const newClaims: Composer = ({task}) => {
	const body = task.blocks.find(({name}) => name === 'closing')?.body ?? '';
	const numbers = [...body.matchAll(/^\[(?<number>\d+)\] (?<text>.*)$/gmu)].flatMap(({groups}) =>
		say.isLate(groups?.['text'] ?? '') ? [Number(groups?.['number'])] : [],
	);
	return {sentences: numbers};
};

/** The facts one after the other, as far as there is room. */
const verdict: Composer = input => {
	const writer = writerOf(input);
	const facts = taskLines(input.task, 'fact').map(fact => sentencesOf(fact).join(' '));
	return fit(
		[
			{text: writer.say(say.verdictIn), keep: 9},
			...facts.map((text, place) => ({text, keep: place === 0 ? 9 : 7 - Math.min(6, place)})),
			{text: writer.say(say.verdictOut), keep: 8},
		],
		wordRangeOf(input.task, 50, 120),
		80,
	);
};

const moderating: Readonly<Record<string, Composer>> = {
	introduction,
	verdict,
	insistence: addressed(say.insist),
	ruling: addressed(say.ruling),
	interjection: addressed(say.stepIn),
	answer_check: answerCheck,
	new_claims: newClaims,
	ledger: input => ledger(withBanks(input)),
	ledger_look: ledgerLook,
};

export const motion: Readonly<Record<string, Composer>> = {...speeches, ...moderating, ...judging, research, support};
