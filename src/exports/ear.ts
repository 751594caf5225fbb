/** Text for the ear: what was written for the eye as a voice should say it, in the debate's language. */
import {withoutUnspoken} from './unspoken.ts';
import {Marked, type Token, type Tokens} from 'marked';
import {saidIn, type Language} from '../languages/language.ts';
import {spokenFigures} from './figures.ts';
import {sentenceEnd} from './escape-markdown.ts';
import {UsageError} from '../debate/usage-error.ts';
import {sanitize} from '../debate/text/intake.ts';
import {wordsOf} from '../languages/find.ts';

// Markdown in pieces that a parser gets through in little time, whoever wrote it.

/** Marks at a line's beginning that nest deeper than any text a person writes; the parser recurses once for each. */
const deepNesting = /^(?:[ \t]*(?:>|[-+*]|\d{1,9}[.)])[ \t]*){12,}/gmu;
/** One sign of markup twelve times and more in a row. */
const longRun = /([[\]()<>*_~`!|])\1{11,}/gu;
/** Longer texts are read in pieces: the parser takes quadratic time over marks that are never closed. */
const longestMarkdown = {whole: 8000, piece: 2000} as const;

/** Without marks that are no writing. */
const withoutDepth = (text: string): string => text.replace(deepNesting, '').replace(longRun, '');

/** Hooks of a parser to which the star of forms such as `Schüler*innen` marks nothing. */
export const starForms = {
	emStrongMask: (text: string): string =>
		text.replaceAll(/(?<=\p{Ll})\*(?=(?:in(?:nen)?|e[mnrs]?|[mnrs])(?!\p{L}))/gu, '+'),
} as const;
const parser = new Marked({hooks: starForms});

/** Whether it has marks that nest deeper, or run longer, than a person writes. */
export const isHostile = (text: string): boolean => withoutDepth(text) !== text;

/** The text, or if it is long its parts: at empty lines outside of code; what is longer than a piece at its blanks. */
export function inPieces(text: string): string[] {
	if (text.length <= longestMarkdown.whole) return [text];
	const parts: string[] = [];
	let fenced = false;
	for (const part of text.split(/\n{2,}/u)) {
		if (fenced) parts.push(`${parts.pop() ?? ''}\n\n${part}`);
		else parts.push(part);
		if ((part.match(/^\s{0,3}(?:```|~~~)/gmu)?.length ?? 0) % 2 === 1) fenced = !fenced;
	}
	return parts.flatMap(part => (/^\s{0,3}(?:```|~~~)/u.test(part) ? [part] : cutAtBlanks(part)));
}

function cutAtBlanks(text: string): string[] {
	const pieces: string[] = [];
	for (let from = 0; from < text.length;) {
		const to = from + longestMarkdown.piece;
		const blank = to < text.length ? text.lastIndexOf(' ', to) : -1;
		const end = blank > from ? blank : to;
		pieces.push(text.slice(from, end));
		from = end;
	}
	return pieces;
}

// Code and file names inside a sentence, as somebody would read them to a colleague.

/** The longest code that is read aloud, in characters. */
const longestCode = 60;

const place =
	/^(?<path>[\w@.~-]*(?:[\\/][\w@.~-]+)*\.[A-Za-z]{1,5}|[\w.-]+\.[a-z]{1,4})(?::(?<line>\d+)(?:[-–:](?<to>\d+))?)?$/u;

function spokenCode(code: string, language: Language | undefined): string {
	const text = code.trim();
	if (!language) return text;
	const file = place.exec(text)?.groups;
	if (file) return spokenPlace(file['path'] ?? '', file['line'], file['to'], language);
	// An operator by itself would be taken for the word that it is read as.
	if (text.length > longestCode || !/[\p{L}\p{N}]/u.test(text)) return language.words.someCode;
	return spokenExpression(text, language);
}

/** `rate-limit.js, line 7`: folders are left out. */
function spokenPlace(
	path: string,
	line: string | undefined,
	to: string | undefined,
	{words, isUnspaced}: Language,
): string {
	const name = path.split(/[\\/]/u).at(-1) ?? path;
	if (line === undefined) return name;
	const lines = `${line}${to === undefined ? '' : ` ${words.to} ${to}`}`;
	return isUnspaced ? `${name}，${words.section}${lines}${words.line}` : `${name}, ${words.line} ${lines}`;
}

/** Operators in words, names apart: `entry.index !== index` is `entry dot index is not index`. */
function spokenExpression(code: string, {words}: Language): string {
	return code
		.replace(/^['"](.*)['"]$/u, '$1')
		.replace(/\s*;\s*(?=\S)/gu, ', ')
		.replace(/\s*[!=]==?(?![=>])\s*/gu, sign => ` ${sign.includes('!') ? words.differs : words.equals} `)
		.replace(/\s*<=\s*/gu, ` ${words.atMost} `)
		.replace(/\s*>=\s*/gu, ` ${words.atLeast} `)
		.replace(/\s*&&\s*/gu, ` ${words.and} `)
		.replace(/\s*(?:\|\||\?\?)\s*/gu, ` ${words.or} `)
		.replace(/\s\+\s/gu, ` ${words.plus} `)
		.replace(/\s[-−]\s/gu, ` ${words.minus} `)
		.replace(/\s\*\s/gu, ` ${words.times} `)
		.replace(/\s=\s/gu, ` ${words.equals} `)
		.replace(/\s<\s/gu, ` ${words.less} `)
		.replace(/\s>\s/gu, ` ${words.more} `)
		.replace(/(?<=[\p{L}_\d])\.(?=[\p{L}_])/gu, ` ${words.dot} `)
		.replace(/(?<=\p{Ll})\p{Lu}(?=\p{Ll})/gu, letter => ` ${letter.toLowerCase()}`)
		.replace(/(?<=\p{L})_(?=\p{L})/gu, ' ')
		.replace(/[()[\]{};'"`$\\<>=*|&]+/gu, ' ')
		.replace(/\s+/gu, ' ')
		.trim();
}

