/** What stands in a paragraph of Markdown, as pieces of text with a tone each. */
import type {Token} from 'marked';
import {linksWork} from '../text/links.ts';
import type {Span} from '../text/rows.ts';
import type {Tone} from '../text/theme.ts';

/** What surrounds a piece. */
type InlineStyle = {readonly strong?: boolean; readonly italic?: boolean; readonly tone?: Tone; readonly href?: string};

export function inlinePieces(tokens: readonly Token[], style: InlineStyle = {}): readonly Span[] {
	return tokens.flatMap(token => piecesOf(token, style));
}

function piecesOf(token: Token, style: InlineStyle): readonly Span[] {
	switch (token.type) {
		case 'strong':
			return inlinePieces(token.tokens ?? [], {...style, strong: true});
		case 'em':
			return inlinePieces(token.tokens ?? [], {...style, italic: true});
		case 'del':
			return inlinePieces(token.tokens ?? [], {...style, tone: 'struck'});
		case 'codespan':
			return [piece(token.text, {...style, tone: 'code'})];
		case 'link':
			return linkPieces(token.tokens ?? [], token.href, style);
		case 'image':
			return [piece(`[image: ${token.text === '' ? token.href : token.text}]`, {...style, tone: 'dim'})];
		case 'br':
			return [piece('\n', style)];
		case 'escape':
		case 'html':
			return [piece(token.text, style)];
		default:
			return 'tokens' in token && token.tokens ? inlinePieces(token.tokens, style) : [piece(textOf(token), style)];
	}
}

const textOf = (token: Token): string => ('text' in token && typeof token.text === 'string' ? token.text : token.raw);

function piece(text: string, {strong, italic, tone, href}: InlineStyle): Span {
	const weight = strong && italic ? 'strongItalic' : strong ? 'strong' : italic ? 'italic' : 'plain';
	return {text, tone: tone ?? weight, ...(href === undefined ? {} : {href})};
}

/** Where a link leads is always said, so that no words lead somewhere else than they seem to. */
function linkPieces(tokens: readonly Token[], address: string, style: InlineStyle): readonly Span[] {
	const url = webAddress(address);
	if (!url) return [...inlinePieces(tokens, style), piece(` (${address})`, {...style, tone: 'dim'})];
	const label = inlinePieces(tokens, {...style, tone: 'link', href: url.href});
	const words = label.map(({text}) => text).join('');
	if (isAddress(words, url)) return label;
	const where = linksWork() ? url.host : url.href;
	return [...label, piece(` (${where})`, {...style, tone: 'dim'})];
}

/** Whether the words are the address itself, perhaps without its protocol. */
const isAddress = (words: string, {href}: URL): boolean =>
	[href, href.replace(/^https?:\/\//u, '')].some(address => address.replace(/\/$/u, '') === words.replace(/\/$/u, ''));

function webAddress(text: string): URL | undefined {
	const url = URL.parse(text);
	return url && /^https?:$/u.test(url.protocol) && url.username === '' ? url : undefined;
}
