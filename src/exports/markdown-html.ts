/**
 * Markdown of models and people as HTML for the web page: a safe subset, each sentence with its time. Nothing that they
 * wrote becomes markup of its own: raw HTML is shown as text, and links lead to the web alone.
 */
import {Marked, type Token, type Tokens} from 'marked';
import {escapeMarkup} from '../debate/text/intake.ts';
import {splitSentences} from '../debate/text/sentences.ts';
import {inPieces, isHostile, starForms} from './ear.ts';
import {noteMarks} from './references.ts';
import type {HeardSpan, TimedSentence} from './segments.ts';

const parser = new Marked({gfm: true, breaks: true, hooks: starForms, tokenizer: {lheading: () => undefined}});

/** Milliseconds of a place in the text, in UTF-16 units. */
type TimeOf = (offset: number) => number;

const wordFinder = /\p{Script=Han}|[\p{L}\p{N}]+/gu;
const wordsIn = (text: string): string[] => text.toLowerCase().match(wordFinder) ?? [];

/** How many written sentences may go unspoken between two that are heard, and how alike what is said has to be. */
const [lookedAhead, likeness] = [8, 0.5];

/**
 * The time of each place in a written text, by the sentences that are heard of it: those that are found in both begin
 * exactly, and what is between them has its share.
 */
export function timesIn(text: string, heard: readonly TimedSentence[], {start, end}: HeardSpan): TimeOf {
	let offset = 0;
	const written = splitSentences(text).map(sentence => {
		const from = offset + Math.max(0, sentence.search(/[\p{L}\p{N}]/u));
		offset += sentence.length;
		return {from, words: wordsIn(sentence)};
	});
	const places = [{at: 0, ms: start}];
	let next = 0;
	for (const {text: spoken, start: ms} of heard) {
		const words = wordsIn(spoken);
		let best = {place: -1, alike: likeness};
		for (let place = next; place < Math.min(written.length, next + lookedAhead); place++) {
			const alike = alikeness(words, written[place]?.words ?? []);
			if (alike > best.alike) best = {place, alike};
		}
		if (best.place < 0) continue;
		places.push({at: written[best.place]?.from ?? 0, ms});
		next = best.place + 1;
	}
	places.push({at: text.length, ms: end});
	return wanted => {
		const after = places.findIndex(({at}) => at > wanted);
		const [one, other] = [places.at(after < 0 ? -1 : after - 1), places.at(after)];
		if (!one || !other || other.at <= one.at) return Math.round(other?.ms ?? end);
		return Math.round(one.ms + ((other.ms - one.ms) * (wanted - one.at)) / (other.at - one.at));
	};
}

/** The share of words that two sentences have in common, from 0 to 1. */
function alikeness(one: readonly string[], other: readonly string[]): number {
	const left = Map.groupBy(other, word => word);
	const shared = one.filter(word => left.get(word)?.pop() !== undefined).length;
	return (2 * shared) / Math.max(1, one.length + other.length);
}

/** How far two sentences, and two words of one, stand apart in Markdown at most, in characters. */
const [sentencesApart, wordsApart] = [20_000, 200];

/** Finds the times of sentences again, from one to the next. */
class Timeline {
	readonly #source: string;
	readonly #timeOf: TimeOf;
	#at = 0;

	constructor(source: string, timeOf: TimeOf) {
		this.#source = source;
		this.#timeOf = timeOf;
	}

	of(words: string): number {
		let begins: number | undefined;
		for (const [word] of words.matchAll(wordFinder)) {
			const near = this.#at + (begins === undefined ? sentencesApart : wordsApart);
			const found = this.#source.slice(this.#at, near).indexOf(word);
			if (found < 0) continue;
			begins ??= this.#at + found;
			this.#at += found + word.length;
		}
		return this.#timeOf(begins ?? this.#at);
	}
}

/**
 * The blocks of a text, each whole; without times where it is not heard. What the parser would not get through is left
 * as paragraphs.
 */
export function markdownHtml(text: string, timeOf?: TimeOf): readonly string[] {
	const times = timeOf && new Timeline(text, timeOf);
	if (isHostile(text)) return paragraphs([{text}], times);
	return inPieces(text)
		.flatMap(piece => parser.lexer(piece))
		.map(token => block(token, times).join('\n'))
		.filter(html => html !== '');
}

/** What is heard has times; what is only read has none. */
type Times = Timeline | undefined;

const blocks = (tokens: readonly Token[], times: Times): readonly string[] =>
	tokens.flatMap(token => block(token, times));

function block(token: Token, times: Times): readonly string[] {
	switch (token.type) {
		case 'space':
		case 'def':
		case 'checkbox':
			return [];
		case 'heading':
			return [headingHtml(sentences(pieces(token.tokens ?? []), times), times, token.depth)];
		case 'paragraph':
		case 'text':
			return paragraphs(pieces(token.tokens ?? [token]), times);
		case 'blockquote':
			return ['<blockquote>', ...blocks(token.tokens ?? [], times), '</blockquote>'];
		case 'list':
			return isList(token) ? listHtml(token, times) : [];
		case 'table':
			return isTable(token) ? tableHtml(token, times) : [];
		case 'code':
			return [
				`<pre tabindex="0"><code>${sentence(noteMarks(escapeMarkup(token.text)), token.text, times)}</code></pre>`,
			];
		case 'hr':
			return ['<hr>'];
		default:
			return paragraphs([{text: token.raw.trimEnd()}], times);
	}
}

