/** A first draft: a plan in steps that uses the task's own words, with the typical weaknesses of first drafts. */
import {at, shuffled} from '../language/random.ts';
import {pickSentence, type Slots} from '../language/patterns.ts';
import type {Composer} from '../request/composer.ts';
import {withoutStop} from '../language/text.ts';
import {readDuelTask} from './duel-task.ts';
import {checks, failing, purposes, reasons, sound, weak, worsts} from './phrases.ts';

export const draft: Composer = input => {
	const {random, prompt} = input;
	const {thing, target, doneWhen, terms} = readDuelTask(prompt);
	const words = terms.length > 0 ? shuffled(terms, random).map(term => `‘${term}’`) : [thing];
	const slots = (place: number): Slots => ({
		whole: target === undefined ? thing : `${thing} for ${withoutStop(target)}`,
		term: words[place % words.length],
		worst: at(worsts, random.below(worsts.length)),
		done: doneWhen && withoutStop(doneWhen),
	});
	const steps = shuffled([...shuffled(weak, random).slice(0, 3), ...shuffled(sound, random).slice(0, 2)], random).map(
		(step, place) => `${place + 1}. ${pickSentence(random, [step], slots(place))}`,
	);
	// First drafts often lack a plan for failures and a final check.
	const last = [
		random.below(2) === 0 ? pickSentence(random, failing, {}) : '',
		doneWhen !== undefined && random.below(3) === 0 ? pickSentence(random, checks, slots(0)) : '',
	].filter(text => text !== '');
	return [
		`${pickSentence(random, purposes, slots(0))} ${pickSentence(random, reasons, slots(1))}`,
		steps.join('\n'),
		...(last.length > 0 ? [last.join(' ')] : []),
	].join('\n\n');
};
