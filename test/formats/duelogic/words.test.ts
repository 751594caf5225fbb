/** How long a turn may be, what it owes in so many words, and what becomes of words that are too many. */
import {readFileSync} from 'node:fs';
import {describe, expect, it} from 'vitest';
import {countWords} from '../../../src/debate/text/words.ts';
import {rangeText} from '../../../src/formats/duelogic/config.ts';
import {neededWords, taskOf} from '../../../src/formats/duelogic/exchange-tasks.ts';
import {scoreFault} from '../../../src/formats/duelogic/turn-score.ts';
import {debate, fullAnswers, honest, type Answers} from './run-duelogic.ts';

const courses = [3, 8, 30];
const tasksOf = (exchanges: number) =>
	Array.from({length: exchanges}, (_, at) => taskOf(at + 1, exchanges, at + 1 === exchanges));

describe('the duties of an exchange', () => {
	it.each(courses)('fit into the fewest words that a turn of it can have, in a debate of %i', exchanges => {
		for (const task of tasksOf(exchanges)) {
			const {min, max} = task.words;
			expect(neededWords(task)).toBeLessThanOrEqual(Math.round((min + max) / 2));
		}
	});

	it('stand in the table of the docs as they are', () => {
		const page = readFileSync('docs/protocols/duelogic.md', 'utf8');
		const rows = page
			.split('\n')
			.filter(line => /^\|.*\| \d+-\d+ +\|/u.test(line))
			.map(line =>
				line
					.split('|')
					.slice(1, -1)
					.map(cell => cell.trim()),
			);
		const places = (cell = '') => (cell === '–' ? [] : cell.split(', ').map(Number));
		for (const [column, exchanges] of courses.entries()) {
			const named = rows.flatMap(row => places(row[column + 1]).map(place => [place, row.slice(4)] as const));
			expect(named.toSorted(([one], [other]) => one - other)).toEqual(
				tasksOf(exchanges).map((task, at) => [
					at + 1,
					[
						rangeText(task.words),
						task.duties.steelMan ? 'yes' : 'no',
						task.duties.doubt ? 'yes' : 'no',
						String(task.duties.answers),
						String(neededWords(task)),
					],
				]),
			);
		}
	});

	it('of one point only are no steel-man, one answer and no point of its own beside it', async () => {
		const asking = (whom: string, what: string) => `And you, ${whom}, ${what}? ${honest('a reply')}`;
		const {asked, state} = await debate({
			config: {flow: {maxExchanges: 3}},
			answers: ({kind, seat}) => {
				if (kind !== 'reply') return undefined;
				return seat === 'chair_1'
					? asking('Grok 3', 'who would pay for the ballots')
					: asking('Claude Sonnet 4', 'when would this law begin');
			},
		});
		const short = asked.filter(({kind, task}) => kind === 'reply' && task.includes('One point only'));
		expect(short).toHaveLength(2);
		for (const {task} of short) {
			expect(task).toMatch(/words="\d+-1[45]\d"/u);
			expect(task).not.toContain('- steel_man:');
			expect(task.match(/^- question:/gmu)).toHaveLength(1);
		}
		const judged = state.turns.filter(({round, kind}) => kind === 'reply' && round === 2);
		expect(judged.map(({owes}) => owes)).toEqual(judged.map(() => ({steelManning: false, selfCritique: true})));
		expect(judged.map(({asked: questions}) => questions?.length)).toEqual([1, 1]);
		expect(judged.map(({evaluation}) => evaluation?.steelManning?.applicable)).toEqual([false, false]);
	});
});

const vocabulary =
	'river stone garden winter bread candle mirror ladder cotton silver thunder meadow pepper window copper saddle marble lantern feather anchor basket willow hammer needle orchard'.split(
		' ',
	);

/** A sentence of ten words, unlike the others: who goes round in circles is stopped for that. */
const ten = (number: number) =>
	`Number ${number} ${Array.from({length: 8}, (_, at) => vocabulary[(number * 7 + at * (number + 3)) % vocabulary.length]).join(' ')}.`;
const sentences = (count: number, from = 1) => Array.from({length: count}, (_, at) => ten(from + at)).join(' ');

const firstReply = async (text: string, more: Answers = () => undefined) => {
	const held = await debate({
		config: {flow: {maxExchanges: 3}},
		answers: asked => {
			const first = asked.kind === 'reply' && asked.attribute('round') === '1' && asked.seat === 'chair_1';
			return first ? text : more(asked);
		},
	});
	const turn = held.turns('reply')[0] ?? expect.fail('there is no reply');
	return {...held, turn};
};

describe('a turn of more words than it may have', () => {
	it('is heard to its own end where that comes within a tenth', async () => {
		const text = `${sentences(29)}\n\n${sentences(4, 30)}`;
		const {turn} = await firstReply(text);
		expect(countWords(turn.text)).toBe(330);
		expect(turn).toMatchObject({text, finish: 'complete', reason: undefined});
	});

	it('ends with its paragraph where that ends within a tenth', async () => {
		const {turn} = await firstReply(`${sentences(31)}\n\n${sentences(9, 32)}`);
		expect(turn.text.trim()).toBe(sentences(31));
		expect(turn).toMatchObject({finish: 'complete', reason: 'ended at its limit of words'});
	});

	it('ends at the last sentence within a tenth else', async () => {
		const {turn} = await firstReply(sentences(50));
		expect(turn.text.trim()).toBe(sentences(33));
		expect(turn.reason).toBe('ended at its limit of words');
	});

	it('owes what it owes within its limit, whatever it goes on to say', async () => {
		const bare = async (text: string) => {
			const {turn} = await firstReply(text, asked =>
				asked.kind === 'judge' && asked.attribute('turn') === 't4'
					? JSON.stringify(fullAnswers(asked, {C1: {answer: 'none'}}))
					: undefined,
			);
			return turn;
		};
		const [over, within] = [await bare(`${honest('a reply')} ${sentences(40)}`), await bare(honest('a reply'))];
		expect([over.reason, within.reason]).toEqual(['ended at its limit of words', undefined]);
		expect(over.evaluation).toMatchObject({
			adherenceScore: within.evaluation?.adherenceScore,
			owed: {steelManning: true, selfCritique: true},
			violations: [{violation: 'missing_self_critique'}],
		});
		expect(over.evaluation && scoreFault(over.evaluation)).toBeUndefined();
	});
});
