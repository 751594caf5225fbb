/** The arbiter's closing. */
import {fit, type Piece} from '../../language/fit.ts';
import type {ChairCard} from '../../request/notation.ts';
import type {SentenceWriter} from '../../language/sentence-writer.ts';
import {quotedIn} from '../../language/quotes.ts';
import {wordRangeOf, type Composer, type ComposerInput} from '../../request/composer.ts';
import {at} from '../../language/random.ts';
import {synthesis as say} from '../phrases/arbiter-phrases.ts';
import {bankOf, cardSlots, labelOf} from '../frameworks/framework-banks.ts';
import {writerAt, phraseOf} from '../chairs/speaker.ts';
import {stancesOf} from '../chairs/sides.ts';

export const synthesis: Composer = input => {
	const {task, prompt} = input;
	const writer = writerAt(input, {round: 0, seat: 0});
	const plain = task.attributes['mode'] === 'plain' || !prompt.show;
	const budget = plain ? wordRangeOf(task, 150, 250) : wordRangeOf(task, 350, 500);
	const remaining = writer.say(say.remains, {remaining: writer.phrase('remaining', say.remaining.patterns)});
	const pieces: Piece[] = [
		{text: writer.say(say.transition), keep: plain ? 3 : 9},
		...brought(input, writer),
		...clash(input, writer),
		{text: writer.say(say.hinge), keep: 7, paragraph: true},
		{text: writer.say(say.hingeParts), keep: 9},
		...honesty(input, writer),
		{text: writer.sayAt(say.spare, writer.turnIn('spare', 3)), keep: 1, spare: true, paragraph: true},
		{text: writer.sayAt(say.spare, 3 + writer.turnIn('spare again', 3)), keep: 1, spare: true},
		{text: remaining, keep: 9, paragraph: true},
	];
	return fit(
		[...pieces, ...(plain ? [{text: writer.say(say.plainEnd), keep: 4}] : farewell(input, writer))],
		budget,
		budget.min + 40,
	);
};

/** What each chair contributed, with a phrase it really said. */
function brought({prompt}: ComposerInput, writer: SentenceWriter): Piece[] {
	return prompt.chairs.map((card, index) => {
		const quote = phraseOf(prompt, card) ?? phraseAgain(prompt, card);
		const slots = {name: card.name, label: `the ${labelOf(card)}`, gift: giftOf(card, writer, 0), quote};
		const family = quote === undefined ? say.broughtUnquoted : say.brought;
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
		{text: writer.say(say.clash, slots), keep: 9, paragraph: true},
		{text: writer.say(say.clashOpen), keep: 6},
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
	const best = records.toSorted((a, b) => b.merits - a.merits)[0];
	return [
		{text: writer.say(say.honesty), keep: 7, paragraph: true},
		{text: writer.say(say.recordNone), keep: 8},
		{text: best && best.merits > 0 ? writer.say(say.recordBest, {name: best.card.name}) : '', keep: 5},
		{text: slipped ? writer.say(say.recordSlips) : '', keep: 6},
		...records
			.filter(({left}) => left !== undefined)
			.map(({card}, index) => ({
				text: writer.sayAt(say.unanswered, index, {name: card.name}),
				keep: 6,
			})),
	];
}

function farewell({prompt, task}: ComposerInput, writer: SentenceWriter): Piece[] {
	const show = prompt.show?.name ?? 'the debate';
	return [
		...prompt.chairs.map((card, index) => ({
			text: writer.sayAt(say.thanks, index + writer.turnIn('thanks', say.thanks.patterns.length), {
				name: card.name,
				gift: giftOf(card, writer, 1),
			}),
			keep: 9,
			...(index === 0 ? {paragraph: true} : {}),
		})),
		{text: writer.say(say.audience), keep: 9},
		{text: task.attributes['calltoaction'] === 'yes' ? writer.say(say.callToAction) : '', keep: 9},
		{text: writer.say(say.signOff, {show}), keep: 9, paragraph: true},
	];
}
