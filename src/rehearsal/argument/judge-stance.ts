/** A judge's own stance: from the proposition's words before the debate, from the arguments in the turns after it. */
import {hash} from '../random.ts';
import type {ChairCard, PromptTurn, ParsedPrompt} from '../notation.ts';
import type {Composer, ComposerInput} from '../composer.ts';
import {sentencesOf, wordsOf} from '../text.ts';
import {
	admits,
	agrees,
	isDecisive,
	isDodge,
	isOverclaim,
	isSweeping,
	reasons,
	strengthens,
	chairOf,
	mentions,
	ownTurns,
	featuresOf,
	clip,
} from './speaker.ts';

export const judgeStance: Composer = input => {
	const {prompt, task} = input;
	const before = firstImpression(input);
	const turns = task.attributes['when'] === 'before' ? [] : prompt.chairs.flatMap(card => ownTurns(prompt, card.id));
	const answer = turns.length === 0 ? before : afterHearing(prompt, turns, before.stance);
	return input.schema ? answer : `${answer.reason} ${answer.stance}`;
};

type StanceWithReason = {readonly reason: string; readonly stance: number};

const within = (stance: number): number => Math.max(-3, Math.min(3, stance));

/** What each feature of a proposition does to somebody who has heard no argument yet. */
const pulls = {
	compels: {by: -1, why: 'it would make people do what some of them would not choose'},
	permits: {by: 1, why: 'it would leave people to choose for themselves'},
	deceives: {by: -1, why: 'it would have somebody do what we teach children not to do'},
	risks: {by: -1, why: 'nobody can say yet how it ends'},
	shares: {by: 1, why: 'it would leave more people with enough'},
} as const;

/** Judges differ, as people do, and each is the same in the whole debate. */
function firstImpression({prompt: {proposition = ''}, task, topic, seed}: ComposerInput): StanceWithReason {
	const {features, sign} = featuresOf(proposition);
	const temper = (hash(`${task.speaker ?? ''} ${proposition}`, seed) % 3) - 1;
	const stance = within(sign * features.reduce((sum, feature) => sum + pulls[feature].by, 0) + temper);
	const [first] = features;
	return {
		stance,
		reason: first
			? `What weighs most with me about ${topic.thing[0] ?? 'this'} is that ${pulls[first].why}.`
			: `Nothing in the proposition alone tells me ${topic.whether}.`,
	};
}

/** A side moves one who listens by its reasons and by what it owns up to, and puts them off by what it cannot know. */
function afterHearing(prompt: ParsedPrompt, turns: readonly PromptTurn[], before: number): StanceWithReason {
	const cases = turns.map(turn => ({turn, side: sideOf(prompt, turn), weight: weightOf(turn)}));
	const weighed = [...new Set(cases.map(({turn}) => turn.speaker))].map(speaker => {
		const own = cases.filter(({turn}) => turn.speaker === speaker);
		return (
			(Math.sign(own.reduce((sum, {side}) => sum + side, 0)) * own.reduce((sum, {weight}) => sum + weight, 0)) /
			own.length
		);
	});
	const whole = weighed.reduce((sum, weight) => sum + Math.abs(weight), 0);
	const shift = whole === 0 ? 0 : Math.round((2 * weighed.reduce((sum, weight) => sum + weight, 0)) / whole);
	const {turn} = cases.reduce((best, each) => (each.weight > best.weight ? each : best));
	return {stance: within(before + shift), reason: reasonFrom(prompt, turn)};
}

const pro =
	/\b(?:in favour of|I (?:support|defend|say yes|vote for|am for|stand for)|come down for|argues? for|speaks for|the case for)\b/giu;
const con =
	/\b(?:against|I (?:oppose|reject|resist|say no|vote against)|argues? against|speaks against|the case against)\b/giu;

/** Which side a turn takes, by its own words: above 0 in favour, below 0 against. */
function sideOf(prompt: ParsedPrompt, {text, speaker}: PromptTurn): number {
	const me = chairOf(prompt, speaker);
	const own = sentencesOf(text)
		.filter(sentence => !admits(sentence) && !agrees(sentence) && !namesAnother(prompt, sentence, me))
		.join(' ')
		.replaceAll(/“[^”]*”/gu, ' ')
		.replaceAll(/\bagainst me\b/giu, ' ');
	return [...own.matchAll(pro)].length - [...own.matchAll(con)].length;
}

const namesAnother = ({chairs}: ParsedPrompt, sentence: string, me: ChairCard | undefined): boolean =>
	chairs.some(card => card.id !== me?.id && mentions(sentence, card));

const weightOf = ({text}: PromptTurn): number =>
	Math.max(
		0,
		sentencesOf(text).reduce(
			(sum, sentence) =>
				sum +
				Number(reasons(sentence)) +
				Number(strengthens(sentence)) +
				Number(admits(sentence)) -
				Number(isSweeping(sentence)) -
				Number(isOverclaim(sentence)) -
				Number(isDodge(sentence)),
			0,
		),
	);

/** What a turn rests on, in its own words: where it lets something decide, or gives a reason. */
function reasonFrom(prompt: ParsedPrompt, turn: PromptTurn): string {
	const me = chairOf(prompt, turn.speaker);
	const name = me?.name ?? turn.name;
	const sentences = sentencesOf(turn.text).filter(
		sentence =>
			wordsOf(sentence).length >= 4 &&
			wordsOf(sentence).length <= 25 &&
			!/[“”?]/u.test(sentence) &&
			!admits(sentence) &&
			!agrees(sentence) &&
			!namesAnother(prompt, sentence, me),
	);
	const core = sentences.find(isDecisive) ?? sentences.find(reasons) ?? sentences.at(-1);
	return core === undefined
		? `Nothing that was said weighs more with me than what ${name} left open.`
		: `What weighs most with me is ${name}’s “${clip(core).replace(/[.!]+$/u, '')}”.`;
}
