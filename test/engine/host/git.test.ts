/** Git as it is closed: none of the programs that a repository names runs, and what no table knows meets walls. */
import {execFileSync} from 'node:child_process';
import {chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {homedir, tmpdir} from 'node:os';
import {join} from 'node:path';
import {beforeAll, describe, expect, it} from 'vitest';
import {closedNames, closedOptions} from '../../../src/engine/host/git-options.ts';
import {gitIn} from '../../../src/engine/host/git.ts';
import {repositoryOver} from '../../../src/engine/host/repository-places.ts';
import {findSandbox} from '../../../src/voices/sandbox/sandbox.ts';
import {readAll} from './read-all.ts';

/** Every option in git's documentation (`git help --config`) that names a program, a shell command or a helper. */
const namingPrograms = [
	'alias.*',
	'browser.<tool>.cmd',
	'browser.<tool>.path',
	'core.alternateRefsCommand',
	'core.askPass',
	'core.editor',
	'core.fsmonitor',
	'core.gitProxy',
	'core.hooksPath',
	'core.pager',
	'core.sshCommand',
	'credential.helper',
	'credential.<url>.helper',
	'diff.<driver>.command',
	'diff.<driver>.textconv',
	'diff.external',
	'diff.guitool',
	'diff.tool',
	'difftool.<tool>.cmd',
	'difftool.<tool>.path',
	'filter.<driver>.clean',
	'filter.<driver>.process',
	'filter.<driver>.smudge',
	'gpg.<format>.program',
	'gpg.program',
	'gpg.ssh.defaultKeyCommand',
	'guitool.<name>.cmd',
	'help.browser',
	'hook.<name>.command',
	'imap.tunnel',
	'init.templateDir',
	'instaweb.browser',
	'instaweb.httpd',
	'interactive.diffFilter',
	'man.<tool>.cmd',
	'man.<tool>.path',
	'merge.<driver>.driver',
	'merge.guitool',
	'merge.tool',
	'mergetool.<tool>.cmd',
	'mergetool.<tool>.path',
	'pager.<cmd>',
	'remote.<name>.proxy',
	'remote.<name>.receivepack',
	'remote.<name>.uploadpack',
	'remote.<name>.vcs',
	'sendemail.ccCmd',
	'sendemail.headerCmd',
	'sendemail.sendmailCmd',
	'sendemail.smtpServer',
	'sendemail.tocmd',
	'sequence.editor',
	'submodule.<name>.update',
	'tar.<format>.command',
	'trailer.<token>.cmd',
	'trailer.<token>.command',
	'uploadpack.packObjectsHook',
	'web.browser',
];

/** Options whose names sound like a program's and that name none: switches, formats, and paths of files that are read. */
const namingNone = new Set(
	`blame.ignoreRevsFile bundle.* bundle.<id>.* column.clean core.attributesFile core.excludesFile core.fsmonitorHookVersion
	core.quotePath credential.<url>.* credential.useHttpPath diff.<driver>.cachetextconv diff.orderFile feature.* format.cc
	format.signatureFile fsmonitor.socketDir gitcvs.dbDriver gitcvs.logFile gpg.ssh.allowedSignersFile gpg.ssh.revocationFile
	guitool.<name>.needsFile help.htmlPath http.<url>.* http.cookieFile http.proxy http.sslCAPath include.path
	includeIf.<condition>.path instaweb.modulePath mailmap.file notes.rewrite.<command> pretty.<name>
	rebase.rescheduleFailedExec receive.shallowUpdate remote.<name>.partialclonefilter remote.<name>.skipDefaultUpdate
	remotes.<group> rerere.autoUpdate sendemail.<identity>.* sendemail.aliasesFile sendemail.bcc sendemail.cc
	sendemail.signedoffbycc sendemail.smtpsslcertpath sendemail.suppresscc uploadpack.allowFilter fsck.gitmodulesPath
	receive.fsck.gitmodulesPath fetch.fsck.gitmodulesPath fsck.fullPathname receive.fsck.fullPathname fetch.fsck.fullPathname
	commitGraph.readChangedPaths init.defaultObjectFormat http.proxyAuthMethod remote.<name>.proxyAuthMethod color.pager
	http.proxySSLCAInfo fsck.skipList gui.<cmd> color.* gitweb.<x> core.useReplaceRefs http.curloptResolve
	trailer.<token>.ifexists bitmapPseudoMerge.<name>.pattern diff.<driver>.trustExitCode hook.<name>.event hasconfig
	blame.markIgnoredLines`.split(/\s+/u),
);
const soundsLikeOne =
	/(?:cmd|command|driver|program|editor|pager|helper|askpass|hook|external|textconv|clean|smudge|process|proxy|browser|tool|path|vcs|pack|filter|exec|tunnel|server|httpd|fsmonitor|sendmail|cc|file|alias|dir|update|<[a-z]+>|\*)$/iu;

const root = mkdtempSync(join(tmpdir(), 'rostrum-closed-'));
const [app, kid, ran] = [join(root, 'app'), join(root, 'kid'), join(root, 'ran')];
const git = (cwd: string, ...args: string[]): string =>
	execFileSync(
		'git',
		['-c', 'protocol.file.allow=always', '-c', 'user.name=A', '-c', 'user.email=a@b.example', ...args],
		{
			cwd,
			encoding: 'utf8',
			stdio: ['ignore', 'pipe', 'pipe'],
		},
	);

/** A program that leaves the name of the option that ran it. */
function programFor(option: string): string {
	const file = join(root, 'programs', option.replaceAll(/[^\w.]/gu, '_'));
	mkdirSync(join(root, 'programs'), {recursive: true});
	writeFileSync(file, `#!/bin/sh\necho '${option}' >> ${ran}\ncat\n`);
	chmodSync(file, 0o755);
	return file;
}

/** An option as it stands in a file of git's; its name may have a part of its own in the middle. */
function line(key: string, value: string): string {
	const [first, last] = [key.indexOf('.'), key.lastIndexOf('.')];
	const middle = first === last ? '' : ` "${key.slice(first + 1, last)}"`;
	return `[${key.slice(0, first)}${middle}]\n\t${key.slice(last + 1)} = "${value}"\n`;
}

/** Every option that names a program, as a file has them. */
function hostileOptions(): string {
	const lines = namingPrograms.map(option => {
		const key = option
			.replace('alias.*', 'alias.show')
			.replace('<cmd>', 'show')
			.replace('<url>', 'https://example.org')
			.replace('<format>', 'ssh')
			.replace(/remote\.<name>/u, 'remote.origin')
			.replace('submodule.<name>', 'submodule.kid')
			.replaceAll(/<\w+>/gu, 'evil');
		const shell = /^(?:alias|submodule)/u.test(option) ? '!' : '';
		const isFolder = ['core.hooksPath', 'init.templateDir'].includes(option);
		return line(key, isFolder ? join(root, 'hooks') : `${shell}${programFor(option)}`);
	});
	return lines.join('');
}

/** The configuration as a hostile one has it, in a repository that has uses for each option. */
function arm(gitDir: string, hostile: string, more: Readonly<Record<string, string>>): void {
	const own = readFileSync(join(root, 'clean', gitDir.includes('modules') ? 'kid' : 'app'), 'utf8');
	const named = Object.entries(more).map(([key, value]) => line(key, value));
	writeFileSync(join(gitDir, 'config'), `${own}\n${hostile}${named.join('')}`);
}

const search = findSandbox(['/usr/bin', '/bin', '/usr/local/bin']);

/** As where bubblewrap is not installed: there a program that ran could leave its mark. */
function readWithoutWalls(folder: string): unknown {
	const launch = [process.execPath, join(import.meta.dirname, 'read-all.ts'), folder];
	const hidden =
		'sandbox' in search ? ['bwrap', '--dev-bind', '/', '/', '--bind', '/bin/false', search.sandbox.command] : [];
	const [command = '', ...args] = [...hidden, ...launch];
	return JSON.parse(execFileSync(command, args, {encoding: 'utf8'}));
}

beforeAll(() => {
	for (const folder of [kid, app]) {
		git(root, 'init', '-q', '-b', 'main', folder);
		writeFileSync(join(folder, 'one.ts'), 'one\n');
		writeFileSync(join(folder, '.gitattributes'), '* filter=evil diff=evil merge=evil\n');
		git(folder, 'add', '.');
		git(folder, 'commit', '-q', '-m', 'One');
	}
	git(app, 'submodule', '--quiet', 'add', kid, 'kid');
	git(app, 'commit', '-q', '-m', 'A submodule');
	writeFileSync(join(app, 'kid', 'one.ts'), 'two\n');
	git(join(app, 'kid'), 'commit', '-q', '-am', 'Two');
	writeFileSync(join(app, 'one.ts'), 'two\n');
	git(app, 'add', '.');
	git(app, 'commit', '-q', '-m', 'Both');
	// As if somebody had signed it: whoever looks runs a program.
	const signed = git(app, 'cat-file', 'commit', 'HEAD').replace(
		'\n\n',
		'\ngpgsig -----BEGIN PGP SIGNATURE-----\n \n abc\n -----END PGP SIGNATURE-----\n\n',
	);
	const object = execFileSync('git', ['hash-object', '-t', 'commit', '-w', '--stdin'], {cwd: app, input: signed});
	git(app, 'reset', '-q', '--soft', object.toString().trim());
	writeFileSync(join(app, 'kid', 'one.ts'), 'three\n');
	git(join(app, 'kid'), 'commit', '-q', '-am', 'Three');
	writeFileSync(join(app, 'kid', 'one.ts'), 'four\n');
	writeFileSync(join(app, 'one.ts'), 'three\n');
	mkdirSync(join(root, 'clean'));
	cpSync(join(app, '.git', 'config'), join(root, 'clean', 'app'));
	cpSync(join(app, '.git', 'modules', 'kid', 'config'), join(root, 'clean', 'kid'));
	const hooks = 'post-checkout post-index-change pre-commit post-commit reference-transaction fsmonitor-watchman';
	mkdirSync(join(root, 'hooks'));
	for (const hook of hooks.split(' ')) {
		writeFileSync(join(root, 'hooks', hook), `#!/bin/sh\necho core.hooksPath ${hook} >> ${ran}\n`);
		chmodSync(join(root, 'hooks', hook), 0o755);
	}
});

describe('a repository whose configuration names programs', () => {
	let hostile: string | undefined;

	it('names each in an option that is closed here; git knows of no other', () => {
		const open = namingPrograms.filter(option => {
			const key = option.replaceAll(/<\w+>|\*/gu, 'x').toLowerCase();
			const isClosed = Object.keys(closedOptions).some(name => name.toLowerCase() === key);
			return !isClosed && !closedNames.some(({pattern}) => pattern.test(key));
		});
		expect(open).toEqual([]);
		const documented = execFileSync('git', ['help', '--config'], {encoding: 'utf8'}).split('\n');
		expect(
			documented.filter(
				option =>
					/^\w+\.\S+$/u.test(option) &&
					soundsLikeOne.test(option) &&
					!namingPrograms.includes(option) &&
					!namingNone.has(option) &&
					!/^(?:advice|color|gui|gitweb|fsck|\w+\.fsck)\./u.test(option),
			),
		).toEqual([]);
	});

	it.each<Readonly<Record<string, string>>>([
		{'diff.submodule': 'diff', 'log.showSignature': 'true'},
		{'diff.submodule': 'log', 'submodule.recurse': 'true', 'status.submoduleSummary': 'true'},
		{'diff.ignoreSubmodules': 'none', 'gpg.format': 'ssh', 'log.showSignature': 'true', 'protocol.allow': 'always'},
		{'extensions.partialClone': 'origin', 'remote.origin.promisor': 'true', 'remote.origin.url': 'ext::sh -c evil'},
		{'blame.ignoreRevsFile': '/etc/passwd', 'diff.orderFile': '/etc/passwd', 'mailmap.file': '/etc/passwd'},
	])('runs none of them: it is read, copied and built in with %o', async more => {
		hostile ??= hostileOptions();
		arm(join(app, '.git'), hostile, more);
		arm(join(app, '.git', 'modules', 'kid'), hostile, more);
		rmSync(ran, {force: true});
		const read = {
			subjects: [['kid', 'one.ts'], ['kid', 'one.ts'], ['.gitmodules', 'kid', 'one.ts'], ['one.ts']],
			copied: [true, true],
			changed: 2,
		};
		expect(await readAll(app)).toEqual(read);
		expect(readWithoutWalls(app)).toEqual(read);
		expect(existsSync(ran) ? readFileSync(ran, 'utf8') : '').toBe('');
	});
});

describe('the repository that git reads', () => {
	const plain = (name: string): string => {
		const folder = join(root, name);
		git(root, 'init', '-q', '-b', 'main', folder);
		git(folder, 'commit', '-q', '--allow-empty', '-m', name);
		return folder;
	};

	it('is the one over a folder, whatever its configuration says of its files', async () => {
		const folder = plain('astray');
		mkdirSync(join(root, 'elsewhere'));
		writeFileSync(join(root, 'elsewhere', 'private.txt'), 'PRIVATE\n');
		git(folder, 'config', 'core.worktree', join(root, 'elsewhere'));
		const {out} = await gitIn(folder)(['ls-files', '--others']);
		expect(out).toBe('');
		expect(repositoryOver(folder)?.top).toBe(folder);
	});

	it('is told as a full disk where the disk refuses git', async () => {
		const folder = plain('full');
		await expect(gitIn(folder)(['log', '--output=/dev/full'])).rejects.toMatchObject({code: 'ENOSPC'});
	});

	it('is refused where git would wait for a pipe in it', async () => {
		const folder = plain('piped');
		rmSync(join(folder, '.git', 'config'));
		execFileSync('sh', ['-c', 'mkfifo "$0"', join(folder, '.git', 'config')]);
		expect(await gitIn(folder)(['log'])).toMatchObject({ok: false, message: expect.stringContaining('is no file')});
	});
});

describe.skipIf(!('sandbox' in search))('a program that git starts through an option that no table knows', () => {
	/** An alias stands for it: what it runs is git's own doing. */
	const attempt = (script: string) => ['-c', `alias.attempt=!${script}`, 'attempt'];

	it('reads nothing of the home, writes nothing, and has no network and none of our variables', async () => {
		const name = `.rostrum-test-${process.pid}`;
		writeFileSync(join(homedir(), name), 'PRIVATE\n');
		process.env['ROSTRUM_TEST_SECRET'] = 'PRIVATE';
		try {
			const script = `cat ~/${name} ${join(homedir(), name)} /proc/${process.pid}/environ; env; touch ${app}/made ${root}/made; ls /sys/class/net; echo ran`;
			const {out, message} = await gitIn(app)(attempt(script));
			expect(`${out}${message}`).not.toContain('PRIVATE');
			expect(out).toContain('ran');
			expect(existsSync(join(app, 'made')) || existsSync(join(root, 'made'))).toBe(false);
		} finally {
			rmSync(join(homedir(), name));
			delete process.env['ROSTRUM_TEST_SECRET'];
		}
	});
});
