/**
 * A first answer to the task: a plan in steps that takes up the task's own words, with the weak spots that first drafts
 * have.
 */
import {at, shuffled} from '../language/random.ts';
import {pickSentence, type Slots} from '../language/patterns.ts';
import type {Composer, Stage} from '../request/composer.ts';
import {withoutStop} from '../language/text.ts';
import {readCommission} from './duel-task.ts';
import {checks, failing, purposes, reasons, sound, weak, worsts} from './phrases.ts';

export const draft: Composer = stage => {
	const {dice, scene} = stage;
	const {thing, target, doneWhen, terms} = readCommission(scene);
	const words = terms.length > 0 ? shuffled(terms, dice).map(term => `‘${term}’`) : [thing];
	const slots = (place: number): Slots => ({
		whole: target === undefined ? thing : `${thing} for ${withoutStop(target)}`,
		term: words[place % words.length],
		worst: at(worsts, dice.below(worsts.length)),
		done: doneWhen && withoutStop(doneWhen),
	});
	const steps = shuffled([...shuffled(weak, dice).slice(0, 3), ...shuffled(sound, dice).slice(0, 2)], dice).map(
		(step, place) => `${place + 1}. ${pickSentence(dice, [step], slots(place))}`,
	);
	// First drafts often forget what is asked of them at the end.
	const last = [
		dice.below(2) === 0 ? pickSentence(dice, failing, {}) : '',
		doneWhen !== undefined && dice.below(3) === 0 ? pickSentence(dice, checks, slots(0)) : '',
	].filter(text => text !== '');
	return [
		`${pickSentence(dice, purposes, slots(0))} ${pickSentence(dice, reasons, slots(1))}`,
		steps.join('\n'),
		...(last.length > 0 ? [last.join(' ')] : []),
	].join('\n\n');
};
