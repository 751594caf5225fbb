/**
 * What the arbiter is asked for: introduction, interjections, closing, and digests. And what we say ourselves where it
 * cannot.
 */
import type {Violation} from '../../../debate/events.ts';
import {fence, tag, turnName} from '../../../debate/prompt.ts';
import type {Prompt} from '../../../debate/protocol.ts';
import {splitSentences} from '../../../debate/text/sentences.ts';
import type {DebateState, Turn} from '../../../debate/state.ts';
import {recordLines} from './conduct-record.ts';
import {nameOf, promptOf, shared, tokensOf} from './shared-prefix.ts';
import {inOrder, seatIn, tableNow, type Table} from '../seating/seating.ts';

export type Part = 'introduction' | 'synthesis';

/** Why the arbiter steps in, and at whom. */
export type Interjection = {
	readonly target?: string | undefined;
	readonly violation?: Violation | undefined;
	readonly reason: string;
};

export const hostPrompt = (table: Table, heard: DebateState, part: Part): Prompt =>
	part === 'introduction' ? introductionPrompt(table, heard) : synthesisPrompt(table, heard);

function introductionPrompt(table: Table, heard: DebateState): Prompt {
	const {podcastMode} = table.config;
	const first = table.chairs[0];
	const parts = podcastMode.enabled
		? [
				'Open the show, for listeners, in this order:',
				'a cold open of one or two sentences that makes the question bite; a welcome to the show by its name (and episode, if it has one);',
				'every chair by model name, provider and framework, each with what that framework asks, told with some colour;',
				'the proposition, word for word, and why it matters now;',
				`the ground rules: ${groundRules(table)}, and you keep everyone honest;`,
				`and the hand-off: give the floor to ${first?.name ?? 'the first chair'} by name.`,
			]
		: [
				`Open the debate plainly, without a show around it: each chair by model name, provider and framework; the proposition, word for word; the ground rules in a sentence: ${groundRules(table)}; and the floor to the first chair by name.`,
			];
	const words = podcastMode.enabled ? '200-350' : '60-120';
	const task = tag(
		'task',
		{kind: 'introduction', speaker: table.arbiter.id, words, mode: modeOf(table), first: first?.id},
		fence(parts.join('\n')),
	);
	return promptOf(
		shared(table, heard),
		`${host(table)}\n${task}`,
		podcastMode.enabled ? {maxTokens: 1000, words: 275} : {maxTokens: 400, words: 90},
	);
}

function synthesisPrompt(table: Table, heard: DebateState): Prompt {
	const {podcastMode} = table.config;
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
		speaker: table.arbiter.id,
		words,
		mode: modeOf(table),
		calltoaction: podcastMode.enabled && podcastMode.includeCallToAction ? 'yes' : 'no',
	};
	const task = tag(
		'task',
		attributes,
		`${fence([...parts, ...changesOfSeats(table, heard)].join('\n'))}\n${tag('record', {}, recordLines(table, heard).join('\n'))}`,
	);
	const prompt = (whole: boolean) =>
		promptOf(
			shared(table, heard, whole),
			`${host(tableNow(table, heard))}\n${task}`,
			podcastMode.enabled ? {maxTokens: 1400, words: 425} : {maxTokens: 700, words: 200},
		);
	const whole = prompt(true);
	return tokensOf(whole.messages) + (whole.maxTokens ?? 0) < table.config.contextTokens ? whole : prompt(false);
}

/** Who spoke for which chair, where others sat there first: thanks go to all of them. */
const changesOfSeats = ({chairs}: Table, heard: DebateState): string[] =>
	chairs.flatMap(({id}) => {
		const seat = seatIn(heard, id);
		return !seat || seat.formerly.length === 0
			? []
			: [`${id} was spoken for by ${list([...seat.formerly.map(({name}) => name), seat.name])}, one after the other.`];
	});

export function interjectionPrompt(
	table: Table,
	heard: DebateState,
	{target, violation, reason}: Interjection,
): Prompt {
	const now = tableNow(table, heard);
	const at = target === undefined ? 'whoever speaks next' : nameOf(now, target);
	const task = tag(
		'task',
		{kind: 'interjection', speaker: table.arbiter.id, words: '30-75', target, violation},
		[
			`Step in now, at ${fence(at)}, by your rules for it.`,
			`Reason: ${fence(reason).replace(/\s+/gu, ' ').trim()}`,
		].join('\n'),
	);
	return promptOf(shared(table, heard), `${host(now)}\n${task}`, {maxTokens: 180, words: 50});
}

