/** A chair's turn in an exchange. */
import {hash} from '../../language/random.ts';
import {fit, type Piece} from '../../language/fit.ts';
import {taskLines, type ChairCard, type ParsedPrompt} from '../../request/notation.ts';
import {wordRangeOf, type Composer, type ComposerInput} from '../../request/composer.ts';
import {answersDue, pointsDue, type DueAnswers} from './due-answers.ts';
import {answerTo, answerToHost, argue, borrow, critique, handOver, restateOpponent} from './case.ts';
import {drift, enter, evade, overclaim, provoke, stand, strawBeaten, strawMan} from '../phrases/lapse-phrases.ts';
import {answerLimit, pivot, verdict} from '../phrases/case-phrases.ts';
import {bankOf, cardSlots} from '../frameworks/framework-banks.ts';
import {lapseAt, provocationAt, type Lapse, type LapseContext} from './lapse-plan.ts';
import {hostQuestionTo, lengthOf, named, opponentOf, questionTo, speakerOf, type Speaker} from '../chairs/speaker.ts';
import {whatCounts} from '../phrases/host-phrases.ts';
import {heated, respectful} from '../phrases/tone-phrases.ts';

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

function momentOf(input: ComposerInput, {me, round}: Speaker, due: DueAnswers): LapseContext {
	const {prompt, task, seed} = input;
	return {
		seed,
		round,
		seat: me.seat,
		seats: prompt.chairs.length,
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
		...(evading ? [{text: writer.say(overclaim), keep: 9}] : []),
		...(lapse === 'drift' ? drifting(speaker, opponent) : isLast ? standing(speaker) : argue(speaker)),
		{text: writer.say(verdict, {lens: speaker.bank.lens}), keep: 6},
		...(due.needs === 'critique' ? [] : admission),
		...(isLast ? [] : [handOver(speaker, opponent)]),
	];
}

/**
 * Some turns do their duties less well: after the first exchange some concede nothing, others only mention a limit.
 */
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
