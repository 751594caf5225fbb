import {useInput} from 'ink';
import type {ReactNode} from 'react';
import type {Field} from '../../debate/form.ts';
import {nameOfKey} from '../terminal/keys.ts';
import {line, type Row} from '../../view/rows.ts';
import {signs} from '../../view/theme.ts';
import {truncate, wrapText} from '../../view/wrap.ts';
import {Dialog} from './dialog.tsx';
import {Lines} from './lines.tsx';
import {PickList} from './pick-list.tsx';
import {TextField} from './text-field.tsx';

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

export const fieldHeight = (field: Field, again: boolean, width: number, lines: number): number =>
	askedRows(field, again, width).length + (field.choices ? Math.min(field.choices.length, MOST_CHOICES) : lines) + 2;

/** One thing of an answer that a person gives: in words or by choice. */
export function FieldDialog(props: FieldDialogProps) {
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
