/** What memory `rostrum export` takes for debates of 10,000 turns, a format at a time. */
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {mkdirSync, mkdtempSync, rmSync, statSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {readJournal} from '../../src/engine/journal/journal.ts';
import {exportKinds} from '../../src/app/files/export-formats.ts';
import {writeLongDebate} from './long-debate.ts';
import {peakOf} from './memory.ts';
import {detail, row, type Row} from './report.ts';

const turns = 10_000;
const goal = 400;
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
export async function* exportsMemory(): AsyncGenerator<Row> {
	const formats = [...Object.keys(exportKinds), 'png'];
	const folder = mkdtempSync(path.join(tmpdir(), 'rostrum-exports-'));
	mkdirSync(path.join(folder, 'home'));
	try {
		for (const [protocol, told] of Object.entries(debates)) {
			const mine = formats.filter(format => (own[format] ?? 'duelogic') === protocol);
			const journal = path.join(folder, `${protocol}.jsonl`);
			if (mine.length === 0) continue;
			await writeLongDebate(journal, turns, told());
			let most = {format: '', memory: 0};
			for (const format of mine) {
				const {memory, text} = await measure(journal, format);
				yield detail(`memory of ${format}, time, size of the file`, text);
				if (memory > most.memory) most = {format, memory};
			}
			yield row(
				`memory of exports of ${turns.toLocaleString('en-US')} turns of ${protocol}, a journal of ${(statSync(journal).size / 1e6).toFixed(0)} MB: most of ${mine.length}`,
				`${most.memory.toFixed(0)} MB (${most.format})`,
				`≤ ${goal} MB`,
			);
			if (most.memory > goal) process.exitCode = 1;
			rmSync(journal);
		}
	} finally {
		rmSync(folder, {recursive: true, force: true});
	}
}

async function measure(journal: string, format: string): Promise<{readonly memory: number; readonly text: string}> {
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
	rmSync(out);
	return {memory: most, text: `${most.toFixed(0)} MB, ${seconds.toFixed(0)} s, ${size} MB`};
}
