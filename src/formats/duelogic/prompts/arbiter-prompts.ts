/**
 * Prompts of the arbiter (introduction, interjections, closing), and the announcements that replace them if it cannot
 * speak.
 */
import {en} from '../../../languages/debate/en.ts';
import {fillSlots, listIn, type DebateLanguage} from '../../../languages/debate/language.ts';
import type {Violation} from '../../../debate/formats/duelogic/events.ts';
import {fence, tag} from '../../../debate/prompt.ts';
import type {Prompt} from '../../../debate/protocol.ts';
import type {DebateState} from '../../../debate/state.ts';
import {budgets, limitsOf, rangeText} from '../config/budgets.ts';
import {conductLines} from './conduct-record.ts';
import {hostMessages} from './host-excerpt.ts';
import {estimateTokens, messagesFor, nameOf, promptOf, sharedMessages} from './shared-prefix.ts';
import {lastTurnAnswering, latestTurns} from './told-turns.ts';
import {seatIn, spokenProvider, withCurrentNames, type DuelogicDebate} from '../seating/seating.ts';

/** The share of the smallest context that opening and closing may take: they are spoken once. */
const hostShare = 0.4;

export type ArbiterSegment = 'introduction' | 'synthesis';

/** Why the arbiter steps in, and at which chair; without `target`, at whoever speaks next. */
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
				'every chair by its name, its provider where one is given, and its framework, each with what that framework asks, told with some colour;',
				`the proposition, word for word, and why it matters now: ${whyNow(debate)};`,
				`the ground rules in two sentences: ${groundRules(debate)}, and you keep everyone honest;`,
				`and the hand-off: give the floor to ${first?.name ?? 'the first chair'} by name.`,
			]
		: [
				`Open the debate plainly, without a show around it: each chair by its name, its provider where one is given, and its framework; the proposition, word for word; the ground rules in a sentence: ${groundRules(debate)}; and the floor to the first chair by name.`,
			];
	const words = budgets[modeOf(debate)].introduction;
	const task = tag(
		'task',
		{kind: 'introduction', speaker: debate.arbiter.id, words: rangeText(words), mode: modeOf(debate), first: first?.id},
		fence(parts.join('\n')),
	);
	return promptOf(
		sharedMessages(debate, heard),
		`${arbiterIdentity(debate)}\n${task}`,
		limitsOf(debate, words, hostShare),
	);
}

/** Without a context nobody knows what is going on: then nothing of the day may be invented. */
const whyNow = ({subject: {context = ''}}: DuelogicDebate): string =>
	context.trim() === '' ? 'stay general, and invent no news' : 'from the context';

/** A question of the host's to one chair, on behalf of the listeners: no fault is found, and nothing is scored. */
export function questionPrompt(debate: DuelogicDebate, heard: DebateState, target: string): Prompt {
	const now = withCurrentNames(debate, heard);
	const task = tag(
		'task',
		{
			kind: 'question',
			speaker: debate.arbiter.id,
			words: String(budgets.question.max),
			round: heard.round,
			target,
		},
		fence(
			`Put one question to ${nameOf(now, target)} by name: the one that a listener would ask now. One or two sentences, nothing before or after it; it finds no fault and takes no side.`,
		),
	);
	return promptOf(
		hostMessages(debate, heard, latestTurns(debate, heard, target)),
		`${arbiterIdentity(now)}\n${task}`,
		limitsOf(debate, budgets.question),
	);
}

function synthesisPrompt(debate: DuelogicDebate, heard: DebateState): Prompt {
	const {podcastMode} = debate.config;
	const parts = podcastMode.enabled
		? [
				'Close the show, for listeners, in this order:',
				'a transition to the close; what each chair brought, its strongest contribution with the model’s name; the key clashes, and what stays open between them;',
				'what the decision hinges on, so that listeners can find their own answer; an honesty check in a sentence or two, from the record below, naming a sentence that deserves it, without figures and without preaching;',
				'what was answered and what was not: every question that the record says was evaded or left, with the name of the chair;',
				'the question that remains; thanks to each chair by model name, for something it did; thanks to the audience;',
				...(podcastMode.includeCallToAction ? ['a call to action: subscribe, share, leave a review;'] : []),
				`and a sign-off that ends with the show’s name, ${podcastMode.showName}. Name no winner.`,
			]
		: [
				'Close the debate plainly, without thanks or show: what each chair brought, the key clashes, what the decision hinges on, how honestly the chairs argued by the record below, which questions were evaded or left, and the question that remains. Name no winner.',
			];
	const words = budgets[modeOf(debate)].synthesis;
	const attributes = {
		kind: 'synthesis',
		speaker: debate.arbiter.id,
		words: rangeText(words),
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
			messagesFor(debate, heard, debate.arbiter.id, whole),
			`${arbiterIdentity(withCurrentNames(debate, heard))}\n${task}`,
			limitsOf(debate, words, hostShare),
		);
	const whole = prompt(true);
	return estimateTokens(whole.messages) + (whole.maxTokens ?? 0) < debate.config.contextTokens ? whole : prompt(false);
}

