/** The parts of a chair's case. */
import type {Piece, ComposerInput} from '../composer.ts';
import {taskLines, type ChairCard} from '../notation.ts';
import type {SentenceWriter, Slots} from '../sentence-writer.ts';
import type {Argument, FrameworkBank} from './framework-banks.ts';
import {
	admit,
	admitOverlooking,
	agree,
	answerAsked,
	ask,
	because,
	changeMind,
	restate,
	restatePlain,
	wrongCase,
} from './case-phrases.ts';
import {answerHost} from './host-phrases.ts';
import {bankOf, cardSlots, labelOf} from './framework-banks.ts';
import {
	blindSpot,
	called,
	named,
	phraseOf,
	phraseOfClaim,
	type DirectQuestion,
	type HostQuestion,
	type Speaker,
} from './speaker.ts';

/** Steel-mans an opponent: its words, its reason, and a concession. */
export function restateOpponent(input: ComposerInput, {writer}: Speaker, opponent: ChairCard): Piece[] {
	const {prompt, task} = input;
	const owed = taskLines(task, 'steel_man').length > 0;
	const bank = bankOf(opponent);
	const quote = phraseOfClaim(input, opponent) ?? phraseOf(prompt, opponent);
	const slots = cardSlots(opponent);
	const restated =
		quote === undefined
			? writer.say(restatePlain, {name: named(opponent)})
			: writer.say(restate, {name: named(opponent), quote});
	const reason = {
		label: labelOf(opponent),
		creed: writer.phrase(`creed of ${opponent.id}`, bank.creed, slots),
		reason: writer.phrase(`reason of ${opponent.id}`, bank.reasons, slots),
	};
	return [
		{text: restated, keep: owed ? 9 : 5},
		{text: writer.say(because, reason), keep: owed ? 9 : 3},
		{text: writer.say(agree), keep: owed ? 6 : 2},
	];
}

/** This turn's argument: claim, reason, example. */
export function argue({writer, bank}: Speaker): Piece[] {
	const index = writer.turnIn('argument', bank.arguments.length);
	const part = (key: keyof Argument): string => writer.sayAt(familyOf(bank, key), index);
	return [
		{text: part('claim'), keep: 9, paragraph: true},
		{text: part('reason'), keep: 8},
		{text: part('example'), keep: 8},
	];
}

/** An argument from another framework, made as if it were the speaker's own. */
export function borrow(writer: SentenceWriter, foreign: FrameworkBank, slots: Slots): Piece[] {
	const index = writer.turnIn('borrowed argument', foreign.arguments.length);
	return [
		{text: writer.sayAt(familyOf(foreign, 'claim'), index, slots), keep: 8},
		{text: writer.sayAt(familyOf(foreign, 'example'), index, slots), keep: 7},
	];
}

const familyOf = (bank: FrameworkBank, key: keyof Argument) => ({
	name: key,
	patterns: bank.arguments.map(argument => argument[key]),
});

/** A limit of the speaker's framework, the case it gets wrong, and what would change its mind. */
export function critique(speaker: Speaker): Piece[] {
	const {writer, bank} = speaker;
	const blind = blindSpot(speaker);
	const admitted =
		blind === undefined
			? writer.say(admitOverlooking, {overlooks: writer.phrase('own blind spot', bank.overlooks)})
			: writer.say(admit, {blind});
	return [
		{text: admitted, keep: 9, paragraph: true},
		{text: writer.say(wrongCase, {case: writer.phrase('case', bank.cases)}), keep: 8},
		{text: writer.say(changeMind, {change: writer.phrase('change', bank.change)}), keep: 4, spare: true},
	];
}

/** Answers a question put by name: with the framework's prepared answer if there is one, else with its creed. */
export function answerTo({writer, bank}: Speaker, {from, sentence, phrase}: DirectQuestion): string {
	const known = bank.probes.find(({ask: probe}) => sentence.includes(probe))?.answer;
	return writer.say(answerAsked, {
		called: called(from),
		quote: phrase,
		creed: known ?? writer.phrase('creed to answer', bank.creed),
	});
}

/** Answers the host with the framework's creed. */
export const answerToHost = ({writer, bank}: Speaker, {from, phrase}: HostQuestion): string =>
	writer.say(answerHost, {called: from, quote: phrase, creed: writer.phrase('creed for the host', bank.creed)});

/** A question that passes the floor on. */
export function handOver({writer}: Speaker, opponent: ChairCard): Piece {
	const probes = bankOf(opponent).probes.map(({ask: probe}) => probe);
	return {
		text: writer.say(ask, {called: called(opponent), probe: writer.phrase(`probe ${opponent.id}`, probes)}),
		keep: 7,
	};
}
