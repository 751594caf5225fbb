import {spawn} from 'node:child_process';
import {chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {setTimeout as wait} from 'node:timers/promises';
import {describe, expect, it} from 'vitest';
import type {JournalEvent} from '../../src/debate/events.ts';
import {fold} from '../../src/debate/reduce.ts';
import {readJournal} from '../../src/engine/journal/journal.ts';
import {restoreSpec} from '../../src/formats/adversarial-spec/host/spec-file.ts';
import {rostrum} from '../run-in-process.ts';
import {killAll, openHere, openRostrum, program} from './rostrum.ts';
import type {TerminalApp} from './term.ts';

const original = [
	'# Login service',
	'',
	'## Goals',
	'',
	'People sign in quickly and safely.',
	'',
	'## Behaviour',
	'',
	'The service must respond fast.',
	'Failed logins are retried.',
	'The client uploads an avatar and the service stores it.',
	'',
	'## Storage',
	'',
	'Sessions are kept.',
	'Sessions must be deleted after 30 days. Sessions must be deleted after 90 days.',
	'',
	...Array.from(
		{length: 12},
		(_, part) =>
			`## Part ${part + 1}\n\nMembers of group ${part + 1} see the documents that were shared with them, and nothing else.\n`,
	),
	'',
].join('\n');

function folderWithSpec(): {folder: string; file: string; env: Record<string, string>} {
	const folder = mkdtempSync(path.join(tmpdir(), 'rostrum-spec-'));
	const file = path.join(folder, 'SPEC.md');
	writeFileSync(file, original);
	const editor = path.join(folder, 'editor.sh');
	writeFileSync(editor, '#!/bin/sh\nprintf "\\n## Limits\\n\\nA session takes 4 KB at most.\\n" >> "$1"\n');
	chmodSync(editor, 0o755);
	return {folder, file, env: {ROSTRUM_HOME: path.join(folder, 'home'), EDITOR: editor, VISUAL: ''}};
}

function started(
	at: ReturnType<typeof folderWithSpec>,
	args: readonly string[] = [
		'run',
		'adversarial-spec',
		'SPEC.md',
		'--voice',
		'rehearsal',
		'--pace',
		'instant',
		'--seed',
		'5',
	],
	{
		env = {},
		opens = openHere,
		...size
	}: {columns?: number; rows?: number; env?: Record<string, string>; opens?: typeof openHere} = {},
): TerminalApp {
	const more = args[0] === 'run' ? ['--out', path.join(at.folder, 'debates')] : [];
	return opens(at.env['ROSTRUM_HOME'] ?? at.folder, [...args, ...more], {
		cwd: at.folder,
		env: {...at.env, ...env},
		...size,
	});
}

/** The events of each debate that was held in the folder, as far as they are whole. */
function journalsIn(folder: string): JournalEvent[][] {
	const debates = path.join(folder, 'debates');
	const files = existsSync(debates) ? readdirSync(debates).map(name => path.join(debates, name, 'debate.jsonl')) : [];
	return files.filter(file => existsSync(file)).map(file => readJournal(file).events);
}

const counted = (text: string): string | undefined => /(\d+ of \d+ accepted · \d+ undecided)/u.exec(text)?.[1];

/** The review’s first edit, once its keys count. */
async function opened(app: TerminalApp): Promise<number> {
	await app.waitFor(/Review · edit 1 of \d+/u, 60_000);
	return Number(/Review · edit 1 of (\d+)/u.exec(await app.waitFor('enter save'))?.[1]);
}

describe('the review of a specification', () => {
	it('is worked through by keys, edited, saved, and taken back', async () => {
		const at = folderWithSpec();
		const app = started(at, undefined, {columns: 120, rows: 30});
		const edits = await opened(app);
		expect(edits).toBeGreaterThan(2);
		expect(await app.settle()).toMatch(/raised by .* · support \d+ %/u);
		expect(counted(await app.settle())).toBe(`0 of ${edits} accepted · ${edits} undecided`);

		await app.press('r');
		await app.waitFor(`0 of ${edits} accepted · ${edits - 1} undecided`);
		await app.press('a');
		await app.waitFor(`1 of ${edits} accepted · ${edits - 2} undecided`);
		app.resize(60, 15);
		await app.press('left', 'left');
		await app.waitFor('✗ rejected');
		app.resize(120, 30);
		await app.press('esc');
		await app.waitFor(/v review/u);
		await app.press('v');
		expect(await app.waitFor(/Review · edit 1 of/u)).toContain(`1 of ${edits} accepted · ${edits - 2} undecided`);
		await app.press('?');
		await app.waitFor('accept all edits of this issue');
		await app.press('esc');
		await app.waitFor('enter save');

		await app.press('E');
		const edited = await app.waitFor(new RegExp(`Review · edit 1 of ${edits + 1} · `, 'u'));
		expect(counted(edited), 'what was decided before the edit still is, and one’s own edit is accepted').toBe(
			`2 of ${edits + 1} accepted · ${edits - 2} undecided`,
		);
		await app.waitFor('enter save');
		await app.press('enter');
		const asked = await app.waitFor('y writes it');
		expect(asked).toContain(`2 of ${edits + 1} edits will be written to`);
		expect(asked).toContain('SPEC.md');
		expect(asked).toContain(`${edits - 2} edit${edits === 3 ? '' : 's'} undecided: left out.`);
		expect(readFileSync(at.file, 'utf8')).toBe(original);
		await app.waitFor('y write it');
		await app.press('y');
		await app.waitFor(/(?:The change is|(?:All \d+|\d+ of \d+) changes are) in/u);
		const saved = readFileSync(at.file, 'utf8');
		expect(saved).toContain('A session takes 4 KB at most.');
		expect(saved.split('\n')[4]).toBe('People sign in quickly and safely.');
		expect(readFileSync(`${at.file}.previous`, 'utf8')).toBe(original);
		restoreSpec(at.file);
		expect(readFileSync(at.file, 'utf8')).toBe(original);
	}, 120_000);

	it('writes nothing for keys that are hit blindly as it opens', async () => {
		const at = folderWithSpec();
		const app = started(at);
		app.write('A\ry\r');
		await app.waitFor(/Review · edit 1 of/u, 60_000);
		app.write('A\ry\r\r');
		expect(counted(await app.waitFor('enter save'))).toMatch(/^0 of/u);
		await app.press('enter');
		app.write('y\r');
		await app.waitFor('nothing is written');
		await app.waitFor('y write it');
		await app.press('esc');
		await app.waitFor(/Review · edit 1 of/u);
		expect(readFileSync(at.file, 'utf8')).toBe(original);
	}, 90_000);

	it('never writes over a file that somebody changed meanwhile, and says so', async () => {
		const at = folderWithSpec();
		const app = started(at);
		await opened(app);
		writeFileSync(at.file, `${original}\nBy another hand.\n`);
		await app.press('A', 'enter');
		await app.waitFor('y write it');
		await app.press('y');
		await app.waitFor(/has changed since/u);
		expect(readFileSync(at.file, 'utf8')).toBe(`${original}\nBy another hand.\n`);
	}, 90_000);

	it('is there again after kill -9, and saves what is accepted then', async () => {
		const at = folderWithSpec();
		const first = started(at, undefined, {opens: openRostrum});
		const before = await opened(first);
		await killAll();
		const again = started(at, ['resume', '--out', path.join(at.folder, 'debates'), '--pace', 'instant']);
		expect(await opened(again)).toBe(before);
		await again.press('A', 'enter');
		await again.waitFor('y write it');
		await again.press('y');
		await again.waitFor(/(?:The change is|(?:All \d+|\d+ of \d+) changes are) in/u);
		expect(readFileSync(at.file, 'utf8')).not.toBe(original);
		expect(readFileSync(`${at.file}.previous`, 'utf8')).toBe(original);
	}, 120_000);

	it('is discarded at the next start by a key, and then only read', async () => {
		const at = folderWithSpec();
		const first = started(at, undefined, {opens: openRostrum});
		await opened(first);
		await killAll();
		const home = started(at, [], {columns: 100, rows: 60, env: {ROSTRUM_OUT: path.join(at.folder, 'debates')}});
		await home.waitFor('Login service', 60_000);
		await home.press('g');
		expect(await home.waitFor('❯ 1 Login service')).toContain('x discard');
		await home.press('x');
		await home.waitFor('Discard “Login service”?');
		await home.press('down', 'enter');
		await home.waitFor(text => text.includes('Held before') && !text.includes('x discard'));
		const [events] = journalsIn(at.folder);
		expect(events?.at(-1)).toMatchObject({type: 'debate-end', outcome: 'stopped', reason: 'discarded by the user'});
		expect(readFileSync(at.file, 'utf8')).toBe(original);
	}, 120_000);
});

describe('kill -9 in the rounds of a debate about a specification', () => {
	const args = [
		'run',
		'adversarial-spec',
		'SPEC.md',
		'--voice',
		'rehearsal',
		'--pace',
		'instant',
		'--seed',
		'5',
		'--threshold',
		'0.9',
		'--headless',
	];
	const run = (at: ReturnType<typeof folderWithSpec>, more: readonly string[]) =>
		rostrum([...more, '--out', path.join(at.folder, 'debates')], {
			home: at.env['ROSTRUM_HOME'] ?? at.folder,
			cwd: at.folder,
		});
	const told = (events: readonly JournalEvent[]) => {
		const {records, turns, outcome} = fold(events);
		return {
			outcome,
			turns: turns.map(({speaker, kind, text}) => [speaker, kind, text]),
			rounds: records
				.filter(record => record.type === 'spec-consensus' || record.type === 'spec-refinement')
				.map(record => ({...record, at: 0, seq: 0, hash: '', mark: '', step: ''})),
		};
	};

	it('goes on to the same end, or is discarded', async () => {
		const whole = folderWithSpec();
		expect((await run(whole, args)).code).toBe(0);
		const [wanted = []] = journalsIn(whole.folder);
		expect(fold(wanted).round).toBeGreaterThan(1);
		const killed: number[] = [];
		for (const share of [0.3, 0.7]) {
			const at = folderWithSpec();
			const child = spawn(process.execPath, [program, ...args, '--out', path.join(at.folder, 'debates')], {
				cwd: at.folder,
				env: {...process.env, ...at.env, CI: 'false'},
				stdio: 'ignore',
			});
			const exited = new Promise(resolve => child.once('exit', resolve));
			while ((journalsIn(at.folder)[0]?.length ?? 0) < wanted.length * share && child.exitCode === null) await wait(15);
			child.kill('SIGKILL');
			await exited;
			const [before = []] = journalsIn(at.folder);
			if (before.at(-1)?.type === 'debate-end') continue;
			killed.push(before.length);
			const discards = killed.length % 2 === 0;
			const ended = await run(at, ['resume', ...(discards ? ['--discard'] : ['--headless', '--pace', 'instant'])]);
			expect(ended.code, ended.stderr).toBe(0);
			const [events = []] = journalsIn(at.folder);
			expect(events.slice(0, before.length)).toEqual(before);
			if (discards) {
				expect(ended.stdout).toMatch(/^Discarded: .*offered no more\.$/mu);
				expect(events.at(-1)).toMatchObject({type: 'debate-end', outcome: 'stopped', reason: 'discarded by the user'});
				expect((await run(at, ['resume', '--headless'])).code).toBe(2);
			} else expect(told(events), `killed after ${before.length} of ${wanted.length} lines`).toEqual(told(wanted));
			expect(readFileSync(at.file, 'utf8')).toBe(original);
		}
		expect(killed.length).toBeGreaterThan(1);
	}, 180_000);
});
