import {Box} from 'ink';
import {KeyLine} from '../kit/key-line.tsx';
import {Line, Lines} from '../kit/lines.tsx';
import {PickList} from '../kit/pick-list.tsx';
import {useKeys} from '../terminal/use-keys.ts';
import type {Action} from '../input/key-table.ts';
import {idleContext} from '../input/keys.ts';
import type {ScreenProps} from '../ports/screen-props.ts';
import {exactly, rule, span} from '../text/rows.ts';
import {settingEntry, settingRows} from './setting-rows.ts';
import {SettingDialog, settingDialogHeight} from './setting-dialog.tsx';
import {useSettings} from './use-settings.ts';
import {Help} from '../kit/help.tsx';

/** Rows for the details of the chosen setting. */
const DETAIL = 7;
/** The widest list, in columns: in a wider one it is hard to see which value belongs to a name. */
const LIST = 120;

/** Every setting and key, with its value and where that comes from. Enter edits the chosen one. */
export function Settings({port, columns, rows, exit}: ScreenProps) {
	const {view, set, save} = useSettings(port.settings);
	const setting = view.settings[view.chosen];
	const act = (action: Action) => {
		if (action === 'default-setting' && setting) save(setting.name, undefined);
		if (action === 'help') set({mode: 'help', said: undefined});
		if (action === 'leave') exit.leave();
	};
	const editing = view.mode === 'edit';
	useKeys('settings', idleContext, act, view.mode === 'list');
	if (view.mode === 'help') {
		const whenClosed = (action: Action) => (action === 'close' ? set({mode: 'list'}) : act(action));
		return <Help scope="settings" width={columns} height={rows} act={whenClosed} />;
	}
	const foot = editing && setting ? settingDialogHeight(setting) : 1;
	const list = Math.max(2, rows - 1 - DETAIL - foot);
	return (
		<Box flexDirection="column" width={columns} height={rows}>
			<Line
				row={rule(
					columns,
					span('Settings', 'strong'),
					view.settings.length > list ? span(`${view.chosen + 1} of ${view.settings.length}`, 'dim') : undefined,
				)}
				width={columns}
			/>
			<Box height={list} flexShrink={0}>
				<PickList
					entries={view.settings.map(settingEntry)}
					width={Math.min(columns, LIST)}
					height={list}
					chosen={view.chosen}
					focused={!editing}
					onMove={chosen => set({chosen, said: undefined})}
					onChoose={chosen => set({chosen, mode: 'edit', said: undefined})}
				/>
			</Box>
			<Lines
				key={setting?.name ?? ''}
				rows={exactly(settingRows(setting, view.said, columns, DETAIL), DETAIL)}
				width={columns}
				height={DETAIL}
			/>
			{editing && setting ? (
				<SettingDialog
					setting={setting}
					width={columns}
					onSave={value => save(setting.name, value)}
					onCancel={() => set({mode: 'list', said: undefined})}
				/>
			) : (
				<KeyLine scope="settings" keyContext={idleContext} width={columns} />
			)}
		</Box>
	);
}
