/**
 * What the arbiter is asked for: introduction, interjections, closing, and digests. And what we say ourselves where it
 * cannot.
 */
import type {Violation} from '../../../debate/formats/duelogic/events.ts';
import {fence, tag, turnName} from '../../../debate/prompt.ts';
import type {Prompt} from '../../../debate/protocol.ts';
import {splitSentences} from '../../../debate/text/sentences.ts';
import type {DebateState, Turn} from '../../../debate/state.ts';
import {conductLines} from './conduct-record.ts';
import {nameOf, promptOf, sharedMessages, estimateTokens} from './shared-prefix.ts';
import {turnsByEnd, seatIn, withCurrentNames, type DuelogicDebate} from '../seating/seating.ts';

export type ArbiterSegment = 'introduction' | 'synthesis';

/** Why the arbiter steps in, and at whom. */
export type Interjection = {
	readonly target?: string | undefined;
	readonly violation?: Violation | undefined;
	readonly reason: string;
};

export const arbiterPrompt = (debate: DuelogicDebate, heard: DebateState, part: ArbiterSegment): Prompt =>
	part === 'introduction' ? introductionPrompt(debate, heard) : synthesisPrompt(debate, heard);

function introductionPrompt(debate: DuelogicDebate, heard: DebateState): Prompt {
	const {podcastMode} = debate.config;
	const first = debate.chairs[0];
	const parts = podcastMode.enabled
		? [
				'Open the show, for listeners, in this order:',
				'a cold open of one or two sentences that makes the question bite; a welcome to the show by its name (and episode, if it has one);',
				'every chair by model name, provider and framework, each with what that framework asks, told with some colour;',
				'the proposition, word for word, and why it matters now;',
				`the ground rules: ${groundRules(debate)}, and you keep everyone honest;`,
				`and the hand-off: give the floor to ${first?.name ?? 'the first chair'} by name.`,
			]
		: [
				`Open the debate plainly, without a show around it: each chair by model name, provider and framework; the proposition, word for word; the ground rules in a sentence: ${groundRules(debate)}; and the floor to the first chair by name.`,
			];
	const words = podcastMode.enabled ? '200-350' : '60-120';
	const task = tag(
		'task',
		{kind: 'introduction', speaker: debate.arbiter.id, words, mode: modeOf(debate), first: first?.id},
		fence(parts.join('\n')),
	);
	return promptOf(
		sharedMessages(debate, heard),
		`${arbiterIdentity(debate)}\n${task}`,
		podcastMode.enabled ? {maxTokens: 1000, words: 275} : {maxTokens: 400, words: 90},
	);
}

function synthesisPrompt(debate: DuelogicDebate, heard: DebateState): Prompt {
	const {podcastMode} = debate.config;
	const parts = podcastMode.enabled
		? [
				'Close the show, for listeners, in this order:',
				'a transition to the close; what each chair brought, its strongest contribution with the model’s name; the key clashes, and what stays open between them;',
				'what the decision hinges on, so that listeners can find their own answer; an honesty check in a sentence or two, from the record below, without figures and without preaching;',
				'the question that remains; thanks to each chair by model name, for something it did; thanks to the audience;',
				...(podcastMode.includeCallToAction ? ['a call to action: subscribe, share, leave a review;'] : []),
				`and a sign-off that ends with the show’s name, ${podcastMode.showName}. Name no winner.`,
			]
		: [
				'Close the debate plainly, without thanks or show: what each chair brought, the key clashes, what the decision hinges on, how honestly the chairs argued by the record below, and the question that remains. Name no winner.',
			];
	const words = podcastMode.enabled ? '350-500' : '150-250';
	const attributes = {
		kind: 'synthesis',
		speaker: debate.arbiter.id,
		words,
		mode: modeOf(debate),
		calltoaction: podcastMode.enabled && podcastMode.includeCallToAction ? 'yes' : 'no',
	};
	const task = tag(
		'task',
		attributes,
		`${fence([...parts, ...seatChanges(debate, heard)].join('\n'))}\n${tag('record', {}, conductLines(debate, heard).join('\n'))}`,
	);
	const prompt = (whole: boolean) =>
		promptOf(
			sharedMessages(debate, heard, whole),
			`${arbiterIdentity(withCurrentNames(debate, heard))}\n${task}`,
			podcastMode.enabled ? {maxTokens: 1400, words: 425} : {maxTokens: 700, words: 200},
		);
	const whole = prompt(true);
	return estimateTokens(whole.messages) + (whole.maxTokens ?? 0) < debate.config.contextTokens ? whole : prompt(false);
}

/** Who spoke for which chair, where others sat there first: thanks go to all of them. */
const seatChanges = ({chairs}: DuelogicDebate, heard: DebateState): string[] =>
	chairs.flatMap(({id}) => {
		const seat = seatIn(heard, id);
		return !seat || seat.formerly.length === 0
			? []
			: [`${id} was spoken for by ${list([...seat.formerly.map(({name}) => name), seat.name])}, one after the other.`];
	});

