/** A chair's opening: who it is here, its side, one argument, one limit. */
import {fit} from '../../language/fit.ts';
import {obliged} from '../../request/notation.ts';
import {ahead, brief, hello, why} from '../phrases/opening-phrases.ts';
import {budgetOf, type Composer} from '../../request/composer.ts';
import {countWords, firstWords, withoutStop} from '../../language/text.ts';
import {answersDue} from './due-answers.ts';
import {argue, critique} from './case.ts';
import {changeMind, verdict} from '../phrases/case-phrases.ts';
import {labelOf} from '../frameworks/framework-banks.ts';
import {stand} from '../phrases/lapse-phrases.ts';
import {lengthOf, speakerOf} from '../chairs/speaker.ts';

export const opening: Composer = stage => {
	const speaker = speakerOf(stage);
	if (!speaker) return undefined;
	const {me, pen, bank} = speaker;
	const others = stage.scene.chairs.length === 2 ? 'my opponent' : 'the others';
	const persona =
		me.persona === undefined || countWords(me.persona) < 2
			? ''
			: pen.say(brief, {persona: firstWords(withoutStop(me.persona), 8)});
	const creed = pen.phrase('opening creed', bank.creed);
	const budget = budgetOf(stage.task, 150, 300);
	return fit(
		[
			...answersDue(stage, speaker).pieces,
			{text: pen.say(hello, {label: labelOf(me), creed}), keep: 9},
			{text: pen.say(why, {reason: pen.phrase('opening reason', bank.reasons)}), keep: 5},
			{text: persona, keep: 3},
			...argue(speaker),
			{text: pen.say(stand, {lens: bank.lens}), keep: 3, spare: true},
			{text: pen.say(verdict, {lens: bank.lens}), keep: 8},
			...(obliged(stage.task, 'self_critique').length > 0
				? critique(speaker)
				: [{text: pen.say(changeMind, {change: pen.phrase('change', bank.change)}), keep: 4, spare: true}]),
			{text: pen.say(ahead, {others}), keep: 5},
		],
		budget,
		budget.min + lengthOf(stage.dice) * (budget.max - budget.min),
	);
};
