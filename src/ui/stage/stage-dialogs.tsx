/**
 * The small dialogs at the foot of a stage: a question to the listener, to interject, to barge in, to stop, to search.
 */
import {useState} from 'react';
import type {Budget, Question, UserAction} from '../../debate/events.ts';
import {formatCount, money, plural} from '../../languages/wording.ts';
import type {DebateStore} from './debate-store.ts';
import {displayOf} from '../../view/participants.ts';
import {type Option, row, span, type Row} from '../../view/rows.ts';
import type {SetView} from './stage-view.ts';
import {wrapText} from '../../view/wrap.ts';
import {Choice, choiceHeight, Dialog, PickDialog, pickHeight, TextDialog, textDialogHeight} from '../kit/dialog.tsx';
import type {DebateState} from '../../debate/state.ts';
import {arguingSeats} from '../../debate/seats.ts';
import {paneOf} from '../../formats/index.ts';
import {spokenChoice, spokenText} from '../terminal/spoken-text.ts';
import {signs} from '../../view/theme.ts';
import {Line} from '../kit/lines.tsx';
import {TextField} from '../kit/text-field.tsx';
import type {SeatingPort} from '../../app/plan/voice-options.ts';
import {useAnnounce, useScreenReader} from '../terminal/screen-reader.ts';

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

type InterjectDialogProps = {
	readonly state: DebateState;
	readonly width: number;
	readonly onSend: (action: UserAction) => void;
	readonly onCancel: () => void;
};

export const INTERJECT_HEIGHT = 6;

/** Asks why the arbiter is to step in, and whom it should address. */
export function InterjectDialog({state, width, onSend, onCancel}: InterjectDialogProps) {
	const [target, setTarget] = useState(0);
	const seats = arguingSeats(state.seats);
	const chosen = seats[target - 1];
	const press = (name: string) => {
		if (name === 'esc') onCancel();
		if (name === 'down' || name === 'tab') setTarget((target + 1) % (seats.length + 1));
		if (name === 'up' || name === 'shift+tab') setTarget((target + seats.length) % (seats.length + 1));
	};
	const send = (reason: string) => onSend({action: 'interject', reason, ...(chosen ? {target: chosen.id} : {})});
	return (
		<Dialog
			title="Ask the arbiter to step in"
			hint="enter send · ↑↓ addressee · esc back"
			width={width}
			height={INTERJECT_HEIGHT}
		>
			<Line
				row={targetRow(
					seats.map(seat => displayOf(state, seat.id).shortName),
					target,
				)}
				width={width}
			/>
			<TextField
				width={width}
				height={3}
				placeholder="What should they address?"
				missing="Say what they should address."
				multiline
				onSubmit={send}
				onKey={press}
			/>
		</Dialog>
	);
}

function targetRow(names: readonly string[], target: number): Row {
	const all = ['everyone', ...names];
	const shown = row(
		span('to ', 'dim'),
		...all.flatMap((name, index) => [
			span(index === 0 ? '' : '   '),
			index === target ? span(`${signs.chosen} ${name}`, 'chosen') : span(name, 'dim'),
		]),
	);
	return {...shown, spoken: spokenChoice(`to ${all[target] ?? ''}`, true, target, all.length)};
}

const wishesOf = (state: DebateState) => paneOf(state)?.steering?.(state) ?? [];

export const steerHeight = (state: DebateState): number => Math.max(BARGE_IN_HEIGHT, pickHeight(wishesOf(state)));

/** How the debate is to go on, out of what its format offers; some of it is said in words. */
export function SteerDialog({state, width, onSend, onCancel}: InterjectDialogProps) {
	const [chosen, setChosen] = useState<string>();
	const wishes = wishesOf(state);
	const wish = wishes.find(({value}) => value === chosen);
	const send = (target: string, reason: string) => onSend({action: 'interject', target, reason});
	if (wish?.asks !== undefined)
		return (
			<TextDialog
				title="Steer"
				hint="enter: send · esc back"
				placeholder={wish.asks}
				missing="Say something, or go back."
				width={width}
				onSubmit={text => send(wish.value, text)}
				onKey={name => (name === 'esc' ? setChosen(undefined) : undefined)}
			/>
		);
	const choose = (value: string) => {
		const taken = wishes.find(each => each.value === value);
		if (taken && taken.asks === undefined) send(value, taken.label);
		else setChosen(value);
	};
	return <PickDialog title="Steer" options={wishes} width={width} onChoose={choose} onCancel={onCancel} />;
}

type BargeInDialogProps = {
	readonly width: number;
	readonly onSay: (text: string) => void;
	readonly onCancel: () => void;
};

export const BARGE_IN_HEIGHT = textDialogHeight();

/** The user's own words, said into the running turn. */
export const BargeInDialog = ({width, onSay, onCancel}: BargeInDialogProps) => (
	<TextDialog
		title="Barge in"
		hint="enter: speak at the end of this sentence · esc back"
		placeholder="what you want to say"
		missing="Say something, or go back."
		width={width}
		multiline
		byLine
		onSubmit={onSay}
		onKey={name => (name === 'esc' ? onCancel() : undefined)}
	/>
);

type AmountDialogProps = {
	readonly seating: SeatingPort;
	readonly width: number;
	readonly onSend: (action: UserAction) => void;
	readonly onCancel: () => void;
};

