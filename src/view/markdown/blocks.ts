/** Blocks of Markdown as lines of a width: paragraphs, headings, lists, quotes, tables, rules, code. */
import {Marked, type Token, type Tokens} from 'marked';
import {span, type Span} from '../text/rows.ts';
import {signs} from '../text/theme.ts';
import {codeLines} from './code.ts';
import {inlinePieces} from './inline.ts';
import {behind, fillLines, type StyledLine, type SourceOffsets} from './lines.ts';
import {tableLines} from './table.ts';

/**
 * No title is made of a line by the one below it, and no code of blanks: what stands must not change as more
 * comes.
 */
const parser = new Marked({
	gfm: true,
	breaks: true,
	tokenizer: {lheading: () => undefined, code: () => undefined},
});

export const parse = (text: string): readonly Token[] => parser.lexer(text);

export function blockLines(tokens: readonly Token[], width: number, offsets: SourceOffsets): readonly StyledLine[] {
	return tokens.flatMap(token => linesOf(token, Math.max(4, width), offsets));
}

function linesOf(token: Token, width: number, offsets: SourceOffsets): readonly StyledLine[] {
	switch (token.type) {
		case 'space':
		case 'checkbox':
			return [];
		case 'heading':
			return fillLines(asTitle(inlinePieces(token.tokens ?? [])), width, offsets);
		case 'paragraph':
		case 'text':
			return fillLines(inlinePieces(token.tokens ?? [token]), width, offsets);
		case 'blockquote':
			return quoteLines(token.tokens ?? [], width, offsets);
		case 'list':
			return isList(token) ? listLines(token, width, offsets) : [];
		case 'code':
			return codeLines(token.text, token.lang ?? '', width, offsets);
		case 'table':
			return isTable(token) ? tableLines(token, width, offsets) : [];
		case 'hr':
			return [{spans: [span(signs.rule.repeat(Math.min(24, width)), 'dim')], at: offsets.of('')}];
		default:
			return fillLines([span(token.raw.trimEnd())], width, offsets);
	}
}

const isList = (token: Token): token is Tokens.List => token.type === 'list';
const isTable = (token: Token): token is Tokens.Table => token.type === 'table';

const asTitle = (pieces: readonly Span[]): readonly Span[] =>
	pieces.map(piece => (piece.tone === 'plain' ? {...piece, tone: 'strong'} : piece));

function quoteLines(tokens: readonly Token[], width: number, offsets: SourceOffsets): readonly StyledLine[] {
	const bar = span(`${signs.quote} `, 'dim');
	const said = blockLines(tokens, width - 2, offsets).map(({spans, at}) => ({spans: spans.map(asQuoted), at}));
	return behind(said, bar, bar);
}

const asQuoted = (piece: Span): Span => (piece.tone === 'plain' ? {...piece, tone: 'italic'} : piece);

function listLines({ordered, start, items}: Tokens.List, width: number, offsets: SourceOffsets): readonly StyledLine[] {
	const first = start === '' ? 1 : start;
	return items.flatMap((item, index) => {
		const sign = ordered
			? `${first + index}. `
			: item.task
				? `${item.checked ? signs.yes : signs.empty} `
				: `${signs.item} `;
		const lines = blockLines(item.tokens, width - sign.length, offsets);
		return behind(lines.length === 0 ? [{spans: [], at: offsets.of('')}] : lines, span(sign, 'dim'));
	});
}
