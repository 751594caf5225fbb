/** bubblewrap (`bwrap`): namespaces of Linux, without root. */
import {existsSync, lstatSync, readlinkSync, realpathSync} from 'node:fs';
import type {Confinement, Sandbox} from './launch.ts';
import {realOf} from './binding.ts';
import {hiddenPaths, isIn, toolPaths} from './toolchains.ts';

/** The system: programs, libraries and their configuration, as the user may read them. */
const system = [
	'/usr',
	'/bin',
	'/sbin',
	'/lib',
	'/lib32',
	'/lib64',
	'/libx32',
	'/etc',
	'/opt',
	'/nix',
	'/gnu',
	'/snap',
	'/sys',
];
/** Where `/etc/resolv.conf` leads to on many systems. */
const resolver = '/run/systemd/resolve';

/** All end with Rostrum; they have no terminal of the user's, and see each other alone. */
const always = ['--die-with-parent', '--new-session', '--unshare-pid', '--proc', '/proc'];

/** Root keeps its capabilities in bubblewrap unless they are dropped, and files of the kernel belong to it. */
const withoutRights = ['--cap-drop', 'ALL'];
const ofKernel = ['/proc/sys', '/proc/sysrq-trigger', '/proc/irq', '/proc/bus', '/proc/fs', '/proc/acpi', '/proc/scsi'];
const withoutNamespaces = ['--unshare-user', '--disable-userns'];

/** `nested` leaves out what bubblewrap before 0.8, and systems without user namespaces, do not know. */
export const bubblewrap = (bwrap: string, nested = false): Sandbox => ({
	name: 'bubblewrap',
	command: bwrap,
	confine: ({command, args}, confinement) => ({
		command: bwrap,
		args: [...(nested ? [] : withoutNamespaces), ...wallsFor(confinement), '--', command, ...args],
	}),
	isolate: ({command, args}) => ({
		command: bwrap,
		args: ['--dev-bind', '/', '/', ...always, ...withoutRights, '--', command, ...args],
	}),
});

function wallsFor(confinement: Confinement): string[] {
	const {folder, home, network, writable = [], readable = [], only} = confinement;
	const tools = only === 'read' ? [] : toolPaths(confinement);
	const inSystem = (path: string): boolean => system.some(root => isIn(path, root));
	const read = [...tools, ...readable, ...(network ? [resolver] : [])].filter(path => !inSystem(path));
	return [
		'--unshare-all',
		...(network ? ['--share-net'] : []),
		...always,
		...withoutRights,
		...ofKernel.filter(path => existsSync(path)).flatMap(path => ['--ro-bind', path, path]),
		...system.flatMap(systemFolder),
		...'--dev /dev --tmpfs /tmp --tmpfs /var/tmp'.split(' '),
		...(home === '/' ? [] : ['--tmpfs', home]),
		...read.flatMap(path => ['--ro-bind-try', realOf(path) ?? path, path]),
		...hiddenPaths(home)
			.filter(isShown([...system, ...read]))
			.flatMap(hide),
		...(only === 'read' ? writable : [folder, ...writable]).flatMap(path => ['--bind-try', path, path]),
		...'--setenv TMPDIR /tmp'.split(' '),
		'--chdir',
		folder,
	];
}

const isShown =
	(roots: readonly string[]) =>
	(path: string): boolean =>
		roots.some(root => isIn(path, root));

/** Puts nothing in the place of a file or folder, or of what a link leads to. */
function hide(path: string): string[] {
	const there = lstatSync(path);
	if (there.isSymbolicLink()) return hide(realpathSync(path));
	return there.isDirectory() ? ['--tmpfs', path] : ['--ro-bind', '/dev/null', path];
}

/** On most systems `/bin` is a link into `/usr`. */
function systemFolder(path: string): string[] {
	if (!existsSync(path)) return [];
	return lstatSync(path).isSymbolicLink() ? ['--symlink', readlinkSync(path), path] : ['--ro-bind', path, path];
}
