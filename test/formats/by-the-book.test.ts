/** A format that is added as CONTRIBUTING says, in one folder and one list, is called by its name wherever one meets it. */
import {mkdirSync, readdirSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {exportKinds} from '../../src/app/files/export-formats.ts';
import {eventsIn} from '../../src/app/files/read-debate.ts';
import {fold} from '../../src/debate/reduce.ts';
import {formats, withAnyConfig} from '../../src/formats/index.ts';
import type {Format} from '../../src/formats/contract.ts';
import {openHere, patient} from '../e2e/rostrum.ts';
import {roundTable} from '../fixtures/round-table.ts';
import {freshFolder, rostrum} from '../run-in-process.ts';

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a seventh format stands in the list for these tests
const list = formats as Format[];
beforeAll(() => void list.push(withAnyConfig(roundTable)));
afterAll(() => void list.pop());

/** A home with a preset of the format. */
function homeWithPreset(): string {
	const home = freshFolder();
	mkdirSync(path.join(home, 'presets', 'round-table'), {recursive: true});
	writeFileSync(
		path.join(home, 'presets', 'round-table', 'tea_party.json'),
		JSON.stringify({
			id: 'tea_party',
			name: 'Tea Party',
			description: 'Three who like tea',
			propositions: ['Tea should come before coffee.', 'Cups should be warm.'],
		}),
	);
	return home;
}

/** Holds a debate of the preset, and stops it where this is seen; gives its journal. */
async function held(home: string, until?: string): Promise<string> {
	const {stderr} = await rostrum(
		[
			'run',
			'round-table',
			'--preset',
			'tea-party',
			'--voice',
			'rehearsal',
			'--seed',
			'4',
			'--headless',
			'--pace',
			'instant',
		],
		{
			home,
			env: {ROSTRUM_OUT: outOf(home)},
			watch: (text, kill) => until !== undefined && text.includes(until) && kill('SIGINT'),
		},
	);
	expect(stderr).toContain(until === undefined ? 'Ended: completed' : 'Not finished');
	return path.join(outOf(home), readdirSync(outOf(home))[0] ?? '', 'debate.jsonl');
}

const outOf = (home: string): string => path.join(home, 'transcripts');
const screen = {columns: 110, rows: 60} as const;
const named = 'Round Table';

describe('a seventh format', () => {
	it('is named in the menu, and in the setup, which leads to its debate', async () => {
		const home = homeWithPreset();
		const app = openHere(home, [], {...screen, env: {ROSTRUM_OUT: outOf(home), ROSTRUM_PACE: 'instant'}});
		await app.waitFor(/Tea Party +Round Table/u, patient);
		await app.press('n');
		await app.waitFor('Choose a format', patient);
		await app.waitFor(`   ${named}\n     Everybody at the table speaks in turn`);
		for (let press = 0; press < formats.length - 1; press++) await app.press('down');
		await app.press('enter');
		await app.waitFor(`${named} · What is it about?`, patient);
		await app.press('Tea before coffee.', 'enter');
		await app.waitFor(/Topic +Tea before coffee\./u);
		await app.press('right');
		await app.waitFor('Who takes part?', patient);
		await app.press('right');
		await app.waitFor('Set the options');
		expect(app.text()).toMatch(/Speakers +3/u);
		await app.press('right');
		await app.waitFor('The same as a command:');
		await app.press('enter');
		await app.waitFor(new RegExp(`ROSTRUM {2}${named}`, 'u'), patient);
		await app.press('ctrlC');
		await app.exited;
	}, 100_000);

	it('is named on the stage, in the results, and once it was cut off, where it goes on', async () => {
		const home = homeWithPreset();
		const journal = await held(home, '== round 2');
		const app = openHere(home, [], {...screen, env: {ROSTRUM_OUT: outOf(home)}});
		await app.waitFor(`resume · ${named}`, patient);
		await app.press('l');
		await app.waitFor('1 debate', patient);
		await app.waitFor(`Tea Party · ${named}`);
		await app.press('ctrlC');
		await app.exited;
		const again = openHere(home, ['resume', path.dirname(journal), '--pace', 'instant'], screen);
		await again.waitFor('enter results', patient);
		expect(again.text()).toContain(`ROSTRUM  ${named} · Tea Party`);
		await again.press('enter');
		await again.waitFor('Results', patient);
		expect(again.text()).toContain(`ROSTRUM  ${named} · Tea Party`);
		await again.press('ctrlC');
		await again.exited;
		expect(fold(eventsIn(journal)).outcome).toBe('completed');
	}, 100_000);

	it('is named in lists, and what it brings in help and completions', async () => {
		const home = homeWithPreset();
		await held(home);
		const env = {ROSTRUM_OUT: outOf(home)};
		const said = async (...args: string[]) => (await rostrum(args, {home, env})).stdout;
		expect(await said('protocols')).toMatch(/^round-table +Round Table +Everybody/mu);
		expect(await said('presets')).toMatch(/^round-table +tea_party/mu);
		expect(await said('library', 'list')).toContain(`Tea Party · ${named}`);
		expect(await said('run', '--help')).toContain('round-table: how many sit at the table');
		expect(await said('completion', 'bash')).toContain('round-table');
		expect(await said('verify', outOf(home))).toMatch(/: sound, /u);
	});

	it('has every export that all debates have, which call it as the command line does', async () => {
		const state = fold(eventsIn(await held(homeWithPreset())));
		const own = Object.entries(exportKinds).filter(([, {protocol}]) => protocol === undefined);
		const texts = Object.fromEntries(own.map(([id, {write}]) => [id, write(state)]));
		expect(texts['md']).toContain('Round Table: Tea Party, held on ');
		expect(texts['svg']).toContain('· Round Table<');
		expect(texts['html']).toContain('>Round Table</p>');
		expect(texts['vtt']).toContain('<v Rehearsal A>');
		for (const [id, text] of Object.entries(texts)) if (id !== 'ranking') expect(text, id).not.toBe('');
	});
});
