/** Text for the ear: what was written for the eye as a voice should say it, in the debate's language. */
import {sanitize} from '../../debate/text/sanitize.ts';
import {spokenFigures} from './figures.ts';
import type {Language} from '../../languages/ear/language.ts';
import {wordsOf} from '../../languages/ear/find.ts';
import {markdownText, siteOf} from './markdown-text.ts';
import {withPronunciations, type Pronunciation} from './pronounce.ts';
import {spokenPlace} from './spoken-code.ts';

export type Ear = {
	/** ISO 639-1. A language without words here is unmarked, and nothing is put into words. */
	readonly language: string;
	readonly pronunciations?: readonly Pronunciation[];
};

/** Paragraphs with an empty line between them; empty where there is nothing to say. */
export function spokenText(text: string, {language: code, pronunciations = []}: Ear): string {
	const language = wordsOf(code);
	return markdownText(sanitize(text), language)
		.map(paragraph => withPronunciations(paragraph, pronunciations, plain => inWords(plain, language)))
		.map(tidy)
		.filter(paragraph => /[\p{L}\p{N}]/u.test(paragraph))
		.join('\n\n');
}

const inWords = (text: string, language: Language | undefined): string => {
	const uncited = withoutCitations(entities(text));
	return language ? spokenFigures(spokenNames(abbreviated(uncited, language), language), language) : uncited;
};

const named: Readonly<Record<string, string>> = {amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', apos: "'"};
/** The parser leaves `&amp;` and the like as they are written. */
const entities = (text: string): string =>
	text.replace(/&(amp|lt|gt|quot|nbsp|apos);/gu, (whole, name: string) => named[name] ?? whole);

/** Marks of notes, and author and year in brackets: they belong into the notes. */
const withoutCitations = (text: string): string =>
	text
		.replace(/\s?\[\^?\d{1,3}(?:\s?[-–,]\s?\d{1,3})*\](?!\()/gu, '')
		.replace(/\s?\[\^[\w-]{1,20}\]/gu, '')
		.replace(
			/\s?\((?:(?:see|cf\.|vgl\.|e\.g\.,?)\s)?\p{Lu}[\p{L}’'-]+(?:,? (?:and|&|und|et|y) \p{Lu}[\p{L}’'-]+| et al\.)?,? (?:1[5-9]|20)\d\d[a-z]?(?:[,:] ?(?:pp?\. ?|S\. ?)?\d+(?:[-–]\d+)?)?\)/gu,
			'',
		)
		.replace(/[⁰¹²³⁴⁵⁶⁷⁸⁹]+(?=[\s.,;:)]|$)(?<![mM][²³])/gu, '');

const abbreviated = (text: string, {abbreviations}: Language): string =>
	abbreviations.reduce((said, [written, full]) => said.replace(written, full), text);

/** Addresses, places in files, and labels such as Q1 or P2. */
function spokenNames(text: string, language: Language): string {
	const {words} = language;
	const label = (name: string) => (_all: string, number: string) => `${name} ${number}`;
	return text
		.replace(/\b(?:https?:\/\/|www\.)[^\s<>"”]*[^\s<>"”.,;:!?)\]]/gu, siteOf)
		.replace(
			/(?<![\w/.])((?:[\w@.-]+\/)*[\w@-][\w@.-]*\.[A-Za-z]{1,5}):(\d+)(?:[-–](\d+))?(?!\w|:\d)/gu,
			(_all, path: string, line: string, to?: string) => spokenPlace(path, line, to, language),
		)
		.replace(/(?<![\w/.:])(?:[\w@.-]+\/)+([\w@-][\w@.-]*\.[A-Za-z]{1,5})(?!\w)/gu, '$1')
		.replace(/\bQ([1-4])(?=\s(?:of\s)?(?:19|20)\d\d\b)/gu, label(words.quarter))
		.replace(/\bQ(\d{1,3})\b/gu, label(words.question))
		.replace(/(?<=^|[.!?]\s|\()A(\d{1,3})(?=\s?[:.)—–-])/gmu, label(words.answer))
		.replace(/\bP(\d{1,2})\b/gu, label(words.point))
		.replace(/(?<=\p{L})_(?=\p{L})/gu, ' ');
}

/** No sign that a voice spells out or stumbles over, and single blanks. A sentence begins with a capital letter. */
const tidy = (text: string): string =>
	text
		.replace(/(?:\p{Extended_Pictographic}|[\u{1F1E6}-\u{1F1FF}])[\uFE0F\u200D\p{Emoji_Modifier}]*/gu, sign =>
			/[©®™↔]/u.test(sign) ? sign : '',
		)
		.replace(/\s*[→⇒⟶]\s*/gu, ', ')
		.replace(/[*_~`|\\^]{1,}/gu, sign => (/^[*_~`]+$/u.test(sign) ? '' : ' '))
		.replace(/\s+/gu, ' ')
		.replace(/\s+([,.;:!?])(?!\d)/gu, '$1')
		.replace(/([,;:])(?:\s*[,;:])+/gu, '$1')
		.replace(/\(\s*\)/gu, '')
		.trim()
		.replace(/(?<=^|[.!?]\s)\p{Ll}(?=\p{Ll}{3,}\s\d)/gu, first => first.toUpperCase());
