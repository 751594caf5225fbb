/** What a motion's speakers say. */
import {argue} from '../duelogic/speeches/case.ts';
import {bankOf, cardSlots} from '../duelogic/frameworks/framework-banks.ts';
import {called, lengthOf, named, phraseOf, type Speaker} from '../duelogic/chairs/speaker.ts';
import {fit, shorten, type Piece} from '../language/fit.ts';
import {hash} from '../language/random.ts';
import {quotedIn} from '../language/quotes.ts';
import {bare, countWords, withoutStop} from '../language/text.ts';
import {claimsIn, seatLetter} from '../request/claims.ts';
import {taskLines, type ChairCard} from '../request/notation.ts';
import {wordRangeOf, type Composer, type ComposerInput} from '../request/composer.ts';
import * as say from './phrases.ts';
import {motionSpeaker, opponentFor, withBanks} from './speaker.ts';

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
		return fit(pieces({input, speaker, opponent, quote}), budget, aim);
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

/** What a listener or the moderator wanted answered. */
const due = ({task}: ComposerInput): boolean => taskLines(task, 'answer').length > 0;

const opening = speech(
	() => 0,
	({speaker}) => [
		{text: speaker.writer.say(say.hello, {reason: speaker.writer.phrase('reason', speaker.bank.reasons)}), keep: 9},
		...argue(arguing(speaker, 0)),
		...argue(arguing(speaker, 1)),
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

function rebuttalPieces({speaker, opponent, quote}: Scene): Piece[] {
	const {writer} = speaker;
	const overlooks = writer.phrase('overlooks', bankOf(opponent).overlooks, cardSlots(opponent));
	const name = named(opponent);
	return [
		{text: quote === undefined ? writer.say(say.rebutPlain, {name}) : writer.say(say.rebut, {name, quote}), keep: 9},
		{text: writer.say(say.because, {overlooks}), keep: 8},
		{text: writer.say(say.rebuilt), keep: 7, paragraph: true},
		...argue(arguing(speaker, 1 + 2 * speaker.round)),
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
export function pointText(given: ComposerInput, quote: string, round: number): string {
	const speaker = motionSpeaker(withBanks(given), round);
	return speaker ? shorten(speaker.writer.say(say.point, {quote}), 25) : '';
}

export const speeches: Readonly<Record<string, Composer>> = {opening, rebuttal, question, answer, closing, resumption};
