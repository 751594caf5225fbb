/** The rules above and below the panes of a stage: titles, tabs, pace and position. */
import {plural} from '../../languages/wording.ts';
import {paceText, replayPositionText, speedText} from '../../view/format.ts';
import {cutNotice} from './cut-notice.ts';
import {protocolPane} from '../../formats/panes.ts';
import type {DebateStore} from '../store/debate-store.ts';
import type {Pane} from '../store/pane-arrangement.ts';
import type {PaneWindow} from '../../view/blocks.ts';
import {rule, span, spansWidth, type Row, type Span} from '../../view/rows.ts';
import {signs} from '../../view/theme.ts';
import {truncate} from '../../view/wrap.ts';
import {capitalised} from '../../debate/text/words.ts';

/** The rule above the transcript. Where two panes can be scrolled, the one that the keys move is in brackets. */
export const titleRule = (store: DebateStore, width: number, pane?: Pane): Row =>
	cutNotice(store, width) ??
	rule(width, inBrackets(store.state.start?.subject.text ?? '', pane === 'transcript', width));

/** The rule above the protocol's pane. */
export const ownTitle = ({state}: DebateStore, width: number, pane: Pane, paneKey: string): Row =>
	rule(width, inBrackets(capitalised(protocolPane(state)?.name ?? ''), pane === 'own', width), span(paneKey, 'dim'));

const inBrackets = (title: string, chosen: boolean, width: number): Span =>
	chosen ? span(`[${truncate(title, width - 8)}]`, 'strong') : span(title, 'strong');

const nameOf = ({state, wanted}: DebateStore, pane: Pane): string =>
	pane === 'own' ? (protocolPane(state)?.name ?? '') : pane === 'reading' ? (wanted?.reading?.name ?? '') : pane;

type Tabs = {
	readonly tabs: readonly Pane[];
	readonly pane: Pane;
	/** The key that goes on to the next pane. */
	readonly paneKey: string;
};

/** All panes by name, the shown one in brackets; then the topic, where there is room. */
export function tabRule(store: DebateStore, width: number, {tabs: panes, pane, paneKey}: Tabs): Row {
	const cut = cutNotice(store, width);
	if (cut) return cut;
	const tabs = panes.map(each =>
		each === pane ? span(`[${nameOf(store, each)}]`, 'strong') : span(` ${nameOf(store, each)} `, 'dim'),
	);
	if (tabs.at(-1)?.text.endsWith(']')) tabs.push(span(' '));
	const room = width - spansWidth(tabs) - paneKey.length - 2;
	const title = room > 24 ? truncate(store.state.start?.subject.text.replaceAll(/\s+/gu, ' ') ?? '', room - 6) : '';
	const named = title === '' ? [] : [span(`${signs.rule}${signs.rule} `, 'dim'), span(title), span(' ')];
	return {
		spans: [
			...tabs,
			...named,
			span(signs.rule.repeat(Math.max(0, width - spansWidth([...tabs, ...named]) - paneKey.length - 1)), 'dim'),
			span(` ${paneKey}`, 'dim'),
		],
	};
}

/** The rule below a pane: the pace, then the window's position, or the moment that was jumped to. */
export function footRule(store: DebateStore, width: number, pane: Pane = 'transcript'): Row {
	const {transcript, session} = store;
	const pace = store.over
		? 'over'
		: store.paused
			? `${signs.paused} paused`
			: `${signs.playing} ${session.live ? paceText(store.pace) : session.setSpeed ? speedText(store.pace) : 'watching'}${soundText(store)}`;
	const where =
		pane === 'own'
			? ownPosition(store)
			: pane === 'reading'
				? windowPosition(store.formEditor.reading)
				: transcript.marked === undefined
					? transcriptPosition(store)
					: momentText(store, width - pace.length - 14);
	const left = session.place ? replayPositionText(session.place(), pace, width - spansWidth([where]) - 12) : pace;
	return rule(width, span(left, store.paused ? 'warning' : 'dim'), where);
}

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
export const ownPosition = ({protocolWindow, over}: DebateStore): Span =>
	protocolWindow.atEnd && protocolWindow.following && !over ? span('following', 'dim') : windowPosition(protocolWindow);

const windowPosition = ({atEnd, percent, following}: PaneWindow): Span =>
	span(atEnd ? 'the end' : `${percent} % ${signs.down} more: G`, following ? 'dim' : 'strong');
