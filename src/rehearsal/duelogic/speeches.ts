/** A chair of a rehearsed Duelogic: opening, reply, interruption, last word, and the faults that it plans to make. */
import {type Piece, type ComposerInput, fit, wordRangeOf, type Composer, shorten} from '../composer.ts';
import {taskLines, type ChairCard, type PromptTurn, type ParsedPrompt} from '../notation.ts';
import {quotable, shortened, countWords, sentencesOf, firstWords, withoutStop, escapePattern} from '../text.ts';
import {answerTo, answerToHost, argue, borrow, critique, handOver, restateOpponent} from '../argument/case.ts';
import {
	raisePoint,
	toArbiter,
	toWords,
	takeBack,
	drift,
	enter,
	evade,
	overclaim,
	provoke,
	stand,
	strawBeaten,
	strawMan,
	heated,
	respectful,
	goOn,
	hearOut,
	interruptions,
	openers,
	soMuch,
	openingStatement,
} from './phrases.ts';
import {
	isStraw,
	called,
	chairOf,
	mentions,
	questionTo,
	type DirectQuestion,
	type Speaker,
	hostQuestionTo,
	lengthOf,
	named,
	opponentOf,
	speakerOf,
	ownTurns,
	writerAt,
	phraseOf,
	agrees,
	admits,
	isAbsolute,
	isDecisive,
	isOverclaim,
	strengthens,
	isSaid,
} from '../argument/speaker.ts';
import {at, hash} from '../random.ts';
import {answerLimit, pivot, verdict, changeMind} from '../argument/case-phrases.ts';
import {citing} from '../argument/citations.ts';
import {bankOf, cardSlots, labelOf} from '../argument/framework-banks.ts';
import {whatCounts, takeHome, whatStays} from '../argument/host-phrases.ts';
import type {Topic} from '../topic.ts';

// What must be answered first: the arbiter, a listener, the chair that interrupted, and points noted earlier.

/** What to say first, what the rest of the turn must contain, and which chair to treat fairly. */
type DueAnswers = {
	readonly pieces: readonly Piece[];
	readonly needs: 'critique' | undefined;
	readonly against: ChairCard | undefined;
};

function answersDue(input: ComposerInput, speaker: Speaker): DueAnswers {
	const answers = taskLines(input.task, 'answer');
	const scolded = answers.filter(isArbiters).at(-1);
	const words = answers.filter(text => !isArbiters(text) && !/^the chair\b/iu.test(text)).at(-1);
	const pieces = [
		...(scolded === undefined ? [] : makingGood(input, speaker, scolded)),
		...(words === undefined ? [] : answeringWords(speaker, words)),
	];
	const fault = scolded === undefined ? undefined : faultIn(wholeText(input.prompt, scolded));
	return {
		pieces,
		needs: fault === 'critique' ? 'critique' : undefined,
		against:
			fault === 'straw-man' && scolded !== undefined
				? wronged(input.prompt, speaker.me, wholeText(input.prompt, scolded))
				: undefined,
	};
}

const isArbiters = (text: string): boolean => /^the arbiter\b|^an interjection\b/iu.test(text);

/** Promises to put it right, and does so at once if a claim has to be taken back or a question answered. */
function makingGood({prompt}: ComposerInput, speaker: Speaker, text: string): Piece[] {
	const {writer, me} = speaker;
	const fault = faultIn(wholeText(prompt, text));
	const sorry = {text: writer.say(toArbiter), keep: 9};
	const other = wronged(prompt, me, wholeText(prompt, text));
	const tookBack = prompt.turns
		.slice(wrongedAt(prompt, me))
		.some(({speaker, kind}) => speaker === me.id && kind === 'resumption');
	if (fault === 'straw-man' && other && !tookBack)
		return [sorry, {text: writer.say(takeBack, {called: called(other)}), keep: 8}];
	const missed = fault === 'evasion' ? missedQuestion(prompt, me) : undefined;
	if (missed) return [sorry, {text: answerTo(speaker, missed), keep: 9}];
	return [sorry];
}

