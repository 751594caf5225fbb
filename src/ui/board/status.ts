/** The line at the top: what is on, how far it is, what it took. */
import {formatName, formatOf, isRead, shortFormatName} from '../../formats/index.ts';
import {totalSpending, type DebateState} from '../../debate/state.ts';
import {clock, humanize, pricesOf} from '../../languages/wording.ts';
import {compact, percent} from '../../view/format.ts';
import {span, spansWidth, type Row, type Span} from '../../view/rows.ts';
import {widthOf} from '../../view/wrap.ts';
import {numberAt, progressBar, progressOf} from '../../view/pane-rows.ts';
import {costText, mayHaveCost} from './costs.ts';

/** The phase, and which of how many it is. */
export function segmentText({segment, round, start}: DebateState): string {
	if (segment === undefined) return 'about to begin';
	const of = segment === 'exchange' ? numberAt(start?.config, 'flow', 'maxExchanges') : undefined;
	// The one part whose name keeps its hyphen.
	const phase = segment === 'follow-up' ? segment : humanize(segment);
	return phase + (round === undefined ? '' : ` ${round}${of === undefined ? '' : `/${of}`}`);
}

/** Wide enough for what is good to know beside the title. */
const ROOMY = 116;

type StatusOptions = {
	/** The place in a recording, where there is one. */
	readonly replay?: {readonly turn: number; readonly turns: number} | undefined;
	/** Whether it was held before, which is said before all else. */
	readonly recorded?: boolean | undefined;
	/** How many listeners follow it on their page, where one is served. */
	readonly listening?: number | undefined;
};

/**
 * The header: the phase, how far that is, and the only clock of the screen: how long it takes to say all that was
 * heard. The least needed parts are left out where it is narrow.
 */
export function statusRow(state: DebateState, spent: number, width: number, options: StatusOptions = {}): Row {
	const {replay, recorded = false, listening} = options;
	const {input, output, cached, calls} = totalSpending(state);
	const parts: StatusParts = {
		phase: `${listening === undefined ? '' : `${listening} listening · `}${state.outcome ?? segmentText(state)}`,
		share: progressOf(state, spent, replay, formatOf(state.start?.protocol)?.progress),
		spoken: isRead(state.start?.protocol) ? '' : `${clock(spent)} aloud`,
		tokens: `${compact(input + output)} tok${cached === 0 || width < ROOMY ? '' : `, ${percent(cached / input)} cached`}`,
		// At its beginning a recording does not know yet what it cost.
		cost: recorded && calls === 0 ? '' : costText(state),
		prices: mayHaveCost(state) ? pricesOf(state) : '',
	};
	const title = state.edition?.title ?? state.start?.title ?? '';
	const right = fitting(parts, width);
	const room = width - spansWidth(right) - 'ROSTRUM'.length - 4;
	if (!recorded) return {spans: [span('ROSTRUM', 'brand'), span(`  ${nameIn(room, state, title)}`, 'dim')], right};
	const left = room - RECORDING.length - 3;
	const name = left < shortFormatName(state.start?.protocol ?? '').length ? '' : ` · ${nameIn(left, state, title)}`;
	return {spans: [span('ROSTRUM', 'brand'), span(`  ${RECORDING}`, 'accent'), span(name, 'dim')], right};
}

const RECORDING = 'Recording';

/** The format and the matchup; where they do not both fit, the one that says more. */
function nameIn(room: number, {start}: DebateState, title: string): string {
	const id = start?.protocol ?? '';
	const named = formatName(id);
	const format = widthOf(named) > room ? shortFormatName(id) : named;
	if (title === '' || title === start?.subject.text) return format;
	return [`${format} · ${title}`, title].find(text => widthOf(text) <= room) ?? format;
}

type StatusParts = {
	readonly phase: string;
	readonly share: number | undefined;
	/** Empty where nobody speaks. */
	readonly spoken: string;
	readonly tokens: string;
	readonly cost: string;
	/** Where the prices are from. */
	readonly prices: string;
};

/** Leaves out where prices are from first, then tokens, the bar and the time, so that the name of the app stays. */
function fitting(parts: StatusParts, width: number): readonly Span[] {
	const {phase, share, spoken, tokens, cost, prices} = parts;
	const room = Math.min(width - 9, Math.floor((width * 2) / 3));
	const bar = (columns: number): readonly Span[] => {
		if (share === undefined) return [span(' · ', 'dim')];
		const {done, ahead} = progressBar(share, columns);
		return [span(' '), span(done, 'accent'), span(ahead, 'dim'), span(' ')];
	};
	const headerOf = (columns: number, ...rest: readonly string[]): readonly Span[] => [
		span(phase),
		...(columns === 0 ? [span(' · ', 'dim')] : bar(columns)),
		...[spoken, ...rest]
			.filter(part => part !== '')
			.flatMap((part, at) => [...(at === 0 ? [] : [span(' · ', 'dim')]), span(part)]),
	];
	const choices = [
		...(prices === '' ? [] : [headerOf(10, tokens, `${cost} (${prices})`)]),
		headerOf(16, tokens, cost),
		headerOf(10, tokens, cost),
		headerOf(10, cost),
		headerOf(6, cost),
		headerOf(0, cost),
		[span(phase), ...bar(6), span(cost)],
		[span(phase), span(' · ', 'dim'), span(cost)],
		[span(phase)],
	];
	return choices.find(spans => spansWidth(spans) <= room) ?? [span(phase)];
}
