import type {ReactNode} from 'react';
import {Dialog} from './dialog.tsx';
import {TextField} from './text-field.tsx';

type TextDialogProps = {
	readonly title: string;
	readonly hint: ReactNode;
	readonly placeholder: string;
	readonly width: number;
	/** At the right end of the title. */
	readonly note?: string;
	/** Lines of text that can be seen. */
	readonly lines?: number;
	readonly initial?: string;
	/** Shows a dot for each character. */
	readonly secret?: boolean;
	readonly multiline?: boolean;
	readonly byLine?: boolean;
	readonly optional?: boolean;
	readonly missing?: string;
	readonly onSubmit: (text: string) => void;
	readonly onChange?: (text: string) => void;
	/** What can be done with a text that is too long to be taken here. */
	readonly instead?: string;
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
