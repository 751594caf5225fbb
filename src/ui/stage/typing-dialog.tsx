/**
 * The dialog in which a person types a turn or an answer: its parts, and the title, note, hints and warnings around
 * them.
 */
import {useInput} from 'ink';
import {type ReactNode, useState} from 'react';
import type {WantedTurn} from '../../debate/events.ts';
import type {DebateStore} from './debate-store.ts';
import {spokenText} from '../terminal/spoken-text.ts';
import {useKeyBuffer} from '../terminal/use-keys.ts';
import {useAnnounce, useScreenReader} from '../terminal/screen-reader.ts';
import {keyContextOf} from './key-context.ts';
import type {EditedPart} from './form-editor.ts';
import type {Action} from '../terminal/key-table.ts';
import {actionOf, type KeyContext, nameOfKey} from '../terminal/keys.ts';
import {KeyLine, Lines} from '../kit/lines.tsx';
import {TextDialog, textDialogHeight, Dialog} from '../kit/dialog.tsx';
import {countWords} from '../../debate/text/words.ts';
import {clock} from '../../languages/wording.ts';
import {kindName} from '../../formats/index.ts';
import {approvalKind, displayOf} from '../../view/participants.ts';
import {signs} from '../../view/theme.ts';
import {widthOf, truncate, wrapText} from '../../view/wrap.ts';
import type {Field} from '../../debate/form.ts';
import {line, type Row} from '../../view/rows.ts';
import {PickList} from '../kit/pick-list.tsx';
import {TextField} from '../kit/text-field.tsx';

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
	/** What would be said and looks like a command: it takes Enter once more. */ readonly doubted: string | undefined;
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
	const [doubted, doubt] = useState<string>();
	const change = (text: string) => {
		doubt(undefined);
		formEditor.write(wanted, text);
		store.redraw();
	};
	const holdKeys = useKeyBuffer(part.call);
	const say = (text: string) => {
		if (!part.field && looksLikeCommand.test(text.trim()) && doubted !== text) return doubt(text);
		// The next part may take a moment to come, if another process asks for it.
		if (part.field) holdKeys();
		store.say(wanted, text);
	};
	return {part, keyContext, press, change, say, doubted};
}

/**
 * A person types their turn, or one part of an answer. The dialog shows whose turn it is, how much is written and how
 * much time is left. The text is kept while they look elsewhere.
 */
