/** The body of a stage: its panes as the layout places them, and the rules above and below each. */
import {Box} from 'ink';
import type {DebateStore, Pane} from './debate-store.ts';
import type {StageLayout} from './layout.ts';
import {boardRows, votesIn} from '../board/board.ts';
import {compactRows} from '../board/cards.ts';
import {stakesRow} from '../board/claim-list.ts';
import {latestRows, momentRows} from '../board/moments.ts';
import {paneOf} from '../../formats/index.ts';
import {statusRow} from '../board/status.ts';
import {transcriptRows} from '../transcript/transcript-pane.ts';
import {blank, exactly, PANE_GAP, rule, span, type Row, spansWidth, type Span, line} from '../../view/rows.ts';
import {joined, single, type PaneFrame, type PaneWindow, listed, type Blocks} from '../../view/blocks.ts';
import {readable, truncate, widthOf, wrapText} from '../../view/wrap.ts';
import {Lines} from '../kit/lines.tsx';
import {plural, interruptionNames} from '../../languages/wording.ts';
import {replayPositionText} from '../../view/format.ts';
import {signs, type Tone} from '../../view/theme.ts';
import {capitalised} from '../../debate/text/words.ts';
import {displayOf} from '../../view/participants.ts';
import type {Reading} from '../../debate/form.ts';
import {memoizeRecent} from '../../debate/fold.ts';
import type {DebateState} from '../../debate/state.ts';

type StageBodyProps = {
	readonly store: DebateStore;
	/** Changes whenever the store does; the store itself is always the same object. */
	readonly version: number;
	readonly layout: StageLayout;
	readonly width: number;
	/** The panes that the tab key goes through. */
	readonly tabs: readonly Pane[];
	/** The pane that keys scroll; if only one fits, the one that is shown. */
	readonly pane: Pane;
	readonly found: string;
	/** The point that is looked at, if the user has chosen one. */
	readonly point: string | undefined;
	/** The key for the next pane. */
	readonly paneKey: string;
};

/** Rows of full width, or two panes side by side. */
type StagePart = {
	readonly rows: readonly Row[];
	readonly width: number;
	readonly aside?: {readonly rows: readonly Row[]; readonly width: number};
};

/**
 * The header, the panes and their rules. Panes side by side are separate components, so that scrolled rows are equal to
 * earlier ones and are found in the caches.
 */
export function StageBody(props: StageBodyProps) {
	const {store, width} = props;
	const {place, recorded, audience} = store.session;
	const parts = [
		{
			rows: [
				statusRow(store.state, store.spokenMs, width, {
					replay: place?.(),
					recorded,
					listening: audience?.look()?.listening,
				}),
			],
			width,
		},
		...partsOf(props),
	];
	return (
		<Box flexDirection="column">
			{parts.map((part, index) => (
				<PartLines key={index} {...part} />
			))}
		</Box>
	);
}

const PartLines = ({rows, width, aside}: StagePart) => {
	const lines = <Lines rows={rows} width={width} height={rows.length} />;
	return aside ? (
		<Box columnGap={PANE_GAP}>
			{lines}
			<Lines rows={aside.rows} width={aside.width} height={rows.length} />
		</Box>
	) : (
		lines
	);
};

function partsOf(props: StageBodyProps): readonly StagePart[] {
	const {layout, width} = props;
	switch (layout.kind) {
		case 'full':
			return [fullPart(props, layout)];
		case 'stacked':
			return [{rows: stackedRows(props, layout), width}];
		case 'tabs':
			return [{rows: tabbedRows(props, layout), width}];
		case 'beside':
			return besideParts(props, layout);
		case 'above':
			return [{rows: aboveRows(props, layout), width}];
		default:
			return layout satisfies never;
	}
}

function fullPart(
	{store, found}: StageBodyProps,
	{width, side, body, hidden}: Extract<StageLayout, {kind: 'full'}>,
): StagePart {
	const transcript = exactly(transcriptRows(store, width, body, found), body);
	const aside = [...boardRows(store, side, body + 1, hidden), rule(side, span(''))];
	return {
		rows: [titleRule(store, width), ...transcript, footRule(store, width)],
		width,
		aside: {rows: aside, width: side},
	};
}

