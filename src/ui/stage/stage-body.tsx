import {Box} from 'ink';
import type {DebateStore} from '../store/debate-store.ts';
import type {Pane} from '../store/pane-arrangement.ts';
import type {StageLayout} from './layout.ts';
import {boardRows} from '../board/board.ts';
import {compactRows} from '../board/cards.ts';
import {stakesRow} from '../board/claim-list.ts';
import {latestRows, momentRows} from '../panes/moments.ts';
import {protocolPane} from '../panes/protocol-panes.ts';
import {readingBlocks} from '../panes/reading.ts';
import {statusRow} from '../panes/status.ts';
import {transcriptRows} from '../panes/transcript.ts';
import {blank, exactly, PANE_GAP, rule, span, type Row} from '../text/rows.ts';
import {readable} from '../text/wrap.ts';
import {footRule, ownPosition, ownTitle, tabRule, titleRule} from './stage-rules.ts';
import {Lines} from '../kit/lines.tsx';

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
	const parts = [
		{rows: [statusRow(store.state, store.words, width, {replay: store.session.place?.()})], width},
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
	return [
		tabRule(store, width, props),
		...exactly(shownRows(props, body), body),
		footRule(store, width, pane),
		...latestMoment(store, moments),
	];
}

function shownRows({store, width, pane, found}: StageBodyProps, height: number): readonly Row[] {
	switch (pane) {
		case 'chairs':
			return boardRows(store, width, height, ['moments']);
		case 'moments':
			return momentRows(store, width, height);
		case 'own':
			return ownRows(store, width, height);
		case 'reading':
			return readingRows(store, width, height);
		case 'transcript':
			return transcriptRows(store, width, height, found);
		default:
			return pane satisfies never;
	}
}

function ownRows(store: DebateStore, width: number, height: number): readonly Row[] {
	const own = protocolPane(store.state);
	return own ? store.protocolWindow.view(own.blocks(store.state, width, store.waiting), height, own.rest) : [];
}

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
		...ownRows(store, side, body),
		rule(side, span(''), ownPosition(store)),
	];
	return [
		{rows: transcript, width, aside: {rows: work, width: side}},
		{rows: latestMoment(store, moments), width: whole},
	];
}

function aboveRows(props: StageBodyProps, {own, body, moments}: Extract<StageLayout, {kind: 'above'}>): readonly Row[] {
	const {store, width, pane, found} = props;
	return [
		ownTitle(store, width, pane, props.paneKey),
		...ownRows(store, width, own),
		titleRule(store, width, pane),
		...exactly(transcriptRows(store, width, body, found), body),
		footRule(store, width, pane),
		...latestMoment(store, moments),
	];
}

/** What the protocol keeps in sight, or the latest moment. Its row is always there, so that nothing shifts. */
function latestMoment(store: DebateStore, rows: number): readonly Row[] {
	if (rows === 0) return [];
	const kept = protocolPane(store.state)?.inSight?.(store.state);
	if (kept) return [kept];
	return store.state.notices.length + store.state.interjections.length === 0 ? [blank] : latestRows(store, 1);
}
