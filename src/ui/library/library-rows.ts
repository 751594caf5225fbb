/** The rows of the library screen: its head, the list of debates, and details of the chosen one. Pure. */
import {formatCount, plural} from '../../languages/wording.ts';
import {spokenChoice, spokenRow, spokenText} from '../terminal/spoken-text.ts';
import type {LibraryEntry} from '../../app/library/library-port.ts';
import type {FoundPassage} from '../../library/find.ts';
import {aboutText, scoreText, sidesText, topicOf, whereText} from './library-text.ts';
import {chosenOf, filterText, isEmpty, topicMarks, turnsOf, type LibraryView} from './library-view.ts';
import {markedLines, blank, exactly, line, row, rule, span, spansWidth, type Row, type Span} from '../../view/rows.ts';
import {signs, type Tone} from '../../view/theme.ts';
import {wrapText} from '../../view/wrap.ts';

/** How many debates there are, or how many have been read so far. */
export function titleRow({entries, of, reading, foundFor}: LibraryView, width: number): Row {
	const told = reading
		? `reading ${formatCount(reading.done)} of ${formatCount(reading.of)}`
		: foundFor === undefined
			? 'opening…'
			: entries.length === of
				? plural(of, 'debate')
				: `${formatCount(entries.length)} of ${plural(of, 'debate')}`;
	return {
		...rule(width, span('Library', 'strong'), span(told, 'dim')),
		spoken: foundFor === undefined ? 'Library' : `Library, ${reading ? 'reading debates…' : told}`,
	};
}

/** The search text, and the filters at its right. */
export function lookRow(view: LibraryView): Row {
	if (isEmpty(view)) return blank;
	const {text, filter} = view;
	const set = filterText(filter);
	return {
		spoken: [...(text === '' ? [] : [`Found for “${text}”`]), ...(set === '' ? [] : [`only ${spokenText(set)}`])].join(
			', ',
		),
		spans: [span('/ ', 'strong'), text === '' ? span('search all that was ever said', 'dim') : span(text)],
		...(set !== '' && {right: [span(`only ${set}`, 'accent')]}),
	};
}

const states: Readonly<Record<LibraryEntry['state'], readonly [sign: string, tone: Tone]>> = {
	finished: [' ', 'plain'],
	unfinished: [signs.paused, 'warning'],
	damaged: [signs.notice, 'warning'],
	unreadable: [signs.no, 'error'],
};

/** The part of the list around the chosen debate. */
export function entryRows(view: LibraryView, width: number, height: number): readonly Row[] {
	const {entries, chosen} = view;
	if (entries.length === 0) return exactly(emptyRows(view, width), height);
	const top = Math.max(0, Math.min(chosen - Math.floor(height / 2), entries.length - height));
	return exactly(
		entries.slice(top, top + height).map((entry, place) => entryRow(entry, top + place, view)),
		height,
	);
}

function entryRow(entry: LibraryEntry, place: number, {chosen: at, entries}: LibraryView): Row {
	const chosen = place === at;
	const [sign, tone] = states[entry.state];
	const hits = entry.hits === undefined ? [] : [span(`${entry.hits} ×`, 'accent'), span('  ')];
	const shown: Row = {
		...row(span(chosen ? `${signs.chosen} ` : '  ', 'chosen'), span(topicOf(entry), chosen ? 'chosen' : 'plain')),
		right: [
			...hits,
			span(entry.startedAt === undefined ? '' : dayText(entry.startedAt), 'dim'),
			span(` ${sign}`, tone),
		],
	};
	return {
		...shown,
		choice: place,
		spoken: spokenChoice(
			`${spokenRow(shown)}${entry.state === 'finished' ? '' : `, ${entry.state}`}`,
			chosen,
			place,
			entries.length,
		),
	};
}

const dayText = (ms: number): string =>
	new Date(ms).toLocaleDateString('en-GB', {day: '2-digit', month: 'short', year: '2-digit'});

function emptyRows(view: LibraryView, width: number): readonly Row[] {
	if (!isEmpty(view) && (view.foundFor === undefined || view.of === 0))
		return [{...line('  Looking for debates…', 'dim'), spoken: ''}];
	const {filter} = view;
	const text =
		view.of === 0
			? 'No debates yet. Press Esc to go back and start one.'
			: `Nothing was found. Fewer words, or the beginning of one, find more${filterText(filter) === '' ? '' : `, and so do other filters: these are only ${filterText(filter)}`}.`;
	return wrapText(text, width - 2).map(each => line(`  ${each}`, 'dim'));
}

/** Rows for the current match if there are more, and for each of the others. */
const FULL = 8;
const SHORT = 2;

/** Details of the chosen debate, and its turns: those that match, if there is a search. */
export function previewRows(view: LibraryView, width: number, height: number): readonly Row[] {
	const entry = chosenOf(view);
	if (!entry) return exactly([], height);
	const rows: Row[] = [
		...markedLines(topicOf(entry), topicMarks(view), width, 'strong').slice(0, 3),
		...wrapText(aboutText(entry), width)
			.slice(0, 3)
			.map(text => line(text, 'dim')),
		...wrapText(sidesText(entry), width)
			.slice(0, 2)
			.map(text => line(text))
			.filter(({spans}) => spans[0]?.text !== ''),
		...(entry.fault === undefined
			? []
			: wrapText(`${signs.notice} ${entry.fault}`, width)
					.slice(0, 3)
					.map(text => line(text, 'warning'))),
	];
	const turns = turnsOf(view);
	for (const [place, passage] of turns.entries()) {
		if (place < view.match) continue;
		if (rows.length >= height) break;
		const left = place === turns.length - 1 ? height - rows.length : FULL;
		rows.push(
			blank,
			...passageRows(passage, {
				chosen: place === view.match && view.said?.for.trim() !== '',
				most: place === view.match ? left : SHORT,
				width,
			}),
		);
	}
	return exactly(rows, height);
}

function passageRows(
	passage: FoundPassage,
	{chosen, most, width}: {readonly chosen: boolean; readonly most: number; readonly width: number},
): readonly Row[] {
	const lines = markedLines(passage.text, passage.marks, width - 2).map(({spans}) => ({spans: [span('  '), ...spans]}));
	const first = Math.max(0, lines.findIndex(({spans}) => spans.some(isFound)) - 1);
	const score = scoreText(passage.score);
	return [
		{
			...row(
				span(`${chosen ? signs.chosen : signs.separator} `, chosen ? 'chosen' : 'dim'),
				span(whereText(passage), chosen ? 'chosen' : 'strong'),
			),
			right: [...(score === '' ? [] : [span(score), span('  ')]), span(`turn ${passage.place}`, 'dim')],
		},
		...lines.slice(first, first + most - 1),
		...endOf(lines.slice(first + most - 1), width - 2),
	];
}

/** The last line there is room for, with a sign that more was said. */
const endOf = ([last, more]: readonly Row[], width: number): readonly Row[] =>
	!last ? [] : more === undefined || spansWidth(last.spans) > width ? [last] : [{spans: [...last.spans, span('…')]}];

const isFound = ({tone}: Span): boolean => tone === 'found';

/** The problem, notice or activity, in at most three rows. */
export const noteRows = ({note, mode}: LibraryView, width: number): readonly Row[] => {
	if (mode === 'opening') return [line('Opening…', 'accent')];
	return note
		? wrapText(`${note.wrong ? signs.no : signs.yes} ${note.text}`, width)
				.slice(0, 3)
				.map(text => line(text, note.wrong ? 'error' : 'good'))
		: [];
};
