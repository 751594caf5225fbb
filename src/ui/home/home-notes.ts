/** The lines between the home screen's list and its foot: a problem, what is going on, the voices found, the menu. */
import {type KeyContext, menuOf} from '../terminal/keys.ts';
import {spokenKey} from '../terminal/spoken-text.ts';
import {line, row, span, spansWidth, type Row} from '../../view/rows.ts';
import {signs} from '../../view/theme.ts';
import {foundRows, type VoicesFound} from '../../view/voices-found.ts';
import {widthOf, wrapText} from '../../view/wrap.ts';
import type {Chosen, HomeView} from './home-view.ts';

type NoteOptions = {
	readonly found: VoicesFound;
	readonly mode: HomeView['mode'];
	readonly problem: string | undefined;
	readonly width: number;
	/** The screen's height. */
	readonly rows: number;
	/** Whether a screen reader is used. */
	readonly heard: boolean;
};

/** A problem, in three lines at most; else what is going on; else who would speak. */
export function noteRows({found, mode, problem, width, rows, heard}: NoteOptions): readonly Row[] {
	const voices = foundRows(found, width, rows >= 30 ? 5 : rows >= 20 ? 3 : 2);
	const now =
		problem !== undefined
			? wrapText(`${signs.no} ${problem}`, width)
					.slice(0, 3)
					.map(text => line(text, 'error'))
			: mode === 'starting'
				? [line('Starting…', 'accent')]
				: [];
	// A screen reader needs no room, and would read the voices again if they went and came back.
	return heard ? [...now, ...voices] : now.length > 0 ? now : voices;
}

/** The screens that can be opened from here, each with its key. */
export function menuRows(keyContext: KeyContext): readonly Row[] {
	const menu = menuOf(keyContext);
	if (menu.length === 0) return [];
	const shown = row(
		...menu.flatMap(({keys, menu}, index) => [span(`${index === 0 ? '' : '  '}${keys}`, 'strong'), span(` ${menu}`)]),
	);
	return [{...shown, spoken: `Also: ${menu.map(({keys, menu}) => `${spokenKey(keys)}: ${menu}`).join('; ')}.`}];
}

/** The line to type into, which is the first thing to be seen: how it works stands beside it where it fits. */
export function topicLine(width: number, choice: Chosen | undefined): Row {
	const spans = [span('What should they debate? ', 'strong'), span(signs.cursor, 'accent')];
	const room = width - 2 - spansWidth(spans);
	const enter =
		choice && 'recent' in choice
			? `to ${choice.recent.finished ? 'replay' : 'resume'} the one below`
			: 'for the one below';
	const hint = [`type a topic, or enter ${enter}`, 'type a topic, or enter', 'type a topic'].find(
		text => widthOf(text) <= room,
	);
	return {
		spans: hint === undefined ? spans : [...spans, span(`  ${hint}`, 'dim')],
		spoken: 'What should they debate? Type a topic, or press Enter for the one that is chosen.',
	};
}
