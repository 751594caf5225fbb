import type {Budget, Question, UserAction} from '../../debate/events.ts';
import {formatCount, money} from '../../languages/wording.ts';
import type {DebateStore} from '../store/debate-store.ts';
import {displayOf} from '../../view/participants.ts';
import type {Option} from '../../view/rows.ts';
import type {SetView} from './stage-view.ts';
import {wrapText} from '../../view/wrap.ts';
import {Choice, choiceHeight} from '../kit/dialog.tsx';

type QuestionDialogProps = {
	readonly store: DebateStore;
	readonly question: Question;
	readonly width: number;
	readonly set: SetView;
	readonly send: (action: UserAction) => void;
};

const inWords = ({usd, tokens}: Budget): string =>
	[...(usd === undefined ? [] : [money(usd)]), ...(tokens === undefined ? [] : [`${formatCount(tokens)} tokens`])].join(
		' and ',
	);

const prefix = 'answer ';
const asIs = (option: string): Option => ({label: option, value: prefix + option});

/** The question's own options, and what else the screen can do about it. */
function answersTo({session, state}: DebateStore, {seat, budget, options}: Question): readonly Option[] {
	if (budget)
		return [
			{label: `raise it by ${inWords(budget)}`, value: 'raise'},
			...(session.seating ? [{label: 'raise it by a different amount', value: 'amount'}] : []),
			...options.map(asIs),
		];
	if (seat === undefined) return options.map(asIs);
	const own = state.seats.some(({id}) => id === seat) && session.seating;
	const [again, others] = [options.filter(isRetry), options.filter(option => !isRetry(option))];
	return [
		...again.map(named),
		...(own ? [{label: 'switch: choose another voice', value: 'voices'}] : []),
		...(own && own.people.includes(seat) ? [{label: 'switch: speak yourself', value: 'take'}] : []),
		...others.map(named),
	];
}

/** What can be done about a voice that failed, each under a word of its own. */
const verbs: Readonly<Record<string, string>> = {
	'try again': 'retry: ask it once more',
	'go on without it': 'skip: go on without it',
	'end the debate': 'end: stop the debate here',
};
const isRetry = (option: string): boolean => option === 'try again';
const named = (option: string): Option => ({label: verbs[option] ?? option, value: prefix + option});

/** Lines for what does not fit into the title. */
const MOST_LINES = 3;
/** Columns that the rule takes beside its title. */
const RULE = 8;

type QuestionHeading = {readonly title: string; readonly about: readonly string[]};

/** A short question is the title. Of a voice that failed, who and why is the title; what its server said is below. */
function headingOf({state}: DebateStore, {text, seat, budget}: Question, width: number): QuestionHeading {
	if (text.length <= width - RULE) return {title: text, about: []};
	const lines = (words: string) => wrapText(words, width);
	if (budget) return {title: 'The budget is nearly used up', about: upTo(lines(text))};
	if (seat === undefined) return {title: 'Your decision', about: upTo(lines(text))};
	const who = `${displayOf(state, seat).name} cannot go on`;
	const reason = text.startsWith(`${who}: `) ? text.slice(who.length + 2) : text;
	const cause = /^.+?(?=[:;] )/u.exec(reason)?.[0] ?? '';
	const title = `${who}: ${cause}`;
	return cause !== '' && title.length <= width - RULE
		? {title, about: upTo(lines(reason.slice(cause.length + 2)))}
		: {title: who, about: upTo(lines(reason))};
}

const upTo = (lines: readonly string[]): readonly string[] =>
	lines.length <= MOST_LINES ? lines : [...lines.slice(0, MOST_LINES - 1), `${lines[MOST_LINES - 1]?.slice(0, -1)}…`];

export const questionHeight = (store: DebateStore, question: Question, width: number): number =>
	headingOf(store, question, width).about.length + choiceHeight(answersTo(store, question));

/** A question asked by the engine or a script. */
export function QuestionDialog({store, question, width, set, send}: QuestionDialogProps) {
	const {seat, budget} = question;
	const choose = (value: string) => {
		if (value === 'raise' && budget) send({action: 'raise', ...budget});
		else if (value === 'take' && seat !== undefined) send({action: 'take', participant: seat});
		else if (value === 'amount' || value === 'voices') set({overlay: value, seat});
		else send({action: 'choose', question: question.id, choice: value.slice(prefix.length)});
	};
	return (
		<Choice
			{...headingOf(store, question, width)}
			options={answersTo(store, question)}
			width={width}
			onChoose={choose}
			onCancel={() => set({overlay: undefined})}
		/>
	);
}