/** Names everyone who spoke for a chair whose seat changed hands, so that all are thanked. */
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
		{kind: 'interjection', speaker: debate.arbiter.id, words: rangeText(budgets.interjection), target, violation},
		[
			`Step in now, at ${fence(at)}: speak to the chair by name, firm but fair, say what went wrong and give it the chance to mend it${violation === undefined ? '' : `; ${remedies[violation]}`}.`,
			`Reason: ${fence(reason).replace(/\s+/gu, ' ').trim()}`,
		].join('\n'),
	);
	const isAboutTurn = target !== undefined && violation !== undefined;
	const shown = isAboutTurn ? lastTurnAnswering(heard, target) : latestTurns(debate, heard, target);
	return promptOf(
		hostMessages(debate, heard, shown),
		`${arbiterIdentity(now)}\n${task}`,
		limitsOf(debate, budgets.interjection),
	);
}

/** What the arbiter asks of a chair that broke a rule. */
const remedies: Readonly<Record<Violation, string>> = {
	straw_manning: 'ask what the opponent would really say',
	missing_steel_man: 'ask for the opponent’s strongest claim, in words that they would sign',
	missing_self_critique: 'ask for the hardest objection to its own framework in this case',
	framework_inconsistency: 'say whose argument that was, and ask for the case from its own framework',
	rhetorical_evasion: 'name the point that was passed over, and ask for an answer',
};

/** The rules that the mandates leave in force, for listeners. */
const groundRules = (debate: DuelogicDebate): string => rulesIn(debate, en);

const rulesIn = ({config: {mandates}}: DuelogicDebate, words: DebateLanguage): string =>
	listIn(words, [
		...(mandates.requireSteelManning ? [words.announcements.steelMan] : []),
		...(mandates.requireSelfCritique ? [words.announcements.selfCritique] : []),
		words.announcements.framework,
	]);

const modeOf = ({config}: DuelogicDebate): 'podcast' | 'plain' => (config.podcastMode.enabled ? 'podcast' : 'plain');

export const arbiterIdentity = ({arbiter}: DuelogicDebate): string => fence(`You are ${arbiter.name}, the arbiter.`);

/** The text that replaces the arbiter's introduction or closing, in the language of the debate. */
export function fallbackAnnouncement(debate: DuelogicDebate, part: ArbiterSegment): string {
	const {
		subject,
		chairs,
		config: {podcastMode},
		language: {words},
	} = debate;
	const {announcements: texts} = words;
	if (part === 'synthesis') {
		const closing = fillSlots(texts.closing, {
			names: listIn(
				words,
				chairs.map(({name}) => name),
			),
			proposition: subject.text,
		});
		return podcastMode.enabled ? `${closing}${fillSlots(texts.show, {show: podcastMode.showName})}` : closing;
	}
	const introduced = chairs.map(({name, provider, frameworkProfile}) => {
		const said = spokenProvider({provider});
		const slots = {name, framework: frameworkProfile.name};
		return said === undefined ? fillSlots(texts.chair, slots) : fillSlots(texts.chairFrom, {...slots, provider: said});
	});
	return fillSlots(texts.introduction, {
		proposition: subject.text,
		chairs: listIn(words, introduced),
		rules: rulesIn(debate, words),
		first: chairs[0]?.name ?? '',
	});
}

/** The text that replaces an interjection. */
export const fallbackInterjection = (debate: DuelogicDebate, {target, reason}: Interjection): string => {
	const {announcements: texts} = debate.language.words;
	return fillSlots(texts.interjection, {
		name: target === undefined ? texts.whoeverIsNext : nameOf(debate, target),
		reason: reason.trim().replace(/[.。\s]*$/u, debate.language.words.code === 'zh' ? '。' : '.'),
	});
};

const list = (names: readonly string[]): string => listIn(en, names);
