/** Reads a repository in every way that we have; run as a program, it prints what was read. */
import {existsSync, mkdtempSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {copyFiles, readsFor, readSubject} from '../../../src/formats/code-debate/host/git-subject.ts';
import {openWorktree} from '../../../src/formats/builder-reviewer/host/worktree.ts';

/** `app` has a submodule `kid` and two commits to compare with. */
export async function readAll(app: string) {
	const subjects = await Promise.all([
		readSubject({kind: 'commit', revision: 'HEAD'}, app),
		readSubject({kind: 'diff'}, app),
		readSubject({kind: 'diff', range: 'HEAD~2..HEAD'}, app),
		readSubject({kind: 'diff'}, join(app, 'kid')),
	]);
	const copies = mkdtempSync(join(tmpdir(), 'rostrum-copies-'));
	const copied: boolean[] = [];
	for (const request of [{kind: 'diff'}, {kind: 'commit', revision: 'HEAD'}] as const) {
		const reads = await readsFor(request, app);
		if (reads) await copyFiles(reads, join(copies, request.kind));
		copied.push(existsSync(join(copies, request.kind, 'one.ts')));
	}
	const work = await openWorktree(mkdtempSync(join(tmpdir(), 'rostrum-run-')), app);
	return {
		subjects: subjects.map(({files}) => files.map(({path}) => path).toSorted()),
		copied,
		changed: 'problem' in work ? work.problem : work.record.uncommitted,
	};
}

if (import.meta.main) process.stdout.write(JSON.stringify(await readAll(process.argv[2] ?? '')));
