/** The arbiter closes the debate. */
import {fit, type Piece} from '../../language/fit.ts';
import type {Card} from '../../request/notation.ts';
import type {Pen} from '../../language/sentence-writer.ts';
import {quotedIn} from '../../language/quotes.ts';
import {budgetOf, type Composer, type Stage} from '../../request/composer.ts';
import {at} from '../../language/random.ts';
import {synthesis as say} from '../phrases/arbiter-phrases.ts';
import {bankOf, cardSlots, labelOf} from '../frameworks/framework-banks.ts';
import {penAt, phraseOf} from '../chairs/speaker.ts';
import {stancesOf} from '../chairs/sides.ts';

export const synthesis: Composer = stage => {
	const {task, scene} = stage;
	const pen = penAt(stage, {round: 0, seat: 0});
	const plain = task.attributes['mode'] === 'plain' || !scene.show;
	const budget = plain ? budgetOf(task, 150, 250) : budgetOf(task, 350, 500);
	const remaining = pen.say(say.remains, {remaining: pen.phrase('remaining', say.remaining.patterns)});
	const pieces: Piece[] = [
		{text: pen.say(say.transition), keep: plain ? 3 : 9},
		...brought(stage, pen),
		...clash(stage, pen),
		{text: pen.say(say.hinge), keep: 7, paragraph: true},
		{text: pen.say(say.hingeParts), keep: 9},
		...honesty(stage, pen),
		{text: pen.sayAt(say.spare, pen.turnIn('spare', 3)), keep: 1, spare: true, paragraph: true},
		{text: pen.sayAt(say.spare, 3 + pen.turnIn('spare again', 3)), keep: 1, spare: true},
		{text: remaining, keep: 9, paragraph: true},
	];
	return fit(
		[...pieces, ...(plain ? [{text: pen.say(say.plainEnd), keep: 4}] : farewell(stage, pen))],
		budget,
		budget.min + 40,
	);
};

/** A chair's gift to the debate with a phrase it really said. */
function brought({scene}: Stage, pen: Pen): Piece[] {
	return scene.chairs.map((card, index) => {
		const quote = phraseOf(scene, card) ?? phraseAgain(scene, card);
		const slots = {name: card.name, label: `the ${labelOf(card)}`, gift: giftOf(card, pen, 0), quote};
		const family = quote === undefined ? say.broughtUnquoted : say.brought;
		return {
			text: pen.sayAt(family, index + pen.turnIn(family.name, family.patterns.length), slots),
			keep: 9,
			...(index === 0 ? {paragraph: true} : {}),
		};
	});
}

/** Where all good phrases were quoted already, one of them once more. */
const phraseAgain = (scene: Stage['scene'], card: Card): string | undefined => {
	const said = scene.turns.filter(({speaker}) => speaker === card.id).map(({text}) => text.toLowerCase());
	return scene.turns
		.filter(({speaker}) => speaker !== card.id)
		.flatMap(({text}) => quotedIn(text))
		.find(phrase => said.some(text => text.includes(phrase)));
};

const giftOf = (card: Card, pen: Pen, shift: number): string => {
	const {gift} = bankOf(card);
	return at(gift, pen.turnIn(`gift ${card.id}`, gift.length) + shift);
};

/** The two that stand furthest apart: one for, one against. */
function clash({scene, seed}: Stage, pen: Pen): Piece[] {
	const sides = stancesOf(scene, seed);
	const one = scene.chairs.find(({id}) => sides.get(id) === 'for') ?? scene.chairs[0];
	const two =
		scene.chairs.find(({id}) => sides.get(id) === 'against' && id !== one?.id) ??
		scene.chairs.find(({id}) => id !== one?.id);
	if (!one || !two) return [];
	const slots = {one: one.name, two: two.name, creedOne: creedOf(one, pen), creedTwo: creedOf(two, pen)};
	return [
		{text: pen.say(say.clash, slots), keep: 9, paragraph: true},
		{text: pen.say(say.clashOpen), keep: 6},
	];
}

const creedOf = (card: Card, pen: Pen): string =>
	pen.phrase(`creed in closing ${card.id}`, bankOf(card).creed, cardSlots(card));

/** From the record where there is one: who kept the rules best, said without figures. */
function honesty({task, scene}: Stage, pen: Pen): Piece[] {
	const records = (task.blocks.find(({name}) => name === 'record')?.body ?? '')
		.split('\n')
		.flatMap(line => recordOf(line, scene.chairs));
	const slipped = scene.turns.some(({kind}) => kind === 'interjection');
	const best = records.toSorted((a, b) => b.share - a.share)[0];
	return [
		{text: pen.say(say.honesty), keep: 7, paragraph: true},
		{text: pen.say(say.recordNone), keep: 8},
		{text: best && best.share > 0 ? pen.say(say.recordBest, {name: best.card.name}) : '', keep: 5},
		{text: slipped ? pen.say(say.recordSlips) : '', keep: 6},
	];
}

/** A line of the record: `chair_1: mean 82, steel-man 3/4, self-critique 4/4, …`; the share of duties met. */
function recordOf(line: string, chairs: readonly Card[]): {readonly card: Card; readonly share: number}[] {
	const card = chairs.find(({id, name}) => line.startsWith(`${id}:`) || line.startsWith(`${name}:`));
	const met = [...line.matchAll(/(\d+)\s*\/\s*(\d+)/gu)].map(([, done, due]) => ({
		done: Number(done),
		due: Number(due),
	}));
	const due = met.reduce((sum, each) => sum + each.due, 0);
	return card && due > 0 ? [{card, share: met.reduce((sum, {done}) => sum + done, 0) / due}] : [];
}

function farewell({scene, task}: Stage, pen: Pen): Piece[] {
	const show = scene.show?.name ?? 'the debate';
	return [
		...scene.chairs.map((card, index) => ({
			text: pen.sayAt(say.thanks, index + pen.turnIn('thanks', say.thanks.patterns.length), {
				name: card.name,
				gift: giftOf(card, pen, 1),
			}),
			keep: 9,
			...(index === 0 ? {paragraph: true} : {}),
		})),
		{text: pen.say(say.audience), keep: 9},
		{text: task.attributes['calltoaction'] === 'yes' ? pen.say(say.callToAction) : '', keep: 9},
		{text: pen.say(say.signOff, {show}), keep: 9, paragraph: true},
	];
}
