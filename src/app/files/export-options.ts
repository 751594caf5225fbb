/** What the command line says of how an episode is timed, said and cut. */
import {reasonOf} from '../../debate/text/words.ts';
import {errorCode, UsageError} from '../../debate/usage-error.ts';
import {choiceOption, flagOption, numberOption, textOption, type Input} from '../../formats/options.ts';
import {ttsForms} from '../../exports/export-names.ts';
import {pronunciationsIn, type Pronunciation} from '../../exports/ear.ts';
import type {ExportOptions} from './export-formats.ts';
import {readUserText} from '../../engine/host/regular-file.ts';
import {namedFile} from '../../engine/host/named-file.ts';

/** Throws `UsageError`. */
export function exportOptions(options: Input['options'], cwd: string): ExportOptions {
	const wpm = numberOption(options, 'wpm', {flag: '--wpm', from: 60, to: 400, whole: false});
	const named = choiceOption(options, 'form', ttsForms);
	const form = ttsForms.find(each => each === named);
	// Tags of SSML alone take more than a hundred characters.
	const limit = numberOption(options, 'limit', {flag: '--limit', from: form === 'ssml' ? 300 : 100, to: 100_000});
	const list = textOption(options, 'pronounce');
	return {
		...(wpm !== undefined && {wpm}),
		...(limit !== undefined && {limit}),
		...(form !== undefined && {form}),
		...(flagOption(options, 'detail') && {detail: true}),
		...(flagOption(options, 'musicCues') && {music: true}),
		...(list !== undefined && {pronunciations: readPronunciations(namedFile(cwd, list, '--pronounce'))}),
	};
}

function readPronunciations(file: string): readonly Pronunciation[] {
	try {
		return pronunciationsIn(readUserText(file), file);
	} catch (error) {
		if (errorCode(error) === undefined) throw error;
		throw new UsageError(
			{
				what: `The list cannot be read: ${reasonOf(error)}`,
				value: file,
				from: '--pronounce',
				todo: 'Name a text file.',
			},
			{cause: error},
		);
	}
}
