/**
 * Code that a side quotes with its place in brackets behind it, such as `left > 0` [src/retry.ts:42]: it is held
 * against the file at the commit, as quotations of documents are in a debate that stands on some.
 */
import {z} from 'zod';
import {citedIn} from '../../debate/citations/marks.ts';
import {isQuotation} from '../../debate/citations/standing.ts';
import type {Floor} from '../../debate/protocol.ts';
import {SourceDocument} from '../../debate/sources.ts';
import {splitSentences} from '../../debate/text/sentences.ts';

/** A place in brackets: a file and lines, of the file before the change where it says so. */
const bracketed =
	/\[`?(?<path>[^\s[\]`:]+):(?<from>\d{1,7})(?:[-–](?<to>\d{1,7}))?`?(?<old>,? old(?: file)?)?\](?!\()/gu;

/** Lines from 1. `quote` is what stands before it in its sentence; undefined where a statement names it. */
const QuotedPlace = z.object({
	path: z.string().min(1),
	from: z.int().positive(),
	to: z.int().positive(),
	old: z.boolean(),
	quote: z.string().optional(),
});
type QuotedPlace = z.infer<typeof QuotedPlace>;

/** Places at most that are looked up in one section or answer. */
const mostPlaces = 60;

export const HoldQuotations = z.object({
	places: z.array(QuotedPlace).max(mostPlaces),
	/** Documents that the debate has listed so far. */
	known: z.array(z.object({number: z.int().positive(), name: z.string()})),
});

/** Documents that were not listed before, and of each place its passages, and what is wrong with its quotation. */
export const QuotationsHeld = z.object({
	documents: z.array(SourceDocument),
	places: z.array(z.object({ids: z.array(z.string()), fault: z.string().nullable()})),
});
export type QuotationsHeld = z.infer<typeof QuotationsHeld>;

/** A place is no quotation, though it may stand between backticks itself. */
const withPlainPlaces = (text: string): string => text.replaceAll(bracketed, place => place.replaceAll('`', ''));

/** Places in brackets, each with where it stands and the quotation that it belongs to. */
export function quotedPlacesIn(written: string): readonly (QuotedPlace & {readonly at: number})[] {
	const text = withPlainPlaces(written);
	const found = [...text.matchAll(bracketed)].slice(0, mostPlaces);
	const marks = found.map(({index}) => ({at: text.slice(0, index).trimEnd().length, ids: [String(index)]}));
	const quotes = new Map<string, string>();
	let from = 0;
	for (const sentence of splitSentences(text)) {
		const to = from + sentence.length;
		for (const {ids, quotation} of citedIn(text, {from, to}, marks).cited)
			for (const id of ids) if (quotation) quotes.set(id, quotation.text.trim());
		from = to;
	}
	return found.flatMap(({index, groups = {}}): (QuotedPlace & {readonly at: number})[] => {
		const {path = '', from: first = '', to = first, old} = groups;
		const [one, last] = [Number(first), Number(to)];
		if (one < 1 || last < one) return [];
		const quote = quotes.get(String(index));
		const at = text.slice(0, index).trimEnd().length;
		return [{path, from: one, to: last, old: old !== undefined, ...(quote !== undefined && {quote}), at}];
	});
}

const hold = async (floor: Floor, places: readonly QuotedPlace[]): Promise<QuotationsHeld> => {
	const known = floor.heard.sources?.documents ?? [];
	const wish: z.infer<typeof HoldQuotations> = {
		places: places.map(({path, from, to, old, quote}) => ({path, from, to, old, ...(quote !== undefined && {quote})})),
		known: known.map(({number, name}) => ({number, name})),
	};
	return QuotationsHeld.parse(await floor.perform('hold-quotations', wish));
};

/**
 * A section with the ids of what it quotes behind each quotation: whoever says it takes them out again, and keeps them
 * as citations. Files that are quoted for the first time are listed.
 */
export async function withPassageIds(floor: Floor, text: string): Promise<string> {
	const places = quotedPlacesIn(text);
	if (places.length === 0) return text;
	const {documents, places: held} = await hold(floor, places);
	if (documents.length > 0) await floor.record({type: 'sources', documents, whole: false, cited: true});
	return places
		.map(({at}, index) => ({at, ids: held[index]?.ids ?? []}))
		.filter(({ids}) => ids.length > 0)
		.toReversed()
		.reduce((said, {at, ids}) => `${said.slice(0, at)} [${ids.join(', ')}]${said.slice(at)}`, withPlainPlaces(text));
}

/** What is wrong with the quotations in an answer, each text for itself. */
export async function quotationFaults(floor: Floor, texts: readonly (string | null | undefined)[]): Promise<string[]> {
	const places = texts
		.flatMap(text => (text ? quotedPlacesIn(text) : []))
		.filter(({quote}) => quote !== undefined && isQuotation(quote))
		.slice(0, mostPlaces);
	if (places.length === 0) return [];
	const {places: held} = await hold(floor, places);
	return held.flatMap(({fault}) => fault ?? []);
}
