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
			await app.waitFor('enter start', patient);
			expect(tmux('display-message', '-p', '#{alternate_on} #{pane_title}')).toBe('1 Rostrum');
			app.resize(70, 20);
			await app.waitFor(
				text => text.split('\n').some(line => line.includes('v more') && line.trimEnd().length === 69),
				patient,
			);
			app.write('t');
			await app.waitFor('A topic for');
			tmux('set-buffer', 'two\nlines');
			tmux('paste-buffer', '-p');
			await app.waitFor('two lines');
			// tmux holds an escape back for a while: it might begin a key's sequence.
			tmux('set-option', '-s', 'escape-time', '0');
			await app.press('esc');
			await app.waitFor('t own topic');
			app.write('q');
			await app.waitFor('left with 0');
			expect(tmux('display-message', '-p', '#{alternate_on} #{cursor_flag}')).toBe('0 1');
		} finally {
			tmux('kill-server');
		}
	},
	120_000,
);
