/** The rows of a setting. */
import {type Entry, blank, line, rule, span, type Row} from '../../view/rows.ts';
import type {SettingRow} from '../../app/screens/settings-port.ts';
import {signs} from '../../view/theme.ts';
import {truncate, wrapText} from '../../view/wrap.ts';

/** What is said of a change: that it was made, or why not. */
export type SettingNotice = {readonly text: string; readonly wrong: boolean};

/** The widest value in the list, in columns. */
const VALUE = 28;

const origins: Readonly<Record<SettingRow['kind'], string>> = {
	default: '',
	file: 'set',
	environment: 'environment',
	flag: 'this run',
};

/** Its label, and at the right edge its value and where that comes from, if it is not the default. */
export const settingEntry = ({label, value, kind, wrong}: SettingRow): Entry => ({
	label,
	note: [`${wrong === undefined ? '' : `${signs.notice} `}${truncate(value, VALUE)}`, origins[kind]]
		.filter(text => text !== '')
		.join(` ${signs.separator} `),
});

/**
 * What the setting is for, its values, and where the current one comes from, below the list: cut to `height` rows; or
 * the result of a change.
 */
export function settingRows(
	setting: SettingRow | undefined,
	notice: SettingNotice | undefined,
	width: number,
	height: number,
): readonly Row[] {
	if (!setting) return [rule(width, span('')), ...noticeRows(notice, width)];
	return [titleOf(setting, width), ...detailsOf(setting, notice, width).slice(0, height - 2), blank];
}

/** The same beside the list, with the other ways to set it. */
export function settingPane(
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
