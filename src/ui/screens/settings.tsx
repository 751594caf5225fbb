/** The settings screen: every setting and key, its value and where that comes from, and the dialog that changes it. */
import {Box} from 'ink';
import {useEffect, useEffectEvent, useReducer} from 'react';
import {KeyLine, Line, Lines} from '../kit/lines.tsx';
import {PickList} from '../kit/pick-list.tsx';
import {useKeys, useKeyBuffer} from '../terminal/use-keys.ts';
import type {Action} from '../terminal/key-table.ts';
import {idleContext} from '../terminal/keys.ts';
import type {ScreenProps} from '../app/screen-props.ts';
import {useScreenReader} from '../terminal/screen-reader.ts';
import {exactly, PANE_GAP, rule, span, type Row, type Entry, type Option, blank, line} from '../../view/rows.ts';
import {Help} from '../kit/help.tsx';
import type {SettingRow} from '../../app/setup/settings-port.ts';
import {reasonOf} from '../../debate/text/words.ts';
import {Choice, choiceHeight, TextDialog, textDialogHeight} from '../kit/dialog.tsx';
import {signs} from '../../view/theme.ts';
import {truncate, wrapText} from '../../view/wrap.ts';

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
		if (action === 'default-setting' && setting) set(toDefault(setting));
		if (action === 'help') set({mode: 'help', notice: undefined});
		if (action === 'leave') exit.leave();
	};
	const heard = useScreenReader() !== undefined;
	useKeys('settings', idleContext, act, view.mode === 'list');
	if (view.mode === 'help') {
		const whenClosed = (action: Action) => (action === 'close' ? set({mode: 'list'}) : act(action));
		return <Help scope="settings" width={columns} height={rows} act={whenClosed} />;
	}
	const foot = footHeight(view);
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
						entries={view.settings.map((setting, index) => settingEntry(setting, view.settings[index - 1]))}
						width={wide ? LIST : columns}
						height={height}
						chosen={view.chosen}
						focused={view.mode === 'list'}
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
			<SettingsFoot view={view} set={set} save={save} width={columns} />
		</Box>
	);
}

function footHeight({settings, chosen, mode}: SettingsView): number {
	const setting = settings[chosen];
	if (setting && mode === 'reset') return choiceHeight(resetOptions(setting));
	return setting && mode === 'edit' ? settingDialogHeight(setting) : 1;
}

/** The question that is open, or else the keys. */
function SettingsFoot({view, set, save, width}: SettingsState & {readonly width: number}) {
	const setting = view.settings[view.chosen];
	const close = () => set({mode: 'list', notice: undefined});
	if (setting && view.mode === 'reset')
		return (
			<Choice
				title={setting.secret ? `Remove the ${lowerFirst(setting.label)}?` : `${setting.label}: back to the default?`}
				options={resetOptions(setting)}
				width={width}
				onChoose={answer => (answer === 'reset' ? save(setting, undefined) : close())}
				onCancel={close}
			/>
		);
	if (setting && view.mode === 'edit')
		return <SettingDialog setting={setting} width={width} onSave={value => save(setting, value)} onCancel={close} />;
	return <KeyLine scope="settings" keyContext={idleContext} width={width} />;
}

/** What is the default already needs no question. */
const toDefault = ({kind, label}: SettingRow): Partial<SettingsView> =>
	kind === 'default'
		? {notice: {text: `${label}: nothing is set, so there is nothing to take back.`, wrong: false}}
		: {mode: 'reset', notice: undefined};

const resetOptions = ({secret, value}: SettingRow): readonly Option[] => [
	{label: secret ? 'keep it' : `keep ${truncate(value, VALUE)}`, value: 'keep'},
	{label: secret ? 'remove it: it is stored nowhere else here' : 'back to the default', value: 'reset'},
];

const titleRow = ({settings, chosen}: SettingsView, width: number, height: number): Row =>
	rule(
		width,
		span('Settings', 'strong'),
		settings.length > height ? span(`${chosen + 1} of ${settings.length}`, 'dim') : undefined,
	);

