/** What changed between two texts, in lines and sentences. */
import {diffArrays} from 'diff';
import {splitSentences} from '../debate/text/sentences.ts';

/** One line of a diff: taken out, put in, or in both. */
type DiffLine = {readonly sign: '-' | '+' | ' '; readonly text: string};

/** Prose has long lines: they are compared sentence by sentence. */
const units = (text: string): string[] =>
	text
		.trim()
		.split('\n')
		.flatMap(line =>
			line.trim() === ''
				? ['']
				: splitSentences(line)
						.map(sentence => sentence.trim())
						.filter(sentence => sentence !== ''),
		);

export function diffTexts(before: string, after: string): DiffLine[] {
	return diffArrays(units(before), units(after)).flatMap(({added, removed, value}) =>
		value.map((text): DiffLine => ({sign: added ? '+' : removed ? '-' : ' ', text})),
	);
}
