/** `rostrum rank` as it is built: what it prints of foreign judgements, and what it refuses. */
import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {z} from 'zod';
import {freshFolder, rostrum} from '../run-in-process.ts';

const header = 'group,debate,pro,con,judge,winner,margin';
const table = `${header}
g1,d1,"Ada, the first",Bob,j1,"Ada, the first",2
g1,d2,Bob,"Ada, the first",j1,"Ada, the first",1
g2,d3,Bob,<b>Cyd</b>,j1,tie,0
g2,d4,<b>Cyd</b>,Bob,j1,Bob,1
`;
const Ranked = z.object({names: z.array(z.object({name: z.string(), rating: z.number()})), seed: z.number()});

describe('rostrum rank', () => {
	const home = freshFolder();
	writeFileSync(join(home, 'judgements.csv'), table);

	it('prints a table with a chart, and what cannot be said', async () => {
		const {code, stdout, stderr} = await rostrum(['rank', 'judgements.csv'], {home});
		expect([code, stderr]).toEqual([0, '']);
		expect(stdout.split('\n')[1]).toMatch(/^1 {2}Ada, the first +1\d{3} +\d+–\d+ +1–0–0 .*●/u);
		expect(stdout).toContain('Not told apart from the next one');
		expect(stdout).toContain('No debate has two judges');
	});

	it('is coloured on a terminal, where a name cannot act, and plain in a file', async () => {
		writeFileSync(join(home, 'hostile.csv'), table.replaceAll('Ada, the first', 'Ada \u001B]52;c;eA==\u0007'));
		const env = {COLORTERM: 'truecolor', TERM: 'xterm-256color'};
		const {stdout} = await rostrum(['rank', 'hostile.csv'], {home, env, terminal: true});
		expect(stdout).toContain('\u001B[1m');
		expect(stdout).not.toMatch(/\\u001b|\u001B\]|\u0007/u);
		await rostrum(['rank', 'hostile.csv', '-o', 'ranking.txt'], {home, env, terminal: true});
		expect(readFileSync(join(home, 'ranking.txt'), 'utf8')).not.toContain('\u001B');
	});

	it('writes JSON from standard input, the same for the same seed', async () => {
		const args = ['rank', '-', '--json', '--seed', '7'];
		const [one, other] = await Promise.all([rostrum(args, {stdin: table}), rostrum(args, {stdin: table})]);
		expect(one.stdout).toBe(other.stdout);
		const ranked = Ranked.parse(JSON.parse(one.stdout));
		expect([ranked.seed, ranked.names[0]?.name]).toEqual([7, 'Ada, the first']);
	});

	it('writes a table for spreadsheets and a page for browsers, names quoted for each', async () => {
		const csv = await rostrum(['rank', 'judgements.csv', '--csv'], {home});
		expect(csv.stdout.split('\n')[1]).toMatch(/^1,"Ada, the first",1\d{3}\.\d,/u);
		const page = await rostrum(['rank', 'judgements.csv', '--html', '-o', 'page.html'], {home});
		const html = readFileSync(join(home, 'page.html'), 'utf8');
		expect([page.code, page.stdout]).toEqual([0, '']);
		expect(html).toContain('&lt;b&gt;Cyd&lt;/b&gt;');
		expect(html).not.toContain('<b>');
	});

	it('refuses a file with the line of each fault', async () => {
		const {code, stderr} = await rostrum(['rank', '-'], {stdin: `${table}g3,d5,Bob,Ada,j1,Eve,1\n`});
		expect(code).toBe(2);
		expect(stderr).toContain('standard input: line 6 has a winner that is neither "Bob" nor "Ada" nor "tie": "Eve".');
	});
});
