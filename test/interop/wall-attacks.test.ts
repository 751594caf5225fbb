/** What code behind the wall tries, as whoever runs the tests and, where that is root, as another user too. */
import {execFileSync, spawnSync} from 'node:child_process';
import {
	chmodSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	realpathSync,
	symlinkSync,
	writeFileSync,
	rmSync,
} from 'node:fs';
import {createServer} from 'node:net';
import {homedir, tmpdir} from 'node:os';
import {delimiter, join} from 'node:path';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {runCommand} from '../../src/engine/host/run-command.ts';
import {isIn} from '../../src/voices/sandbox/binding.ts';
import type {Sandbox} from '../../src/voices/sandbox/launch.ts';
import {findSandbox} from '../../src/voices/sandbox/sandbox.ts';
import {brokenPromise} from '../../src/voices/sandbox/wall-trial.ts';
import {absent} from './absent.ts';

const programs = (process.env['PATH'] ?? '').split(delimiter).filter(folder => folder !== '');
const search = findSandbox(programs);
const sandbox = 'sandbox' in search ? search.sandbox : undefined;
const isLinux = process.platform === 'linux';
const missing = absent('a wall to attack', sandbox !== undefined, 'problem' in search ? search.problem : '');

const other = ['--reuid=65534', '--regid=65534', '--clear-groups'];
const isRoot = process.getuid?.() === 0;
const users = [
	{user: isRoot ? 'root' : 'the user', prefix: []},
	...(isRoot && spawnSync('setpriv', [...other, 'true']).status === 0
		? [{user: 'nobody', prefix: ['setpriv', ...other]}]
		: []),
];
const missingUser = absent('an attack as another user', users.length > 1, 'only root can start one, with setpriv');

// A place as a user has it: a home with a key, a clone with links in it, and a socket outside. Another user reaches no
// temporary folder of root's.
const top = realpathSync(mkdtempSync(join(isRoot ? '/tmp' : tmpdir(), 'rostrum-attack-')));
const at = (path: string): string => {
	mkdirSync(join(top, path), {recursive: true});
	return join(top, path);
};
const [home, ssh, repo, work] = [at('home/me'), at('home/me/.ssh'), at('clone'), at('clone/transcripts/run/work')];
const key = join(ssh, 'id_ed25519');
writeFileSync(key, 'PRIVATE\n');
execFileSync('git', ['init', '--quiet', repo]);
symlinkSync('/', join(repo, 'node_modules'));
symlinkSync(home, join(repo, '.venv'));
symlinkSync(ssh, join(at('clone/tools'), '.bin'));
const packages = at('clone/transcripts/node_modules');
writeFileSync(join(packages, 'index.js'), 'original\n');
symlinkSync(key, join(packages, 'leads-out'));
writeFileSync(join(repo, 'committed.txt'), 'original\n');
execFileSync('chmod', ['-R', 'a+rwX', top]);
chmodSync(top, 0o755);
const socket = join(top, 'home/me/agent.sock');
const server = createServer(connection => connection.end('CONNECTED'));
const tcp = createServer(connection => connection.end('CONNECTED'));

const node = (script: string): string => `node -e "${script}"`;
const connectTo = (where: string): string =>
	node(`require('net').connect(${where}).on('data',d=>console.log(String(d))).on('error',()=>{})`);

/** Each prints SUCCEEDED or what it found where the wall does not hold. */
const attempts = (port: number): Readonly<Record<string, string>> => ({
	'reads a key by its path': `cat ${key}`,
	'reads a key through node_modules': `cat ${repo}/node_modules${key}`,
	'reads a key through .venv': `cat ${repo}/.venv/.ssh/id_ed25519`,
	'reads a key through an entry of PATH': `cat ${repo}/tools/.bin/id_ed25519`,
	'reads a key through a link in packages': `cat ${packages}/leads-out`,
	'reads a key through its own new link': `ln -sf ${key} k; cat k`,
	'reads a key through the root of another process': `cat /proc/1/root${key} /proc/self/root${key}`,
	'reads the file of passwords': `grep -q ^root: /etc/shadow && echo SUCCEEDED`,
	'mounts /usr anew and writes': 'mount -o remount,rw,bind /usr && touch /usr/rostrum-attack && echo SUCCEEDED',
	'mounts /etc anew': 'mount -o remount,rw,bind /etc && echo SUCCEEDED',
	'mounts packages anew and writes': `mount -o remount,rw,bind ${packages} && echo SUCCEEDED; echo changed > ${packages}/index.js`,
	'takes a cover off': `umount ${home} && echo SUCCEEDED; umount -l /tmp && echo SUCCEEDED`,
	'makes a namespace': 'unshare --user --map-root-user true && echo SUCCEEDED',
	'makes a namespace of mounts': 'unshare --mount true && echo SUCCEEDED',
	'enters another namespace': 'nsenter --target 1 --mount --user true && echo SUCCEEDED',
	'opens core_pattern': `python3 -c "import os; os.open('/proc/sys/kernel/core_pattern', os.O_WRONLY)" && echo SUCCEEDED`,
	'opens sysrq-trigger': `python3 -c "import os; os.open('/proc/sysrq-trigger', os.O_WRONLY)" && echo SUCCEEDED`,
	'writes in /sys': `test -w /sys/kernel/uevent_helper -o -w /sys/power/state && echo SUCCEEDED`,
	'makes a device': 'mknod disk b 254 0 && echo SUCCEEDED',
	'changes its root': 'chroot / true && echo SUCCEEDED',
	'becomes another user': 'setpriv --reuid=1234 --clear-groups true && echo SUCCEEDED',
	'writes in the repository': `echo changed > ${repo}/committed.txt; echo changed > ${repo}/.git/HEAD`,
	'writes in the home': `echo changed > ${key}`,
	'connects to a socket': connectTo(`'${socket}'`),
	'connects to a socket through node_modules': connectTo(`'${repo}/node_modules${socket}'`),
	'connects to a port': connectTo(`${port},'127.0.0.1'`),
	'keeps capabilities': `grep -E '^Cap(Eff|Prm|Bnd|Amb):.*[1-9a-f]' /proc/self/status && echo SUCCEEDED`,
	'may gain privileges': `grep -q 'NoNewPrivs:.0' /proc/self/status && echo SUCCEEDED`,
});

