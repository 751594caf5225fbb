/** The judgements of our own debates: from journals, folders of them, or the library. */
import {statSync} from 'node:fs';
import {basename, dirname, resolve} from 'node:path';
import {fold} from '../../debate/reduce.ts';
import {judgementRows, verdictsLeftOut, type JudgementRow} from '../../debate/views/judgements.ts';
import {formatOf} from '../../formats/index.ts';
import type {Configuration} from '../../settings/settings.ts';
import {type SideJudgement, pairUp} from '../../ratings/results.ts';
import {readRow} from '../../ratings/rows.ts';
import {journalName, journalsUnder} from '../files/find-debate.ts';
import {eventsIn} from '../files/read-debate.ts';
import {askLibrary, syncLibrary} from '../library/library-sync.ts';
import {openDebateLibrary} from '../library/open-library.ts';
import type {JudgementSource} from './judgement-files.ts';

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
	const states = journals.map(journal => ({state: fold(eventsIn(journal)), debate: basename(dirname(journal))}));
	const without = states.reduce((sum, {state}) => sum + verdictsLeftOut(state), 0);
	return {
		judgements: pairedJudgements(states.flatMap(({state, debate}) => judgementRows(state, debate))),
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
