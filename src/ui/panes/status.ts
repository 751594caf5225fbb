/** The line at the top: what is on, how far it is, what it took. */
import {totalSpending} from '../../debate/spending.ts';
import type {DebateState} from '../../debate/state.ts';
import {speechPace} from '../../transcripts/statistics.ts';
import {clock, humanize, isRehearsal, money, rehearsalLabel} from '../../transcripts/wording.ts';
import {compact, percent} from '../text/format.ts';
import {span, spansWidth, type Row, type Span} from '../text/rows.ts';

/** A number inside a config of any protocol, by its path; undefined where there is none. */
/** The number at a path of a debate's config; undefined where there is none. */
export function numberAt(config: unknown, ...path: readonly string[]): number | undefined {
	let value = config;
	for (const name of path) value = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
	return typeof value === 'number' ? value : undefined;
}

/** How long the words take to say, in milliseconds. */
export const spokenMs = (words: number): number => (words / speechPace) * 60_000;

export const isAllRehearsal = (state: DebateState): boolean => state.seats.length > 0 && state.seats.every(isRehearsal);

/** What it cost, and honestly so where a price is not known. */
export function costText(state: DebateState): string {
	const {calls, cost, unpriced} = totalSpending(state);
	if (isAllRehearsal(state)) return rehearsalLabel;
	if (unpriced === 0) return money(cost);
	return unpriced === calls || cost === 0 ? 'cost unknown' : `${money(cost)} + unknown`;
}

/** Whether holding it cost money, or may have. */
export function mayHaveCost(state: DebateState): boolean {
	const {cost, unpriced} = totalSpending(state);
	return !isAllRehearsal(state) && (cost > 0 || unpriced > 0);
}

function segmentText({segment, round, start}: DebateState): string {
	if (segment === undefined) return 'about to begin';
	const of = segment === 'exchange' ? numberAt(start?.config, 'flow', 'maxExchanges') : undefined;
	return humanize(segment) + (round === undefined ? '' : ` ${round}${of === undefined ? '' : `/${of}`}`);
}

/** Wide enough for what is good to know beside the title. */
const ROOMY = 116;

/** The header; the least needed parts are left out where it is narrow. */
export function statusRow(state: DebateState, words: number, width: number): Row {
	const target = numberAt(state.start?.config, 'flow', 'targetDurationMinutes');
	const {input, output, cached} = totalSpending(state);
	const spoken = clock(spokenMs(words));
	const parts = [
		state.outcome ?? segmentText(state),
		target === undefined ? spoken : `${spoken} of ${clock(target * 60_000)}`,
		`${compact(input + output)} tok${cached === 0 || width < ROOMY ? '' : `, ${percent(cached / input)} cached`}`,
		costText(state),
	];
	const title = state.start?.title ?? '';
	const left = [
		span('ROSTRUM', 'brand'),
		span(
			`  ${state.start?.protocol ?? ''}${title === '' || title === state.start?.subject.text ? '' : ` · ${title}`}`,
			'dim',
		),
	];
	return {spans: left, right: joined(fitting(parts, width))};
}

const joined = (parts: readonly string[]): readonly Span[] =>
	parts.flatMap((part, index) => [span(index === 0 ? '' : ' · ', 'dim'), span(part)]);

/** Leaves out tokens first, then the time, so that the name of the app stays. */
function fitting(parts: readonly string[], width: number): readonly string[] {
	const room = Math.min(width - 9, Math.floor((width * 2) / 3));
	const [segment = '', , , cost = ''] = parts;
	const without = [parts, parts.toSpliced(2, 1), [segment, cost], [segment]];
	return without.find(some => spansWidth(joined(some)) <= room) ?? [segment];
}
