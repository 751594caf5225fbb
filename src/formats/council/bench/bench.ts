/**
 * By what a council is measured on a user’s own models: puzzles that code makes and solves, and invented documents
 * with a trap.
 */
import {z} from 'zod';
import type {DebateState} from '../../../debate/state.ts';
import type {BenchItem, BenchOutcome, FormatBench} from '../../contract.ts';
import {votesIn, winnerOf} from '../counting.ts';
import {inLotOrder, puzzleOf} from './puzzles.ts';
import {councilReport} from './report.ts';

const Documents = z.array(
	z.object({
		id: z.string().min(1),
		document: z.string().min(1),
		question: z.string().min(1),
		right: z.string().min(1),
		wrong: z.array(z.string().min(1)).min(2),
		/** What leads a hasty reader to a wrong answer. */
		trap: z.string().min(1),
	}),
);

/** So many people in each of six puzzles: the more, the harder. */
const sizes = [3, 3, 4, 4, 5, 6];
const puzzles = 30;

/** The puzzles and the documents of the table, in an order by lot. */
function benchItems(table: unknown, random: () => number): BenchItem[] {
	const made = Array.from({length: puzzles}, (_, place) =>
		puzzleOf(sizes[place % sizes.length] ?? 3, `knaves-${place + 1}`, random),
	);
	const read = Documents.parse(table).map(({id, document, question, right, wrong}): BenchItem => {
		const options = inLotOrder([right, ...wrong], random);
		return {id, question, options, right: options.indexOf(right), document};
	});
	return inLotOrder([...made, ...read], random);
}

/** The question in one prompt, with room to think; the answer stands in its last line. */
const promptOf = ({question, options, document}: BenchItem): string =>
	[
		...(document === undefined ? [] : [`<document>\n${document}\n</document>`]),
		question,
		...options.map((option, place) => `o${place + 1}: ${option}`),
		'Think it through step by step, for as long as it helps. Then try to refute your answer, check each step once more, and answer only then. The last line is “ANSWER: ” and the id of one option.',
	].join('\n\n');

const answerIn = (text: string): string | null => [...text.matchAll(/ANSWER:\W*(o\d)/gu)].at(-1)?.[1] ?? null;

function outcome({formats: {council}}: DebateState): BenchOutcome | undefined {
	const {answers, result} = council;
	return (
		result && {
			answers: answers.map(({position}) => position),
			blind: winnerOf(votesIn(council, 'blind')).winner,
			winner: result.winner,
			held: result.counted.map(({position}) => position),
			strength: result.strength,
			price: result.price?.inAnswers ?? answers.length,
		}
	);
}

export const councilBench: FormatBench = {
	table: 'council-questions/documents.json',
	items: benchItems,
	input: ({question, options, document}, members, talks) => ({
		topic: question,
		seat: members.map((voice, place) => `seat_${place + 1}=${voice}`),
		set: [`seats=${members.length}`, `options=${JSON.stringify(options)}`, `depth=${talks ? 'cruxes' : 'vote'}`],
		...(document !== undefined && {context: document}),
	}),
	prompt: promptOf,
	answerIn,
	outcome,
	report: councilReport,
};
