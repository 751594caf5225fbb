/** The arbiter of a rehearsed Duelogic: introduction, questions, interjections, digest and closing. */
import {fit, type Piece, wordRangeOf, type Composer, type ComposerInput, shorten} from '../composer.ts';
import {numberWord, ordinalWord, type SentenceWriter, decapitalise} from '../sentence-writer.ts';
import type {ChairCard, ParsedPrompt, PromptTurn} from '../notation.ts';
import {countWords, withoutStop, quotable, shortened, sentencesOf, quotedIn} from '../text.ts';
import {introductionFamilies, interjections, synthesisFamilies} from './arbiter-phrases.ts';
import {cardSlots, doesOf, labelOf, bankOf} from '../argument/framework-banks.ts';
import {
	chairOf,
	writerAt,
	isDecisive,
	isDodge,
	isStraw,
	mentions,
	named,
	ownCaseIn,
	ownTurns,
	called,
	admits,
	agrees,
	phraseOf,
	stancesOf,
} from '../argument/speaker.ts';
import {hostAsks, hostProbes} from '../argument/host-phrases.ts';
import {at} from '../random.ts';

export const introduction: Composer = input => {
	const {prompt, task} = input;
	const writer = writerAt(input, {round: 0, seat: 0});
	const first =
		chairOf(prompt, task.attributes['first']) ??
		prompt.chairs.find(({name}) => name === task.attributes['first']) ??
		prompt.chairs[0];
	if (task.attributes['mode'] === 'brisk') return briskly(input, writer, first);
	const plain = task.attributes['mode'] === 'plain' || !prompt.show;
	const budget = plain ? wordRangeOf(task, 60, 120) : wordRangeOf(task, 200, 350);
	const handOff: Piece = {
		text: writer.say(introductionFamilies.handoff, {first: first?.name ?? 'the first chair'}),
		keep: 9,
		paragraph: !plain,
	};
	return fit([...(plain ? plainly(input, writer) : asShow(input, writer)), handOff], budget, budget.min + 20);
};

/** The question, who sits there, and the floor to the first. */
function briskly(input: ComposerInput, writer: SentenceWriter, first: ChairCard | undefined): string {
	const {chairs} = input.prompt;
	const budget = wordRangeOf(input.task, 30, 54);
	const handOff = writer.say(introductionFamilies.handoff, {first: first?.name ?? 'the first chair'});
	return fit(
		[
			{text: writer.say(introductionFamilies.coldOpen), keep: 2, spare: true},
			{text: propositionIn(input, writer), keep: 7},
			{text: `${inList(chairs.map(card => `${card.name} speaks as the ${labelOf(card)}`))}.`, keep: 8},
			{text: handOff, keep: 9},
		],
		budget,
		budget.min,
	);
}

