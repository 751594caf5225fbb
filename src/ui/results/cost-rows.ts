/** The cost of a debate, in total and by voice. */
import {totalSpending, type Spending, type DebateState} from '../../debate/state.ts';
import {formatCount, humanize, money, plural, pricesOf, spentText} from '../../languages/wording.ts';
import {compact, percent} from '../../view/format.ts';
import {displayOf} from '../../view/participants.ts';
import {costText, isAllRehearsal} from '../panes/status.ts';
import {row, span, type Row} from '../../view/rows.ts';
import {truncate, widthOf, wrapText} from '../../view/wrap.ts';

const LABEL = 8;

export function costRows(state: DebateState, width: number): readonly Row[] {
	const sum = totalSpending(state);
	const cost = costText(state);
	const dollars =
		isAllRehearsal(state) || cost === spentText(0)
			? ''
			: ` · US dollars${sum.saved === 0 ? '' : ` · ${money(sum.saved)} saved by the cache`}`;
	const prices = pricesOf(state);
	return [
		row(span('Cost'.padEnd(LABEL), 'strong'), span(cost), span(dollars, 'dim')),
		...wrapText(
			[...tokensOf(sum), ...requestsOf(sum), ...(prices === '' ? [] : [`prices: ${prices}`])].join(' · '),
			Math.max(8, width - LABEL),
		).map(text => row(span(' '.repeat(LABEL)), span(text, 'dim'))),
		...Object.entries(state.spending).flatMap(([id, one]) => voiceRows(state, id, one, width)),
	];
}

function tokensOf({input, cached, output, reasoning}: Spending): readonly string[] {
	const shared = input === 0 ? '' : ` (${percent(cached / input)} cached)`;
	const thought = reasoning === 0 ? '' : ` (${formatCount(reasoning)} of it thinking)`;
	return [`${formatCount(input)} tokens in${shared}`, `${formatCount(output)} out${thought}`];
}

/** A cancelled request is no failure: it was a prefetch, or its turn was cut off. */
function requestsOf({calls, failed, withdrawn}: Spending): readonly string[] {
	const troubles = [
		...(failed === 0 ? [] : [`${formatCount(failed)} failed`]),
		...(withdrawn === 0 ? [] : [`${formatCount(withdrawn)} withdrawn`]),
	];
	return [[plural(calls, 'request'), ...troubles].join(', ')];
}

/** A table if its columns fit; else the figures below each name. */
function voiceRows(state: DebateState, id: string, one: Spending, width: number): readonly Row[] {
	const {sign, tone, name, rehearsal} = displayOf(state, id);
	const price = rehearsal ? 'rehearsal' : one.unpriced === one.calls ? 'cost unknown' : spentText(one.cost);
	const cells = [
		plural(one.calls, 'request').padStart(12),
		`${compact(one.input)} in`.padStart(9),
		(one.input === 0 ? '' : `${percent(one.cached / one.input)} cached`).padStart(13),
		`${compact(one.output)} out`.padStart(10),
		price.padStart(14),
	];
	const room = width - LABEL - cells.join('').length;
	// One model may have several seats: then each row names its seat.
	const alike = state.seats.filter(seat => seat.name === name);
	const part = alike.length > 1 ? ` · ${humanize(alike.find(seat => seat.id === id)?.role ?? '')}` : '';
	const named = (columns: number) => {
		const short = truncate(`${sign} ${name}${part}`, columns);
		return span(short + ' '.repeat(Math.max(0, columns - widthOf(short))), tone);
	};
	const indent = span(' '.repeat(LABEL));
	if (room >= 16) return [row(indent, named(Math.min(room, 32)), span(cells.join(''), 'dim'))];
	return [
		row(indent, named(width - LABEL)),
		row(
			indent,
			span('  '),
			span(
				cells
					.map(text => text.trim())
					.filter(text => text !== '')
					.join(' · '),
				'dim',
			),
		),
	];
}
