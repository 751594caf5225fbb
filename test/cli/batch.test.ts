/** `rostrum batch` as it is built: killed twice and resumed, it ends as an undisturbed run does. */
import {spawn} from 'node:child_process';
import {cpSync, globSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {z} from 'zod';
import {BatchFile, readBatchFile, batchItems} from '../../src/app/batch/batch-file.ts';
import {statusOf} from '../../src/app/batch/item-status.ts';
import {batchTracker} from '../../src/app/batch/progress.ts';
import {packageRoot} from '../../src/engine/host/package-root.ts';
import {formatOf} from '../../src/formats/index.ts';
import {freshFolder, rostrum} from '../run-in-process.ts';

const batch = {
	topics: ['Zoos should be closed.', 'Homework should be abolished.'],
	debaters: [
		{voice: 'rehearsal', persona: 'a patient farmer'},
		{voice: 'rehearsal', persona: 'a brisk lawyer'},
	],
	seeds: 1,
	config: {style: 'short'},
};

const write = (home: string, content: object): void => writeFileSync(join(home, 'b.json'), JSON.stringify(content));
const args = ['batch', 'b.json', '--json', '--out', 'held'];

/** Runs the batch until so many debates are over, then kills it. */
function killedAfter(home: string, debates: number): Promise<void> {
	const child = spawn(process.execPath, [join(packageRoot, 'bin', 'rostrum.js'), ...args], {
		cwd: home,
		env: {PATH: process.env['PATH'] ?? '', ROSTRUM_HOME: home, ROSTRUM_REHEARSAL_SPEED: '2000'},
	});
	let told = '';
	child.stderr.setEncoding('utf8').on('data', (text: string) => {
		told += text;
		if (told.includes(`${debates} of 4`)) child.kill('SIGKILL');
	});
	return new Promise(resolve => {
		child.once('close', () => resolve());
	});
}

/** Who leads right after these debates, where nobody could be ranked a moment before. */
function leadersAfter(home: string): readonly unknown[] {
	const pair = formatOf('motion')?.pair ?? (() => ({seat: [], set: []}));
	const statuses = batchItems(BatchFile.parse(batch), () => pair).map(item =>
		statusOf(item, join(home, 'held', 'batch-b')),
	);
	const open = statuses.map(status => ({...status, outcome: undefined}));
	const {watch, progress} = batchTracker({name: 'b', statuses: open, expected: new Map(), budget: undefined});
	expect(progress().standings).toEqual([]);
	for (const status of statuses) watch.ended(status);
	return progress().standings;
}

describe('a batch on documents', () => {
	const onDocuments = {
		topics: ['Cities should cap rents.'],
		debaters: batch.debaters,
		config: {style: 'short'},
		sources: ['documents'],
	};

	it('has each debate stand on them, and ranks with the shares of true quotations', async () => {
		const home = freshFolder();
		cpSync(join(packageRoot, 'test', 'fixtures', 'sources'), join(home, 'documents'), {recursive: true});
		write(home, onDocuments);
		const {code, stderr} = await rostrum(args, {home});
		expect({code, stderr}).toMatchObject({code: 0});
		const journals = globSync(join(home, 'held', '*', '*', 'debate.jsonl'));
		expect(journals.length).toBe(2);
		for (const journal of journals) expect(readFileSync(journal, 'utf8')).toContain('"type":"citation"');
		const told = (await rostrum(['rank', join(home, 'held')], {home})).stdout.replaceAll(/\s+/gu, ' ');
		expect(told).toMatch(/Quotations that stand word for word in their documents: .*farmer.* \d+(?:\.\d)? % of \d+/u);
		const stats = (await rostrum(['library', 'stats', '--json', '--out', 'held'], {home})).stdout;
		const [{quotations, verifiedRate}] = StatedModels.parse(JSON.parse(stats)).models;
		expect(quotations).toBeGreaterThan(1);
		expect(verifiedRate).toBeLessThanOrEqual(1);
	}, 60_000);
});

const StatedModels = z.object({
	models: z.tuple([z.object({quotations: z.number(), verifiedRate: z.number()})]).rest(z.unknown()),
});

describe('rostrum batch', () => {
	it('ends in the same ranking however often it was killed, and holds no debate twice', async () => {
		const [calm, rough] = [freshFolder(), freshFolder()];
		for (const home of [calm, rough]) write(home, batch);
		const whole = await rostrum(args, {home: calm});
		await killedAfter(rough, 1);
		await killedAfter(rough, 2);
		const rest = await rostrum(args, {home: rough});
		expect([whole.code, rest.code]).toEqual([0, 0]);
		const rankings = await Promise.all([calm, rough].map(home => rostrum(['rank', 'held', '--json'], {home})));
		expect(rankings[1]?.stdout).toBe(rankings[0]?.stdout);
		const journals = globSync('held/**/debate.jsonl', {cwd: rough});
		expect(journals).toHaveLength(4);
		for (const journal of journals)
			expect(readFileSync(join(rough, journal), 'utf8').match(/"type":"debate-(?:start|end)"/gu)).toEqual([
				'"type":"debate-start"',
				'"type":"debate-end"',
			]);
		const again = await rostrum(args, {home: rough});
		expect(again.stderr).toContain('4 of them held before');
		expect(leadersAfter(calm)).toHaveLength(2);
		const [told, toldAgain] = [whole, rest].map(({stdout}): unknown => JSON.parse(stdout));
		expect(toldAgain).toMatchObject({ranking: Reflect.get(Object(told), 'ranking')});
	}, 60_000);

	it('says what it would cost, and stops where the budget of all is used up', async () => {
		const home = freshFolder();
		write(home, {...batch, budget: '150000tok', atOnce: 1});
		const dry = await rostrum([...args, '--dry-run'], {home});
		expect(dry.stderr).toMatch(/4 debates: about [\d,]+ tokens, free\. Kept in/u);
		const {code, stderr} = await rostrum(args, {home});
		expect(code).toBe(4);
		expect(stderr).toMatch(/The budget is used up with [1-3] of 4 debates held/u);
	}, 60_000);

	it('names what does not fit in the file', async () => {
		const home = freshFolder();
		write(home, {...batch, debaters: ['rehearsal'], atOnce: 0});
		const wrong = await rostrum(args, {home});
		expect([wrong.code, wrong.stderr]).toEqual([
			2,
			expect.stringMatching(
				/"debaters" does not fit: got a list of 1, expected a list of two.*\n.*"atOnce" does not fit: got 0, expected a whole/u,
			),
		]);
		write(home, {...batch, formats: ['duelogic']});
		expect((await rostrum(args, {home})).stderr).toContain('Formats with two sides are motion');
	});

	it('shows a file in its help that it can read', async () => {
		const home = freshFolder();
		const {stdout} = await rostrum(['help', 'batch'], {home});
		const [, shown = ''] = stdout.split('A file for it:\n');
		writeFileSync(join(home, 'shown.yaml'), shown.replaceAll(/^ {2}/gmu, ''));
		expect(readBatchFile('shown.yaml', home)).toMatchObject({topics: {length: 2}, debaters: {length: 2}, seeds: 3});
	});
});
