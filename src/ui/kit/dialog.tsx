/** Dialogs at the foot of a screen: a frame with title and keys, and in it a choice, a text, or a list to pick from. */
import {Box, useInput} from 'ink';
import type {ReactNode} from 'react';
import {spokenText} from '../terminal/spoken-text.ts';
import {useCloseAnnouncement} from '../terminal/screen-reader.ts';
import {rule, span, type Option, line} from '../../view/rows.ts';
import {hintRow, Line, Lines} from './lines.tsx';
import {nameOfKey} from '../terminal/keys.ts';
import {PickList} from './pick-list.tsx';
import {TextField, type TextFieldProps} from './text-field.tsx';

type DialogProps = {
	readonly title: string;
	/** At its right end. */ readonly note?: string;
	/** Its keys. */ readonly hint: ReactNode;
	readonly width: number;
	readonly height: number;
	readonly children: ReactNode;
};

/** A question at the foot of the screen, with its keys below it; the debate goes on above. `height` is all of it. */
export function Dialog({title, note, hint, width, height, children}: DialogProps) {
	useCloseAnnouncement();
	const head = rule(width, span(title, 'brand'), ...(note === undefined ? [] : [span(note, 'strong')]));
	return (
		<Box flexDirection="column" flexShrink={0} width={width} height={height}>
			<Line row={{...head, spoken: spokenText(title)}} width={width} />
			<Box flexDirection="column" height={height - 2}>
				{children}
			</Box>
			{typeof hint === 'string' ? <Line row={hintRow(hint)} width={width} /> : hint}
		</Box>
	);
}

type ChoiceProps = {
	readonly title: string;
	/** Said above the options. */ readonly about?: readonly string[];
	readonly options: readonly Option[];
	readonly width: number;
	/** How many lines of options fit. */ readonly most?: number;
	readonly onChoose: (value: string) => void;
	readonly onCancel: () => void;
};

export const choiceHeight = (options: readonly Option[]): number => options.length + 2;

/** One of a few things to do, by arrows and Enter or by number. */
export function Choice({title, about = [], options, width, most = options.length, onChoose, onCancel}: ChoiceProps) {
	useInput((input, key) => {
		if (nameOfKey(input, key) === 'esc') onCancel();
	});
	return (
		<Dialog
			title={title}
			hint="↑↓ choose · enter confirm · esc back"
			width={width}
			height={about.length + Math.min(options.length, most) + 2}
		>
			{about.length > 0 ? (
				<Lines rows={about.map(text => line(text, 'warning'))} width={width} height={about.length} />
			) : null}
			<PickList
				entries={options}
				width={width}
				height={most}
				focused
				onChoose={index => onChoose(options[index]?.value ?? '')}
			/>
		</Dialog>
	);
}

type TextDialogProps = Omit<TextFieldProps, 'height' | 'onKey'> & {
	readonly title: string;
	readonly hint: ReactNode;
	/** At the right end of the title. */
	readonly note?: string;
	/** Lines of text that can be seen. */
	readonly lines?: number;
	/** The text begins anew with `initial` where this changes. */
	readonly anew?: number;
	readonly onKey: (name: string) => void;
};

export const textDialogHeight = (lines = 3): number => lines + 2;

/** A question that is answered in words. */
export function TextDialog({title, hint, note, width, lines = 3, anew, onKey, ...field}: TextDialogProps) {
	return (
		<Dialog
			title={title}
			{...(note !== undefined && {note})}
			hint={hint}
			width={width}
			height={textDialogHeight(lines)}
		>
			<TextField key={anew} width={width} height={lines} onKey={onKey} {...field} />
		</Dialog>
	);
}

type PickDialogProps = Omit<ChoiceProps, 'about' | 'most'> & {readonly chosen?: number};

/** Rows of a list that may be long. */
const MOST = 8;

export const pickHeight = (options: readonly Option[]): number => Math.min(MOST, options.length) + 2;

/** One of many things, in a window of a few rows. */
export function PickDialog({title, options, chosen = 0, width, onChoose, onCancel}: PickDialogProps) {
	useInput((input, key) => {
		if (nameOfKey(input, key) === 'esc') onCancel();
	});
	return (
		<Dialog title={title} hint="↑↓ choose · enter confirm · esc back" width={width} height={pickHeight(options)}>
			<PickList
				entries={options}
				chosen={chosen}
				width={Math.min(width, 60)}
				height={pickHeight(options) - 2}
				focused
				onChoose={index => onChoose(options[index]?.value ?? '')}
			/>
		</Dialog>
	);
}
