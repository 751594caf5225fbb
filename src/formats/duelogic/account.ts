/**
 * What a turn owes: one account, made with its prompt, changed by a cut, and read by prompt, resumption, judge and
 * record alike. Nothing is judged that the last prompt did not ask, and nothing is excused that it did.
 */
import {heardBefore} from '../sources.ts';
import type {DebateState, Turn} from '../../debate/state.ts';
import {numberedSentences} from '../../debate/judged-text.ts';
import {isQuestion} from '../../debate/text/sentences.ts';
import type {Dimension, Owed} from '../../debate/rubric.ts';
import {
	demandsOf,
	dueQuestions,
	isCaseTurn,
	isOpponents,
	isShort,
	openQuestionsTo,
	pendingAnswers,
	taskIn,
	type DuelogicDebate,
	type NamedQuestion,
	type PendingAnswer,
} from './seats.ts';

/** Questions, each as a sentence of the turn that put it. */
type PutQuestions = NonNullable<Turn['asked']>;

export type OwedAccount = {
	readonly owes: Owed;
	/** All that it has to answer, each once. */
	readonly asked: PutQuestions;
	/** Questions that name the chair, and the host's: no more than its words have room for. */
	readonly questions: readonly NamedQuestion[];
	/** What the arbiter and listeners said to it. */
	readonly answers: readonly PendingAnswer[];
	/**
	 * What it is to answer before it brings anything new, as every chair is told: where two debate, what the other asked
	 * since its last turn; after a cut, what was asked by whoever cut in.
	 */
	readonly besides: PutQuestions;
};

/** The account of a reply, when its prompt is made. */
export const accountOf = (debate: DuelogicDebate, heard: DebateState, chair: string, exchange: number): OwedAccount => {
	const others = debate.chairs.length > 2 || isShort(debate, heard, exchange) ? [] : opponentsSince(heard, chair);
	return withAsked({
		owes: owedBy(debate, heard, chair, exchange),
		questions: dueQuestions(debate, heard, chair, exchange),
		answers: pendingAnswers(heard, chair),
		besides: others.flatMap(questionsIn),
	});
};

/** The account of a resumption: all that the turn owed, and what its speaker was asked since. */
export function afterCut(account: OwedAccount, heard: DebateState, {id, speaker}: Turn): OwedAccount {
	const {answers, besides} = account;
	const since = pendingAnswers(heard, speaker).filter(one => answers.every(({turnId}) => turnId !== one.turnId));
	const cutIn = heard.turns.filter(({kind, replyTo}) => kind === 'interruption' && replyTo === id);
	return withAsked({...account, answers: [...answers, ...since], besides: [...besides, ...cutIn.flatMap(questionsIn)]});
}

/**
 * Fixed when the turn's prompt is made: a steel-man where an opponent's claim stands open, or where the ledger knows of
 * none of theirs at all; none where the exchange asks for one point only.
 */
function owedBy(debate: DuelogicDebate, heard: DebateState, speaker: string, exchange: number): Owed {
	const {mandates} = debate.config;
	const {duties} = taskIn(debate, heard, exchange);
	const theirs = heard.formats.ledger.claims.filter(({holder}) => holder !== speaker);
	const stands = theirs.length === 0 || theirs.some(({status}) => status === 'open');
	return {
		steelManning:
			mandates.requireSteelManning && duties.steelMan && stands && heard.turns.some(turn => isOpponents(turn, speaker)),
		selfCritique: mandates.requireSelfCritique,
	};
}

function opponentsSince({turns}: DebateState, chair: string): readonly Turn[] {
	const own = turns.findLastIndex(turn => turn.speaker === chair && isCaseTurn(turn));
	return turns.slice(own + 1).filter(turn => isOpponents(turn, chair));
}

const questionsIn = ({id, text}: Turn): PutQuestions =>
	numberedSentences(text).flatMap(({text: sentence}) => (isQuestion(sentence) ? [{turnId: id, sentence}] : []));

function withAsked(account: Omit<OwedAccount, 'asked'>): OwedAccount {
	const {questions, answers, besides} = account;
	const all = [
		...questions.map(({turnId, sentence}) => ({turnId, sentence})),
		...answers.flatMap(answer =>
			demandsOf(answer)
				.filter(sentence => answer.by === 'arbiter' || isQuestion(sentence))
				.map(sentence => ({turnId: answer.turnId, sentence})),
		),
		...besides,
	];
	const asked = all.filter(
		({turnId, sentence}, place) =>
			all.findIndex(other => other.turnId === turnId && other.sentence.includes(sentence)) === place,
	);
	return {...account, asked};
}

/** What a turn is judged by: what was recorded with it, and in older journals what its prompt must have asked. */
type SpokenAccount = {
	readonly owed: Owed;
	/** The questions that its last prompt had its speaker answer. */
	readonly asked: PutQuestions;
	/** What a turn that was cut owed, and how it was resumed did not ask for. */
	readonly unasked: ReadonlySet<Dimension>;
};

export function accountWhenSpoken(
	debate: DuelogicDebate,
	heard: DebateState,
	turn: Turn,
	resumptions: readonly Turn[] = [],
): SpokenAccount {
	const {steelManning, selfCritique} = turn.owes ?? {};
	const then = heardBefore(heard, turn);
	const last = resumptions.at(-1) ?? turn;
	return {
		owed:
			steelManning !== undefined && selfCritique !== undefined
				? {steelManning, selfCritique}
				: owedBy(debate, then, turn.speaker, turn.round ?? 1),
		asked: last.asked ?? accountBeforeRecords(debate, then, turn).asked,
		unasked: turn.cut && last !== turn ? unaskedAfterCut(turn, last) : new Set(),
	};
}

/** Before rules 6 no doubt was asked for again, and nothing was recorded with a resumption. */
function unaskedAfterCut({owes}: Turn, last: Turn): ReadonlySet<Dimension> {
	const asked = last.owes ?? {steelManning: owes?.['steelManning'] ?? true};
	return new Set((['steelManning', 'selfCritique'] as const).filter(duty => asked[duty] !== true));
}

/** Older journals hold a speaker to all that it was asked, but where one point was wanted. */
function accountBeforeRecords(
	debate: DuelogicDebate,
	heard: DebateState,
	{speaker, owes, round = 1}: Turn,
): OwedAccount {
	const account = accountOf(debate, heard, speaker, round);
	if (owes?.['oneAnswer'] === true) return withAsked({...account, besides: []});
	const others = debate.chairs.length > 2 ? [] : opponentsSince(heard, speaker);
	return withAsked({
		...account,
		questions: openQuestionsTo(debate, heard, speaker),
		besides: others.flatMap(questionsIn),
	});
}
