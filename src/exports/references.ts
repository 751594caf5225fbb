/** The sources of a debate in Markdown: a footnote a citation, and the list of what was cited. */
import {oneLine} from '../debate/text/words.ts';
import {wordsIn} from '../debate/citations/tokens.ts';
import {
	isUndecided,
	quotationsHeld,
	searchThatFound,
	type CitationEvent,
	type SourcesState,
} from '../debate/sources.ts';
import type {DebateState} from '../debate/state.ts';
import {splitSentences} from '../debate/text/sentences.ts';
import {
	byEnding,
	citedDocuments,
	referencesOf,
	signOf,
	standingInWords,
	type Reference,
} from '../debate/views/citations.ts';
import {englishEpisodeWords} from '../languages/find.ts';
import type {EpisodeWords} from '../languages/language.ts';
import {plural, speakerOfTurn} from '../languages/wording.ts';
import {escapeInline} from './escape-markdown.ts';
import type {Segment} from './segments.ts';

/** Characters that no text has: they hold a footnote’s place while the text around it is escaped. */
const [before, behind] = ['\uE000', '\uE001'] as const;

/** The text of a segment with the places of its footnotes; a text that was edited has none. */
export function withFootnotes(state: DebateState, {turn, text, from}: Pick<Segment, 'turn' | 'text' | 'from'>): string {
	const plain = text.replaceAll(/[\uE000\uE001]/gu, '');
	if (!turn.citations || plain !== text || turn.text.slice(from, from + text.length) !== text) return plain;
	const own = referencesOf(state).filter(reference => reference.turn === turn);
	return own
		.filter(({citation: {offset}}) => offset > from && offset <= from + text.length)
		.toReversed()
		.reduce(
			(said, {number, citation: {offset}}) =>
				`${said.slice(0, offset - from)}${before}${number}${behind}${said.slice(offset - from)}`,
			plain,
		);
}

/** Once the text is escaped. */
export const footnoteMarks = (escaped: string): string => escaped.replaceAll(/\uE000(\d+)\uE001/gu, '[^$1]');

/** The same for a web page. */
export const noteMarks = (escaped: string): string =>
	escaped.replaceAll(/\uE000(\d+)\uE001/gu, '<sup><a href="#note-$1">$1</a></sup>');

export const citationSigns = {verified: '✓', altered: '≈', false: '✗', judged: '~'} as const;

/** `✓ word for word, ≈ altered, …` */
const citationLegend = ({citations, comma}: EpisodeWords): string =>
	(['verified', 'altered', 'false', 'judged'] as const)
		.map(sign => `${citationSigns[sign]} ${citations[sign]}`)
		.join(comma);

/** What was cited of which document, and what was read of it. Nothing where there are no documents. */
export function references(
	state: DebateState,
	words: EpisodeWords = englishEpisodeWords,
	heading = 'References',
): readonly string[] {
	const {sources} = state;
	if (!sources) return [];
	const all = referencesOf(state);
	const cited = citedDocuments(state);
	return [
		`## ${heading}`,
		...(cited.length === 0 ? ['Nothing was cited of the documents.'] : [cited.map(documentLine).join('\n')]),
		...(all.length === 0
			? []
			: [`*${words.code === 'en' ? `${tally(all)}. ` : ''}${citationLegend(words)}${words.notes.stop}*`]),
		sources.byCitation ? '' : uncitedLine(sources.documents.length - cited.length),
		...readOf(sources),
	];

	function documentLine({document: {number, title, name, words}, references: own}: (typeof cited)[number]): string {
		const by = [...Map.groupBy(own, ({turn}) => speakerOfTurn(state, turn))].map(
			([speaker, theirs]) => `${speaker} ${theirs.length}`,
		);
		const file = name === title ? '' : `${escapeInline(name)}, `;
		const search = searchThatFound(sources?.pages, number);
		const sought = search ? `, found by “${escapeInline(search.query)}”` : '';
		return `- S${number}. *${escapeInline(title)}* (${file}${plural(words, 'word')}${sought}): ${escapeInline(by.join(', '))}`;
	}
}

