/** `rostrum help`: a protocol's page from `docs/protocols/`, or a command's options. */
import {readdirSync, readFileSync} from 'node:fs';
import {basename, join} from 'node:path';
import {packageRoot} from '../engine/host/package-root.ts';
import {exitCodes, type Run} from './cli/command.ts';
import {UsageError} from '../debate/usage-error.ts';

const folder = join(packageRoot, 'docs', 'protocols');

/** Ids of the protocols that have a page. */
export const helpPages = (): string[] =>
	readdirSync(folder)
		.filter(name => name.endsWith('.md'))
		.map(name => basename(name, '.md'))
		.sort();

/** The page that explains a protocol, as Markdown. */
export const helpPage = (id: string): string => readFileSync(join(folder, `${id}.md`), 'utf8');

export const run: Run = async ({args: [topic]}, around) => {
	const {commandHelp} = await import('./cli/program.ts');
	const help = topic === undefined ? commandHelp(around) : commandHelp(around, topic);
	if (help === undefined && !helpPages().includes(topic ?? '')) {
		throw new UsageError({
			what: 'There is no help on this',
			value: topic,
			from: 'rostrum help',
			todo: `Protocols are ${helpPages().join(', ')}; "rostrum help" lists the commands.`,
		});
	}
	around.stdout.write(help ?? helpPage(topic ?? ''));
	return exitCodes.ok;
};
