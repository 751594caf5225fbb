/**
 * `npm run test:full-disk [-- RUNS]`: debates of all formats on disks of every size from one page to the whole debate,
 * which is measured first; every second time what Rostrum keeps in its home lies there too. Each stops in words, can be
 * resumed once there is room (or begun anew where nothing was written), and ends. Linux only: disks are tmpfs in a
 * namespace of ours.
 */
import {spawnSync} from 'node:child_process';
import {existsSync, mkdtempSync, readFileSync, readdirSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {fixtureRepo} from '../formats/builder-reviewer/run-build.ts';

const wanted = Number(process.argv[2] ?? 60);
const program = path.resolve('bin/rostrum.js');
const page = 4096;

/** What to debate, by format. */
const subjects: Readonly<Record<string, (home: string) => readonly string[]>> = {
	duelogic: () => ['--topic', 'Voting is a duty.', '--set', 'flow.maxExchanges=3'],
	'model-duel': () => ['--task', 'Write a note on why backups are tested.'],
	'adversarial-spec': () => ['--topic', '# Login\n\nThe user logs in fast.\n', '--set', 'maxRounds=1'],
	'builder-reviewer': () => ['--goal', 'Document the sums', '--repo', fixtureRepo(), '--check', 'true'],
	motion: () => ['--topic', 'Voting is a duty.', '--style', 'short'],
	'code-debate'(home) {
		const file = path.join(home, 'sum.ts');
		writeFileSync(file, 'export const sum = (a: number, b: number): number => a - b;\n');
		return ['--files', file];
	},
};
const formats = Object.keys(subjects);

const quoted = (args: readonly string[]): string =>
	args.map(arg => `'${arg.replaceAll("'", String.raw`'\''`)}'`).join(' ');

type DiskRun = {
	readonly codes: readonly number[];
	readonly faults: readonly string[];
	/** What lay on the disk at the end of the first command. */
	readonly used: number;
};

/** A debate on a disk of so many pages, which then grows until all is well; what was found at fault. */
function onDisk(format: string, pages: number, homeToo: boolean): DiskRun {
	const home = mkdtempSync(path.join(tmpdir(), 'rostrum-full-'));
	const run = [process.execPath, program, 'run', format, ...(subjects[format]?.(home) ?? [])];
	const common = ['--voice', 'rehearsal', '--seed', '3', '--headless', '--pace', 'instant', '--export', 'md,html'];
	const command = quoted([...run, ...common, '--out', 'disk/out']);
	const script = `set -u
		mkdir disk; mount -t tmpfs -o size=${pages * page} none disk || exit 99
		${command} >first.out 2>first.err; echo $? >>codes
		df --output=used -B${page} disk | tail -1 >used
		mount -o remount,size=256m disk
		for again in 1 2 3; do
			journal=$(ls disk/out/*/debate.jsonl 2>/dev/null | head -1)
			if [ ! -s "$journal" ]; then
				rm -rf disk/out; ${command} >again.out 2>>again.err; echo $? >>codes
				continue
			fi
			grep -q '"type":"debate-end"' "$journal" && [ -s "$(dirname "$journal")/debate.html" ] && break
			${quoted([process.execPath, program, 'resume'])} "$(dirname "$journal")" --headless --pace instant >again.out 2>>again.err
			echo $? >>codes
		done
		cp -r disk/out kept; ${quoted([process.execPath, program, 'verify'])} "$journal" >verify.out 2>&1 || echo $? >verify.code; true`;
	const {status, stderr} = spawnSync('unshare', ['-rm', 'sh', '-c', script], {
		cwd: home,
		encoding: 'utf8',
		env: {
			PATH: process.env['PATH'] ?? '',
			ROSTRUM_HOME: path.join(home, homeToo ? 'disk/home' : 'home'),
			ROSTRUM_REHEARSAL_SPEED: '2000',
		},
	});
	if (status !== 0) throw new Error(`no disk of our own can be made here: ${stderr}`);
	return {codes: codesIn(home), faults: faultsIn(home), used: Number(textIn(home, 'used'))};
}

const textIn = (...place: string[]): string =>
	existsSync(path.join(...place)) ? readFileSync(path.join(...place), 'utf8') : '';
const codesIn = (home: string): number[] => textIn(home, 'codes').trim().split('\n').map(Number);

function faultsIn(home: string): string[] {
	const faults: string[] = [];
	const kept = path.join(home, 'kept');
	const [debate] = existsSync(kept) ? readdirSync(kept) : [];
	const folder = path.join(kept, debate ?? '');
	const said = `${textIn(home, 'first.err')}${textIn(home, 'again.err')}`;
	if (/this is a bug|^\s+at /mu.test(said)) faults.push('told as a bug');
	const journal = textIn(folder, 'debate.jsonl');
	const outcome = /"type":"debate-end".*?"outcome":"(?<outcome>[\w-]+)"/u.exec(journal)?.groups?.['outcome'];
	if (outcome === undefined) faults.push('it did not end');
	if (outcome === 'failed') faults.push('it failed for good');
	for (const name of readdirSync(folder).filter(each => /\.(?:md|html)$/u.test(each)))
		if (textIn(folder, name) === '') faults.push(`${name} is empty`);
	if (!existsSync(path.join(folder, 'debate.html'))) faults.push('an export is missing');
	if (existsSync(path.join(home, 'verify.code'))) faults.push(`not sound: ${textIn(home, 'verify.out')}`);
	return faults.map(fault => `${fault} (${home})`);
}

let faulty = 0;
const rounds = Math.ceil(wanted / formats.length);
for (const format of formats) {
	// From one page to the whole debate.
	const most = [false, true].map(homeToo => onDisk(format, 65_536, homeToo).used);
	for (let round = 0; round < rounds; round++) {
		const homeToo = round % 2 === 1;
		const pages = Math.max(1, Math.round((round / Math.max(1, rounds - 1)) * (most[Number(homeToo)] ?? 1)));
		const {codes, faults} = onDisk(format, pages, homeToo);
		faulty += faults.length;
		const where = `${pages} of ${most[Number(homeToo)]} pages${homeToo ? ' with the home' : ''}`;
		process.stdout.write(`${format} on ${where}: exits ${codes.join(', ')}; ${faults.join('; ') || 'in order'}\n`);
	}
}
process.stdout.write(`${rounds * formats.length} runs on full disks, ${faulty} faults\n`);
process.exitCode = faulty > 0 ? 1 : 0;
