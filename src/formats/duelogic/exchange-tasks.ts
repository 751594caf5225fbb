/**
 * The course of a debate: what each exchange is for, so that eight of them are not one turn eight times, and what a
 * turn in it owes, so that it fits into its words.
 */
import {budgets, type WordBudget} from './config.ts';

type ExchangeTask = {
	readonly id: TaskId | 'last';
	readonly words: WordBudget;
	readonly wanted: string;
	readonly duties: Duties;
};

/** What a turn has to do beside its task, as far as there is occasion for it. */
type Duties = {
	/** Put a claim of an opponent's that is new, before objecting to it. */
	readonly steelMan: boolean;
	/** Name a doubt about its own way of thinking. */
	readonly doubt: boolean;
	/** Questions to be answered first, at most. */
	readonly answers: number;
};

/** Words that each of these takes, at the most that the obligations ask for. */
const dutyWords = {task: 75, steelMan: 50, doubt: 35, answer: 25} as const;

/** Words that a task takes with all its duties; where one point is asked for, the answer is that point. */
export const neededWords = ({duties: {steelMan, doubt, answers}}: ExchangeTask): number =>
	dutyWords.task + (steelMan ? dutyWords.steelMan + answers * dutyWords.answer : 0) + (doubt ? dutyWords.doubt : 0);

/** More than two questions nobody keeps in mind. */
const usualDuties: Duties = {steelMan: true, doubt: true, answers: 2};
/** The one question is the point, or there is none. */
const shortDuties: Duties = {steelMan: false, doubt: true, answers: 1};

const tasks = {
	crux: 'Find the claim of the other side on which the question turns, say why it is that one, and answer it.',
	question:
		'Answer what presses you most. Somewhere on the way put one question to one opponent by name, one that they cannot pass over.',
	one_point:
		'One point only, in few words: what you were asked by name, or else the one claim that you would least like to leave standing against you. Add nothing to it but the doubt that belongs to it.',
	evidence:
		'Bring the strongest evidence or case against your own answer yourself, and show what of your answer is left.',
	case: 'Take one concrete case, and follow it through: what does your answer do to the people in it, and what does your opponent’s?',
	agreement:
		'Say where an opponent and you agree by now, and then exactly where you part, so that listeners could point to the spot.',
	cost: 'Say who pays if you have your way and what you would tell them; then ask the same of an opponent’s answer.',
	edge: 'Take a principle of an opponent’s to a case that it must cover and that they have not thought of; then let yours be taken there too.',
	assumption: 'Name something that both sides have taken for granted, and say what becomes of your answer without it.',
	open: 'Meet the oldest claim against you that is still open, and let go of one of your own if you can no longer hold it.',
	practice:
		'Say what would happen on the first day, and who would have to do it, if your answer won; then in the tenth year.',
	change: 'Say what you think differently about since the opening, and what of your answer it leaves as it was.',
} as const;
type TaskId = keyof typeof tasks;

const last =
	'This is the last exchange. Make no new claim (a doubt of your own is none): meet what is still open against you, say what you have given up, and say what is left between you and the other side.';

const short: readonly TaskId[] = ['crux', 'one_point'];
const usual: readonly TaskId[] = ['crux', 'question', 'one_point', 'evidence', 'case', 'agreement', 'cost'];
const long: readonly TaskId[] = [
	...usual,
	...(['edge', 'assumption', 'open', 'practice', 'question', 'case', 'one_point', 'evidence', 'change'] as const),
	...(['cost', 'agreement', 'edge', 'open', 'question', 'case', 'assumption', 'one_point', 'evidence'] as const),
	...(['cost', 'practice', 'change', 'agreement'] as const),
];

/** The tasks of a debate of so many exchanges before its last: tables for 3, 8 and 30, and parts of them between. */
const courseOf = (exchanges: number): readonly TaskId[] =>
	exchanges <= short.length + 1 ? short : exchanges <= usual.length + 1 ? usual : long;

/** What the chairs are to do in an exchange, from 1, of at most so many. */
export function taskOf(exchange: number, exchanges: number, isLast: boolean): ExchangeTask {
	if (isLast) return {id: 'last', words: budgets.turn, wanted: last, duties: usualDuties};
	const course = courseOf(exchanges);
	const id = course[(exchange - 1) % course.length] ?? 'open';
	const again = course.slice(0, exchange - 1).includes(id) ? ' Not what you used for this before.' : '';
	const isShort = id === 'one_point';
	return {
		id,
		words: isShort ? budgets.short : budgets.turn,
		wanted: `${tasks[id]}${again}`,
		duties: isShort ? shortDuties : usualDuties,
	};
}
