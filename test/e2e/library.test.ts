/**
 * The library on a terminal: search, open, back, delete; and going on with what was cut off.
 */
import {existsSync, mkdirSync, readdirSync, renameSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {freshFolder, rostrum} from '../run-cli.ts';
import {writeJournal} from '../library/journals.ts';
import {openHere, patient} from './rostrum.ts';

const said = (text: string) =>
	Array.from({length: 30}, (_, place) => ({
		by: place % 2 === 0 ? ('chair_1' as const) : ('chair_2' as const),
		text: `${place === 17 ? text : 'Nothing of the kind'}, said turn ${place + 1}. ${'And so it went on for a while. '.repeat(6)}`,
	}));

/** A home with two debates that are over. */
function shelf(): string {
	const home = freshFolder();
	writeJournal(path.join(home, 'transcripts', '20261120-120000-voting', 'debate.jsonl'), {
		topic: 'Voting should be compulsory.',
		said: said('The quokka is no argument'),
	});
	writeJournal(path.join(home, 'transcripts', '20261119-120000-cars', 'debate.jsonl'), {
		topic: 'Cities should ban cars.',
		startedAt: '2026-11-19T12:00:00.000Z',
		said: said('Not a single wombat'),
	});
	return home;
}

describe('the library', () => {
	it('finds a turn while one types, opens the debate at it, comes back, and moves it to the trash once asked', async () => {
		const home = shelf();
		const app = openHere(home, [], {columns: 100, rows: 24});
		await app.waitFor('m more', patient);
		await app.press('l');
		await app.waitFor('2 debates', patient);
		await app.press('/');
		app.write('quok');
		await app.waitFor('1 of 2 debates', patient);
		await app.waitFor(/❯ Speaker 2 · exchange 18\s+turn 18/u);
		app.resize(60, 20);
		await app.waitFor('❯ Speaker 2 · exchange 18');
		await app.press('enter');
		await app.waitFor(/▾ (?:\d+ newer turns?|more of this turn): G/u, patient);
		expect(app.text()).toContain('The quokka is no argument, said turn 18.');
		await app.press('esc');
		await app.waitFor('/ quok', patient);
		// What cannot be seen cannot be deleted: the search is made again first.
		await app.waitFor('❯ Voting', patient);
		await app.press('d');
		await app.waitFor('Move to the trash?');
		await app.press('enter');
		await app.waitFor('enter open');
		expect(readdirSync(path.join(home, 'transcripts'))).toHaveLength(2);
		await app.press('d');
		await app.waitFor('Move to the trash?');
		await app.press('down', 'enter');
		await app.waitFor('Moved to', patient);
		expect(readdirSync(path.join(home, 'transcripts'))).toEqual(['20261119-120000-cars']);
		expect(readdirSync(path.join(home, 'trash', '20261120-120000-voting'))).toEqual(['debate.jsonl']);
		await app.press('f');
		await app.waitFor('Which debates');
		await app.press('6');
		await app.waitFor('1 debate ', patient);
		await app.press('q');
		await app.waitFor('m more');
		await app.press('q');
		expect((await app.exited).exitCode).toBe(0);
		// To have it back, it is moved out again.
		renameSync(
			path.join(home, 'trash', '20261120-120000-voting'),
			path.join(home, 'transcripts', '20261120-120000-voting'),
		);
		expect((await rostrum(['library', 'search', 'quokka'], {home})).stderr).toBe('1 passage in 1 debate\n');
	}, 120_000);

	it('opens by its command, takes a paste and a burst of keys, and says what no debate is about', async () => {
		const app = openHere(shelf(), ['library'], {columns: 80, rows: 24});
		await app.waitFor('2 debates', patient);
		await app.press('/');
		app.write('\u001B[200~wom\nbat\u001B[31m\u001B[201~');
		await app.waitFor('0 of 2 debates', patient);
		app.write('\u007F'.repeat(8));
		app.write('wombat\r');
		await app.waitFor(/▾ (?:\d+ newer turns?|more of this turn): G/u, patient);
		await app.press('q');
		await app.waitFor('/ wombat', patient);
		await app.press('ctrlC');
		expect((await app.exited).exitCode).toBe(130);
	}, 120_000);

	it('goes on with a debate that was cut off, and comes back when it is left; a debate that is being held is not deleted', async () => {
		const home = freshFolder();
		mkdirSync(path.join(home, 'transcripts'));
		const cut = await rostrum(
			[
				'run',
				'duelogic',
				'--voice',
				'rehearsal',
				'--seed',
				'7',
				'--pace',
				'2000',
				'--topic',
				'Voting should be compulsory.',
			],
			{home, watch: (text, kill) => text.length > 400 && kill('SIGINT')},
		);
		expect(cut.code).toBe(130);
		const app = openHere(home, ['library'], {columns: 100, rows: 30});
		await app.waitFor('‖', patient);
		await app.press('enter');
		await app.waitFor('This debate was not finished', patient);
		await app.press('enter');
		await app.waitFor('space pause', patient);
		const other = openHere(home, ['library'], {columns: 100, rows: 30});
		await other.waitFor('❯ Voting', patient);
		await other.press('d');
		await other.waitFor('Move to the trash?');
		await other.press('down', 'enter');
		await other.waitFor('is being written by another process', patient);
		await app.press('q');
		await app.waitFor('End this debate?');
		await app.press('enter');
		await app.waitFor('Library', patient);
		await app.waitFor('❯ Voting', patient);
		expect(existsSync(path.join(home, 'trash'))).toBe(false);
		await app.press('esc');
		await app.waitFor('m more', patient);
		await app.press('q');
		expect((await app.exited).exitCode).toBe(0);
	}, 120_000);
});
