import {Box} from 'ink';
import {useEffect, useEffectEvent, useReducer} from 'react';
import {KeyLine} from '../kit/key-line.tsx';
import {Line, Lines} from '../kit/lines.tsx';
import {PickList} from '../kit/pick-list.tsx';
import {useKeyBuffer} from '../terminal/use-key-buffer.ts';
import {useKeys} from '../terminal/use-keys.ts';
import type {Action} from '../input/key-table.ts';
import {idleContext} from '../input/keys.ts';
import type {ScreenProps} from '../ports/screen-props.ts';
import {exactly, rule, span} from '../text/rows.ts';
import {settingEntry, settingRows} from './setting-rows.ts';
import type {SettingRow} from '../ports/settings-port.ts';
import {SettingDialog, settingDialogHeight} from './setting-dialog.tsx';
import {Help} from '../kit/help.tsx';

type SettingsView = {
	readonly settings: readonly SettingRow[];
	readonly chosen: number;
	readonly mode: 'list' | 'edit' | 'help';
	readonly said: {readonly text: string; readonly wrong: boolean} | undefined;
};

const empty: SettingsView = {settings: [], chosen: 0, mode: 'list', said: undefined};
const change = (view: SettingsView, next: Partial<SettingsView>): SettingsView => ({...view, ...next});
const refusal = (error: unknown): Partial<SettingsView> => ({
	said: {text: error instanceof Error ? error.message : String(error), wrong: true},
});
const DETAIL = 7;
/** Wider, and the eye loses the way from a name to its value. */
const LIST = 78;

/** Every setting with its value and where that comes from, and the keys; each can be changed where it stands. */
export function Settings({port: {settings: port}, columns, rows, exit}: ScreenProps) {
	const [view, set] = useReducer(change, empty);
	const setting = view.settings[view.chosen];
	// A fast hand is at what it knows to be on this screen before that has been read.
	const holdKeys = useEffectEvent(useKeyBuffer(view.settings.length === 0 ? 'nothing yet' : 'settings'));
	useEffect(() => {
		holdKeys();
		port?.read().then(
			settings => set({settings}),
			(error: unknown) => set(refusal(error)),
		);
	}, [port]);
	const save = (name: string, value: string | undefined) => {
		saveSetting(port, name, value).then(set, (error: unknown) => set(refusal(error)));
	};
	const act = (action: Action) => {
		if (action === 'default-setting' && setting) save(setting.name, undefined);
		if (action === 'help') set({mode: 'help', said: undefined});
		if (action === 'leave') exit.leave();
	};
	const editing = view.mode === 'edit';
	useKeys('settings', idleContext, act, view.mode === 'list');
	if (view.mode === 'help')
		return (
			<Help
				scope="settings"
				width={columns}
				height={rows}
				act={action => (action === 'close' ? set({mode: 'list'}) : act(action))}
			/>
		);
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

/** Changes a setting and reads all of them again; the port's notice, or where the value is now. */
async function saveSetting(
	port: ScreenProps['port']['settings'],
	name: string,
	value: string | undefined,
): Promise<Partial<SettingsView>> {
	const notice = await port?.change(name, value);
	const file = name.startsWith('keys.') ? 'the file of keys' : (port?.file ?? '');
	const done = value === undefined ? `${name} is back at its default.` : `${name} is kept in ${file}.`;
	return {settings: (await port?.read()) ?? [], mode: 'list', said: {text: notice ?? done, wrong: false}};
}
