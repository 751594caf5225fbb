/** The rows of a setting. */
import type {Entry} from '../text/option.ts';
import {blank, line, rule, span, type Row} from '../text/rows.ts';
import type {SettingRow} from '../ports/settings-port.ts';
import {signs} from '../text/theme.ts';
import {wrapText} from '../text/wrap.ts';

/** The name, what it is for, and the value at the right edge. */
export const settingEntry = ({name, value, kind, wrong, about}: SettingRow): Entry => ({
	label: name,
	about: about.split(/(?<=\.) /u)[0] ?? '',
	note: `${wrong === undefined ? '' : `${signs.notice} `}${value}${kind === 'default' ? '' : ` ${signs.separator} ${kind}`}`,
});

/**
 * In `height` rows: what the setting is for, its values, and where the current one comes from; or the result of a
 * change.
 */
export function settingRows(
	setting: SettingRow | undefined,
	said: {readonly text: string; readonly wrong: boolean} | undefined,
	width: number,
	height: number,
): readonly Row[] {
	if (!setting) return [rule(width, span('')), ...told(said, width)];
	const {name, about, may, from, kind, wrong} = setting;
	const above = kind === 'environment' || kind === 'flag' ? ` ${signs.notice} It goes before what is kept here.` : '';
	return [
		rule(width, span(name, 'brand')),
		...[
			...told(said, width),
			...(wrong === undefined || said !== undefined
				? []
				: wrapText(`${signs.notice} ${wrong}`, width).map(text => line(text, 'warning'))),
			...wrapText(about, width).map(text => line(text)),
			...wrapText(`May be ${may}.`, width).map(text => line(text, 'dim')),
			...wrapText(`Now from: ${from}.${above}`, width).map(text => line(text, above === '' ? 'dim' : 'warning')),
		].slice(0, height - 2),
		blank,
	];
}

const told = (said: {readonly text: string; readonly wrong: boolean} | undefined, width: number): readonly Row[] =>
	said === undefined
		? []
		: wrapText(`${said.wrong ? signs.no : signs.yes} ${said.text}`, width).map(text =>
				line(text, said.wrong ? 'error' : 'good'),
			);
