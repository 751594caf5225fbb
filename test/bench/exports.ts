/** What memory `rostrum export` takes for debates of 10,000 turns, a format at a time. */
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {mkdirSync, mkdtempSync, readFileSync, rmSync, statSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {readJournal} from '../../src/engine/journal/journal.ts';
import {exportKinds} from '../../src/exports/exports/exports.ts';
import {writeLongDebate} from './long-debate.ts';
import {row} from './report.ts';

const turns = 10_000;
const goal = 250;
const program = path.resolve('bin/rostrum.js');
const recorded = (journal: string, from: string, to: string) => ({events: readJournal(journal).events, from, to});

/** A debate of the protocols that have formats of their own, and one that has the rest. */
const debates = {
	duelogic: () => undefined,
	motion: () => recorded('transcripts/sample-four-day-week/debate.jsonl', 'rebuttal', 'closing'),
	'code-debate': () => recorded('test/fixtures/journals-0.1.0/code-debate/debate.jsonl', 'response', 'consensus'),
};
const own: Readonly<Record<string, keyof typeof debates>> = {
	ranking: 'motion',
	verdict: 'code-debate',
	sarif: 'code-debate',
	annotations: 'code-debate',
	comment: 'code-debate',
	junit: 'code-debate',
};

/** Measures all formats but recordings, which take minutes. Fails above the goal. */
export async function exportsMemory(): Promise<void> {
	const formats = [...Object.keys(exportKinds), 'png'];
	const folder = mkdtempSync(path.join(tmpdir(), 'rostrum-exports-'));
	mkdirSync(path.join(folder, 'home'));
	try {
		for (const [protocol, told] of Object.entries(debates)) {
			const mine = formats.filter(format => (own[format] ?? 'duelogic') === protocol);
			const journal = path.join(folder, `${protocol}.jsonl`);
			if (mine.length === 0) continue;
			await writeLongDebate(journal, turns, told());
			for (const format of mine) await measure(journal, format);
			rmSync(journal);
		}
	} finally {
		rmSync(folder, {recursive: true, force: true});
	}
}

async function measure(journal: string, format: string): Promise<void> {
	const out = `${journal}.${format}`;
	const startedAt = performance.now();
	const child = spawn(process.execPath, [program, 'export', journal, '--to', format, '-o', out], {
		env: {...process.env, ROSTRUM_HOME: path.join(path.dirname(journal), 'home')},
		stdio: ['ignore', 'ignore', 'inherit'],
	});
	let most = 0;
	const looking = setInterval(() => void (most = Math.max(most, peakOf(child.pid))), 50);
	const [code] = await once(child, 'exit');
	clearInterval(looking);
	if (code !== 0) throw new Error(`the export to ${format} ended with exit code ${String(code)}`);
	const seconds = (performance.now() - startedAt) / 1000;
	const size = (statSync(out).size / 1e6).toFixed(1);
	row(
		`memory of ${format}, from a journal of ${(statSync(journal).size / 1e6).toFixed(0)} MB`,
		`${most.toFixed(0)} MB, ${seconds.toFixed(0)} s, ${size} MB`,
		`< ${goal} MB`,
	);
	rmSync(out);
	if (most >= goal) process.exitCode = 1;
}

/** The most memory of a process so far in MB; 0 once it has ended. */
function peakOf(pid: number | undefined): number {
	try {
		return (Number(/VmHWM:\s+(\d+)/u.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024) / 1e6;
	} catch (error) {
		if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH')) return 0;
		throw error;
	}
}
