/** The figures of a judge as text. */
import {type JudgeFigures, shareText} from '../../formats/duelogic/figures.ts';
import {columns} from '../library/listing.ts';
import type {CheckReport} from './check-judge.ts';

/** Everything that was measured, the verdict last. */
export function reportText(report: CheckReport): string {
	const {voice, rules, set, figures, file, sentence} = report;
	return [
		`${voice}: ${figures.turns} labelled turns, rules ${rules}, set ${set}\n`,
		columns([
			['item', 'accuracy', 'false yes', 'found', 'labelled'],
			...figures.items.map(({id, accuracy, falseYes, found, labelled}) => [
				id,
				shareText(accuracy),
				shareText(falseYes),
				shareText(found),
				String(labelled),
			]),
			['all', shareText(figures.accuracy), shareText(figures.falseYes), shareText(figures.found), ''],
		]),
		columns(rows(figures)),
		`Tokens and cost: ${spendingText(report)}. Kept in ${file}\n`,
		`${sentence}\n`,
	].join('\n');
}

function rows({traps, stability, seats, names, unusable, honest}: JudgeFigures): string[][] {
	return [
		[
			'Traps',
			`false yes on ${traps.fellFor} of ${traps.turns}, ${shareText(traps.falseYes)}; upper 95 % bound (Wilson) ${shareText(traps.upper)}`,
		],
		[
			'  by kind',
			traps.kinds.map(({kind, turns, fellFor}) => `${kind.replaceAll('_', ' ')} ${fellFor} of ${turns}`).join(', '),
		],
		['The same turn twice', constancyText(stability)],
		['Seats exchanged', constancyText(seats)],
		['Names of models for seats', constancyText(names)],
		['Unusable verdicts', shareText(unusable)],
		[
			'Scores of honest turns',
			`mean ${points(honest.mean)}, ${shareText(honest.full)} of them 100; ${points(honest.distanceFromMark)} points from the labellers’ marks, ${signed(honest.aboveMark)} on average`,
		],
	];
}

const constancyText = ({turns, same, distance}: JudgeFigures['stability']): string =>
	turns === 0
		? 'not measured'
		: `${shareText(same)} of the answers the same, scores ${points(distance)} points apart (${turns} turns)`;

const points = (value: number | undefined): string => (value === undefined ? '–' : value.toFixed(1));
const signed = (value: number | undefined): string =>
	value === undefined ? '–' : `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(1)}`;

export function spendingText({spending}: Pick<CheckReport, 'spending'>): string {
	const {calls, input, cached, output, cost, unpriced} = spending;
	const sum = unpriced === calls && calls > 0 ? 'of unknown price' : `$${cost.toFixed(cost < 0.01 ? 4 : 2)}`;
	return `${calls.toLocaleString('en')} requests, ${input.toLocaleString('en')} tokens in (${cached.toLocaleString('en')} of them cached), ${output.toLocaleString('en')} out, ${sum}`;
}
