/** `rostrum verify`: checks journals that anyone wrote, and names line and fault. */
import {statSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {endingIn} from '../debate/ending.ts';
import {readJournal} from '../engine/journal/journal.ts';
import {checkEvents, type JournalFault} from '../app/files/check-journal.ts';
import {exitCodes, type Run} from './cli/command.ts';
import {isDebateFile, verifyDebateFile} from '../hosts/code-debate/debate-md.ts';
import {isDuelLog, verifyDuelLog} from '../hosts/model-duel/duel-log.ts';
import {findJournal, journalsUnder} from '../app/files/find-debate.ts';
import {isRunFolder, verifyRunFolder} from '../hosts/builder-reviewer/run-folder.ts';
import {UsageError} from '../debate/usage-error.ts';

type Verdict = {
	readonly file: string;
	readonly events: number;
	readonly outcome: string;
	readonly faults: readonly JournalFault[];
};

export const run: Run = async ({args: [path = '.'], options}, {cwd, stdout}) => {
	const place = resolve(cwd, path);
	const verdicts = isRunFolder(place) ? verdictsOnRun(place) : filesAt(path, cwd).map(verify);
	stdout.write(
		options['json'] === true ? `${JSON.stringify(verdicts, undefined, '\t')}\n` : verdicts.map(inWords).join(''),
	);
	return verdicts.every(({faults}) => faults.length === 0) ? exitCodes.ok : exitCodes.unwell;
};

function filesAt(path: string, cwd: string): string[] {
	const place = resolve(cwd, path);
	if (!statSync(place, {throwIfNoEntry: false})?.isDirectory()) return [findJournal(path, cwd)];
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

/** Reads one journal to its end; a line that a crash cut short is no fault, since resuming mends it. */
function verify(file: string): Verdict {
	if (isDebateFile(file)) return verdictOnFile(file);
	if (isDuelLog(file)) return verdictOnDuels(file);
	const {events, problems, torn} = readJournal(file);
	const outcome = endingIn(events)?.outcome ?? `unfinished${torn === undefined ? '' : ', its last line cut short'}`;
	return {
		file,
		events: events.length,
		outcome,
		faults: [...problems, ...checkEvents(events)].sort((one, other) => one.line - other.line),
	};
}

/** A log of duels, by the rules of its own format. */
function verdictOnDuels(file: string): Verdict {
	const {faults, events} = verifyDuelLog(file);
	return {
		file,
		events,
		outcome: 'a log of duels',
		faults: faults.map(({line, rule, what}) => ({line, what: `${rule}: ${what}`})),
	};
}

/** A DEBATE.md, by the rules of its protocol. */
function verdictOnFile(file: string): Verdict {
	const {sections, outcome, faults} = verifyDebateFile(file);
	return {file, events: sections, outcome, faults};
}

/** A run of builder and reviewer, file by file; where all is sound, its folder. */
function verdictsOnRun(folder: string): Verdict[] {
	const {messages, findings} = verifyRunFolder(folder);
	if (findings.length === 0)
		return [{file: folder, events: messages, outcome: 'a run of builder and reviewer', faults: []}];
	return [...Map.groupBy(findings, ({file}) => file)].map(([file, found]) => ({
		file: join(folder, file),
		events: 1,
		outcome: 'faulty',
		faults: found.map(({line = 1, rule, what}) => ({line, what: `${rule}: ${what}`})),
	}));
}

function inWords({file, events, outcome, faults}: Verdict): string {
	if (faults.length === 0)
		return `${file}: sound, ${events} ${isDebateFile(file) ? 'sections' : 'events'}, ${outcome}\n`;
	return faults.map(({line, what}) => `${file}:${line}: ${what}\n`).join('');
}