/** The full interjection if it is among the turns, since its beginning says what was wrong. */
function wholeText({turns}: ParsedPrompt, text: string): string {
	const end = quoteIn(text).slice(-30);
	return turns.findLast(turn => end !== '' && turn.text.includes(end))?.text ?? text;
}

/** What an interjection objects to. */
function faultIn(text: string): 'straw-man' | 'critique' | 'evasion' | 'drift' | undefined {
	if (
		/\bself-critique\b|\bown up\b|\b(?:limits?|weakness(?:es)?|objection|blind spots?) (?:of|to|against) (?:its|your|the|it)\b/iu.test(
			text,
		)
	)
		return 'critique';
	if (/\bstraw\b|\bascribed\b|\brestat|\bnever said\b|\bstrong(?:er|est) version\b|\bmisrepresent/iu.test(text))
		return 'straw-man';
	if (/\bevad|\bevasion\b|\bdodge|\bducked\b|\bunanswered\b|\bpassed over\b/iu.test(text)) return 'evasion';
	return /\bframework/iu.test(text) ? 'drift' : undefined;
}

/** The chair's latest turn with a straw man in it. */
const wrongedAt = ({turns}: ParsedPrompt, me: ChairCard): number =>
	turns.findLastIndex(({speaker, text}) => speaker === me.id && sentencesOf(text).some(isStraw));

const wronged = ({chairs}: ParsedPrompt, me: ChairCard, text: string): ChairCard | undefined =>
	chairs.find(card => card.id !== me.id && mentions(text, card));

/** The question that the speaker's last turn evaded, as it stood before that turn. */
function missedQuestion(prompt: ParsedPrompt, me: ChairCard): DirectQuestion | undefined {
	const own = prompt.turns.findLastIndex(({speaker}: PromptTurn) => speaker === me.id);
	return questionTo({...prompt, turns: prompt.turns.slice(0, Math.max(0, own))}, me);
}

function answeringWords({writer, bank}: Speaker, text: string): Piece[] {
	const quote = phraseIn(text);
	return quote === undefined
		? []
		: [{text: writer.say(toWords, {quote, creed: writer.phrase('creed to answer', bank.creed)}), keep: 9}];
}

/** Points that came too late for an interruption. */
function pointsDue({prompt, task}: ComposerInput, {writer, me}: Speaker): Piece[] {
	const phrase = taskLines(task, 'point')
		.map(phraseIn)
		.find(found => found !== undefined);
	const from =
		phrase === undefined
			? undefined
			: chairOf(prompt, prompt.turns.findLast(turn => turn.speaker !== me.id && turn.text.includes(phrase))?.speaker);
	return phrase === undefined || !from ? [] : [{text: writer.say(raisePoint, {quote: phrase}), keep: 6}];
}

/** The text inside the outermost quotation marks, or all of it. */
const quoteIn = (text: string): string => /“(.*)”/su.exec(text)?.[1]?.replace(/^… /u, '') ?? text;

/** A phrase to answer: the innermost quotation, or the best part of the text. */
function phraseIn(text: string): string | undefined {
	const inner = /“([^“”]*)”[^“”]*”/u.exec(text)?.[1] ?? quoteIn(text);
	if (countWords(inner) >= 3 && countWords(inner) <= 8) return inner.replace(/[.!?,;:]+$/u, '');
	return (
		quotable(inner.replaceAll('?', '.'), {terms: /(?!)/gu, used: new Set()}) ??
		(countWords(inner) >= 3 ? shortened(sentencesOf(inner).at(-1) ?? inner) : undefined)
	);
}

// Decides which turns break a mandate, and how, so that every debate has something to object to. In the first exchange
// one chair straw-mans another, in the second another forgets its own limits; later, anything may happen now and then.
// Apart from that each chair says something every few exchanges that another cannot let pass.

type Lapse = 'no-self-critique' | 'drift' | 'evasion';

