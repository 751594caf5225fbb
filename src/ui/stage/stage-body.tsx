import {Box} from 'ink';
import type {DebateStore} from '../store/debate-store.ts';
import type {Pane} from '../store/pane-arrangement.ts';
import type {StageLayout} from './layout.ts';
import {boardRows} from '../board/board.ts';
import {compactRows} from '../board/cards.ts';
import {stakesRow} from '../board/claim-list.ts';
import {latestRows, momentRows} from '../panes/moments.ts';
import {protocolPane} from '../../formats/panes.ts';
import {readingBlocks} from '../panes/reading.ts';
import {statusRow} from '../panes/status.ts';
import {transcriptRows} from '../panes/transcript.ts';
import {blank, exactly, PANE_GAP, rule, span, type Row} from '../../view/rows.ts';
import type {PaneFrame} from '../../view/blocks.ts';
import {readable} from '../../view/wrap.ts';
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
	const own = protocolPane(state);
	const frame = frameOf(props, width, height);
	if (frame) return framedRows(store, frame);
	return own ? protocolWindow.view(own.blocks(state, width, waiting), height, own.rest) : [];
}

const frameOf = ({store: {state, waiting}, point: chosen}: StageBodyProps, width: number, height: number) =>
	protocolPane(state)?.frame?.(state, {width, height, chosen, waiting});

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
	const kept = protocolPane(store.state)?.inSight?.(store.state, point);
	if (kept) return [kept];
	return store.state.notices.length + store.state.interjections.length === 0 ? [blank] : latestRows(store, 1);
}
