/** What a worker takes from a queue that anybody may have written to. */
import {cpSync, mkdirSync, readFileSync} from 'node:fs';
import {join, relative} from 'node:path';
import {describe, expect, it} from 'vitest';
import {BatchFile, batchItems, type BatchItem} from '../../../src/app/batch/batch-file.ts';
import {holdItem, planItem, type BatchPlace} from '../../../src/app/batch/hold-batch.ts';
import {journalOf} from '../../../src/app/batch/item-status.ts';
import {QueueJob, writeDocuments} from '../../../src/app/batch/queue.ts';
import {voiceLimiter} from '../../../src/engine/calls/voice-limiter.ts';
import {sha256} from '../../../src/engine/host/hash.ts';
import {realClock} from '../../../src/engine/clock.ts';
import {motionPair} from '../../../src/formats/motion/options.ts';
import {loadSettings} from '../../../src/settings/settings.ts';
import {freshFolder} from '../../run-in-process.ts';

const file = BatchFile.parse({topics: ['Zoos should be closed.'], debaters: ['rehearsal', 'rehearsal'], swap: false});

function anItem(): BatchItem {
	const [item] = batchItems(file, () => motionPair);
	if (!item) throw new Error('no item');
	return item;
}

const job = (change: object): unknown => ({name: 'batch-b', item: {...anItem(), ...change}});
const input = (change: object) => ({input: {args: ['motion'], options: {...anItem().input.options, ...change}}});

describe('a job', () => {
	it('is a debate of words', () => {
		expect(QueueJob.safeParse(job({})).error).toBeUndefined();
	});

	it.each([
		[
			'of a format that runs commands',
			{protocol: 'builder-reviewer', input: {...anItem().input, args: ['builder-reviewer']}},
		],
		['of a format of another name', {protocol: 'constructor', input: {...anItem().input, args: ['constructor']}}],
		['whose command line names another format', {input: {...anItem().input, args: ['builder-reviewer']}}],
		['with a folder that leads out', {folder: '../../x'}],
		['with a topic out of a file', input({topic: '@/etc/passwd'})],
		['with files of the worker’s as sources', input({sources: ['/etc/passwd']})],
		['with options of its own', input({context: '@/etc/passwd'})],
	])('%s is refused', (_name, change) => {
		expect(QueueJob.safeParse(job(change)).success).toBe(false);
	});
});

describe('the documents of a job', () => {
	const shared = (...named: readonly {name: string; content: string}[]) => {
		const text = JSON.stringify(named);
		return {text, key: `rostrum:documents:${sha256(text)}`};
	};
	const notes = {name: 'notes.md', content: Buffer.from('A wall stands.').toString('base64')};

	it('are files of their names in a folder of their own, two of one name, too', () => {
		const folder = freshFolder();
		const {key, text} = shared(notes, notes);
		const paths = writeDocuments(key, text, folder);
		expect(paths.map(path => relative(folder, path))).toEqual(['1/notes.md', '2/notes.md']);
		expect(paths.map(path => readFileSync(path, 'utf8'))).toEqual(['A wall stands.', 'A wall stands.']);
	});

	it('are refused where they are others than those of the job, or were lost', () => {
		const {key} = shared(notes);
		for (const text of ['', shared(notes, notes).text])
			expect(() => writeDocuments(key, text, freshFolder())).toThrow('not in the queue');
	});

	it('lead to no place outside their folder', () => {
		const {key, text} = shared({...notes, name: '../notes.md'});
		expect(() => writeDocuments(key, text, freshFolder())).toThrow();
	});
});

it('a journal of another format that came with a job is not gone on with', async () => {
	const home = freshFolder();
	const place: BatchPlace = {
		folder: join(home, 'batch-b'),
		configuration: loadSettings({}, {env: {ROSTRUM_HOME: home}}),
		context: {cwd: home, signal: new AbortController().signal, notice: () => undefined},
	};
	const item = anItem();
	const journal = journalOf(item, place.folder);
	mkdirSync(join(place.folder, item.folder), {recursive: true});
	cpSync('test/fixtures/journals-0.1.0/builder-reviewer-cut/debate.jsonl', journal);
	const status = {item, journal, outcome: undefined, begun: true, spent: {usd: 0, tokens: 0}};
	const limiter = voiceLimiter(realClock());
	const held = holdItem(planItem(item, place), status, {...place, limiter, budget: undefined, heard: () => undefined});
	await expect(held).rejects.toThrow('not of a debate of the format motion: "builder-reviewer"');
});
