/** The parts that a chair's case is made of. */
import type {Piece} from '../../language/fit.ts';
import {obliged, type Card} from '../../request/notation.ts';
import type {Pen} from '../../language/sentence-writer.ts';
import type {Slots} from '../../language/patterns.ts';
import type {Stage} from '../../request/composer.ts';
import type {Argument, Bank} from '../frameworks/bank.ts';
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
} from '../phrases/case-phrases.ts';
import {bankOf, cardSlots, labelOf} from '../frameworks/framework-banks.ts';
import {blindSpot, called, named, phraseOf, type Question, type Speaker} from '../chairs/speaker.ts';

/** An opponent at full strength: its words, its reason, and what one grants. */
export function restateOpponent({scene, task}: Stage, {pen}: Speaker, opponent: Card): Piece[] {
	const owed = obliged(task, 'steel_man').length > 0;
	const bank = bankOf(opponent);
	const quote = phraseOf(scene, opponent);
	const slots = cardSlots(opponent);
	const restated =
		quote === undefined
			? pen.say(restatePlain, {name: named(opponent)})
			: pen.say(restate, {name: named(opponent), quote});
	const reason = {
		label: labelOf(opponent),
		creed: pen.phrase(`creed of ${opponent.id}`, bank.creed, slots),
		reason: pen.phrase(`reason of ${opponent.id}`, bank.reasons, slots),
	};
	return [
		{text: restated, keep: owed ? 9 : 5},
		{text: pen.say(because, reason), keep: owed ? 9 : 3},
		{text: pen.say(agree), keep: owed ? 6 : 2},
	];
}

/** The argument of this turn: claim, reason, case. */
export function argue({pen, bank}: Speaker): Piece[] {
	const index = pen.turnIn('argument', bank.arguments.length);
	const part = (key: keyof Argument): string => pen.sayAt(familyOf(bank, key), index);
	return [
		{text: part('claim'), keep: 9, paragraph: true},
		{text: part('reason'), keep: 8},
		{text: part('example'), keep: 8},
	];
}

/** Another framework's argument, as its own. */
export function borrow(pen: Pen, foreign: Bank, slots: Slots): Piece[] {
	const index = pen.turnIn('borrowed argument', foreign.arguments.length);
	return [
		{text: pen.sayAt(familyOf(foreign, 'claim'), index, slots), keep: 8},
		{text: pen.sayAt(familyOf(foreign, 'example'), index, slots), keep: 7},
	];
}

const familyOf = (bank: Bank, key: keyof Argument) => ({
	name: key,
	patterns: bank.arguments.map(argument => argument[key]),
});

/** A limit of one's own framework, the case it gets wrong, and what would change one's mind. */
export function critique(speaker: Speaker): Piece[] {
	const {pen, bank} = speaker;
	const blind = blindSpot(speaker);
	const admitted =
		blind === undefined
			? pen.say(admitOverlooking, {overlooks: pen.phrase('own blind spot', bank.overlooks)})
			: pen.say(admit, {blind});
	return [
		{text: admitted, keep: 9, paragraph: true},
		{text: pen.say(wrongCase, {case: pen.phrase('case', bank.cases)}), keep: 8},
		{text: pen.say(changeMind, {change: pen.phrase('change', bank.change)}), keep: 4, spare: true},
	];
}

/**
 * An answer to a question that was put by name: the framework's own where it knows the question, its creed otherwise.
 */
export function answerTo({pen, bank}: Speaker, {from, sentence, phrase}: Question): string {
	const known = bank.probes.find(({ask: probe}) => sentence.includes(probe))?.answer;
	return pen.say(answerAsked, {
		called: called(from),
		quote: phrase,
		creed: known ?? pen.phrase('creed to answer', bank.creed),
	});
}

/** A question that hands the floor on. */
export function handOver({pen}: Speaker, opponent: Card): Piece {
	const probes = bankOf(opponent).probes.map(({ask: probe}) => probe);
	return {text: pen.say(ask, {called: called(opponent), probe: pen.phrase(`probe ${opponent.id}`, probes)}), keep: 7};
}
