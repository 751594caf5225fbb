/** Details of the entry that is chosen on the home screen. */
import {isRehearsal} from '../../debate/seats.ts';
import {money, rehearsalLabel} from '../../languages/wording.ts';
import {shellQuote} from '../../debate/text/words.ts';
import {hintRow} from '../kit/lines.tsx';
import {compact, paceText} from '../../view/format.ts';
import type {PresetCard} from '../../app/setup/home-port.ts';
import {blank, line, row, span, type Row} from '../../view/rows.ts';
import {seatStyle} from '../../view/theme.ts';
import {truncate, widthOf, wrapText} from '../../view/wrap.ts';

/** The topic, then the speakers, then the estimate. */
export function cardRows(card: PresetCard, topic: string | undefined, width: number, height: number): readonly Row[] {
	const {propositions, description} = card;
	const more =
		propositions.length > 1 && topic !== undefined
			? [
					hintRow(
						propositions.includes(topic)
							? `topic ${propositions.indexOf(topic) + 1} of ${propositions.length} · ←→ for others`
							: 'a topic of your own',
					),
				]
			: [];
	const topics =
		topic === undefined
			? [line('no topic yet: t gives it one', 'warning')]
			: wrapText(topic, width).map(text => line(text, 'strong'));
	const costs = new Map(card.estimate?.voices?.map(({voice, cost}) => [voice, cost]));
	const free = card.estimate !== undefined;
	const all = [...card.seats, ...(card.serving ?? [])];
	const seats = all.map((seat, index) => {
		const shared = all.findIndex(({voice}) => voice === seat.voice) < index;
		const cost = costs.get(seat.voice);
		return seatRow(seat, index, {cost: costOf(seat.voice, {cost, shared, free}), width});
	});
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
			short,
		].find(rows => rows.length <= height) ?? [...topics, ...cost, ...seats]
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
function commandRows(
	{protocol, id, options = []}: PresetCard,
	topic: string | undefined,
	width: number,
): readonly Row[] {
	if (topic === undefined) return [];
	const command = `rostrum run ${protocol} --preset ${id.replaceAll('_', '-')} --topic ${shellQuote(topic)}${options.map(option => ` ${option}`).join('')}`;
	return [
		blank,
		{...line('From the command line', 'dim'), spoken: ''},
		...wrapText(command, width - 2).map(text => ({...line(`  ${text}`, 'dim'), spoken: ''})),
	];
}

function seatRow(seat: PresetCard['seats'][number], index: number, {cost, width}: {cost: string; width: number}): Row {
	const {name, label, voice} = seat;
	const {sign, tone} = seatStyle(index);
	const speaks = isRehearsal({voice}) ? rehearsalLabel : voice;
	const room = width - widthOf(`${sign} ${name}`) - (cost === '' ? 0 : widthOf(cost) + 2);
	const shown = truncate(` · ${label} · ${speaks}`, Math.max(0, room));
	return {
		...row(
			span(`${sign} `, tone),
			span(name, tone),
			span(shown.slice(0, label.length + 3)),
			span(shown.slice(label.length + 3), 'dim'),
		),
		...(cost !== '' && {right: [span(cost, 'dim')]}),
	};
}

type SeatCost = {
	readonly cost: number | null | undefined;
	/** Another seat above has the same voice, and its cost stands there. */ readonly shared: boolean;
	readonly free: boolean;
};

/** What the voice costs in the whole debate: where several seats share it, beside the first of them. */
function costOf(voice: string, {cost, shared, free}: SeatCost): string {
	if (!free || isRehearsal({voice})) return '';
	if (cost === undefined) return 'free';
	return shared ? 'counted above' : cost === null ? 'price unknown' : `about ${money(cost)}`;
}

/** An estimate in one line; with the pace that it is counted at, where there is room for it. */
export function estimateText({minutes, pace, tokens, cost}: NonNullable<PresetCard['estimate']>, width = 0): string {
	const price = cost === null ? 'price unknown' : cost === 0 ? 'free' : `about ${money(cost)}`;
	const time = `about ${Math.max(1, Math.round(minutes))} min`;
	const rest = `${compact(tokens)} tokens · ${price}`;
	const paced = pace === undefined ? '' : `${time} at ${paceText(pace)} · ${rest}`;
	return paced !== '' && paced.length <= width ? paced : `${time} · ${rest}`;
}

/** The total; what each voice costs of it stands with the seats. */
function estimateRows({estimate}: PresetCard, width: number): readonly Row[] {
	if (estimate === undefined) return [];
	const {prices = '', proposal = ''} = estimate;
	return [
		line(estimateText(estimate, width), 'dim'),
		...(prices === '' ? [] : [line(`  prices: ${prices}`, 'dim')]),
		...(proposal === '' ? [] : wrapText(proposal, width - 2).map(text => line(`  ${text}`, 'dim'))),
	];
}
