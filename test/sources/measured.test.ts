/** How many true quotations stand, and how many false ones are seen, of forty each drawn from thirty documents. */
import {join} from 'node:path';
import {beforeAll, describe, expect, it} from 'vitest';
import {isProposed} from '../../src/debate/sources.ts';
import type {SourcePassage} from '../../src/debate/citations/standing.ts';
import {splitSentences} from '../../src/debate/text/sentences.ts';
import {openLibrary} from '../../src/sources/worker.ts';

const cwd = join(import.meta.dirname, '..', '..');
const each = 40;
type Drawn = {readonly quote: string; readonly id: string};

/** The same draw each time. */
function drawFrom<T>(all: readonly T[], count: number): readonly T[] {
	const step = Math.max(1, Math.floor(all.length / count));
	return all.filter((_, place) => place % step === 0).slice(0, count);
}

describe('of quotations drawn from thirty documents', () => {
	let library: Awaited<ReturnType<typeof openLibrary>>;
	let sentences: readonly Drawn[];
	beforeAll(async () => {
		library = await openLibrary({named: ['data/averley', 'test/fixtures/sources'], cwd, wholeUpTo: 4000});
		const passages = library.documents
			.filter(({kind}) => kind !== 'code' && kind !== 'table')
			.flatMap(({number}) => library.passagesOf(number));
		sentences = passages.flatMap(({id, text}: SourcePassage) =>
			splitSentences(text)
				.map(sentence => ({id, quote: sentence.trim()}))
				.filter(({quote}) => /^\p{Lu}[^“”"[\]…|#]{50,200}[.]$/u.test(quote)),
		);
	}, 60_000);

	const standing = ({quote, id}: Drawn) => library.check({quote, before: '', ids: [id]});
	/** What differs is shown at once, or judges are asked. */
	const isCaught = (drawn: Drawn): boolean => {
		const {standing: found, sense} = standing(drawn);
		return isProposed({standing: found}) || (found === 'altered' && sense !== undefined);
	};
	const caught = (some: readonly Drawn[]): number => some.filter(isCaught).length;

	it('true ones stand, whole or in part, and none is accused', () => {
		expect(library.documents.length).toBeGreaterThanOrEqual(28);
		const whole = drawFrom(sentences, each);
		const parts = whole.map(({quote, id}) => ({id, quote: quote.split(' ').slice(0, 8).join(' ')}));
		expect(whole).toHaveLength(each);
		for (const drawn of [...whole, ...parts])
			expect([drawn.quote, standing(drawn).standing]).toEqual([
				drawn.quote,
				expect.stringMatching(/^(?:verified|halved)$/u),
			]);
		expect(whole.filter(drawn => standing(drawn).standing === 'verified')).toHaveLength(each);
	});

	it('false ones are seen: another figure, a denial dropped, two sentences in one, words that nobody wrote', () => {
		const figures = sentences.flatMap(({id, quote}) => {
			const other = quote.replace(/\b[1-9]\d*\b/u, found => String(Number(found) + 7));
			return other === quote ? [] : [{id, quote: other}];
		});
		const denials = sentences.flatMap(({id, quote}) => {
			const other = quote.replace(/ (?:not|never)\b/u, '');
			return other === quote ? [] : [{id, quote: other}];
		});
		const halves = sentences.map(({id, quote}, place) => {
			const [one, other] = [quote, sentences[(place + 97) % sentences.length]?.quote ?? ''].map(text =>
				text.split(' '),
			);
			return {id, quote: [...(one ?? []).slice(0, 7), ...(other ?? []).slice(-7)].join(' ')};
		});
		const invented = sentences.map(({id}, place) => ({
			id,
			quote: `every ${place} of the lamplighters wrote to thank their council for it`,
		}));
		const drawn = [figures, denials, halves, invented].flatMap(some => drawFrom(some, each / 4));
		expect(drawn).toHaveLength(each);
		expect(caught(drawn) / each).toBeGreaterThanOrEqual(0.97);
	});
});
