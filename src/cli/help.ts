/** `rostrum help`: the page of a protocol from `docs/protocols/`, or the options of a command. */
import {readdirSync, readFileSync} from 'node:fs';
import {basename, join} from 'node:path';
import {UsageError} from '../debate/usage-error.ts';
import {packageRoot} from '../engine/host/package-root.ts';
import {exitCodes} from '../formats/contract.ts';
import type {Run} from './command.ts';

const folder = join(packageRoot, 'docs', 'protocols');

/** Ids of the protocols that have a page. */
export const helpPages = (): string[] =>
	readdirSync(folder)
		.filter(name => name.endsWith('.md'))
		.map(name => basename(name, '.md'))
		.sort();

/** The page about a protocol, as Markdown. */
export const helpPage = (id: string): string => readFileSync(join(folder, `${id}.md`), 'utf8');

export const run: Run = async ({args: [topic]}, {stdout}, helpText) => {
	const help = await helpText(topic);
	if (help === undefined && !helpPages().includes(topic ?? '')) {
		throw new UsageError({
			what: 'There is no help on this',
			value: topic,
			from: 'rostrum help',
			todo: `Protocols are ${helpPages().join(', ')}; "rostrum help" lists the commands.`,
		});
	}
	stdout.write(help ?? helpPage(topic ?? ''));
	return exitCodes.ok;
};
