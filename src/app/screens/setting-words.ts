/** How the settings screen puts values into words. */
import type {SettingName} from '../../settings/schema.ts';
import {valueText} from './settings-list.ts';
import type {Option} from '../../view/rows.ts';

const onOrOff: readonly Option[] = [
	{value: 'on', label: 'on'},
	{value: 'off', label: 'off'},
];
const trueOrFalse: readonly Option[] = [
	{value: 'true', label: 'on'},
	{value: 'false', label: 'off'},
];
const automatic: Option = {value: 'auto', label: 'automatic'};

/** All that a setting may be, where that is a few words. */
export const settingChoices: Partial<Readonly<Record<SettingName, readonly Option[]>>> = {
	closing: trueOrFalse,
	sign: [
		{value: 'off', label: 'off'},
		{value: 'on', label: 'with Rostrum’s own key'},
		{value: 'ssh', label: 'with your SSH key'},
	],
	sandbox: [
		{value: 'checks', label: 'a builder’s checks'},
		{value: 'all', label: 'checks and coding agents'},
		{value: 'off', label: 'off'},
	],
	live: trueOrFalse,
	theme: [
		automatic,
		{value: 'colour', label: 'for a dark background'},
		{value: 'light', label: 'for a light background'},
		{value: 'contrast', label: 'high contrast'},
		{value: 'none', label: 'no colours'},
	],
	signs: [automatic, {value: 'unicode', label: 'Unicode'}, {value: 'ascii', label: 'ASCII'}],
	drawing: [
		{value: 'changes', label: 'only what changed'},
		{value: 'lines', label: 'whole lines'},
	],
	screenReader: [automatic, ...onOrOff],
	mouse: onOrOff,
	bell: [
		{value: 'none', label: 'nothing'},
		{value: 'bell', label: 'the terminal’s bell'},
		{value: 'notify', label: 'a desktop notification'},
	],
};

/** What one of the unit that a time is set in makes in seconds. */
const secondsIn: Readonly<Record<string, number>> = {timeout: 0.001, turntime: 1};

/** A value as the list shows it; a dash where there is none. */
export function settingValue(name: string, value: unknown): string {
	if (value === undefined || value === null) return '–';
	if (Array.isArray(value)) return value.length === 0 ? '–' : value.join(', ');
	if (name === 'weights' && typeof value === 'object') return Object.values(value).join(' · ');
	if (typeof value === 'object') return Object.keys(value).join(', ') || '–';
	const text = valueText(value);
	const seconds = secondsIn[name];
	if (seconds !== undefined && Number.isFinite(Number(text))) return `${Number(text) * seconds} s`;
	const choices = Object.entries(settingChoices).find(([setting]) => setting === name)?.[1] ?? [];
	return choices.find(choice => choice.value === text)?.label ?? text;
}
