import {mkdtempSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {rostrum} from '../../run-in-process.ts';

it('prints what was measured of a judge, the verdict last', async () => {
	const {code, stdout, stderr} = await rostrum(['judge-check', 'rehearsal', '--limit', '6']);
	expect(code).toBe(0);
	expect(stdout).toMatch(/^S1 +\d/mu);
	expect(stdout).toMatch(/upper 95 % bound \(Wilson\)/u);
	expect(stdout.trimEnd().split('\n').at(-1)).toMatch(/^Not (?:fit to judge|decided)/u);
	expect(stderr).toMatch(/^rehearsal: 9 of 9$/mu);
});

it.each([
	[[], /missing required argument/iu],
	[['human'], /A person cannot sit as judge/u],
	[['nowhere:model'], /Unknown voice/u],
	[['rehearsal', '--limit', '0'], /Not a valid number/u],
	[['rehearsal', '--people', '/nonexistent/data.csv'], /cannot be read.*--people/u],
	[['rehearsal', '--people', 'package.json'], /no file of rated speeches.*with the columns/u],
])('judge-check %j is refused before anything is asked', async (args, message) => {
	const {code, stderr} = await rostrum(['judge-check', ...args]);
	expect(code).toBe(2);
	expect(stderr).toMatch(message);
});

it('puts what people rated and labelled instead, both where both files are named', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'rostrum-people-'));
	const [people, fallacies] = [join(folder, 'data.csv'), join(folder, 'gold.jsonl')];
	writeFileSync(people, 'topic,source,text,goodopeningspeech\nT,S,One.,"[1, 2]"\nT,S,Two.,"[4, 5]"\n');
	writeFileSync(fallacies, '{"text": "So you want none.", "labels": [[0, 5, "straw man"]]}\n');
	const {code, stdout} = await rostrum(['judge-check', 'rehearsal', '--people', people, '--fallacies', fallacies]);
	expect(code).toBe(0);
	expect(stdout).toMatch(/^rehearsal: 1 pair of opening speeches/mu);
	expect(stdout).toMatch(/^Flipped +[01] of 1/mu);
	expect(stdout).toMatch(/^Found +[01] of 1/mu);
	expect(stdout).not.toMatch(/labelled turns/u);
});
