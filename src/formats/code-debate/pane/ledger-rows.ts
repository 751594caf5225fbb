/** The points of a Code Debate as they are always in sight: a row each, or all in one. */
import {outcomeOf, type LedgerPoint} from '../../../debate/formats/code-debate/state.ts';
import {memoizeRecent} from '../../../debate/fold/memoize-recent.ts';
import type {DebateState} from '../../../debate/state.ts';
import {codeDebateOf, type CodeDebateView} from '../../../debate/views/code-debate.ts';
import {allRows, joined, listed, single, type Blocks} from '../../../view/text/blocks.ts';
import {blank, row, rule, span, spansWidth, type Row, type Span} from '../../../view/text/rows.ts';
import {signs} from '../../../view/text/theme.ts';
import {widthOf, wrapText} from '../../../view/text/wrap.ts';
import {lookOf, severityTone, sideStyle} from './point-looks.ts';

type Convergence = {readonly resolved: number; readonly of: number};

const convergedSpan = ({resolved, of}: Convergence): Span =>
	span(`${resolved}/${of} resolved`, resolved === of ? 'good' : 'dim');

/** Points in one row at most: more would not fit on any screen. */
const inARow = 24;

/** All points in one row, each as its id and sign; the one in focus is in brackets. */
export function pointsRow(state: DebateState, focused?: string): Row | undefined {
	const debate = codeDebateOf(state);
	if (!debate || debate.ledger.length === 0) return undefined;
	const {ledger, resolved} = debate;
	const from = firstShown(ledger, focused, inARow);
	const next = resolved < ledger.length ? ledger.find(point => outcomeOf(point) === 'disputed') : undefined;
	const spans = [
		...(from > 0 ? [span('… ', 'dim')] : []),
		...ledger.slice(from, from + inARow).flatMap(point => idAndSign(point, point.id === focused)),
		...(next ? [span(`next: ${next.title}`, 'dim')] : []),
	];
	return {spans, right: [convergedSpan({resolved, of: ledger.length})]};
}

function idAndSign(point: LedgerPoint, focused: boolean): readonly Span[] {
	const {sign, tone} = lookOf(point);
	return focused
		? [span('[', 'strong'), span(`${point.id} `, 'strong'), span(sign, tone), span('] ', 'strong')]
		: [span(`${point.id} `, 'strong'), span(`${sign}  `, tone)];
}

/** A heading, and below it a row a point, as many as there is room for: those around the one in focus. */
export function ledgerStrip(
	state: DebateState,
	focused: string | undefined,
	width: number,
	height: number,
): readonly Row[] {
	const {ledger, resolved} = state.formats.codeDebate;
	const room = height - 1;
	const from = firstShown(ledger, focused, room);
	const more = ledger.length > room ? ` · ${from + 1} to ${Math.min(ledger.length, from + room)}` : '';
	const converged = convergedSpan({resolved, of: ledger.length});
	return [
		rule(
			width,
			span('Points', 'strong'),
			ledger.length === 0 ? undefined : {...converged, text: converged.text + more},
		),
		...(ledger.length === 0 ? [row(span('  none yet', 'dim'))] : []),
		...ledger.slice(from, from + room).map(point => stripRow(point, point.id === focused)),
	];
}

/** The one in focus stands in the middle of those that are shown. */
const firstShown = (ledger: readonly LedgerPoint[], focused: string | undefined, count: number): number =>
	ledger.length <= count
		? 0
		: Math.max(
				0,
				Math.min(ledger.findLastIndex(({id}) => id === focused) - Math.floor(count / 2), ledger.length - count),
			);

function stripRow(point: LedgerPoint, focused: boolean): Row {
	const {id, title, place, by, severity, history} = point;
	const {sign, tone, name} = lookOf(point);
	return {
		spans: [
			span(focused ? `${signs.chosen} ` : '  ', 'chosen'),
			span(`${sign} `, tone),
			span(`${id} `.padEnd(4), 'strong'),
			span(`${by} `, sideStyle[by].tone),
			...(severity ? [span(`${severity} `.padEnd(8), severityTone[severity])] : []),
			span(title, focused ? 'strong' : 'plain'),
			...(place === undefined ? [] : [span(` ${place}`, 'dim')]),
		],
		right: [span(name, tone), span(` ${history.at(-1)?.heading ?? ''}`, 'dim')],
	};
}

/** The points alone, as the pane shows them. */
export function ledgerRows(state: DebateState, width: number): readonly Row[] {
	const debate = codeDebateOf(state);
	return debate ? allRows(pointBlocks(debate, width)) : [];
}

/** Each point with its state and the section that set it, under how far the two have converged. */
export function pointBlocks({ledger, resolved}: CodeDebateView, width: number): Blocks {
	if (ledger.length === 0) return joined();
	const converged = `${resolved}/${ledger.length} resolved`;
	const bar =
		ledger.length + converged.length + 24 <= width
			? `${signs.full.repeat(resolved)}${signs.empty.repeat(ledger.length - resolved)} `
			: '';
	return joined(
		single([
			blank,
			rule(width, span('Points', 'strong'), span(bar + converged, resolved === ledger.length ? 'good' : 'plain')),
		]),
		listed(ledger, point => pointRows(point, width)),
	);
}

/** The place stands behind the title, or below it where both do not fit. */
const pointRows = memoizeRecent((point: LedgerPoint, width: number): readonly Row[] => {
	const {id, title, place, by, severity, history} = point;
	const {sign, tone, name} = lookOf(point);
	const right: Span[] = [span(name, tone), span(` ${history.at(-1)?.heading ?? ''}`, 'dim')];
	const head: Span[] = [
		span(`${sign} `, tone),
		span(`${id} `.padEnd(4), 'strong'),
		span(`${by} `, sideStyle[by].tone),
		...(severity ? [span(`${severity} `, severityTone[severity])] : []),
	];
	const room = width - spansWidth(head) - spansWidth(right) - 1;
	if (widthOf(`${title} ${place ?? ''}`) <= room)
		return [{spans: [...head, span(title), span(place === undefined ? '' : ` ${place}`, 'dim')], right}];
	const [first = '', ...rest] = wrapText(title, Math.max(8, room));
	const below = place === undefined ? [] : wrapText(place, Math.max(8, width - spansWidth(head)));
	const indent = span(' '.repeat(spansWidth(head)));
	return [
		{spans: [...head, span(first)], right},
		...rest.map(text => row(indent, span(text))),
		...below.map(text => row(indent, span(text, 'dim'))),
	];
});
