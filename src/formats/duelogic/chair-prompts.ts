/**
 * The last message of a chair's prompt: its identity, the task, what it has to answer, its obligations in short and
 * what of the ledger concerns it. Kept brief, since it is never cached.
 */
import {type WordBudget, budgets, briskness, isBrisk, fairRange, limitsOf, rangeText, obligationsOf} from './config.ts';
import {fence, tag, turnName, promptOf, quotation} from '../../debate/prompt.ts';
import type {Prompt} from '../../debate/protocol.ts';
import {splitSentences} from '../../debate/text/sentences.ts';
import {charactersAWord, countWords, firstWords} from '../../debate/text/words.ts';
import type {DebateState} from '../../debate/state.ts';
import {
	pendingAnswers,
	savedPoints,
	type PendingAnswer,
	type SavedPoint,
	isAsked,
	isShort,
	openQuestionsTo,
	taskIn,
	type NamedQuestion,
	isLastExchange,
	chairOf,
	isCaseTurn,
	withCurrentNames,
	type ChairSeat,
	type DuelogicDebate,
} from './seats.ts';
import {accountOf, type OwedAccount} from './account.ts';
import {isDoubt, letterOf, ledgerLines} from '../../debate/ledger.ts';
import {claimsAgainst, concededClaims, openClaimsOf, type Claim} from '../../debate/claims.ts';
import {citationsOf, isCutFor} from '../../debate/sources.ts';
import {claimPassages} from '../../debate/views/citations.ts';
import {heardBefore, sourceLines, type ShownBefore} from '../sources.ts';
import {citationCut} from './sources.ts';
import {lastSentence, isCacheCheap, messagesFor, nameOf, latestTurns} from './shared-prefix.ts';

type Key = 'steel_man' | 'self_critique' | 'framework' | 'honesty' | 'voice';
type TaskAttributes = Readonly<Record<string, string | number | undefined>>;
type ChairTask = {
	readonly kind: string;
	readonly words: WordBudget;
	readonly attributes?: TaskAttributes;
	readonly body: readonly string[];
	/** Words of its own that nobody heard, and that it may say again. */
	readonly again?: string;
	readonly resumes?: ShownBefore;
};

/** Openings are independent: no chair reads another’s. What the host or a listener said to it, it reads. */
export function openingPrompt(debate: DuelogicDebate, heard: DebateState, chair: ChairSeat): Prompt {
	const words = isBrisk(debate.config) ? budgets[briskness(debate)].opening : budgets.turn;
	const alone = {...heard, turns: heard.turns.filter(turn => turn.kind === 'barge-in' || turn.kind === 'interjection')};
	return chairPrompt(debate, alone, chair, {
		kind: 'opening',
		words,
		body: [
			'The host has introduced you; open. Say in your first sentences which side of the proposition you take: that is yours to choose, from your framework, and you keep it. Then your main reason, and one concrete case. You have not heard the others.',
			most(debate, words),
			...answerLines(alone, chair),
			...obligationLines(debate, withoutSteelMan),
		],
	});
}

export function replyPrompt(
	debate: DuelogicDebate,
	heard: DebateState,
	chair: ChairSeat,
	exchange: number,
	account: OwedAccount = accountOf(debate, heard, chair.id, exchange),
): Prompt {
	const before = heard.turns.findLast(turn => isCaseTurn(turn) && turn.speaker !== chair.id && turn.text.trim() !== '');
	const {maxExchanges} = debate.config.flow;
	const isLast = isLastExchange(debate, exchange, heard);
	const task = taskIn(debate, heard, exchange);
	const words = fairRange(task.words, chair.id, idsOf(debate), beforeExchange(heard, exchange));
	return chairPrompt(debate, heard, chair, {
		kind: 'reply',
		words,
		attributes: {
			round: exchange,
			...(isLast ? {last: 'yes'} : {}),
			to: before && turnName(before.id),
		},
		body: [
			isLast ? task.wanted : `Exchange ${exchange} of ${maxExchanges} at most. ${task.wanted}`,
			most(debate, words),
			...accountLines(debate, heard, account, pointsFor(debate, heard, chair, exchange)),
			...endedOn(heard, chair),
			...claimsFor(heard, chair.id),
		],
	});
}

