/** The arbiter opens the debate. */
import {fit, type Piece} from '../../language/fit.ts';
import {numberWord, ordinalWord} from '../../language/grammar.ts';
import type {Card} from '../../request/notation.ts';
import type {Pen} from '../../language/sentence-writer.ts';
import {budgetOf, type Composer, type Stage} from '../../request/composer.ts';
import {countWords, withoutStop} from '../../language/text.ts';
import {introduction as say} from '../phrases/arbiter-phrases.ts';
import {cardSlots, doesOf, labelOf} from '../frameworks/framework-banks.ts';
import {chairOf, penAt} from '../chairs/speaker.ts';

export const introduction: Composer = stage => {
	const {scene, task} = stage;
	const pen = penAt(stage, {round: 0, seat: 0});
	const first =
		chairOf(scene, task.attributes['first']) ??
		scene.chairs.find(({name}) => name === task.attributes['first']) ??
		scene.chairs[0];
	const plain = task.attributes['mode'] === 'plain' || !scene.show;
	const budget = plain ? budgetOf(task, 60, 120) : budgetOf(task, 200, 350);
	const handOff: Piece = {
		text: pen.say(say.handoff, {first: first?.name ?? 'the first chair'}),
		keep: 9,
		paragraph: !plain,
	};
	return fit([...(plain ? plainly(stage, pen) : asShow(stage, pen)), handOff], budget, budget.min + 20);
};

function asShow(stage: Stage, pen: Pen): Piece[] {
	const {show, arbiter, context, chairs} = stage.scene;
	return [
		{text: pen.say(say.coldOpen), keep: 9},
		{text: pen.say(say.coldTail, {count: numberWord(chairs.length)}), keep: 4},
		{text: pen.say(say.welcome, {show: show?.name ?? 'the debate'}), keep: 9, paragraph: true},
		{text: show?.episode === undefined ? '' : pen.say(say.episode, {episode: show.episode}), keep: 6},
		{text: pen.say(say.host, {host: arbiter?.name ?? 'the arbiter'}), keep: 3, spare: chairs.length > 3},
		...chairs.flatMap(card => introduced(pen, card, chairs.length)),
		{text: propositionIn(stage, pen), keep: 9, paragraph: true},
		{
			text: context === undefined || countWords(context) > 60 ? '' : `${pen.say(say.context)} ${asSentence(context)}`,
			keep: 5,
		},
		{text: pen.say(say.whyNow), keep: 8},
		{text: pen.say(say.stakes), keep: 2, spare: true},
		{text: pen.say(say.rules), keep: 9, paragraph: true},
		{text: pen.say(say.keeper), keep: 6},
	];
}

function introduced(pen: Pen, card: Card, chairs: number): Piece[] {
	const slots = {
		...cardSlots(card),
		name: card.name,
		provider: from(card),
		framework: `the ${labelOf(card)}`,
		ordinal: ordinalWord(card.seat),
		does: `which ${doesOf(card)}`,
	};
	const [sentence, core] = [say.chair, say.core].map(family =>
		pen.sayAt(family, card.seat + pen.turnIn(family.name, family.patterns.length), slots),
	);
	return [
		{text: sentence ?? '', keep: 9, paragraph: card.seat === 0},
		{text: core ?? '', keep: 3, spare: chairs > 2},
	];
}

/** ` from Anthropic`; what is no name goes in brackets, as ` (rehearsal, no model)`. */
const from = ({provider}: Card): string => {
	if (provider === undefined) return '';
	return /^\p{Ll}|,/u.test(provider) ? ` (${provider})` : ` from ${provider}`;
};

function propositionIn({scene, topic}: Stage, pen: Pen): string {
	return pen.say(say.proposition, {
		proposition: withoutStop(scene.proposition ?? topic.motion).replace(/(?<![?!])$/u, '.'),
	});
}

const asSentence = (text: string): string =>
	text
		.replaceAll(/\s+/gu, ' ')
		.trim()
		.replace(/(?<![.!?])$/u, '.');

function plainly(stage: Stage, pen: Pen): Piece[] {
	const {chairs} = stage.scene;
	return [
		{text: propositionIn(stage, pen), keep: 9},
		...chairs.map(card => ({
			text: pen.sayAt(say.plainChair, card.seat, {
				name: card.name,
				provider: from(card),
				framework: `the ${labelOf(card)}`,
			}),
			keep: 9,
		})),
		{text: pen.say(say.plainRules), keep: 9},
		...(chairs.length > 3
			? []
			: [
					{text: pen.say(say.keeper), keep: 3, spare: true},
					{text: pen.say(say.whyNow), keep: 2, spare: true},
				]),
	];
}
