import type {DebateStore} from '../debate-store.ts';
import {GAP, panes, type Pane, type StageLayout} from '../layout.ts';
import {chairRows, wantedRows} from '../panes/chairs.ts';
import {latestRows, momentRows} from '../panes/moments.ts';
import {statusRow} from '../panes/status.ts';
import {transcriptRows} from '../panes/transcript.ts';
import {paceText, speedText} from '../pace.ts';
import {beside, exactly, rule, span, type Row, type Span} from '../rows.ts';
import {signs} from '../theme.ts';
import {Lines} from './lines.tsx';

type Props = {
	readonly store: DebateStore;
	/** Changes with the store, which is the same object throughout. */
	readonly version: number;
	readonly layout: StageLayout;
	readonly width: number;
	readonly pane: Pane;
	readonly found: string;
};

/** Header, panes and the rule below them, in the arrangement that fits. */
export function StageBody({store, layout, width, pane, found}: Props) {
	const rows = layout.kind === 'full' ? fullRows(store, layout, found) : narrowRows(store, layout, width, pane, found);
	return <Lines rows={[statusRow(store.state, store.words, width), ...rows]} width={width} height={rows.length + 1}/>;
}

function fullRows(store: DebateStore, {width, side, body}: Extract<StageLayout, {kind: 'full'}>, found: string): readonly Row[] {
	const transcript = exactly(transcriptRows(store, width, body, found), body);
	const chairs = Math.min(wantedRows(store), body - Math.min(6, Math.floor(body / 3)));
	const moments = body - chairs - 1;
	const aside = [
		rule(side, span('Chairs', 'strong')), ...exactly(chairRows(store, side, chairs), chairs),
		rule(side, span('Moments', 'strong')), ...exactly(momentRows(store.state, side, moments), moments), rule(side, span('')),
	];
	return beside([titleRule(store, width), ...transcript, footRule(store, width)], aside, [width, side], GAP);
}

function narrowRows(store: DebateStore, layout: Exclude<StageLayout, {kind: 'full'}>, width: number, pane: Pane, found: string): readonly Row[] {
	if (layout.kind === 'tabs') return [tabRule(width, pane), ...exactly(paneRows(store, pane, width, layout.body, found), layout.body), footRule(store, width)];
	return [
		...exactly(chairRows(store, width, layout.chairs), layout.chairs),
		titleRule(store, width),
		...exactly(transcriptRows(store, width, layout.body, found), layout.body),
		footRule(store, width),
		...exactly(latestRows(store.state, layout.moments), layout.moments),
	];
}

function paneRows(store: DebateStore, pane: Pane, width: number, height: number, found: string): readonly Row[] {
	if (pane === 'chairs') return chairRows(store, width, height);
	return pane === 'moments' ? momentRows(store.state, width, height) : transcriptRows(store, width, height, found);
}

const titleRule = (store: DebateStore, width: number): Row => rule(width, span(store.state.start?.subject.text ?? '', 'strong'));

/** Which pane is shown and that there are others; the shown one is in brackets. */
function tabRule(width: number, shown: Pane): Row {
	const tabs = panes.flatMap((pane): Span[] => [pane === shown ? span(`[${pane}]`, 'strong') : span(` ${pane} `, 'dim')]);
	return {spans: [...tabs, span(signs.rule.repeat(Math.max(0, width - 34)), 'dim'), span(' tab', 'dim')]};
}

/** How fast it goes or that it does not, and where the window is. */
function footRule(store: DebateStore, width: number): Row {
	const {transcript, session} = store;
	const pace = store.over ? 'over' : store.paused ? `${signs.paused} paused` : `${signs.playing} ${session.live ? paceText(store.pace) : session.setSpeed ? speedText(store.pace) : 'watching'}`;
	const {turn, of} = transcript.position;
	const where = transcript.following ? (store.over ? 'the end' : 'following') : `turn ${turn} of ${of} ${signs.down} G`;
	return rule(width, span(pace, store.paused ? 'warning' : 'dim'), span(where, transcript.following ? 'dim' : 'strong'));
}

