/** `rostrum doctor`: whether all that a debate needs is there and works. */
import {exitCodes} from '../formats/contract.ts';
import type {Run} from './command.ts';
import {examine, type Finding} from '../app/session/health-check.ts';
import {columns} from '../app/library/listing.ts';

const signs = new Map([
	[true, '✓'],
	[false, '✗'],
	[null, '–'],
]);

export const run: Run = async ({options}, context) => {
	const findings: Finding[] = [];
	for await (const found of examine(context.configure(), context, {askAgents: options['agents'] === true}))
		findings.push(...found);
	if (options['json'] === true) context.stdout.write(`${JSON.stringify(findings, undefined, '\t')}\n`);
	else
		context.stdout.write(
			columns(findings.map(({area, name, ok, detail}) => [signs.get(ok) ?? '', area, name, detail])),
		);
	return findings.some(({ok}) => ok === false) ? exitCodes.unwell : exitCodes.ok;
};
