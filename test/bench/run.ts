/** `npm run bench [NAME …]`: measures what Rostrum promises, beside its goals and references. */
import setUpTemporaryFolder from '../temporary-folder.ts';
import {heading} from './report.ts';

const benches: Readonly<Record<string, {readonly title: string; readonly run: () => Promise<void>}>> = {
	orchestration: {
		title:
			'Orchestration: 3 chairs, 8 exchanges, interruptions on; first token 300 ms, 60 tokens a second, 220-token turns',
		async run() {
			const {orchestration} = await import('./orchestration.ts');
			await orchestration(60);
			await orchestration(150);
		},
	},
	tokens: {
		title:
			'Prompt tokens of the anchored debate: 3 chairs, 8 exchanges, interruptions on, by the price of a cached token',
		async run() {
			const {promptTokens} = await import('./prompt-tokens.ts');
			await promptTokens();
		},
	},
	judges: {
		title: 'Judges on the labelled turns: the rehearsal judge, and one that lies, over HTTP',
		async run() {
			const {judges} = await import('./judges.ts');
			await judges();
		},
	},
	labels: {
		title: 'The labelled turns: two labellings made apart, and scores beside marks',
		async run() {
			const {labels} = await import('./labels.ts');
			labels(process.argv[3]);
		},
	},
	frame: {
		title: 'Start: from the command to the first frame, in a terminal',
		async run() {
			const {firstFrames} = await import('./first-frame.ts');
			await firstFrames();
		},
	},
	drawing: {
		title: 'Drawing: words stream on the stage, six speakers, with 10 and with 10,000 turns before them',
		async run() {
			const {drawing} = await import('./drawing.ts');
			await drawing();
		},
	},
	memory: {
		title: 'Memory: 10,000 turns gone on with, watched, played and found, in the whole program',
		async run() {
			const {memory} = await import('./memory.ts');
			await memory();
		},
	},
	exports: {
		title: 'Memory of exports of 10,000 turns, in the whole program',
		async run() {
			const {exportsMemory} = await import('./exports.ts');
			await exportsMemory();
		},
	},
	panes: {
		title: "Panes of the protocols' own: words stream, with 10 and with 10,000 exchanges before them",
		async run() {
			const {panes} = await import('./panes.ts');
			panes();
		},
	},
	'at-once': {
		title: 'Fifty Duelogic debates of six chairs and three exchanges in one process',
		async run() {
			const {debatesAtOnce} = await import('./debates-at-once.ts');
			await debatesAtOnce();
		},
	},
	cuts: {
		title:
			'Cuts: turns that are interrupted while their model writes; by speed, two chairs, three exchanges of 300-token replies',
		async run() {
			const {cuts} = await import('./cuts.ts');
			await cuts();
			const {cutsBySpeed} = await import('./cuts-by-speed.ts');
			await cutsBySpeed();
		},
	},
	batch: {
		title: 'Batches: 16 short motion debates against a server with a rate, and through a queue',
		async run() {
			const {batches} = await import('./batch.ts');
			await batches();
		},
	},
	ranking: {
		title: 'Ranking: 200 pools whose strengths are known',
		async run() {
			const {ranking} = await import('./ranking.ts');
			ranking();
		},
	},
	deadlines: {
		title: 'Deadlines: what a server that fails is given beyond its time-out',
		async run() {
			const {deadlines} = await import('./deadlines.ts');
			await deadlines();
		},
	},
	texts: {
		title: 'Texts: what reads those of models, with 50,000 and with 200,000 characters of what is hard to read',
		async run() {
			const {texts} = await import('./texts.ts');
			texts();
		},
	},
	'adversarial-spec': {
		title: 'Adversarial Spec: five agents, up to two rounds, many debates at once on instant voices',
		async run() {
			const {adversarialSpecBench} = await import('./adversarial-spec.ts');
			await adversarialSpecBench();
		},
	},
	library: {
		title: 'Library: 1,000 debates',
		async run() {
			const {libraryBench} = await import('./library.ts');
			await libraryBench();
		},
	},
};

const wanted = process.argv.slice(2);
const cleanUp = setUpTemporaryFolder();
try {
	for (const [name, {title, run}] of Object.entries(benches)) {
		if (wanted.length > 0 && !wanted.includes(name)) continue;
		heading(title);
		await run();
	}
} finally {
	cleanUp();
}
