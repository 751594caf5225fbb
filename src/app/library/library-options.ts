/** Parses the filter options of `rostrum library`. */
import type {Filter} from '../../library/find.ts';
import {flagOption, textOption, type Input} from '../../formats/options.ts';
import {UsageError} from '../../debate/usage-error.ts';

/** Throws `UsageError`. `protocols` are the valid values of `--protocol`. */
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

/** The start of a day in local time. */
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
