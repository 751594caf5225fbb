/** Documents for debates in tests. */
import {journalDesk} from '../../src/debate/citations/journal-corpus.ts';
import type {SourceDesk} from '../../src/debate/sources.ts';

/**
 * A desk that answers from these passages, all of one document. With `search` it is open: a query finds the passages that
 * have all of its words.
 */
export function deskOf(passages: Readonly<Record<string, string>>, search = false): SourceDesk {
	const texts = Object.entries(passages).map(([id, text]) => ({id, place: 'line 1', text}));
	const document = {number: 1, title: 'Report', name: 'report.md', kind: 'markdown', bytes: 1, words: 1, hash: 'h'};
	const numbers = [...new Set(texts.map(({id}) => Number(/^S(\d+)/u.exec(id)?.[1])))];
	const documents = numbers.map(number => ({
		...document,
		number,
		...(number > 1 && {title: `Minutes ${number}`, name: `minutes-${number}.md`}),
		passages: texts.filter(({id}) => id.startsWith(`S${number}.`)).length,
		about: '',
	}));
	const byId = Object.fromEntries(texts.map(each => [each.id, each]));
	const state = {documents, whole: false, left: [], byCitation: false, passages: byId, research: [], cited: []};
	const desk = journalDesk(state, () => undefined);
	if (!search) return desk;
	return {
		...desk,
		open: true,
		search: (queries, known) =>
			texts.filter(
				({id, text}) =>
					!known.includes(id) && queries.some(query => query.split(' ').every(word => text.includes(word))),
			),
	};
}
