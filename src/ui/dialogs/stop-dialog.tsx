import type {UserAction} from '../../debate/events.ts';
import {Choice, choiceHeight} from '../kit/dialog.tsx';
import type {Option} from '../../view/rows.ts';

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
