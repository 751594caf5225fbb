/** The filters of `rostrum library`, as options and as what the index is asked. */
import type {Filter} from '../../library/filter.ts';
import {flagOption, textOption, type Input, type OptionRow} from '../../hosts/contract/options.ts';
import {UsageError} from '../../debate/usage-error.ts';

export const filterOptions: readonly OptionRow[] = [
	{flags: '--protocol <ID>', about: 'debates of this protocol'},
	{
		flags: '--framework <NAME>',
		about: 'debates in which somebody argued from this framework or persona; any part of its name',
	},
	{flags: '--model <NAME>', about: 'debates in which this model took part; any part of its name'},
	{flags: '--since <DATE>', about: 'debates that began on this day or later, such as 2026-11-01'},
	{flags: '--until <DATE>', about: 'debates that began on this day or earlier'},
	{flags: '--unfinished', about: 'debates that can be gone on with'},
];

/** Throws `UsageError`. `protocols` are those that may be asked for. */
export function filterFrom(options: Input['options'], protocols: readonly string[]): Filter {
	const protocol = textOption(options, 'protocol');
	if (protocol !== undefined && !protocols.includes(protocol))
		throw new UsageError({
			what: 'There is no such protocol, here or in the library',
			value: protocol,
			from: '--protocol',
			todo: `Protocols are ${protocols.join(', ')}.`,
		});
	const until = dayOption(options, 'until');
	return {
		protocol,
		framework: textOption(options, 'framework'),
		model: textOption(options, 'model'),
		unfinished: flagOption(options, 'unfinished'),
		since: dayOption(options, 'since')?.getTime(),
		until: until && new Date(until.getFullYear(), until.getMonth(), until.getDate() + 1).getTime(),
	};
}

/** The beginning of a day where the user is. */
function dayOption(options: Input['options'], name: string): Date | undefined {
	const text = textOption(options, name);
	if (text === undefined) return undefined;
	const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/u.exec(text.trim())?.map(Number) ?? [];
	const date = new Date(year ?? Number.NaN, (month ?? 0) - 1, day);
	if (date.getMonth() === (month ?? 0) - 1 && date.getDate() === day) return date;
	throw new UsageError({
		what: 'Not a date',
		value: text,
		from: `--${name}`,
		todo: 'Write it as year-month-day, such as 2026-11-01.',
	});
}
