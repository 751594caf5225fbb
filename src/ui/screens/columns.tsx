/** The chairs side by side: what each said in an exchange stands beside what the others said in it. */
import {Box} from 'ink';
import {useState} from 'react';
import type {Action} from '../terminal/key-table.ts';
import {idleContext} from '../terminal/keys.ts';
import {KeyLine, Line, Lines} from '../kit/lines.tsx';
import {WrapCache} from '../../view/markdown.ts';
import {type CoveringProps, useDebate} from '../stage/debate-store.ts';
import {useKeys} from '../terminal/use-keys.ts';
import {PaneWindow, listed, type Blocks} from '../../view/blocks.ts';
import {rule, span, blank, layOutRow, line, PANE_GAP, row, spansWidth, type Row, type Span} from '../../view/rows.ts';
import {memoizeRecent} from '../../debate/fold.ts';
import {countWords, oneLine} from '../../debate/text/words.ts';
import {heardText, type DebateState, type Turn} from '../../debate/state.ts';
import {arguingSeats, type Seat} from '../../debate/seats.ts';
import {humanize, plural, turnKindLabel} from '../../languages/wording.ts';
import {kindName} from '../../formats/index.ts';
import {displayOf, speakerDisplay} from '../../view/participants.ts';
import {signs} from '../../view/theme.ts';
import {truncate} from '../../view/wrap.ts';
import {withBar} from '../transcript/turn-rows.ts';

/** Those who argue side by side, exchange by exchange; it goes on with the debate until it is scrolled. */
export function Columns({store, width, height, act}: CoveringProps) {
	useDebate(store);
	const [cache] = useState(() => new WrapCache());
	const [window] = useState(() => new PaneWindow());
	const scroll: Partial<Record<Action, () => void>> = {
		up: () => window.scroll(-1),
		down: () => window.scroll(1),
		'page-up': () => window.page(-1),
		'page-down': () => window.page(1),
		'to-start': () => window.toStart(),
		'to-end': () => window.toEnd(),
	};
	useKeys('columns', idleContext, action => {
		scroll[action]?.();
		if (scroll[action]) store.redraw();
		else act(action);
	});
	const {shown, of} = columnsFor(store.state, width);
	const body = Math.max(1, height - 4);
	const rows = window.view(columnBlocks(store.state, cache, width), body, store.over ? 'start' : 'words');
	const title = shown.length < of ? `Columns · ${shown.length} of ${of} have room` : 'Columns';
	const place = window.atEnd ? 'the end' : `${window.percent} %`;
	return (
		<Box flexDirection="column" width={width} height={height}>
			<Line row={rule(width, span(title, 'strong'))} width={width} />
			<Line row={namesRow(store.state, width)} width={width} />
			<Lines rows={rows} width={width} height={body} />
			<Line row={rule(width, span(''), span(place, 'dim'))} width={width} />
			<KeyLine scope="columns" keyContext={idleContext} width={width} />
		</Box>
	);
}

/** Turns of one exchange, round or segment. */
type TurnGroup = {readonly title: string; readonly turns: readonly Turn[]};

/** The least that a column can be read in. */
const NARROWEST = 22;

/** As many of those who argue as have room, and the width of each. */
export function columnsFor(
	{seats}: Pick<DebateState, 'seats'>,
	width: number,
): {
	readonly shown: readonly Seat[];
	readonly of: number;
	readonly column: number;
} {
	const all = arguingSeats(seats);
	const shown = all.slice(0, Math.max(1, Math.floor((width + PANE_GAP) / (NARROWEST + PANE_GAP))));
	const gaps = PANE_GAP * Math.max(0, shown.length - 1);
	return {shown, of: all.length, column: Math.floor((width - gaps) / Math.max(1, shown.length))};
}

/** The names above the columns. */
export function namesRow(state: DebateState, width: number): Row {
	const {shown, column} = columnsFor(state, width);
	return (
		joined(
			shown.map(({id}) => {
				const {sign, tone, name, part} = displayOf(state, id);
				return [row(span(`${sign} ${truncate(name, column - 2)}`, tone), span(` · ${part}`, 'dim'))];
			}),
			column,
		)[0] ?? blank
	);
}

