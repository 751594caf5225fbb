/** Eight ways to use a document, planted in one debate on eighteen: what code, bench, host and exports say of each. */
import {beforeAll, describe, expect, it} from 'vitest';
import {citationsOf, isFaulty} from '../../src/debate/sources.ts';
import {standingInWords} from '../../src/debate/views/citations.ts';
import {footnotes} from '../../src/exports/references.ts';
import {openLibrary} from '../../src/sources/worker.ts';
import {debate, honest, type Answers, type Debated} from '../formats/duelogic/run-duelogic.ts';

const plants = {
	ellipsis:
		'The engineers are careful: “Ours was calibrated on 2013 and 2021 … within 4 centimetres at the Mill Bridge” [S5.31].',
	'true, without an id':
		'The note What the Wall and the Meadow Would Cost says that “Premiums in Tanners’ Row and Lime Street have risen by 22 per cent on average since 2021”.',
	'changed figure':
		'By the model the meadow “lowers the hundred-year flood by 44 centimetres at the Mill Bridge” [S5.23].',
	'wrong document':
		'The report The Senn Wall at Averley says that “Forty-one houses have no cover at all, since none was offered” [S5.24].',
	'turned meaning': 'The delegation to Dornham did “offer this as a survey” [S3.16], and its numbers stand.',
	concession: 'I grant what the petition says, “The wall has never been overtopped” [S15.2], and it counts against me.',
	computed: 'The list has 69 households in all [S7.2], and each of them would have to go somewhere.',
	'straw man': 'My opponent says that every house in the town is to be pulled down by the spring.',
} as const;
type Plant = keyof typeof plants;
/** Who plants what, turn by turn. */
const planted: Readonly<Record<string, readonly Plant[]>> = {
	chair_1: ['ellipsis', 'changed figure', 'turned meaning', 'computed'],
	chair_2: ['true, without an id', 'wrong document', 'concession', 'straw man'],
};

/** A bench that reads the passage: two of the plants give words to a document which does not say them. */
const bench = (task: string): string =>
	JSON.stringify(
		Object.fromEntries(
			[...task.matchAll(/<(statement|quotation)[^>]* key="([^"]+)"[^>]*>([^]*?)<\/\1>/gu)].map(
				([, kind, key = '', body = '']) => {
					const isFalse = /Forty-one houses|offer this as a survey|by 44 cent/u.test(body);
					return [key, {answer: kind === 'statement' ? 'supports' : isFalse ? 'false' : 'fair', sentence: 0}];
				},
			),
		),
	);

describe('of eight plants in a debate on documents', () => {
	let held: Debated;
	const turnWith = (plant: Plant) => held.state.turns.find(({text}) => text.includes(plants[plant].slice(0, 30)));
	const citation = (plant: Plant) => citationsOf(turnWith(plant) ?? {})[0];

	beforeAll(async () => {
		const library = await openLibrary({named: ['data/averley'], cwd: process.cwd(), wholeUpTo: 0});
		const answers: Answers = ({kind, task, seat, request}) => {
			if (kind === 'support') return bench(task);
			if (kind === 'research') return JSON.stringify({queries: ['Mill Bridge lowering', 'houses without insurance']});
			if (kind !== 'opening' && kind !== 'reply') return undefined;
			const before = request.messages.map(({content}) => content).join('\n');
			const place = new Set(before.match(new RegExp(`Here is \\w+ \\d of ${seat}`, 'gu'))).size;
			const plant = planted[seat]?.[place];
			return honest(`${kind} ${place} of ${seat}`).replace('My own case', `${plant ? plants[plant] : ''} My own case`);
		};
		const desk = {...library, open: true, close() {}};
		held = await debate({desk, pace: 250, judges: 2, config: {flow: {maxExchanges: 3}}, answers});
	}, 60_000);

	/** How it stands in words, by code and bench, and what the turn is charged with. */
	const found: readonly (readonly [plant: Plant, inWords: string, charges: readonly string[]])[] = [
		['ellipsis', 'word for word', []],
		['true, without an id', 'word for word', []],
		['changed figure', 'altered in what it says: “44” stands for “34” (S5.23); judged: not what the document says', []],
		[
			'wrong document',
			'word for word in S1.12, and given to S5; judged: not what the document says',
			['false_citation'],
		],
		[
			'turned meaning',
			'cut out of a sentence that says something else: “not” is left out (S3.16); judged: not what the document says',
			['false_citation'],
		],
		['concession', 'word for word (a passage that the speaker was not shown)', []],
		[
			'computed',
			'in the speaker’s own words; judged: the passage bears it out; computed: 69 (sum of “Households”)',
			[],
		],
		['straw man', '', []],
	];

	it.each(found)('the %s is told as it is: %s', (plant, inWords, charges) => {
		const one = citation(plant);
		expect(one === undefined ? '' : standingInWords(one)).toBe(inWords);
		expect((turnWith(plant)?.evaluation?.violations ?? []).map(({violation}) => violation)).toEqual(charges);
		expect(one !== undefined && isFaulty(one)).toBe(
			['changed figure', 'wrong document', 'turned meaning'].includes(plant),
		);
	});

	it('the changed figure is cut in on at its sentence, and nothing else is', () => {
		const turn = turnWith('changed figure');
		expect(held.state.interruptions.map(({turnId, reason}) => [turnId, reason])).toEqual([
			[turn?.id, 'factual_correction'],
		]);
		expect(turn?.text.trim().endsWith('at the Mill Bridge”.')).toBe(true);
	});

	it('exports mark the three false ones alone', () => {
		const signs = footnotes(held.state).map(note => /^\[\^\d+\]: (.)/u.exec(note)?.[1]);
		expect(signs).toEqual(['✓', '✓', '✗', '✗', '✗', '✓', '~']);
	});
});