export const AMOUNT_HEIGHT = textDialogHeight(1);

/** Asks by how much the budget is to be raised. */
export function AmountDialog({seating, width, onSend, onCancel}: AmountDialogProps) {
	const [problem, setProblem] = useState<string>();
	const submit = (text: string) => {
		const amount = seating.amount(text);
		if (typeof amount === 'string') setProblem(amount);
		else onSend({action: 'raise', ...amount});
	};
	return (
		<TextDialog
			title={problem ?? 'Raise the budget by how much?'}
			hint="enter raise · esc back"
			placeholder="0.25usd, or 50000tok"
			width={width}
			lines={1}
			onChange={() => setProblem(undefined)}
			onSubmit={submit}
			onKey={name => (name === 'esc' ? onCancel() : undefined)}
		/>
	);
}

const waysToStop: readonly Option[] = [
	{label: 'quit and keep for later', value: 'leave'},
	{label: 'end with a closing', value: 'closing'},
	{label: 'end now', value: 'at-once'},
	{label: 'keep going', value: 'keep'},
];

export const STOP_HEIGHT = choiceHeight(waysToStop);

type StopDialogProps = {
	readonly width: number;
	readonly send: (action: UserAction) => void;
	readonly onLeave: () => void;
	readonly onCancel: () => void;
};

/** Asks how a running debate is to end, if at all. */
export function StopDialog({width, send, onLeave, onCancel}: StopDialogProps) {
	const stop = (way: string) => {
		if (way === 'leave') onLeave();
		else if (way === 'keep') onCancel();
		else send({action: 'stop', closing: way === 'closing'});
	};
	return <Choice title="End this debate?" options={waysToStop} width={width} onChoose={stop} onCancel={onCancel} />;
}

const instantly: readonly Option[] = [
	{label: 'not now: it goes on at its pace', value: 'back'},
	{label: 'at once, as fast as models answer', value: 'start'},
];

export const INSTANT_HEIGHT = choiceHeight(instantly);

type InstantProps = {readonly store: DebateStore; readonly width: number; readonly onClose: () => void};

/** Asks before a debate that costs money runs off: minutes of it would be spent in seconds. */
export function InstantDialog({store, width, onClose}: InstantProps) {
	const choose = (value: string) => {
		if (value === 'start') store.goInstant();
		onClose();
	};
	return (
		<Choice
			title="At once? It costs the same, within seconds"
			options={instantly}
			width={width}
			onChoose={choose}
			onCancel={onClose}
		/>
	);
}

type SearchDialogProps = {
	readonly store: DebateStore;
	readonly set: SetView;
	readonly search: string;
	readonly width: number;
	/** Scrolls the transcript by a page. */ readonly page: (way: 'page-up' | 'page-down') => void;
};

export const SEARCH_HEIGHT = textDialogHeight(1);

type SearchStatus = {readonly title: string; readonly note?: string};
const nothing: SearchStatus = {title: 'Search'};

/** How many turns match and which one is current, or that there is no further match. */
function saidOf({transcript}: DebateStore, words: string, noMore?: -1 | 1): SearchStatus {
	const {at, of} = transcript.tally(words);
	if (words === '') return nothing;
	if (of === 0) return {title: 'Search · no turn has these words'};
	return {
		title: noMore === undefined ? 'Search' : `Search · no ${noMore < 0 ? 'earlier' : 'later'} match`,
		note: at === undefined ? `in ${plural(of, 'turn')}` : `${at} of ${plural(of, 'turn')}`,
	};
}

/** The size of a hidden transcript window, used to find the line for a screen reader. */
const WINDOW = [80, 8] as const;

/** The current match, read aloud. */
function foundLine({transcript, state}: DebateStore): string {
	transcript.view(state, ...WINDOW);
	const {foundRow} = transcript;
	return foundRow ? `Found: ${spokenText(foundRow.spans.map(({text}) => text).join(''))}` : '';
}

/**
 * Searches the transcript, starting from what is visible. Matches are marked while typing; the current one has the
 * pointer.
 */
export function SearchDialog({store, set, search, width, page}: SearchDialogProps) {
	const [{title, note}, say] = useState<SearchStatus>(nothing);
	useAnnounce([useScreenReader() ? foundLine(store) : '']);
	const go = (direction: -1 | 1) => {
		if (search !== '') store.transcript.unfold();
		const found = search !== '' && store.transcript.find(search, direction);
		say(saidOf(store, search, found ? undefined : direction));
		store.redraw();
	};
	const press = (name: string) => {
		if (name === 'esc') {
			store.transcript.forgetFound();
			set({overlay: undefined, search: ''});
		}
		if (name === 'up') go(-1);
		if (name === 'down') go(1);
		if (name === 'pgup' || name === 'pgdn') page(name === 'pgup' ? 'page-up' : 'page-down');
	};
	const look = (words: string) => {
		store.transcript.forgetFound();
		set({search: words});
		say(saidOf(store, words));
	};
	return (
		<TextDialog
			title={title}
			{...(note !== undefined && {note})}
			hint="enter or ↑ earlier · ↓ later · esc done"
			placeholder="words"
			width={width}
			lines={1}
			onChange={text => look(text.trim())}
			onSubmit={() => go(-1)}
			onKey={press}
		/>
	);
}