// Markdown as paragraphs of plain words: what is marked up for the eye is unmarked, described or said in sentences.

/** Paragraphs, headings, items and rows in order, each as one line of words with the end of a sentence. */
export function markdownText(text: string, language: Language | undefined): string[] {
	return inPieces(withoutDepth(text))
		.flatMap(piece => blocks(parser.lexer(piece), language))
		.filter(block => /[\p{L}\p{N}]/u.test(block));
}

function blocks(tokens: readonly Token[], language: Language | undefined): string[] {
	return tokens.flatMap(token => block(token, language));
}

function block(token: Token, language: Language | undefined): string[] {
	switch (token.type) {
		case 'heading':
			return [asSentence(inline(token.tokens, language))];
		case 'blockquote':
			return blocks(token.tokens ?? [], language);
		case 'list':
			return listItems(token, language);
		case 'code':
			return language ? [language.words.code] : [];
		case 'table':
			return tableRows(token, language);
		case 'html':
			return [token.text.replace(/<(script|style)\b[^]*?(?:<\/\1\s*>|$)|<[^>]*>/giu, ' ')];
		case 'paragraph':
		case 'text':
			return paragraphs(token.tokens ? inline(token.tokens, language) : token.text);
		default:
			return [];
	}
}

/** One paragraph, or as many as it has lines that are sentences: models divide paragraphs by single line ends. */
function paragraphs(text: string): string[] {
	const lines = text.split('\n').map(line => line.trim());
	const apart = lines.length > 1 && lines.slice(0, -1).every(line => line === '' || sentenceEnd.test(line));
	if (apart) return lines;
	return lines.reduce<string[]>((said, line) => {
		const before = said.pop();
		if (before === undefined) return [line];
		return isTitle(before, line) ? [...said, asSentence(before), line] : [...said, `${before} ${line}`];
	}, []);
}

