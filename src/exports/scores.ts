/** How a score came about, in words: who judged, how far the judges differ, and what became of each answer. */
import {leastItems, median, type Agreement} from '../debate/judged-text.ts';
import {
	type ChecklistItem,
	type EvaluationEvent,
	type JudgeVerdict,
	findingOf,
	itemsInQuestion,
	type ItemFinding,
} from '../debate/evaluation.ts';
import {nameIn, englishEpisodeWords} from '../languages/find.ts';
import {fillSlots, wordFor, type EpisodeWords} from '../languages/language.ts';
import {asksForFault, rubric, rubricItem} from '../debate/rubric.ts';
import type {DebateState} from '../debate/state.ts';
import {unjudged} from '../debate/views/judgements.ts';
import type {Statistics} from './statistics.ts';
import {humanize, percent, speakerOf, speakerOfTurn} from '../languages/wording.ts';

/** Whether it follows the rules since version 0.1.0: graded answers, whole sentences, a verdict a judge. */
export const isGraded = ({rules = 1}: Pick<EvaluationEvent, 'rules'>): boolean => rules > 1;

/** `50 to 94`, where judges gave different scores; nothing for scores of version 0.1.0. */
export const rangeText = (evaluation: EvaluationEvent): string | undefined => {
	const {range} = evaluation;
	return range && isGraded(evaluation) && range[0] !== range[1] ? `${range[0]} to ${range[1]}` : undefined;
};

/** `contested: steel-man, honesty`; nothing where the judges do not differ by two levels. */
export function contestedText(
	{contested = []}: EvaluationEvent,
	{score, comma} = englishEpisodeWords,
): string | undefined {
	const dimensions: Readonly<Record<string, string>> = score.dimensions;
	const names = contested.map(id => dimensions[id] ?? humanize(id)).join(comma);
	return names === '' ? undefined : fillSlots(score.contested, {names});
}

/**
 * The verdict whose items and working are shown as the score's: the one nearest to the median, by the bench's order.
 */
export function shownVerdict({verdicts = []}: EvaluationEvent): JudgeVerdict | undefined {
	const scores = verdicts.flatMap(({score}) => score ?? []);
	const middle = median(scores) ?? 0;
	const distance = ({score}: JudgeVerdict): number => Math.abs((score ?? Infinity) - middle);
	return verdicts.toSorted((one, other) => distance(one) - distance(other))[0];
}

/** Why a turn has no score: what was wrong with each verdict, its judge by name and its items by what they ask. */
export function unscoredReason(state: DebateState, evaluation: EvaluationEvent): string | undefined {
	const {verdicts = [], reason} = evaluation;
	const failed = verdicts.filter(({score}) => score === null);
	if (!isGraded(evaluation) || failed.length === 0) return reason;
	return failed.map(verdict => `${speakerOf(state, verdict.judge)}: ${failureText(verdict)}`).join('; ');
}

/** Why a verdict was of no use, with items by what they ask. */
export const failureText = ({reason = 'no usable answer'}: JudgeVerdict): string =>
	reason.replaceAll(coded, id => `${id} (${wordFor(englishEpisodeWords.score.items, id) ?? ''})`);

/** Items whose ids are no words; a lapse is called by its name. */
const hasCode = (id: string): boolean => rubricItem(id)?.finds !== 'lapse';
const coded = new RegExp(String.raw`\b(?:${rubric.flatMap(({id}) => (hasCode(id) ? [id] : [])).join('|')})\b`, 'gu');

/** An answer of a judge as a reader needs it. */
export type ExplainedItem = {
	readonly id: string;
	/** The id where it is a code, to stand before the words; a lapse of honesty has none. */
	readonly code: string | undefined;
	readonly asks: string;
	readonly grade: string;
	readonly finding: ItemFinding;
	/** Whether the answer speaks for the speaker; undefined where it counts for nothing. */
	readonly good: boolean | undefined;
	/** The whole sentence of the turn, and what it was held against. */
	readonly quote: string | undefined;
	readonly against: string | undefined;
	/** Why the answer does not count, or what else is to be known of it. */
	readonly remark: string | undefined;
};

