import {Box} from 'ink';
import {KeyLine, Line, Lines} from '../kit/lines.tsx';
import {PickList} from '../kit/pick-list.tsx';
import {useKeys} from '../terminal/use-keys.ts';
import type {Action} from '../terminal/key-table.ts';
import {idleContext} from '../terminal/keys.ts';
import type {ScreenProps} from '../app/screen-props.ts';
import {useScreenReader} from '../terminal/screen-reader.ts';
import {exactly, PANE_GAP, rule, span, type Row} from '../../view/rows.ts';
import {settingEntry, settingPane, settingRows} from './setting-rows.ts';
import {SettingDialog, settingDialogHeight} from './setting-dialog.tsx';
import {useSettings, type SettingsView} from './use-settings.ts';
import {Help} from '../kit/help.tsx';

/** Rows for the details of the chosen setting. */
const DETAIL = 7;
/** From this width on, the details stand beside the list. */
const WIDE = 98;
const LIST = 58;
/** The widest text that is read with ease, in columns. */
const SIDE = 84;

/** Every setting and key, with its value and where that comes from. Enter edits the chosen one. */
export function Settings({port, columns, rows, exit}: ScreenProps) {
	const {view, set, save} = useSettings(port.settings);
	const setting = view.settings[view.chosen];
	const act = (action: Action) => {
		if (action === 'default-setting' && setting) save(setting, undefined);
		if (action === 'help') set({mode: 'help', notice: undefined});
		if (action === 'leave') exit.leave();
	};
	const heard = useScreenReader() !== undefined;
	const editing = view.mode === 'edit';
	useKeys('settings', idleContext, act, view.mode === 'list');
	if (view.mode === 'help') {
		const whenClosed = (action: Action) => (action === 'close' ? set({mode: 'list'}) : act(action));
		return <Help scope="settings" width={columns} height={rows} act={whenClosed} />;
	}
	const foot = editing && setting ? settingDialogHeight(setting) : 1;
	const wide = columns >= WIDE && !heard;
	const below = wide ? 0 : DETAIL;
	const height = Math.max(2, rows - 1 - below - foot);
	const side = Math.min(SIDE, columns - LIST - PANE_GAP);
	return (
		<Box flexDirection="column" width={columns} height={rows}>
			<Line row={titleRow(view, columns, height)} width={columns} />
			<Box height={height} flexShrink={0}>
				<Box width={wide ? LIST + PANE_GAP : columns} flexShrink={0}>
					<PickList
						entries={view.settings.map(settingEntry)}
						width={wide ? LIST : columns}
						height={height}
						chosen={view.chosen}
						focused={!editing}
						onMove={chosen => set({chosen, notice: undefined})}
						onChoose={chosen => set({chosen, mode: 'edit', notice: undefined})}
					/>
				</Box>
				{wide ? <Lines rows={settingPane(setting, view.notice, side)} width={side} height={height} /> : null}
			</Box>
			{wide ? null : (
				<Lines
					key={setting?.name ?? ''}
					rows={exactly(settingRows(setting, view.notice, columns, DETAIL), DETAIL)}
					width={columns}
					height={DETAIL}
				/>
			)}
			{editing && setting ? (
				<SettingDialog
					setting={setting}
					width={columns}
					onSave={value => save(setting, value)}
					onCancel={() => set({mode: 'list', notice: undefined})}
				/>
			) : (
				<KeyLine scope="settings" keyContext={idleContext} width={columns} />
			)}
		</Box>
	);
}

const titleRow = ({settings, chosen}: SettingsView, width: number, height: number): Row =>
	rule(
		width,
		span('Settings', 'strong'),
		settings.length > height ? span(`${chosen + 1} of ${settings.length}`, 'dim') : undefined,
	);