type LapseContext = {
	readonly seed: number;
	readonly round: number;
	readonly seat: number;
	readonly seats: number;
	/** Openings were short: whoever replies first is to be cut. */
	readonly brisk: boolean;
	/** Whether a question was put to the speaker by name. */
	readonly asked: boolean;
	/** Whether the arbiter or a listener is waiting for an answer, which rules out a lapse. */
	readonly called: boolean;
	/** Whether the task asks for self-critique at all. */
	readonly owesCritique: boolean;
};

/** After the second exchange, one turn in this many breaks a mandate. */
const oneIn = 7;

function lapseAt(moment: LapseContext): Lapse | undefined {
	const {seed, round, seat, seats, called} = moment;
	if (round < 1 || seats < 2 || called) return undefined;
	const straw = firstProvoker(moment);
	if (provocationAt(moment) === 'straw-man') return undefined;
	if (round === 2)
		return seat === (straw + 1 + (hash('no critique', seed) % (seats - 1))) % seats
			? possible('no-self-critique', moment)
			: undefined;
	const roll = hash(`lapse ${round} ${seat}`, seed);
	return round > 2 && roll % oneIn === 0
		? possible(at(['no-self-critique', 'drift', 'evasion'] as const, Math.floor(roll / oneIn)), moment)
		: undefined;
}

function possible(lapse: Lapse, {asked, owesCritique}: LapseContext): Lapse {
	if (lapse === 'no-self-critique' && !owesCritique) return 'drift';
	return lapse === 'evasion' && !asked ? 'drift' : lapse;
}

/** What another chair would cut in on: its case distorted, or its doubts denied. */
type Provocation = 'straw-man' | 'overclaim';

/** Exchanges from one provocation of a chair to the next: chairs take turns at it. */
const period = 4;

const firstProvoker = ({seed, seats, brisk}: LapseContext): number => (brisk ? 0 : hash('straw man', seed) % seats);

/** The first one is a straw man in the first exchange; who waits to be answered by a chair does not distort others. */
function provocationAt(moment: LapseContext): Provocation | undefined {
	const {seed, round, seat, seats, called} = moment;
	if (round < 1 || seats < 2) return undefined;
	const place = (seat - firstProvoker(moment) + seats) % seats;
	const offset = Math.floor((place * period) / seats);
	if ((round - 1) % period !== offset) return undefined;
	if (called) return 'overclaim';
	const distorts = round === 1 || (round > 2 && hash(`provocation ${round} ${seat}`, seed) % 3 === 0);
	return distorts ? 'straw-man' : 'overclaim';
}

export const reply: Composer = input => {
	const speaker = speakerOf(input);
	const opponent = speaker && opponentOf(input, speaker.me);
	if (!speaker || !opponent) return undefined;
	const due = answersDue(input, speaker);
	const moment = momentOf(input, speaker, due);
	const provocation = provocationAt(moment);
	const budget = wordRangeOf(input.task, 150, 300);
	const answers = answersTo(input.prompt, speaker);
	const fair = (said: readonly string[]) =>
		regular(input, speaker, due.against ?? opponent, due, {lapse: lapseAt(moment), answers: said});
	// Nobody cuts in on the first two sentences: an answer stands there, not behind what provokes.
	const first = () => ({text: answers[0] ?? speaker.writer.say(enter), keep: 9});
	const pieces =
		provocation === 'straw-man'
			? [first(), ...strawManned(speaker, opponent)]
			: provocation === 'overclaim'
				? [first(), ...provoking(speaker, opponent), ...fair(answers.slice(1))]
				: fair(answers);
	return fit(pieces, budget, budget.min + lengthOf(input.random) * (budget.max - budget.min));
};

/** Words of openings that are as long as replies. */
const shortOpening = 110;

function momentOf(input: ComposerInput, {me, round}: Speaker, due: DueAnswers): LapseContext {
	const {prompt, task, seed} = input;
	return {
		seed,
		round,
		seat: me.seat,
		seats: prompt.chairs.length,
		brisk: prompt.turns.some(({kind, text}) => kind === 'opening' && countWords(text) < shortOpening),
		asked: questionTo(prompt, me) !== undefined,
		called: due.pieces.length > 0,
		owesCritique: taskLines(task, 'self_critique').length > 0,
	};
}

