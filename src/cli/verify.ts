/** `rostrum verify`: checks journals that anyone wrote, and names line and fault. */
import {exitCodes, type FileReport, type NativeFiles} from '../formats/contract.ts';
import {fold} from '../debate/reduce.ts';
import {endingIn} from '../debate/state.ts';
import {readJournal} from '../engine/journal/journal.ts';
import {formatOf, nativeFilesAt} from '../formats/index.ts';
import {checkSignature, headOf} from '../app/files/sign-journal.ts';
import {rostrumHome} from '../settings/home.ts';
import {checkEvents, notChecked} from '../app/files/check-journal.ts';
import type {Run} from './command.ts';
import {checkAgainst, checkCitations, keptFaults} from '../app/files/check-citations.ts';
import type {SourceDesk} from '../debate/sources.ts';
import {listOption} from '../formats/options.ts';
import {openNamed} from '../app/plan/open-sources.ts';
import {findJournal, journalsUnder} from '../app/files/debate-folders.ts';
import {UsageError} from '../debate/usage-error.ts';
import {statSync} from 'node:fs';
import {resolve} from 'node:path';
import {pipedFile} from '../engine/host/named-file.ts';

export const run: Run = async ({args: [path = '.'], options}, {cwd, env, stdout, signal}) => {
	const named = listOption(options, 'sources');
	const desk = named.length === 0 ? undefined : await openNamed(named, {cwd, signal, held: heldAt(path, cwd)});
	const checks = await checksAt(path, cwd, {home: rostrumHome(env), desk}).finally(() => desk?.close());
	const reports = checks.flatMap(one => one.reports);
	stdout.write(
		options['json'] === true
			? `${JSON.stringify(reports, undefined, '\t')}\n`
			: checks.flatMap(one => one.reports.map(report => reportText(report, one.unit))).join(''),
	);
	const strict = options['strict'] === true;
	return reports.every(({faults}) => faults.every(({advice}) => advice && !strict)) ? exitCodes.ok : exitCodes.unwell;
};

/** The debate whose folder has what was fetched: nothing is fetched to verify. None where there are several. */
function heldAt(path: string, cwd: string): Parameters<typeof openNamed>[1]['held'] {
	const journals = filesAt(path, cwd);
	const [journal = ''] = journals;
	if (journals.length > 1) return undefined;
	return {journal, documents: fold(readJournal(journal).events).sources?.documents ?? []};
}

/** The reports on one file or folder, and what they count. */
type Check = {readonly reports: readonly FileReport[]; readonly unit: NativeFiles['unit']};

/** The documents to hold citations against, where some are named. */
type Means = {readonly home: string; readonly desk: SourceDesk | undefined};

async function checksAt(path: string, cwd: string, means: Means): Promise<Check[]> {
	const folder = resolve(cwd, path);
	const native = await nativeFilesAt(folder, 'folder');
	if (native) return [{reports: native.verify(folder), unit: native.unit}];
	return Promise.all(filesAt(path, cwd).map(file => checkFile(file, means)));
}

async function checkFile(file: string, means: Means): Promise<Check> {
	const native = await nativeFilesAt(file, 'file');
	return native
		? {reports: native.verify(file), unit: native.unit}
		: {reports: await checkJournalFile(file, means), unit: 'events'};
}

function filesAt(path: string, cwd: string): string[] {
	const place = resolve(cwd, path);
	if (!statSync(place, {throwIfNoEntry: false})?.isDirectory()) return [findJournal(pipedFile(cwd, path) ?? path, cwd)];
	const files = journalsUnder(place);
	if (files.length === 0)
		throw new UsageError({
			what: 'There is no journal under this folder',
			value: path,
			from: 'the command line',
			todo: 'Name a debate.jsonl or a folder that holds some.',
		});
	return files;
}

/** The journal, and files beside it that are not what it recorded. A last line cut short by a crash is no fault. */
async function checkJournalFile(file: string, {home, desk}: Means): Promise<FileReport[]> {
	const {events, problems, torn} = readJournal(file);
	const outcome = endingIn(events)?.outcome ?? `unfinished${torn === undefined ? '' : ', its last line cut short'}`;
	const unchecked = notChecked(events);
	const head = headOf(events);
	const signature = head && (await checkSignature(file, head, home));
	const unsigned = signature && 'fault' in signature ? [{line: events.length, what: signature.fault}] : [];
	const report = {
		file,
		events: events.length,
		outcome,
		...(unchecked === undefined ? {} : {notChecked: unchecked}),
		...(head && {head: head.head}),
		...(signature && 'by' in signature && {signedBy: signature.by}),
		faults: [
			...problems,
			...checkEvents(events),
			...(desk ? checkAgainst(events, desk) : checkCitations(events)),
			...(await keptFaults(file, events)),
			...unsigned,
		].sort((one, other) => one.line - other.line),
	};
	const [start] = events;
	const host = start?.type === 'debate-start' ? formatOf(start.protocol)?.host : undefined;
	return [report, ...((await host?.verifyBeside?.(file, events)) ?? [])];
}

function reportText(report: FileReport, unit: NativeFiles['unit']): string {
	const {file, events, outcome, notChecked: unchecked, faults} = report;
	const told = faults.map(({line, what, advice}) => `${file}:${line}: ${advice ? 'advice: ' : ''}${what}\n`).join('');
	const rest = unchecked === undefined ? '' : `${file}: ${unchecked}\n`;
	const isSound = faults.every(({advice}) => advice);
	return `${isSound ? `${file}: sound, ${events} ${unit}, ${outcome}${headText(report)}\n` : ''}${told}${rest}`;
}

const headText = ({head, signedBy}: FileReport): string =>
	head === undefined ? '' : `; head ${head}, ${signedBy === undefined ? 'not signed' : `signed by ${signedBy}`}`;
