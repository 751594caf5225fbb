/** A motion's speaker as a writer: its side, a bank of arguments of its own, and the opponent it answers. */
import {bankOf, banks, cardSlots} from '../duelogic/frameworks/framework-banks.ts';
import {chairOf, writerAt, type Speaker} from '../duelogic/chairs/speaker.ts';
import {at, hash, seededRandom, shuffled} from '../language/random.ts';
import type {ChairCard} from '../request/notation.ts';
import type {ComposerInput} from '../request/composer.ts';

/** Speakers have no frameworks: each argues from one bank, which goes by its persona where it has one. */
export function withBanks(input: ComposerInput): ComposerInput {
	const order = shuffled(Object.keys(banks), seededRandom(hash('banks', input.seed)));
	const taken = new Set<number>();
	const chairs = input.prompt.chairs.map(card => {
		let place = card.persona === undefined ? card.seat : hash(card.persona) % order.length;
		while (taken.has(place)) place = (place + 1) % order.length;
		taken.add(place);
		return {...card, framework: at(order, place)};
	});
	return {...input, prompt: {...input.prompt, chairs}};
}

/** The speaker of the task. `round` sets sentences of its turns apart. */
export function motionSpeaker(input: ComposerInput, round: number): Speaker | undefined {
	const me = chairOf(input.prompt, input.task.speaker);
	if (!me) return undefined;
	const stance = me.id.startsWith('against') ? 'against' : 'for';
	const writer = writerAt(input, {round, seat: me.seat, stance, slots: cardSlots(me)});
	return {me, bank: bankOf(me), writer, round, stance};
}

/** The opponent who spoke last, or the first of the other side. */
export function opponentFor({prompt}: ComposerInput, {me}: Speaker): ChairCard | undefined {
	const isOther = (card: ChairCard): boolean => card.id.startsWith('for') !== me.id.startsWith('for');
	const last = prompt.turns.findLast(({speaker}) => prompt.chairs.some(card => card.id === speaker && isOther(card)));
	return prompt.chairs.find(card => card.id === last?.speaker) ?? prompt.chairs.find(isOther);
}
