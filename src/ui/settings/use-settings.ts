import {useEffect, useEffectEvent, useReducer} from 'react';
import type {ScreenProps} from '../app/screen-props.ts';
import type {SettingRow} from '../../app/screens/settings-port.ts';
import type {SettingNotice} from './setting-rows.ts';
import {useKeyBuffer} from '../terminal/use-keys.ts';
import {reasonOf} from '../../debate/text/words.ts';

export type SettingsView = {
	readonly settings: readonly SettingRow[];
	readonly chosen: number;
	readonly mode: 'list' | 'edit' | 'help';
	readonly notice: SettingNotice | undefined;
};

type SettingsState = {
	readonly view: SettingsView;
	readonly set: (change: Partial<SettingsView>) => void;
	/** Saves a value; without one, the setting goes back to its default. */
	readonly save: (setting: SettingRow, value: string | undefined) => void;
};

const empty: SettingsView = {settings: [], chosen: 0, mode: 'list', notice: undefined};
const change = (view: SettingsView, next: Partial<SettingsView>): SettingsView => ({...view, ...next});
const refusal = (error: unknown): Partial<SettingsView> => ({notice: {text: reasonOf(error), wrong: true}});

/** Reads the settings once, and again after each change. */
export function useSettings(port: ScreenProps['port']['settings']): SettingsState {
	const [view, set] = useReducer(change, empty);
	// Keys that are typed before the settings have been read are meant for them.
	const holdKeys = useEffectEvent(useKeyBuffer(view.settings.length === 0 ? 'nothing yet' : 'settings'));
	useEffect(() => {
		holdKeys();
		port?.read().then(
			settings => set({settings}),
			(error: unknown) => set(refusal(error)),
		);
	}, [port]);
	const save = (setting: SettingRow, value: string | undefined) => {
		saveSetting(port, setting, value).then(set, (error: unknown) => set(refusal(error)));
	};
	return {view, set, save};
}

/** Changes a setting and reads all again. Says what the port has to say, or where the value is stored. */
async function saveSetting(
	port: ScreenProps['port']['settings'],
	{name, label}: SettingRow,
	value: string | undefined,
): Promise<Partial<SettingsView>> {
	const notice = await port?.change(name, value);
	const file = name.startsWith('keys.') ? 'the file for keys' : (port?.file ?? '');
	const done = value === undefined ? `${label}: back to the default.` : `${label}: saved in ${file}.`;
	return {settings: (await port?.read()) ?? [], mode: 'list', notice: {text: notice ?? done, wrong: false}};
}
