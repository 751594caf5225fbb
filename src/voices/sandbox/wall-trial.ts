/**
 * Tries a wall from inside: one process of the system's shell attempts what the wall forbids, and says what succeeded.
 * It changes nothing outside even where a wall does not hold, but for files in the folders of the trial.
 */
import {execFileSync} from 'node:child_process';
import {mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {homedir, tmpdir} from 'node:os';
import {join} from 'node:path';
import {parentsOf} from './binding.ts';
import type {Sandbox} from './launch.ts';
import {toolPaths} from './toolchains.ts';

const attempts = `
broken() { echo "BROKEN $*"; }
cat "$ROSTRUM_CANARY/secret" >/dev/null 2>&1 && broken 'a file outside can be read'
(echo x > "$ROSTRUM_CANARY/written") 2>/dev/null && [ -e "$ROSTRUM_CANARY/written" ] && broken 'a file outside can be written'
while read -r name value; do
	case "$name" in
		CapEff:|CapPrm:|CapInh:|CapBnd:|CapAmb:) case "$value" in *[!0]*) broken "capabilities are left ($name $value)";; esac;;
		NoNewPrivs:) [ "$value" = 1 ] || broken 'new privileges can be had';;
	esac
done < /proc/self/status
unshare --user true 2>/dev/null && broken 'a namespace can be made'
for place in /usr /etc /opt; do
	[ -d "$place" ] || continue
	mount -o remount,rw,bind "$place" 2>/dev/null && broken "$place can be mounted anew"
	[ -w "$place" ] && broken "$place can be written"
done
mount -t tmpfs none /usr 2>/dev/null && broken 'something can be mounted'
for file in /proc/sys/kernel/core_pattern /proc/sysrq-trigger /sys/kernel/uevent_helper /sys/power/state; do
	[ -w "$file" ] && broken "$file can be written"
done
set -- /proc/[0-9]*
[ $# -gt 9 ] && broken 'processes outside can be seen'
for each in /run/docker.sock /var/run/docker.sock /run/dbus/system_bus_socket "/run/user/$(id -u)/bus"; do
	[ -S "$each" ] && broken "the socket $each is there"
done
while IFS=: read -r device rest; do
	case "$device" in *' lo'|lo|Inter*|' face'*) ;; *) broken "the network is there ($device)";; esac
done < /proc/net/dev
while IFS= read -r place; do
	[ -n "$place" ] || continue
	[ -w "$place" ] && broken "$place can be written"
	case " $ROSTRUM_FORBIDDEN " in *" $(stat -L -c %d:%i "$place" 2>/dev/null) "*) broken "$place shows a home or what holds one";; esac
done <<END
$ROSTRUM_BOUND
END
echo TRIED
`;

/** What the wall let through, in words, or undefined where it held. Throws what it said if it did not start. */
export function brokenPromise(sandbox: Sandbox, programs: readonly string[]): string | undefined {
	const own = realpathSync(mkdtempSync(join(tmpdir(), 'rostrum-sandbox-')));
	const [folder, canary] = [join(own, 'work'), join(own, 'outside')];
	const home = homedir();
	try {
		for (const each of [folder, canary]) mkdirSync(each);
		writeFileSync(join(canary, 'secret'), 'secret');
		const launch = sandbox.confine(
			{command: '/bin/sh', args: ['-c', attempts]},
			{folder, network: false, programs, home},
		);
		const said = execFileSync(launch.command, [...launch.args], {
			cwd: folder,
			timeout: 10_000,
			encoding: 'utf8',
			stdio: ['ignore', 'pipe', 'pipe'],
			env: {
				PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
				ROSTRUM_CANARY: canary,
				ROSTRUM_BOUND: toolPaths({home, programs, folder}).join('\n'),
				ROSTRUM_FORBIDDEN: [home, ...parentsOf(home)].flatMap(identity).join(' '),
			},
		});
		if (readdirSync(canary).includes('written')) return 'a file outside can be written';
		if (!said.includes('TRIED')) return 'the trial did not come to its end';
		return /^BROKEN (?<what>.+)$/mu.exec(said)?.[1];
	} finally {
		rmSync(own, {recursive: true, force: true});
	}
}

/** As `stat` prints it: device and inode; none where a home is not there. */
function identity(path: string): string[] {
	const there = statSync(path, {throwIfNoEntry: false});
	return there ? [`${there.dev}:${there.ino}`] : [];
}
