/** The language of a debate: as its config says, or as its words tell. */
import {z} from 'zod';
import {heardText} from '../../../debate/queries.ts';
import type {DebateState} from '../../../debate/state.ts';
import {de} from './de.ts';
import {en} from './en.ts';
import {es} from './es.ts';
import {fr} from './fr.ts';
import type {Language} from './language.ts';

const languages: readonly Language[] = [en, de, fr, es];

/** Scripts that tell a language none of ours has words for: its text is cleaned, and no word is put into it. */
const otherScripts: readonly (readonly [RegExp, string])[] = [
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

const Configured = z.object({language: z.string().min(2)});

/** How much of a debate is looked at, in characters. */
const enough = 20_000;

/** The code of the debate's language, ISO 639-1; English where nothing tells. */
export function languageOf(state: DebateState): string {
	const {data} = Configured.safeParse(state.start?.config);
	const configured = data && codeOf(data.language);
	return configured ?? languageIn(beginningOf(state));
}

/** The words of a language; undefined for one that has none here. */
export const wordsOf = (code: string): Language | undefined => languages.find(language => language.code === code);

/** From `de`, `de-AT`, `German` or `Deutsch`. */
function codeOf(name: string): string | undefined {
	const given = name.trim().toLowerCase();
	if (/^[a-z]{2}(?:[-_]\w+)*$/u.test(given)) return given.slice(0, 2);
	const known = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'ru', 'ja', 'zh', 'ko', 'ar'];
	return known.find(code =>
		['en', code].some(inCode => new Intl.DisplayNames([inCode], {type: 'language'}).of(code)?.toLowerCase() === given),
	);
}

function beginningOf(state: DebateState): string {
	const pieces = [state.start?.subject.text ?? ''];
	let length = 0;
	for (const turn of state.turns) {
		if (length > enough) break;
		const text = heardText(state, turn);
		pieces.push(text);
		length += text.length;
	}
	return pieces.join(' ').slice(0, enough);
}

/** By its script, or the small words that are most frequent in it. */
export function languageIn(text: string): string {
	const letters = text.match(/\p{L}/gu)?.length ?? 0;
	const script = otherScripts.find(([pattern]) => (text.match(pattern)?.length ?? 0) * 3 > letters);
	if (script && letters > 0) return script[1];
	const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
	const count = ({frequent}: Language): number => words.filter(word => frequent.has(word)).length;
	const [best = en] = languages.toSorted((one, other) => count(other) - count(one));
	return best.code;
}
