/**
 * Fails where `npm test` takes more of the processors than it may: `node test/limit/processor-time.ts SECONDS`, its
 * processor time for itself and for the system. Seconds say little without the machine, so they are counted in times
 * that a fixed piece of work takes there, on all processors at once.
 */
import {createHash} from 'node:crypto';
import {once} from 'node:events';
import {availableParallelism} from 'node:os';
import {isMainThread, Worker} from 'node:worker_threads';

/**
 * What `npm test` may take, in times of the work: well above what docs/numbers.md says, for machines vary meanwhile. It
 * was 900 before a seventh format and an editor had tests, and 1,100 before searches in a debate, speech by any program
 * and councils that are steered had theirs.
 */
const most = 1150;

/** What tests do much of: lines of JSON are written, hashed, read and split into words. */
function work(): number {
	let sum = 0;
	for (let seq = 0; seq < 300_000; seq++) {
		const line = JSON.stringify({
			seq,
			type: 'turn-delta',
			text: `Sentence ${seq} says what there is to say, and no more.`,
		});
		const {text} = JSON.parse(line);
		sum += String(text).split(/\s+/u).length + createHash('sha256').update(line).digest().length;
	}
	return sum;
}

/** Seconds of a processor that the work takes while all are busy with it. */
async function workSeconds(): Promise<number> {
	const before = process.cpuUsage();
	const workers = Array.from({length: availableParallelism()}, () => new Worker(new URL(import.meta.url)));
	await Promise.all(workers.map(worker => once(worker, 'exit')));
	const {user, system} = process.cpuUsage(before);
	return (user + system) / 1e6 / workers.length;
}

async function main(): Promise<void> {
	const took = Number(process.argv[2]);
	if (!(took > 0)) throw new Error(`"${process.argv[2]}" is no number of seconds`);
	const unit = await workSeconds();
	const times = Math.round(took / unit);
	process.stdout.write(
		`npm test took ${Math.round(took)} s of processors: ${times} times a piece of work that takes ${unit.toFixed(2)} s here; it may take ${most} times.\n`,
	);
	if (times <= most) return;
	process.stderr.write('CONTRIBUTING.md says how tests cost less.\n');
	process.exitCode = 1;
}

if (isMainThread) await main();
else work();
