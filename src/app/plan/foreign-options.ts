/** Options of `run` that only other formats have. */
import {UsageError} from '../../debate/usage-error.ts';
import {nameOf, type Input, type OptionRow} from '../../formats/options.ts';
import {formatOf, formats} from '../../formats/index.ts';

/** Throws `UsageError`, naming the format that each option belongs to. */
export function refuseForeignOptions({args: [format = ''], options}: Input): void {
	const own = formatOf(format);
	if (!own) return;
	const has = (rows: readonly OptionRow[] | undefined, name: string): boolean =>
		rows?.some(row => nameOf(row.flags) === name) ?? false;
	const faults = Object.keys(options).flatMap(name => {
		const owners = formats.filter(one => has(one.options, name));
		if (owners.length === 0 || has(own.options, name)) return [];
		const named = owners.map(({id}) => id).join(' and ');
		const flag = `--${name.replaceAll(/[A-Z]/gu, letter => `-${letter.toLowerCase()}`)}`;
		return [
			{
				what: `This option belongs to ${named}, and ${format} does not have it`,
				value: flag,
				from: 'the command line',
				todo: `Leave it out, or run ${named}; "rostrum help ${format}" says what ${format} has.`,
			},
		];
	});
	if (faults.length > 0) throw new UsageError(faults);
}
