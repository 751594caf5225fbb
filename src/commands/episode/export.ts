/** `rostrum export`: makes an article, script, captions or data of a debate. */
import type {CliContext} from '../../app/cli/context.ts';
import {exitCodes} from '../../hosts/contract/exit-codes.ts';
import {homeFiles} from '../../settings/home.ts';
import type {Run} from '../cli/command.ts';
import {writeOutput} from '../cli/write-output.ts';
import {fold} from '../../debate/reduce.ts';
import type {DebateState} from '../../debate/state.ts';
import {codeDebateThreshold, thresholdIn} from '../../hosts/code-debate/threshold.ts';
import {debatesFolder} from '../../app/files/debate-folder.ts';
import {nativeFilesAt} from '../../hosts/registry.ts';
import {findFormat, writeFormat} from '../../app/files/export-formats.ts';
import {exportOptions} from '../../app/files/export-options.ts';
import {findJournal} from '../../app/files/find-debate.ts';
import {textOption} from '../../hosts/contract/options.ts';
import {eventsIn, noticeIn} from '../../app/files/read-debate.ts';

export const run: Run = async ({args: [named = '.'], options}, context) => {
	const {cwd, stderr, signal, configure} = context;
	const {settings, home} = configure();
	const format = findFormat(textOption(options, 'to') ?? 'md', '--to');
	const journal = findJournal(named, cwd, debatesFolder(settings.out, homeFiles(home).transcripts, cwd));
	const native = await nativeFilesAt(journal, 'file');
	const how = exportOptions(options, cwd);
	const state = native?.read ? await native.read(journal, signal) : fromJournal(journal, stderr);
	writeOutput(writeFormat(format, state, how), textOption(options, 'output'), context);
	const met = codeDebateThreshold(state, thresholdIn(options));
	if (met === undefined) return exitCodes.ok;
	stderr.write(`${met}\n`);
	return exitCodes.threshold;
};

/** What comes before a journal's first fault; the fault is told. */
function fromJournal(journal: string, stderr: CliContext['stderr']): DebateState {
	const notice = noticeIn(journal);
	if (notice !== undefined) stderr.write(`${notice}\n`);
	return fold(eventsIn(journal));
}
