/** Finds the words of a language: by its name or code, or by the words of a text. */
import german from '../../data/languages/de.json' with {type: 'json'};
import english from '../../data/languages/en.json' with {type: 'json'};
import spanish from '../../data/languages/es.json' with {type: 'json'};
import french from '../../data/languages/fr.json' with {type: 'json'};
import chinese from '../../data/languages/zh.json' with {type: 'json'};
import {germanEarWords} from './ear/de.ts';
import {englishEarWords} from './ear/en.ts';
import {spanishEarWords} from './ear/es.ts';
import {frenchEarWords} from './ear/fr.ts';
import {chineseEarWords} from './ear/zh.ts';
import {type DebateLanguage, EpisodeWords, type Language, listIn} from './language.ts';
import {standingNames} from '../debate/ledger.ts';
import {personLabel} from '../debate/seats.ts';
import {heardText, type DebateState} from '../debate/state.ts';
import {isRecord} from '../debate/text/json.ts';
import {dimensionNames, heldDown, humanize, rehearsalLabel, violationNames} from './wording.ts';

// The words of a language are tables in `data`, which are checked as they are read.

/** As it is written in JSON, where a pair is a list, and small words are one line. */
type AsWritten<T> =
	T extends ReadonlySet<string>
		? string
		: T extends readonly unknown[]
			? readonly string[]
			: T extends object
				? {readonly [Key in keyof T]: AsWritten<T[Key]>}
				: T;

const debateWords = (written: AsWritten<DebateLanguage>): DebateLanguage => ({
	...written,
	frequent: new Set(written.frequent.match(/\S+/gu)),
});

export const englishDebateWords = debateWords(english.debate);

/** In the order in which a text is held against them. */
const languages: readonly DebateLanguage[] = [
	englishDebateWords,
	...[german, french, spanish, chinese].map(({debate}) => debateWords(debate)),
];

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

const languageNameIn = (code: string, inCode: string): string | undefined =>
	new Intl.DisplayNames([inCode], {type: 'language'}).of(code);

/** What we know of a language, by its code of two letters; undefined where we have no words of it. */
export const debateLanguage = (code: string): DebateLanguage | undefined =>
	languages.find(language => language.code === code);

/** The code, ISO 639-1, of a language given as `de`, `de-AT`, `German` or `Deutsch`; undefined for any other name. */
export function languageCode(given: string): string | undefined {
	const name = given.trim().toLowerCase();
	if (/^[a-z]{2}(?:[-_]\w+)*$/u.test(name)) return name.slice(0, 2);
	return named.find(code => ['en', code].some(inCode => languageNameIn(code, inCode)?.toLowerCase() === name));
}

/** What prompts and people call a language, in English: by its code or, where that is unknown, as it was given. */
export function languageName(given: string): string {
	const code = languageCode(given);
	return code === undefined ? given.trim() : (languageNameIn(code, 'en') ?? code);
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

// The language of a debate: as its config says, or as its words tell.

const earLanguages: readonly Language[] = [
	englishEarWords,
	germanEarWords,
	frenchEarWords,
	spanishEarWords,
	chineseEarWords,
];

/** How much of a debate is looked at, in characters. */
const enough = 20_000;

/** A text with fewer different small words of a language does not tell. */
const leastWords = 3;

/** The code of the debate's language, ISO 639-1; English where nothing tells. */
export const languageOf = (state: DebateState): string =>
	languageOfPlan({config: state.start?.config, text: beginningOf(state)});

/** The same before anybody has spoken; `text` is what is debated. */
export function languageOfPlan({config, text}: {readonly config: unknown; readonly text: string}): string {
	const language = isRecord(config) ? config['language'] : undefined;
	const configured = typeof language === 'string' && language.length > 1 ? languageCode(language) : undefined;
	return configured ?? languageOfText(text, leastWords) ?? englishEarWords.code;
}

/** The words of a language; undefined for one that has none here. */
export const wordsOf = (code: string): Language | undefined => earLanguages.find(language => language.code === code);

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

// What an episode says of itself, by the code of its language.

const episodes: Readonly<Record<string, AsWritten<EpisodeWords>>> = {
	en: {
		...english.episode,
		standings: standingNames,
		labels: {...english.episode.labels, person: personLabel, rehearsal: rehearsalLabel},
		score: {...english.episode.score, heldDown, dimensions: dimensionNames},
		page: {...english.episode.page, violations: violationNames},
	},
	de: german.episode,
	fr: french.episode,
	es: spanish.episode,
	zh: chinese.episode,
};

const read = new Map<string, EpisodeWords>();

/** What an episode says of itself, by the code of its language; English where there are no words of it. */
export function episodeWords(code: string): EpisodeWords {
	const known = Object.hasOwn(episodes, code) ? code : 'en';
	const words = read.get(known) ?? EpisodeWords.parse(episodes[known]);
	read.set(known, words);
	return words;
}

export const englishEpisodeWords = episodeWords('en');

/** `A, B and C`, as the language writes it. */
export const inWords = ({code}: EpisodeWords, names: readonly string[]): string =>
	listIn(debateLanguage(code) ?? englishDebateWords, names);

/** A part, role or framework by its id. */
export const nameIn = ({names}: EpisodeWords, id: string): string => names[id] ?? humanize(id);

/** The heading of a part of the debate, with its number: `Exchange 2`. */
export function partName({names}: EpisodeWords, segment: string, round: number | undefined): string {
	const name = names[segment] ?? segment.replaceAll('_', ' ').replace(/^./u, first => first.toUpperCase());
	return round === undefined ? name : `${name} ${round}`;
}