export function interjectionPrompt(
	debate: DuelogicDebate,
	heard: DebateState,
	{target, violation, reason}: Interjection,
): Prompt {
	const now = withCurrentNames(debate, heard);
	const at = target === undefined ? 'whoever speaks next' : nameOf(now, target);
	const task = tag(
		'task',
		{kind: 'interjection', speaker: debate.arbiter.id, words: '30-75', target, violation},
		[
			`Step in now, at ${fence(at)}, by your rules for it.`,
			`Reason: ${fence(reason).replace(/\s+/gu, ' ').trim()}`,
		].join('\n'),
	);
	return promptOf(sharedMessages(debate, heard), `${arbiterIdentity(now)}\n${task}`, {maxTokens: 180, words: 50});
}

/**
 * A digest is short enough for the smallest model to have room for the turns after it: a word in twenty of what it
 * takes.
 */
const digestWords = ({config: {contextTokens}}: DuelogicDebate): number =>
	Math.min(300, Math.floor(contextTokens / 20));

/** Asks for the gist of turns that will no longer be sent, and of the digest before them. */
export function digestPrompt(debate: DuelogicDebate, heard: DebateState, part: readonly Turn[]): Prompt {
	const [first, last] = [part[0], part.at(-1)];
	const words = digestWords(debate);
	const before = debate.digests.length > 0 ? 'the digest so far and ' : '';
	const task = tag(
		'task',
		{kind: 'digest', speaker: debate.arbiter.id, words, upto: last && turnName(last.id)},
		[
			`Condense ${before}the turns from ${first ? turnName(first.id) : ''} to ${last ? turnName(last.id) : ''} into at most ${words} words${before === '' ? '' : ' together'}, for those who will speak on without having them at hand.`,
			'By chair: its claims with its reasons, what it granted, what it was asked and has not answered. No judgement, nothing new.',
		].join('\n'),
	);
	return promptOf(sharedMessages(debate, heard), `${arbiterIdentity(debate)}\n${task}`, {
		maxTokens: 800,
		temperature: 0,
	});
}

/**
 * The gist of turns where nobody condenses them: the first sentence of each, as it was said, behind what was condensed
 * before.
 */
export const fallbackDigest = (debate: DuelogicDebate, part: readonly Turn[]): string =>
	[
		...debate.digests.slice(-1).map(({text}) => text),
		...part.map(
			turn =>
				`${turnName(turn.id)}, ${turn.by?.name ?? nameOf(debate, turn.speaker)}: ${splitSentences(turn.text.trim())[0]?.trim() ?? ''}`,
		),
	].join('\n');

/** The share of the context at which a transcript is condensed. */
const condenseAtShare = 0.6;

/**
 * The turns to condense now, at the end of an exchange: all before that exchange, or none where there is still room.
 */
export function turnsToCondense(debate: DuelogicDebate, heard: DebateState): Turn[] {
	if (estimateTokens(sharedMessages(debate, heard)) <= condenseAtShare * debate.config.contextTokens) return [];
	const turns = turnsByEnd(heard.turns);
	const upto = debate.digests.at(-1)?.upto;
	const from = upto === undefined ? 0 : turns.findLastIndex(({id}) => turnName(id) === upto) + 1;
	const to = turns.findIndex(({segment, round}) => segment === 'exchange' && round === heard.round);
	return turns.slice(from, Math.max(from, to));
}

/** What listeners are promised, as far as the mandates go. */
const groundRules = ({config: {mandates}}: DuelogicDebate): string =>
	list([
		...(mandates.requireSteelManning ? ['each chair restates an opponent at their strongest before objecting'] : []),
		...(mandates.requireSelfCritique ? ['each owns up to the limits of its own framework'] : []),
		'each argues from its own framework',
	]);

const modeOf = ({config}: DuelogicDebate): 'podcast' | 'plain' => (config.podcastMode.enabled ? 'podcast' : 'plain');

const arbiterIdentity = ({arbiter}: DuelogicDebate): string => fence(`You are ${arbiter.name}, the arbiter.`);

const announcementPrefix = 'Announcement, without the arbiter:';

/** What we say ourselves where the arbiter cannot open or close the debate. */
export function fallbackAnnouncement(debate: DuelogicDebate, part: ArbiterSegment): string {
	const {
		subject,
		chairs,
		config: {podcastMode},
	} = debate;
	if (part === 'synthesis')
		return `${announcementPrefix} the debate is over. ${list(chairs.map(({name}) => name))} have spoken on this question: ${subject.text} The answer is yours.${podcastMode.enabled ? ` This was ${podcastMode.showName}.` : ''}`;
	const introduced = chairs.map(
		({name, provider, frameworkProfile}) =>
			`${name}${provider === undefined ? '' : ` from ${provider}`} in the ${frameworkProfile.name}`,
	);
	return `${announcementPrefix} the proposition is: ${subject.text} It is debated by ${list(introduced)}. The rules: ${groundRules(debate)}. ${chairs[0]?.name ?? ''} begins.`;
}

/** The same for an interjection. */
export const fallbackInterjection = (debate: DuelogicDebate, {target, reason}: Interjection): string =>
	`${announcementPrefix} ${target === undefined ? 'to whoever speaks next' : nameOf(debate, target)}, ${reason.trim().replace(/[.\s]*$/u, '.')} Please take that up in your next turn.`;

const list = (names: readonly string[]): string =>
	names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;