describe.skipIf(!sandbox || !isLinux)(`behind the wall${missing}${missingUser}`, () => {
	let port = 0;
	beforeAll(async () => {
		await new Promise<void>(resolve => server.listen(socket, resolve));
		chmodSync(socket, 0o777);
		await new Promise<void>(resolve => tcp.listen(0, '127.0.0.1', resolve));
		const address = tcp.address();
		port = typeof address === 'object' && address ? address.port : 0;
	});
	afterAll(() => {
		server.close();
		tcp.close();
		rmSync(top, {recursive: true, force: true});
	});

	const run = async (command: string, prefix: readonly string[]): Promise<string> => {
		const {output} = await runCommand({
			command,
			cwd: work,
			timeoutMs: 20_000,
			signal: new AbortController().signal,
			within: launch => {
				const confined = sandbox?.confine(launch, {
					folder: work,
					home,
					network: false,
					programs: [
						// What another user may not look into would not be named for them.
						...programs.filter(path => prefix.length === 0 || isIn(path, '/usr')),
						join(repo, 'node_modules/.bin'),
						join(repo, 'tools/.bin'),
						join(repo, '.venv/bin'),
					],
				});
				const [first, ...rest] = [...prefix, ...(confined ? [confined.command, ...confined.args] : [])];
				return {command: first ?? 'false', args: rest};
			},
		});
		return output;
	};

	it.each(users)(
		'code of $user neither reads, writes, connects nor rises',
		async ({prefix}) => {
			// It does run there.
			expect(
				await run('rm -f made.txt; echo made > made.txt && cat made.txt; cat ../../node_modules/index.js', prefix),
			).toBe('made\noriginal\n');
			for (const [name, attack] of Object.entries(attempts(port))) {
				const output = await run(`(${attack}) 2>/dev/null; true`, prefix);
				expect.soft(output, name).not.toMatch(/PRIVATE|SUCCEEDED|CONNECTED/u);
			}
			expect(readFileSync(key, 'utf8')).toBe('PRIVATE\n');
			expect(readFileSync(join(packages, 'index.js'), 'utf8')).toBe('original\n');
			expect(readFileSync(join(repo, 'committed.txt'), 'utf8')).toBe('original\n');
			expect(readFileSync(join(repo, '.git/HEAD'), 'utf8')).toContain('refs/heads');
			expect(existsSync('/usr/rostrum-attack')).toBe(false);
		},
		60_000,
	);
});

describe.skipIf(missing)('a wall with a hole is refused by its trial, which names the hole', () => {
	/** The wall with more options behind its own: what comes later wins. */
	const holed = (wall: Sandbox, hole: readonly string[]): Sandbox => ({
		...wall,
		confine(launch, confinement) {
			const {command, args} = wall.confine(launch, confinement);
			const end = args.indexOf('--');
			return {command, args: [...args.slice(0, end), ...hole, ...args.slice(end)]};
		},
	});

	it.skipIf(!isLinux).each([
		['the place of temporary files', ['--bind', tmpdir(), tmpdir()], 'a file outside can be written'],
		['the network', ['--share-net'], 'the network is there'],
		['the home of whoever runs it', ['--bind', homedir(), homedir()], 'can be written'],
	])('%s', (_, hole, named) => {
		const wall = sandbox ?? expect.fail('no sandbox');
		expect(brokenPromise(holed(wall, hole), programs)).toContain(named);
	});

	it.skipIf(!isLinux || !isRoot)('capabilities of root', () => {
		const wall = sandbox ?? expect.fail('no sandbox');
		expect(brokenPromise(holed(wall, ['--cap-add', 'CAP_SYS_ADMIN']), programs)).toContain('capabilities are left');
	});

	it('and what runs beside the user, in no sandbox, has no capability either', async () => {
		const {command, args} = (sandbox?.isolate ?? expect.fail('no way to isolate'))({
			command: 'grep',
			args: ['CapEff', '/proc/self/status'],
		});
		expect(execFileSync(command, [...args], {encoding: 'utf8'}).trim()).toMatch(/^CapEff:\s+0+$/u);
	});
});
