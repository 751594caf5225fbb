/**
 * `npm run bench [NAME …] [-- --write]`: measures what Rostrum promises, beside its goals and references. `--write` keeps
 * the figures in docs/numbers.md, in the place of those that it has of the same benches. `labels` takes a file, too.
 */
import {readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {packageRoot} from '../../src/engine/host/package-root.ts';
import setUpTemporaryFolder from '../temporary-folder.ts';
import {heading, print, withRows, type Row} from './report.ts';

const page = path.join(packageRoot, 'docs', 'numbers.md');
const given = process.argv.slice(2).filter(arg => arg !== '--write');
const write = process.argv.includes('--write');

const benches: Readonly<
	Record<string, {readonly title: string; readonly run: () => Promise<AsyncIterable<Row> | Iterable<Row>>}>
> = {
	orchestration: {
		title:
			'Orchestration: 3 chairs, 8 exchanges, interruptions on; first token 300 ms, 60 tokens a second, 220-token turns',
		run: async () => (await import('./orchestration.ts')).orchestration(),
	},
	tokens: {
		title:
			'Prompt tokens of the anchored debate: 3 chairs, 8 exchanges, interruptions on, by the price of a cached token',
		run: async () => (await import('./prompt-tokens.ts')).promptTokens(),
	},
	price: {
		title: 'What a debate of each format costs by a server that counts, beside what is told and a naive script',
		run: async () => (await import('./price.ts')).prices(),
	},
	slots: {
		title: 'One slot: what a server of one’s own reads anew, by what it says of itself',
		run: async () => (await import('./slots.ts')).slots(),
	},
	judges: {
		title: 'Judges on the labelled turns: the rehearsal judge, and one that lies, over HTTP',
		run: async () => (await import('./judges.ts')).judges(),
	},
	labels: {
		title: 'The labelled turns: two labellings made apart, and scores beside marks',
		run: async () => (await import('./labels.ts')).labels(file),
	},
	frame: {
		title: 'Start: from the command to the first frame, to the list and to an answered key, in a terminal',
		run: async () => (await import('./first-frame.ts')).firstFrames(),
	},
	drawing: {
		title: 'Drawing: words stream on the stage, six speakers, with 10 and with 10,000 turns before them',
		run: async () => (await import('./drawing.ts')).drawing(),
	},
	memory: {
		title: 'Memory: 500 and 10,000 turns on the screen and headless, in the whole program',
		run: async () => (await import('./memory.ts')).memory(),
	},
	exports: {
		title: 'Memory of exports of 10,000 turns, in the whole program',
		run: async () => (await import('./exports.ts')).exportsMemory(),
	},
	panes: {
		title: "Panes of the protocols' own: words stream, with 10 and with 10,000 exchanges before them",
		run: async () => (await import('./panes.ts')).panes(),
	},
	'at-once': {
		title: 'Fifty Duelogic debates of six chairs and three exchanges in one process',
		run: async () => (await import('./debates-at-once.ts')).debatesAtOnce(),
	},
	audience: {
		title: 'Listeners: a Model Duel over HTTP in the whole program, with 1, 200 and 500 pages that follow it',
		run: async () => (await import('./audience.ts')).audience(),
	},
	cuts: {
		title:
			'Cuts: turns that are interrupted while their model writes; by speed, two chairs, three exchanges of 300-token replies',
		run: async () => (await import('./cuts.ts')).cuts(),
	},
	batch: {
		title: 'Batches: 16 short motion debates against a server with a rate, and through a queue',
		run: async () => (await import('./batch.ts')).batches(),
	},
	ranking: {
		title: 'Ranking: 200 pools whose strengths are known',
		run: async () => (await import('./ranking.ts')).ranking(),
	},
	council: {
		title: 'Councils of three scripted seats, 4,000 of each kind: what talk mends and spoils by how seats are moved',
		run: async () => (await import('./council.ts')).councilBench(),
	},
	deadlines: {
		title: 'Deadlines: what a server that fails is given beyond its time-out',
		run: async () => (await import('./deadlines.ts')).deadlines(),
	},
	texts: {
		title: 'Texts: what reads those of models, with 50,000 and with 200,000 characters of what is hard to read',
		run: async () => (await import('./texts.ts')).texts(),
	},
	'adversarial-spec': {
		title: 'Adversarial Spec: five agents, up to two rounds, many debates at once on instant voices',
		run: async () => (await import('./adversarial-spec.ts')).adversarialSpecBench(),
	},
	sources: {
		title:
			'Sources: 1, 5 and 20 MB of text read, searched and checked; what they add to the debate of 3 chairs and 8 exchanges',
		run: async () => (await import('./sources.ts')).sources(),
	},
	library: {
		title: 'Library: 1,000 debates',
		run: async () => (await import('./library.ts')).libraryBench(),
	},
};

const names = given.filter(arg => arg in benches);
const [file] = given.filter(arg => !(arg in benches));
if (file !== undefined && !names.includes('labels'))
	throw new Error(`There is no bench “${file}”. There are: ${Object.keys(benches).join(', ')}.`);

const cleanUp = setUpTemporaryFolder();
try {
	for (const [name, {title, run}] of Object.entries(benches)) {
		if (names.length > 0 && !names.includes(name)) continue;
		heading(title);
		const rows: Row[] = [];
		for await (const row of await run()) {
			print(row);
			rows.push(row);
		}
		if (write) writeFileSync(page, withRows(readFileSync(page, 'utf8'), name, rows));
	}
} finally {
	cleanUp();
}
