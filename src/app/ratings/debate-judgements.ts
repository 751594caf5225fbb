/** The judgements of our own debates: from journals, folders of them, or the library. */
import {statSync} from 'node:fs';
import {basename, dirname, resolve} from 'node:path';
import {fold} from '../../debate/reduce.ts';
import {judgementRows} from '../../debate/views/judgements.ts';
import type {Configuration} from '../../settings/settings.ts';
import {pairUp} from '../../ratings/pair-up.ts';
import {readRow} from '../../ratings/rows/read-row.ts';
import {journalName, journalsUnder} from '../files/find-debate.ts';
import {eventsIn} from '../files/read-debate.ts';
import {syncLibrary} from '../library/library-sync.ts';
import {openDebateLibrary} from '../library/open-library.ts';
import type {JudgementSource} from './judgement-files.ts';

/** The journals at a path: of a folder, or the journal itself; undefined for any other file. */
export function journalsAt(named: string, cwd: string): readonly string[] | undefined {
	const path = resolve(cwd, named);
	const found = statSync(path, {throwIfNoEntry: false});
	if (found?.isDirectory()) return journalsUnder(path).toReversed();
	return found?.isFile() && basename(path) === journalName ? [path] : undefined;
}

/** The verdicts in these journals. A debate is named after its folder, which a resumed batch makes again. */
export function judgementsIn(journals: readonly string[]): JudgementSource {
	const rows = journals.flatMap(file => judgementRows(fold(eventsIn(file)), basename(dirname(file))));
	const judgements = pairUp(rows).flatMap(row => {
		const reading = readRow(row);
		return 'judgement' in reading ? [reading.judgement] : [];
	});
	return {judgements, notices: []};
}

/** The verdicts of all finished debates in the library. */
export async function libraryJudgements(
	configuration: Configuration,
	{cwd, signal}: {readonly cwd: string; readonly signal: AbortSignal},
): Promise<JudgementSource> {
	const {library, folders} = await openDebateLibrary(configuration, cwd);
	try {
		await syncLibrary(library, {folders, signal});
		const held = library.debates({}).filter(({state, protocol}) => state === 'finished' && protocol === 'motion');
		return judgementsIn(held.map(({path}) => path).sort());
	} finally {
		library.close();
	}
}