/** What is open against the chair, then its own open claims, then what was conceded. */
const claimsFor = (heard: DebateState, chair: string): string[] => {
	const {ledger} = heard.formats;
	const claims = (some: readonly Claim[]) => some.filter(claim => !isDoubt(heard, claim));
	return ledgerLines(
		[
			{title: 'Open against you:', claims: claims(claimsAgainst(ledger, chair))},
			{title: 'Yours, still open:', claims: claims(openClaimsOf(ledger, chair))},
			{title: 'Conceded:', claims: claims(concededClaims(ledger))},
		],
		claim => claimPassages(heard, claim),
	);
};

/** The last word of a chair, before the closing. */
export const lastWordPrompt = (debate: DuelogicDebate, heard: DebateState, chair: ChairSeat): Prompt =>
	chairPrompt(debate, isCacheCheap(debate, chair.id) ? heard : nearTheEnd(debate, heard, chair), chair, {
		kind: 'last-word',
		words: budgets.lastWord,
		body: [
			'Your last word, before the host closes: what a listener should take home from your chair, as plainly as you can. No new claim, no thanks, no summary of everything.',
			most(debate, budgets.lastWord),
			...openQuestionsTo(debate, heard, chair.id)
				.slice(0, mostLastQuestions)
				.map(question => questionLine(debate, heard, question)),
			...answerLines(heard, chair),
			...obligationLines(debate, ['framework', 'honesty', 'voice']),
			...endedOn(heard, chair),
			...(isCacheCheap(debate, chair.id) ? [] : claimsFor(heard, chair.id)),
		],
	});

/** Enough for ninety words without a new claim: the chair's own opening, and each chair's latest turn. */
const nearTheEnd = (debate: DuelogicDebate, heard: DebateState, {id}: ChairSeat): DebateState => {
	const recent = new Set(latestTurns(debate, heard));
	return {
		...heard,
		turns: heard.turns.filter(turn => recent.has(turn) || (turn.kind === 'opening' && turn.speaker === id)),
	};
};

/** Why an interrupter cuts in: the sentence that it cut, and an opener as long as its own may be. */
type InterruptionCause = {
	readonly reason: string;
	readonly opener: string;
	readonly trigger: string;
	readonly interrupted: string;
};

export function interruptionPrompt(
	debate: DuelogicDebate,
	heard: DebateState,
	chair: ChairSeat,
	cut: InterruptionCause,
): Prompt {
	const spoken = heard.turns.findLast(({speaker}) => speaker === cut.interrupted);
	const last = lastSentence(spoken?.text ?? '');
	const isCause = last.replaceAll(/\s+/gu, ' ') === cut.trigger;
	const behind = spoken && isCause ? `the last sentence of ${turnName(spoken.id)}` : 'the sentence below';
	const wanted = `You cut ${nameOf(withCurrentNames(debate, heard), cut.interrupted)} off, right after ${behind}. ${interruptionAims[cut.reason] ?? ''} One to three short sentences, 40 words at most, that answer this very sentence, so that listeners hear at once why you could not wait. Begin in your own words, with no more of a run-up than “${cut.opener.replace(/[:：\s]+$/u, '')}”.`;
	return chairPrompt(debate, heard, chair, {
		kind: 'interruption',
		words: budgets.interruption,
		attributes: {round: heard.round, reason: cut.reason, opener: cut.opener, target: cut.interrupted},
		body: [
			wanted,
			...(isCause ? [] : [`Trigger: ${quotation(cut.trigger, 60)}`]),
			...citationCut(heard, spoken, cut.trigger),
			...obligationLines(debate, ['voice']),
		],
	});
}

