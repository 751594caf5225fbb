/** The rows of the export screen: the formats, a preview, and the result of writing. */
import {formatCount} from '../../languages/wording.ts';
import {spokenChoice} from '../terminal/spoken-text.ts';
import {line, row, span, spansWidth, type Row} from '../../view/rows.ts';
import {signs} from '../../view/theme.ts';
import {beginningOf, wrapText} from '../../view/wrap.ts';

import type {WrittenExport} from '../../app/files/exports.ts';

export type ExportResult = WrittenExport | {readonly failed: string};

/** The formats, the chosen one in brackets. If not all fit, those around it. */
export function tabsRow(names: readonly string[], chosen: number, width: number): Row {
	const tabs = names.map((name, index) => (index === chosen ? span(`[${name}]`, 'strong') : span(` ${name} `, 'dim')));
	let [from, to] = [chosen, chosen + 1];
	const fits = (first: number, last: number) => spansWidth(tabs.slice(first, last)) + 4 <= width;
	while ((to < tabs.length && fits(from, to + 1)) || (from > 0 && fits(from - 1, to))) {
		if (to < tabs.length && fits(from, to + 1)) to++;
		if (from > 0 && fits(from - 1, to)) from--;
	}
	return {
		...row(span(from > 0 ? '‹ ' : '', 'dim'), ...tabs.slice(from, to), span(to < tabs.length ? ' ›' : '', 'dim')),
		spoken: spokenChoice(names[chosen] ?? '', true, chosen, names.length),
	};
}

/** The length of a preview, in characters. */
const longest = 64_000;

/** The beginning of the export, line by line. */
export function previewRows(text: string, width: number): readonly Row[] {
	const shown = beginningOf(text, longest);
	const rest = text.length - shown.length;
	const lines = shown
		.replace(/\n$/u, '')
		.split('\n')
		.flatMap(each => (each === '' ? [''] : wrapText(each, Math.max(8, width - 2))));
	return [
		...lines.map(each => line(each === '' ? '' : `  ${each}`)),
		...(rest === 0 ? [] : [line(`  … and ${formatCount(rest)} characters more`, 'dim')]),
	];
}

/** The length of a preview for a screen reader, in lines. */
const mostHeard = 12;

/** The beginning of the export for a screen reader, and how much more there is. */
export function heardPreview(text: string): readonly Row[] {
	const lines = text.split('\n').filter(each => each.trim() !== '');
	const rest = lines.length - mostHeard;
	return [
		...lines.slice(0, mostHeard).map(each => line(each)),
		...(rest > 0 ? [line(`… and ${formatCount(rest)} lines more`, 'dim')] : []),
	];
}

/** The export under way, once anything is known of it. */
export type WritingNow = {readonly percent?: number; readonly what?: string; readonly seconds?: number | undefined};

/** How far the export under way is, or the result of the last. */
export function statusRows(written: ExportResult | undefined, width: number, writing?: WritingNow): readonly Row[] {
	if (writing) return wrapText(progressText(writing), width).map(text => line(text, 'dim'));
	if (!written) return [];
	return 'path' in written
		? wrapText(
				`${signs.yes} written to ${written.path}${written.note === undefined ? '' : `, ${written.note}`}`,
				width,
			).map(text => line(text, 'good'))
		: wrapText(`${signs.no} not written: ${written.failed}`, width).map(text => line(text, 'error'));
}

function progressText({percent, what, seconds}: WritingNow): string {
	const parts = [
		...(percent === undefined ? [] : [`${percent} %`]),
		...(what === undefined ? [] : [what]),
		...(seconds === undefined ? [] : [timeLeft(seconds)]),
	];
	return `being written${parts.length === 0 ? '' : `: ${parts.join(', ')}`} · esc stops it`;
}

const timeLeft = (seconds: number): string =>
	seconds < 100 ? `about ${Math.max(1, Math.ceil(seconds))} s left` : `about ${Math.ceil(seconds / 60)} minutes left`;
