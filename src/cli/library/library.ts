/** `rostrum library`: search over all that was ever said, lists, single debates and statistics. */
import {settingFlags, libraryOptions} from '../../app/cli/option-rows.ts';
import type {CliContext} from '../../app/cli/context.ts';
import {exitCodes} from '../../formats/contract.ts';
import {protocols} from '../../formats/protocols.ts';
import {isInteractive} from '../../settings/terminal.ts';
import type {Run} from '../cli/command.ts';
import {openScreen, portFor} from '../cli/open-screen.ts';
import type {LibraryAction, LibraryResult} from './library-action.ts';
import {filterFrom} from '../../app/library/library-options.ts';
import {listDebates, searchDebates, showDebate} from './library-queries.ts';
import {showStatistics} from './library-stats.ts';
import {askLibrary, syncLibrary} from '../../app/library/library-sync.ts';
import {printRows, printStyleFor} from './print-rows.ts';
import {openDebateLibrary, type DebateLibrary} from '../../app/library/open-library.ts';
import {UsageError} from '../../debate/usage-error.ts';

const actions: Readonly<Record<string, LibraryAction>> = {
	list: listDebates,
	search: searchDebates,
	show: showDebate,
	stats: showStatistics,
	rebuild: ({library, folders}) => rebuilt(library.debates({}).length, folders),
};

export const run: Run = async (input, context) => {
	if (input.args.length === 0 && Object.keys(input.options).length === 0 && isInteractive(context))
		return openScreen(context, portFor(context), 'library');
	const [name = 'list', ...words] = input.args;
	const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
	if (!action)
		throw new UsageError({
			what: 'There is no such action',
			value: name,
			from: 'the command line',
			todo: `Actions are ${Object.keys(actions).join(', ')}.`,
		});
	const configuration = context.configure(settingFlags(input.options, libraryOptions));
	const shelves = await openDebateLibrary(configuration, context.cwd);
	try {
		if (name === 'rebuild') shelves.library.clear();
		await fill(shelves, context);
		const {library, folders} = shelves;
		const {data, rows, remark, csv} = await askLibrary(library, {folders, signal: context.signal}, () => {
			const filter = filterFrom(input.options, [
				...new Set([...Object.keys(protocols), ...library.choices().protocols]),
			]);
			return action({...shelves, words, options: input.options, filter, cwd: context.cwd});
		});
		const json = input.options['json'] === true;
		const table = input.options['csv'] === true;
		if (table && !csv)
			throw new UsageError({
				what: 'Only the statistics are written as comma-separated values',
				value: name,
				from: '--csv',
				todo: 'Ask for "rostrum library stats --csv".',
			});
		if (table && csv) context.stdout.write(csv());
		else if (json) context.stdout.write(`${JSON.stringify(data, undefined, '\t')}\n`);
		else context.writeStyled(printRows(rows(printStyleFor(context)), printStyleFor(context)));
		for (const notice of [
			...configuration.notices,
			...shelves.library.notices(),
			...(remark === undefined ? [] : [remark]),
		])
			context.stderr.write(`${notice}\n`);
		return exitCodes.ok;
	} finally {
		shelves.library.close();
	}
};

/** Fewer are read before anybody would ask what is going on. */
const worthSaying = 50;

async function fill({library, folders}: DebateLibrary, {signal, stderr}: CliContext): Promise<void> {
	await syncLibrary(library, {
		folders,
		signal,
		onProgress(done, of) {
			if (of >= worthSaying && done === 0) stderr.write(`Reading ${of} journals that are new or have changed …\n`);
		},
	});
}

const rebuilt = (debates: number, folders: readonly string[]): LibraryResult => ({
	data: {debates, folders},
	rows: () => [
		{
			spans: [
				{
					text: `The library is made anew: ${debates} ${debates === 1 ? 'debate' : 'debates'} in ${folders.join(', ')}`,
					tone: 'plain',
				},
			],
		},
	],
});
