/** Markdown as paragraphs of plain words: what is marked up for the eye is unmarked, described or said in sentences. */
import {lexer, type Token, type Tokens} from 'marked';
import {sentenceEnd} from '../escape-markdown.ts';
import type {Language} from '../../languages/ear/language.ts';
import {inPieces, withoutDepth} from './markdown-pieces.ts';
import {spokenCode} from './spoken-code.ts';

/** Paragraphs, headings, items and rows in order, each as one line of words with the end of a sentence. */
export function markdownText(text: string, language: Language | undefined): string[] {
	return inPieces(withoutDepth(text))
		.flatMap(piece => blocks(lexer(piece), language))
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
	return (tokens ?? []).map(token => inlineText(token, language)).join('');
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
export const siteOf = (address: string): string =>
	/^(?:https?:\/\/|mailto:)?(?:www\.)?(?:[^\s/@]*@)?([^\s/?#:]+)/u.exec(address)?.[1] ?? address;

const asSentence = (text: string): string => {
	const trimmed = text.trim();
	if (trimmed === '' || /[.!?…:;,—。！？：；，、]["'”’»)\]」』]*$/u.test(trimmed)) return trimmed;
	return /\p{Script=Han}["'”’»)\]」』]*$/u.test(trimmed) ? `${trimmed}。` : `${trimmed}.`;
};

const isList = (token: Token): token is Tokens.List => token.type === 'list' && 'items' in token;
const isTable = (token: Token): token is Tokens.Table => token.type === 'table' && 'rows' in token;
