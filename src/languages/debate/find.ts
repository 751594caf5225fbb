/** Which language a debate is held in: by its name or code, or by the words of a text. */
import {de} from './de.ts';
import {en} from './en.ts';
import {es} from './es.ts';
import {fr} from './fr.ts';
import type {DebateLanguage} from './language.ts';
import {zh} from './zh.ts';

const languages: readonly DebateLanguage[] = [en, de, fr, es, zh];

/** Scripts that tell a language by themselves. */
const scripts: readonly (readonly [RegExp, string])[] = [
	[/[\p{Script=Hiragana}\p{Script=Katakana}]/gu, 'ja'],
	[/\p{Script=Han}/gu, 'zh'],
	[/\p{Script=Hangul}/gu, 'ko'],
	[/\p{Script=Cyrillic}/gu, 'ru'],
	[/\p{Script=Arabic}/gu, 'ar'],
	[/\p{Script=Hebrew}/gu, 'he'],
	[/\p{Script=Greek}/gu, 'el'],
	[/\p{Script=Devanagari}/gu, 'hi'],
	[/\p{Script=Thai}/gu, 'th'],
];

/** Small words that other languages, names and letters share: by themselves they do not tell. */
const shared = new Set(
	'y no son sin se de un en el la los las por como le les des du au par pour plus on il die man hat den an in was will her as or'.split(
		' ',
	),
);

/** Those that may be given by name. */
const named = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'ru', 'ja', 'zh', 'ko', 'ar'];

const nameIn = (code: string, inCode: string): string | undefined =>
	new Intl.DisplayNames([inCode], {type: 'language'}).of(code);

/** What we know of a language, by its code of two letters; undefined where we have no words of it. */
export const debateLanguage = (code: string): DebateLanguage | undefined =>
	languages.find(language => language.code === code);

/** The code, ISO 639-1, of a language given as `de`, `de-AT`, `German` or `Deutsch`; undefined for any other name. */
export function languageCode(given: string): string | undefined {
	const name = given.trim().toLowerCase();
	if (/^[a-z]{2}(?:[-_]\w+)*$/u.test(name)) return name.slice(0, 2);
	return named.find(code => ['en', code].some(inCode => nameIn(code, inCode)?.toLowerCase() === name));
}

/** What prompts and people call a language, in English: by its code or, where that is unknown, as it was given. */
export function languageName(given: string): string {
	const code = languageCode(given);
	return code === undefined ? given.trim() : (nameIn(code, 'en') ?? code);
}

/**
 * The code of a text's language, by its script or its small words; undefined where they do not tell. `least` different
 * ones have to be there, and one that is no other language's: `x y z` is not Spanish, nor is `Sin taxes`.
 */
export function languageOfText(text: string, least = 1): string | undefined {
	const letters = text.match(/\p{L}/gu)?.length ?? 0;
	const script = scripts.find(([pattern]) => (text.match(pattern)?.length ?? 0) * 3 > letters);
	if (script && letters > 0) return script[1];
	const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
	const [best, next] = languages
		.map(({code, frequent}) => ({code, frequent, found: words.filter(word => frequent.has(word)).length}))
		.toSorted((one, other) => other.found - one.found);
	if (!best || best.found <= (next?.found ?? 0)) return undefined;
	const telling = new Set(words).intersection(best.frequent);
	return telling.size >= least && !telling.isSubsetOf(shared) ? best.code : undefined;
}
