import type {Chosen} from '../home-view.ts';
import {PickList} from './pick-list.tsx';

type Props = {
	readonly choices: readonly Chosen[];
	readonly chosen: number;
	readonly width: number;
	readonly height: number;
	readonly focused: boolean;
	readonly onMove: (index: number) => void;
	readonly onChoose: (index: number) => void;
};

/** What can be opened. */
export const DebateList = ({choices, ...list}: Props) => <PickList labels={choices.map(labelOf)} {...list}/>;

const labelOf = (choice: Chosen): string => ('preset' in choice ? `${choice.preset.name}\t${choice.preset.protocol}` : `${choice.recent.title}\t${choice.recent.finished ? 'replay' : 'resume'}`);
