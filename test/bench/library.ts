/**
 * The library with a thousand debates: how long its making takes, a search, and a key on its screen until the answer
 * stands there.
 */
import {mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {syncLibrary} from '../../src/app/library/library-sync.ts';
import {sha256} from '../../src/engine/host/hash.ts';
import {parseJournal} from '../../src/engine/journal/journal.ts';
import {openLibrary, type Library} from '../../src/library/library.ts';
import {TerminalApp} from '../e2e/term.ts';
import {detail, median, row, type Row} from './report.ts';

const debates = 1000;
const samples = ['transcripts/sample-liberty-vs-community', 'transcripts/sample-three-way-ethics'];
/**
 * As people search: a rare word, one that nearly every turn has, one letter, several words, a phrase, another script,
 * none.
 */
const searches = ['quokka1', 'the', 'a', 'passenger duty', '"most votes"', '義務', 'frobnicate'];

/** Writes a sample again under another name, day and topic, with a word of its own in each of its turns. */
function writeAgain(file: string, sample: ReturnType<typeof parseJournal>['events'], number: number): void {
	let hash = '';
	const lines = sample.map(({hash: _hash, ...event}) => {
		const own =
			event.type === 'debate-start'
				? {
						...event,
						debateId: `debate-${number}`,
						startedAt: new Date(Date.UTC(2026, 0, 1, 0, number * 7)).toISOString(),
						subject: {text: `Topic ${number}: 投票は義務`},
					}
				: event.type === 'turn-end'
					? {...event, text: `${event.text} quokka${number}`}
					: event;
		const body = JSON.stringify(own).slice(0, -1);
		hash = sha256(hash, body);
		return `${body},"hash":"${hash}"}\n`;
	});
	mkdirSync(path.dirname(file), {recursive: true});
	writeFileSync(file, lines.join(''));
}

/** Milliseconds of processor time that something takes. */
async function cpu(work: () => unknown): Promise<number> {
	const before = process.cpuUsage();
	await work();
	const {user, system} = process.cpuUsage(before);
	return (user + system) / 1000;
}

const signal = new AbortController().signal;
const ms = (value: number): string => `${value.toFixed(value < 10 ? 1 : 0)} ms`;

export async function* libraryBench(): AsyncGenerator<Row> {
	const home = mkdtempSync(path.join(tmpdir(), 'rostrum-library-'));
	const folder = path.join(home, 'transcripts');
	const index = path.join(home, 'library', 'index.sqlite');
	const events = samples.map(sample => parseJournal(readFileSync(path.join(sample, 'debate.jsonl'), 'utf8')).events);
	for (let number = 0; number < debates; number++)
		writeAgain(path.join(folder, `d${number}`, 'debate.jsonl'), events[number % events.length] ?? [], number);
	const library = await openLibrary(index);
	const made = await cpu(() => syncLibrary(library, {folders: [folder], signal}));
	yield row(`index ${debates} journals from nothing, processor time each`, ms(made / debates), '–');
	yield detail(
		`bring it up to date when nothing has changed, processor time`,
		ms(await cpu(() => syncLibrary(library, {folders: [folder], signal}))),
	);
	yield detail('size of the index on disk', `${(statSync(index).size / 1_000_000).toFixed(0)} MB`);
	const searched: number[] = [];
	for (const text of searches) {
		const taken = median(await times(() => search(library, text)));
		searched.push(taken);
		yield detail(`search for ${text}: debates, and the turns of the first`, ms(taken));
	}
	yield row(
		`search in ${debates} debates, processor time: most of ${searches.length} searches`,
		ms(Math.max(...searched)),
		'≤ 50 ms',
	);
	yield detail('list of all debates', ms(median(await times(() => library.debates({})))));
	yield detail('statistics over all of them', ms(median(await times(() => library.statistics({})))));
	library.close();
	const keys = await keyTimes(home);
	yield row(
		'on the screen of the library: last key of a word to its result, 70 ms of rest included, median / most',
		`${median(keys).toFixed(0)} / ${ms(Math.max(...keys))}`,
		'–',
	);
	rmSync(home, {recursive: true});
}

function search(library: Library, text: string): void {
	const [first] = library.search(text, {});
	if (first) library.passages(first.path, text, 200);
}

async function times(work: () => unknown): Promise<number[]> {
	const taken: number[] = [];
	for (let run = 0; run < 9; run++) taken.push(await cpu(work));
	return taken;
}

/** In a real terminal against the built program: each search finds another single debate. */
async function keyTimes(home: string): Promise<number[]> {
	const app = new TerminalApp({
		args: [path.resolve('bin/rostrum.js'), 'library'],
		cwd: home,
		columns: 120,
		rows: 40,
		env: {ROSTRUM_HOME: home, OPENROUTER_API_KEY: '', OPENAI_API_KEY: ''},
	});
	await app.waitFor(`${debates.toLocaleString('en-US')} debates`, 60_000);
	await app.press('/');
	const taken: number[] = [];
	for (let number = 100; number < 109; number++) {
		app.write(`quokka${number}`);
		const began = performance.now();
		while (!app.text().includes(`❯ Topic ${number}:`)) await sleep(1);
		taken.push(performance.now() - began);
		app.write('\u007F'.repeat(9));
		await app.waitFor(`${debates.toLocaleString('en-US')} debates`, 60_000);
	}
	await app.end();
	return taken;
}