/** What another chair cannot let pass, behind the two sentences in which nobody cuts in; the first is said before. */
function provoking({bank, writer}: Speaker, opponent: ChairCard): Piece[] {
	return [
		{text: writer.say(stand, {lens: bank.lens}), keep: 9},
		{text: writer.say(provoke, {name: named(opponent)}), keep: 9},
	];
}

/** A turn as the mandates want it, except for what the lapse leaves out. */
function regular(
	input: ComposerInput,
	speaker: Speaker,
	opponent: ChairCard,
	due: DueAnswers,
	{lapse, answers}: {readonly lapse: Lapse | undefined; readonly answers: readonly string[]},
): Piece[] {
	const {writer} = speaker;
	const owesCritique = taskLines(input.task, 'self_critique').length > 0;
	const care = careOf(input, speaker);
	const admission =
		owesCritique && lapse !== 'no-self-critique'
			? critique(speaker).slice(0, care === 'brief admission' && due.needs === undefined ? 1 : 3)
			: [];
	const evading = lapse === 'evasion';
	// The last exchange brings no new claim: there the speaker says where it stands.
	const isLast = input.task.attributes['last'] === 'yes';
	return [
		...due.pieces,
		...(due.needs === 'critique' ? admission : []),
		// Only a chair's question is evaded, which stands behind the host's.
		...(evading ? answers.slice(0, -1) : answers).map(text => ({text, keep: 8})),
		...(evading ? [{text: writer.say(evade), keep: 9}] : []),
		...(evading || answers.length === 0 ? [] : [{text: writer.say(answerLimit), keep: 2, spare: true}]),
		...restateOpponent(input, speaker, opponent).slice(0, care === 'nothing granted' ? 2 : 3),
		...pointsDue(input, speaker),
		...toneOf(input, speaker),
		{text: writer.say(pivot, {overlooks: writer.phrase('overlooks', bankOf(opponent).overlooks)}), keep: 7},
		...citing(input, speaker),
		...(evading ? [{text: writer.say(overclaim), keep: 9}] : []),
		...(lapse === 'drift' ? drifting(speaker, opponent) : isLast ? standing(speaker) : argue(speaker)),
		{text: writer.say(verdict, {lens: speaker.bank.lens}), keep: 6},
		...(due.needs === 'critique' ? [] : admission),
		...(isLast ? [] : [handOver(speaker, opponent)]),
	];
}

/** Some turns after the first exchange do their duties less well: they concede nothing, or name no limit. */
function careOf({seed}: ComposerInput, {round, me}: Speaker): 'full' | 'nothing granted' | 'brief admission' {
	const roll = hash(`care ${round} ${me.id}`, seed) % 6;
	if (round < 2 || roll > 2) return 'full';
	return roll === 0 ? 'brief admission' : 'nothing granted';
}

/** Answers to the last questions put to the speaker by name: the host's, and a chair's. */
function answersTo(prompt: ParsedPrompt, speaker: Speaker): readonly string[] {
	const host = hostQuestionTo(prompt, speaker.me);
	const asked = questionTo(prompt, speaker.me);
	return [...(host ? [answerToHost(speaker, host)] : []), ...(asked ? [answerTo(speaker, asked)] : [])];
}

/** Misrepresents another chair, early enough to be interrupted for it; the first sentence is said before. */
function strawManned(speaker: Speaker, opponent: ChairCard): Piece[] {
	const {bank, writer} = speaker;
	const straw = writer.phrase(`straw ${opponent.id}`, bankOf(opponent).straw, cardSlots(opponent));
	return [
		{text: writer.say(stand, {lens: bank.lens}), keep: 9},
		{text: writer.say(strawMan, {name: named(opponent), straw}), keep: 9},
		{text: writer.say(strawBeaten), keep: 9},
		...argue(speaker),
		{text: writer.say(verdict, {lens: bank.lens}), keep: 6},
		...critique(speaker),
		handOver(speaker, opponent),
	];
}

