import {countWords} from '../../debate/state.ts';
import type {WantedTurn} from '../../debate/events.ts';
import {clock, inWords} from '../../transcripts/wording.ts';
import type {DebateStore} from '../debate-store.ts';
import {useSaid} from '../hooks/use-said.ts';
import {lookOf} from '../looks.ts';
import {signs} from '../theme.ts';
import {FieldDialog, fieldHeight, type AskedTurn} from './field-dialog.tsx';
import {TextDialog, textDialogHeight} from './text-dialog.tsx';

type Props = {readonly store: DebateStore; readonly wanted: WantedTurn; readonly rows: number; readonly width: number; readonly page: (way: 'page-up' | 'page-down') => void; readonly onLeave: () => void};

/** How many lines of a screen of so many rows a turn is written on. */
const linesFor = (rows: number): number => Math.max(3, Math.min(9, Math.floor(rows / 4)));
export const typingHeight = ({field}: Pick<WantedTurn, 'field'>, width: number, rows: number): number => (field ? fieldHeight(field, width, linesFor(rows)) : textDialogHeight(linesFor(rows)));

const hints: Readonly<Record<string, string>> = {
	opening: 'Where do you stand, and why?',
	interruption: 'You cut in: make it short.',
	resumption: 'You were cut off. Answer that, then finish your point.',
	draft: 'Your answer to the task: the whole of it, ready to be used.',
};

/** Seconds that are left for a turn when it is said that they are. */
const warnings = [10, 30, 60] as const;

/** The time that is left, where it is time to say so. */
function leftAloud(ms: number | undefined): string {
	const seconds = warnings.find(each => ms !== undefined && ms <= each * 1000);
	return seconds === undefined ? '' : `${seconds} seconds left.`;
}

const isField = (wanted: WantedTurn): wanted is AskedTurn => wanted.field !== undefined;

/** A person's turn, or one thing of an answer of theirs: whose it is, how much there is of it and how long there is left. What is written is kept while they look elsewhere. */
export function TypingDialog({store, wanted, rows, width, page, onLeave}: Props) {
	const {desk, state} = store;
	const {name, part} = lookOf(state, wanted.participant);
	const press = (key: string) => {
		if (key === 'esc') onLeave();
		if (key === 'pgup' || key === 'pgdn') page(key === 'pgup' ? 'page-up' : 'page-down');
		store.redraw();
	};
	const change = (text: string) => {
		desk.write(text);
		store.redraw();
	};
	const say = (text: string) => store.say(wanted, text);
	const title = `${signs.user} ${name}, your turn · ${width < 70 ? '' : `${part} · `}${inWords(wanted.kind)}`;
	const note = noteFor(store, wanted);
	useSaid([leftAloud(store.leftToType)]);
	if (isField(wanted)) return <FieldDialog key={wanted.call} wanted={wanted} title={title} note={note} text={desk.textOf(wanted)} width={width} lines={linesFor(rows)} onSay={say} onChange={change} onKey={press}/>;
	return (
		<TextDialog
			key={wanted.call} title={title} note={note} hint={`enter says it · alt+enter new line · ${width < 78 ? '' : 'PgUp PgDn scroll · '}esc look around`}
			placeholder={hints[wanted.kind] ?? 'What do you have to say?'} width={width} lines={linesFor(rows)} multiline byLine initial={desk.textOf(wanted)}
			onChange={change} onSubmit={say} onKey={press}
		/>
	);
}

/** How much is written, and how long there is left. */
function noteFor({desk, leftToType}: DebateStore, wanted: WantedTurn): string {
	const words = countWords(desk.textOf(wanted));
	const length = wanted.words === undefined ? String(words) : `${words} of ${wanted.words}`;
	return [...(wanted.field?.choices ? [] : [`${length} words`]), ...(leftToType === undefined ? [] : [clock(leftToType)])].join(' · ');
}