const inList = (parts: readonly string[]): string =>
	parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1) ?? ''}`;

function asShow(input: ComposerInput, writer: SentenceWriter): Piece[] {
	const {show, arbiter, context, chairs} = input.prompt;
	return [
		{text: writer.say(introductionFamilies.coldOpen), keep: 9},
		{text: writer.say(introductionFamilies.coldTail, {count: numberWord(chairs.length)}), keep: 4},
		{text: writer.say(introductionFamilies.welcome, {show: show?.name ?? 'the debate'}), keep: 9, paragraph: true},
		{
			text: show?.episode === undefined ? '' : writer.say(introductionFamilies.episode, {episode: show.episode}),
			keep: 6,
		},
		{
			text: writer.say(introductionFamilies.host, {host: arbiter?.name ?? 'the arbiter'}),
			keep: 3,
			spare: chairs.length > 3,
		},
		...chairs.flatMap(card => introduced(writer, card, chairs.length)),
		{text: propositionIn(input, writer), keep: 9, paragraph: true},
		{
			text:
				context === undefined || countWords(context) > 60
					? ''
					: `${writer.say(introductionFamilies.context)} ${asSentence(context)}`,
			keep: 5,
		},
		{text: writer.say(introductionFamilies.whyNow), keep: 8},
		{text: writer.say(introductionFamilies.stakes), keep: 2, spare: true},
		{text: writer.say(introductionFamilies.rules), keep: 9, paragraph: true},
		{text: writer.say(introductionFamilies.keeper), keep: 6},
	];
}

function introduced(writer: SentenceWriter, card: ChairCard, chairs: number): Piece[] {
	const slots = {
		...cardSlots(card),
		name: card.name,
		provider: from(card),
		framework: `the ${labelOf(card)}`,
		ordinal: ordinalWord(card.seat),
		does: `which ${doesOf(card)}`,
	};
	const [sentence, core] = [introductionFamilies.chair, introductionFamilies.core].map(family =>
		writer.sayAt(family, card.seat + writer.turnIn(family.name, family.patterns.length), slots),
	);
	return [
		{text: sentence ?? '', keep: 9, paragraph: card.seat === 0},
		{text: core ?? '', keep: 3, spare: chairs > 2},
	];
}

/** ` from Anthropic`; a provider that is a description goes in brackets, as in ` (rehearsal, no model)`. */
const from = ({provider}: ChairCard): string => {
	if (provider === undefined) return '';
	return /^\p{Ll}|,/u.test(provider) ? ` (${provider})` : ` from ${provider}`;
};

function propositionIn({prompt, topic}: ComposerInput, writer: SentenceWriter): string {
	return writer.say(introductionFamilies.proposition, {
		proposition: withoutStop(prompt.proposition ?? topic.motion).replace(/(?<![?!])$/u, '.'),
	});
}

const asSentence = (text: string): string =>
	text
		.replaceAll(/\s+/gu, ' ')
		.trim()
		.replace(/(?<![.!?])$/u, '.');

function plainly(input: ComposerInput, writer: SentenceWriter): Piece[] {
	const {chairs} = input.prompt;
	return [
		{text: propositionIn(input, writer), keep: 9},
		...chairs.map(card => ({
			text: writer.sayAt(introductionFamilies.plainChair, card.seat, {
				name: card.name,
				provider: from(card),
				framework: `the ${labelOf(card)}`,
			}),
			keep: 9,
		})),
		{text: writer.say(introductionFamilies.plainRules), keep: 9},
		...(chairs.length > 3
			? []
			: [
					{text: writer.say(introductionFamilies.keeper), keep: 3, spare: true},
					{text: writer.say(introductionFamilies.whyNow), keep: 2, spare: true},
				]),
	];
}

// The arbiter's interjection: what is wrong, the words in question, and a chance to put it right.

export const interjection: Composer = input => {
	const {prompt, task} = input;
	const target = chairOf(prompt, task.attributes['target']);
	const violation = task.attributes['violation'] ?? 'other';
	const quote = target && offence(prompt, target, violation);
	const talk = interjections[quote === undefined ? 'other' : violation] ?? interjections['other'];
	if (!talk) return undefined;
	const writer = writerAt(
		input,
		task.round === undefined
			? {round: numberOfLastTurn(prompt), seat: 0}
			: {round: task.round, seat: target?.seat ?? 0},
	);
	const slots = {
		called: target?.name ?? 'everyone',
		quote: quote ?? '',
		label: target ? `the ${labelOf(target)}` : 'the framework',
		other: nameOfOther(prompt, target),
		reason: inSentence(withoutStop(task.labels['reason'] ?? 'the rules of this debate'), prompt),
	};
	return fit(
		[
			{text: writer.say(talk.fault, slots), keep: 9},
			{text: writer.say(talk.heard, slots), keep: 8},
			{text: writer.say(talk.chance, slots), keep: 9},
		],
		wordRangeOf(task, 30, 75),
	);
};

/** The number in the last turn’s id, such as 7 in `t7`, in place of a missing exchange number. */
const numberOfLastTurn = ({turns}: ParsedPrompt): number =>
	Number(/\d+/u.exec(turns.at(-1)?.id ?? '')?.[0] ?? turns.length);

/** The words to hold against a chair: those that broke the rule, or a telling phrase of its last turn. */
function offence(prompt: ParsedPrompt, target: ChairCard, violation: string): string | undefined {
	const turns = latestReplies(prompt, target);
	const sentences = turns.map(({text}) => sentencesOf(text));
	const others = prompt.chairs.filter(({id}) => id !== target.id);
	const guilty = sentences.flat().find(sentence => isGuilty(sentence, violation, others));
	const straw = /\bwe should (simply [^,.]+)/iu.exec(guilty ?? '')?.[1];
	if (violation === 'straw_manning' && straw !== undefined) return shortened(straw);
	const taste = {terms: bankOf(target).terms, used: new Set<string>()};
	const words = guilty === undefined ? undefined : (quotable(guilty, taste) ?? clauseOf(guilty));
	// No framework is left by telling what an opponent holds.
	const said =
		violation === 'framework_inconsistency' ? turns.slice(0, 1).flatMap(turn => ownCaseIn(prompt, turn)) : sentences[0];
	return words ?? quotable((said ?? []).join(' '), taste);
}

/** How many of its turns back the words in question may lie: others spoke before the arbiter had its chance. */
const furthestBack = 2;

/** The latest turns of a chair, the last one first. */
function latestReplies(prompt: ParsedPrompt, {id}: ChairCard): readonly PromptTurn[] {
	const own = ownTurns(prompt, id);
	const replies = own.filter(({kind}) => kind === 'reply');
	return (replies.length > 0 ? replies : own).slice(-furthestBack).toReversed();
}

/** A reason within a sentence: what begins with a chair's name keeps its capital. */
const inSentence = (reason: string, {chairs}: ParsedPrompt): string =>
	chairs.some(({name}) => reason.startsWith(name)) ? reason : decapitalise(reason);

/** The first quotable clause of a sentence, shortened. */
const clauseOf = (sentence: string): string | undefined => {
	const clause = sentence.split(/[;:,]\s/u).find(part => /^(?:\p{Ll}|I\b)/u.test(part) && countWords(part) >= 4);
	return clause === undefined ? undefined : shortened(clause);
};

function isGuilty(sentence: string, violation: string, others: readonly ChairCard[]): boolean {
	if (violation === 'straw_manning') return isStraw(sentence) && others.some(other => mentions(sentence, other));
	if (violation === 'framework_inconsistency') return isDecisive(sentence);
	return violation === 'rhetorical_evasion' && isDodge(sentence);
}

/** The chair whose position or question was affected, found by name. */
function nameOfOther(prompt: ParsedPrompt, target: ChairCard | undefined): string {
	const replies = target ? latestReplies(prompt, target) : [];
	const last = replies[0];
	const others = prompt.chairs.filter(({id}) => id !== target?.id);
	const guilty = replies
		.flatMap(({text}) => sentencesOf(text))
		.find(sentence => isStraw(sentence) && others.some(other => mentions(sentence, other)));
	const other =
		others.find(card => guilty !== undefined && mentions(guilty, card)) ??
		others.find(card => last !== undefined && mentions(last.text, card)) ??
		others[0];
	return other ? named(other) : 'the other chair';
}

// The host's question to one chair, for the listeners.

export const question: Composer = input => {
	const {prompt, task} = input;
	const target = chairOf(prompt, task.attributes['target']);
	if (!target) return undefined;
	const round = task.round ?? prompt.turns.length;
	const writer = writerAt(input, {round, seat: target.seat});
	return writer.say(hostAsks, {called: called(target), probe: writer.phrase('host probe', hostProbes)});
};

// Summarises the turns so far, chair by chair, in their own words.

export const digest: Composer = input => {
	const {prompt, task, schema} = input;
	const {max} = wordRangeOf(task, 0, 300);
	const each = Math.max(12, Math.floor(max / Math.max(1, prompt.chairs.length)));
	const upto = prompt.turns.findIndex(({id}) => id === task.attributes['upto']);
	const turns = upto < 0 ? prompt.turns : prompt.turns.slice(0, upto + 1);
	const parts = prompt.chairs.map(
		card =>
			`${card.name}: ${shorten(
				gist(
					turns.filter(({speaker}) => speaker === card.id),
					bankOf(card).terms,
				),
				each - countWords(card.name),
			)}`,
	);
	const text = parts.join('\n');
	return schema ? {digest: text} : text;
};

/** The sentences richest in the framework's terms, decisive claims and concessions, in the order they were said. */
function gist(turns: readonly PromptTurn[], terms: RegExp): string {
	const sentences = turns.flatMap(({text}) => sentencesOf(text));
	const weighed = sentences.map((sentence, index) => ({
		sentence,
		index,
		weight:
			[...sentence.matchAll(terms)].length +
			(isDecisive(sentence) ? 1 : 0) +
			(agrees(sentence) || admits(sentence) ? 1 : 0),
	}));
	const best = weighed.toSorted((one, other) => other.weight - one.weight || one.index - other.index).slice(0, 8);
	return best
		.sort((one, other) => one.index - other.index)
		.map(({sentence}) => sentence)
		.join(' ');
}

// The arbiter's closing.

export const synthesis: Composer = input => {
	const {task, prompt} = input;
	const writer = writerAt(input, {round: 0, seat: 0});
	const plain = task.attributes['mode'] === 'plain' || !prompt.show;
	const budget = plain ? wordRangeOf(task, 150, 250) : wordRangeOf(task, 350, 500);
	const remaining = writer.say(synthesisFamilies.remains, {
		remaining: writer.phrase('remaining', synthesisFamilies.remaining.patterns),
	});
	const pieces: Piece[] = [
		{text: writer.say(synthesisFamilies.transition), keep: plain ? 3 : 9},
		...brought(input, writer),
		...clash(input, writer),
		{text: writer.say(synthesisFamilies.hinge), keep: 7, paragraph: true},
		{text: writer.say(synthesisFamilies.hingeParts), keep: 9},
		...honesty(input, writer),
		{text: writer.sayAt(synthesisFamilies.spare, writer.turnIn('spare', 3)), keep: 1, spare: true, paragraph: true},
		{text: writer.sayAt(synthesisFamilies.spare, 3 + writer.turnIn('spare again', 3)), keep: 1, spare: true},
		{text: remaining, keep: 9, paragraph: true},
	];
	return fit(
		[...pieces, ...(plain ? [{text: writer.say(synthesisFamilies.plainEnd), keep: 4}] : farewell(input, writer))],
		budget,
		budget.min + 40,
	);
};

/** What each chair contributed, with a phrase it really said. */
function brought({prompt}: ComposerInput, writer: SentenceWriter): Piece[] {
	return prompt.chairs.map((card, index) => {
		const quote = phraseOf(prompt, card) ?? phraseAgain(prompt, card);
		const slots = {name: card.name, label: `the ${labelOf(card)}`, gift: giftOf(card, writer, 0), quote};
		const family = quote === undefined ? synthesisFamilies.broughtUnquoted : synthesisFamilies.brought;
		return {
			text: writer.sayAt(family, index + writer.turnIn(family.name, family.patterns.length), slots),
			keep: 9,
			...(index === 0 ? {paragraph: true} : {}),
		};
	});
}

/** A phrase quoted before, if no other good one is left. */
const phraseAgain = (prompt: ComposerInput['prompt'], card: ChairCard): string | undefined => {
	const said = prompt.turns.filter(({speaker}) => speaker === card.id).map(({text}) => text.toLowerCase());
	return prompt.turns
		.filter(({speaker}) => speaker !== card.id)
		.flatMap(({text}) => quotedIn(text))
		.find(phrase => said.some(text => text.includes(phrase)));
};

const giftOf = (card: ChairCard, writer: SentenceWriter, shift: number): string => {
	const {gift} = bankOf(card);
	return at(gift, writer.turnIn(`gift ${card.id}`, gift.length) + shift);
};

/** The two chairs furthest apart: one for, one against. */
function clash({prompt, seed}: ComposerInput, writer: SentenceWriter): Piece[] {
	const sides = stancesOf(prompt, seed);
	const one = prompt.chairs.find(({id}) => sides.get(id) === 'for') ?? prompt.chairs[0];
	const two =
		prompt.chairs.find(({id}) => sides.get(id) === 'against' && id !== one?.id) ??
		prompt.chairs.find(({id}) => id !== one?.id);
	if (!one || !two) return [];
	const slots = {one: one.name, two: two.name, creedOne: creedOf(one, writer), creedTwo: creedOf(two, writer)};
	return [
		{text: writer.say(synthesisFamilies.clash, slots), keep: 9, paragraph: true},
		{text: writer.say(synthesisFamilies.clashOpen), keep: 6},
	];
}

const creedOf = (card: ChairCard, writer: SentenceWriter): string =>
	writer.phrase(`creed in closing ${card.id}`, bankOf(card).creed, cardSlots(card));

/** What the record says of how it was argued: who gave most, and which questions were evaded or left. */
function honesty({task, prompt}: ComposerInput, writer: SentenceWriter): Piece[] {
	const lines = (task.blocks.find(({name}) => name === 'record')?.body ?? '').split('\n');
	const records = prompt.chairs.map(card => ({
		card,
		merits: lines.filter(line => line.startsWith(`${card.id} `) && /^\S+ (?:put an|admitted|gave way)/u.test(line))
			.length,
		left: lines.find(line => new RegExp(`^${card.id} (?:evaded|was left with) `, 'u').test(line)),
	}));
	const slipped = prompt.turns.some(({kind}) => kind === 'interjection');
	// Whoever shares the most with another is not the one who gave most.
	const [most, next] = records.toSorted((a, b) => b.merits - a.merits);
	const best = most && most.merits > (next?.merits ?? 0) ? most : undefined;
	return [
		{text: writer.say(synthesisFamilies.honesty), keep: 7, paragraph: true},
		{text: writer.say(synthesisFamilies.recordNone), keep: 8},
		{text: best ? writer.say(synthesisFamilies.recordBest, {name: best.card.name}) : '', keep: 5},
		{text: slipped ? writer.say(synthesisFamilies.recordSlips) : '', keep: 6},
		...records
			.filter(({left}) => left !== undefined)
			.map(({card}, index) => ({
				text: writer.sayAt(synthesisFamilies.unanswered, index, {name: card.name}),
				keep: 6,
			})),
	];
}

function farewell({prompt, task}: ComposerInput, writer: SentenceWriter): Piece[] {
	const show = prompt.show?.name ?? 'the debate';
	return [
		...prompt.chairs.map((card, index) => ({
			text: writer.sayAt(
				synthesisFamilies.thanks,
				index + writer.turnIn('thanks', synthesisFamilies.thanks.patterns.length),
				{
					name: card.name,
					gift: giftOf(card, writer, 1),
				},
			),
			keep: 9,
			...(index === 0 ? {paragraph: true} : {}),
		})),
		{text: writer.say(synthesisFamilies.audience), keep: 9},
		{text: task.attributes['calltoaction'] === 'yes' ? writer.say(synthesisFamilies.callToAction) : '', keep: 9},
		{text: writer.say(synthesisFamilies.signOff, {show}), keep: 9, paragraph: true},
	];
}