/** Whether a line ended early, before one that begins anew: it was not wrapped. */
const isTitle = (line: string, next: string): boolean => line.length < 60 && /^\p{Lu}/u.test(next);

/** `First: …`, `Second: …` where the list is numbered. */
function listItems(token: Token, language: Language | undefined): string[] {
	if (!isList(token)) return [];
	return token.items.flatMap((item, place) => {
		const [first = '', ...rest] = blocks(item.tokens, language);
		const number = Number(token.start) - 1 + place;
		if (token.ordered && language?.counted?.test(first)) return [asSentence(`${number + 1}. ${first}`), ...rest];
		const ordinal = token.ordered ? (language?.ordinals[number] ?? String(number + 1)) : undefined;
		return [`${ordinal === undefined ? '' : `${ordinal}: `}${asSentence(first)}`, ...rest];
	});
}

/** A row is a sentence that names its columns. */
function tableRows(token: Token, language: Language | undefined): string[] {
	if (!isTable(token)) return [];
	const heads = token.header.map(cell => inline(cell.tokens, language));
	return token.rows.map(cells =>
		asSentence(
			cells
				.map((cell, place) =>
					[heads[place] ?? '', inline(cell.tokens, language)].filter(part => part !== '').join(': '),
				)
				.join('; '),
		),
	);
}

function inline(tokens: readonly Token[] | undefined, language: Language | undefined): string {
	let said = '';
	for (const token of tokens ?? []) {
		const isSign = token.type === 'codespan' && !/[\p{L}\p{N}]/u.test(token.text);
		// Brackets behind a name are no code of their own: `Date.now`()``.
		said += isSign && /[\p{L}\p{N}]$/u.test(said) ? ' ' : inlineText(token, language);
	}
	return said;
}

function inlineText(token: Token, language: Language | undefined): string {
	switch (token.type) {
		case 'codespan':
			return spokenCode(token.text, language);
		case 'link':
			return /^(?:https?:\/\/|www\.|mailto:)/u.test(token.text) ? siteOf(token.text) : inline(token.tokens, language);
		case 'image':
		case 'escape':
			return token.text;
		case 'br':
			return '\n';
		case 'html':
			return '';
		default:
			return 'tokens' in token && token.tokens ? inline(token.tokens, language) : 'text' in token ? token.text : '';
	}
}

