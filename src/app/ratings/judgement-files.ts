/** Reads the files that `rostrum rank` is given. */
import type {SideJudgement} from '../../ratings/results.ts';
import {readJudgements, type RowFault, allFields} from '../../ratings/rows.ts';
import {errorCode, UsageError} from '../../debate/usage-error.ts';
import {reasonOf} from '../../debate/text/words.ts';
import {readRegularFile} from '../../engine/host/regular-file.ts';
import {namedFile} from '../../engine/host/named-file.ts';

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
		return readRegularFile(namedFile(cwd, named));
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
