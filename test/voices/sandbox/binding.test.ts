import {execFileSync} from 'node:child_process';
import {mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync} from 'node:fs';
import {createServer} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, it, onTestFinished} from 'vitest';
import {packagesToBind, placeToBind} from '../../../src/voices/sandbox/binding.ts';
import {toolPaths} from '../../../src/voices/sandbox/toolchains.ts';

const top = realpathSync(mkdtempSync(join(tmpdir(), 'rostrum-binding-')));
const home = folderAt('home/me');
const secrets = folderAt('home/me/.ssh');
function folderAt(path: string): string {
	mkdirSync(join(top, path), {recursive: true});
	return join(top, path);
}

function repositoryWith(links: Readonly<Record<string, string>>): string {
	const repo = realpathSync(mkdtempSync(join(top, 'repo-')));
	execFileSync('git', ['init', '--quiet', repo]);
	for (const [name, target] of Object.entries(links)) {
		mkdirSync(join(repo, name, '..'), {recursive: true});
		symlinkSync(target, join(repo, name));
	}
	return repo;
}

it.each(['/', '/home', '/root', home, join(home, '..'), top])('shows no home and nothing that holds one: %s', path => {
	expect(placeToBind(path, home)).toBeUndefined();
	const link = join(mkdtempSync(join(top, 'links-')), 'link');
	symlinkSync(path, link);
	expect(placeToBind(link, home)).toBeUndefined();
});

it.each([['node_modules'], ['.venv']])('follows no link of a repository called %s', name => {
	for (const target of ['/', home, secrets, '.', '..', '.private']) {
		const repo = repositoryWith({[name]: target});
		folderAt(`${repo.slice(top.length)}/.private`);
		const shown = toolPaths({
			home,
			programs: [join(repo, name, '.bin'), join(repo, name, 'bin')],
			folder: join(repo, 'transcripts/run'),
		});
		expect(shown.filter(path => path.startsWith(repo))).toEqual([]);
	}
});

it('follows no link of a repository in PATH, nor one that leads to a repository of its own', () => {
	const other = repositoryWith({});
	const bin = folderAt(`${other.slice(top.length)}/.bin`);
	for (const [name, target] of [
		['node_modules/.bin', secrets],
		['node_modules/.bin', '../private'],
		['node_modules', other],
		['tools/bin', bin],
	] as const) {
		const repo = repositoryWith({[name]: target});
		folderAt(`${repo.slice(top.length)}/private`);
		for (const path of ['node_modules/.bin', 'node_modules', 'tools/bin'])
			expect(placeToBind(join(repo, path), home)?.startsWith(repo) ?? true).toBe(true);
		expect(placeToBind(join(repo, name, name === 'node_modules' ? '.bin' : ''), home)).toBeUndefined();
	}
});

it('shows packages that were installed above the work, and programs behind links of the user’s own', () => {
	const repo = repositoryWith({});
	const packages = folderAt(`${repo.slice(top.length)}/node_modules`);
	expect(packagesToBind(packages, home)).toBe(packages);
	expect(toolPaths({home, programs: [], folder: join(repo, 'transcripts/run')})).toContain(packages);
	const tools = folderAt('opt/tools/bin');
	symlinkSync(tools, join(top, 'bin'));
	expect(placeToBind(join(top, 'bin'), home)).toBe(tools);
});

it('shows no packages above the work that are a link, in a repository or not', () => {
	const place = folderAt('unpacked/transcripts/run');
	symlinkSync(secrets, join(top, 'unpacked/node_modules'));
	expect(toolPaths({home, programs: [], folder: place}).filter(path => path.startsWith(top))).toEqual([]);
});

it('lets the links of an installer in the home stay among themselves', () => {
	const nvm = folderAt('home/me/.nvm');
	execFileSync('git', ['init', '--quiet', nvm]);
	const node = folderAt('home/me/.nvm/versions/node/v24/bin');
	symlinkSync(join(node, '..'), join(nvm, 'current'));
	symlinkSync(secrets, join(nvm, 'bad'));
	expect(placeToBind(join(nvm, 'current/bin'), home)).toBe(node);
	expect(placeToBind(join(nvm, 'bad'), home)).toBeUndefined();
});

it('shows no socket, no pipe, no place named from here, and nothing that is not there', async () => {
	const socket = join(top, 'socket');
	const server = createServer();
	await new Promise<void>(resolve => server.listen(socket, resolve));
	onTestFinished(() => void server.close());
	execFileSync('mkfifo', [join(top, 'pipe')]);
	writeFileSync(join(top, 'file'), '');
	for (const path of [socket, join(top, 'pipe'), join(top, 'absent'), 'node_modules/.bin', '.'])
		expect(placeToBind(path, home)).toBeUndefined();
	expect(placeToBind(join(top, 'file'), home)).toBe(join(top, 'file'));
});
