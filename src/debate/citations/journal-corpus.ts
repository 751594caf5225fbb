/** The passages that a journal has, to hold quotations against where the documents themselves are gone. */
import type {SourceDesk, SourcesState} from '../sources.ts';
import {searched, standingOf, type Corpus, type SourcePassage} from './standing.ts';
import {wordsIn} from './tokens.ts';

/** Answers from what the journal has of them: nothing is searched for any more. */
export function journalDesk({documents, passages}: SourcesState, language: Corpus['language']): SourceDesk {
	const corpus = corpusOf(Object.values(passages), language, documents);
	return {
		open: false,
		documents,
		whole: undefined,
		left: [],
		check: quotation => standingOf(quotation, corpus),
		search: () => [],
		passage: id => passages[id],
		passagesOf: number => corpus.documents.find(document => document.number === number)?.passages ?? [],
		close() {},
	};
}

/** Passages by their documents, in their order; `about` says which of these are code. */
export function corpusOf(
	passages: readonly SourcePassage[],
	language: Corpus['language'],
	about: SourcesState['documents'] = [],
): Corpus {
	const byNumber = Map.groupBy(passages, ({id}) => Number(/^S(\d+)/u.exec(id)?.[1]));
	const place = ({id}: SourcePassage): number => Number(id.split('.')[1]);
	const documents = [...byNumber]
		.toSorted(([one], [other]) => one - other)
		.map(([number, own]) =>
			searched(
				number,
				own.toSorted((one, other) => place(one) - place(other)),
				about.some(each => each.number === number && each.kind === 'code'),
			),
		);
	return {documents, language, candidates: words => likeliest(documents, words)};
}

const mostCandidates = 12;

function likeliest(documents: Corpus['documents'], words: readonly string[]): ReturnType<Corpus['candidates']> {
	const wanted = new Set(words);
	return documents
		.flatMap(({number, passages}) =>
			passages.map((passage, place) => ({
				document: number,
				place,
				shared: new Set(wordsIn(passage.text)).intersection(wanted).size,
			})),
		)
		.toSorted((one, other) => other.shared - one.shared)
		.slice(0, mostCandidates);
}
