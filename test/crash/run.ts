/** `npm run test:crash [-- KILLS]`: 500 kills over all formats, voices and paces; says what was lost. */
import {crash, formats, type Trial} from './harness.ts';

const wanted = Number(process.argv[2] ?? 500);
const seed = Number(process.argv[3] ?? 1);

/** Numbers from 0 to 1, the same for a seed. */
function dice(from: number): () => number {
	let state = from >>> 0;
	return () => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return state / 2 ** 32;
	};
}

const next = dice(seed);
const between = (least: number, most: number): number => Math.floor(least + next() * (most - least));
let [kills, debates, read] = [0, 0, 0];
const found: string[] = [];
while (kills < wanted) {
	const trial: Trial = {
		format: formats[debates % formats.length] ?? '',
		voice: debates % 2 === 0 ? 'server' : 'rehearsal',
		pace: Math.floor(debates / 2) % 2 === 0 ? 'paced' : 'instant',
		kills: Array.from({length: between(2, 6)}, (_, again) =>
			next() < 0.6 ? {lines: between(1, 60) + again * 25} : {ms: between(150, 1800)},
		),
	};
	const verdict = await crash(trial);
	debates++;
	kills += verdict.kills;
	read += verdict.read;
	const name = `${trial.format} ${trial.voice} ${trial.pace}`;
	const where = `debate ${debates} of seed ${seed}, kills ${JSON.stringify(trial.kills)}, kept in ${verdict.folder}`;
	const faults = verdict.faults.map(fault => `${name}: ${fault}\n  ${where}`);
	found.push(...faults);
	process.stdout.write(`${kills} of ${wanted} kills, ${debates} debates; ${name}: ${faults.length} faults\n`);
	for (const fault of faults) process.stdout.write(`${fault}\n`);
}
const sum = `${kills} kills in ${debates} debates, ${read} answers of servers had been read before them`;
process.stdout.write(`${sum}; ${found.length} faults\n${found.join('\n')}\n`);
process.exitCode = found.length > 0 ? 1 : 0;