const stackedRows = (
	{store, width, found}: StageBodyProps,
	{chairs, stakes, body, moments}: Extract<StageLayout, {kind: 'stacked'}>,
): readonly Row[] => [
	...exactly(compactRows(store, width, chairs), chairs),
	titleRule(store, width),
	...exactly(transcriptRows(store, width, body, found), body),
	footRule(store, width),
	...exactly([stakesRow(store, width)], stakes),
	...exactly(latestRows(store, moments), moments),
];

function tabbedRows(props: StageBodyProps, {body, moments}: Extract<StageLayout, {kind: 'tabs'}>): readonly Row[] {
	const {store, width, pane} = props;
	const frame = pane === 'own' && moments > 0 ? frameOf(props, width, body + moments) : undefined;
	// What is kept in sight stands in the pane itself.
	if (frame?.complete) return [tabRule(store, width, props), ...framedRows(store, frame), footRule(store, width, pane)];
	return [
		tabRule(store, width, props),
		...exactly(shownRows(props, body), body),
		footRule(store, width, pane),
		...latestMoment(props, moments),
	];
}

function shownRows(props: StageBodyProps, height: number): readonly Row[] {
	const {store, width, pane, found} = props;
	switch (pane) {
		case 'chairs':
			return boardRows(store, width, height, ['moments']);
		case 'moments':
			return momentRows(store, width, height);
		case 'own':
			return ownRows(props, width, height);
		case 'reading':
			return readingRows(store, width, height);
		case 'transcript':
			return transcriptRows(store, width, height, found);
		default:
			return pane satisfies never;
	}
}

function ownRows(props: StageBodyProps, width: number, height: number): readonly Row[] {
	const {store} = props;
	const {state, waiting, protocolWindow} = store;
	const own = paneOf(state);
	const frame = frameOf(props, width, height);
	if (frame) return framedRows(store, frame);
	if (!own) return [];
	const blocks = own.blocks(state, width, waiting);
	const votes = own.votes ? votesIn(store, readable(width)) : [];
	return protocolWindow.view(
		votes.length > 0 ? joined(single(votes), single([blank]), blocks) : blocks,
		height,
		own.rest,
	);
}

const frameOf = ({store: {state, waiting}, point: chosen}: StageBodyProps, width: number, height: number) =>
	paneOf(state)?.frame?.(state, {width, height, chosen, waiting});

const framedRows = ({protocolWindow}: DebateStore, frame: PaneFrame): readonly Row[] =>
	frame.around(protocolWindow.view(frame.blocks, frame.height, 'words'));

const readingRows = ({formEditor, wanted}: DebateStore, width: number, height: number): readonly Row[] =>
	wanted?.reading ? formEditor.reading.view(readingBlocks(wanted.reading, readable(width)), height, 'start') : [];

function besideParts(
	props: StageBodyProps,
	{width, side, body, moments}: Extract<StageLayout, {kind: 'beside'}>,
): readonly StagePart[] {
	const {store, pane, found, width: whole} = props;
	const transcript = [
		titleRule(store, width, pane),
		...exactly(transcriptRows(store, width, body, found), body),
		footRule(store, width),
	];
	const work = [
		ownTitle(store, side, pane, props.paneKey),
		...ownRows(props, side, body),
		rule(side, span(''), ownPosition(store)),
	];
	return [
		{rows: transcript, width, aside: {rows: work, width: side}},
		{rows: latestMoment(props, moments), width: whole},
	];
}

function aboveRows(props: StageBodyProps, {own, body, moments}: Extract<StageLayout, {kind: 'above'}>): readonly Row[] {
	const {store, width, pane, found} = props;
	return [
		ownTitle(store, width, pane, props.paneKey),
		...ownRows(props, width, own),
		titleRule(store, width, pane),
		...exactly(transcriptRows(store, width, body, found), body),
		footRule(store, width, pane),
		...latestMoment(props, moments),
	];
}

/** What the protocol keeps in sight, or the latest moment. Its row is always there, so that nothing shifts. */
function latestMoment({store, point}: StageBodyProps, rows: number): readonly Row[] {
	if (rows === 0) return [];
	const kept = paneOf(store.state)?.inSight?.(store.state, point);
	if (kept) return [kept];
	return store.state.notices.length + store.state.interjections.length === 0 ? [blank] : latestRows(store, 1);
}