/** Where the speaker stands, without another argument. */
const standing = ({writer, bank}: Speaker): Piece[] => [
	{text: writer.say(stand, {lens: bank.lens}), keep: 8, paragraph: true},
	{text: writer.say(whatCounts, {reason: writer.phrase('reason to stand', bank.reasons)}), keep: 7},
];

/** Lets another framework's standard decide. */
function drifting({writer, bank}: Speaker, opponent: ChairCard): Piece[] {
	const foreign = bankOf(opponent);
	const settled = {
		text: writer.say(drift, {settles: writer.phrase('settles', foreign.settles, cardSlots(opponent))}),
		keep: 9,
		paragraph: true,
	};
	return foreign.terms.source === bank.terms.source
		? [settled]
		: [settled, ...borrow(writer, foreign, cardSlots(opponent))];
}

/** A sentence in the debate's tone, unless it is the default, lively one. */
function toneOf({prompt: {tone}}: ComposerInput, {writer}: Speaker): Piece[] {
	if (tone === 'respectful') return [{text: writer.say(respectful), keep: 4}];
	return tone === 'heated' ? [{text: writer.say(heated), keep: 4}] : [];
}

// A chair's opening: its identity, its side, one argument, one limit.

export const opening: Composer = input => {
	const speaker = speakerOf(input);
	if (!speaker) return undefined;
	const {me, writer, bank} = speaker;
	const others = input.prompt.chairs.length === 2 ? 'my opponent' : 'the others';
	const persona =
		me.persona === undefined || countWords(me.persona) < 2
			? ''
			: writer.say(openingStatement.brief, {persona: firstWords(withoutStop(me.persona), 8)});
	const creed = writer.phrase('opening creed', bank.creed);
	const budget = wordRangeOf(input.task, 150, 300);
	return fit(
		[
			...answersDue(input, speaker).pieces,
			{text: writer.say(openingStatement.hello, {label: labelOf(me), creed}), keep: 9},
			{text: writer.say(openingStatement.why, {reason: writer.phrase('opening reason', bank.reasons)}), keep: 5},
			{text: persona, keep: 3},
			...argue(speaker),
			...citing(input, speaker),
			{text: writer.say(stand, {lens: bank.lens}), keep: 3, spare: true},
			{text: writer.say(verdict, {lens: bank.lens}), keep: 8},
			...(taskLines(input.task, 'self_critique').length > 0
				? critique(speaker)
				: [{text: writer.say(changeMind, {change: writer.phrase('change', bank.change)}), keep: 4, spare: true}]),
			{text: writer.say(openingStatement.ahead, {others}), keep: 5},
		],
		budget,
		budget.min + lengthOf(input.random) * (budget.max - budget.min),
	);
};

// A chair's last word before the closing.

export const lastWord: Composer = input => {
	const speaker = speakerOf(input);
	if (!speaker) return undefined;
	const {writer, bank} = speaker;
	const range = wordRangeOf(input.task, 60, 90);
	return fit(
		[
			{text: writer.say(takeHome, {creed: writer.phrase('last creed', bank.creed)}), keep: 9},
			{text: writer.say(whatCounts, {reason: writer.phrase('last reason', bank.reasons)}), keep: 8},
			{text: writer.say(verdict, {lens: bank.lens}), keep: 7},
			{text: writer.say(whatStays), keep: 6, spare: true},
		],
		range,
		range.min + 8,
	);
};

// Composes interruptions, and the resumptions after them.