/** `example.org` of an address. */
const siteOf = (address: string): string =>
	/^(?:https?:\/\/|mailto:)?(?:www\.)?(?:[^\s/@]*@)?([^\s/?#:]+)/u.exec(address)?.[1] ?? address;

const asSentence = (text: string): string => {
	const trimmed = text.trim();
	if (trimmed === '' || /[.!?…:;,—。！？：；，、]["'”’»)\]」』]*$/u.test(trimmed)) return trimmed;
	return /\p{Script=Han}["'”’»)\]」』]*$/u.test(trimmed) ? `${trimmed}。` : `${trimmed}.`;
};

const isList = (token: Token): token is Tokens.List => token.type === 'list' && 'items' in token;
const isTable = (token: Token): token is Tokens.Table => token.type === 'table' && 'rows' in token;

// Names and words that are spoken otherwise than they are written, as a show or a debate lists them.

export type Pronunciation = {readonly written: string; readonly spoken: string};

/**
 * The text with what is listed as it is spoken, and all around it as `rest` makes it. Whole words only; the case
 * counts where the list has a capital letter.
 */
function withPronunciations(text: string, list: readonly Pronunciation[], rest: (plain: string) => string): string {
	const listed = list
		.filter(({written}) => written.trim() !== '')
		.toSorted((one, other) => other.written.length - one.written.length);
	if (listed.length === 0) return rest(text);
	const held: string[] = [];
	let marked = text;
	for (const {written, spoken} of listed)
		marked = marked.replace(wholeWord(written), () => `${opening}${letters(held.push(spoken) - 1)}${closing}`);
	return rest(marked).replace(/\uE000([a-p]+)\uE001/gu, (_mark, place: string) => held[numberOf(place)] ?? '');
}

/** Private characters around letters: no rule about numbers or names takes such a mark apart. */
const [opening, closing] = ['\uE000', '\uE001'];
const letters = (number: number): string =>
	number.toString(16).replaceAll(/./gu, digit => String.fromCharCode(97 + Number.parseInt(digit, 16)));
const numberOf = (mark: string): number =>
	Number.parseInt(
		mark.replaceAll(/./gu, letter => (letter.charCodeAt(0) - 97).toString(16)),
		16,
	);

const wholeWord = (written: string): RegExp =>
	new RegExp(
		String.raw`(?<![\p{L}\p{N}\uE000])${written.trim().replaceAll(/[$.*+?^()[\]{}|\\/-]/gu, character => String.raw`\u{${character.charCodeAt(0).toString(16)}}`)}(?![\p{L}\p{N}\uE001])`,
		/\p{Lu}/u.test(written) ? 'gu' : 'giu',
	);

/**
 * From lines `written = spoken`; empty lines and those that begin with `#` are passed over. Throws `UsageError` for any
 * other line, with `from` as where it stands.
 */
export const pronunciationsIn = (text: string, from = 'the list'): Pronunciation[] =>
	text.split('\n').flatMap((line, index) => {
		if (line.trim() === '' || line.startsWith('#')) return [];
		const [written = '', ...spoken] = line.split('=');
		if (written.trim() === '' || spoken.length === 0)
			throw new UsageError({
				what: 'A line of the pronunciations does not say how something is spoken',
				value: line.trim(),
				from: `${from}, line ${index + 1}`,
				todo: 'Write it as "written = spoken", or begin it with #.',
			});
		return [{written: written.trim(), spoken: spoken.join('=').trim()}];
	});

export type Ear = {
	/** ISO 639-1. A language without words here is unmarked, and nothing is put into words. */
	readonly language: string;
	readonly pronunciations?: readonly Pronunciation[];
};

/** Paragraphs with an empty line between them; empty where there is nothing to say. */
export function spokenText(text: string, {language: code, pronunciations = []}: Ear): string {
	const language = wordsOf(code);
	const plain = withoutUnspoken(sanitize(text));
	const asks = /^[\s*_>-]*Q\d{1,3}\s?[:.)—–]/mu.test(plain);
	return markdownText(language?.bothForms?.(plain) ?? plain, language)
		.map(paragraph => withPronunciations(paragraph, pronunciations, each => inWords(each, language, asks)))
		.map(tidy)
		.filter(paragraph => /[\p{L}\p{N}]/u.test(paragraph))
		.join('\n\n');
}

/** `asks`: whether there is a list of questions, whose labels are Q1 and so on. */
const inWords = (text: string, language: Language | undefined, asks: boolean): string => {
	const uncited = withoutCitations(entities(text));
	if (!language) return uncited;
	const begun = uncited.startsWith(language.words.someCode)
		? `${uncited.charAt(0).toUpperCase()}${uncited.slice(1)}`
		: uncited;
	const addressed = begun.replace(ipv4, address => address.replaceAll('.', ` ${language.words.dot} `));
	return spokenFigures(spokenNames(abbreviated(addressed, language), language, asks), language);
};

const ipv4 = /(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.]*\d)/gu;

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
		.replace(/(?<=(?<![\d.,])\d{1,2}|(?<!\p{L})[a-ln-zA-Z])⁻?[⁰¹²³⁴⁵⁶⁷⁸⁹]+/gu, powerOf)
		.replace(/[⁰¹²³⁴⁵⁶⁷⁸⁹]+(?=[\s.,;:)]|$)(?<![mM][²³])/gu, '');

const raised = '⁰¹²³⁴⁵⁶⁷⁸⁹';
/** `10⁶` is `10^6`: marks of notes stand behind words and years. */
const powerOf = (power: string): string =>
	`^${power.replaceAll(/./gu, sign => (sign === '⁻' ? '-' : String(raised.indexOf(sign))))}`;

const abbreviated = (text: string, {abbreviations}: Language): string => saidIn(text, abbreviations);

/** Places in files by the file's name and line. Both patterns are slow over text in which there is no such place. */
function withoutFolders(text: string, language: Language): string {
	const placed = /:\d/u.test(text)
		? text.replace(
				/(?<![\w/.])((?:[\w@.-]+\/)*[\w@-][\w@.-]*\.[A-Za-z]{1,5}):(\d+)(?:[-–](\d+))?(?!\w|:\d)/gu,
				(_all, path: string, line: string, to?: string) => spokenPlace(path, line, to, language),
			)
		: text;
	return placed.includes('/')
		? placed.replace(/(?<![\w/.:])(?:[\w@.-]+\/)+([\w@-][\w@.-]*\.[A-Za-z]{1,5})(?!\w)/gu, '$1')
		: placed;
}

const account =
	/[$€£¥%]|(?<![\d.,])(?:19|20)\d\d(?![\d.,])|\b(?:revenues?|sales|turnover|profits?|earnings|losses|growth|budgets?|GDP|Umsatz|Gewinn|Ergebnis|Verlust|ventas|ingresos|beneficios?|chiffre|ventes|bénéfices?|CA)\b|营收|收入|利润|销售/iu;

/** Whether what is said has to do with a year and its parts: money, a year, a month, or one quarter beside another. */
function isOfYear(text: string, {code}: Language): boolean {
	const quarters = new Set(Array.from(text.matchAll(/\bQ([1-4])\b/gu), ([, number]) => number));
	const months = Array.from({length: 12}, (_, month) =>
		new Date(Date.UTC(2026, month, 1)).toLocaleDateString(code, {month: 'long', timeZone: 'UTC'}),
	);
	// May is a month only where a number stands with it.
	const named = months.filter(month => month !== 'May').some(month => text.includes(month));
	return quarters.size > 1 || named || account.test(text);
}

/** Addresses, places in files, and labels such as Q1 or P2. */
function spokenNames(text: string, language: Language, asks: boolean): string {
	const {words} = language;
	const label = (name: string) => (_all: string, number: string) => `${name} ${number}`;
	const addressed = text.replace(/\b(?:https?:\/\/|www\.)[^\s<>"”]*[^\s<>"”.,;:!?)\]]/gu, siteOf);
	return withoutFolders(addressed, language)
		.replace(/\bQ([1-4])(?=\s(?:of\s)?(?:19|20)\d\d\b)/gu, label(words.quarter))
		.replace(/\bQ(\d{1,3})\b/gu, (_all, number: string) => {
			const isQuarter = Number(number) <= 4 && isOfYear(text, language);
			return `${asks ? words.question : isQuarter ? words.quarter : 'Q'} ${number}`;
		})
		.replace(/(?<=^|[.!?]\s|\()A(\d{1,3})(?=\s?[:.)—–-])/gmu, label(words.answer))
		.replace(
			/\bP(\d{1,2}) \[([\p{L} -]{3,20})\]/gu,
			(_all, number: string, kind: string) => `${words.point} ${number}, ${kind}`,
		)
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
		.replace(/(?<=[\p{L}\d])`+(?=[\p{L}\d])/gu, ' ')
		.replace(/[*_~`|\\^]{1,}/gu, sign => (/^[*_~`]+$/u.test(sign) ? '' : ' '))
		.replace(/\s+/gu, ' ')
		.replace(/\s+([,.;:!?])(?!\d)/gu, '$1')
		.replace(/([,;:])(?:\s*[,;:])+/gu, '$1')
		.replace(/\(\s*\)/gu, '')
		.trim()
		.replace(/(?<=^|[.!?]\s)\p{Ll}(?=\p{Ll}{3,}\s\d)/gu, first => first.toUpperCase());
