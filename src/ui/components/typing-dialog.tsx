import {countWords} from '../../debate/state.ts';
import type {WantedTurn} from '../../debate/events.ts';
import {clock, inWords} from '../../transcripts/wording.ts';
import type {DebateStore} from '../debate-store.ts';
import {lookOf} from '../looks.ts';
import {signs} from '../theme.ts';
import {TextDialog, textDialogHeight} from './text-dialog.tsx';

type Props = {readonly store: DebateStore; readonly wanted: WantedTurn; readonly rows: number; readonly width: number; readonly onLeave: () => void};

/** How many lines of a screen of so many rows a turn is written on. */
const linesFor = (rows: number): number => Math.max(3, Math.min(9, Math.floor(rows / 4)));
export const typingHeight = (rows: number): number => textDialogHeight(linesFor(rows));

const hints: Readonly<Record<string, string>> = {
	opening: 'Where do you stand, and why?',
	interruption: 'You cut in: make it short.',
	resumption: 'You were cut off. Answer that, then finish your point.',
};

/** A person's turn: whose it is, how much there is of it and how long there is left. What is written is kept while they look elsewhere. */
export function TypingDialog({store, wanted, rows, width, onLeave}: Props) {
	const {desk, state} = store;
	const {name, part} = lookOf(state, wanted.participant);
	const press = (key: string) => {
		if (key === 'esc') onLeave();
		if (key === 'pgup' || key === 'pgdn') store.transcript.page(key === 'pgup' ? -1 : 1);
		store.redraw();
	};
	const change = (text: string) => {
		desk.write(text);
		store.redraw();
	};
	const left = store.leftToType;
	const words = countWords(desk.textOf(wanted));
	const length = wanted.words === undefined ? String(words) : `${words} of ${wanted.words}`;
	return (
		<TextDialog
			key={wanted.call} title={`${signs.user} ${name}, your turn · ${width < 70 ? '' : `${part} · `}${inWords(wanted.kind)}`} note={`${length} words${left === undefined ? '' : ` · ${clock(left)}`}`}
			hint={`enter says it · alt+enter new line · ${width < 78 ? '' : 'PgUp PgDn scroll · '}esc look around`}
			placeholder={hints[wanted.kind] ?? 'What do you have to say?'} width={width} lines={linesFor(rows)} multiline byLine initial={desk.textOf(wanted)}
			onChange={change} onSubmit={text => store.say(wanted, text)} onKey={press}
		/>
	);
}