/** One to three sentences, starting with the opener. */
export const interruption: Composer = input => {
	const {prompt, task} = input;
	const me = chairOf(prompt, task.speaker);
	const target = chairOf(prompt, task.attributes['target']);
	if (!me || !target) return undefined;
	const reason = task.attributes['reason'] ?? 'direct_challenge';
	const opener = task.attributes['opener'] ?? openerFor(reason, target, input.seed);
	const quoted = /^[“"]?(.*?)[”"]?$/su.exec(task.labels['trigger'] ?? '')?.[1] ?? '';
	const trigger =
		triggerPhrase(quoted === '' ? lastSentenceOf(prompt, target) : quoted, input.topic) ||
		shortened(lastSentenceOf(prompt, target));
	const writer = writerAt(input, {round: task.round ?? ownTurns(prompt, target.id).length, seat: target.seat});
	const mine = phraseOf(prompt, me);
	const kind = reason === 'straw_man_detected' && mine === undefined ? 'factual_correction' : reason;
	const body = writer.say(interruptions[kind] ?? at(Object.values(interruptions), 2), {trigger, mine});
	const {max} = wordRangeOf(task, 0, 40);
	const room = max - countWords(opener);
	return `${/[.!?:,;—–-]$/u.test(opener) ? opener : `${opener}.`} ${shorten(body, Math.max(1, room))}`;
};

/** How certainty is claimed that nobody has. */
const certainties =
	/\b(?:no(?:body| one) can seriously doubt|no serious person|beyond doubt|there is none|everyone knows|will (?:turn|work) out (?:well|badly)|(?:helps|hurts) those it touches|no possible doubt)\b/iu;

/** The core of the words that prompted an interrupter, without the topic’s name, which recurs everywhere. */
const triggerPhrase = (trigger: string, {thing}: Topic): string => {
	const straw = /\bwe should (simply .+)$/iu.exec(trigger)?.[1];
	if (straw !== undefined) return shortened(straw);
	const certain = certainties.exec(trigger)?.[0];
	if (certain !== undefined) return certain.toLowerCase();
	const parts = trigger
		.split(new RegExp(thing.map(escapePattern).join('|'), 'iu'))
		.map(part => shortened(part.replace(/^[\s,;:]*(?:\p{Lu}\S*\s+)*(?=\S+\s)/u, '').trim()));
	return (
		parts.sort((one, other) => countWords(other) - countWords(one)).find(part => countWords(part) >= 3) ??
		shortened(trigger)
	);
};

const lastSentenceOf = ({turns}: ParsedPrompt, {id}: ChairCard): string =>
	sentencesOf(turns.findLast(({speaker}) => speaker === id)?.text ?? '').at(-1) ?? 'what we just heard';

/** A prepared opener of two to eight words. */
const openerFor = (reason: string, target: ChairCard, seed: number): string => {
	const list = openers[reason] ?? at(Object.values(openers), 2);
	const opener = at(list, hash(`${reason} ${target.id}`, seed) % list.length).replace('{called}', called(target));
	return countWords(opener) <= 8 ? opener : 'One moment, please.';
};

/** A short answer to the interrupter, and the rest of the point. */
export const resumption: Composer = input => {
	const speaker = speakerOf(input);
	const other = chairOf(input.prompt, input.task.attributes['target']);
	if (!speaker || !other) return undefined;
	const {writer, bank} = speaker;
	const heckled = lastOf(input, other.id);
	const family = isCorrected(heckled) || putWordsIn(input, speaker.me, other) ? takeBack : hearOut;
	const first = writer.say(family, {called: called(other)});
	return fit(
		[
			{text: first, keep: 9},
			...answersDue(input, speaker).pieces.map(piece => ({...piece, keep: 4})),
			{text: writer.say(goOn, {creed: writer.phrase('creed to go on', bank.creed)}), keep: 9},
			{text: writer.say(soMuch), keep: 8},
		],
		wordRangeOf(input.task, 20, 90),
	);
};

/** Whether the interrupter says it was misrepresented. */
const isCorrected = (text: string): boolean =>
	/\bnever (?:said|argued|took)\b|\bnot my (?:words|view|argument|case)\b|\b(?:invention|fabrication)\b|\bcaricature\b|\brecogni[sz]e\b|\bdid not say\b|\bmisstated\b|\bput words\b/iu.test(
		text,
	);

