/** A chair's last word before the closing. */
import {fit} from '../../language/fit.ts';
import {wordRangeOf, type Composer} from '../../request/composer.ts';
import {verdict} from '../phrases/case-phrases.ts';
import {takeHome, whatCounts, whatStays} from '../phrases/host-phrases.ts';
import {speakerOf} from '../chairs/speaker.ts';

export const lastWord: Composer = input => {
	const speaker = speakerOf(input);
	if (!speaker) return undefined;
	const {writer, bank} = speaker;
	const range = wordRangeOf(input.task, 60, 90);
	return fit(
		[
			{text: writer.say(takeHome, {creed: writer.phrase('last creed', bank.creed)}), keep: 9},
			{text: writer.say(whatCounts, {reason: writer.phrase('last reason', bank.reasons)}), keep: 8},
			{text: writer.say(verdict, {lens: bank.lens}), keep: 7},
			{text: writer.say(whatStays), keep: 6, spare: true},
		],
		range,
		range.min + 8,
	);
};
