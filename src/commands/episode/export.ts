/** `rostrum export`: makes an article, script, captions or data of a debate. */
import type {CliContext} from '../../app/cli/context.ts';
import {exitCodes} from '../../hosts/contract/exit-codes.ts';
import {homeFiles} from '../../settings/home.ts';
import type {Run} from '../cli/command.ts';
import {writeOutput} from '../cli/write-output.ts';
import type {ExportKind, ExportOptions} from '../../transcripts/exports/exports.ts';
import {debatesFolder} from '../../app/files/debate-folder.ts';
import {nativeFilesAt} from '../../hosts/registry.ts';
import {findFormat} from '../../app/files/export-formats.ts';
import {exportOptions} from '../../app/files/export-options.ts';
import {makeExport} from '../../app/files/exports.ts';
import {findJournal} from '../../app/files/find-debate.ts';
import {textOption} from '../../hosts/contract/options.ts';
import {noticeIn} from '../../app/files/read-debate.ts';

export const run: Run = async ({args: [named = '.'], options}, context) => {
	const {cwd, stderr, signal, configure} = context;
	const {settings, home} = configure();
	const format = findFormat(textOption(options, 'to') ?? 'md', '--to');
	const journal = findJournal(named, cwd, debatesFolder(settings.out, homeFiles(home).transcripts, cwd));
	const native = await nativeFilesAt(journal, 'file');
	const how = exportOptions(options, cwd);
	const text = native?.read
		? format.write(await native.read(journal, signal), how)
		: fromJournal(journal, {format, how}, stderr);
	writeOutput(text, textOption(options, 'output'), context);
	return exitCodes.ok;
};

/** What comes before a journal's first fault; the fault is told. */
function fromJournal(
	journal: string,
	{format, how}: {readonly format: ExportKind; readonly how: ExportOptions},
	stderr: CliContext['stderr'],
): string {
	const notice = noticeIn(journal);
	if (notice !== undefined) stderr.write(`${notice}\n`);
	return makeExport(journal, format, how);
}