/** What an interrupter wants, by its reason. */
const interruptionAims: Readonly<Record<string, string>> = {
	straw_man_detected: 'It says of you what you do not hold: say what you do hold.',
	factual_correction: 'Something in it is not so: put it right.',
	direct_challenge: 'You will not let it stand: say why not.',
	clarification_needed: 'You cannot follow: ask the one thing that you have to know.',
	pivotal_point: 'This is where you part: say so, and what hangs on it.',
	strong_agreement: 'You want to build on it: say what it leads to.',
};

export function resumptionPrompt(
	debate: DuelogicDebate,
	heard: DebateState,
	chair: ChairSeat,
	cut: ShownBefore & {readonly interrupter: string; readonly account: OwedAccount},
): Prompt {
	const {turn, account, shown} = cut;
	const wanted = `${nameOf(withCurrentNames(debate, heard), cut.interrupter)} cut you off right after the last sentence of ${turnName(turn.id)}. Answer that briefly, then finish the point you were making.`;
	const unheard = turn.cut?.unheard ?? '';
	const then = heardBefore(heard, turn);
	const exchange = turn.round ?? heard.round ?? 1;
	return chairPrompt(debate, heard, chair, {
		kind: 'resumption',
		words: budgets.resumption,
		attributes: {round: heard.round, target: cut.interrupter},
		again: unheard,
		resumes: {turn, shown},
		body: [
			wanted,
			...(citationsOf(turn).some(citation => isCutFor(citation, turn.cut))
				? [
						'You were cut for a quotation. If it was wrong, put it right in a clause. If the document does say so, show it in its own words: the judges look again, and nothing of it stays against you.',
					]
				: []),
			`What the whole turn was for: ${taskIn(debate, then, exchange).wanted}`,
			...(unheard === ''
				? []
				: [
						`What you had written on from there nobody heard. Keep what still holds and matters most, in fewer words: ${tag('unheard', {}, fence(firstWords(unheard, mostUnheard)))}`,
					]),
			'Unless you have done it before the cut, you still owe:',
			...accountLines(debate, heard, account, pointsFor(debate, then, chair, exchange)),
			...claimsFor(heard, chair.id),
		],
	});
}

/** Words that a resumption is shown of what it would have said: it has fewer itself. */
const mostUnheard = 200;
const withoutSteelMan: readonly Key[] = ['self_critique', 'framework', 'honesty', 'voice'];

function chairPrompt(debate: DuelogicDebate, heard: DebateState, chair: ChairSeat, task: ChairTask): Prompt {
	const {kind, words, attributes} = task;
	const shown = {
		isFull: kind === 'opening' || kind === 'reply' || kind === 'resumption',
		argues: isCaseTurn,
		again: task.again,
		resumes: task.resumes,
		about: task.body.join('\n'),
	};
	const body = [...task.body, ...(kind === 'interruption' ? [] : sourceLines(debate, heard, chair.id, shown))];
	const written = tag('task', {kind, speaker: chair.id, words: rangeOf(words), ...attributes}, body.join('\n'));
	return promptOf(
		messagesFor(debate, heard, chair.id),
		`${chairIdentity(debate, heard, chair.id, body)}\n${written}`,
		limitsOf(debate, words),
	);
}

/** An interruption and a resumption are told their limit alone. */
const rangeOf = (words: WordBudget): string =>
	words === budgets.interruption || words === budgets.resumption ? String(words.max) : rangeText(words);

/** Where words are not set apart, their limit is said in characters. */
const most = ({language}: DuelogicDebate, {max}: WordBudget): string =>
	language.words.code === 'zh' ? `At most ${Math.floor(max * charactersAWord)} characters.` : `At most ${max} words.`;

const idsOf = ({chairs}: DuelogicDebate): readonly string[] => chairs.map(({id}) => id);

/** The debate as it was when an exchange began: every chair had as many turns. */
const beforeExchange = (heard: DebateState, exchange: number): DebateState => ({
	...heard,
	turns: heard.turns.filter(({segment, round = 0}) => segment !== 'exchange' || round < exchange),
});

