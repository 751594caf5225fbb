/** Details of the entry that is chosen on the home screen. */
import {isRehearsal} from '../../debate/seats.ts';
import {money, rehearsalLabel} from '../../languages/wording.ts';
import {shellQuote} from '../../debate/text/words.ts';
import {hintRow} from '../kit/lines.tsx';
import {compact, paceText} from '../../view/format.ts';
import type {PresetCard} from '../../app/setup/home-port.ts';
import {blank, line, row, span, type Row} from '../../view/rows.ts';
import {seatStyle} from '../../view/theme.ts';
import {truncate, wrapText} from '../../view/wrap.ts';

/** The topic, then the speakers, then the estimate. */
export function cardRows(card: PresetCard, topic: string | undefined, width: number, height: number): readonly Row[] {
	const {propositions, description} = card;
	const more =
		propositions.length > 1 && topic !== undefined
			? [hintRow(`topic ${propositions.indexOf(topic) + 1} of ${propositions.length} · ←→ for others`)]
			: [];
	const topics =
		topic === undefined
			? [line('no topic yet: t gives it one', 'warning')]
			: wrapText(topic, width).map(text => line(text, 'strong'));
	const seats = card.seats.map((seat, index) => seatRow(seat, index));
	const about = wrapText(description, width).map(text => line(text, 'dim'));
	const [sum, ...each] = estimateRows(card, width);
	const cost = sum === undefined ? [] : [sum];
	const others = otherTopics(propositions, topic, width);
	const command = commandRows(card, topic, width);
	const short = [...topics, ...seats, ...more, ...cost];
	return (
		[
			[...topics, ...more, blank, ...seats, blank, ...about, ...cost, ...each, ...others, ...command],
			[...topics, ...more, blank, ...seats, blank, ...about, ...cost, ...each, ...others],
			[...topics, ...more, blank, ...seats, blank, ...about, ...cost, ...each],
			[...short, ...each],
		].find(rows => rows.length <= height) ?? short
	);
}

/** What else has been suggested, which the arrows lead to. */
function otherTopics(propositions: readonly string[], topic: string | undefined, width: number): readonly Row[] {
	const others = propositions.filter(one => one !== topic);
	return others.length === 0 || topic === undefined
		? []
		: [blank, line('Other topics', 'dim'), ...others.map(one => line(`  ${truncate(one, width - 2)}`, 'dim'))];
}

/** The command line that starts the same. */
function commandRows({protocol, id}: PresetCard, topic: string | undefined, width: number): readonly Row[] {
	if (topic === undefined) return [];
	const command = `rostrum run ${protocol} --preset ${id.replaceAll('_', '-')} --topic ${shellQuote(topic)}`;
	return [
		blank,
		{...line('From the command line', 'dim'), spoken: ''},
		...wrapText(command, width - 2).map(text => ({...line(`  ${text}`, 'dim'), spoken: ''})),
	];
}

function seatRow({name, label, voice}: PresetCard['seats'][number], index: number): Row {
	const {sign, tone} = seatStyle(index);
	const speaks = isRehearsal({voice}) ? rehearsalLabel : voice;
	return row(span(`${sign} `, tone), span(name, tone), span(` · ${label}`), span(` · ${speaks}`, 'dim'));
}

/** An estimate in one line; with the pace that it is counted at, where there is room for it. */
export function estimateText({minutes, pace, tokens, cost}: NonNullable<PresetCard['estimate']>, width = 0): string {
	const price = cost === null ? 'price unknown' : cost === 0 ? 'free' : `about ${money(cost)}`;
	const time = `about ${Math.max(1, Math.round(minutes))} min`;
	const rest = `${compact(tokens)} tokens · ${price}`;
	const paced = pace === undefined ? '' : `${time} at ${paceText(pace)} · ${rest}`;
	return paced !== '' && paced.length <= width ? paced : `${time} · ${rest}`;
}

/** The total, followed by the cost of each voice if there is more than one. */
function estimateRows({estimate}: PresetCard, width: number): readonly Row[] {
	if (estimate === undefined) return [];
	const {voices = [], prices = '', proposal = ''} = estimate;
	const each =
		voices.length < 2
			? []
			: voices.map(({name, tokens, cost}) =>
					line(
						`  ${name} · ${compact(tokens)} tokens · ${cost === null ? 'price unknown' : `about ${money(cost)}`}`,
						'dim',
					),
				);
	return [
		line(estimateText(estimate, width), 'dim'),
		...each,
		...(prices === '' ? [] : [line(`  prices: ${prices}`, 'dim')]),
		...(proposal === '' ? [] : wrapText(proposal, width - 2).map(text => line(`  ${text}`, 'dim'))),
	];
}
