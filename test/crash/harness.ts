/**
 * Kills debates with `kill -9` at events and at instants, kills them again while they are resumed, and holds what is
 * left against what was promised: nothing that was written is lost, the debate ends, and no answer of a server that the
 * program had read whole is asked for again. What counts is what the program had read (`read-probe.ts`): an answer that
 * the server had sent may lie unread for more than a second where other programs keep the machine busy.
 */
import {spawn} from 'node:child_process';
import {existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {setTimeout as wait} from 'node:timers/promises';
import {pathToFileURL} from 'node:url';
import type {JournalEvent} from '../../src/debate/events.ts';
import {fold} from '../../src/debate/reduce.ts';
import {readJournal} from '../../src/engine/journal/journal.ts';
import {rehearse} from '../../src/rehearsal/rehearse.ts';
import {serveRehearsal} from '../../src/rehearsal/server.ts';
import {fixtureRepo} from '../formats/builder-reviewer/run-build.ts';

const program = path.resolve('bin/rostrum.js');
const probe = pathToFileURL(path.resolve('test/crash/read-probe.ts')).href;

export type Trial = {
	readonly format: string;
	readonly voice: 'rehearsal' | 'server';
	readonly pace: 'instant' | 'paced';
	/** When to kill: so many lines of the journal, or so many milliseconds after the start; once each. */
	readonly kills: readonly {readonly lines?: number; readonly ms?: number}[];
};

/**
 * `read`: answers that a killed program had read whole. `folder` holds the journal; it is kept only if there are faults.
 */
export type Verdict = {
	readonly kills: number;
	readonly read: number;
	readonly faults: readonly string[];
	readonly folder: string;
};

/** What to debate, by format. */
const subjects: Readonly<Record<string, (folder: string) => readonly string[]>> = {
	duelogic: () => ['--preset', 'classic_clash', '--topic', 'Voting is a duty.', '--set', 'flow.maxExchanges=3'],
	'model-duel': () => ['--task', 'Write a note on why backups are tested.'],
	'adversarial-spec': () => ['--topic', '# Login\n\nThe user logs in fast.\n', '--set', 'maxRounds=1'],
	'builder-reviewer': () => ['--goal', 'Document the sums', '--repo', fixtureRepo(), '--check', 'true'],
	motion: () => ['--topic', 'Voting is a duty.', '--style', 'short'],
	'code-debate': folder => {
		const file = path.join(folder, 'sum.ts');
		writeFileSync(file, 'export const sum = (a: number, b: number): number => a - b;\n');
		return ['--files', file];
	},
};
export const formats = Object.keys(subjects);

const exited = (child: ReturnType<typeof spawn>): Promise<number | null> =>
	new Promise(resolve => child.once('exit', code => resolve(code)));

/** Holds one debate with its kills, and resumes it to its end. */
export async function crash({format, voice, pace, kills}: Trial): Promise<Verdict> {
	const folder = mkdtempSync(path.join(tmpdir(), 'rostrum-crash-'));
	const readIds = path.join(folder, 'read');
	const server = await serveRehearsal({ttft: 20, tps: 2000, rehearse});
	const env = {
		...process.env,
		ROSTRUM_HOME: path.join(folder, 'home'),
		ROSTRUM_REHEARSAL_SPEED: '2000',
		READ_PROBE: readIds,
		CI: 'false',
		...(voice === 'server' && {OPENAI_BASE_URL: server.url, OPENAI_API_KEY: 'none'}),
	};
	const out = path.join(folder, 'out');
	const at = (wanted: string) => ['--headless', '--pace', wanted];
	const manner = at(pace === 'paced' ? '10000' : 'instant');
	const seat = ['--voice', voice === 'server' ? 'openai:test' : 'rehearsal'];
	const first = ['run', format, ...(subjects[format]?.(folder) ?? []), ...seat, '--seed', '7', '--out', out, ...manner];
	const start = (args: readonly string[]) =>
		spawn(process.execPath, ['--import', probe, program, ...args], {
			env,
			cwd: folder,
			stdio: ['ignore', 'ignore', 'pipe'],
		});
	const faults: string[] = [];
	let [killed, read, before] = [0, 0, new Array<JournalEvent>()];
	const answered = new Set<string>();
	try {
		for (const kill of [...kills, undefined]) {
			const file = journalIn(out);
			if (file !== undefined && readJournal(file).events.at(-1)?.type === 'debate-end') break;
			const asked = server.log.length;
			const child = start(
				// Nobody has to hear the end.
				file === undefined ? first : ['resume', path.dirname(file), ...(kill ? manner : at('instant'))],
			);
			let words = '';
			child.stderr?.on('data', (text: Buffer) => (words += text.toString()));
			const ended = exited(child);
			if (kill && (await reaches(kill, out, child))) {
				child.kill('SIGKILL');
				killed++;
			}
			const code = await ended;
			if (!kill && code !== 0) faults.push(`ended with ${code}: ${words.trim().slice(-300)}`);
			faults.push(...lost(journalIn(out), before));
			faults.push(
				...server.log
					.slice(asked)
					.filter(({hash}) => answered.has(hash))
					.map(({purpose}) => `${purpose} was read whole and asked again`),
			);
			const ids = new Set(existsSync(readIds) ? readFileSync(readIds, 'utf8').split('\n') : []);
			for (const {id, hash} of server.log) if (ids.has(id)) answered.add(hash);
			if (kill) read = answered.size;
			const left = journalIn(out);
			before = left === undefined ? [] : readJournal(left).events;
		}
		if (before.at(-1)?.type !== 'debate-end') faults.push('never ended');
		return {kills: killed, read, faults, folder};
	} finally {
		await server.close();
		if (faults.length === 0) rmSync(folder, {recursive: true, force: true, maxRetries: 10, retryDelay: 100});
	}
}

/** Waits for the moment of the kill; false if the debate was over before. */
async function reaches(
	{lines, ms}: {readonly lines?: number; readonly ms?: number},
	out: string,
	child: ReturnType<typeof spawn>,
): Promise<boolean> {
	const began = performance.now();
	while (child.exitCode === null) {
		const file = lines === undefined ? undefined : journalIn(out);
		if (file !== undefined && readFileSync(file, 'utf8').split('\n').length > (lines ?? 0)) return true;
		if (ms !== undefined && performance.now() - began >= ms) return true;
		await wait(1);
	}
	return false;
}

/** The journal that has a line: a debate that was killed before its first one is begun anew, in another folder. */
function journalIn(out: string): string | undefined {
	const folders = existsSync(out) ? readdirSync(out).toSorted() : [];
	return folders
		.map(folder => path.join(out, folder, 'debate.jsonl'))
		.find(file => existsSync(file) && readFileSync(file, 'utf8').includes('\n'));
}

/** What of the journal is damaged, or not as it was before. */
function lost(file: string | undefined, before: readonly JournalEvent[]): string[] {
	if (file === undefined) return before.length > 0 ? ['the journal is gone'] : [];
	const {events, problems} = readJournal(file);
	const kept = events.slice(0, before.length);
	const ended = (of: readonly JournalEvent[]) =>
		fold(of).turns.flatMap(({id, text, finish}) => (finish === undefined ? [] : [[id, text]]));
	return [
		...problems.map(({line, what}) => `line ${line} ${what}`),
		...(JSON.stringify(kept) === JSON.stringify(before) ? [] : ['an event that was written has changed']),
		...(JSON.stringify(ended(kept)) === JSON.stringify(ended(before)) ? [] : ['a turn that was heard has changed']),
	];
}