/** The documents of a debate and what was read of them, in Markdown, before anything is cited. */
export function readingReport(sources: Pick<SourcesState, 'documents' | 'left'>): string {
	const {documents, left} = sources;
	const passedOver = byEnding(left);
	const listed = documents.map(({number, title, name, kind, words, hash}) => {
		const file = name === title ? '' : `${escapeInline(name)}, `;
		return `- S${number}. *${escapeInline(title)}* (${file}${escapeInline(kind)}, ${plural(words, 'word')}, SHA-256 ${hash.slice(0, 16)}…)`;
	});
	return `${[
		'# Sources',
		`${plural(documents.length, 'document')} read, ${left.length === 0 ? 'none' : plural(left.length, 'file')} passed over${passedOver === '' ? '' : ` (${escapeInline(passedOver)})`}.`,
		listed.join('\n'),
		...readOf({...sources, byCitation: false}),
	].join('\n\n')}\n`;
}

/** What was not read, of which document: of a repository, only what is quoted is read. */
function readOf({
	documents,
	left,
	byCitation,
}: Pick<SourcesState, 'documents' | 'left' | 'byCitation'>): readonly string[] {
	if (byCitation) return [];
	const partly = documents.flatMap(({number, title, share = 1, left: out = []}) => {
		const read = share < 0.995 ? [`${Math.floor(share * 100)} % of its characters`] : [];
		const without = out.length > 0 ? [`without ${out.join(', ')}`] : [];
		const told = [...read, ...without].join(', ');
		return told === '' ? [] : [`- S${number}. *${escapeInline(title)}*: ${escapeInline(told)}`];
	});
	const whole = documents.length - partly.length;
	return [
		'### What was read',
		[
			...partly,
			...(whole === 0
				? []
				: [`- The whole text of ${partly.length === 0 ? '' : 'the other '}${plural(whole, 'document')} was at hand`]),
			...left.map(file => `- Passed over: ${escapeInline(file)}`),
		].join('\n'),
	];
}

const uncitedLine = (count: number): string =>
	count === 0 ? '' : `*${plural(count, 'document')} of those at hand ${count === 1 ? 'was' : 'were'} not cited.*`;

/** `9 of 14 quotations stand word for word, 1 more is undecided`. */
function tally(all: readonly Reference[]): string {
	const citations = all.map(({citation}) => citation);
	const {quoted, verified} = quotationsHeld(citations);
	const open = citations.filter(citation => citation.quote !== null && isUndecided(citation)).length;
	const more = open === 0 ? '' : `, ${open} more ${open === 1 ? 'is' : 'are'} undecided`;
	return `${verified} of ${plural(quoted, 'quotation')} ${quoted === 1 ? 'stands' : 'stand'} word for word${more}`;
}

const mostQuoted = 400;

/** A passage as far as there is room for it: a long one from the sentence on that the citation turns on. */
export function excerptOf(text: string, {quote, standing, support}: CitationEvent): string {
	const plain = oneLine(text);
	if (plain.length <= mostQuoted) return plain;
	const sentence = support?.evidence ?? (standing === 'altered' && quote !== null ? nearestTo(quote, plain) : '');
	const at = Math.max(0, plain.indexOf(sentence));
	const from = plain.slice(at);
	const shown = from.length > mostQuoted ? `${from.slice(0, mostQuoted).replace(/\s\S*$/u, '')} …` : from;
	return at === 0 ? shown : `… ${shown}`;
}

/** The sentence of a text that shares most words with a quotation. */
function nearestTo(quote: string, text: string): string {
	const wanted = new Set(wordsIn(quote));
	const shared = (sentence: string): number => new Set(wordsIn(sentence)).intersection(wanted).size;
	const sentences = splitSentences(text).map(sentence => sentence.trim());
	return sentences.reduce((best, each) => (shared(each) > shared(best) ? each : best), '');
}

/** A line a citation, to which the numbers in the text lead. */
export const footnotes = (state: DebateState): readonly string[] =>
	referencesOf(state).map(reference => footnote(state, reference));

function footnote(state: DebateState, {number, turn, citation, passage, document}: Reference): string {
	const {quote, named} = citation;
	const place =
		document && passage
			? `*${escapeInline(document.title)}*, ${escapeInline(passage.place)} (${passage.id})`
			: undefined;
	const parts = [
		`${citationSigns[signOf(citation)]} ${escapeInline(speakerOfTurn(state, turn))}`,
		...(quote === null ? [] : [`“${escapeInline(quote)}”`]),
		escapeInline(standingInWords(citation)),
		place ?? (named.length > 0 ? `named: ${escapeInline(named.join(', '))}` : undefined),
	].filter(part => part !== undefined);
	const words =
		passage && signOf(citation) !== 'verified'
			? ` There it says: “${escapeInline(excerptOf(passage.text, citation))}”`
			: '';
	return `[^${number}]: ${parts.join('; ')}.${words}`;
}
