/** Options of `run` that only other formats have. */
import {UsageError} from '../../debate/usage-error.ts';
import {nameOf, type Input, type OptionRow} from '../../formats/options.ts';
import {formatHosts} from '../../formats/hosts.ts';

/** Throws `UsageError`, naming the format that each option belongs to. */
export function refuseForeignOptions({args: [format = ''], options}: Input): void {
	const own = formatHosts[format];
	if (!own) return;
	const has = (rows: readonly OptionRow[] | undefined, name: string): boolean =>
		rows?.some(row => nameOf(row.flags) === name) ?? false;
	const faults = Object.keys(options).flatMap(name => {
		const owners = Object.entries(formatHosts).filter(([, host]) => has(host.options, name));
		if (owners.length === 0 || has(own.options, name)) return [];
		const formats = owners.map(([id]) => id).join(' and ');
		const flag = `--${name.replaceAll(/[A-Z]/gu, letter => `-${letter.toLowerCase()}`)}`;
		return [
			{
				what: `This option belongs to ${formats}, and ${format} does not have it`,
				value: flag,
				from: 'the command line',
				todo: `Leave it out, or run ${formats}; "rostrum help ${format}" says what ${format} has.`,
			},
		];
	});
	if (faults.length > 0) throw new UsageError(faults);
}