/** Who speaks, with its letter where claims are shown; the others where a seat has changed hands. */
function chairIdentity(debate: DuelogicDebate, heard: DebateState, id: string, body: readonly string[]): string {
	const now = withCurrentNames(debate, heard);
	const chair = chairOf(now, id);
	const renamed = now.chairs.filter(other => other.id !== id && other.name !== chairOf(debate, other.id).name);
	const letter = body.some(part => part.startsWith('<ledger>')) ? `, ${letterOf(idsOf(debate), id)} in the ledger` : '';
	const opponents = renamed.map(other => `${other.id} is now ${other.name}`);
	return fence(
		[
			`You are ${chair.name} in the ${chair.frameworkProfile.name}${letter}.`,
			...(opponents.length > 0 ? [`${opponents.join('; ')}.`] : []),
			...(chair.persona === undefined ? [] : ['Keep to your persona.']),
		].join(' '),
	);
}

/** Reminders of the obligations in force, or of those named by `keys`. */
const obligationLines = ({config}: DuelogicDebate, keys?: readonly Key[]): string[] =>
	obligationsOf(config)
		.filter(({key}) => keys?.includes(key) ?? true)
		.map(({key, reminder}) => `- ${key}: ${reminder}`);

/** What a turn owes: questions, what was said to the chair, points of its own, and the obligations. */
const accountLines = (
	debate: DuelogicDebate,
	heard: DebateState,
	{owes, questions, answers}: OwedAccount,
	points: readonly SavedPoint[],
): string[] => [
	...questions.map(question => questionLine(debate, heard, question)),
	...answers.map(answerLine),
	...points.map(saved => pointLine(heard, saved)),
	...obligationLines(debate, owes.steelManning ? undefined : withoutSteelMan),
];

const answerLines = (heard: DebateState, chair: ChairSeat): string[] => pendingAnswers(heard, chair.id).map(answerLine);

/** A point of the chair's own: it came too late for an interruption. */
const pointLine = ({seats}: DebateState, {speaker, point}: SavedPoint): string =>
	`- point: while ${fence(seats.find(({id}) => id === speaker)?.name ?? 'the other')} spoke you wanted to break in ${fence(point)}: start there, but answer first what you were asked.`;

const speakers = {arbiter: 'the arbiter', listener: 'a listener'} as const;

const answerLine = ({by, text}: PendingAnswer): string =>
	`- answer: ${speakers[by]}: ${by === 'listener' ? quotation(text, 60) : lastSentences(text, 40)}`;

/** The last whole sentences of so many words together, at least one. */
function lastSentences(text: string, most: number): string {
	const sentences = splitSentences(text.trim());
	const from = sentences.findIndex((_, place) => countWords(sentences.slice(place).join('')) <= most);
	return quotation(sentences.slice(from < 0 ? -1 : from).join(''), most);
}

/** Questions that a last word answers: its words are few. */
const mostLastQuestions = 1;

const questionLine = (debate: DuelogicDebate, heard: DebateState, {from, sentence}: NamedQuestion): string =>
	`- question: answer what ${fence(nameOf(withCurrentNames(debate, heard), from))} asked you: ${quotation(sentence, 35)}`;

/** Points that a chair wanted to make; where it has one point only, and is asked for that, none of its own. */
const pointsFor = (debate: DuelogicDebate, heard: DebateState, {id}: ChairSeat, exchange: number): SavedPoint[] =>
	isShort(debate, heard, exchange) && isAsked(debate, heard, id) ? [] : savedPoints(heard, id);

/** How the chair's last turn ended, an interruption too, so that this one does not end in the same way. */
function endedOn({turns}: DebateState, {id}: ChairSeat): string[] {
	const own = turns.findLast(turn => turn.speaker === id && turn.text.trim() !== '');
	return own ? [`Do not end as your last turn did: ${quotation(lastSentence(own.text), 9)}`] : [];
}
