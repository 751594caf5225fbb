import {TextDialog, textDialogHeight} from '../kit/dialog.tsx';

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
		onSubmit={onSay}
		onKey={name => (name === 'esc' ? onCancel() : undefined)}
	/>
);