/** The answers by rules 2 that were in question, in the order of the checklist. */
export const explainedItems = (
	state: DebateState,
	items: readonly ChecklistItem[],
	words = englishEpisodeWords,
): readonly ExplainedItem[] =>
	itemsInQuestion(items).map(item => {
		const finding = findingOf(item);
		const counts = finding === 'found' || finding === 'nothing';
		return {
			id: item.id,
			code: hasCode(item.id) ? item.id : undefined,
			asks: wordFor(words.score.items, item.id) ?? humanize(item.id),
			grade: wordFor(words.score.grades, item.grade ?? item.answer) ?? item.grade ?? item.answer,
			finding,
			good: counts ? (finding === 'found') !== isBad(item.id) : undefined,
			quote: item.quote,
			against: againstText(state, item, words),
			remark: remarkOf(item, finding, words),
		};
	});

/** Of a repeat, what is found is an earlier turn that made the same admission. */
const isBad = (id: string): boolean => asksForFault(id) || rubricItem(id)?.finds === 'repeat';

function againstText(
	state: DebateState,
	{targetTurn, targetQuote}: ChecklistItem,
	words: EpisodeWords,
): string | undefined {
	if (targetTurn === undefined) return undefined;
	const turn = state.turns.find(({id}) => id === targetTurn);
	const where = turn
		? `${speakerOfTurn(state, turn)}${words.comma}${nameIn(words, turn.segment)}${turn.round === undefined ? '' : ` ${turn.round}`}`
		: targetTurn;
	const [open, close] = words.quotes;
	return targetQuote === undefined ? where : `${where}: ${open}${targetQuote}${close}`;
}

/** Notes are told by the program, in English. */
function remarkOf({id, note}: ChecklistItem, finding: ItemFinding, {code, score}: EpisodeWords): string | undefined {
	const reason = note === undefined ? '' : `: ${note}`;
	switch (finding) {
		case 'void':
			return fillSlots(score.void, {reason});
		case 'refused':
			return fillSlots(score.refused, {reason});
		case 'excused':
			return fillSlots(score.setAside, {reason});
		case 'set-aside':
			return fillSlots(score.setAside, {
				reason: note === undefined ? `: ${rubricItem(id)?.dependsOn ?? 'what it rests on'} was not found` : reason,
			});
		case 'found':
		case 'nothing':
			return code === 'en' ? note : undefined;
		default:
			return finding satisfies never;
	}
}

/** Why nobody judged a debate that has judges, and what would; undefined where somebody may judge, or has. */
export function unjudgedIn(state: DebateState, {motion, score}: EpisodeWords): string | undefined {
	const nobody = unjudged(state);
	return nobody && fillSlots(nobody.missing === 'verdict' ? motion.unjudged : score.unjudged, {name: nobody.name});
}

/** What of the judges' verdicts is in no chair's mean, and why, a sentence each. */
export function leftOutOfMeans(
	state: DebateState,
	{judgesOut, exchangesLeftOut}: Pick<Statistics, 'judgesOut' | 'exchangesLeftOut'>,
): readonly string[] {
	return [
		...judgesOut.map(
			id => `${speakerOf(state, id)} gave no usable verdict on half of some chair’s turns, and is in no chair’s mean`,
		),
		...[...exchangesLeftOut].map(([id, rounds]) => {
			const which = rounds.map(round => round ?? 'one').join(', ');
			return `${speakerOf(state, id)} failed in exchange ${which}: its verdicts there are in no chair’s mean`;
		}),
	];
}

/** How far the judges agreed over a debate, in words. */
export function agreementText(
	{percent: same, alpha, items}: Agreement,
	words = englishEpisodeWords.figures.agreement,
): string {
	const chance =
		alpha !== undefined
			? fillSlots(words.alpha, {alpha: alpha.toFixed(2).replace('-', '−')})
			: items < leastItems
				? words.few
				: words.same;
	return fillSlots(words.agreed, {share: percent(same), items: String(items), chance});
}