// The rules above and below the panes: titles, tabs, pace and position.

/** The rule above the transcript. Where two panes can be scrolled, the one that the keys move is in brackets. */
const titleRule = (store: DebateStore, width: number, pane?: Pane): Row =>
	cutNotice(store, width) ?? topicRule(store, width, pane === 'transcript');

const topicOf = ({start}: DebateState): string => start?.subject.text.replaceAll(/\s+/gu, ' ') ?? '';
const topicKey = span('T topic', 'dim');

/** The topic; where that is longer, the key that shows all of it. */
function topicRule({state, session, isReplay}: DebateStore, width: number, chosen: boolean): Row {
	const text = topicOf(state);
	const whole = widthOf(text) <= width - (chosen ? 8 : 6);
	// In a recording that is only drawn, there are no keys.
	const key = whole || !(session.live || isReplay) ? undefined : topicKey;
	return rule(width, inBrackets(text, chosen, width - (key ? spansWidth([key]) + 4 : 0)), key);
}

/** The rule above the protocol's pane. */
const ownTitle = ({state}: DebateStore, width: number, pane: Pane, paneKey: string): Row =>
	rule(width, inBrackets(capitalised(paneOf(state)?.name ?? ''), pane === 'own', width), span(paneKey, 'dim'));

const inBrackets = (title: string, chosen: boolean, width: number): Span =>
	chosen ? span(`[${truncate(title, width - 8)}]`, 'strong') : span(title, 'strong');

const nameOf = ({state, wanted}: DebateStore, pane: Pane): string =>
	pane === 'own' ? (paneOf(state)?.name ?? '') : pane === 'reading' ? (wanted?.reading?.name ?? '') : pane;

type Tabs = {
	readonly tabs: readonly Pane[];
	readonly pane: Pane;
	/** The key that goes on to the next pane. */
	readonly paneKey: string;
};

/** All panes by name, the shown one in brackets; then the topic, where there is room. */
function tabRule(store: DebateStore, width: number, {tabs: panes, pane, paneKey}: Tabs): Row {
	const cut = cutNotice(store, width);
	if (cut) return cut;
	const tabs = panes.map(each =>
		each === pane ? span(`[${nameOf(store, each)}]`, 'strong') : span(` ${nameOf(store, each)} `, 'dim'),
	);
	if (tabs.at(-1)?.text.endsWith(']')) tabs.push(span(' '));
	const room = width - spansWidth(tabs) - paneKey.length - 2;
	const text = topicOf(store.state);
	const keysWork = store.session.live || store.isReplay;
	// Beside a title that is cut even without it, the key has to leave some words.
	const key =
		keysWork && room > 36 && widthOf(text) > room - 6 ? [span(' '), topicKey, span(` ${signs.rule}`, 'dim')] : [];
	const end = [...key, span(` ${paneKey}`, 'dim')];
	const title = room > 24 ? truncate(text, room - 6 - spansWidth(key)) : '';
	const named = title === '' ? [] : [span(`${signs.rule}${signs.rule} `, 'dim'), span(title), span(' ')];
	const line = signs.rule.repeat(Math.max(0, width - spansWidth([...tabs, ...named, ...end])));
	return {spans: [...tabs, ...named, span(line, 'dim'), ...end]};
}

/** The rule below a pane: the pace, then the window's position, or the moment that was jumped to. */
function footRule(store: DebateStore, width: number, pane: Pane = 'transcript'): Row {
	const {transcript, session} = store;
	const pace = store.over
		? 'over'
		: store.paused
			? `${signs.paused} paused${isAsked(store) ? ' · taken: heard once it goes on' : ''}`
			: store.isHook
				? `${signs.playing} ${openingText(store)} ${signs.separator} esc: from the beginning`
				: `${signs.playing} ${store.paceText}${soundText(store)}`;
	const where =
		pane === 'own'
			? ownPosition(store)
			: pane === 'reading'
				? windowPosition(store.formEditor.reading)
				: transcript.marked === undefined
					? transcriptPosition(store)
					: momentText(store, width - pace.length - 14);
	const left =
		session.place && !store.isHook ? replayPositionText(session.place(), pace, width - spansWidth([where]) - 12) : pace;
	return rule(width, span(left, store.paused ? 'warning' : 'dim'), where);
}