/** Whether the interrupted turn had misrepresented the other's view. */
const putWordsIn = ({prompt}: ComposerInput, me: ChairCard, other: ChairCard): boolean =>
	sentencesOf(ownTurns(prompt, me.id).at(-1)?.text ?? '').some(
		sentence => isStraw(sentence) && mentions(sentence, other),
	);

const lastOf = ({prompt}: ComposerInput, id: string): string =>
	prompt.turns.findLast(({speaker}) => speaker === id)?.text ?? '';

// Decides whether a chair should interrupt, from the newest sentences of a turn; mostly finds no reason to.

type InterruptionWish = {
	readonly reason: string;
	readonly severity: 'low' | 'medium' | 'high';
	readonly chair: string | null;
	readonly sentence: number | null;
};

const none: InterruptionWish = {reason: 'none', severity: 'low', chair: null, sentence: null};

type Cause = Pick<InterruptionWish, 'reason' | 'severity'> & {readonly card: ChairCard};
type NewSentence = {readonly number: number; readonly text: string};

const rank = {high: 3, medium: 2, low: 1} as const;

export const wish: Composer = input => {
	const {prompt, task} = input;
	const target = chairOf(prompt, task.attributes['target']);
	const ids = (task.attributes['candidates'] ?? '').split(/[\s,]+/u);
	const candidates = prompt.chairs.filter(({id}) => ids.includes(id) && id !== target?.id);
	if (!target || candidates.length === 0) return none;
	const found = newSentences(input).flatMap(sentence => {
		const cause = causeIn(input, sentence.text, candidates);
		return cause ? [{...cause, sentence}] : [];
	});
	// Of several, the gravest, and of these the last: it is still in everybody's ear.
	const worst = found.toSorted(
		(one, other) => rank[other.severity] - rank[one.severity] || other.sentence.number - one.sentence.number,
	)[0];
	return worst
		? {reason: worst.reason, severity: worst.severity, chair: worst.card.id, sentence: worst.sentence.number}
		: none;
};

function newSentences({task}: ComposerInput): readonly NewSentence[] {
	const body = task.blocks.find(({name}) => name === 'new')?.body ?? '';
	return [...body.matchAll(/^\[(\d+)\] (.*)$/gmu)].map(([, number, text = '']) => ({number: Number(number), text}));
}

/** What in a sentence would make one of the others interrupt. */
function causeIn(input: ComposerInput, sentence: string, candidates: readonly ChairCard[]): Cause | undefined {
	if (admits(sentence) || strengthens(sentence) || agrees(sentence)) return undefined;
	const named = candidates.find(card => mentions(sentence, card));
	const anyone = named ?? at(candidates, hash(sentence, input.seed));
	const turns = input.task.blocks.filter(({name}) => name === 'last_turn').map(({body}) => body);
	if (named && isStraw(sentence) && !isSaid(sentence, [...taskLines(input.task, 'claim'), ...turns]))
		return {reason: 'straw_man_detected', severity: 'high', card: named};
	if (isOverclaim(sentence)) return {reason: 'direct_challenge', severity: 'medium', card: anyone};
	if (isDecisive(sentence) && !sentence.includes('?'))
		return {reason: 'pivotal_point', severity: 'medium', card: anyone};
	if (named && sentence.includes('?')) return {reason: 'direct_challenge', severity: 'low', card: named};
	return moodToCut(input, sentence, anyone);
}

/** Sometimes a chair is impatient with an absolute claim, or has lost the thread. */
function moodToCut({seed}: ComposerInput, sentence: string, card: ChairCard): Cause | undefined {
	if (sentence.includes('“')) return undefined;
	const mood = hash(sentence, seed + 1) % 12;
	if (mood < 2 && isAbsolute(sentence)) return {reason: 'direct_challenge', severity: 'low', card};
	return mood === 2 && countWords(sentence) > 18
		? {reason: 'clarification_needed', severity: 'medium', card}
		: undefined;
}
