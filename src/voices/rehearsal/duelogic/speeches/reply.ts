/** A chair's turn in an exchange. */
import {hash} from '../../language/random.ts';
import {fit, type Piece} from '../../language/fit.ts';
import {obliged, type Card} from '../../request/notation.ts';
import {budgetOf, type Composer, type Stage} from '../../request/composer.ts';
import {answersDue, pointsDue, type Due} from './due-answers.ts';
import {answerTo, argue, borrow, critique, handOver, restateOpponent} from './case.ts';
import {drift, enter, evade, overclaim, stand, strawBeaten, strawMan} from '../phrases/lapse-phrases.ts';
import {answerLimit, pivot, verdict} from '../phrases/case-phrases.ts';
import {bankOf, cardSlots} from '../frameworks/framework-banks.ts';
import {lapseAt, type Lapse} from './lapse-plan.ts';
import {lengthOf, named, opponentOf, questionTo, speakerOf, type Speaker} from '../chairs/speaker.ts';
import {heated, respectful} from '../phrases/tone-phrases.ts';

export const reply: Composer = stage => {
	const speaker = speakerOf(stage);
	const opponent = speaker && opponentOf(stage, speaker.me);
	if (!speaker || !opponent) return undefined;
	const due = answersDue(stage, speaker);
	const lapse = lapseOf(stage, speaker, due);
	const budget = budgetOf(stage.task, 150, 300);
	const pieces =
		lapse === 'straw-man'
			? strawManned(stage, speaker, opponent)
			: regular(stage, speaker, due.against ?? opponent, due, lapse);
	return fit(pieces, budget, budget.min + lengthOf(stage.dice) * (budget.max - budget.min));
};

function lapseOf(stage: Stage, {me, round}: Speaker, due: Due): Lapse | undefined {
	const {scene, task, seed} = stage;
	return lapseAt({
		seed,
		round,
		seat: me.seat,
		seats: scene.chairs.length,
		asked: questionTo(scene, me) !== undefined,
		called: due.pieces.length > 0,
		owesCritique: obliged(task, 'self_critique').length > 0,
	});
}

/** As the mandates want it, or with the one thing missing that the lapse leaves out. */
function regular(stage: Stage, speaker: Speaker, opponent: Card, due: Due, lapse: Lapse | undefined): Piece[] {
	const {pen} = speaker;
	const owesCritique = obliged(stage.task, 'self_critique').length > 0;
	const care = careOf(stage, speaker);
	const admission =
		owesCritique && lapse !== 'no-self-critique'
			? critique(speaker).slice(0, care === 'brief admission' && due.needs === undefined ? 1 : 3)
			: [];
	const evading = lapse === 'evasion';
	return [
		...due.pieces,
		...(due.needs === 'critique' ? admission : []),
		...(evading ? [{text: pen.say(evade), keep: 9}] : answering(stage, speaker)),
		...restateOpponent(stage, speaker, opponent).slice(0, care === 'nothing granted' ? 2 : 3),
		...pointsDue(stage, speaker),
		...toneOf(stage, speaker),
		{text: pen.say(pivot, {overlooks: pen.phrase('overlooks', bankOf(opponent).overlooks)}), keep: 7},
		...(evading ? [{text: pen.say(overclaim), keep: 9}] : []),
		...(lapse === 'drift' ? drifting(speaker, opponent) : argue(speaker)),
		{text: pen.say(verdict, {lens: speaker.bank.lens}), keep: 6},
		...(due.needs === 'critique' ? [] : admission),
		handOver(speaker, opponent),
	];
}

/**
 * Not every turn does its duties equally well: after the first exchange some grant nothing, some admit a limit and
 * leave it at that.
 */
function careOf({seed}: Stage, {round, me}: Speaker): 'full' | 'nothing granted' | 'brief admission' {
	const roll = hash(`care ${round} ${me.id}`, seed) % 6;
	if (round < 2 || roll > 2) return 'full';
	return roll === 0 ? 'brief admission' : 'nothing granted';
}

/** An answer to the question that was put by name, if one was. */
function answering({scene}: Stage, speaker: Speaker): Piece[] {
	const question = questionTo(scene, speaker.me);
	if (!question) return [];
	return [
		{text: answerTo(speaker, question), keep: 8},
		{text: speaker.pen.say(answerLimit), keep: 2, spare: true},
	];
}

/** Words in another's mouth, soon enough to be cut short for it. */
function strawManned(stage: Stage, speaker: Speaker, opponent: Card): Piece[] {
	const {bank, pen, me} = speaker;
	const straw = pen.phrase(`straw ${opponent.id}`, bankOf(opponent).straw, cardSlots(opponent));
	const question = questionTo(stage.scene, me);
	const first = question ? answerTo(speaker, question) : pen.say(enter);
	return [
		{text: first, keep: 9},
		{text: pen.say(stand, {lens: bank.lens}), keep: 9},
		{text: pen.say(strawMan, {name: named(opponent), straw}), keep: 9},
		{text: pen.say(strawBeaten), keep: 9},
		...argue(speaker),
		{text: pen.say(verdict, {lens: bank.lens}), keep: 6},
		...critique(speaker),
		handOver(speaker, opponent),
	];
}

/** The case is left to what settles things for somebody else. */
function drifting({pen, bank}: Speaker, opponent: Card): Piece[] {
	const foreign = bankOf(opponent);
	const settled = {
		text: pen.say(drift, {settles: pen.phrase('settles', foreign.settles, cardSlots(opponent))}),
		keep: 9,
		paragraph: true,
	};
	return foreign.terms.source === bank.terms.source
		? [settled]
		: [settled, ...borrow(pen, foreign, cardSlots(opponent))];
}

/** A sentence in the tone of the debate, unless that is the default, lively one. */
function toneOf({task}: Stage, {pen}: Speaker): Piece[] {
	const tone = task.attributes['tone'];
	if (tone === 'respectful') return [{text: pen.say(respectful), keep: 4}];
	return tone === 'heated' ? [{text: pen.say(heated), keep: 4}] : [];
}
