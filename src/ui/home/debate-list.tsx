import {formatName} from '../../debate/formats/format-names.ts';
import type {Chosen} from './home-view.ts';
import type {Entry} from '../../view/rows.ts';
import {PickList} from '../kit/pick-list.tsx';

type DebateListProps = {
	readonly choices: readonly Chosen[];
	readonly chosen: number;
	readonly width: number;
	readonly height: number;
	readonly focused: boolean;
	readonly onMove: (index: number) => void;
	readonly onChoose: (index: number) => void;
};

/** The presets and recent debates that can be opened. */
export const DebateList = ({choices, ...list}: DebateListProps) => (
	<PickList entries={choices.map(entryOf)} {...list} />
);

function entryOf(choice: Chosen): Entry {
	if ('preset' in choice) return {label: choice.preset.name, note: formatName(choice.preset.protocol)};
	const {title, finished, sample, format} = choice.recent;
	const what = sample ? 'sample replay' : finished ? 'replay' : 'resume';
	return {label: title, note: format === undefined || sample ? what : `${what} · ${formatName(format)}`};
}
