/** The arbiter's welcome. */
import {fit, type Piece} from '../../language/fit.ts';
import {numberWord, ordinalWord} from '../../language/grammar.ts';
import type {ChairCard} from '../../request/notation.ts';
import type {SentenceWriter} from '../../language/sentence-writer.ts';
import {wordRangeOf, type Composer, type ComposerInput} from '../../request/composer.ts';
import {countWords, withoutStop} from '../../language/text.ts';
import {introduction as say} from '../phrases/arbiter-phrases.ts';
import {cardSlots, doesOf, labelOf} from '../frameworks/framework-banks.ts';
import {chairOf, writerAt} from '../chairs/speaker.ts';

export const introduction: Composer = input => {
	const {prompt, task} = input;
	const writer = writerAt(input, {round: 0, seat: 0});
	const first =
		chairOf(prompt, task.attributes['first']) ??
		prompt.chairs.find(({name}) => name === task.attributes['first']) ??
		prompt.chairs[0];
	const plain = task.attributes['mode'] === 'plain' || !prompt.show;
	const budget = plain ? wordRangeOf(task, 60, 120) : wordRangeOf(task, 200, 350);
	const handOff: Piece = {
		text: writer.say(say.handoff, {first: first?.name ?? 'the first chair'}),
		keep: 9,
		paragraph: !plain,
	};
	return fit([...(plain ? plainly(input, writer) : asShow(input, writer)), handOff], budget, budget.min + 20);
};

function asShow(input: ComposerInput, writer: SentenceWriter): Piece[] {
	const {show, arbiter, context, chairs} = input.prompt;
	return [
		{text: writer.say(say.coldOpen), keep: 9},
		{text: writer.say(say.coldTail, {count: numberWord(chairs.length)}), keep: 4},
		{text: writer.say(say.welcome, {show: show?.name ?? 'the debate'}), keep: 9, paragraph: true},
		{text: show?.episode === undefined ? '' : writer.say(say.episode, {episode: show.episode}), keep: 6},
		{text: writer.say(say.host, {host: arbiter?.name ?? 'the arbiter'}), keep: 3, spare: chairs.length > 3},
		...chairs.flatMap(card => introduced(writer, card, chairs.length)),
		{text: propositionIn(input, writer), keep: 9, paragraph: true},
		{
			text:
				context === undefined || countWords(context) > 60 ? '' : `${writer.say(say.context)} ${asSentence(context)}`,
			keep: 5,
		},
		{text: writer.say(say.whyNow), keep: 8},
		{text: writer.say(say.stakes), keep: 2, spare: true},
		{text: writer.say(say.rules), keep: 9, paragraph: true},
		{text: writer.say(say.keeper), keep: 6},
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
	const [sentence, core] = [say.chair, say.core].map(family =>
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
	return writer.say(say.proposition, {
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
			text: writer.sayAt(say.plainChair, card.seat, {
				name: card.name,
				provider: from(card),
				framework: `the ${labelOf(card)}`,
			}),
			keep: 9,
		})),
		{text: writer.say(say.plainRules), keep: 9},
		...(chairs.length > 3
			? []
			: [
					{text: writer.say(say.keeper), keep: 3, spare: true},
					{text: writer.say(say.whyNow), keep: 2, spare: true},
				]),
	];
}