/**
 * A digest is short enough for the smallest model to have room for the turns after it: a word in twenty of what it
 * takes.
 */
const digestWords = ({config: {contextTokens}}: Table): number => Math.min(300, Math.floor(contextTokens / 20));

/** Asks for the gist of turns that will no longer be sent, and of the digest before them. */
export function digestPrompt(table: Table, heard: DebateState, part: readonly Turn[]): Prompt {
	const [first, last] = [part[0], part.at(-1)];
	const words = digestWords(table);
	const before = table.digests.length > 0 ? 'the digest so far and ' : '';
	const task = tag(
		'task',
		{kind: 'digest', speaker: table.arbiter.id, words, upto: last && turnName(last.id)},
		[
			`Condense ${before}the turns from ${first ? turnName(first.id) : ''} to ${last ? turnName(last.id) : ''} into at most ${words} words${before === '' ? '' : ' together'}, for those who will speak on without having them at hand.`,
			'By chair: its claims with its reasons, what it granted, what it was asked and has not answered. No judgement, nothing new.',
		].join('\n'),
	);
	return promptOf(shared(table, heard), `${host(table)}\n${task}`, {maxTokens: 800, temperature: 0});
}

/**
 * The gist of turns where nobody condenses them: the first sentence of each, as it was said, behind what was condensed
 * before.
 */
export const excerpt = (table: Table, part: readonly Turn[]): string =>
	[
		...table.digests.slice(-1).map(({text}) => text),
		...part.map(
			turn =>
				`${turnName(turn.id)}, ${turn.by?.name ?? nameOf(table, turn.speaker)}: ${splitSentences(turn.text.trim())[0]?.trim() ?? ''}`,
		),
	].join('\n');

/** The share of the context at which a transcript is condensed. */
const fullAt = 0.6;

/**
 * The turns to condense now, at the end of an exchange: all before that exchange, or none where there is still room.
 */
export function toCondense(table: Table, heard: DebateState): Turn[] {
	if (tokensOf(shared(table, heard)) <= fullAt * table.config.contextTokens) return [];
	const turns = inOrder(heard.turns);
	const upto = table.digests.at(-1)?.upto;
	const from = upto === undefined ? 0 : turns.findLastIndex(({id}) => turnName(id) === upto) + 1;
	const to = turns.findIndex(({segment, round}) => segment === 'exchange' && round === heard.round);
	return turns.slice(from, Math.max(from, to));
}

/** What listeners are promised, as far as the mandates go. */
const groundRules = ({config: {mandates}}: Table): string =>
	list([
		...(mandates.requireSteelManning ? ['each chair restates an opponent at their strongest before objecting'] : []),
		...(mandates.requireSelfCritique ? ['each owns up to the limits of its own framework'] : []),
		'each argues from its own framework',
	]);

const modeOf = ({config}: Table): 'podcast' | 'plain' => (config.podcastMode.enabled ? 'podcast' : 'plain');

const host = ({arbiter}: Table): string => fence(`You are ${arbiter.name}, the arbiter.`);

const plainly = 'Announcement, without the arbiter:';

/** What we say ourselves where the arbiter cannot open or close the debate. */
export function announcement(table: Table, part: Part): string {
	const {
		subject,
		chairs,
		config: {podcastMode},
	} = table;
	if (part === 'synthesis')
		return `${plainly} the debate is over. ${list(chairs.map(({name}) => name))} have spoken on this question: ${subject.text} The answer is yours.${podcastMode.enabled ? ` This was ${podcastMode.showName}.` : ''}`;
	const introduced = chairs.map(
		({name, provider, about}) => `${name}${provider === undefined ? '' : ` from ${provider}`} in the ${about.name}`,
	);
	return `${plainly} the proposition is: ${subject.text} It is debated by ${list(introduced)}. The rules: ${groundRules(table)}. ${chairs[0]?.name ?? ''} begins.`;
}

/** The same for an interjection. */
export const plainInterjection = (table: Table, {target, reason}: Interjection): string =>
	`${plainly} ${target === undefined ? 'to whoever speaks next' : nameOf(table, target)}, ${reason.trim().replace(/[.\s]*$/u, '.')} Please take that up in your next turn.`;

const list = (names: readonly string[]): string =>
	names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;
