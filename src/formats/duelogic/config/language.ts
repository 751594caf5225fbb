/** The language that everybody in a debate speaks: the config's, or that of the proposition. */
import {en} from '../../../languages/debate/en.ts';
import {debateLanguage, languageCode, languageName, languageOfText} from '../../../languages/debate/find.ts';
import type {DebateLanguage} from '../../../languages/debate/language.ts';
import {fence} from '../../../debate/prompt.ts';
import type {DuelogicConfig} from './config.ts';

/** `words` are English where we have none of the language; `name` is undefined where nothing tells which it is. */
export type SpokenLanguage = {
	readonly code: string | undefined;
	readonly name: string | undefined;
	readonly words: DebateLanguage;
};

export function spokenLanguage({language}: Pick<DuelogicConfig, 'language'>, proposition: string): SpokenLanguage {
	const code = language === undefined ? languageOfText(proposition) : languageCode(language);
	const given = language ?? code;
	return {
		code,
		name: given === undefined ? undefined : languageName(given),
		words: (code === undefined ? undefined : debateLanguage(code)) ?? en,
	};
}

/** What the shared system message says about it. */
export const languageRule = ({name, code}: SpokenLanguage): string =>
	name === undefined
		? 'Use the language of the proposition.'
		: `Everybody speaks ${fence(name)}${code === 'en' ? '' : ', whatever language these instructions are in'}.`;