/** The hook, or which of its highlights. */
const openingText = ({opening}: DebateStore): string =>
	opening?.alone ? `highlight ${opening.part} of ${opening.of}` : 'a taste first';

/** Whether a listener has spoken, or asked the host to step in, since it was paused. */
const isAsked = ({state: {actions}}: DebateStore): boolean =>
	actions
		.slice(actions.findLastIndex(({action}) => action === 'resume' || action === 'step') + 1)
		.some(({action}) => action === 'interject' || action === 'barge-in');

/** Whether it sounds, for a debate that is spoken; if not, why. */
function soundText({session: {speech}, over}: DebateStore): string {
	if (!speech || over) return '';
	const {isOn, trouble} = speech.state();
	if (trouble !== undefined) return ` · no sound: ${truncate(trouble, 40)}`;
	return isOn ? ' · spoken' : ' · sound off';
}

function transcriptPosition({transcript, over}: DebateStore): Span {
	if (transcript.following) return span(over ? 'the end' : 'following', 'dim');
	const {turn, of} = transcript.position;
	// Of a replay, those that it has come to.
	return span(`${signs.down} ${of === turn ? 'more of this turn' : plural(of - turn, 'newer turn')}: G`, 'strong');
}

function momentText({visitedMoment: visited}: DebateStore, width: number): Span {
	if (!visited) return span('');
	const {
		found: {sign, who, what},
		number,
		of,
	} = visited;
	const which = ` · ${number} of ${of}`;
	return span(
		truncate([sign.text, ...who.map(({text}) => text.trim()), what].join(' '), Math.max(8, width - which.length)) +
			which,
		'strong',
	);
}

/** The position in the protocol's pane. */
const ownPosition = ({protocolWindow, over}: DebateStore): Span =>
	protocolWindow.atEnd && protocolWindow.following && !over ? span('following', 'dim') : windowPosition(protocolWindow);

const windowPosition = ({atEnd, percent, following}: PaneWindow): Span =>
	span(atEnd ? 'the end' : `${percent} % ${signs.down} more: G`, following ? 'dim' : 'strong');

// A cut, for the second in which it is new: it takes the rule above the transcript.

/** Undefined once the second is over. */
function cutNotice({signs: live, state}: DebateStore, width: number): Row | undefined {
	const {recentCut} = live;
	if (!recentCut) return undefined;
	const {interrupter, interrupted, reason} = recentCut;
	const names = [interrupter, interrupted].map(id => displayOf(state, id).name);
	const text = truncate(` ${signs.cut} ${names[0]} cuts in on ${names[1]} · ${interruptionNames[reason]}`, width);
	return {spans: [span(text + ' '.repeat(Math.max(0, width - widthOf(text))), 'found')]};
}

// What a person has to read for their answer: files with numbered lines as they are debated, or a text.

/** Each line of a text that is read as a block of its own. */
const readingBlocks = (reading: Reading, width: number): Blocks =>
	listed(linesOf(reading), text => lineRows(text, width));

const linesOf = memoizeRecent(({text}: Reading): readonly string[] =>
	text
		.trimEnd()
		.split('\n')
		.map(each => each.replaceAll('\t', '    ')),
);

const fileName = /^=== (?<name>.*) ===$/u;
/** `   42 + text`, or without the sign. */
const numbered = /^(?<number> *\d+ )(?<sign>[-+ ] )?/u;

/** What is too long goes on below itself, behind the number. */
function lineRows(text: string, width: number): readonly Row[] {
	const name = fileName.exec(text)?.groups?.['name'];
	if (name !== undefined) return wrapText(name, width).map(piece => line(piece, 'strong'));
	const head = numbered.exec(text)?.[0] ?? '';
	const tone = toneOf(text);
	if (widthOf(text) <= width) return [line(text, tone)];
	return wrapText(text.slice(head.length), Math.max(8, width - head.length)).map((piece, place) =>
		line((place === 0 ? head : ' '.repeat(head.length)) + piece, tone),
	);
}

function toneOf(text: string): Tone {
	const sign = numbered.exec(text)?.groups?.['sign']?.trim();
	return sign === '+' ? 'good' : sign === '-' ? 'error' : 'plain';
}
