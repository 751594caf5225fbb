/** Whether a judge can be trusted, by its figures on the labelled turns. */
import type {JudgeFigures} from './figures.ts';

/** `undecided`: too few turns were put to say. */
export type Fitness = 'fit' | 'with_second' | 'unfit' | 'undecided';

type Bar = {readonly trapsUpper: number; readonly accuracy: number; readonly unusable: number; readonly found: number};

/**
 * A judge that finds nothing anywhere agrees with four labels of five and falls for no trap: so it has to find half
 * of what is there.
 */
const leastFound = 0.5;
const fitnessBars: Readonly<Record<'fit' | 'with_second', Bar>> = {
	fit: {trapsUpper: 0.1, accuracy: 0.85, unusable: 0.05, found: leastFound},
	with_second: {trapsUpper: 0.2, accuracy: 0.75, unusable: 0.1, found: leastFound},
};

/** `whole` says that the whole set was put: a part of it may leave open what all of it would show. */
export function fitnessOf(figures: JudgeFigures, whole: boolean): Fitness {
	if (clears(figures, fitnessBars.fit, figures.traps.upper)) return 'fit';
	const second = clears(figures, fitnessBars.with_second, figures.traps.upper);
	const mayYet = !whole && clears(figures, fitnessBars.with_second, figures.traps.falseYes ?? 0);
	if (figures.turns === 0 || (mayYet && !second)) return 'undecided';
	return second ? 'with_second' : 'unfit';
}

const clears = ({accuracy = 0, unusable = 1, found = 0}: JudgeFigures, bar: Bar, falseYes: number): boolean =>
	falseYes <= bar.trapsUpper && accuracy >= bar.accuracy && unusable <= bar.unusable && found >= bar.found;

/** The verdict in one sentence, with what it rests on. */
export function fitnessInWords(fitness: Fitness, {accuracy, unusable, found, traps, turns}: JudgeFigures): string {
	const rests = `false yes on traps ${shareText(traps.falseYes)} (at most ${shareText(traps.upper)} by its upper 95 % bound), accuracy ${shareText(accuracy)}, ${shareText(found)} of what is there found, ${shareText(unusable)} of its verdicts unusable`;
	switch (fitness) {
		case 'fit':
			return `Fit to judge: ${rests}.`;
		case 'with_second':
			return `Fit to judge with a second judge beside it: ${rests}.`;
		case 'unfit':
			return `Not fit to judge: ${rests}.`;
		case 'undecided':
			return `Not decided, ${turns} turns are too few to say: ${rests}.`;
		default:
			return fitness satisfies never;
	}
}

/** A share as a whole percentage; a small one that is not none with a decimal. */
export const shareText = (share: number | undefined): string =>
	share === undefined ? '–' : `${Number((100 * share).toFixed(share > 0 && share < 0.1 ? 1 : 0))} %`;
