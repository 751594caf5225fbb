import {execFileSync, spawnSync} from 'node:child_process';
import {mkdtempSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {expect, it} from 'vitest';
import {openTerminal, patient, program} from '../e2e/rostrum.ts';
import {absent} from './absent.ts';

const why = absent('tmux', spawnSync('tmux', ['-V']).status === 0, 'install it');

it.skipIf(why !== '')(
	`inside tmux Rostrum has its screen and its name, takes a paste and a new size, and gives the pane back${why}`,
	async () => {
		const server = ['-L', `rostrum-${process.pid}`, '-f', '/dev/null'];
		const tmux = (...args: readonly string[]): string =>
			execFileSync('tmux', [...server, ...args], {encoding: 'utf8'}).trim();
		try {
			const app = openTerminal(mkdtempSync(path.join(tmpdir(), 'rostrum-home-')), {
				file: 'tmux',
				args: [...server, 'new-session', `'${process.execPath}' '${program}'; echo "left with $?"; exec cat`],
				columns: 100,
				rows: 30,
			});
			await app.waitFor('m more', patient);
			await expect.poll(() => tmux('display-message', '-p', '#{alternate_on} #{pane_title}')).toBe('1 Rostrum');
			app.resize(70, 20);
			await app.waitFor(
				text => text.split('\n').some(line => line.includes('v change') && line.trimEnd().length === 69),
				patient,
			);
			app.write('t');
			await app.waitFor('something worth arguing about');
			tmux('set-buffer', 'two\nlines');
			tmux('paste-buffer', '-p');
			await app.waitFor('two lines');
			// tmux holds an escape back for a while: it might begin a key's sequence.
			tmux('set-option', '-s', 'escape-time', '0');
			await app.press('esc');
			await app.waitFor('t your topic');
			app.write('q');
			await app.waitFor('left with 0');
			expect(tmux('display-message', '-p', '#{alternate_on} #{cursor_flag}')).toBe('0 1');
		} finally {
			tmux('kill-server');
		}
	},
	120_000,
);

it.skipIf(why !== '')(
	`inside tmux header and footer stand in every picture of a debate full of emoji, joined letters and wide ones${why}`,
	async () => {
		const server = ['-L', `rostrum-whole-${process.pid}`, '-f', '/dev/null'];
		const tmux = (...args: readonly string[]): string => execFileSync('tmux', [...server, ...args], {encoding: 'utf8'});
		const home = mkdtempSync(path.join(tmpdir(), 'rostrum-home-'));
		const topic = 'Is 👨\u200D👩\u200D👧 漢字 مُحَمَّدٌ देवनागरी 👍🏽 🇩🇪 worth it?';
		try {
			openTerminal(home, {
				file: 'tmux',
				args: [
					...server,
					'new-session',
					`'${process.execPath}' '${program}' run duelogic --preset classic_clash --voice rehearsal --seed 3 --pace 900 --topic '${topic}'`,
				],
				columns: 100,
				rows: 30,
			});
			const pictures: string[] = [];
			const until = Date.now() + 12_000;
			while (Date.now() < until && !pictures.at(-1)?.includes('the end')) {
				await new Promise(resolve => setTimeout(resolve, 40));
				const picture = tmux('capture-pane', '-p').replace(/\n$/u, '');
				if (pictures.length > 0 || picture.includes('? help')) pictures.push(picture);
			}
			const broken = pictures.filter(
				picture => !picture.startsWith(' ROSTRUM') || !(picture.split('\n')[28] ?? '').includes('? help'),
			);
			expect(pictures.length).toBeGreaterThan(20);
			expect(broken.length, broken[0]).toBe(0);
		} finally {
			tmux('kill-server');
		}
	},
	120_000,
);
