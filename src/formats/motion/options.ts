/** What a motion debate adds to `rostrum run`: who speaks for and against, and how long it is. */
import type {PairedDebater, PairedSeats} from '../contract.ts';
import {languageInput, languageOption, listOption, textOption, type Input, type OptionRow} from '../options.ts';
import {context, search, sources, topic, type SetupData} from '../setup.ts';
import {mostSpeakers} from './seats.ts';
import {UsageError} from '../../debate/usage-error.ts';

/** The options that `run` has for this protocol alone. */
export const motionOptions: readonly OptionRow[] = [
	{flags: '--for <V>', about: 'motion: who speaks for it; once for each of up to three speakers', repeat: true},
	{flags: '--against <V>', about: 'motion: who speaks against it; as many as for it', repeat: true},
	languageOption,
	{flags: '--style <STYLE>', about: 'motion: short, or full with questions and a second rebuttal (default: full)'},
];

export const motionSetup: SetupData = {
	ways: [
		{
			...topic,
			label: 'Motion',
			about:
				'What one side is for and the other against. A file is named with @ before its path: its first line is the motion, and all of it is told beforehand.',
		},
	],
	beside: [context, sources, search],
};

/** The same input in the words that every protocol knows. Throws `UsageError` where the sides are not equal. */
export function motionInput(input: Input): Input {
	const {args, options} = languageInput(input);
	const [pro, con] = [listOption(options, 'for'), listOption(options, 'against')];
	const style = textOption(options, 'style');
	const size = Math.max(pro.length, con.length);
	const unequal = pro.length > 1 || con.length > 1 ? pro.length !== con.length : false;
	if (unequal || size > mostSpeakers)
		throw new UsageError({
			what: unequal ? 'Both sides need equally many speakers' : `A side has at most ${mostSpeakers} speakers`,
			value: `${pro.length} for, ${con.length} against`,
			from: '--for and --against',
			todo: `Give --for and --against equally often, up to ${mostSpeakers} times each.`,
		});
	const seats = (side: string, voices: readonly string[]): string[] =>
		voices.map((voice, at) => `${side}_${at + 1}=${voice}`);
	const team = (side: string): string[] =>
		size > 1 ? [`speakers.${side}=${JSON.stringify(Array.from({length: size}, () => ({})))}`] : [];
	return {
		args,
		options: {
			...options,
			seat: [...listOption(options, 'seat'), ...seats('for', pro), ...seats('against', con)],
			set: [
				...team('for'),
				...team('against'),
				...judgesOf(options),
				...listOption(options, 'set'),
				...(style === undefined ? [] : [`style=${JSON.stringify(style)}`]),
			],
		},
	};
}

/** As many judges as are named. */
function judgesOf(options: Input['options']): string[] {
	const named = listOption(options, 'judge').length;
	return named > 1 ? [`verdict.judges=${Math.min(3, named)}`] : [];
}

export function motionPair(one: PairedDebater, other: PairedDebater): PairedSeats {
	const team = (side: string, {persona}: PairedDebater): string[] =>
		persona === undefined ? [] : [`speakers.${side}=${JSON.stringify([{persona}])}`];
	return {
		seat: [`for_1=${one.voice}`, `against_1=${other.voice}`],
		set: [...team('for', one), ...team('against', other)],
	};
}
