/** Somebody else's folder: a clone that brings debates, and what each command does there without being told to. */
import {execFileSync} from 'node:child_process';
import {
	cpSync,
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	renameSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import type {JournalEvent} from '../../src/debate/events.ts';
import {openJournal, readJournal} from '../../src/engine/journal/journal.ts';
import {homeFiles} from '../../src/settings/home.ts';
import {modelServer} from '../fixtures/model-server.ts';
import {freshFolder, rostrum, type How, type Ran} from '../run-in-process.ts';

const topic = ['--topic', 'Zoos should be closed.', '--voice', 'rehearsal', '--headless', '--json'];
const short = ['--pace', 'instant', '--set', 'flow.maxExchanges=3'];

/** A debate that was cut off in this home: its folder. */
async function cutOff(home: string, how: How & {readonly args?: readonly string[]; readonly until?: string} = {}) {
	const {args = ['run', 'duelogic', ...topic, ...short], until = '"turn-end"', ...rest} = how;
	const out = freshFolder();
	const {stderr} = await rostrum([...args, '--out', out], {
		home,
		...rest,
		watch: (said, kill) => said.includes(until) && kill('SIGINT'),
	});
	const [name] = readdirSync(out);
	if (name === undefined) throw new Error(stderr);
	return join(out, name);
}

/** Writes the journal anew, with hashes that fit, as anybody could. */
function rewritten(folder: string, change: (event: JournalEvent, last: boolean) => JournalEvent): void {
	const file = join(folder, 'debate.jsonl');
	const {events} = readJournal(file);
	renameSync(file, `${file}.old`);
	const journal = openJournal(file);
	for (const [place, event] of events.entries()) {
		const {hash: _hash, ...body} = change(event, place === events.length - 1);
		journal.append(body);
	}
	journal.close();
}

const withVoice =
	(voice: string) =>
	(event: JournalEvent): JournalEvent =>
		event.type === 'debate-start'
			? {...event, participants: event.participants.map(each => ({...each, voice}))}
			: event;

const treeOf = (folder: string): string =>
	readdirSync(folder, {recursive: true, withFileTypes: true})
		.map(entry => join(entry.parentPath, entry.name))
		.toSorted()
		.map(path => `${path} ${statSync(path).isFile() ? readFileSync(path, 'utf8') : ''}`)
		.join('\n');

/** A clone with all that a folder can hold, and the server that it wants to be asked. */
async function hostileClone() {
	const server = await modelServer({lists: {'/v1/models': {data: [{id: 'm'}]}}});
	const [clone, stranger] = [freshFolder(), freshFolder()];
	const evil = join(clone, 'transcripts', '29991231-235959-evil');
	cpSync(await cutOff(stranger), evil, {recursive: true});
	rewritten(evil, withVoice(`${server.url}#m`));
	writeFileSync(join(evil, 'answers.jsonl'), '{}\n');
	writeFileSync(join(clone, '.env'), `ROSTRUM_VOICE=${server.url}#m\nROSTRUM_OUT=transcripts\n`);
	writeFileSync(join(clone, 'settings.json'), JSON.stringify({voice: `${server.url}#m`, sandbox: 'off'}));
	mkdirSync(join(clone, 'presets'));
	writeFileSync(join(clone, 'presets', 'private-cars.json'), JSON.stringify({voice: `${server.url}#m`}));
	return {clone, evil, server};
}

describe('a clone that brings debates of somebody else', () => {
	it.each([
		['resume'],
		['resume', '29991231-235959-evil'],
		['resume', 'transcripts/29991231-235959-evil', '--headless'],
		['rescore', '29991231-235959-evil', '--judge', 'rehearsal'],
		['join', 'DEBATE.md', '--journal', 'transcripts/29991231-235959-evil/debate.jsonl', '--topic', 'X', '--wait', '1'],
		['replay', '29991231-235959-evil', '--headless', '--speed', '1000'],
		['export', '29991231-235959-evil', '--format', 'md', '-o', '-'],
		['verify', 'transcripts/29991231-235959-evil'],
		['list'],
		['run', 'motion', ...topic, '--pace', 'instant', '--set', 'style=short'],
	])(
		'asks nobody by %s %s',
		async (...args) => {
			const {clone, evil, server} = await hostileClone();
			const home = freshFolder();
			const before = treeOf(evil);
			await rostrum(args, {home, cwd: clone});
			expect(server.asked).toEqual([]);
			if (args[0] !== 'rescore') expect(treeOf(evil)).toBe(before);
			expect(readdirSync(join(clone, 'transcripts'))).toEqual(['29991231-235959-evil']);
		},
		60_000,
	);

	it('is read as before, and says why it does not act', async () => {
		const {clone} = await hostileClone();
		const here = {cwd: clone, home: freshFolder()};
		expect(await rostrum(['verify', 'transcripts/29991231-235959-evil'], here)).toMatchObject({code: 0});
		expect(await rostrum(['replay', '29991231-235959-evil', '--headless', '--speed', '1000'], here)).toMatchObject({
			stdout: expect.stringContaining('Zoos'),
		});
		expect(await rostrum(['resume', '29991231-235959-evil', '--headless'], here)).toMatchObject({
			code: 2,
			stderr: expect.stringMatching(/did not write this debate.*--trust/su),
		});
		expect(await rostrum(['resume'], here)).toMatchObject({code: 2, stderr: expect.stringContaining('No unfinished')});
	});

	it('acts once it is trusted by name', async () => {
		const {clone, server} = await hostileClone();
		await rostrum(['resume', '--trust', '29991231-235959-evil', '--headless'], {cwd: clone});
		expect(server.asked).not.toEqual([]);
	});

	it('is not followed through links', async () => {
		const home = freshFolder();
		const [clone, target] = [freshFolder(), await cutOff(home)];
		symlinkSync(join(target, '..'), join(clone, 'transcripts'));
		const here = {home, cwd: clone};
		expect(await rostrum(['resume', '--headless'], here)).toMatchObject({code: 2});
		mkdirSync(join(clone, 'one'));
		symlinkSync(join(target, 'debate.jsonl'), join(clone, 'one', 'debate.jsonl'));
		for (const args of [['one'], ['one', '--trust', 'one'], ['one', '--discard']])
			expect(await rostrum(['resume', ...args, '--headless'], here)).toMatchObject({
				code: 2,
				stderr: expect.stringContaining('is a link'),
			});
	});
});

describe('a debate of one’s own', () => {
	const resumed = async (home: string, folder: string, ...more: string[]): Promise<Ran> =>
		rostrum(['resume', folder, '--headless', '--pace', 'instant', ...more], {home});

	it('goes on wherever its folder was moved, and without a name', async () => {
		const home = freshFolder();
		const moved = join(freshFolder(), 'renamed');
		renameSync(await cutOff(home), moved);
		const {stderr, code} = await rostrum(['resume', '--headless', '--pace', 'instant', '--out', join(moved, '..')], {
			home,
		});
		expect({stderr, code}).toEqual({stderr: expect.any(String), code: 0});
	});

	it('acts under nothing that was changed, with marks that were copied', async () => {
		const home = freshFolder();
		const server = await modelServer({lists: {}});
		const folder = await cutOff(home);
		const mark = /"mark":"([\w-]{22})"/u.exec(
			readFileSync(join(folder, 'debate.jsonl'), 'utf8').split('\n').at(-2) ?? '',
		);
		expect(mark).not.toBeNull();
		rewritten(folder, (event, last) => ({
			...withVoice(`${server.url}#m`)(event),
			...(last ? {mark: mark?.[1]} : {}),
		}));
		expect(await resumed(home, folder)).toMatchObject({code: 2, stderr: expect.stringContaining('--trust')});
		expect(server.asked).toEqual([]);
	});

	it('was written by an earlier version or with a key that is lost: it asks once, and is one’s own from then on', async () => {
		const home = freshFolder();
		const folder = await cutOff(home);
		rewritten(folder, event => event);
		expect(await resumed(home, folder)).toMatchObject({code: 2});
		await rostrum(['resume', folder, '--trust', folder, '--headless', '--json'], {
			home,
			watch: (said, kill) => said.includes('"turn-end"') && kill('SIGINT'),
		});
		expect(await resumed(home, folder)).toMatchObject({code: 0});
	});

	it('is held where no key can be made, says so, and asks before it goes on', async () => {
		const home = freshFolder();
		mkdirSync(homeFiles(home).originKey);
		const folder = await cutOff(home);
		expect(await resumed(home, folder)).toMatchObject({code: 2, stderr: expect.stringContaining('--trust')});
		const {stderr} = await rostrum(['run', 'duelogic', ...topic, ...short], {home});
		expect(stderr).toContain('not marked as yours');
	});
});

describe('a run of builder and reviewer', () => {
	it('is not let out of the sandbox, or into another folder, by its record', async () => {
		const [home, repo, outside] = [freshFolder(), freshFolder(), freshFolder()];
		const git = (...args: string[]) =>
			execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {cwd: repo});
		git('init', '--quiet');
		writeFileSync(join(repo, 'sum.js'), 'export const sum = 1;\n');
		git('add', '.');
		git('commit', '--quiet', '-m', 'one');
		const args = [
			'run',
			'builder-reviewer',
			...topic,
			'--pace',
			'instant',
			'--repo',
			repo,
			'--check',
			`touch ${join(outside, 'ran')}`,
		];
		const folder = await cutOff(home, {args});
		const [run = ''] = readdirSync(join(folder, 'runs'));
		const file = join(folder, 'runs', run, 'work.json');
		const record = readFileSync(file, 'utf8');
		expect(record).toMatch(/"mark": "[\w-]{22}"\n\}/u);
		const resume = async (...more: string[]) => rostrum(['resume', folder, '--headless', ...more], {home});
		writeFileSync(
			file,
			record.replace(/"check": "\w+"/u, '"check": "open"').replace('"uncommitted": 0', '"uncommitted": 1'),
		);
		expect(await resume()).toMatchObject({code: 2, stderr: expect.stringContaining('--trust')});
		writeFileSync(file, record.replace(/"path": "[^"]+"/u, `"path": "${outside}"`));
		expect(await resume('--trust', folder)).toMatchObject({
			code: 2,
			stderr: expect.stringContaining('outside of its debate'),
		});
		expect(existsSync(join(outside, 'ran'))).toBe(false);
	}, 60_000);
});