type SettingsView = {
	readonly settings: readonly SettingRow[];
	readonly chosen: number;
	readonly mode: 'list' | 'edit' | 'reset' | 'help';
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
function useSettings(port: ScreenProps['port']['settings']): SettingsState {
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
	const gone = name.startsWith('keys.') ? 'removed' : 'back to the default';
	const done = value === undefined ? `${label}: ${gone}.` : `${label}: saved in ${file}.`;
	return {settings: (await port?.read()) ?? [], mode: 'list', notice: {text: notice ?? done, wrong: false}};
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

const settingDialogHeight = ({choices}: SettingRow): number =>
	choices.length > 0 ? choiceHeight(choices) : textDialogHeight();

type SettingDialogProps = {
	readonly setting: SettingRow;
	readonly width: number;
	readonly onSave: (value: string) => void;
	readonly onCancel: () => void;
};

/** Chooses or types a value. */
function SettingDialog({
	setting: {label, choices, initial, secret, may, optional = false},
	width,
	onSave,
	onCancel,
}: SettingDialogProps) {
	if (choices.length > 0)
		return <Choice title={label} options={choices} width={width} onChoose={onSave} onCancel={onCancel} />;
	return (
		<TextDialog
			title={label}
			hint={`enter save · ${optional ? 'empty is none · ' : ''}esc back`}
			placeholder={may}
			initial={initial}
			secret={secret}
			optional={optional}
			width={width}
			onSubmit={onSave}
			onKey={key => (key === 'esc' ? onCancel() : undefined)}
		/>
	);
}

// The rows of a setting.

/** What is said of a change: that it was made, or why not. */
type SettingNotice = {readonly text: string; readonly wrong: boolean};

/** The widest value in the list, in columns. */
const VALUE = 28;

const origins: Readonly<Record<SettingRow['kind'], string>> = {
	default: '',
	file: 'set',
	environment: 'environment',
	flag: 'this run',
};

/**
 * Its label behind its group's name, if it is the first of it; at the right edge its value and where that comes from,
 * if it is not the default.
 */
const settingEntry = ({label, group, value, kind, wrong}: SettingRow, before: SettingRow | undefined): Entry => ({
	label,
	group: group === before?.group ? '' : group,
	note: [`${wrong === undefined ? '' : `${signs.notice} `}${truncate(value, VALUE)}`, origins[kind]]
		.filter(text => text !== '')
		.join(` ${signs.separator} `),
});

/**
 * What the setting is for, its values, and where the current one comes from, below the list: cut to `height` rows; or
 * the result of a change.
 */
function settingRows(
	setting: SettingRow | undefined,
	notice: SettingNotice | undefined,
	width: number,
	height: number,
): readonly Row[] {
	if (!setting) return [rule(width, span('')), ...noticeRows(notice, width)];
	return [titleOf(setting, width), ...detailsOf(setting, notice, width).slice(0, height - 2), blank];
}

/** The same beside the list, with the other ways to set it. */
function settingPane(
	setting: SettingRow | undefined,
	notice: SettingNotice | undefined,
	width: number,
): readonly Row[] {
	if (!setting) return settingRows(setting, notice, width, Infinity);
	return [
		titleOf(setting, width),
		...detailsOf(setting, notice, width),
		blank,
		line('Also set by', 'dim'),
		...setting.ways.flatMap(way => wrapText(way, width - 2).map(text => line(`  ${text}`))),
	];
}

const titleOf = ({label, name}: SettingRow, width: number): Row => rule(width, span(label, 'brand'), span(name, 'dim'));

function detailsOf(
	{about, may, value, from, kind, wrong}: SettingRow,
	notice: SettingNotice | undefined,
	width: number,
): readonly Row[] {
	const overrides = kind === 'environment' || kind === 'flag';
	const origin =
		kind === 'default'
			? value === '–'
				? 'Not set.'
				: 'This is the default.'
			: `From ${from}.${overrides ? ` ${signs.notice} It overrides what is saved here.` : ''}`;
	return [
		...noticeRows(notice, width),
		...(wrong === undefined || notice !== undefined
			? []
			: wrapText(`${signs.notice} ${wrong}`, width).map(text => line(text, 'warning'))),
		...wrapText(about, width).map(text => line(text)),
		...wrapText(`Values: ${may}.`, width).map(text => line(text, 'dim')),
		...wrapText(origin, width).map(text => line(text, overrides ? 'warning' : 'dim')),
	];
}

const noticeRows = (notice: SettingNotice | undefined, width: number): readonly Row[] =>
	notice === undefined
		? []
		: wrapText(`${notice.wrong ? signs.no : signs.yes} ${notice.text}`, width).map(text =>
				line(text, notice.wrong ? 'error' : 'good'),
			);
