import type {WantedTurn} from '../../debate/events.ts';
import type {DebateStore} from '../store/debate-store.ts';
import {spokenText} from '../terminal/spoken-text.ts';
import {useKeyBuffer} from '../terminal/use-keys.ts';
import {useAnnounce, useScreenReader} from '../terminal/screen-reader.ts';
import {keyContextOf} from '../panes/key-context.ts';
import type {EditedPart} from '../store/form-editor.ts';
import type {Action} from '../terminal/key-table.ts';
import {actionOf, type KeyContext} from '../terminal/keys.ts';
import {FieldDialog, fieldHeight} from '../kit/field-dialog.tsx';
import {KeyLine} from '../kit/lines.tsx';
import {TextDialog, textDialogHeight} from '../kit/dialog.tsx';
import {hints, leftAloud, noteFor, titleFor} from './typing-text.ts';

type TypingDialogProps = {
	readonly store: DebateStore;
	readonly wanted: WantedTurn;
	readonly rows: number;
	readonly width: number;
	/** How many panes can be gone through above it. */ readonly panes: number;
	readonly act: (action: Action) => void;
	readonly onLeave: () => void;
};

/** The lines of the text, for a screen of that many rows. */
const linesFor = (rows: number): number => Math.max(3, Math.min(9, Math.floor(rows / 4)));

export function typingHeight({formEditor}: DebateStore, wanted: WantedTurn, width: number, rows: number): number {
	const {field, given} = formEditor.asked(wanted);
	return field ? fieldHeight(field, given !== undefined, width, linesFor(rows)) : textDialogHeight(linesFor(rows));
}

type Typing = {
	/** The part that is being written. */
	readonly part: EditedPart;
	readonly keyContext: KeyContext;
	readonly press: (key: string) => void;
	readonly change: (text: string) => void;
	readonly say: (text: string) => void;
};

/** The part that is being written, and what keys do to it. */
function useTyping({store, wanted, panes, act, onLeave}: TypingDialogProps): Typing {
	const {formEditor} = store;
	const part = formEditor.asked(wanted);
	const speech = useScreenReader();
	const above = speech ? (wanted.reading ? 'heard' : 'none') : panes > 1 ? 'seen' : 'none';
	const keyContext = whileTyping(store, part, above);
	const press = (key: string) => {
		const action = actionOf(key, 'typing', keyContext);
		if (action === 'look-around') onLeave();
		else if (action === 'part-before' || action === 'next-part') formEditor.go(wanted, action === 'next-part' ? 1 : -1);
		else if (action === 'hear') speech?.say(wanted.reading?.text.split('\n').map(spokenText) ?? []);
		else if (action === 'page-up' || action === 'page-down' || action === 'pane-above') act(action);
		store.redraw();
	};
	const change = (text: string) => {
		formEditor.write(wanted, text);
		store.redraw();
	};
	const holdKeys = useKeyBuffer(part.call);
	const say = (text: string) => {
		// The next part may take a moment to come, if another process asks for it.
		if (part.field) holdKeys();
		store.say(wanted, text);
	};
	return {part, keyContext, press, change, say};
}

/**
 * A person types their turn, or one part of an answer. The dialog shows whose turn it is, how much is written and how
 * much time is left. The text is kept while they look elsewhere.
 */
export function TypingDialog(props: TypingDialogProps) {
	const {store, wanted, rows, width} = props;
	const {part, keyContext, press, change, say} = useTyping(props);
	const title = titleFor(store, wanted, width);
	const note = noteFor(store, wanted, part);
	const keys = <KeyLine scope="typing" keyContext={keyContext} width={width} />;
	useAnnounce([
		leftAloud(store.typingTimeLeft),
		part.given === undefined ? '' : `Part ${part.number} of ${part.of}, as it was answered.`,
	]);
	if (part.field)
		return (
			<FieldDialog
				key={part.call}
				field={part.field}
				again={part.given !== undefined}
				title={title}
				note={note}
				keys={keys}
				text={store.formEditor.textOf(wanted)}
				width={width}
				lines={linesFor(rows)}
				onSay={say}
				onChange={change}
				onKey={press}
			/>
		);
	return (
		<TextDialog
			key={wanted.call}
			title={title}
			note={note}
			hint={keys}
			placeholder={hints[wanted.kind] ?? 'Your reply…'}
			missing="Type a reply, or press Esc to look around (s there skips the turn)."
			width={width}
			lines={linesFor(rows)}
			multiline
			byLine
			initial={store.formEditor.textOf(wanted)}
			onChange={change}
			onSubmit={say}
			onKey={press}
		/>
	);
}

/** Leaves out the keys that do nothing for this part. */
function whileTyping(
	store: DebateStore,
	{field, number, of}: EditedPart,
	above: 'seen' | 'heard' | 'none',
): KeyContext {
	const unavailable: readonly Action[] = [
		field ? 'say' : 'give',
		...(field?.choices ? (['new-line'] as const) : (['choose'] as const)),
		...(number === 1 ? (['part-before'] as const) : []),
		...(number === of ? (['next-part'] as const) : []),
		...(above === 'seen' ? [] : (['pane-above'] as const)),
		...(above === 'heard' ? [] : (['hear'] as const)),
	];
	return {...keyContextOf(store), unavailable};
}