/** The columns, one block for each exchange. */
export const columnBlocks = (state: DebateState, cache: WrapCache, width: number): Blocks =>
	listed(groupsOf(state.turns), (group, place) => [
		...(place === 0 ? [] : [blank]),
		...groupRows(state, cache, group, width),
	]);

const groupsOf = memoizeRecent((turns: readonly Turn[]): readonly TurnGroup[] => {
	const groups: {title: string; turns: Turn[]}[] = [];
	for (const turn of turns) {
		const title = `${humanize(turn.segment)}${turn.round === undefined ? '' : ` ${turn.round}`}`;
		const last = groups.at(-1);
		if (last?.title === title) last.turns.push(turn);
		else groups.push({title, turns: [turn]});
	}
	return groups;
});

function groupRows(state: DebateState, cache: WrapCache, {title, turns}: TurnGroup, width: number): readonly Row[] {
	const {shown, column} = columnsFor(state, width);
	const seated = new Set(shown.map(({id}) => id));
	const kinds = new Set(
		turns.filter(turn => seated.has(turn.speaker) && turnKindLabel(turn) === undefined).map(({kind}) => kind),
	);
	const sides = shown.map(({id}) =>
		turns
			.filter(({speaker}) => speaker === id)
			.flatMap((turn, place) =>
				turnRows(state, cache, turn, {column, first: place === 0, title, isMixed: kinds.size > 1}),
			),
	);
	return [
		rule(width, span(title, 'strong')),
		...turns.filter(({speaker}) => !seated.has(speaker)).map(turn => hostRow(state, turn, width)),
		...joined(sides, column),
	];
}

/** The first words of a turn whose speaker has no column, such as the host's. */
function hostRow(state: DebateState, turn: Turn, width: number): Row {
	const {sign, name, tone} = speakerDisplay(state, turn);
	const said = oneLine(heardText(state, turn));
	return row(span(`${sign} ${name} `, tone), span(truncate(said, Math.max(8, width - name.length - 3)), 'dim'));
}

type TurnPlace = {
	readonly column: number;
	readonly first: boolean;
	/** Shown above all columns. */
	readonly title: string;
	/** Turns of several kinds stand below the title. */
	readonly isMixed: boolean;
};

/** What sets a turn apart from those beside it: its kind, or how long it is where all are of one kind. */
function turnLabel(turn: Turn, text: string, {title, isMixed}: TurnPlace): Span {
	if (turn.kind === 'interruption') return span(`${signs.cut} cuts in`, 'cut');
	if (turn.kind === 'resumption') return span('resumes', 'dim');
	const kind = kindName(turn.kind);
	if (kind === title) return span('');
	const label = turnKindLabel(turn) ?? (isMixed ? kind : plural(countWords(text), 'word'));
	return span(label, 'dim');
}

function turnRows(state: DebateState, cache: WrapCache, turn: Turn, place: TurnPlace): readonly Row[] {
	const {column, first} = place;
	const {tone} = displayOf(state, turn.speaker);
	const open = turn.finish === undefined && state.open.includes(turn.id);
	const text = heardText(state, turn).trim();
	const said = turn.finish === 'interrupted' ? `${text} —` : text;
	const score = turn.evaluation?.adherenceScore;
	const what = turnLabel(turn, text, place);
	const right = score === undefined || score === null ? [] : [span(String(score), 'dim')];
	return [
		...(first ? [] : [blank]),
		...(what.text === '' && right.length === 0 ? [] : [{spans: [span('  '), what], right}]),
		...(said === ''
			? [line(open ? `  ${signs.cursor}` : `  ${signs.none}`, 'dim')]
			: cache.wrap(turn.id, said, column, open).rows.map(each => withBar(each, tone, open))),
	];
}

/** Columns as rows; a shorter one is blank below its end. */
function joined(columns: readonly (readonly Row[])[], width: number): readonly Row[] {
	const height = Math.max(0, ...columns.map(({length}) => length));
	return Array.from({length: height}, (_, place) => ({
		spans: columns.flatMap((rows, column) => {
			const spans = layOutRow(rows[place] ?? blank, width);
			const rest = column === columns.length - 1 ? 0 : width - spansWidth(spans) + PANE_GAP;
			return rest === 0 ? spans : [...spans, span(' '.repeat(rest))];
		}),
	}));
}
