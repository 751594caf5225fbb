/** `--language`, for the formats in which a language is spoken. */
import {listOption, textOption, type Input, type OptionRow} from './options.ts';

export const languageOption: OptionRow = {
	flags: '--language <LANGUAGE>',
	about: 'debates before listeners: what everybody speaks, such as German or de (default: as the topic is written)',
};

/** The field of the config that the option gives, ahead of the user's own `--set`. */
export function languageInput(input: Input): Input {
	const language = textOption(input.options, 'language');
	if (language === undefined) return input;
	const set = [`language=${JSON.stringify(language)}`, ...listOption(input.options, 'set')];
	return {...input, options: {...input.options, set}};
}
