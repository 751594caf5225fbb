/** `npm run test:crash [-- KILLS [SEED [WORK]]]`: 500 kills over all formats, voices and paces, and over batch, inbox, join and voice; says what was lost. */
import {crash, type Kill, type Trial} from './harness.ts';
import {works} from './works.ts';

const wanted = Number(process.argv[2] ?? 500);
const seed = Number(process.argv[3] ?? 1);
const names = Object.keys(works).filter(name => name === (process.argv[4] ?? name));

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

/** Most at a place, some at an instant, and of three works one is killed again and again behind its end. */
function killsOf(count: number, late: boolean): Kill[] {
	return Array.from({length: count}, (_, again) => {
		const lone = next() < 0.5;
		if (late && again >= count / 2) return {ended: between(0, 120), lone};
		return next() < 0.6 ? {lines: between(1, 60) + again * 25, lone} : {ms: between(150, 1800), lone};
	});
}

const sums = {kills: 0, late: 0, works: 0, read: 0};
const by = new Map<string, number>();
const found: string[] = [];
while (sums.kills < wanted) {
	const name = names[sums.works % names.length] ?? '';
	const round = Math.floor(sums.works / names.length);
	const make = works[name];
	if (!make)
		throw new Error(`There is no such work: ${process.argv[4] ?? ''}. There are ${Object.keys(works).join(', ')}.`);
	const trial: Trial = {
		make,
		voice: round % 2 === 0 ? 'server' : 'rehearsal',
		pace: Math.floor(round / 2) % 2 === 0 ? 'paced' : 'instant',
		kills: killsOf(between(3, 7), round % 3 !== 0),
	};
	const verdict = await crash(trial);
	sums.works++;
	sums.kills += verdict.kills;
	sums.late += verdict.late;
	sums.read += verdict.read;
	by.set(name, (by.get(name) ?? 0) + verdict.kills);
	const where = `work ${sums.works} of seed ${seed}, kills ${JSON.stringify(trial.kills)}, kept in ${verdict.folder}`;
	const faults = verdict.faults.map(fault => `${name} ${trial.voice} ${trial.pace}: ${fault}\n  ${where}`);
	found.push(...faults);
	process.stdout.write(`${sums.kills} of ${wanted} kills, ${sums.works} works; ${name}: ${faults.length} faults\n`);
	for (const fault of faults) process.stdout.write(`${fault}\n`);
}
const each = [...by].map(([name, kills]) => `${name} ${kills}`).join(', ');
process.stdout.write(
	`${sums.kills} kills in ${sums.works} works (${each}), ${sums.late} of them after an end; ${sums.read} answers of servers had been read before; ${found.length} faults\n${found.join('\n')}\n`,
);
process.exitCode = found.length > 0 ? 1 : 0;
