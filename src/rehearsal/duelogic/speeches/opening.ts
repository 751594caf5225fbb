/** A chair's opening: its identity, its side, one argument, one limit. */
import {fit} from '../../language/fit.ts';
import {taskLines} from '../../request/notation.ts';
import {ahead, brief, hello, why} from '../phrases/opening-phrases.ts';
import {wordRangeOf, type Composer} from '../../request/composer.ts';
import {countWords, firstWords, withoutStop} from '../../language/text.ts';
import {answersDue} from './due-answers.ts';
import {argue, critique} from './case.ts';
import {changeMind, verdict} from '../phrases/case-phrases.ts';
import {labelOf} from '../frameworks/framework-banks.ts';
import {stand} from '../phrases/lapse-phrases.ts';
import {lengthOf, speakerOf} from '../chairs/speaker.ts';

export const opening: Composer = input => {
	const speaker = speakerOf(input);
	if (!speaker) return undefined;
	const {me, writer, bank} = speaker;
	const others = input.prompt.chairs.length === 2 ? 'my opponent' : 'the others';
	const persona =
		me.persona === undefined || countWords(me.persona) < 2
			? ''
			: writer.say(brief, {persona: firstWords(withoutStop(me.persona), 8)});
	const creed = writer.phrase('opening creed', bank.creed);
	const budget = wordRangeOf(input.task, 150, 300);
	return fit(
		[
			...answersDue(input, speaker).pieces,
			{text: writer.say(hello, {label: labelOf(me), creed}), keep: 9},
			{text: writer.say(why, {reason: writer.phrase('opening reason', bank.reasons)}), keep: 5},
			{text: persona, keep: 3},
			...argue(speaker),
			{text: writer.say(stand, {lens: bank.lens}), keep: 3, spare: true},
			{text: writer.say(verdict, {lens: bank.lens}), keep: 8},
			...(taskLines(input.task, 'self_critique').length > 0
				? critique(speaker)
				: [{text: writer.say(changeMind, {change: writer.phrase('change', bank.change)}), keep: 4, spare: true}]),
			{text: writer.say(ahead, {others}), keep: 5},
		],
		budget,
		budget.min + lengthOf(input.random) * (budget.max - budget.min),
	);
};
