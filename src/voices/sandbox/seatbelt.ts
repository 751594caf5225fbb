/** `sandbox-exec` of macOS, with a profile for each launch. It hides no processes. */
import {hiddenPaths, realPaths, toolPaths} from './toolchains.ts';
import type {Confinement, Sandbox} from './launch.ts';

export const seatbelt = (command: string): Sandbox => ({
	name: 'sandbox-exec',
	command,
	confine: ({command: program, args}, confinement) => ({
		command,
		args: ['-p', profileFor(confinement), program, ...args],
	}),
});

/** Later rules go before earlier ones. */
export function profileFor(confinement: Confinement): string {
	const {folder, home, network, writable = [], readable = []} = confinement;
	const own = realPaths([folder, ...writable]);
	const read = realPaths([...toolPaths(confinement), ...readable]);
	const hidden = realPaths(hiddenPaths(home));
	const homes = [...new Set([home, ...realPaths([home])])];
	return [
		'(version 1)',
		'(allow default)',
		'(deny file-write*)',
		`(deny file-read-data ${subpaths([...homes, '/Volumes'])})`,
		...(read.length > 0 ? [`(allow file-read-data ${subpaths(read)})`] : []),
		...(hidden.length > 0 ? [`(deny file-read-data ${subpaths(hidden)})`] : []),
		`(allow file-read-data file-write* ${subpaths([...own, '/private/tmp', '/private/var/folders', '/dev'])})`,
		...(network ? [] : ['(deny network*)', '(allow network* (local ip "localhost:*") (remote ip "localhost:*"))']),
	].join('\n');
}

const subpaths = (paths: readonly string[]): string => paths.map(path => `(subpath ${JSON.stringify(path)})`).join(' ');
