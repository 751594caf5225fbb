/** The judgements of our own debates: from journals, folders of them, or the library. */
import {statSync} from 'node:fs';
import {basename, dirname, resolve} from 'node:path';
import {fold} from '../../debate/reduce.ts';
import {judgementRows, verdictsLeftOut, type JudgementRow} from '../../debate/views/judgements.ts';
import {formatOf} from '../../formats/index.ts';
import type {Configuration} from '../../settings/settings.ts';
import {type SideJudgement, pairUp} from '../../ratings/results.ts';
import {readRow, readJudgements, type RowFault, allFields} from '../../ratings/rows.ts';
import {journalName, journalsUnder} from '../files/debate-folders.ts';
import {eventsIn} from '../files/read-debate.ts';
import {askLibrary, syncLibrary, openDebateLibrary} from '../library/library-sync.ts';
import {errorCode, UsageError} from '../../debate/usage-error.ts';
import {reasonOf} from '../../debate/text/words.ts';
import {readUserText} from '../../engine/host/regular-file.ts';
import {namedFile} from '../../engine/host/named-file.ts';

/** The journals at a path: of a folder, or the journal itself; undefined for any other file. */
export function journalsAt(named: string, cwd: string): readonly string[] | undefined {
	const path = resolve(cwd, named);
	const found = statSync(path, {throwIfNoEntry: false});
	if (found?.isDirectory()) return journalsUnder(path).toReversed();
	return found?.isFile() && basename(path) === journalName ? [path] : undefined;
}

/** The verdicts in one journal. A debate is named after its folder, which a resumed batch makes again. */
export const judgementsOf = (journal: string): JudgementRow[] =>
	judgementRows(fold(eventsIn(journal)), basename(dirname(journal)));

/** Verdicts as a ranking takes them, each with its counterpart of swapped sides. */
export const pairedJudgements = (rows: readonly JudgementRow[]): SideJudgement[] =>
	pairUp(rows).flatMap(row => {
		const reading = readRow(row);
		return 'judgement' in reading ? [reading.judgement] : [];
	});

/** The verdicts in these journals. */
export function judgementsIn(journals: readonly string[]): JudgementSource {
	const read = journals.map(journal => {
		const state = fold(eventsIn(journal));
		return {rows: judgementRows(state, basename(dirname(journal))), without: verdictsLeftOut(state)};
	});
	const without = read.reduce((sum, debate) => sum + debate.without, 0);
	return {
		judgements: pairedJudgements(read.flatMap(({rows}) => rows)),
		notices:
			without === 0
				? []
				: [
						`${without === 1 ? 'One judge' : `${without} judges`} left out: no verdict was usable, or fewer than half of the debate’s bench gave one.`,
					],
	};
}

/** The verdicts of all finished debates in the library. */
export async function libraryJudgements(
	configuration: Configuration,
	{cwd, signal}: {readonly cwd: string; readonly signal: AbortSignal},
): Promise<JudgementSource> {
	const {library, folders} = await openDebateLibrary(configuration, cwd);
	try {
		await syncLibrary(library, {folders, signal});
		const all = await askLibrary(library, {folders, signal}, () => library.debates({}));
		const held = all.filter(({state, protocol}) => state === 'finished' && formatOf(protocol)?.traits?.givesVerdict);
		return judgementsIn(held.map(({path}) => path).sort());
	} finally {
		library.close();
	}
}

// Reads the files that `rostrum rank` is given.

/** Judgements, and what people should know about where they came from. */
export type JudgementSource = {readonly judgements: readonly SideJudgement[]; readonly notices: readonly string[]};

/** More faults of a file would only scroll the first ones away. */
const mostFaults = 10;

/** The judgements in a file, or on standard input for `-`. Throws `UsageError`, with the line of each fault. */
export function readJudgementFile(named: string, text: string): JudgementSource {
	const {judgements, none, faults} = readJudgements(text);
	if (faults.length > 0) throw new UsageError(faultsIn(named, faults));
	return {
		judgements,
		notices:
			none === 0
				? []
				: [
						`${named}: ${none === 1 ? 'one row has' : `${none} rows have`} no verdict, and ${none === 1 ? 'is' : 'are'} left out.`,
					],
	};
}

/** Each fault with its line, and once what a row needs. */
function faultsIn(named: string, faults: readonly RowFault[]): string {
	const shown = faults.slice(0, mostFaults).map(({line, what}) => `${named}: line ${line} ${what}.`);
	const more = faults.length - shown.length;
	return [
		...shown,
		...(more > 0 ? [`${named}: ${more} more lines cannot be read.`] : []),
		`Nothing was ranked. A row needs ${allFields.join(', ')}: winner is a name or "tie", margin from 0 to 3.`,
	].join('\n');
}

/** The text of a file. Throws `UsageError`. */
export function readTextFile(named: string, cwd: string): string {
	try {
		return readUserText(namedFile(cwd, named));
	} catch (error) {
		if (errorCode(error) === undefined) throw error;
		throw new UsageError(
			{
				what: `The file cannot be read: ${reasonOf(error)}`,
				value: named,
				from: 'the command line',
				todo: 'Name a file of judgements, a debate or a folder of debates.',
			},
			{cause: error},
		);
	}
}
