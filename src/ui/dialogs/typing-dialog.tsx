import {countWords} from '../../debate/text/words.ts';
import type {WantedTurn} from '../../debate/events.ts';
import {clock, humanize} from '../../transcripts/wording.ts';
import type {DebateStore} from '../store/debate-store.ts';
import {spokenText} from '../terminal/spoken-text.ts';
import {useKeyBuffer} from '../terminal/use-key-buffer.ts';
import {useAnnounce} from '../terminal/use-announce.ts';
import {useScreenReader} from '../terminal/screen-reader.ts';
import {displayOf} from '../debate/participant-display.ts';
import {keyContextOf} from '../panes/key-context.ts';
import {signs} from '../text/theme.ts';
import type {EditedPart} from '../store/form-editor.ts';
import type {Action} from '../input/key-table.ts';
import {actionOf, type KeyContext} from '../input/keys.ts';
import {FieldDialog, fieldHeight} from '../kit/field-dialog.tsx';
import {KeyLine} from '../kit/key-line.tsx';
import {TextDialog, textDialogHeight} from '../kit/text-dialog.tsx';

type TypingDialogProps = {
	readonly store: DebateStore;
	readonly wanted: WantedTurn;
	readonly rows: number;
	readonly width: number;
	/** How many panes there are to go through above. */ readonly panes: number;
	readonly act: (action: Action) => void;
	readonly onLeave: () => void;
};

/** How many lines of a screen of so many rows a turn is written on. */
const linesFor = (rows: number): number => Math.max(3, Math.min(9, Math.floor(rows / 4)));

export function typingHeight({formEditor: desk}: DebateStore, wanted: WantedTurn, width: number, rows: number): number {
	const {field, given} = desk.asked(wanted);
	return field ? fieldHeight(field, given !== undefined, width, linesFor(rows)) : textDialogHeight(linesFor(rows));
}

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

/**
 * A person's turn, or one part of an answer of theirs: whose it is, how much there is of it and how long there is left.
 * What is written is kept while they look elsewhere.
 */
export function TypingDialog({store, wanted, rows, width, panes, act, onLeave}: TypingDialogProps) {
	const {formEditor: desk, state} = store;
	const {name, part} = displayOf(state, wanted.participant);
	const asked = desk.asked(wanted);
	const speech = useScreenReader();
	const keyContext = whileTyping(
		store,
		asked,
		speech ? (wanted.reading ? 'heard' : 'none') : panes > 1 ? 'seen' : 'none',
	);
	const press = (key: string) => {
		const action = actionOf(key, 'typing', keyContext);
		if (action === 'look-around') onLeave();
		else if (action === 'part-before' || action === 'next-part') desk.go(wanted, action === 'next-part' ? 1 : -1);
		else if (action === 'hear') speech?.say(wanted.reading?.text.split('\n').map(spokenText) ?? []);
		else if (action === 'page-up' || action === 'page-down' || action === 'pane-above') act(action);
		store.redraw();
	};
	const change = (text: string) => {
		desk.write(wanted, text);
		store.redraw();
	};
	const holdKeys = useKeyBuffer(asked.call);
	const say = (text: string) => {
		// What comes next may take a moment, where another process asks for it.
		if (asked.field) holdKeys();
		store.say(wanted, text);
	};
	const title = `${signs.user} ${name}, your turn · ${width < 70 ? '' : `${part} · `}${humanize(wanted.kind)}`;
	const note = noteFor(store, wanted, asked);
	const keys = <KeyLine scope="typing" keyContext={keyContext} width={width} />;
	useAnnounce([
		leftAloud(store.typingTimeLeft),
		asked.given === undefined ? '' : `Part ${asked.number} of ${asked.of}, as it was answered.`,
	]);
	if (asked.field)
		return (
			<FieldDialog
				key={asked.call}
				field={asked.field}
				again={asked.given !== undefined}
				title={title}
				note={note}
				keys={keys}
				text={desk.textOf(wanted)}
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
			placeholder={hints[wanted.kind] ?? 'What do you have to say?'}
			missing="Say something, or look around: s lets the turn pass there."
			width={width}
			lines={linesFor(rows)}
			multiline
			byLine
			initial={desk.textOf(wanted)}
			onChange={change}
			onSubmit={say}
			onKey={press}
		/>
	);
}

/** Which keys count where one looks. */
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

/** Which part it is, how much is written, and how long there is left. */
function noteFor(
	{formEditor: desk, typingTimeLeft: leftToType}: DebateStore,
	wanted: WantedTurn,
	{field, given, number, of}: EditedPart,
): string {
	const words = countWords(desk.textOf(wanted));
	const length = wanted.words === undefined ? String(words) : `${words} of ${wanted.words}`;
	const place = field === undefined ? [] : [given === undefined ? `part ${number}` : `part ${number} of ${of}`];
	return [
		...place,
		...(field?.choices ? [] : [`${length} words`]),
		...(leftToType === undefined ? [] : [clock(leftToType)]),
	].join(' · ');
}