export function TypingDialog(props: TypingDialogProps) {
	const {store, wanted, rows, width} = props;
	const {part, keyContext, press, change, say, doubted} = useTyping(props);
	const title = doubted === undefined ? titleFor(store, wanted, width) : doubtText(doubted);
	const note = noteFor(store, wanted, part);
	const keys = <KeyLine scope="typing" keyContext={keyContext} width={width} />;
	useAnnounce([
		leftAloud(store.typingTimeLeft),
		doubted === undefined ? '' : doubtText(doubted),
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
			placeholder={wanted.hint ?? hints[wanted.kind] ?? 'Your reply…'}
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

/** One word that other programs take for a command; said in a debate, it would be published. */
const looksLikeCommand =
	/^(?:[:/\\]\S+|\?|q|h|x|quit|exit|help|skip|stop|back|undo|redo|save|clear|home|menu|next|pause|resume|ls|cd|vim|git)[!.]?$/iu;

const doubtText = (text: string): string => `Say only “${truncate(text.trim(), 16)}”? Enter once more says it`;

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

// What stands around the text.

/** Columns beside the title: how much is written, the time that is left, and the lines around them. */
const BESIDE = 32;

/** Whose turn it is, and what kind of turn. */
function titleFor({state}: DebateStore, {participant, kind}: WantedTurn, width: number): string {
	if (kind === approvalKind) return `${signs.user} Your decision`;
	const {name, part} = displayOf(state, participant);
	const full = `${signs.user} ${name}, your turn · ${width < 70 ? '' : `${part} · `}${kindName(kind)}`;
	return widthOf(full) <= width - BESIDE ? full : `${signs.user} Your turn, ${name}`;
}

/** What the empty text says, by the kind of turn. */
const hints: Readonly<Record<string, string>> = {
	opening: 'Where do you stand, and why?',
	interruption: 'You cut in: make it short.',
	resumption: 'You were cut off. Answer that, then finish your point.',
	draft: 'Your answer to the task: the whole of it, ready to be used.',
};

/** Seconds left at which a screen reader says so. */
const warnings = [10, 30, 60] as const;

/** Says how much time is left, once it is short. */
function leftAloud(ms: number | undefined): string {
	const seconds = warnings.find(each => ms !== undefined && ms <= each * 1000);
	return seconds === undefined ? '' : `${seconds} seconds left.`;
}

/** The number of the part, how much is written, and the time left. */
function noteFor(
	{formEditor, typingTimeLeft}: DebateStore,
	wanted: WantedTurn,
	{field, given, number, of}: EditedPart,
): string {
	const words = countWords(formEditor.textOf(wanted));
	const length = wanted.words === undefined ? String(words) : `${words} of ${wanted.words}`;
	const place = field === undefined ? [] : [given === undefined ? `part ${number}` : `part ${number} of ${of}`];
	return [
		...place,
		...(field?.choices ? [] : [`${length} words`]),
		...(typingTimeLeft === undefined ? [] : [clock(typingTimeLeft)]),
	].join(' · ');
}

type FieldDialogProps = {
	readonly field: Field;
	/** It was answered before. */ readonly again: boolean;
	readonly title: string;
	readonly note: string;
	readonly keys: ReactNode;
	/** What stands there, or what was chosen. */ readonly text: string;
	readonly width: number;
	/** Lines of words that can be seen. */ readonly lines: number;
	readonly onSay: (text: string) => void;
	readonly onChange: (text: string) => void;
	readonly onKey: (key: string) => void;
};

const MOST_LINES = 3;
/** Choices that are in sight at once. */
const MOST_CHOICES = 7;

/**
 * What is asked for, and what is wrong with what was given. Where something is written, what is wanted stands above it.
 */
const askedRows = ({label, about, wrong}: Field, again: boolean, width: number): readonly Row[] => [
	...wrapText(label, width)
		.slice(0, MOST_LINES)
		.map(text => line(text, 'strong')),
	...(again && about !== undefined ? [line(truncate(about, width), 'dim')] : []),
	...(wrong === undefined ? [] : [line(truncate(`${signs.notice} ${wrong}`, width), 'warning')]),
];

const fieldHeight = (field: Field, again: boolean, width: number, lines: number): number =>
	askedRows(field, again, width).length + (field.choices ? Math.min(field.choices.length, MOST_CHOICES) : lines) + 2;

/** One thing of an answer that a person gives: in words or by choice. */
function FieldDialog(props: FieldDialogProps) {
	const {field, again, title, note, keys, width, lines, text, onSay, onChange, onKey} = props;
	const rows = askedRows(field, again, width);
	return (
		<Dialog title={title} note={note} hint={keys} width={width} height={fieldHeight(field, again, width, lines)}>
			<Lines rows={rows} width={width} height={rows.length} />
			{field.choices ? (
				<Chosen {...props} choices={field.choices} />
			) : (
				<TextField
					width={width}
					height={lines}
					placeholder={field.about ?? 'In your own words.'}
					initial={text}
					multiline
					byLine
					optional={field.optional === true}
					onSubmit={onSay}
					onChange={onChange}
					onKey={onKey}
				/>
			)}
		</Dialog>
	);
}

function Chosen({
	choices,
	text,
	width,
	onSay,
	onKey,
}: FieldDialogProps & {readonly choices: NonNullable<Field['choices']>}) {
	useInput((input, key) => onKey(nameOfKey(input, key)));
	return (
		<PickList
			entries={choices}
			chosen={Math.max(
				0,
				choices.findIndex(({value}) => value === text),
			)}
			width={width}
			height={Math.min(choices.length, MOST_CHOICES)}
			focused
			leaps={false}
			onChoose={index => onSay(choices[index]?.value ?? '')}
		/>
	);
}