/** What is said has no part in the page's own outline. */
function headingHtml(html: string, times: Times, depth: unknown): string {
	if (times) return `<p class="heading" dir="auto"><strong>${html}</strong></p>`;
	const name = depth === 2 ? 'h2' : 'h3';
	return `<${name} dir="auto">${html}</${name}>`;
}

const isList = (token: Token): token is Tokens.List => token.type === 'list';
const isTable = (token: Token): token is Tokens.Table => token.type === 'table';

function listHtml({ordered, start, items}: Tokens.List, times: Times): readonly string[] {
	const name = ordered ? 'ol' : 'ul';
	const first = ordered && start !== '' && start !== 1 ? ` start="${start}"` : '';
	const item = ({tokens, task, checked}: Tokens.ListItem) =>
		`<li>${task ? (checked ? '✓ ' : '○ ') : ''}${blocks(tokens, times).join('\n')}</li>`;
	return [`<${name}${first}>`, ...items.map(item), `</${name}>`];
}

function tableHtml({header, rows}: Tokens.Table, times: Times): readonly string[] {
	const row = (cells: readonly Tokens.TableCell[], name: string, end: string) =>
		`<tr>${cells.map(({tokens}) => `<${name} dir="auto">${sentences(pieces(tokens), times)}</${end}>`).join('')}</tr>`;
	// In their order: times go on from one sentence to the next.
	const [head, body] = [row(header, 'th scope="col"', 'th'), rows.map(cells => row(cells, 'td', 'td'))];
	return [
		'<div class="scroll" tabindex="0"><table>',
		`<thead>${head}</thead>`,
		'<tbody>',
		...body,
		'</tbody></table></div>',
	];
}

/** Text with the elements around it, the outermost first. */
type InlinePiece = {readonly text: string; readonly within?: readonly string[]; readonly href?: string | undefined};

const elements: Readonly<Record<string, string>> = {strong: 'strong', em: 'em', del: 'del'};

function pieces(tokens: readonly Token[], around: Omit<InlinePiece, 'text'> = {}): readonly InlinePiece[] {
	return tokens.flatMap(token => {
		const {within = []} = around;
		const element = elements[token.type];
		if (element !== undefined) return pieces(children(token), {...around, within: [...within, element]});
		switch (token.type) {
			case 'codespan':
				return [{...around, text: token.text, within: [...within, 'code']}];
			case 'link':
				return linkPieces(token, around);
			case 'image':
				return [{...around, text: `[image: ${token.text === '' ? token.href : token.text}]`}];
			case 'br':
				return [{...around, text: '\n'}];
			default:
				return 'tokens' in token && token.tokens
					? pieces(token.tokens, around)
					: [{...around, text: 'text' in token && typeof token.text === 'string' ? token.text : token.raw}];
		}
	});
}

const children = (token: Token): readonly Token[] => ('tokens' in token ? (token.tokens ?? []) : []);

/** Where a link leads is said, but where its words are that address. */
function linkPieces(token: Token, around: Omit<InlinePiece, 'text'>): readonly InlinePiece[] {
	const address = 'href' in token && typeof token.href === 'string' ? token.href : '';
	const url = URL.parse(address);
	const isWeb = url !== null && /^https?:$/u.test(url.protocol) && url.username === '';
	const label = pieces(children(token), isWeb ? {...around, href: url.href} : around);
	const words = label.map(({text}) => text).join('');
	return words.includes(isWeb ? url.host : address) ? label : [...label, {text: ` (${isWeb ? url.host : address})`}];
}

/** A line end behind a sentence begins a new paragraph. */
function paragraphs(all: readonly InlinePiece[], times: Times): readonly string[] {
	return inSentences(all)
		.reduce<string[][]>(
			(before, said) => {
				before.at(-1)?.push(sentenceHtml(said, times));
				return /\n\s*$/u.test(wordsOf(said)) ? [...before, []] : before;
			},
			[[]],
		)
		.filter(part => part.length > 0)
		.map(part => `<p dir="auto">${part.join(' ')}</p>`);
}

const sentences = (all: readonly InlinePiece[], times: Times): string =>
	inSentences(all)
		.map(said => sentenceHtml(said, times))
		.join(' ');

const wordsOf = (said: readonly InlinePiece[]): string => said.map(({text}) => text).join('');

/** The pieces of each sentence; one that goes over the end of a sentence is in both. */
function inSentences(all: readonly InlinePiece[]): readonly (readonly InlinePiece[])[] {
	let at = 0;
	return splitSentences(wordsOf(all)).map(words => {
		const [from, to] = [at, at + words.length];
		at = to;
		let start = 0;
		return all.flatMap(piece => {
			const text = piece.text.slice(Math.max(0, from - start), Math.max(0, to - start));
			start += piece.text.length;
			return text === '' ? [] : [{...piece, text}];
		});
	});
}

function sentenceHtml(said: readonly InlinePiece[], times: Times): string {
	const html = said.map(pieceHtml).join('').trimEnd();
	return sentence(html, wordsOf(said), times);
}

const sentence = (html: string, words: string, times: Times): string =>
	times === undefined ? html : `<span class="s" data-at="${times.of(words)}">${html}</span>`;

function pieceHtml({text, within = [], href}: InlinePiece): string {
	const inner = within.reduceRight((html, name) => `<${name}>${html}</${name}>`, noteMarks(escapeMarkup(text)));
	return href === undefined ? inner : `<a href="${escapeMarkup(href)}" rel="noopener noreferrer nofollow">${inner}</a>`;
}
